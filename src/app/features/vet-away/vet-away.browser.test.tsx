import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { lookForChanges } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2041-06-05';
const NORTH = idOf(2, 1);
const [ROOM_1, ROOM_2] = [idOf(3, 11), idOf(3, 12)];
const [ADA, BRAM, ELIN] = [idOf(6, 1), idOf(6, 2), idOf(6, 9)];
const panel = page.getByRole('dialog', { name: /Ada Okafor.* is away/ });
const rows = () => panel.getByRole('listitem').elements();
/** A time of the day in New York, four hours behind UTC then. */
const at = (time: string) =>
  new Date(
    Date.parse(`${DAY}T00:00:00.000-04:00`) + Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3)) * 60_000,
  ).toISOString();

interface Booked {
  from: string;
  to: string;
  vet?: string;
  room?: string | null;
  pet?: number;
}

function practiceWith(booked: readonly Booked[]): PracticeInMemory {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY, hasExtensions: true });
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
const LIST = `${CALENDAR}&away=${ADA}&awayFrom=${DAY}&awayUntil=${DAY}`;
const shareOut = panel.getByRole('button', { name: 'Share out among all who are free' });
const reassign = panel.getByRole('button', { name: 'Reassign to…', exact: true });
const undo = panel.getByRole('button', { name: 'Undo' });
const textOf = (row: number) => rows()[row]?.textContent ?? '';

async function open(practice: PracticeInMemory, address = LIST) {
  const app = await renderApp(practice, address);
  await app.settled();
  return app;
}

/** Ada is away all day. */
function sick(practice: PracticeInMemory, [from, to] = [at('00:00'), at('24:00')]) {
  practice.plan.create({ kind: 'unavailable', storeId: null, employeeId: ADA, title: 'Sick', start: from, end: to });
  return practice;
}

/** The times of Ada that the plan has as time off. */
const timeOff = ({ plan }: PracticeInMemory) =>
  [...plan.entries.values()].map(({ employeeId, start, end, title }) => ({ employeeId, start, end, title }));

