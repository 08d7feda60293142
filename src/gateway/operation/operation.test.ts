import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGatewayHarness, type GatewayHarness, sharedKey, withSignIn } from '#testing/gateway-harness.ts';

let harness: GatewayHarness;

beforeEach(async () => {
  harness = await createGatewayHarness();
});
afterEach(() => harness.close());

describe('/metrics', () => {
  it('counts requests, shared answers, refusals and what is left', async () => {
    for (let nth = 0; nth < 3; nth += 1) await harness.get('/api/v1/enums?companyId=c');
    harness.hostile.next('GET /v1/pets', 'rate-limit');
    for (const query of ['a', 'b']) {
      const headers = { 'x-frontdesk-purpose': 'poll' };
      expect((await harness.get(`/api/v1/pets?companyId=c&query=${query}`, headers)).status).toBe(429);
    }
    harness.hostile.next('POST /v1/appointments', 'reset-after');
    harness.pass(7_000);
    await harness.post('/api/v1/appointments', {});
    const answer = await harness.get('/metrics');
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const text = await answer.text();
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

  it('is for this machine and holders of the token where others can reach the gateway', () =>
    withSignIn(async (keyring) => {
      const open = await createGatewayHarness({ keyring, metricsToken: 'metrics-token' });
      const from = async (remoteAddress: string, headers: Record<string, string> = {}) => {
        const incoming = { socket: { remoteAddress } };
        return (await open.gateway.request('http://127.0.0.1/metrics', { headers }, { incoming })).status;
      };
      expect(await from('127.0.0.1')).toBe(200);
      expect(await from('::ffff:127.0.0.1')).toBe(200);
      expect(await from('192.168.1.9')).toBe(404);
      expect(await from('127.0.0.1', { 'x-forwarded-for': '192.168.1.9' })).toBe(404);
      expect(await from('192.168.1.9', { authorization: 'Bearer metrics-tokem' })).toBe(404);
      expect(await from('192.168.1.9', { authorization: 'Bearer metrics-token' })).toBe(200);
      await open.close();
    }));
});

describe('/readyz', () => {
  it('asks the practice API without a key, every five seconds at most', async () => {
    for (let nth = 0; nth < 3; nth += 1) expect((await harness.get('/readyz')).status).toBe(200);
    expect(harness.hostile.seen).toHaveLength(1);
    expect(harness.hostile.seen[0]!.headers.authorization).toBeUndefined();
    await harness.hostile.refuse();
    harness.pass(5_000);
    expect((await harness.get('/readyz')).status).toBe(503);
    expect((await harness.get('/healthz')).status).toBe(200);
  });
});

describe('what the app is told with every answer', () => {
  it('is the budget and the clock of the practice API, on errors, too', async () => {
    const answer = await harness.get('/api/v1/pets?companyId=c');
    expect(answer.headers.get('x-frontdesk-budget')).toBe('limit=100, remaining=99, reset=60');
    expect(Number(answer.headers.get('x-frontdesk-clock'))).toBeGreaterThan(0);
    harness.hostile.next('GET /v1/clients', 'html-error', 'html-error', 'html-error');
    const error = await harness.get('/api/v1/clients?companyId=c');
    expect(error.status).toBe(502);
    expect(error.headers.get('x-frontdesk-budget')).toBe('limit=100, remaining=96, reset=60');
  });
});
