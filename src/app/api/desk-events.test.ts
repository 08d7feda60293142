import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deskEventNames, deskEventTimes } from '#contract/desk-events.ts';
import { createDeskEvents, deskStreamTimes } from './desk-events.ts';

const { firstSignMs, buffersMs, retryMs, longestRetryMs, steadyMs, lingerMs } = deskStreamTimes;
const { silenceMs, stateEveryMs } = deskEventTimes;
const LIVE = { live: true };

/** The sources that were opened, the newest last. */
let opened: { url: string; isOpen: boolean; send(name: string, data?: unknown): void }[];
let page: EventTarget & { visibilityState: 'visible' | 'hidden' };
let listen: ReturnType<typeof createDeskEvents>['listen'];
let told: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  opened = [];
  told = [];
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
const hear = (company = 'c') =>
  listen(company, {
    onState: (state) => told.push(state && 'state'),
    onChanged: (changed) => told.push(changed),
    onReset: () => told.push('reset'),
    onPresence: ({ desks }) => told.push(desks.length),
  });
function look(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

test('all who listen to a company share one stream, which ends when nobody listens any more', async () => {
  const leave = hear();
  newest().send(deskEventNames.state, LIVE);
  const leaveToo = hear();
  await pass(0);
  expect(told).toEqual(['state', 'state']);
  expect(opened.map(({ url }) => url)).toEqual(['/desk/events?companyId=c']);
  newest().send(deskEventNames.changed, { availability: true });
  expect(told.slice(2)).toEqual([{ availability: true }, { availability: true }]);
  leave();
  await pass(lingerMs);
  leaveToo();
  expect(openNow()).toBe(1);
  // The next screen joins before the old one is forgotten.
  const leaveLast = hear();
  await pass(lingerMs);
  expect(openNow()).toBe(1);
  leaveLast();
  await pass(lingerMs);
  expect(openNow()).toBe(0);
  await pass(longestRetryMs);
  expect(opened).toHaveLength(1);
});

test('what cannot be read of a change means that it is not known what changed', () => {
  hear();
  newest().send(deskEventNames.state, LIVE);
  newest().send(deskEventNames.changed, '{"appointments":[');
  newest().send(deskEventNames.changed, { appointments: 'all' });
  newest().send(deskEventNames.reset, {});
  newest().send(deskEventNames.state, { live: 'yes' });
  newest().send(deskEventNames.changed, { appointments: ['a'], clients: ['b'], pets: true, later: 1 });
  expect(told).toEqual(['state', 'reset', 'reset', 'reset', { appointments: ['a'], clients: ['b'], pets: true }]);
});

test('a stream that falls silent is lost, and so are those who were there; it is tried again', async () => {
  hear();
  newest().send(deskEventNames.state, LIVE);
  const activity = { kind: 'changing', storeId: crypto.randomUUID(), appointmentId: crypto.randomUUID() };
  newest().send(deskEventNames.presence, { desks: [{ desk: 'd', name: null, activity }] });
  await pass(stateEveryMs);
  newest().send(deskEventNames.state, LIVE);
  await pass(silenceMs - 1);
  expect(told).toEqual(['state', 1, 'state']);
  await pass(1);
  expect(told.slice(3)).toEqual([null, 0]);
  expect(openNow()).toBe(0);
  await pass(retryMs);
  expect(openNow()).toBe(1);
});

test('a stream that is refused again and again is tried ever less often, until it has lived for a while', async () => {
  hear();
  const pauses: number[] = [];
  for (let loss = 0; loss < 9; loss += 1) {
    const [count, began] = [opened.length, Date.now()];
    newest().send('error');
    expect(openNow()).toBe(0);
    while (opened.length === count) await pass(500);
    pauses.push(Date.now() - began);
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

test('a stream that is held back on its way is closed and left alone', async () => {
  hear();
  await pass(firstSignMs);
  expect(openNow()).toBe(0);
  await pass(buffersMs - 1);
  expect(opened).toHaveLength(1);
  await pass(1);
  expect(openNow()).toBe(1);
  expect(told).toEqual([]);
});

test('there is none while nobody sees the page, and one at once when somebody does', async () => {
  look('hidden');
  hear();
  await pass(longestRetryMs);
  expect(opened).toHaveLength(0);
  look('visible');
  newest().send(deskEventNames.state, LIVE);
  look('hidden');
  expect(told).toEqual(['state', null]);
  expect(openNow()).toBe(0);
  opened[0]?.send(deskEventNames.reset, {});
  await pass(longestRetryMs);
  expect(opened).toHaveLength(1);
  look('visible');
  expect(openNow()).toBe(1);
  // It was lost while the page was away, which says nothing of now.
  newest().send('error');
  look('visible');
  expect(openNow()).toBe(1);
  expect(told).toEqual(['state', null]);
});

test('where people sign in, each has a stream of their own, whose address names them', () => {
  listen('c', {}, 'ann');
  listen('c', {}, 'bob');
  listen('c', {}, 'bob');
  expect(opened.map(({ url }) => url)).toEqual([
    '/desk/events?companyId=c&person=ann',
    '/desk/events?companyId=c&person=bob',
  ]);
});