test('from the column of a vet: the time off is entered, all who are free take over, and one Undo puts that back', {
  tags: 'smoke',
}, async () => {
  const practice = practiceWith([
    { from: '09:00', to: '09:30' },
    { from: '10:00', to: '10:30' },
    { from: '11:00', to: '11:30' },
    { from: '10:00', to: '10:30', vet: BRAM, room: ROOM_2 },
  ]);
  await open(practice, CALENDAR);
  const menu = page.getByRole('button', { name: /Ada Okafor.*: more/ });
  await expect.element(menu).toBeInTheDocument();
  (menu.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('menuitem', { name: 'Away…' }).click();
  await panel.getByRole('radio', { name: 'Sick' }).click();
  await expectAccessible('a vet is away', { part: '[role="dialog"]' });
  await panel.getByRole('button', { name: 'Enter time off' }).click();
  await waitUntil(() =>
    expect(timeOff(practice)).toEqual([{ employeeId: ADA, start: at('00:00'), end: at('24:00'), title: 'Sick' }]),
  );
  await expect.poll(() => rows().length).toBe(3);
  await expect
    .element(panel.getByRole('link', { name: '+1 902 555 0147' }).first())
    .toHaveAttribute('href', 'tel:+19025550147');
  pause();
  await shareOut.click();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Bram', 'Ada', 'Bram', 'Bram']));
  // What is done stays in its place.
  await expect.poll(() => textOf(0)).toMatch(/Reassigned to .*Bram de Wit/);
  expect(textOf(1)).toMatch(/Bram de Wit.* has .+, 10:00/);
  await expect.element(panel.getByText('3 appointments, 2 done')).toBeVisible();
  await expectAccessible('shared out', { part: '[role="dialog"]' });
  await undo.click();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Ada', 'Ada', 'Ada', 'Bram']));
  await expect.element(undo).not.toBeInTheDocument();
  expect(timeOff(practice)).toHaveLength(1);
});

test('for a part of a day the times are read as in the plan, and the list is of that time', async () => {
  const practice = practiceWith([
    { from: '09:00', to: '09:30' },
    { from: '15:00', to: '15:30' },
  ]);
  const { address } = await open(practice, `${CALENDAR}&away=${ADA}&awayFrom=${DAY}`);
  await panel.getByRole('radio', { name: 'Training' }).click();
  await panel.getByRole('checkbox', { name: 'All day' }).click();
  await expect.element(panel.getByLabelText('To', { exact: true })).toHaveValue('18:00');
  await panel.getByLabelText('From').fill('noonish');
  await panel.getByRole('button', { name: 'Enter time off' }).click();
  await expect.element(panel.getByText('Enter a time such as 9:30 or 14:00.')).toBeVisible();
  await panel.getByLabelText('From').fill('1');
  await panel.getByRole('button', { name: 'Enter time off' }).click();
  await waitUntil(() =>
    expect(timeOff(practice)).toEqual([{ employeeId: ADA, start: at('13:00'), end: at('18:00'), title: 'Training' }]),
  );
  await expect.poll(() => rows().length).toBe(1);
  expect(decodeURIComponent(address())).toContain(`awayFrom=${DAY}T13:00`);
});

test('one colleague takes over what fits; the rest stays, with the reason, and can be reassigned all the same', async () => {
  const practice = sick(
    practiceWith([
      { from: '09:00', to: '09:30' },
      { from: '10:00', to: '10:30' },
      { from: '10:00', to: '10:30', vet: BRAM, room: ROOM_1 },
    ]),
  );
  await open(practice);
  await reassign.click();
  await page.getByRole('menuitem', { name: /Bram de Wit.*1 of 2/ }).click();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Bram', 'Ada', 'Bram']));
  await expect.element(panel.getByText(/Bram de Wit.* has .+, 10:00/)).toBeVisible();
  pause();
  await panel.getByRole('button', { name: /Reassign .*Bello.* to…/ }).click();
  await page.getByRole('menuitem', { name: /Bram de Wit.* has .+, 10:00/ }).click();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Bram', 'Bram', 'Bram']));
  await expect.element(panel.getByText('2 appointments, 2 done')).toBeVisible();
  // Both steps.
  await undo.click();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Ada', 'Ada', 'Bram']));
});

test('the notice counts what was shared out and what is still open, and the list scrolls to it', async () => {
  const clock = (nth: number) => `${String(8 + Math.floor(nth / 2)).padStart(2, '0')}:${nth % 2 === 0 ? '00' : '30'}`;
  const practice = sick(
    practiceWith([
      ...Array.from({ length: 14 }, (_, nth) => ({ from: clock(nth), to: clock(nth + 1), pet: nth + 1 })),
      { from: clock(13), to: clock(14), vet: BRAM, room: ROOM_2, pet: 20 },
    ]),
  );
  await open(practice);
  await expect.poll(() => rows().length).toBe(14);
  await shareOut.click();
  await expect.element(page.getByRole('dialog', { name: '13 of 14 shared out; 1 still open' })).toBeVisible();
  await expect.element(panel.getByRole('listitem').nth(13)).toBeInViewport({ ratio: 0.9 });
  pause();
  await shareOut.click();
  await expect.element(page.getByRole('dialog', { name: '0 of 1 shared out; 1 still open' })).toBeVisible();
});

test('a nurse can be chosen to take over, as in a booking, but nothing is shared out to them by itself', async () => {
  const practice = sick(
    practiceWith([
      { from: '09:00', to: '09:30' },
      { from: '09:00', to: '09:30', vet: BRAM, room: ROOM_2 },
    ]),
  );
  for (const one of practice.employees)
    if (one.id === idOf(6, 3)) Object.assign(one, { role: 'nurse', storeIds: [NORTH] });
  await open(practice);
  await shareOut.click();
  await expect.element(page.getByRole('dialog', { name: '0 of 1 shared out; 1 still open' })).toBeVisible();
  expect(vetsOfAppointments(practice)).toEqual(['Ada', 'Bram']);
  pause();
  await reassign.click();
  await page.getByRole('menuitem', { name: /Chiara Rossi.*Nurse.*1 of 1/ }).click();
  await waitUntil(() => expect(practice.appointments[0]?.employees[0]?.id).toBe(idOf(6, 3)));
});

test('each appointment can be rescheduled with any vet, which returns to the list, or cancelled', async () => {
  const practice = sick(practiceWith([{ from: '09:00', to: '09:30' }]));
  await open(practice);
  await panel.getByRole('button', { name: /Reschedule .*Bella/ }).click();
  const reschedule = page.getByRole('dialog', { name: 'Reschedule' });
  await expect.element(reschedule.getByRole('combobox', { name: 'Vet' })).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).toBeVisible();
  pause();
  await panel.getByRole('button', { name: /Cancel appointment: .*Bella/ }).click();
  await waitUntil(() => expect(practice.appointments[0]?.status).toBe('cancelled'));
  await expect.poll(() => textOf(0)).toContain('Appointment cancelled');
  expect(rows()[0]?.querySelectorAll('button')).toHaveLength(1);
});

