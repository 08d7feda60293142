import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drag } from '#testing/board-of-two.ts';
import { DRAFT_DAY as DAY } from '#testing/booking-draft.ts';
import { answer, at, bella, field, dialog as panel, renderForm, text } from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { blockOf, board, drawnMinutes, lookForChanges, openBoard, shownBlocks } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const ADDRESS = `/?store=${idOf(2, 1)}&date=${DAY}`;
const details = page.getByRole('complementary', { name: 'Appointment' });
const heading = page.getByRole('heading', { level: 1 });

/** A practice with appointments of Milo in both rooms of the store. */
function practice() {
  const created = createPracticeInMemory({ appointments: 0, today: '2031-05-01', hasExtensions: true });
  const add = (room: number, from: string, to: string) =>
    created.add({ start: at(from), end: at(to), roomId: idOf(3, 10 + room), petId: idOf(4, 3) });
  return { practice: created, first: add(1, '9:00', '10:00'), second: add(2, '11:00', '11:30') };
}

/** Opens the calendar with the panel, by default for Bella's vaccination at 13:00. */
async function openPanel(params = bella('13:00')) {
  const created = practice();
  const app = await renderForm(created.practice, params);
  await blockOf(created.second.id);
  await expect.element(field('Pet')).toBeVisible();
  if (params !== '') await expect.element(answer).toHaveTextContent(/^Free/);
  return { ...created, ...app };
}

const draft = () =>
  waitUntil(() => {
    const block = document.querySelector<HTMLElement>('[data-event="draft"]');
    if (!block) throw new Error('The calendar does not show the booking.');
    return block;
  });
const draftMinutes = async () => {
  const { from, to } = drawnMinutes(await draft());
  return [Math.round(from / 5) * 5, Math.round(to / 5) * 5];
};
/** The positions of everything on the calendar. */
const places = () => [
  ...[...shownBlocks(), ...document.querySelectorAll('.calendar-heading, [data-time], .calendar-name')].map(
    (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height];
    },
  ),
];

