import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2041-06-05';
const NORTH = idOf(2, 1);
const [ROOM_1, ROOM_2] = [idOf(3, 11), idOf(3, 12)];
const [ADA, BRAM, ELIN] = [idOf(6, 1), idOf(6, 2), idOf(6, 9)];
const panel = page.getByRole('dialog', { name: /Give appointments of .*Ada Okafor/ });
const rows = () => panel.getByRole('listitem').elements();
/** A time of the day in New York, four hours behind UTC then. */
const at = (time: string) => new Date(`${DAY}T${time}:00.000-04:00`).toISOString();

interface Booked {
  from: string;
  to: string;
  vet?: string;
  room?: string | null;
  pet?: number;
}

function practiceWith(booked: readonly Booked[]): PracticeInMemory {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY, beyond: true });
  for (const client of practice.clients) client.phone = '+1 902 555 0147';
  for (const [index, { from, to, vet = ADA, room = ROOM_1, pet = index + 1 }] of booked.entries())
    practice.add({
      ...{ id: idOf(8, index + 1), petId: idOf(4, pet), start: at(from), end: at(to), roomId: room, storeId: NORTH },
      ...{ status: 'confirmed', employees: [{ id: vet, isMainEmployee: true }] },
    });
  return practice;
}

const names = new Map([
  [ADA, 'Ada'],
  [BRAM, 'Bram'],
  [ELIN, 'Elin'],
]);
const vetsOfAppointments = ({ appointments }: PracticeInMemory) =>
  appointments.map(({ employees }) => names.get(employees[0]?.id ?? ''));

const CALENDAR = `/?date=${DAY}&store=${NORTH}&view=vets`;
const ADDRESS = `${CALENDAR}&away=${ADA}`;

async function open(practice: PracticeInMemory, address = ADDRESS) {
  const app = await renderApp(practice, address);
  await app.settled();
  return app;
}

