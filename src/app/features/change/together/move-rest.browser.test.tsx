import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolateText } from '#app/text/isolate-text.ts';
import { ServiceError } from '#contract/error.ts';
import { expectAccessible } from '#testing/accessible.ts';
import { address, block, TODAY, VISIT } from '#testing/board-of-two.ts';
import { errorResponse } from '#testing/practice-extensions.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { openBoard } from '#testing/shown-board.ts';

const NEXT = idOf(8, 902);
const LAST = idOf(8, 903);
const ADA = [{ id: idOf(6, 1), isMainEmployee: true }];

/**
 * Bella was expected at 9:00 in New York and has not come. Milo at 10:00 and Rex at 17:30 have the same vet. It is
 * 9:12.
 */
function practiceRunningLate(hasExtensions = true) {
  vi.setSystemTime(new Date(`${TODAY}T13:12:00Z`));
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions });
  const add = (id: string, pet: number, name: string, from: string, to: string, room: number) =>
    practice.add({
      id,
      petId: idOf(4, pet),
      title: `${name} – Consultation`,
      start: `${TODAY}T${from}:00.000Z`,
      end: `${TODAY}T${to}:00.000Z`,
      roomId: idOf(3, room),
      employees: ADA,
    });
  add(VISIT, 1, 'Bella', '13:00', '13:30', 11);
  add(NEXT, 3, 'Milo', '14:00', '14:30', 12);
  add(LAST, 5, 'Rex', '21:30', '22:00', 11);
  const startOf = (id: string) =>
    practice.appointments.find((appointment) => appointment.id === id)?.start.slice(11, 16);
  const patches = () => practice.requests.filter(({ name }) => name.startsWith('PATCH'));
  return { practice, patches, starts: () => [VISIT, NEXT, LAST].map(startOf) };
}

afterEach(() => void vi.useRealTimers());

const dialog = page.getByRole('dialog', { name: 'Move the rest' });
const rows = dialog.getByRole('region', { name: 'Appointments to move' }).getByRole('listitem');
const notice = (title: string) => page.getByRole('dialog', { name: title, exact: true });
const details = page.getByRole('complementary', { name: 'Appointment' });

async function openLate(practice: ReturnType<typeof practiceRunningLate>['practice'], at = address) {
  const app = await openBoard(practice, at);
  await expect.element(block(/Bella.*12 min late/)).toBeVisible();
  return app;
}

async function openByKey() {
  block(/Bella/).element().focus();
  await userEvent.keyboard('r');
  await expect
    .element(dialog.getByRole('button', { name: /^Move \d appointment/ }))
    .not.toHaveAttribute('aria-disabled', 'true');
}

test('an appointment can be left out: it keeps its time', async () => {
  const { practice, starts } = practiceRunningLate();
  await openLate(practice);
  await openByKey();
  await dialog.getByRole('checkbox', { name: /Milo/ }).click();
  await expect.element(rows.nth(0)).toHaveTextContent(/Milo.*10:00$/);
  await expect.element(rows.nth(1)).toHaveTextContent('17:45 – 18:15');
  await expectAccessible('Move the rest, one left out');
  await dialog.getByRole('button', { name: 'Move 1 appointment' }).click();
  await expect.poll(starts).toEqual(['13:00', '14:00', '21:45']);
});

test('Move the rest moves the vet’s later appointments after a preview', { tags: 'smoke' }, async () => {
  const { practice, starts } = practiceRunningLate();
  await openLate(practice);
  await openByKey();
  await expect.element(dialog).toHaveTextContent(`${isolateText('Bella')} is 12 min late.`);
  // The smallest step that makes up for the delay has the focus.
  await expect.element(dialog.getByRole('radio', { name: '15 min' })).toHaveFocus();
  await expect.element(rows.nth(0)).toHaveTextContent(/Milo.*moved from 10:00 to 10:15 – 10:45/);
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(/Rex.*moved from 17:30 to 17:45 – 18:15.*North.* is closed at that time/);
  await expectAccessible('Move the rest');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(rows.nth(0)).toHaveTextContent('10:20 – 10:50');
  await userEvent.keyboard('{Enter}');
  await expect.poll(starts).toEqual(['13:00', '14:20', '21:50']);
  const summary = notice('2 appointments moved by 20 min');
  await expect.element(summary).toHaveTextContent(/North.* is closed at that time/);
  await expect.element(block(/Bella/)).toHaveFocus();
  await summary.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(starts).toEqual(['13:00', '14:00', '21:30']);
  await expect.element(notice('2 appointments moved by 20 min: undone')).toBeVisible();
  await expect.element(summary).not.toBeInTheDocument();
});

test('the rest is moved by any number of minutes', async () => {
  const { practice, starts } = practiceRunningLate();
  await openLate(practice);
  await openByKey();
  const minutes = dialog.getByLabelText('Minutes');
  await minutes.fill('none');
  await expect.element(dialog).toHaveTextContent('Enter a number from 1 to 600.');
  await userEvent.keyboard('{Enter}');
  await minutes.fill('25');
  await expect.element(rows.nth(0)).toHaveTextContent('10:25 – 10:55');
  expect(starts()).toEqual(['13:00', '14:00', '21:30']);
  await userEvent.keyboard('{Enter}');
  await expect.poll(starts).toEqual(['13:00', '14:25', '21:55']);
});