test('the calendar narrows beside the panel, and is restored when the panel closes', async () => {
  const { practice: created, first } = practice();
  await openBoard(created, ADDRESS);
  const block = await blockOf(first.id);
  await waitUntil(() => expect(drawnMinutes(block).from).toBeCloseTo(9 * 60, 0));
  const before = places();
  await userEvent.keyboard('n');
  await expect.element(field('Pet')).toHaveFocus();
  const end = (element: Element | null) => element?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY;
  await waitUntil(() =>
    expect(end(document.querySelector('.calendar-scroller'))).toBeLessThanOrEqual(
      panel.element().getBoundingClientRect().left,
    ),
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

test('opening the details scrolls a covered block beside them, no further than needed', async () => {
  const { practice: created, first, second } = practice();
  await openBoard(created, ADDRESS);
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

test('Escape closes details that were opened by keyboard at the first press', async () => {
  const { practice: created, first } = practice();
  first.notes = 'A note that is longer than any block of the board is wide, and so is cut off at its end.';
  await openBoard(created, ADDRESS);
  (await blockOf(first.id)).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(details.getByRole('button', { name: 'Close details' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(details).not.toBeInTheDocument();
});

test('the calendar shows the booking in the panel until it closes', async () => {
  await openPanel();
  await text('Length').fill('45');
  await waitUntil(async () => expect(await draftMinutes()).toEqual([13 * 60, 13 * 60 + 45]));
  expect((await draft()).textContent).toMatch(/Bella/);
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  expect(document.querySelector('[data-event="draft"]')).toBeNull();
});

test('dragging the booking on the calendar sets time and room', async () => {
  await openPanel();
  await expect
    .element(board.getByRole('img', { name: /^New appointment, .*Bella.*, 13:00 to 13:15, Room 1$/ }))
    .toBeVisible();
  const block = await draft();
  await waitUntil(async () => expect((await draftMinutes())[0]).toBe(13 * 60));
  const { drop } = await drag(block, { x: 0, y: 4 * (block.getBoundingClientRect().height + 1) });
  drop();
  await expect.element(text('Start')).toHaveValue('14:00');
  await expect.element(text('Length')).toHaveValue('15 min');
  await expect.element(field('Room')).toHaveTextContent('Room 1');
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await expect
    .element(board.getByRole('img', { name: /^New appointment, .*Bella.*, 14:00 to 14:15, Room 1$/ }))
    .toBeVisible();
});

test('clicking another time moves the booking once and keeps the other fields', { tags: 'smoke' }, async () => {
  const { practice, first } = await openPanel();
  await text('Notes').fill('limps');
  await text('Length').fill('45');
  const { left, width, top, height } = (await blockOf(first.id)).getBoundingClientRect();
  const point = {
    clientX: left + width / 2,
    clientY: top + 2.125 * height,
    bubbles: true,
    cancelable: true,
    button: 0,
  };
  const click = () => {
    const target = document.elementFromPoint(point.clientX, point.clientY) ?? document.body;
    for (const type of ['mousedown', 'mouseup', 'click']) target.dispatchEvent(new MouseEvent(type, point));
  };
  for (const _ of [1, 2]) {
    click();
    await expect.element(text('Start')).toHaveValue('11:00');
    await expect.element(text('Length')).toHaveValue('45 min');
    await expect.element(text('Notes')).toHaveValue('limps');
    await text('Start').fill('16:00');
  }
  // The place of the click is still in the address.
  await lookForChanges(practice);
  await text('Notes').fill('limps badly');
  await expect.element(text('Start')).toHaveValue('16:00');
});

test('Ctrl+Enter on the calendar books what is in the panel', async () => {
  const { practice: created } = await openPanel();
  document.getElementById('board')?.focus();
  expect(panel.element().contains(document.activeElement)).toBe(false);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitUntil(() => expect(created.creates()).toHaveLength(1));
  await expect.element(panel).not.toBeInTheDocument();
});

test('panel and calendar share a day, and closing returns to the previous day', async () => {
  const { address } = await openPanel(bella(''));
  const date = panel.getByLabelText('Date', { exact: true });
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect.element(heading).toHaveTextContent(/5 Jun/);
  await expect.element(date).toHaveValue('Thu, 5 Jun 2031');
  await userEvent.fill(date, '9 june 2031');
  await userEvent.keyboard('{Tab}');
  await expect.element(heading).toHaveTextContent(/9 Jun/);
  await panel.getByRole('button', { name: 'The day before' }).click();
  await expect.element(heading).toHaveTextContent(/8 Jun/);
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(heading).toHaveTextContent(/4 Jun/);
  expect(address()).not.toContain('back=');
});

test('Book again offers common distances from the previous appointment', async () => {
  const { address } = await renderForm(practice().practice, `${bella('')}&bookAfter=${DAY}`);
  const distances = panel.getByRole('group', { name: 'In', exact: true });
  await expect.element(distances).toBeVisible();
  expect(
    distances
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([...['1 week', '2 weeks', '4 weeks', '6 months', '1 year']]);
  for (const [name, day] of [
    ['2 weeks', '2031-06-18'],
    ['1 week', '2031-06-11'],
    ['6 months', '2031-12-04'],
  ] as const) {
    await distances.getByRole('button', { name }).click();
    await waitUntil(() => expect(address()).toContain(`date=${day}`));
  }
  await expect.element(answer).toHaveTextContent(/^Free/);
});

test('F6, n and Escape move the focus between panel and calendar', async () => {
  const { first } = await openPanel('');
  await expect.element(field('Pet')).toHaveFocus();
  await text('Start').click();
  await userEvent.keyboard('{F6}');
  expect(document.activeElement).toBe(await blockOf(first.id));
  await userEvent.keyboard('{F6}');
  await expect.element(text('Start')).toHaveFocus();
  await userEvent.keyboard('{F6}n');
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard('{F6}{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  expect(document.activeElement).toBe(await blockOf(first.id));
});

test('on a narrow screen the panel becomes a page and keeps its input', async () => {
  await openPanel();
  await text('Notes').fill('limps');
  await resizePage(834, 1112);
  await expect.element(text('Notes')).toHaveValue('limps');
  await waitUntil(() => expect(panel.element().getBoundingClientRect().width).toBe(834));
});
