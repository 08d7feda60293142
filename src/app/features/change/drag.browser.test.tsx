import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  block,
  drag,
  OTHER,
  openBoardOfTwo,
  openWithUnansweredCheckIn,
  practiceOfTwo,
  TODAY,
  VISIT,
} from '#testing/board-of-two.ts';
import { idOf } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { board, lookForChanges } from '#testing/shown-board.ts';

// While a block is dragged, which takes seconds, colleagues change the board, and responses to this desk's changes
// arrive.

const conflict = page.getByRole('dialog', { name: 'Changed in the meantime' });
const patches = (practice: ReturnType<typeof practiceOfTwo>['practice']) =>
  practice.requests.filter(({ name }) => name.startsWith('PATCH'));

/** Drags Bella's block by an hour, or resizes it by a quarter, without releasing it. */
async function hold(what: 'drag' | 'stretch') {
  const bella = block(/Bella/).element();
  // There is a gap of one pixel between blocks.
  const hour = 2 * (bella.getBoundingClientRect().height + 1);
  if (what === 'drag') return { ...(await drag(bella, { x: 0, y: hour })), shown: board.getByText('10:00 – 10:30') };
  const { left, bottom, width } = bella.getBoundingClientRect();
  const end = document.elementFromPoint(left + width / 2, bottom - 2);
  const drop = await drag(end ?? document.body, { x: 0, y: hour / 4 });
  return { ...drop, shown: board.getByText('9:00 – 9:45') };
}

test.each([0.05, 0.3, 0.5, 0.95])(
  'a long block moves as far as the pointer, when grabbed at %f of its height',
  async (part) => {
    const { practice, visit, other } = practiceOfTwo();
    const [bella, milo] = [visit(), other()];
    if (!bella || !milo) throw new Error('A visit is missing.');
    bella.end = `${TODAY}T14:45:00.000Z`;
    milo.start = `${TODAY}T16:30:00.000Z`;
    milo.end = `${TODAY}T17:00:00.000Z`;
    await openBoardOfTwo(practice);
    const element = block(/Bella/).element();
    const quarter = (element.getBoundingClientRect().height + 1) / 7;
    const { drop } = await drag(element, { x: 0, y: 3 * quarter }, part);
    await expect.element(board.getByText('9:45 – 11:30')).toBeVisible();
    drop();
    await expect.poll(() => visit()?.start).toBe(`${TODAY}T13:45:00.000Z`);
  },
);

const END = { drag: `${TODAY}T14:30:00.000Z`, stretch: `${TODAY}T13:45:00.000Z` };

test.each(['drag', 'stretch'] as const)('a %s continues when a colleague’s change arrives during it', async (what) => {
  const { practice, visit } = practiceOfTwo();
  await openBoardOfTwo(practice);
  const { shown, drop } = await hold(what);
  await expect.element(shown).toBeVisible();
  practice.change(OTHER, { notes: 'Bites' });
  await lookForChanges(practice);
  await expect.element(block(/Milo/)).toHaveAttribute('data-fresh');
  await expect.element(shown).toBeVisible();
  drop();
  await expect.poll(() => visit()?.end).toBe(END[what]);
  await expect.element(block(/Bella/)).toBeVisible();
  expect(conflict.elements()).toEqual([]);
});

test.each(['drag', 'stretch'] as const)(
  'a %s that starts before the previous change is answered follows it without a conflict',
  async (what) => {
    const { practice, visit } = practiceOfTwo();
    const answer = await openWithUnansweredCheckIn(practice);
    const { shown, drop } = await hold(what);
    await expect.element(shown).toBeVisible();
    answer();
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect.element(shown).toBeVisible();
    drop();
    await expect.poll(() => visit()?.end).toBe(END[what]);
    expect(visit()?.status).toBe('checked_in');
    expect(conflict.elements()).toEqual([]);
    expect(patches(practice)).toHaveLength(2);
  },
);

test.each([
  ['moves it', { start: `${TODAY}T18:00:00.000Z`, end: `${TODAY}T18:30:00.000Z` }],
  ['cancels it', { status: 'cancelled' as const }],
  ['moves it to another day', { start: '2026-06-04T13:00:00.000Z', end: '2026-06-04T13:30:00.000Z' }],
])('if a colleague %s during a drag, the drop asks which version to keep', async (_, theirChanges) => {
  const { practice, visit } = practiceOfTwo();
  await openBoardOfTwo(practice);
  for (const what of ['stretch', 'drag'] as const) {
    const { shown, drop } = await hold(what);
    await expect.element(shown).toBeVisible();
    const changed = practice.change(VISIT, { ...theirChanges, notes: `Changed during the ${what}` });
    const before = practice.requests.length;
    await lookForChanges(practice);
    await expect.poll(() => practice.requests.length).toBeGreaterThan(before);
    await expect.element(shown).toBeVisible();
    drop();
    await expect.element(conflict).toBeVisible();
    expect(visit()).toEqual(changed);
    await conflict.getByRole('button', { name: what === 'drag' ? 'Apply mine' : 'Keep theirs' }).click();
    if (what === 'drag') await expect.poll(() => visit()?.end).toBe(END.drag);
    else {
      expect(visit()).toEqual(changed);
      const { start = '', end = '' } = { start: `${TODAY}T13:00:00.000Z`, end: `${TODAY}T13:30:00.000Z` };
      practice.change(VISIT, { start, end, status: 'confirmed' });
      await lookForChanges(practice);
      await expect.element(block(/9:00 to 9:30.*Bella.*Confirmed/)).toBeVisible();
    }
  }
});