test('for a vet who is away from noon until the next day, only the appointments of that time are listed, by day', async () => {
  const practice = practiceWith([
    { from: '09:00', to: '09:30' },
    { from: '14:00', to: '14:30' },
  ]);
  practice.add({
    ...{ id: idOf(8, 3), petId: idOf(4, 3), roomId: ROOM_1, storeId: NORTH, status: 'confirmed' },
    ...{ start: '2041-06-06T14:00:00.000Z', end: '2041-06-06T14:30:00.000Z' },
    employees: [{ id: ADA, isMainEmployee: true }],
  });
  await open(practice, `${CALENDAR}&away=${ADA}&awayFrom=${DAY}`);
  await panel.getByRole('checkbox', { name: 'All day' }).click();
  await panel.getByRole('textbox', { name: 'From' }).fill('12:00');
  await panel.getByRole('textbox', { name: 'Last day' }).fill('2041-06-06');
  // Enter takes what was typed, and enters no time off.
  await userEvent.keyboard('{Enter}');
  expect(timeOff(practice)).toEqual([]);
  await panel.getByRole('button', { name: 'Enter time off' }).click();
  await waitUntil(() => expect(timeOff(practice)).toMatchObject([{ start: at('12:00'), title: null }]));
  await expect.poll(() => rows().map((row) => row.querySelector('button')?.textContent)).toEqual(['Bello', 'Milo']);
  await expect.element(panel.getByRole('heading', { name: 'Thu 6 Jun' })).toBeVisible();
  await shareOut.click();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Ada', 'Bram', 'Bram']));
});

test('what a colleague does in the meantime is shown, and not overwritten', { tags: 'smoke' }, async () => {
  const practice = sick(
    practiceWith([
      { from: '09:00', to: '09:30' },
      { from: '10:00', to: '10:30' },
    ]),
  );
  await open(practice);
  await expect.poll(() => rows().length).toBe(2);
  const first = practice.appointments[0];
  if (first) practice.change(first.id, { status: 'cancelled' });
  await lookForChanges(practice);
  await expect.poll(() => textOf(0)).toContain('Appointment cancelled');
  await shareOut.click();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Ada', 'Bram']));
});

test('if the line is cut while they are shared out, one Undo puts back exactly what was changed', async () => {
  const practice = sick(
    practiceWith([
      { from: '09:00', to: '09:30' },
      { from: '10:00', to: '10:30' },
      { from: '11:00', to: '11:30' },
      { from: '12:00', to: '12:30', vet: BRAM },
    ]),
  );
  let isCut = true;
  for (const number of [2, 3])
    practice.answer(`PATCH /v1/appointments/${idOf(8, number)}`, (_request, respond) => {
      if (isCut) throw new TypeError('Failed to fetch');
      return respond();
    });
  await open(practice);
  await expect.poll(() => rows().length).toBe(3);
  await shareOut.click();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Bram', 'Ada', 'Ada', 'Bram']));
  await expect.element(panel.getByText('3 appointments, 3 done')).toBeVisible();
  pause();
  await undo.click();
  isCut = false;
  await expect.element(panel.getByText('3 appointments', { exact: true })).toBeVisible();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Ada', 'Ada', 'Ada', 'Bram']));
  await expect.element(undo).not.toBeInTheDocument();
  await waitUntil(() => expect(document.querySelectorAll('[data-unsaved]')).toHaveLength(0));
});

test('after the time off was undone the panel says so, and can enter it again', async () => {
  const practice = sick(practiceWith([{ from: '09:00', to: '09:30' }]));
  const before = await open(practice);
  await expect.poll(() => rows().length).toBe(1);
  await before.leave();
  practice.plan.entries.clear();
  await open(practice);
  await expect.element(panel.getByText(/Ada Okafor.* isn’t away at that time\./)).toBeVisible();
  await panel.getByRole('button', { name: 'Enter time off' }).click();
  await expect.element(panel.getByRole('radio', { name: 'Holiday' })).toBeVisible();
});

