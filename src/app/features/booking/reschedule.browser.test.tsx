import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DRAFT_DAY as DAY } from '#testing/booking-draft.ts';
import { answer, at, offered } from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { blockOf, openBoard } from '#testing/shown-board.ts';

const panel = page.getByRole('dialog', { name: 'Reschedule' });
const details = page.getByRole('complementary', { name: 'Appointment' });
const field = (name: string) => panel.getByRole('combobox', { name });
const text = (name: string) => panel.getByRole('textbox', { name });
const button = panel.getByRole('button', { name: 'Reschedule' });
const heading = page.getByRole('heading', { level: 1 });
const employees = (vet: number) => [{ id: idOf(6, vet), isMainEmployee: true }];

/** Opens the panel for Bella's consultation at 9:00 with Ada in room 1. `prepare` adds other appointments. */
async function openReschedule(prepare: (practice: ReturnType<typeof createPracticeInMemory>) => void = () => {}) {
  const practice = createPracticeInMemory({ appointments: 0, today: '2031-05-01', hasExtensions: true });
  const { id } = practice.add({
    ...{ start: at('9:00'), end: at('9:30'), roomId: idOf(3, 11), employees: employees(1) },
  });
  prepare(practice);
  const app = await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}&appointment=${id}`);
  await details.getByRole('button', { name: 'Reschedule' }).click();
  await expect.element(answer).toHaveTextContent(/./);
  await expect.element(answer).not.toHaveTextContent('Checking');
  const patches = () => practice.requests.filter(({ name }) => name === `PATCH /v1/appointments/${id}`);
  return {
    practice,
    ...app,
    id,
    patches,
    now: () => practice.appointments.find((appointment) => appointment.id === id),
  };
}

test('the panel starts with the current values, and the appointment’s own time counts as free', async () => {
  const { id } = await openReschedule();
  await expect.element(panel.getByText(/^now Wed,? 4 Jun, 9:00 – 9:30$/)).toBeVisible();
  await expect.element(field('Visit type')).toHaveValue('Consultation');
  await expect.element(field('Vet')).toHaveValue('Ada Okafor');
  await expect.element(text('Start')).toHaveValue('09:00');
  await expect.element(answer).toHaveTextContent(/^Free with .*Ada Okafor.*, .*Room 1/);
  expect(offered('Morning')).toContain('9:00');
  expect(panel.getByRole('combobox', { name: 'Pet' }).elements()).toEqual([]);
  // Both the dashed block and the current one are visible.
  await userEvent.fill(text('Start'), '11:00');
  await expect.poll(() => document.querySelectorAll('[data-event="draft"]').length).toBe(1);
  expect(await blockOf(id)).toBeVisible();
});

test('a free time is taken with another vet, room and type in one change, which Undo reverts', {
  tags: 'smoke',
}, async () => {
  const { now, patches } = await openReschedule();
  await field('Visit type').fill('vac');
  await userEvent.keyboard('{Tab}');
  await expect.element(text('Length')).toHaveValue('15 min');
  await field('Vet').fill('bram');
  await userEvent.keyboard('{Tab}');
  await field('Room').click();
  await page.getByRole('option', { name: 'Room 2' }).click();
  await panel.getByRole('button', { name: '8:15', exact: true }).click();
  await expect.element(answer).toHaveTextContent(/^Free with .*Bram de Wit.*, .*Room 2/);
  await button.click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.poll(() => now()?.start).toBe(at('8:15'));
  expect(now()).toMatchObject({
    end: at('8:30'),
    roomId: idOf(3, 12),
    visitTypeId: idOf(7, 5),
    employees: employees(2),
  });
  expect(patches()).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => now()?.start).toBe(at('9:00'));
  expect(now()).toMatchObject({
    end: at('9:30'),
    roomId: idOf(3, 11),
    visitTypeId: idOf(7, 1),
    employees: employees(1),
  });
});

test('a request is confirmed with its new time unless that is unchecked', { tags: 'smoke' }, async () => {
  const { now, patches } = await openReschedule(({ appointments: [appointment] }) => {
    if (appointment) appointment.status = 'requested';
  });
  await panel.getByRole('checkbox', { name: 'Also confirm the request', checked: true }).click();
  await panel.getByRole('button', { name: '8:15', exact: true }).click();
  await button.click();
  await expect.poll(now).toMatchObject({ start: at('8:15'), status: 'requested' });

  await details.getByRole('button', { name: 'Reschedule' }).click();
  pause();
  await expect.element(panel.getByRole('checkbox', { name: 'Also confirm the request', checked: true })).toBeVisible();
  await panel.getByRole('button', { name: '8:30', exact: true }).click();
  await button.click();
  await expect.poll(now).toMatchObject({ start: at('8:30'), status: 'confirmed' });
  expect(patches()).toHaveLength(2);
  pause();
  await details.getByRole('button', { name: 'Reschedule' }).click();
  await expect.element(answer).toHaveTextContent(/^Free with/);
  expect(panel.getByRole('checkbox').elements()).toEqual([]);
});

test('a taken time says why, and can be taken anyway', async () => {
  const { now } = await openReschedule((practice) => {
    practice.add({ petId: idOf(4, 3), start: at('10:00'), end: at('10:30'), employees: employees(1) });
  });
  expect(offered('Morning')).not.toContain('10:00');
  await userEvent.fill(text('Start'), '10:15');
  await expect.element(answer).toHaveTextContent(/^.*Ada Okafor.* is busy at 10:15· next 10:30Take/);
  await panel.getByRole('button', { name: 'Reschedule anyway' }).click();
  await expect.poll(() => now()?.start).toBe(at('10:15'));
});

test('an appointment keeps its room if that is free at the new time, and leaves it otherwise', async () => {
  const { now } = await openReschedule((practice) => {
    practice.add({
      petId: idOf(4, 3),
      start: at('10:00'),
      end: at('10:30'),
      roomId: idOf(3, 11),
      employees: employees(2),
    });
  });
  await userEvent.fill(text('Start'), '10:00');
  await expect.element(answer).toHaveTextContent(/^Free with .*Ada Okafor.*, .*Room 2/);
  await button.click();
  await expect.poll(() => now()).toMatchObject({ start: at('10:00'), roomId: idOf(3, 12) });
});

test('after moving to another day the calendar returns, and Show leads to that day', async () => {
  const { now } = await openReschedule();
  await panel.getByRole('button', { name: 'The day after' }).click();
  await expect.element(heading).toHaveTextContent(/5 Jun/);
  await expect.element(answer).toHaveTextContent(/^Free with/);
  await button.click();
  await expect.poll(() => now()?.start).toBe(at('9:00', '2031-06-05'));
  await expect.element(heading).toHaveTextContent(/4 Jun/);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.element(heading).toHaveTextContent(/5 Jun/);
});

test('an appointment whose vet is away is offered to whoever is free then, and says why', async () => {
  const { now } = await openReschedule(({ plan }) => {
    plan.create({ kind: 'unavailable', employeeId: idOf(6, 1), title: 'Sick', start: at('0:00'), end: at('18:00') });
  });
  await expect.element(panel.getByText('vet away')).toBeVisible();
  await expect.element(answer).toHaveTextContent(/^Free with .*Bram de Wit/);
  await button.click();
  await expect.poll(() => now()?.employees.map(({ id }) => id)).toEqual([idOf(6, 2)]);
  expect(now()?.start).toBe(at('9:00'));
});

test('a closed store and a blocked room cause warnings', async () => {
  await openReschedule(({ plan }) => {
    const store = { kind: 'unavailable' as const, storeId: idOf(2, 1) };
    plan.create({ ...store, title: 'Team day', start: at('14:00'), end: at('18:00') });
  });
  await userEvent.fill(text('Start'), '15:00');
  await expect.element(answer).toHaveTextContent(/North.* is closed: .*Team day/);
  await userEvent.fill(text('Start'), '7:00');
  await expect.element(answer).toHaveTextContent(/North.* is closed/);
});

test('what a colleague has booked at the new time is shown before anything is sent', { tags: 'smoke' }, async () => {
  const { practice, now, patches } = await openReschedule();
  await userEvent.fill(text('Start'), '11:00');
  await expect.element(answer).toHaveTextContent(/^Free with .*Ada Okafor/);
  practice.add({ petId: idOf(4, 3), start: at('11:00'), end: at('11:30'), employees: employees(1) });
  await button.click();
  const alert = panel.getByRole('alert');
  await expect.element(alert).toHaveTextContent(/^Not rescheduled yet: someone else has just booked this time.*Milo/);
  expect(patches()).toEqual([]);
  pause();
  await panel.getByRole('button', { name: 'Reschedule anyway' }).click();
  await expect.poll(() => now()?.start).toBe(at('11:00'));
});

test('a clash with what a colleague has booked is over once another vet is chosen', async () => {
  const { practice, now } = await openReschedule();
  await userEvent.fill(text('Start'), '11:00');
  await expect.element(answer).toHaveTextContent(/^Free with .*Ada Okafor/);
  practice.add({ petId: idOf(4, 3), start: at('11:00'), end: at('11:30'), employees: employees(1) });
  await button.click();
  const alert = panel.getByRole('alert');
  await expect.element(alert).toHaveTextContent('someone else has just booked this time');
  await field('Vet').fill('bram');
  await userEvent.keyboard('{Enter}');
  await expect.element(answer).toHaveTextContent(/^Free with .*Bram de Wit/);
  await expect.element(alert).not.toBeInTheDocument();
  pause();
  await button.click();
  await expect.poll(() => now()?.employees.map(({ id }) => id)).toEqual([idOf(6, 2)]);
});

test('closing the panel changes nothing', async () => {
  const { patches } = await openReschedule();
  await userEvent.fill(text('Start'), '11:00');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  expect(patches()).toEqual([]);
});

test('rescheduling is not offered if times cannot be changed', { tags: 'smoke' }, async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: '2031-05-01' });
  const { id } = practice.add({ start: at('9:00'), end: at('9:30') });
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}&appointment=${id}`);
  await expect.element(details).toHaveTextContent(/Bella/);
  expect(details.getByRole('button', { name: 'Reschedule' }).elements()).toEqual([]);
});

test('an appointment at the second of two identical times can be moved to the first', async () => {
  // Clocks go back on 2 November 2031 in New York, so 1:30 occurs twice.
  const day = '2031-11-02';
  const practice = createPracticeInMemory({ appointments: 0, today: '2031-05-01', hasExtensions: true });
  const { id } = practice.add({ start: `${day}T06:30:00.000Z`, end: `${day}T07:00:00.000Z` });
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${day}&appointment=${id}`);
  await details.getByRole('button', { name: 'Reschedule' }).click();
  await expect
    .element(panel.getByText('The clocks go back, so this time occurs twice. This is the second.'))
    .toBeVisible();
  await userEvent.fill(text('Start'), '01:15');
  await expect.element(panel.getByText('This time occurs twice', { exact: false })).toBeVisible();
  await panel.getByRole('button', { name: /^First/ }).click();
  await panel.getByRole('button', { name: /^Reschedule/ }).click();
  await expect
    .poll(() => practice.appointments.find((appointment) => appointment.id === id)?.start)
    .toBe(`${day}T05:15:00.000Z`);
});
