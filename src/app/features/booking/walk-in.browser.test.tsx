import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { blockOf, drawnMinutes, openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

/** A Wednesday, at 10:43 in New York. */
const DAY = '2031-06-04';
const NOW = Date.parse(`${DAY}T14:43:20.000Z`);
const ADDRESS = `/?store=${idOf(2, 1)}&date=${DAY}`;
const panel = page.getByRole('dialog', { name: 'Walk-in' });
const whole = page.getByRole('dialog', { name: 'New appointment' });
const field = (name: string) => panel.getByRole('combobox', { name });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const practiceThen = (beyond = true) => createPracticeInMemory({ appointments: 0, today: DAY, beyond });

/** A visit in a room with a vet, in New York. */
function visit(practice: PracticeInMemory, room: number, vet: number, from: string, to: string) {
  return practice.add({
    start: `${DAY}T${from}:00-04:00`,
    end: `${DAY}T${to}:00-04:00`,
    roomId: idOf(3, 10 + room),
    petId: idOf(4, 3),
    employees: [{ id: idOf(6, vet), isMainEmployee: true }],
  });
}

/** Opens it by key and types so many keys as a receptionist does. */
async function openWalkIn(practice: PracticeInMemory) {
  await openBoard(practice, ADDRESS);
  await userEvent.keyboard('w');
  await expect.element(field('Pet')).toHaveFocus();
}

test('twelve keys put who is here on the board: now, checked in, with the first vet and room that are free', async () => {
  const practice = practiceThen();
  visit(practice, 1, 1, '10:30', '11:30');
  await openWalkIn(practice);
  // With w these are eleven; the lists answer before Enter.
  await userEvent.keyboard('be');
  await expect.element(panel.getByRole('option').first()).toBeVisible();
  await userEvent.keyboard('{Enter}{Tab}va');
  await expect.poll(() => panel.getByRole('option').elements()).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Vet')).toHaveValue('Bram de Wit');
  await expect.element(field('Room')).toHaveTextContent('Room 2');
  await expect.element(panel.getByText('Now, 10:43 to 10:58, checked in')).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(panel).not.toBeInTheDocument();
  expect(practice.creates()).toMatchObject([
    {
      start: `${DAY}T14:43:00.000Z`,
      end: `${DAY}T14:58:00.000Z`,
      status: 'checked_in',
      employeeId: idOf(6, 2),
      petId: idOf(4, 1),
    },
  ]);
  await waitUntil(() => expect(practice.appointments.at(-1)?.roomId).toBe(idOf(3, 12)));
});

test('vet and room that were chosen stay', async () => {
  const practice = practiceThen();
  await openWalkIn(practice);
  await expect.element(field('Vet')).toHaveValue('Ada Okafor');
  await field('Vet').fill('bram');
  await userEvent.keyboard('{Enter}');
  await field('Visit type').fill('dent');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByText('Now, 10:43 to 11:43, checked in')).toBeVisible();
  await expect.element(field('Vet')).toHaveValue('Bram de Wit');
});

/** The next minute, as a tab that comes to the front again learns of it. */
function passMinute() {
  vi.setSystemTime(Date.now() + 60_000);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('a minute that passes changes it, but not while it is being booked: it stays the same booking', async () => {
  const practice = practiceThen();
  const { letGo } = practice.hold('POST /v1/appointments');
  await openWalkIn(practice);
  await field('Pet').fill('be');
  await panel.getByRole('option').first().click();
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await field('Visit type').fill('va');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByText('Now, 10:43 to 10:58, checked in')).toBeVisible();
  passMinute();
  await expect.element(panel.getByText('Now, 10:44 to 10:59, checked in')).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => practice.creates()).toHaveLength(1);
  passMinute();
  letGo();
  // With another time it would stay, as the form of another visit.
  await expect.element(panel).not.toBeInTheDocument();
  expect(practice.creates()).toMatchObject([{ start: `${DAY}T14:44:00.000Z` }]);
});

test('a time that is clicked on the board is kept, however many minutes pass', async () => {
  const practice = practiceThen();
  const earlier = visit(practice, 1, 1, '09:00', '10:00');
  await openWalkIn(practice);
  await expect.element(panel.getByText('Now, 10:43 to 11:13, checked in')).toBeVisible();
  const block = await blockOf(earlier.id);
  await waitUntil(() => expect(drawnMinutes(block).to).toBeCloseTo(10 * 60, -1));
  // Two hours and some minutes below it.
  const { left, width, bottom, height } = block.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: bottom + 2.1 * height, bubbles: true, cancelable: true, button: 0 };
  const lane = document.elementFromPoint(at.clientX, at.clientY) ?? document.body;
  for (const type of ['mousedown', 'mouseup', 'click']) lane.dispatchEvent(new MouseEvent(type, at));
  const start = whole.getByRole('textbox', { name: 'Start' });
  await expect.element(start).toHaveValue('12:00');
  passMinute();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await expect.element(start).toHaveValue('12:00');
  await expect.element(whole.getByRole('combobox', { name: 'Status' })).toHaveTextContent('Requested');
});

test('where nothing is free now the next free time is told, and can be taken', async () => {
  const practice = practiceThen();
  visit(practice, 1, 1, '10:30', '11:30');
  visit(practice, 2, 2, '10:00', '12:00');
  await openWalkIn(practice);
  await expect.element(panel.getByText('Nothing is free now. The next free time is 11:30.')).toBeVisible();
  await panel.getByRole('button', { name: 'Take 11:30' }).click();
  await expect.element(whole.getByRole('textbox', { name: 'Start' })).toHaveValue('11:30');
  await expect.element(whole.getByRole('combobox', { name: 'Status' })).toHaveTextContent('Checked in');
});

test('for another time the visit is neither checked in nor given who was free now', async () => {
  const practice = practiceThen();
  await openWalkIn(practice);
  await expect.element(field('Vet')).toHaveValue('Ada Okafor');
  await panel.getByRole('button', { name: 'Another time' }).click();
  await expect.element(whole.getByRole('combobox', { name: 'Status' })).toHaveTextContent('Requested');
  await expect.element(whole.getByRole('combobox', { name: 'Vet' })).toHaveValue('');
  await expect.element(whole.getByRole('combobox', { name: 'Room' })).toHaveTextContent('Any room');
});

test('it leaves the draft of a caller alone, and has its own, however fast one follows the other', async () => {
  const practice = practiceThen();
  await openBoard(practice, ADDRESS);
  await userEvent.keyboard('n');
  await expect.element(whole.getByRole('combobox', { name: 'Pet' })).toHaveFocus();
  await whole.getByRole('textbox', { name: 'Notes' }).fill('limps');
  await userEvent.keyboard('{F6}w');
  await expect.element(field('Pet')).toHaveFocus();
  await field('Pet').fill('milo');
  await panel.getByRole('option').first().click();
  await expect.element(field('Pet')).toHaveValue('Milo · dog · Cleo Park');
  await userEvent.keyboard('{F6}');
  // Both come before the board is drawn without the form.
  for (const key of ['Escape', 'n'])
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  await expect.element(whole.getByRole('textbox', { name: 'Notes' })).toHaveValue('limps');
  await expect.element(whole.getByRole('combobox', { name: 'Pet' })).toHaveValue('');
  await userEvent.keyboard('{F6}{Escape}w');
  await expect.element(field('Pet')).toHaveValue('Milo · dog · Cleo Park');
});

test('a vendor’s system assigns the room: none is offered', async () => {
  const practice = practiceThen(false);
  await openWalkIn(practice);
  await expect.element(field('Vet')).toBeVisible();
  expect(field('Room').elements()).toEqual([]);
});
