import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DRAFT_DAY as DAY } from '#testing/booking-draft.ts';
import { answer, at, bella, dialog, offered, openForm, options, renderForm, text } from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { openBoard } from '#testing/shown-board.ts';

const NORTH = idOf(2, 1);
const ADA = idOf(6, 1);
const ofAda = (start = '') => `${bella(start)}&bookVet=${ADA}`;
const next = (days: number) => `2031-06-0${4 + days}`;
const planMissing = /^The shifts couldn’t be loaded/;

/**
 * Ada is on duty from 8:00 to 16:00, Monday to Friday, with lunch at noon, and on holiday on Thursday. The rooms are
 * cleaned on Wednesday.
 */
function practiceWithShifts(): PracticeInMemory {
  const practice = createPracticeInMemory({ appointments: 0, today: '2031-05-01', hasExtensions: true });
  const { plan } = practice;
  const timeOn = (date: string, from: string, to: string) => ({ start: at(from, date), end: at(to, date) });
  for (const days of [-2, -1, 0, 1, 2])
    plan.create({ kind: 'on_duty', storeId: NORTH, employeeId: ADA, ...timeOn(next(days), '8:00', '16:00') });
  plan.create({ kind: 'unavailable', employeeId: ADA, title: 'Lunch', ...timeOn(DAY, '12:00', '13:00') });
  plan.create({ kind: 'unavailable', employeeId: ADA, title: 'Holiday', ...timeOn(next(1), '00:00', '24:00') });
  for (const room of [11, 12]) {
    const title = room === 11 ? 'cleaning' : null;
    plan.create({ kind: 'unavailable', storeId: NORTH, roomId: idOf(3, room), title, ...timeOn(DAY, '9:00', '10:00') });
  }
  return practice;
}

test('a vet’s lunch and the time after their shift are not free, and a holiday says so and leads on', {
  tags: 'smoke',
}, async () => {
  const { address } = await openForm(practiceWithShifts(), ofAda('11:55'));
  await expect.element(answer).toHaveTextContent(/^.*Ada Okafor.* is away: .*Lunch.*· next 13:00Take/);
  expect(offered('Afternoon')[0]).toBe('13:00');
  await userEvent.fill(text('Start'), '15:50');
  await expect.element(answer).toHaveTextContent(/^.*Ada Okafor.* is off/);
  await userEvent.fill(text('Start'), '15:45');
  await expect.element(answer).toHaveTextContent(/^Free with .*Ada Okafor/);
  await userEvent.fill(text('Start'), '');
  await dialog.getByRole('button', { name: 'The day after' }).click();
  await expect.element(answer).toHaveTextContent(/^.*Ada Okafor.* is away: .*Holiday.*· next Fri,? 6 Jun.* 8:00Take$/);
  expect(address()).toContain(`date=${next(1)}`);
  await answer.getByRole('button', { name: 'Take' }).click();
  await expect.poll(address).toContain(`date=${next(2)}`);
  await expect.element(text('Start')).toHaveValue('08:00');
  await expect.element(answer).toHaveTextContent(/^Free with .*Ada Okafor/);
});

test('blocked rooms and times without a vet on duty are not free', async () => {
  await openForm(practiceWithShifts(), bella('09:15'));
  await expect.element(answer).toHaveTextContent(/^No room free at 9:15/);
  await answer.getByText('Why?').click();
  await expect.element(answer.getByText(/Room 1.* is blocked: .*cleaning/)).toBeVisible();
  await userEvent.fill(text('Start'), '12:30');
  await expect.element(answer).toHaveTextContent(/^No vet on duty at 12:30.*Ada Okafor.* is away: .*Lunch/);
});

test('in a week without duty all vets count as on duty', async () => {
  await openForm(practiceWithShifts(), `${bella('')}&start=2031-06-11T12:30`);
  await expect.element(answer).toHaveTextContent(/^Free with/);
});