test('dropping an appointment that no longer exists reports that', async () => {
  const { practice, visit } = practiceOfTwo();
  await openBoardOfTwo(practice);
  const { shown, drop } = await hold('drag');
  await expect.element(shown).toBeVisible();
  practice.appointments.splice(0, 1);
  expect(visit()).toBeUndefined();
  drop();
  await expect.element(page.getByText(/Bella.*: not changed/)).toBeVisible();
});

test.each(['drag', 'stretch'] as const)('Escape cancels a %s, and no other key has an effect', async (what) => {
  // Wide enough that the board does not scroll to show Milo beside the details.
  await resizePage(1920, 1080);
  const { practice, visit } = practiceOfTwo();
  await openBoardOfTwo(practice);
  await block(/Milo/).click();
  const details = page.getByRole('complementary', { name: 'Appointment' });
  // The panel ignores keys while it is loading.
  await expect.element(details.getByRole('button', { name: 'Check in' })).toBeVisible();
  const { move, shown, drop } = await hold(what);
  await expect.element(shown).toBeVisible();
  await userEvent.keyboard('4t{Alt>}{ArrowRight}{/Alt}s');
  await expect.element(shown).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(shown).not.toBeInTheDocument();
  move(0.5);
  drop();
  await expect.element(details).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(details).not.toBeInTheDocument();
  expect(patches(practice)).toEqual([]);
  const next = await hold(what);
  next.drop();
  await expect.poll(() => visit()?.end).toBe(END[what]);
});

test('a drag whose calendar was unmounted changes nothing', async () => {
  const { practice, visit } = practiceOfTwo();
  const { router } = await openBoardOfTwo(practice);
  const { shown, drop } = await hold('drag');
  await expect.element(shown).toBeVisible();
  await router.navigate({ to: '/', search: (before) => ({ ...before, view: 'list' }) });
  await expect.element(shown).not.toBeInTheDocument();
  drop();
  // Changes of an appointment are sent one after the other.
  await expect.element(block(/Bella/)).toBeVisible();
  block(/Bella/).element().focus();
  await userEvent.keyboard('s');
  await expect.poll(() => visit()?.status).toBe('checked_in');
  expect(patches(practice)).toHaveLength(1);
});

/** The minute after 9:00 at which Bella's block is shown while it is dragged; null if it is not shown. */
function shownMinute(): number | null {
  const text = [...document.querySelectorAll('.calendar-block b')].map((element) => element.textContent ?? '');
  const [, hour, minute] = text.flatMap((one) => [one.match(/^(\d+):(\d\d) – /)]).find((match) => match) ?? [];
  return hour === undefined ? null : (Number(hour) - 9) * 60 + Number(minute);
}

test('a drag moves in steps of 15 minutes', async () => {
  const { practice, visit } = practiceOfTwo();
  await openBoardOfTwo(practice);
  const bella = block(/Bella/).element();
  const minute = (bella.getBoundingClientRect().height + 1) / 30;
  const { drop } = await drag(bella, { x: 0, y: 20 * minute });
  expect(shownMinute()).toBe(30);
  drop();
  await expect.poll(() => visit()?.start).toBe(`${TODAY}T13:30:00.000Z`);
});

test('a block that is moved by keyboard follows the response to the previous change', async () => {
  const { practice, visit } = practiceOfTwo();
  const answer = await openWithUnansweredCheckIn(practice);
  await userEvent.keyboard('m{ArrowDown}');
  answer();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  practice.change(OTHER, { notes: 'Bites' });
  await lookForChanges(practice);
  await expect.element(block(/Milo/)).toHaveAttribute('data-fresh');
  await expect.element(block(/9:15 to 9:45.*Bella/)).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect
    .poll(() => visit())
    .toMatchObject({ start: `${TODAY}T13:30:00.000Z`, status: 'checked_in', roomId: idOf(3, 11) });
  expect(conflict.elements()).toEqual([]);
});

test('saving a move by keyboard asks which version to keep if a colleague changed it', async () => {
  const { practice, visit } = practiceOfTwo();
  await openBoardOfTwo(practice);
  block(/Bella/).element().focus();
  await userEvent.keyboard('m{ArrowDown}');
  await expect.element(block(/9:15 to 9:45.*Bella/)).toBeVisible();
  practice.change(VISIT, { start: `${TODAY}T18:00:00.000Z`, end: `${TODAY}T18:30:00.000Z` });
  await lookForChanges(practice);
  // The block that is being moved does not jump away from the keys.
  await expect.element(block(/9:15 to 9:45.*Bella/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await conflict.getByRole('button', { name: 'Apply mine' }).click();
  await expect.poll(() => visit()?.start).toBe(`${TODAY}T13:15:00.000Z`);
});
