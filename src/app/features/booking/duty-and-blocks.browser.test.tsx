import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolated } from '#app/text/isolated.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { advice, dialog, freeTimes as free, offered, text } from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { openBoard } from '#testing/shown-board.ts';

/** A Wednesday in the summer time of the first store (UTC−4). */
const DATE = '2031-06-04';
const NORTH = idOf(2, 1);
const [ADA, BRAM] = [idOf(6, 1), idOf(6, 2)];
const PATIENT = { timeout: 5000 };
const start = text('Start');
const lost = /^Who is on duty could not be loaded/;

/** Ada has duty from 8 to 16 from Monday to Friday, lunch at noon, and holiday on Thursday; a surgery is cleaned on Wednesday. */
function practiceWithDuty(): PracticeInMemory {
  const practice = createPracticeInMemory({ appointments: 0, today: '2031-05-01', beyond: true });
  const { plan } = practice;
  const on = (date: string, from: string, to: string) => ({
    start: new Date(`${date}T${from}:00-04:00`).toISOString(),
    end: new Date(`${date}T${to}:00-04:00`).toISOString(),
  });
  for (const date of ['2031-06-02', '2031-06-03', DATE, '2031-06-05', '2031-06-06'])
    plan.create({ kind: 'on_duty', storeId: NORTH, employeeId: ADA, ...on(date, '08:00', '16:00') });
  plan.create({ kind: 'unavailable', employeeId: ADA, title: 'Lunch', ...on(DATE, '12:00', '13:00') });
  plan.create({ kind: 'unavailable', employeeId: ADA, title: 'Holiday', ...on('2031-06-05', '00:00', '24:00') });
  for (const room of [11, 12]) {
    const title = room === 11 ? 'cleaning' : null;
    plan.create({ kind: 'unavailable', storeId: NORTH, roomId: idOf(3, room), title, ...on(DATE, '09:00', '10:00') });
  }
  return practice;
}

const openForm = (practice: PracticeInMemory, more = '') =>
  renderApp(practice, `/?new=1&bookStore=${NORTH}&bookType=${practice.types[0]?.id}${more}`);

test('warnings name a vet’s lunch, end of duty and holiday', async () => {
  await openForm(practiceWithDuty(), `&bookVet=${ADA}&start=${DATE}T11:45`);
  const ada = isolated('Ada Okafor');
  await expect.element(advice.getByText(`${ada} is away: ${isolated('Lunch')}`)).toBeVisible();
  await userEvent.fill(start, '15:45');
  await expect.element(advice.getByText(`${ada} is off`)).toBeVisible();
  await userEvent.fill(start, '15:30');
  await expect.element(advice.getByText('This time is free.')).toBeVisible();
  // Thursday is a holiday.
  await userEvent.fill(dialog.getByLabelText('Date', { exact: true }), '2031-06-05');
  await expect.element(advice.getByText(`${ada} is away: ${isolated('Holiday')}`)).toBeVisible();
  await expect
    .poll(offered, PATIENT)
    .toEqual(['8:00', '8:15', '8:30', '8:45', '9:00'].map((time) => `Fri 6 Jun, ${time}`));
});

test('warnings name blocked rooms and that no vet is on duty', async () => {
  await openForm(practiceWithDuty(), `&start=${DATE}T09:15`);
  await expect.element(advice.getByText('Every room is taken then')).toBeVisible();
  await expect.element(advice.getByText(`${isolated('Room 1')} is blocked: ${isolated('cleaning')}`)).toBeVisible();
  await expect.element(advice.getByText(`${isolated('Room 2')} is blocked then`)).toBeVisible();
  await userEvent.fill(start, '12:30');
  await expect.element(advice.getByText('No vet is on duty then')).toBeVisible();
  await expect.element(advice.getByText(`${isolated('Ada Okafor')} is away: ${isolated('Lunch')}`)).toBeVisible();
  // A week without any duty: all vets count as there.
  await userEvent.fill(dialog.getByLabelText('Date', { exact: true }), '2031-06-11');
  await expect.element(advice.getByText('This time is free.')).toBeVisible();
});

test('no time is called free until the plan has loaded', async () => {
  const practice = practiceWithDuty();
  const end = practice.answer('GET /v1/availability', () =>
    Response.json({ message: 'down', data: {} }, { status: 400 }),
  );
  await openForm(practice, `&start=${DATE}T10:15`);
  await expect.element(advice.getByText(lost)).toBeVisible();
  await expect.element(free.getByText(lost)).toBeVisible();
  expect(offered()).toEqual([]);
  await expect.element(advice.getByText('This time is free.')).not.toBeInTheDocument();
  end();
  await advice.getByRole('button', { name: 'Try again' }).click();
  await expect.element(advice.getByText('This time is free.')).toBeVisible();
  await expect.poll(() => offered().length, PATIENT).toBe(5);
});

test('Overview says that the plan could not be loaded, and offers free times once it is', async () => {
  const practice = practiceWithDuty();
  const end = practice.answer('GET /v1/availability', () =>
    Response.json({ message: 'down', data: {} }, { status: 400 }),
  );
  await renderApp(practice, `/?store=${NORTH}&date=${DATE}&view=overview`);
  const main = page.getByRole('main');
  await expect.element(main.getByText(lost)).toBeVisible();
  expect(main.getByRole('button', { name: /free, .*: book$/ }).elements()).toEqual([]);
  end();
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect.element(main.getByRole('button', { name: '10:00 – 12:00, 2 h free, Room 1: book' })).toBeVisible();
  await expect.element(main.getByText('No duty', { exact: true })).toBeVisible();
});

test('the search for free times counts the plan among its six requests', async () => {
  const practice = practiceWithDuty();
  practice.plan.create({
    ...{ kind: 'unavailable', storeId: NORTH },
    ...{ start: '2031-05-01T00:00:00.000Z', end: '2031-12-01T00:00:00.000Z' },
  });
  await openForm(practice, `&bookVet=${BRAM}&start=${DATE}T10:15`);
  await expect.element(free.getByText(/has no 30 min free until/)).toBeVisible();
  // The board shows another year.
  const asked = practice.asked.filter(({ query, body }) => `${query} ${JSON.stringify(body)}`.includes('2031-'));
  expect(asked.map(({ name }) => name).sort()).toEqual([
    ...Array(3).fill('GET /v1/availability'),
    ...Array(3).fill('POST /v1/appointments/search'),
  ]);
});

test('vets count as present if the practice system has no plan', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: '2031-05-01' });
  await openForm(practice, `&bookVet=${ADA}&start=${DATE}T12:15`);
  await expect.element(advice.getByText('This time is free.')).toBeVisible();
  expect(practice.asked.some(({ name }) => name === 'GET /v1/availability')).toBe(false);
});

test('a walk-in while nobody is on duty is offered the next time with a vet on duty', async () => {
  vi.useFakeTimers({ now: Date.parse(`${DATE}T12:10:20-04:00`), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await openBoard(practiceWithDuty(), `/?store=${NORTH}&date=${DATE}`);
  await userEvent.keyboard('w');
  const panel = page.getByRole('dialog', { name: 'Walk-in' });
  await expect.element(panel.getByText('Nothing is free now. The next free time is 13:00.')).toBeVisible();
  await expect.element(panel.getByText('No vet is on duty then')).toBeVisible();
});