test('nothing is called free until the plan has loaded', { tags: 'smoke' }, async () => {
  const practice = practiceWithShifts();
  const end = practice.answer('GET /v1/availability', () =>
    Response.json({ message: 'down', data: {} }, { status: 400 }),
  );
  await openForm(practice, bella('10:15'));
  await expect.element(answer).toHaveTextContent(planMissing);
  expect(page.getByRole('group', { name: 'Morning' }).elements()).toEqual([]);
  end();
  await answer.getByRole('button', { name: 'Try again' }).click();
  await expect.element(answer).toHaveTextContent(/^Free with .*Ada Okafor/);
  await expect.poll(() => offered('Morning')[0]).toBe('8:00');
});

test('vets count as on duty if the practice system has no plan', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: '2031-05-01' });
  await openForm(practice, ofAda('12:15'));
  await expect.element(answer).toHaveTextContent(/^Free with .*Ada Okafor/);
  expect(practice.requests.some(({ name }) => name === 'GET /v1/availability')).toBe(false);
});

test('a walk-in while no vet is on duty is offered the next time with a vet', async () => {
  vi.useFakeTimers({ now: Date.parse(`${DAY}T12:10:20-04:00`), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await openBoard(practiceWithShifts(), `/?store=${NORTH}&date=${DAY}`);
  await userEvent.keyboard('w');
  await expect.element(page.getByRole('combobox', { name: 'Pet' })).toHaveFocus();
  await userEvent.keyboard('be');
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Enter}va{Enter}');
  await expect.element(answer).toHaveTextContent(/^No vet on duty at 12:10· next 13:00Take/);
});

test('a closed day that the person turns to says so, and Take leads to the next open one', async () => {
  const { address } = await renderForm(practiceWithShifts(), bella(''), '2031-06-06');
  await expect.element(text('Start')).toHaveValue('08:00');
  await dialog.getByRole('button', { name: 'The day after' }).click();
  await expect.element(answer).toHaveTextContent(/^Closed on Saturdays· next Mon,? 9 Jun.* 8:00Take$/);
  // Once, not for each half of the day, too.
  expect(dialog.getByText('Closed on Saturdays').elements()).toHaveLength(1);
  await answer.getByRole('button', { name: 'Take' }).click();
  await expect.poll(address).toContain('date=2031-06-09');
  await expect.element(text('Start')).toHaveValue('08:00');
});

test('a new panel leaves a closed day, and says why', async () => {
  const { address } = await renderForm(practiceWithShifts(), bella(''), '2031-06-08');
  await expect.poll(address).toContain('date=2031-06-09');
  await expect.element(answer).toHaveTextContent(/^Sun,? 8 Jun: Closed on SundaysFree with/);
});

test('if the requested vet has no time that day, another one who has is offered, too', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: '2031-05-01', hasExtensions: true });
  const timeOff = { kind: 'unavailable', employeeId: ADA, title: 'Holiday' } as const;
  practice.plan.create({ ...timeOff, start: at('0:00'), end: at('24:00', next(1)) });
  await openForm(practice, ofAda());
  await expect
    .element(answer)
    .toHaveTextContent(
      /^.*Ada Okafor.* is away until Thu,? 5 Jun.*: .*Holiday.*· next Fri,? 6 Jun.* 8:00Take· Wed,? 4 Jun with .*Bram de Wit.* 8:00Take$/,
    );
  await answer.getByRole('button', { name: 'Take' }).last().click();
  await expect.element(answer).toHaveTextContent(/^Free with .*Bram de Wit/);
  await expect.element(dialog.getByRole('combobox', { name: 'Vet' })).toHaveValue('Bram de Wit');
  await expect.element(text('Start')).toHaveValue('08:00');
});

test('a morning without free time says that all vets are taken', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: '2031-05-01', hasExtensions: true });
  for (const vet of [ADA, idOf(6, 2)])
    practice.add({
      ...{ petId: idOf(4, 20), storeId: NORTH, roomId: null, status: 'confirmed', visitTypeCategory: 'grooming' },
      ...{ start: at('8:00'), end: at('12:00'), employees: [{ id: vet, isMainEmployee: true }] },
    });
  await openForm(practice, bella(''));
  await expect.poll(() => offered('Afternoon')[0]).toBe('12:00');
  await expect.element(dialog.getByText('2 vets on duty, both busy all morning')).toBeVisible();
});
