import { describe, expect, it } from 'vitest';
import { answering, createGatewayHarness, emptyPage, gatewayOver } from '#testing/gateway-harness.ts';

describe('health', () => {
  it('is ready if the practice API responds at all', async () => {
    const up = gatewayOver(answering({ message: 'authorization_required' }, { status: 401 }), { version: '1.2.3' });
    expect((await up.request('/readyz')).status).toBe(200);
    expect(up.seen[0]!.headers.has('authorization')).toBe(false);
    const down = gatewayOver(() => Promise.reject(new Error('down')));
    expect((await down.request('/readyz')).status).toBe(503);
    expect((await down.request('/healthz')).status).toBe(200);
    expect(await (await up.request('/healthz')).json()).toEqual({ status: 'ok', version: '1.2.3' });
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
