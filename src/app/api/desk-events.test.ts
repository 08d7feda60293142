import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deskEventNames, deskEventTimes } from '#contract/desk-events.ts';
import { createDeskEvents, deskStreamTimes } from './desk-events.ts';

const { firstSignMs, buffersMs, retryMs, longestRetryMs, steadyMs, lingerMs } = deskStreamTimes;
const { silenceMs, stateEveryMs } = deskEventTimes;
const LIVE = { live: true };

/** The sources that were opened; the newest is last. */
let opened: { url: string; isOpen: boolean; send(name: string, data?: unknown): void }[];
let page: EventTarget & { visibilityState: 'visible' | 'hidden' };
let listen: ReturnType<typeof createDeskEvents>['listen'];
let deliveries: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  opened = [];
  deliveries = [];
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  ({ listen } = createDeskEvents({
    page,
    open(url) {
      const target = new EventTarget();
      const source = {
        url,
        isOpen: true,
        send(name: string, data?: unknown) {
          const text = typeof data === 'string' ? data : JSON.stringify(data);
          target.dispatchEvent(Object.assign(new Event(name), { data: text }));
        },
        close() {
          source.isOpen = false;
        },
        addEventListener(name: string, listener: (event: MessageEvent<string>) => void) {
          target.addEventListener(name, (event) => listener(event as MessageEvent<string>));
        },
      };
      opened.push(source);
      return source;
    },
  }));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const newest = () => opened.at(-1) ?? expect.fail('nothing was opened');
const openNow = () => opened.filter(({ isOpen }) => isOpen).length;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const subscribe = (company = 'c') =>
  listen(company, {
    onState: (state) => deliveries.push(state && 'state'),
    onChanged: (changed) => deliveries.push(changed),
    onReset: () => deliveries.push('reset'),
    onPresence: ({ desks }) => deliveries.push(desks.length),
  });
function look(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

test('all listeners of a company share one stream, which closes after the last one leaves', async () => {
  const stopFirst = subscribe();
  newest().send(deskEventNames.state, LIVE);
  const stopSecond = subscribe();
  await pass(0);
  expect(deliveries).toEqual(['state', 'state']);
  expect(opened.map(({ url }) => url)).toEqual(['/desk/events?companyId=c']);
  newest().send(deskEventNames.changed, { availability: true });
  expect(deliveries.slice(2)).toEqual([{ availability: true }, { availability: true }]);
  stopFirst();
  await pass(lingerMs);
  stopSecond();
  expect(openNow()).toBe(1);
  // The next screen listens before the old stream is closed.
  const stopThird = subscribe();
  await pass(lingerMs);
  expect(openNow()).toBe(1);
  stopThird();
  await pass(lingerMs);
  expect(openNow()).toBe(0);
  await pass(longestRetryMs);
  expect(opened).toHaveLength(1);
});

test('an unreadable change is reported as unknown', () => {
  subscribe();
  newest().send(deskEventNames.state, LIVE);
  newest().send(deskEventNames.changed, '{"appointments":[');
  newest().send(deskEventNames.changed, { appointments: 'all' });
  newest().send(deskEventNames.reset, {});
  newest().send(deskEventNames.state, { live: 'yes' });
  newest().send(deskEventNames.changed, { appointments: ['a'], clients: ['b'], pets: true, later: 1 });
  expect(deliveries).toEqual(['state', 'reset', 'reset', 'reset', { appointments: ['a'], clients: ['b'], pets: true }]);
});

test('a silent stream is reported as lost, presence is cleared, and the stream is reopened', async () => {
  subscribe();
  newest().send(deskEventNames.state, LIVE);
  const activity = { kind: 'changing', storeId: crypto.randomUUID(), appointmentId: crypto.randomUUID() };
  newest().send(deskEventNames.presence, { desks: [{ desk: 'd', name: null, activity }] });
  await pass(stateEveryMs);
  newest().send(deskEventNames.state, LIVE);
  await pass(silenceMs - 1);
  expect(deliveries).toEqual(['state', 1, 'state']);
  await pass(1);
  expect(deliveries.slice(3)).toEqual([null, 0]);
  expect(openNow()).toBe(0);
  await pass(retryMs);
  expect(openNow()).toBe(1);
});

test('a stream that keeps being refused is retried less and less often, until it has been open for a while', async () => {
  subscribe();
  const pauses: number[] = [];
  for (let loss = 0; loss < 9; loss += 1) {
    const [count, startedAt] = [opened.length, Date.now()];
    newest().send('error');
    expect(openNow()).toBe(0);
    while (opened.length === count) await pass(500);
    pauses.push(Date.now() - startedAt);
  }
  expect(pauses.slice(0, 4)).toEqual([retryMs, 2 * retryMs, 4 * retryMs, 8 * retryMs]);
  expect(pauses.at(-1)).toBe(longestRetryMs);
  for (let lived = 0; lived <= steadyMs; lived += stateEveryMs) {
    newest().send(deskEventNames.state, LIVE);
    await pass(stateEveryMs);
  }
  const count = opened.length;
  newest().send('error');
  await pass(retryMs);
  expect(opened).toHaveLength(count + 1);
});

test('a stream that a proxy buffers is closed and left alone', async () => {
  subscribe();
  await pass(firstSignMs);
  expect(openNow()).toBe(0);
  await pass(buffersMs - 1);
  expect(opened).toHaveLength(1);
  await pass(1);
  expect(openNow()).toBe(1);
  expect(deliveries).toEqual([]);
});

test('no stream is open while the page is hidden, and one opens as soon as it is shown', async () => {
  look('hidden');
  subscribe();
  await pass(longestRetryMs);
  expect(opened).toHaveLength(0);
  look('visible');
  newest().send(deskEventNames.state, LIVE);
  look('hidden');
  expect(deliveries).toEqual(['state', null]);
  expect(openNow()).toBe(0);
  opened[0]?.send(deskEventNames.reset, {});
  await pass(longestRetryMs);
  expect(opened).toHaveLength(1);
  look('visible');
  expect(openNow()).toBe(1);
  // The stream was lost while the page was hidden, which no longer matters.
  newest().send('error');
  look('visible');
  expect(openNow()).toBe(1);
  expect(deliveries).toEqual(['state', null]);
});

test('each signed-in person has a separate stream, whose URL names them', () => {
  listen('c', {}, 'ann');
  listen('c', {}, 'bob');
  listen('c', {}, 'bob');
  expect(opened.map(({ url }) => url)).toEqual([
    '/desk/events?companyId=c&person=ann',
    '/desk/events?companyId=c&person=bob',
  ]);
});