test('no one is called free while part of the time or plan is unknown; it can be loaded again', {
  tags: 'smoke',
}, async () => {
  const practice = practiceWith([{ from: '09:00', to: '09:30' }]);
  const end = practice.answer('GET /v1/availability', () => Response.json({}, { status: 400 }));
  await open(practice);
  await expect.poll(() => rows().length).toBe(1);
  await expect.element(shareOut).toBeDisabled();
  await panel.getByRole('button', { name: /Reassign .*Bella.* to…/ }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Bram de Wit', exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  end();
  sick(practice);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect.element(shareOut).toBeEnabled();
});

test('no one is called free if an appointment could not be read', async () => {
  const practice = sick(practiceWith([{ from: '09:00', to: '09:30' }]));
  practice.answer('POST /v1/appointments/search', async (_, usual) => {
    const answer = await usual().json();
    return Response.json({ ...answer, data: [...answer.data, { id: idOf(8, 999) }] });
  });
  await open(practice);
  await expect.element(panel.getByText(/^1 appointment or shift at that time couldn’t be read/)).toBeVisible();
  await expect.element(shareOut).toBeDisabled();
});

test('without permission to change, the appointments are shown with phone numbers only', {
  tags: 'smoke',
}, async () => {
  const practice = sick(practiceWith([{ from: '09:00', to: '09:30' }]));
  Object.assign(practice.session, { canWrite: false });
  await open(practice);
  await expect.element(panel.getByRole('link', { name: '+1 902 555 0147' })).toBeVisible();
  const buttons = panel
    .getByRole('button')
    .elements()
    .map((element) => element.getAttribute('aria-label') ?? element.textContent);
  expect(buttons).toEqual(['Close', 'Bella']);
});

test('a practice of one vet reads that there is no one to take over', async () => {
  const practice = sick(practiceWith([{ from: '09:00', to: '09:30' }]));
  for (const one of practice.employees) if (one.id !== ADA) one.isActive = false;
  await open(practice);
  await expect.element(panel.getByText(/^No other vet works at this store\./)).toBeVisible();
  await expect.element(shareOut).not.toBeInTheDocument();
  await expect.element(panel.getByRole('button', { name: /Reschedule .*Bella/ })).toBeVisible();
});

test('an appointment after closing, at which the vet is not there either, is in the list', async () => {
  const practice = practiceWith([
    { from: '15:00', to: '15:30' },
    { from: '18:05', to: '18:35' },
    { from: '10:00', to: '10:30' },
  ]);
  const onDuty = { kind: 'on_duty' as const, storeId: NORTH, employeeId: ADA };
  practice.plan.create({ ...onDuty, start: at('08:00'), end: at('18:00') });
  sick(practice, [at('14:00'), at('18:00')]);
  await open(practice, `${CALENDAR}&away=${ADA}&awayFrom=${DAY}T14:00&awayUntil=${DAY}T18:00`);
  await expect.poll(() => rows().length).toBe(2);
  expect(textOf(0)).toContain('15:00');
  expect(textOf(1)).toContain('18:05');
});

test('where the practice software has no time off, the appointments of the day can be reassigned', async () => {
  const practice = practiceWith([{ from: '09:00', to: '09:30' }]);
  const { listAvailability, changeAvailability, ...capabilities } = practice.session.capabilities;
  Object.assign(practice.session, { capabilities });
  await open(practice, CALENDAR);
  const menu = page.getByRole('button', { name: /Ada Okafor.*: more/ });
  await expect.element(menu).toBeInTheDocument();
  (menu.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('menuitem', { name: 'Reassign…' }).click();
  const list = page.getByRole('dialog', { name: /Appointments of .*Ada Okafor/ });
  await list.getByRole('button', { name: 'Share out among all who are free' }).click();
  await waitUntil(() => expect(vetsOfAppointments(practice)).toEqual(['Bram']));
});

test('appointments in a blocked room can be rescheduled or cancelled, but not reassigned', async () => {
  const practice = practiceWith([
    { from: '09:00', to: '09:30' },
    { from: '10:00', to: '10:30', room: ROOM_2 },
  ]);
  await open(practice, `${CALENDAR}&blocked=room:${ROOM_1}`);
  const ofRoom = page.getByRole('dialog', { name: /Appointments in .*Room 1/ });
  await expect.element(ofRoom.getByRole('button', { name: /Reschedule .*Bella/ })).toBeVisible();
  expect(ofRoom.getByRole('listitem').elements()).toHaveLength(1);
  expect(ofRoom.getByRole('button', { name: /Reassign/ }).elements()).toEqual([]);
});

test('a click on an appointment opens it above the list, which closes by its button', async () => {
  const practice = sick(practiceWith([{ from: '09:00', to: '09:30' }]));
  const { address } = await open(practice);
  await expect.poll(() => panel.element().contains(document.activeElement)).toBe(true);
  await panel.getByRole('button', { name: 'Bella', exact: true }).click();
  const details = page.getByRole('complementary', { name: 'Appointment' });
  await expect.element(details).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  await details.getByRole('button', { name: 'Close details' }).click();
  await expect.element(panel).toBeVisible();
  pause();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  expect(address()).not.toContain('away');
});
