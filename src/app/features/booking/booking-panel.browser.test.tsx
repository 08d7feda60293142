import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drag } from '#testing/board-of-two.ts';
import { field, dialog as panel, SEARCH, text } from '#testing/booking-form.ts';
import { type AskedRequest, createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { blockOf, board, drawnMinutes, openBoard, shownBlocks } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

/** A Wednesday. */
const DAY = '2031-06-04';
const ADDRESS = `/?store=${idOf(2, 1)}&date=${DAY}`;
const details = page.getByRole('complementary', { name: 'Appointment' });

/** Visits in both rooms of the store, in New York. */
function practice() {
  const made = createPracticeInMemory({ appointments: 0, today: DAY, beyond: true });
  const visit = (room: number, from: string, to: string, petId = idOf(4, 3)) =>
    made.add({ start: `${DAY}T${from}:00-04:00`, end: `${DAY}T${to}:00-04:00`, roomId: idOf(3, 10 + room), petId });
  return { practice: made, first: visit(1, '09:00', '10:00'), second: visit(2, '11:00', '11:30') };
}

async function openPanel(at = ADDRESS) {
  const made = practice();
  const app = await openBoard(made.practice, at);
  await blockOf(made.second.id);
  await page.getByRole('button', { name: 'New appointment' }).click();
  await expect.element(field('Pet')).toHaveFocus();
  return { ...made, ...app };
}

const draft = () =>
  waitUntil(() => {
    const block = document.querySelector<HTMLElement>('[data-event="draft"]');
    if (!block) throw new Error('The board does not show the booking.');
    return block;
  });
const draftMinutes = async () => {
  const { from, to } = drawnMinutes(await draft());
  return [Math.round(from / 5) * 5, Math.round(to / 5) * 5];
};
/** Where everything on the board stands. */
const places = () => [
  ...[...shownBlocks(), ...document.querySelectorAll('.calendar-heading, [data-time], .calendar-name')].map(
    (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height];
    },
  ),
];
test('the calendar narrows beside a panel, and is as before once that is closed', async () => {
  const { practice: made, first } = practice();
  await openBoard(made, ADDRESS);
  const block = await blockOf(first.id);
  await waitUntil(() => expect(drawnMinutes(block).from).toBeCloseTo(9 * 60, 0));
  const before = places();
  await page.getByRole('button', { name: 'New appointment' }).click();
  await expect.element(field('Pet')).toHaveFocus();
  await draft();
  const end = (element: Element | null) => element?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY;
  expect(end(document.querySelector('.calendar-scroller'))).toBeLessThanOrEqual(
    panel.element().getBoundingClientRect().left,
  );
  await userEvent.click(block);
  await expect.element(details).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(details).not.toBeInTheDocument();
  await expect.element(panel).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.poll(places).toEqual(before);
});

test('opening the panel scrolls a covered booking beside it, by no more than needed', async () => {
  const { practice: made, first, second } = practice();
  await openBoard(made, ADDRESS);
  const scroller = document.querySelector('.calendar-scroller');
  (await blockOf(first.id)).click();
  await expect.element(details).toBeVisible();
  expect(scroller?.scrollLeft).toBe(0);
  const covered = await blockOf(second.id);
  covered.click();
  const edge = () => details.element().getBoundingClientRect().left;
  await waitUntil(() => {
    const room = edge() - covered.getBoundingClientRect().right;
    expect(room).toBeGreaterThan(0);
    expect(room).toBeLessThan(16);
  });
  await userEvent.keyboard('{Escape}');
  await waitUntil(() => expect(scroller?.scrollLeft).toBe(0));
});

