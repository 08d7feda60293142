import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Appointment } from '#contract/appointment.ts';
import { expectAccessible } from '#testing/accessible.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, board, openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2026-06-03';
const STORE = idOf(2, 1);
const address = `/?date=${DAY}&store=${STORE}`;

const foot = page.getByRole('contentinfo');
const now = foot.getByRole('group', { name: 'Now' });
const button = (name: string | RegExp) => now.getByRole('button', { name });

afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(1280, 800);
});

/** A day in New York at 10:00: two are late, one waits, one runs over. */
function busyDay() {
  vi.setSystemTime(new Date(`${DAY}T14:00:00Z`));
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  const add = (from: string, to: string, more: Partial<Appointment> = {}) =>
    practice.add({ start: `${DAY}T${from}:00.000Z`, end: `${DAY}T${to}:00.000Z`, roomId: idOf(3, 11), ...more }).id;
  const ids = {
    late: [add('13:00', '13:15', { petId: idOf(4, 2) }), add('13:45', '14:00', { petId: idOf(4, 3) })],
    waiting: add('14:00', '14:15', {
      petId: idOf(4, 4),
      status: 'checked_in',
      checkedInAt: `${DAY}T13:35:00.000Z`,
    }),
    over: add('13:15', '13:45', { petId: idOf(4, 5), status: 'in_progress', checkedInAt: `${DAY}T13:10:00.000Z` }),
    next: add('15:15', '15:45', { petId: idOf(4, 6), roomId: idOf(3, 12) }),
  };
  return { practice, ids };
}

const shownIds = () =>
  [...document.querySelectorAll<HTMLElement>('[data-appointment]:not([data-faded])')].map(
    (block) => block.dataset['appointment'],
  );

test('the status bar counts late, waiting and overrunning patients', { tags: 'smoke' }, async () => {
  const { practice } = busyDay();
  await openBoard(practice, address);
  await expect.element(now).toHaveTextContent(/2 late·1 waiting, longest 25 min·1 running over$/);
  await expectAccessible('the line of now', { part: 'footer' });
});

test('pressing a count in the status bar filters the board, and pressing it again clears the filter', {
  tags: 'smoke',
}, async () => {
  const { practice, ids } = busyDay();
  const { address: shown, settled } = await openBoard(practice, address);
  await blockOf(ids.next);
  await button('2 late').click();
  await expect.element(button('2 late')).toHaveAttribute('aria-pressed', 'true');
  await waitUntil(() => expect(shownIds().sort()).toEqual([...ids.late].sort()));
  await expect.element(page.getByText('2 of 5', { exact: true })).toBeVisible();
  expect(shown()).toContain('now=late');
  await button(/waiting/).click();
  await waitUntil(() => expect(shownIds()).toEqual([ids.waiting]));
  expect(shown()).toContain('now=waiting');
  await button(/waiting/).click();
  await waitUntil(() => expect(shownIds()).toHaveLength(5));
  expect(shown()).not.toContain('now=');
  await settled();
});

test('Clear filters also clears the filter of the status bar', async () => {
  const { practice, ids } = busyDay();
  await openBoard(practice, `${address}&now=over`);
  await blockOf(ids.over);
  await waitUntil(() => expect(shownIds()).toEqual([ids.over]));
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await waitUntil(() => expect(shownIds()).toHaveLength(5));
});

test('a filter of the status bar can be cleared when no patient is left in it', async () => {
  const { practice, ids } = busyDay();
  await openBoard(practice, `${address}&now=over`);
  await expect.element(button('1 running over')).toBeVisible();
  practice.change(ids.over, { status: 'completed' });
  vi.setSystemTime(new Date(`${DAY}T14:01:00Z`));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(button('0 running over')).toBeVisible();
  await expect.element(page.getByText('0 of 5', { exact: true })).toBeVisible();
  await button('0 running over').click();
  await waitUntil(() => expect(shownIds()).toHaveLength(5));
});

test('the status bar shows nothing about now on another day or in a week', async () => {
  const { practice } = busyDay();
  const { router } = await openBoard(practice, address);
  await expect.element(button('2 late')).toBeVisible();
  await router.navigate({ to: '/', search: (before) => ({ ...before, view: 'week', now: 'late' as const }) });
  await expect.element(now).not.toBeInTheDocument();
  expect(page.getByRole('button', { name: 'Clear filters' }).elements()).toEqual([]);
  await router.navigate({ to: '/', search: (before) => ({ ...before, view: 'rooms', date: '2026-06-04' }) });
  await expect.element(board).toHaveAttribute('aria-busy', 'false');
  expect(now.elements()).toEqual([]);
});

test.each([
  [1280, 800],
  [390, 844],
])('at %i pixels the counts move nothing else in the status bar', async (width, height) => {
  await page.viewport(width, height);
  const { practice } = busyDay();
  const { practice: quiet } = { practice: createPracticeInMemory({ appointments: 0, today: DAY }) };
  vi.setSystemTime(new Date(`${DAY}T10:00:00Z`));
  const places = () => {
    const inFoot = foot.element().querySelectorAll('a, [role=status]');
    return [foot.element(), ...inFoot].map((element) => {
      const { top, left, height: elementHeight } = element.getBoundingClientRect();
      return [top, left, elementHeight].map(Math.round);
    });
  };
  const app = await openBoard(quiet, address);
  await app.settled();
  const before = places();
  await app.leave();
  vi.setSystemTime(new Date(`${DAY}T14:00:00Z`));
  const busy = await openBoard(practice, address);
  await expect.element(button('2 late')).toBeVisible();
  await busy.settled();
  expect(places()).toEqual(before);
});