test('the name of a room’s column opens a menu that moves its appointments from now on, though none is late', async () => {
  const { practice, starts } = practiceRunningLate();
  vi.setSystemTime(new Date(`${TODAY}T12:30:00Z`));
  await openBoard(practice, address);
  await page.getByRole('button', { name: /Room 1.*: more/ }).click();
  await page.getByRole('menuitem', { name: 'Running late…' }).click();
  await expect.element(dialog).toHaveTextContent(`${isolateText('Room 1')} is running late.`);
  await expect.poll(() => rows.elements().length).toBe(2);
  pause();
  await dialog.getByRole('radio', { name: '20 min' }).click();
  await dialog.getByRole('button', { name: 'Move 2 appointments' }).click();
  await expect.poll(starts).toEqual(['13:20', '14:00', '21:50']);
});

test('the menu of a block can move the rest of its room', async () => {
  const { practice, starts } = practiceRunningLate();
  await openLate(practice);
  await block(/Bella/).click({ button: 'right' });
  await userEvent.keyboard('mov');
  await expect.element(page.getByRole('menuitem', { name: 'Move the rest' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('radio', { name: 'Room 1' }).click();
  await dialog.getByRole('radio', { name: '5 min', exact: true }).click();
  await expect.poll(() => rows.elements().length).toBe(1);
  await dialog.getByRole('button', { name: 'Move 1 appointment' }).click();
  await expect.poll(starts).toEqual(['13:00', '14:00', '21:35']);
});

test('the preview names the clashes that moving the rest would cause', async () => {
  const { practice } = practiceRunningLate();
  practice.add({
    petId: idOf(4, 6),
    title: 'Ziggy – Nail trim',
    start: `${TODAY}T14:30:00.000Z`,
    end: `${TODAY}T15:00:00.000Z`,
    roomId: idOf(3, 12),
  });
  await openLate(practice);
  await openByKey();
  await expect.element(rows.nth(0)).toHaveTextContent(/Milo.*Room 2.* is taken by .*Ziggy.*, 10:30 – 11:00/);
});

test('the preview names an absent vet once the plan has loaded', async () => {
  const { practice } = practiceRunningLate();
  practice.plan.create({
    ...{ kind: 'on_duty', storeId: idOf(2, 1), employeeId: idOf(6, 1) },
    ...{ start: `${TODAY}T12:00:00.000Z`, end: `${TODAY}T14:30:00.000Z` },
  });
  const end = practice.answer('GET /v1/availability', () => Response.json({ message: 'down' }, { status: 400 }));
  await openLate(practice);
  await openByKey();
  await expect.element(dialog).toHaveTextContent('The shifts couldn’t be loaded');
  end();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(rows.nth(0)).toHaveTextContent(/Milo.*Ada Okafor.* is off/);
});

test('a day that could not be loaded can be reloaded', async () => {
  const { practice } = practiceRunningLate();
  await openLate(practice);
  const end = practice.answer('POST /v1/appointments/search', () =>
    Response.json({ message: 'down' }, { status: 400 }),
  );
  await openByKey();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Part of the day couldn’t be loaded');
  end();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(rows.nth(1)).toHaveTextContent(/Rex.*North.* is closed at that time/);
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
});

test('Move the rest is offered only in the details of late and overrunning appointments', async () => {
  const { practice } = practiceRunningLate();
  practice.change(NEXT, { status: 'in_progress' });
  const { router } = await openLate(practice, `${address}&appointment=${VISIT}`);
  await expect.element(details.getByRole('button', { name: 'Move the rest' })).toBeVisible();
  await router.navigate({ to: '/', search: (before) => ({ ...before, appointment: LAST }) });
  await expect.element(details).toHaveTextContent('Rex');
  await expect.element(details.getByRole('button', { name: 'Reschedule' })).toBeVisible();
  expect(details.getByRole('button', { name: 'Move the rest' }).elements()).toEqual([]);
  vi.setSystemTime(new Date(`${TODAY}T14:36:00Z`));
  await router.navigate({ to: '/', search: (before) => ({ ...before, appointment: NEXT }) });
  await expect.element(details).toHaveTextContent('6 min over');
  await details.getByRole('button', { name: 'Move the rest' }).click();
  await expect.element(dialog).toHaveTextContent(`${isolateText('Milo')} is 6 min over.`);
  await expect.element(dialog.getByRole('radio', { name: '10 min' })).toBeChecked();
});

test('Move the rest is not offered if the practice system cannot change times', { tags: 'smoke' }, async () => {
  const { practice } = practiceRunningLate(false);
  await openLate(practice, `${address}&appointment=${VISIT}`);
  await expect.element(details).toHaveTextContent('12 min late');
  block(/Bella/).element().focus();
  await userEvent.keyboard('r');
  expect(dialog.elements()).toEqual([]);
  expect(details.getByRole('button', { name: 'Move the rest' }).elements()).toEqual([]);
});

test('a partly failed move reports what was moved, with Undo', { tags: 'smoke' }, async () => {
  const { practice, starts } = practiceRunningLate();
  practice.answer(`PATCH /v1/appointments/${LAST}`, () =>
    errorResponse(new ServiceError('insufficient_access', 'ask')),
  );
  await openLate(practice);
  await openByKey();
  await dialog.getByRole('button', { name: 'Move 2 appointments' }).click();
  const summary = notice('1 of 2 appointments changed');
  await expect.element(summary).toHaveTextContent(/Not changed: .*Rex/);
  expect(starts()).toEqual(['13:00', '14:15', '21:30']);
  await summary.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(starts).toEqual(['13:00', '14:00', '21:30']);
});

test('an incomplete day causes a warning that not all appointments may be moved', async () => {
  const { practice } = practiceRunningLate();
  await openLate(practice);
  practice.answer('POST /v1/appointments/search', () => errorResponse(new ServiceError('not_found', 'gone')));
  await openByKey();
  await expect.element(dialog).toHaveTextContent('Appointments that aren’t listed won’t be moved and may clash');
  await expect.poll(() => rows.elements().length).toBe(2);
});