test('all appointments that a colleague has time for are given to them with one click, and returned with one Undo', async () => {
  const practice = practiceWith([
    { from: '09:00', to: '09:30' },
    { from: '10:00', to: '10:30' },
    { from: '11:00', to: '11:30' },
    { from: '10:00', to: '10:30', vet: BRAM, room: ROOM_2 },
  ]);
  await open(practice);
  await expect.poll(() => rows().length).toBe(3);
  await expect
    .element(panel.getByRole('link', { name: '+1 902 555 0147' }).first())
    .toHaveAttribute('href', 'tel:+19025550147');
  await expectAccessible('appointments to give', { part: '[role="dialog"]' });
  await panel.getByRole('button', { name: 'Give all to…' }).click();
  await page.getByRole('menuitem', { name: /Bram de Wit.*2 of 3/ }).click();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Bram', 'Ada', 'Bram', 'Bram']));
  await expect.poll(() => rows().length).toBe(1);
  await expect.element(panel.getByText(/Bram de Wit.* is busy at 10:00/)).toBeVisible();
  await expect.element(page.getByText(/2 appointments given to .*Bram de Wit/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Ada', 'Ada', 'Ada', 'Bram']));
  await expect.poll(() => rows().length).toBe(3);
});

test('a single appointment can be given to a colleague, even a busy one, as the menu says', async () => {
  const practice = practiceWith([
    { from: '09:00', to: '09:30' },
    { from: '10:00', to: '10:30' },
    { from: '10:00', to: '10:30', vet: BRAM, room: ROOM_1 },
  ]);
  await open(practice);
  const giveButton = (name: RegExp) => panel.getByRole('button', { name });
  await giveButton(/Give .*Bella.* to…/).click();
  await page.getByRole('menuitem', { name: 'Bram de Wit free' }).click();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Bram', 'Ada', 'Bram']));
  pause();
  await giveButton(/Give .*Bello.* to…/).click();
  await page.getByRole('menuitem', { name: /Bram de Wit.* is busy at 10:00/ }).click();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Bram', 'Bram', 'Bram']));
  await expect.element(panel.getByText(/Ada Okafor.* has no appointments on this day\.$/)).toBeVisible();
});

test('each appointment can be rescheduled or cancelled', async () => {
  const practice = practiceWith([{ from: '09:00', to: '09:30' }]);
  await open(practice);
  await panel.getByRole('button', { name: /Reschedule .*Bella/ }).click();
  const reschedule = page.getByRole('dialog', { name: 'Reschedule' });
  // Anybody but the vet whose day is being given away.
  await expect.element(reschedule.getByRole('combobox', { name: 'Vet' })).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await panel.getByRole('button', { name: /Cancel appointment: .*Bella/ }).click();
  await waitUntil(() => expect(practice.appointments[0]?.status).toBe('cancelled'));
  await expect.element(panel.getByText(/has no appointments on this day\.$/)).toBeVisible();
});

test('for a vet who is away for some hours, only the appointments in that time are shown, the others on request', async () => {
  const practice = practiceWith([
    { from: '09:00', to: '09:30' },
    { from: '14:00', to: '14:30' },
  ]);
  const timeOff = { kind: 'unavailable', storeId: null, employeeId: ADA, title: 'Sick' } as const;
  practice.plan.create({ ...timeOff, start: at('13:00'), end: at('18:00') });
  await open(practice);
  await expect.poll(() => rows().length).toBe(1);
  expect(rows()[0]?.textContent).toContain('Bello');
  await panel.getByRole('button', { name: 'Give all to…' }).click();
  await page.getByRole('menuitem', { name: /Bram de Wit.*1 of 1/ }).click();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Ada', 'Bram']));
  await expect.poll(() => rows().length).toBe(0);
  await panel.getByRole('checkbox', { name: /Only while .*Ada Okafor.* is away/ }).click();
  await expect.poll(() => rows().length).toBe(1);
});

test('no colleague is called free while part of the day or plan is unknown; it can be loaded again', async () => {
  const practice = practiceWith([{ from: '09:00', to: '09:30' }]);
  const end = practice.answer('GET /v1/availability', () => Response.json({}, { status: 400 }));
  await open(practice);
  await expect.poll(() => rows().length).toBe(1);
  await expect.element(panel.getByRole('button', { name: 'Give all to…' })).toBeDisabled();
  await panel.getByRole('button', { name: /Give .*Bella.* to…/ }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Bram de Wit', exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  end();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect.element(panel.getByRole('button', { name: 'Give all to…' })).toBeEnabled();
});

test('no colleague is called free if a record of the day is unreadable or the day failed to load', async () => {
  const practice = practiceWith([{ from: '09:00', to: '09:30' }]);
  const end = practice.answer('POST /v1/appointments/search', async (_, usual) => {
    const answer = await usual().json();
    return Response.json({ ...answer, data: [...answer.data, { id: idOf(8, 999) }] });
  });
  const { leave } = await open(practice);
  const giveAll = panel.getByRole('button', { name: 'Give all to…' });
  await expect
    .element(panel.getByText('1 record of this day could not be read, so we don’t know who is free.'))
    .toBeVisible();
  await expect.element(giveAll).toBeDisabled();
  await leave();
  end();
  const works = practice.answer('POST /v1/appointments/search', () => Response.json({}, { status: 400 }));
  await renderApp(practice, ADDRESS);
  const failed = panel.getByText('Part of this day couldn’t be loaded, so we don’t know who is free.');
  await expect.element(failed).toBeVisible();
  works();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect.element(giveAll).toBeEnabled();
});

test('without permission to change, the appointments are shown with phone numbers only', async () => {
  const practice = practiceWith([{ from: '09:00', to: '09:30' }]);
  Object.assign(practice.session, { canWrite: false });
  await open(practice);
  await expect.element(panel.getByRole('link', { name: '+1 902 555 0147' })).toBeVisible();
  const buttons = panel
    .getByRole('button')
    .elements()
    .map((element) => element.getAttribute('aria-label') ?? element.textContent);
  expect(buttons).toEqual(['Close', 'Bella']);
});

test('appointments in a blocked room can be rescheduled or cancelled, but not given away', async () => {
  const practice = practiceWith([
    { from: '09:00', to: '09:30' },
    { from: '10:00', to: '10:30', room: ROOM_2 },
  ]);
  await open(practice, `${CALENDAR}&blocked=room:${ROOM_1}`);
  const ofRoom = page.getByRole('dialog', { name: /Appointments in .*Room 1/ });
  await expect.element(ofRoom.getByRole('button', { name: /Reschedule .*Bella/ })).toBeVisible();
  expect(ofRoom.getByRole('listitem').elements()).toHaveLength(1);
  expect(ofRoom.getByRole('button', { name: /Give/ }).elements()).toEqual([]);
});

test('the menu of a vet’s column opens the list of their appointments, and clicking a block keeps it open', async () => {
  const practice = practiceWith([{ from: '09:00', to: '09:30' }]);
  const { address } = await open(practice, CALENDAR);
  const menu = page.getByRole('button', { name: /Ada Okafor.*: more/ });
  (menu.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('menuitem', { name: 'Give to…' }).click();
  await expect.element(panel.getByRole('button', { name: /Give .*Bella.* to…/ })).toBeVisible();
  await expect.poll(() => panel.element().contains(document.activeElement)).toBe(true);
  await panel.getByRole('button', { name: 'Bella', exact: true }).click();
  const details = page.getByRole('complementary', { name: 'Appointment' });
  await expect.element(details).toBeVisible();
  // The details are stacked on top of it.
  await expect.element(panel).not.toBeInTheDocument();
  await details.getByRole('button', { name: 'Close details' }).click();
  await expect.element(panel).toBeVisible();
  pause();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  expect(address()).not.toContain('away');
});

test('eight appointments of a sick vet go from Shifts to two colleagues', async () => {
  const hours = ['08', '09', '10', '11', '12', '14', '15', '16'];
  const practice = practiceWith([
    ...hours.map((hour) => ({ from: `${hour}:00`, to: `${hour}:30` })),
    ...['09', '11', '15'].map((hour) => ({ from: `${hour}:00`, to: `${hour}:30`, vet: BRAM, room: ROOM_2 })),
  ]);
  const [first] = practice.employees;
  if (first) practice.employees.push({ ...first, id: ELIN, firstName: 'Elin', lastName: 'Berg' });
  const { settled } = await renderApp(practice, `/shifts?week=${DAY}&store=${NORTH}`);
  await settled();
  const wednesday = page.getByRole('gridcell', { name: /^Ada Okafor, Wednesday/ });
  (wednesday.element() as HTMLElement).focus();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await page.getByRole('menuitem', { name: 'Add time off…' }).click();
  const form = page.getByRole('dialog', { name: 'Time off' });
  await form.getByRole('button', { name: 'Sick' }).click();
  await expect.element(form.getByText('8 appointments at that time')).toBeVisible();
  await form.getByRole('button', { name: 'Enter time off' }).click();
  await form.getByRole('link', { name: 'Give to… Wed 5 Jun' }).click();
  await panel.getByRole('button', { name: 'Give all to…' }).click();
  await page.getByRole('menuitem', { name: 'Bram de Wit 5 of 8' }).click();
  await expect.poll(() => rows().length).toBe(3);
  await panel.getByRole('button', { name: 'Give all to…' }).click();
  await page.getByRole('menuitem', { name: 'Elin Berg 3 of 3' }).click();
  await expect.element(panel.getByText(/Ada Okafor.* has no appointments on this day\.$/)).toBeVisible();
  const expectedVets = ['Bram', 'Elin', 'Bram', 'Elin', 'Bram', 'Bram', 'Elin', 'Bram'];
  await waitUntil(() => expect(vetsOfAppointments(practice).slice(0, 8)).toEqual(expectedVets));
});
