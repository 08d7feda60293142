import { describe, expect, it } from 'vitest';
import { createEventsHarness, settled } from '#testing/events-harness.ts';
import { gatewayOrigin, sharedKey } from '#testing/gateway-harness.ts';

const COMPANY = '0191d2f4-0000-7000-8000-00000000000a';
const OTHER = '0191d2f4-0000-7000-8000-00000000000b';
const event = (name: string, data: unknown, id?: string) =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

const metric = async (request: (path: string) => Promise<Response>, line: string) => {
  const text = await (await request('/metrics')).text();
  return Number(
    text
      .split('\n')
      .find((found) => found.startsWith(line))
      ?.slice(line.length) ?? Number.NaN,
  );
};

describe('GET /desk/events', () => {
  it('shares one stream of the practice API among fifty browsers, for one request of the budget', async () => {
    const { listen, opened, eventRequestCount, request, pass, otherRequests, timers } = await createEventsHarness();
    const boards = await Promise.all(Array.from({ length: 50 }, () => listen(COMPANY)));
    const [first] = boards;
    expect(Object.fromEntries(first!.headers)).toMatchObject({
      'content-type': expect.stringContaining('text/event-stream'),
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(first!.events).toEqual([{ name: 'state', data: { live: false } }]);
    expect(eventRequestCount()).toBe(1);
    const [stream] = opened;
    expect(`${stream!.url.pathname}${stream!.url.search}`).toBe(`/v1/events?companyId=${COMPANY}`);
    expect(Object.fromEntries(stream!.headers)).toEqual({
      authorization: `Bearer ${sharedKey}`,
      accept: 'text/event-stream',
    });
    await stream!.send(event('reset', {}, 'a-1'));
    const kinds = { availability: true, waitingList: true, messages: true, onlineRequests: true, recalls: true };
    const changed = { appointments: ['Ω'], clients: ['c'], pets: true, ...kinds };
    await stream!.send(event('changed', { ...changed, records: [{ id: 'Ω' }], practice: false, later: 1 }, 'a-2'));
    for (const { events } of boards) {
      expect(events.map(({ name }) => name)).toEqual(['state', 'reset', 'state', 'changed']);
      expect(events[2]!.data).toEqual({ live: true });
      expect(events[3]!.data).toEqual(changed);
    }
    expect((await request('/api/ping?companyId=c')).headers.get('x-frontdesk-budget')).toContain('remaining=98');
    expect(otherRequests).toHaveLength(1);
    expect(await metric(request, 'frontdesk_event_streams{from="browser"}')).toBe(50);
    expect(await metric(request, 'frontdesk_event_streams{from="practice_api"}')).toBe(1);
    expect(await metric(request, 'frontdesk_events_passed_on_total{event="changed"}')).toBe(50);

    // The stream is closed after the browsers have left, but not immediately, because a reloaded page comes back.
    for (const board of boards) await board.leave();
    await pass(5_000);
    expect(stream!.isCancelled).toBe(false);
    expect((await listen(COMPANY)).events[0]!.data).toMatchObject({ live: true });
    expect(eventRequestCount()).toBe(1);
    const again = await listen(OTHER);
    await again.leave();
    expect(eventRequestCount()).toBe(2);
    await pass(30_000);
    expect(opened[1]!.isCancelled).toBe(true);
    expect(timers()).toBe(1);
  });

  it('repeats every five seconds that it reports changes', async () => {
    const { listen, opened, pass } = await createEventsHarness();
    const board = await listen(COMPANY);
    await opened[0]!.send(event('reset', {}));
    await pass(10_500);
    expect(board.data('state').slice(2)).toEqual([{ live: true }, { live: true }]);
  });

  it.each([
    ['without a company', '/desk/events', {}, 400],
    ['with two', `/desk/events?companyId=${COMPANY}&companyId=${OTHER}`, {}, 400],
    ['with something else', '/desk/events?companyId=c', {}, 400],
    ['by HEAD', `/desk/events?companyId=${COMPANY}`, { method: 'HEAD' }, 404],
    ['by POST', `/desk/events?companyId=${COMPANY}`, { method: 'POST' }, 404],
    ['for another host', `/desk/events?companyId=${COMPANY}`, { headers: { host: 'evil.example' } }, 403],
    ['from another page', `/desk/events?companyId=${COMPANY}`, { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['from another origin', `/desk/events?companyId=${COMPANY}`, { headers: { origin: 'http://evil.example' } }, 403],
  ])('refuses requests %s', async (_how, path, init, status) => {
    const { request, eventRequestCount, timers } = await createEventsHarness();
    expect((await request(path, init)).status).toBe(status);
    expect(eventRequestCount()).toBe(0);
    expect(timers()).toBe(0);
  });

  it('reads changed records from the practice API, not from stored responses', async () => {
    const { listen, opened, request, otherRequests } = await createEventsHarness();
    await listen(COMPANY);
    const [stream] = opened;
    const paths = ['/api/v1/appointments?companyId=c', '/api/v1/clients?companyId=c', '/api/v1/companies'];
    const [appointments, clients, companies] = ['/v1/appointments', '/v1/clients', '/v1/companies'];
    const read = async () => {
      otherRequests.length = 0;
      for (const path of paths) await request(path);
      return otherRequests.map(({ url }) => new URL(url).pathname);
    };
    await stream!.send(event('reset', {}));
    await read();
    expect(await read()).toEqual([]);
    await stream!.send(event('changed', { appointments: ['v'] }));
    expect(await read()).toEqual([appointments]);
    await stream!.send(event('changed', { availability: true, pets: true }));
    expect(await read()).toEqual([appointments, clients]);
    await stream!.send(event('changed', { waitingList: true }));
    expect(await read()).toEqual([appointments]);
    await stream!.send(event('changed', { messages: true }));
    expect(await read()).toEqual([appointments, clients]);
    await stream!.send(event('changed', { clients: ['c'] }));
    expect(await read()).toEqual([clients]);
    await stream!.send(event('changed', { onlineRequests: true }));
    expect(await read()).toEqual([clients]);
    await stream!.send(event('changed', { practice: true }));
    expect(await read()).toEqual([appointments, clients, companies]);
    await stream!.send(event('reset', {}));
    expect(await read()).toEqual([appointments, clients, companies]);
  });

  it('keeps a browser that receives several states before it reads the first', async () => {
    const { gateway, listen, opened, pass } = await createEventsHarness();
    await listen(COMPANY);
    const unread = await gateway.request(`${gatewayOrigin}/desk/events?companyId=${COMPANY}`);
    for (let nth = 0; nth < 3; nth += 1) {
      await opened[nth]!.send(event('reset', {}));
      await opened[nth]!.breakOff();
      await pass(2_000);
    }
    await gateway.stopWrites();
    expect((await unread.text()).split('event: state').length).toBeGreaterThan(5);
  });

  it('cuts off a browser with too many unread bytes', async () => {
    const { gateway, listen, opened, request } = await createEventsHarness();
    const other = await listen(COMPANY);
    const slow = await gateway.request(`${gatewayOrigin}/desk/events?companyId=${COMPANY}`);
    await opened[0]!.send(event('reset', {}));
    const large = event('changed', { appointments: ['x'.repeat(250_000)] });
    for (let nth = 0; nth < 4; nth += 1) await opened[0]!.send(large);
    expect(await metric(request, 'frontdesk_event_streams{from="browser"}')).toBe(2);
    await opened[0]!.send(large);
    expect(await metric(request, 'frontdesk_event_streams{from="browser"}')).toBe(1);
    await expect(slow.text()).rejects.toThrow('too slowly');
    expect(other.data('changed')).toHaveLength(5);
    expect(other.isOver).toBe(false);
  });

  it('ends all streams when it stops, and opens no new ones', async () => {
    const { gateway, listen, opened, timers } = await createEventsHarness();
    const board = await listen(COMPANY);
    const unread = await gateway.request(`${gatewayOrigin}/desk/events?companyId=${COMPANY}`);
    await opened[0]!.send(event('reset', {}));
    await gateway.stopWrites();
    await settled();
    // Events that are already being sent arrive, followed by the end of the stream.
    await expect(unread.text()).resolves.toContain('event: reset');
    expect(board.isOver).toBe(true);
    expect(opened[0]!.isCancelled).toBe(true);
    expect(timers()).toBe(0);
    expect((await listen(COMPANY)).status).toBe(503);
  });

  it('serves as many browsers as the limit allows', async () => {
    const { gateway } = await createEventsHarness();
    const open = () => gateway.request(`${gatewayOrigin}/desk/events?companyId=${COMPANY}`);
    const pages: Response[] = [];
    while (pages.length < 5_000) pages.push(await open());
    expect(pages.every(({ status }) => status === 200)).toBe(true);
    const refused = await open();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    await pages[0]?.body?.cancel();
    expect((await open()).status).toBe(200);
    await gateway.stopWrites();
  });
});
