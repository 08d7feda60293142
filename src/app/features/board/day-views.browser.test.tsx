import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2026-06-03';
const STORE = idOf(2, 1);

afterEach(() => page.viewport(1280, 800));

const list = page.getByRole('region', { name: 'List', exact: true });
const rows = list.getByRole('rowgroup', { name: 'Appointments', exact: true }).getByRole('row');

test('a phone shows the day as a list with keyboard navigation', { tags: 'smoke' }, async () => {
  await page.viewport(390, 844);
  const { address } = await openBoard(createPracticeInMemory({ today: DAY }), `/?store=${STORE}&date=${DAY}`);
  await expect.element(rows.nth(2)).toBeVisible();
  // Column headings are hidden, so each row begins with a heading for its other cells.
  await expect.element(rows.nth(0).getByRole('rowheader')).toHaveAttribute('scope', 'row');
  rows.nth(0).element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  const second = rows.nth(1).element();
  expect(document.activeElement).toBe(second);
  // One tab stop, where the arrow keys left it.
  expect([...document.querySelectorAll('[data-appointment][tabindex="0"]')]).toEqual([second]);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('complementary', { name: 'Appointment', exact: true })).toBeVisible();
  expect(address()).toContain(`appointment=${second.getAttribute('data-appointment')}`);
});

test('on a phone the list opens at the next patient, however many patients are here', async () => {
  await page.viewport(390, 844);
  const now = Date.parse(`${DAY}T16:00:00.000Z`);
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  for (let index = 0; index < 12; index += 1) {
    practice.add({ start: at(index - 60), end: at(index), status: 'in_progress', checkedInAt: at(-60) });
  }
  const next = practice.add({ start: at(10), end: at(40) });
  for (let later = 1; later < 12; later += 1) practice.add({ start: at(10 + 15 * later), end: at(25 + 15 * later) });
  await openBoard(practice, `/?store=${STORE}&date=${DAY}`);
  const row = await blockOf(next.id);
  await waitUntil(() => {
    const above = row.getBoundingClientRect().top - list.element().getBoundingClientRect().top;
    expect(above).toBeGreaterThanOrEqual(0);
    expect(above).toBeLessThan(row.clientHeight);
  });
});

test('at 400 % zoom the calendar becomes a list, in which every appointment can be reached', async () => {
  await page.viewport(320, 256);
  await openBoard(createPracticeInMemory({ today: DAY }), `/?store=${STORE}&date=${DAY}&view=rooms`);
  await expect.element(list).toHaveTextContent('The screen is too small for the calendar');
  const last = rows.last();
  await expect.element(last).toBeInTheDocument();
  last.element().scrollIntoView({ block: 'nearest' });
  await expect.element(last).toBeInViewport({ ratio: 0.99 });
  await last.click();
  await expect.element(page.getByRole('button', { name: 'Close details', exact: true })).toBeInViewport();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

/** Noon in the store, with an appointment in each arrival state, with and without notes. */
function atNoon(hasExtensions = false) {
  const now = Date.parse(`${DAY}T16:00:00.000Z`);
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  const practice = createPracticeInMemory({ appointments: 0, today: DAY, hasExtensions });
  const start = `${DAY}T15:30:00.000Z`;
  const at = { start, end: `${DAY}T16:30:00.000Z`, checkedInAt: start };
  const waiting = practice.add({ ...at, status: 'checked_in', notes: null, employees: [] });
  const late = practice.add({ ...at, status: 'confirmed', checkedInAt: null, notes: 'Bites when touched' });
  const over = practice.add({ ...at, status: 'completed', petId: idOf(4, 2) });
  return { practice, waiting, late, over };
}

test('a wide list has its cells below the column headings', async () => {
  const { practice, waiting, late } = atNoon();
  await openBoard(practice, `/?store=${STORE}&view=list&date=${DAY}`);
  const [one, other] = [await blockOf(waiting.id), await blockOf(late.id)];
  await waitUntil(() => expect(one.textContent).toContain('waiting 30 min'));
  const headings = list.getByRole('columnheader').elements();
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    ...['Time', 'Pet', 'Client', 'Type', 'Vet', 'Room', 'Status', 'Attention', 'Next step'],
  ]);
  const left = (element: Element | undefined) => element?.getBoundingClientRect().left;
  const cellsOf = (row: Element) => [...row.children].filter((cell) => cell.getClientRects().length > 0);
  for (const [index, heading] of headings.entries())
    for (const row of [one, other]) expect(left(cellsOf(row)[index]), heading.textContent ?? '').toBe(left(heading));
  // Notes appear as an icon whose tooltip has the whole text.
  await expect.element(list.getByTitle('Bites when touched')).toBeVisible();
});

test('the flow shows appointments that are over as a count that expands, and arrow keys move between cards', async () => {
  const { practice, waiting, late, over } = atNoon();
  const { address } = await openBoard(practice, `/?store=${STORE}&view=flow&date=${DAY}`);
  const card = await blockOf(late.id);
  expect(document.querySelector(`[data-appointment="${over.id}"]`)).toBeNull();
  card.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(await blockOf(waiting.id));
  await page.getByRole('region', { name: 'Completed', exact: true }).getByRole('button').click();
  const opened = await blockOf(over.id);
  expect(opened.ariaLabel).toMatch(/^11:30 to 12:30, Bello, .*Completed/);
  (await blockOf(waiting.id)).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(opened);
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toContain(over.id);
});

test('pressing the button on a card takes the next step, and the focus stays with the card', {
  tags: 'smoke',
}, async () => {
  const { practice, late } = atNoon(true);
  await openBoard(practice, `/?store=${STORE}&view=flow&date=${DAY}`);
  await blockOf(late.id);
  await page.getByRole('button', { name: /^Check in, / }).click();
  const lane = page.getByRole('region', { name: 'Checked in', exact: true }).element();
  await waitUntil(() => {
    const card = lane.querySelector(`[data-appointment="${late.id}"]`);
    expect(card).not.toBeNull();
    expect(document.activeElement).toBe(card);
  });
  await expect.poll(() => practice.appointments.find(({ id }) => id === late.id)?.status).toBe('checked_in');
});
