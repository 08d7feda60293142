import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { stubEvents } from '#testing/event-source.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, chooseInViewMenu, openBoard, shownBlocks } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

/** A Wednesday in New York, which is four hours behind UTC. */
const DAY = '2026-06-03';
const STORE = idOf(2, 1);
const at = (hour: number) => new Date(Date.parse(`${DAY}T04:00:00Z`) + hour * 3_600_000).toISOString();
const address = `/?store=${STORE}&view=rooms&date=${DAY}`;
const letters = (text: string | null | undefined) => text?.replaceAll(/[\u2066-\u2069]/g, '') ?? '';

/** Three appointments to come, at eight in the morning. */
function practiceOfDay() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at(8)) });
  onTestFinished(() => void vi.useRealTimers());
  const practice = createPracticeInMemory({ appointments: 0, today: DAY, hasExtensions: true });
  const add = (hour: number, pet: number) =>
    practice.add({
      ...{ petId: idOf(4, pet), storeId: STORE, roomId: idOf(3, 11), status: 'confirmed' },
      ...{ start: at(hour), end: at(hour + 0.5), employees: [{ id: idOf(6, 1), isMainEmployee: true }] },
    });
  return { practice, visits: [add(10, 1), add(11, 2), add(12, 3)] as const };
}

const marks = (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await blockOf(id)).dataset['mark'] ?? null));

test('each view says who has confirmed, who wants another time, and whom no message has reached', {
  tags: 'smoke',
}, async () => {
  const { practice, visits } = practiceOfDay();
  const [confirmed, moving, lost] = visits;
  practice.messages.answer(confirmed.id, 'confirmed');
  practice.messages.answer(moving.id, 'another_time', 'Only in the afternoon');
  practice.messages.add({ appointmentIds: [lost.id], status: 'failed', reason: 'no_such_address' });
  await openBoard(practice, address);
  const ids = visits.map(({ id }) => id);
  await waitUntil(async () => expect(await marks(ids)).toEqual(['confirmed', 'another-time', 'not-delivered']));
  const words = ['client confirmed', 'wants another time', 'not delivered'];
  for (const view of ['Rooms', 'Week', 'List', 'Flow']) {
    await chooseInViewMenu(view);
    await waitUntil(async () => {
      const labels = await Promise.all(ids.map(async (id) => letters((await blockOf(id)).ariaLabel)));
      expect(labels.map((label) => words.filter((word) => label.includes(word)))).toEqual(words.map((word) => [word]));
    });
    // Signs, where the mark is none of the block.
    if (view !== 'Rooms')
      for (const [nth, id] of ids.entries())
        expect((await blockOf(id)).querySelector(`[title="${words[nth]}"] svg`)).not.toBeNull();
  }
});

test('an answer appears at once, and counts for nothing after a move', async () => {
  const { practice, visits } = practiceOfDay();
  const [first] = visits;
  Object.assign(practice.session.capabilities, { listEvents: { fields: [], idempotent: false } });
  const send = stubEvents();
  await openBoard(practice, address);
  await expect.poll(() => practice.requests.some(({ name }) => name === 'GET /v1/client-answers')).toBe(true);
  expect(await marks([first.id])).toEqual([null]);
  practice.messages.answer(first.id, 'confirmed');
  await waitUntil(async () => {
    send('state', { live: true });
    send('changed', { messages: true });
    expect(await marks([first.id])).toEqual(['confirmed']);
  });

  practice.change(first.id, { start: at(14), end: at(14.5) });
  send('changed', { appointments: [first.id], messages: true });
  await waitUntil(async () => expect(await marks([first.id])).toEqual([null]));
});

test('a message that arrived after the one that did not takes the mark away', async () => {
  const { practice, visits } = practiceOfDay();
  const [first, second] = visits;
  const failed = { status: 'failed', reason: 'refused', createdAt: at(-20) } as const;
  for (const { id } of [first, second]) practice.messages.add({ appointmentIds: [id], ...failed });
  practice.messages.add({ appointmentIds: [first.id], createdAt: at(-19) });
  await openBoard(practice, address);
  await waitUntil(async () => expect(await marks([first.id, second.id])).toEqual([null, 'not-delivered']));
});

test('nothing is requested where the practice system has no messages, or the day no appointments', async () => {
  const { practice } = practiceOfDay();
  const isAsked = (path: RegExp) => practice.requests.some(({ name }) => path.test(name));
  const empty = await openBoard(practice, `/?store=${STORE}&view=rooms&date=2026-06-10`);
  await empty.settled();
  // The answers of the coming days are counted at Requests, whatever day is shown.
  expect(isAsked(/messages/)).toBe(false);
  await empty.leave();
  practice.requests.length = 0;
  for (const name of ['listMessages', 'listClientAnswers'] as const) delete practice.session.capabilities[name];
  const { settled } = await openBoard(practice, address);
  await expect.poll(() => shownBlocks().length).toBe(3);
  await settled();
  expect(isAsked(/messages|client-answers/)).toBe(false);
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toBeVisible();
});