test('Escape closes details that were opened by key at the first press', async () => {
  const { practice: made, first } = practice();
  first.notes = 'A note that is longer than any block of the board is wide, and so is cut off at its end.';
  await openBoard(made, ADDRESS);
  (await blockOf(first.id)).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(details.getByRole('button', { name: 'Close details' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(details).not.toBeInTheDocument();
});

test('the board shows the booking while its form is filled in', async () => {
  await openPanel();
  expect((await draft()).textContent).toMatch(/^New appointment /);
  await text('Start').fill('14:00');
  await text('Length').fill('45');
  await waitUntil(async () => expect(await draftMinutes()).toEqual([14 * 60, 14 * 60 + 45]));
  await field('Pet').fill('be');
  await panel.getByRole('option').first().click();
  await waitUntil(async () => expect((await draft()).textContent).toMatch(/^Bella /));
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  expect(document.querySelector('[data-event="draft"]')).toBeNull();
});

test('dragging the booking on the board fills in time, length and room', async () => {
  await openPanel();
  await field('Pet').fill('be');
  await panel.getByRole('option').first().click();
  await text('Start').fill('13:00');
  await waitUntil(async () => expect((await draftMinutes())[0]).toBe(13 * 60));
  const block = await draft();
  const hour = 2 * (block.getBoundingClientRect().height + 1);
  const { drop } = await drag(block, { x: 0, y: hour });
  drop();
  await expect.element(text('Start')).toHaveValue('14:00');
  await expect.element(text('End')).toHaveValue('14:30');
  await expect.element(field('Room')).toHaveTextContent('Room 1');
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await waitUntil(async () => expect((await draftMinutes())[0]).toBe(14 * 60));
});

test('moving the booking on the board announces its new place', async () => {
  await openPanel();
  await expect.element(panel.getByRole('region', { name: 'Before you book' })).toBeInTheDocument();
  await field('Pet').fill('be');
  await panel.getByRole('option').first().click();
  await text('Start').fill('13:00');
  const named = (name: string) => board.getByRole('img', { name, exact: true });
  await expect.element(named('New appointment, Bella, 13:00 to 13:30, Room 1')).toBeVisible();
  const said = panel.getByRole('status').getByText('Moved to');
  expect(said.elements()).toEqual([]);
  const block = await draft();
  await waitUntil(async () => expect((await draftMinutes())[0]).toBe(13 * 60));
  const { drop } = await drag(block, { x: 0, y: 2 * (block.getBoundingClientRect().height + 1) });
  drop();
  await expect.element(said).toHaveTextContent('Moved to Wed 4 Jun, 14:00 to 14:30, Room 1');
  await expect.element(named('New appointment, Bella, 14:00 to 14:30, Room 1')).toBeVisible();
  // What is typed afterwards is known to who types it.
  await text('Start').fill('15:00');
  await waitUntil(() => expect(said.elements()).toEqual([]));
});

test('a click on another time moves the booking and keeps the form', async () => {
  const { first } = await openPanel();
  await text('Notes').fill('limps');
  await text('Start').fill('13:00');
  await text('End').fill('13:45');
  const { left, width, top, height } = (await blockOf(first.id)).getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + 2.125 * height, bubbles: true, cancelable: true, button: 0 };
  const click = () => {
    const target = document.elementFromPoint(at.clientX, at.clientY) ?? document.body;
    for (const type of ['mousedown', 'mouseup', 'click']) target.dispatchEvent(new MouseEvent(type, at));
  };
  for (const _ of [1, 2]) {
    click();
    await expect.element(text('Start')).toHaveValue('11:00');
    await expect.element(text('End')).toHaveValue('11:45');
    await expect.element(text('Notes')).toHaveValue('limps');
    await text('Start').fill('16:00');
  }
});

test('free starts are highlighted in their columns for the pet, length and vet of the form', async () => {
  const { first } = await openPanel();
  const room = (await blockOf(first.id)).getBoundingClientRect();
  const bands = () =>
    [...document.querySelectorAll('.free-starts')]
      .filter((band) => band.getBoundingClientRect().left < room.right)
      .map((band) => drawnMinutes(band))
      .map(({ from, to }) => [Math.round(from / 15) / 4, Math.round(to / 15) / 4]);
  await text('Length').fill('60');
  // From eight until six, and in room 1 not from nine to ten: the last start before it is at eight.
  await waitUntil(() =>
    expect(bands()).toEqual([
      [8, 8.25],
      [10, 17.25],
    ]),
  );
  await text('Length').fill('30');
  await waitUntil(() =>
    expect(bands()).toEqual([
      [8, 8.75],
      [10, 17.75],
    ]),
  );
});

test('a column of hidden appointments stays open while the booking or free starts are in it', async () => {
  const { practice: made } = practice();
  await openBoard(made, `${ADDRESS}&hide=1&q=nobody`);
  const rail = (room: number) => board.getByRole('button', { name: `Room ${room} · 1 hidden`, exact: true });
  await expect.element(rail(1)).toBeVisible();
  await expect.element(rail(2)).toBeVisible();
  await page.getByRole('button', { name: 'New appointment' }).click();
  await expect.element(field('Pet')).toHaveFocus();
  await draft();
  await waitUntil(() => {
    const columns = [...document.querySelectorAll('.free-starts')].map((band) => band.closest('.calendar-lane'));
    expect(new Set(columns).size).toBe(2);
  });
  expect(rail(1).elements()).toEqual([]);
  expect(rail(2).elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(rail(1)).toBeVisible();
  await expect.element(rail(2)).toBeVisible();
});

test.each([
  ['is slow', null, 'Checking for clashes…', 'Looking for free times…'],
  ['takes no more requests', 429, 'Checking for clashes…', 'Looking for free times…'],
  ['is away', 503, 'Couldn’t check for clashes.', 'The free times could not be loaded.'],
])(
  'while the practice system %s the form keeps what is typed, says what it waits for, and calls nothing free',
  async (_what, status, clashes, times) => {
    const { practice: made, second } = practice();
    // The form looks into all stores; the board, which is there, into its own.
    const isOfForm = ({ body }: AskedRequest) => Array.isArray(body?.['storeIds']) && body['storeIds'].length === 2;
    const { letGo, end } = made.hold(SEARCH, isOfForm);
    const headers = { 'retry-after': '1' };
    const mend =
      status === null
        ? letGo
        : made.answer(SEARCH, (request, usual) =>
            isOfForm(request) ? new Response('', { status, ...(status === 429 ? { headers } : {}) }) : usual(),
          );
    await openBoard(made, ADDRESS);
    await blockOf(second.id);
    await userEvent.keyboard('n');
    await expect.element(field('Pet')).toHaveFocus();
    await userEvent.keyboard('be');
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
    await text('Start').fill('13:00');
    await text('Notes').fill('limps');
    await expect.element(panel.getByText(clashes)).toBeVisible();
    await expect.element(panel.getByText(times)).toBeVisible();
    expect(panel.getByText('This time is free.').elements()).toEqual([]);
    expect(document.querySelectorAll('.free-starts, [data-booking]')).toHaveLength(0);

    mend();
    end();
    for (const again of panel.getByRole('button', { name: 'Try again' }).elements())
      if (again instanceof HTMLElement) again.click();
    await expect.element(panel.getByText('This time is free.')).toBeVisible();
    await waitUntil(() => expect(document.querySelectorAll('.free-starts').length).toBeGreaterThan(0));
    await expect.element(text('Start')).toHaveValue('13:00');
    await expect.element(text('Notes')).toHaveValue('limps');
    await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  },
);

test('a list shows long options whole at WCAG text spacing', async () => {
  const { practice: made } = practice();
  const [store] = made.company.stores;
  if (store) store.name = 'Alder Creek – Downtown, beside the old mill';
  const spaced = document.createElement('style');
  spaced.textContent = '* { line-height: 1.5; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';
  document.head.append(spaced);
  onTestFinished(() => spaced.remove());
  await openBoard(made, `${ADDRESS}&new=1`);
  await field('Store').click();
  const option = page.getByRole('option', { name: /^Alder Creek/ });
  await expect.element(option).toBeVisible();
  for (const part of [option.element(), ...option.element().querySelectorAll('*')])
    expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth || part.scrollWidth);
});

test('the booking keeps its date when the board shows another day', async () => {
  await openPanel();
  await text('Start').fill('13:00');
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/5 Jun/);
  await waitUntil(() => expect(document.querySelector('[data-event="draft"]')).toBeNull());
  await expect.element(panel.getByLabelText('Date', { exact: true })).toHaveValue('Wed, 4 Jun 2031');
  await expect.element(text('Start')).toHaveValue('13:00');
});

test('F6, n and Escape move between the panel and the board', async () => {
  const { first } = await openPanel();
  await text('Start').click();
  await userEvent.keyboard('{F6}');
  expect(document.activeElement).toBe(await blockOf(first.id));
  await userEvent.keyboard('{F6}');
  await expect.element(text('Start')).toHaveFocus();
  await userEvent.keyboard('{F6}n');
  await expect.element(field('Pet')).toHaveFocus();
  await expect.element(field('Pet')).toHaveValue('');
  await userEvent.keyboard('{F6}{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  expect(document.activeElement).toBe(await blockOf(first.id));
});

test('a narrow screen shows the form as a page and keeps what was typed', async () => {
  await openPanel();
  await text('Notes').fill('limps');
  await resizePage(834, 1112);
  await expect.element(text('Notes')).toHaveValue('limps');
  await waitUntil(() => expect(panel.element().getBoundingClientRect().width).toBe(834));
});
