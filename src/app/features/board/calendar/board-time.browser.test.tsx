import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Appointment } from '#contract/appointment.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, board, drawnMinutes, expectCounted, openBoard, shownBlocks } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(1280, 800);
});

const DAY = '2026-06-03';
/** New York and Chicago; the browser is in Tokyo (vitest.config.ts). */
const [NORTH, SOUTH] = [idOf(2, 1), idOf(2, 2)];

/** A practice with appointments in its first store, given by wall-clock times, which are four hours behind UTC. */
function practiceOf(...visits: readonly (readonly [from: string, to: string, more?: Partial<Appointment>])[]) {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  const instant = (time: string) => new Date(`${time.includes('T') ? time : `${DAY}T${time}`}-04:00`).toISOString();
  const added = visits.map(([from, to, more]) => practice.add({ start: instant(from), end: instant(to), ...more }));
  return { practice, added };
}

/** Checks that a block is drawn between two minutes of the day, to the pixel, once the hours are measured. */
const expectDrawn = (id: string, from: number, to: number) =>
  waitUntil(async () => {
    const drawn = drawnMinutes(await blockOf(id));
    expect(Math.abs(drawn.from - from), `${id} begins at ${drawn.from}`).toBeLessThan(3);
    expect(Math.abs(drawn.to - to), `${id} ends at ${drawn.to}`).toBeLessThan(4);
  });

/** Unfolds the hours before or after those that are always drawn. */
const unfold = (side: 'Before' | 'After') => board.getByRole('button', { name: `${side} ` }).click();

test('a receptionist in another zone sees the store’s local time', { tags: 'smoke' }, async () => {
  const { practice, added } = practiceOf(['09:10', '09:40']);
  const { address } = await openBoard(practice, `/?store=${NORTH}&date=${DAY}`);
  await expect.element(page.getByRole('heading', { level: 2, name: /^New York/ })).toBeVisible();
  const block = page.elementLocator(await blockOf(added[0]?.id ?? ''));
  await expect.element(block).toHaveAccessibleName('9:10 to 9:40, Bella, Ann Lee, Consultation, No room, Confirmed');
  await block.click();
  const details = page.getByRole('complementary', { name: 'Appointment' });
  await expect.element(details).toHaveTextContent('9:10 – 9:40 GMT-4');
  expect(address()).toContain(`appointment=${added[0]?.id}`);
});

test('every block is drawn at its wall-clock times in the store', async () => {
  const { practice, added } = practiceOf(
    ['00:00', '00:20'],
    ['07:25', '08:00'],
    ['08:00', '08:30'],
    ['08:05', '09:50'],
    ['10:07', '10:31'],
    // Anything shorter than a quarter of an hour is drawn as one.
    ['11:00', '11:00'],
    ['13:10', '13:12'],
    ['14:45', '20:15'],
    ['23:30', '2026-06-04T00:00'],
  );
  await openBoard(practice, `/?store=${NORTH}&date=${DAY}`);
  await unfold('Before');
  await unfold('After');
  const drawn = [
    [0, 20],
    [445, 480],
    [480, 510],
    [485, 590],
    [607, 631],
    [660, 675],
    [790, 805],
    [885, 1215],
    [1410, 1440],
  ] as const;
  for (const [index, [from, to]] of drawn.entries()) await expectDrawn(added[index]?.id ?? '', from, to);
});

test('on the day when clocks go back, repeated times share one position', async () => {
  const { practice, added } = practiceOf(
    ['2026-11-01T01:30', '2026-11-01T01:45'],
    ['2026-11-01T02:30', '2026-11-01T02:45'],
  );
  await openBoard(practice, `/?store=${NORTH}&date=2026-11-01`);
  await unfold('Before');
  for (const { id } of added) await expectDrawn(id, 90, 105);
});

test('on the day when clocks go forward, times after the gap keep their position', async () => {
  const { practice, added } = practiceOf(
    ['2026-03-08T02:30', '2026-03-08T03:30'],
    ['2026-03-08T10:00', '2026-03-08T10:30'],
  );
  await openBoard(practice, `/?store=${NORTH}&date=2026-03-08`);
  await unfold('Before');
  await expectDrawn(added[0]?.id ?? '', 90, 210);
  await expectDrawn(added[1]?.id ?? '', 600, 630);
});

test('stores in different zones appear side by side, each by its own clock', { tags: 'smoke' }, async () => {
  const { practice, added } = practiceOf(['12:00', '12:30'], ['12:00', '12:30', { storeId: SOUTH }]);
  await openBoard(practice, `/?store=${NORTH},${SOUTH}&date=${DAY}`);
  for (const name of ['North · New York', 'South · Chicago'])
    await expect.element(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await expectDrawn(added[0]?.id ?? '', 720, 750);
  await expectDrawn(added[1]?.id ?? '', 660, 690);
});

test('a stay across two nights appears on each of its days', async () => {
  const { practice, added } = practiceOf(['21:00', '2026-06-05T08:00']);
  const id = added[0]?.id ?? '';
  const { router, settled } = await openBoard(practice, `/?store=${NORTH}&date=${DAY}`);
  for (const [date, shown] of [
    ['2026-06-02', 0],
    ['2026-06-03', 1],
    ['2026-06-04', 1],
    ['2026-06-05', 1],
    ['2026-06-06', 0],
  ] as const) {
    await router.navigate({ to: '/', search: { store: [NORTH], date } });
    await expectCounted(shown);
    // The blocks are updated after the counts.
    await settled();
    if (shown === 0) expect(shownBlocks()).toEqual([]);
    else
      await expect
        .element(await blockOf(id))
        .toHaveAccessibleName(expect.stringContaining('stay Wed 21:00 → Fri 8:00'));
  }
});

test('on a phone the week opens at today, a day at its first column', async () => {
  await page.viewport(390, 844);
  // A Friday in New York, later than the time at which this page was loaded, so that its day counts as current.
  vi.setSystemTime(new Date('2037-06-05T14:40:00Z'));
  const monday = Array.from({ length: 20 }, () => ['2037-06-01T10:00', '2037-06-01T10:30'] as const);
  const { practice } = practiceOf(['2037-06-05T10:00', '2037-06-05T10:30'], ...monday);
  const { router } = await openBoard(practice, `/?store=${NORTH}&view=week`);
  await expect.element(board.getByRole('heading', { name: /^Fri 5 Jun/ })).toBeInViewport();
  await expect.element(page.elementLocator(await blockOf(practice.appointments[0]?.id ?? ''))).toBeInViewport();
  await router.navigate({ to: '/', search: { store: [NORTH], view: 'vets' } });
  await blockOf(practice.appointments[0]?.id ?? '');
  await expect.element(board.getByRole('columnheader').first()).toBeInViewport();
});
