import { describe, expect, it } from 'vitest';
import { answering, createGatewayHarness, emptyPage, gatewayOver } from '#testing/gateway-harness.ts';

describe('health', () => {
  it('is ready if the practice API answers at all', async () => {
    const up = gatewayOver(answering({ message: 'authorization_required' }, { status: 401 }));
    expect((await up.request('/readyz')).status).toBe(200);
    expect(up.seen[0]!.headers.has('authorization')).toBe(false);
    const down = gatewayOver(() => Promise.reject(new Error('down')));
    expect((await down.request('/readyz')).status).toBe(503);
    expect((await down.request('/healthz')).status).toBe(200);
  });

  it('is as ready as our own service reports, which a request without a key would not show', async () => {
    let ready = true;
    const harness = await createGatewayHarness({
      version: '1.2.3',
      service: ({ url }) => {
        if (url.endsWith('/openapi.json')) return Response.json({ 'x-frontdesk-readiness': '/readyz', paths: {} });
        if (url.endsWith('/readyz')) return Response.json({}, { status: ready ? 200 : 503 });
        return Response.json({ message: 'authorization_required' }, { status: 401 });
      },
    });
    await harness.gateway.discoverCapabilities();
    expect((await harness.get('/readyz')).status).toBe(200);
    ready = false;
    harness.advance(5_000);
    expect((await harness.get('/readyz')).status).toBe(503);
    expect(await (await harness.get('/healthz')).json()).toEqual({ status: 'ok', version: '1.2.3' });
    await harness.close();
  });

  it('sends the practice API a request without a key, at most every five seconds', async () => {
    const harness = await createGatewayHarness({ service: () => Response.json(emptyPage) });
    for (let nth = 0; nth < 3; nth += 1) expect((await harness.get('/readyz')).status).toBe(200);
    expect(harness.hostile.seen).toHaveLength(1);
    expect(harness.hostile.seen[0]!.headers.authorization).toBeUndefined();
    await harness.hostile.refuse();
    harness.advance(5_000);
    expect((await harness.get('/readyz')).status).toBe(503);
    expect((await harness.get('/healthz')).status).toBe(200);
    await harness.close();
  });
});
