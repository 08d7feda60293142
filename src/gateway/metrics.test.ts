import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answering,
  createGatewayHarness,
  emptyPage,
  type GatewayHarness,
  gatewayOver,
  sharedKey,
  withSignIn,
} from '#testing/gateway-harness.ts';

describe('/metrics', () => {
  let harness: GatewayHarness;

  beforeEach(async () => {
    harness = await createGatewayHarness({ service: () => Response.json(emptyPage) });
  });
  afterEach(() => harness.close());

  it('counts requests, shared responses, refusals and the remaining budget', async () => {
    for (let nth = 0; nth < 3; nth += 1) await harness.get('/api/v1/enums?companyId=c');
    harness.hostile.next('GET /v1/pets', 'rate-limit');
    for (const query of ['a', 'b']) {
      const headers = { 'x-frontdesk-purpose': 'poll' };
      expect((await harness.get(`/api/v1/pets?companyId=c&query=${query}`, headers)).status).toBe(429);
    }
    harness.hostile.next('POST /v1/appointments', 'reset-after');
    harness.advance(7_000);
    await harness.post('/api/v1/appointments', {});
    const response = await harness.get('/metrics');
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    for (const line of [
      'frontdesk_upstream_request_duration_seconds_count{kind="reference",outcome="2xx"} 1',
      'frontdesk_upstream_request_duration_seconds_count{kind="lookup",outcome="429"} 1',
      'frontdesk_upstream_request_duration_seconds_count{kind="create",outcome="lost"} 1',
      'frontdesk_shared_answers_total{how="stored"} 2',
      'frontdesk_budget_refusals_total{priority="poll"} 1',
      'frontdesk_request_duration_seconds_count{area="api",status="429"} 2',
      'frontdesk_request_duration_seconds_count{area="api",status="5xx"} 1',
      'frontdesk_budget_remaining 99',
      'process_cpu_seconds_total',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).not.toContain(sharedKey);
  });

  it('does not respond under another host name', async () => {
    const headers = { host: 'evil.example', authorization: 'Bearer metrics-token' };
    const response = await harness.get('/metrics', headers);
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain('frontdesk_budget_remaining');
  });

  const publicOrigin = 'https://desk.example';
  it.each([
    ['with a shared key', { signsIn: false, publicOrigin: null }],
    ['with a shared key and a public origin', { signsIn: false, publicOrigin }],
    ['where people sign in', { signsIn: true, publicOrigin: null }],
    ['where people sign in at a public origin', { signsIn: true, publicOrigin }],
  ])('answers direct requests from this machine and requests with the token, %s', (_where, { signsIn, publicOrigin }) =>
    withSignIn(async (keyring) => {
      const { gateway } = gatewayOver(answering(emptyPage), {
        ...{ metricsToken: 'metrics-token', hosts: ['desk.example'] },
        ...(signsIn && { keyring }),
        publicOrigin,
      });
      const from = async (remoteAddress: string, headers: Record<string, string> = {}, host = '127.0.0.1:4100') => {
        const incoming = { httpVersion: '1.1', socket: { remoteAddress } };
        return (await gateway.request(`http://${host}/metrics`, { headers }, { incoming })).status;
      };
      expect(await from('127.0.0.1')).toBe(200);
      expect(await from('::ffff:127.0.0.1', {}, 'localhost:4100')).toBe(200);
      expect(await from('::1', {}, '[::1]:4100')).toBe(200);
      expect(await from('192.168.1.9')).toBe(404);
      expect(await from('127.0.0.1', {}, 'desk.example')).toBe(404);
      expect(await from('127.0.0.1', { 'x-forwarded-for': '192.168.1.9' })).toBe(404);
      expect(await from('127.0.0.1', { 'x-real-ip': '192.168.1.9' })).toBe(404);
      expect(await from('127.0.0.1', { via: '1.1 proxy' })).toBe(404);
      expect(await from('192.168.1.9', { authorization: 'Bearer metrics-tokem' })).toBe(404);
      const authorization = 'Bearer metrics-token';
      expect(await from('192.168.1.9', { authorization })).toBe(200);
      expect(await from('127.0.0.1', { authorization, 'x-forwarded-for': '192.168.1.9' }, 'desk.example')).toBe(200);
    }),
  );
});
