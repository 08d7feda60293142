import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { detailsAddress as address, practiceWithVisit, TODAY } from '#testing/board-of-two.ts';
import { idOf } from '#testing/practice-in-memory.ts';

const details = page.getByRole('complementary', { name: 'Appointment' });

test('the time dialog warns of clashes and moves the appointment to another day', async () => {
  const { practice, visit } = practiceWithVisit();
  practice.add({
    petId: idOf(4, 3),
    title: 'Nail trim',
    start: '2026-06-04T14:00:00.000Z',
    end: '2026-06-04T14:30:00.000Z',
    roomId: idOf(3, 11),
  });
  await renderApp(practice, address);
  await details.getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  // Typed as in the booking form; it is read on leaving the field.
  await dialog.getByLabelText('Date').fill('4 june 2026');
  // A bare number is read within the hours of the store, which opens at 8.
  await dialog.getByLabelText('Start').fill('2');
  await dialog.getByLabelText('Length').click();
  await expect.element(dialog.getByLabelText('Start')).toHaveValue('14:00');
  await dialog.getByLabelText('Start').fill('10:15');
  await expect.element(dialog.getByText(/Room 1.* is taken: .*Milo/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expect.poll(() => visit()?.start).toBe('2026-06-04T14:15:00.000Z');
  expect(visit()?.end).toBe('2026-06-04T14:45:00.000Z');
});

test('warnings name an absent vet, a blocked room and a closed store', async () => {
  const { practice } = practiceWithVisit();
  const [store, ada] = [idOf(2, 1), idOf(6, 1)];
  const on = (from: string, to: string) => ({ start: `2026-06-04T${from}:00.000Z`, end: `2026-06-04T${to}:00.000Z` });
  practice.plan.create({ kind: 'on_duty', storeId: store, employeeId: ada, ...on('12:00', '16:00') });
  practice.plan.create({
    ...{ kind: 'unavailable', storeId: store, roomId: idOf(3, 11), title: 'cleaning' },
    ...on('15:00', '16:00'),
  });
  practice.plan.create({ kind: 'unavailable', storeId: store, title: 'Team day', ...on('18:00', '22:00') });
  const end = practice.answer('GET /v1/availability', () => Response.json({ message: 'down' }, { status: 400 }));
  await renderApp(practice, address);
  await details.getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await dialog.getByLabelText('Date').fill('2026-06-04');
  await dialog.getByLabelText('Start').fill('11:00');
  await expect.element(dialog.getByText(/^Who is on duty could not be loaded/)).toBeVisible();
  end();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByText(/Room 1.* is blocked: .*cleaning/)).toBeVisible();
  await dialog.getByLabelText('Start').fill('14:00');
  await expect.element(dialog.getByText(/Ada Okafor.* is off/)).toBeVisible();
  await expect.element(dialog.getByText(/North.* is closed: .*Team day/)).toBeVisible();
  await dialog.getByLabelText('Start').fill('9:00');
  await expect.element(dialog.getByText(/is off|is closed/)).not.toBeInTheDocument();
  await expect.element(dialog.getByText(/9:00.* has passed/)).toBeVisible();
});

test('the buttons stay in place while the time is checked', async () => {
  const { practice } = practiceWithVisit();
  const taken = { start: '2026-06-04T14:00:00.000Z', end: '2026-06-04T14:30:00.000Z', roomId: idOf(3, 11) };
  practice.add({ petId: idOf(4, 3), title: 'Nail trim', ...taken });
  await renderApp(practice, address);
  await details.getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await expect.element(dialog.getByText('This time is free.')).toBeVisible();
  const places = () =>
    ['Reschedule', 'Cancel'].map((name) => {
      const { x, y } = dialog.getByRole('button', { name }).element().getBoundingClientRect();
      return [x, y];
    });
  const before = places();
  const { letGo } = practice.hold('POST /v1/appointments/search');
  await dialog.getByLabelText('Date').fill('2026-06-04');
  await dialog.getByLabelText('Start').fill('10:15');
  await expect.element(dialog.getByText('Checking for clashes…')).toBeVisible();
  expect(places()).toEqual(before);
  letGo();
  await expect.element(dialog.getByText('Checking for clashes…')).not.toBeInTheDocument();
  await expect.element(dialog.getByText(/Room 1.* is taken: .*Milo/)).toBeVisible();
  expect(places()).toEqual(before);
});

test('a time is called free only after the day was read again', async () => {
  const { practice } = practiceWithVisit();
  await renderApp(practice, address);
  const open = details.getByRole('button', { name: 'Reschedule' });
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  const free = dialog.getByText('This time is free.');
  await open.click();
  await expect.element(free).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();

  const { letGo } = practice.hold('POST /v1/appointments/search');
  await open.click();
  await expect.element(dialog.getByText('Checking for clashes…')).toBeVisible();
  expect(free.elements()).toEqual([]);
  letGo();
  await expect.element(free).toBeVisible();
});

test('a warning names a taken room before the vet’s stays', async () => {
  const { practice } = practiceWithVisit();
  const employees = [{ id: idOf(6, 1), isMainEmployee: true }];
  for (const pet of [3, 4, 5]) {
    const times = { start: '2026-06-03T12:00:00.000Z', end: '2026-06-03T22:00:00.000Z' };
    practice.add({ petId: idOf(4, pet), title: 'Day care', ...times, roomId: null, employees });
  }
  practice.add({
    petId: idOf(4, 6),
    title: 'Nail trim',
    start: '2026-06-03T15:00:00.000Z',
    end: '2026-06-03T15:30:00.000Z',
    roomId: idOf(3, 11),
  });
  await renderApp(practice, address);
  await details.getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await dialog.getByLabelText('Start').fill('11:00');
  const warnings = dialog.getByRole('region', { name: 'Before you move it' });
  await expect.element(warnings).toHaveTextContent(/^.*Room 1.* is taken: .* is busy: .* is busy: .*1 more visit then/);
});

test('a stay that clashes with many appointments names three of them', async () => {
  const { practice, visit } = practiceWithVisit();
  for (let minute = 0; minute < 60; minute += 3) {
    const start = Date.parse('2026-06-04T14:00Z') + minute * 60_000;
    practice.add({
      petId: idOf(4, 3),
      title: 'Nail trim',
      start: new Date(start).toISOString(),
      end: new Date(start + 120_000).toISOString(),
      roomId: idOf(3, 11),
    });
  }
  await renderApp(practice, address);
  await details.getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await dialog.getByLabelText('Date').fill('2026-06-04');
  await dialog.getByLabelText('Start').fill('9:45');
  await dialog.getByLabelText('Length').fill('2 h');
  await expect.element(dialog.getByText('17 more visits then', { exact: true })).toBeVisible();
  expect(dialog.getByText(/ is taken: /).elements()).toHaveLength(3);
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expect.poll(() => visit()?.start).toBe('2026-06-04T13:45:00.000Z');
  await expect
    .element(page.getByRole('dialog').filter({ hasText: ', and more' }).getByRole('button', { name: 'Undo' }))
    .toBeInViewport();
});

test('the notice of a move to another day links to that day', async () => {
  const { practice, visit } = practiceWithVisit();
  Object.assign(visit() ?? {}, { title: 'Consultation' });
  await renderApp(practice, address);
  await details.getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await expect.element(dialog.getByText('Bella', { exact: false })).toBeVisible();
  await dialog.getByLabelText('Date').fill('2026-06-04');
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  const notice = page.getByRole('dialog').filter({ hasText: 'Undo' });
  await expect.element(notice).toHaveTextContent(/Bella.*4 June?, 9:00 – 9:30/);
  await notice.getByRole('button', { name: 'Show' }).click();
  await expect.element(page.getByRole('main').getByRole('button', { name: /Bella/ }).first()).toBeVisible();
  await expect.element(details.getByRole('button', { name: 'Reschedule' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /4 Jun/ })).toBeVisible();
});

test('a time that comes twice when the clocks go back keeps its instant', async () => {
  const { practice, visit } = practiceWithVisit();
  // 1:30 in New York, for the second time.
  Object.assign(visit() ?? {}, { start: '2026-11-01T06:30:00.000Z', end: '2026-11-01T07:00:00.000Z' });
  await renderApp(practice, address.replace(TODAY, '2026-11-01'));
  await details.getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await expect.element(dialog.getByText('The second of two equal times.')).toBeVisible();
  await dialog.getByLabelText('Start').fill('01:15');
  await expect.element(dialog.getByText('This time comes twice', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await dialog.getByRole('button', { name: /^First/ }).click();
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expect.poll(() => visit()?.start).toBe('2026-11-01T05:15:00.000Z');
});

test('the unchanged time is not called free while its vet is away', async () => {
  const { practice } = practiceWithVisit();
  const day = { start: `${TODAY}T04:00:00.000Z`, end: `${TODAY}T22:00:00.000Z` };
  practice.plan.create({ kind: 'unavailable', employeeId: idOf(6, 1), title: 'Sick', ...day });
  await renderApp(practice, address);
  await details.getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await expect.element(dialog.getByText(/Ada Okafor.* is away: .*Sick/)).toBeVisible();
  await expect.element(dialog.getByText('This time is free.')).not.toBeInTheDocument();
});
