import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  answer,
  at,
  bella,
  bookButton,
  bookByKeys,
  dialog,
  emptyDay,
  field,
  offered,
  openForm,
  renderForm,
  SEARCH,
  takeRooms,
  text,
} from '#testing/booking-form.ts';
import type { ReceivedRequest } from '#testing/network-in-memory.ts';
import { idOf } from '#testing/practice-in-memory.ts';
import { drawnMinutes } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const anyway = dialog.getByRole('button', { name: 'Book anyway' });
const take = answer.getByRole('button', { name: 'Take' });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });

test('morning and afternoon show eight free times each, and More shows the others', async () => {
  const practice = emptyDay();
  await openForm(practice, bella(''));
  const morning = ['8:00', '8:15', '8:30', '8:45', '9:00', '9:15', '9:30', '9:45'];
  await expect.poll(() => offered('Morning')).toEqual(morning);
  const [first, second] = [button('More').first(), button('More').last()];
  expect(offered('Afternoon')).toEqual(['12:00', '12:15', '12:30', '12:45', '13:00', '13:15', '13:30', '13:45']);
  await expect.element(button('8:00')).toHaveAttribute('aria-pressed', 'true');
  await second.click();
  await expect.poll(() => offered('Afternoon').at(-1)).toBe('17:45');
  await first.click();
  await expect.poll(() => offered('Morning').at(-1)).toBe('11:45');
  await button('14:30').click();
  await expect.element(button('14:30')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(text('Start')).toHaveValue('14:30');
  await expect.element(answer).toHaveTextContent(/^Free in/);
  await bookButton.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toMatchObject([{ start: at('14:30'), end: at('14:45') }]);
});

test('free times depend on visit type, vet and length', { tags: 'smoke' }, async () => {
  const practice = emptyDay();
  practice.add({
    ...{ start: at('8:00'), end: at('11:00'), petId: idOf(4, 29), roomId: idOf(3, 11) },
    employees: [{ id: idOf(6, 1), isMainEmployee: true }],
  });
  await openForm(practice, bella(''));
  await expect.poll(() => offered('Morning')[0]).toBe('8:00');
  await field('Vet').fill('ada');
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => offered('Morning')).toEqual(['11:00', '11:15', '11:30', '11:45']);
  await expect.element(text('Start')).toHaveValue('11:00');
  await text('Length').fill('6h30');
  await expect.poll(() => offered('Morning')).toEqual(['11:00', '11:15', '11:30']);
  await expect.element(dialog.getByText('Nothing free')).toBeVisible();
  await field('Visit type').fill('dent');
  await userEvent.keyboard('{Tab}');
  await expect.element(text('Length')).toHaveValue('1 h');
  await expect.poll(() => offered('Morning')).toEqual(['11:00', '11:15', '11:30', '11:45']);
  await text('Length').fill('soon');
  await expect.element(dialog.getByText('Enter a length to see free times.')).toBeVisible();
});

test('a taken time says so, with the next free one, and reasons on demand', { tags: 'smoke' }, async () => {
  const practice = emptyDay();
  for (const [room, vet] of [
    [11, 1],
    [12, 2],
  ] as const)
    practice.add({
      ...{ start: at('12:00'), end: at('13:45'), petId: idOf(4, room === 11 ? 3 : 4), roomId: idOf(3, room) },
      employees: [{ id: idOf(6, vet), isMainEmployee: true }],
    });
  await openForm(practice, bella('12:15'));
  await expect.element(answer).toHaveTextContent(/^No vet free at 12:15· next 13:45Take/);
  const reason = answer.getByText(/Ada Okafor.*12:00 – 13:45 .*Milo/);
  await expect.element(reason).not.toBeVisible();
  await answer.getByText('Why?').click();
  await expect.element(reason).toBeVisible();
  await expect.element(answer.getByText('No room free at 12:15')).toBeVisible();
  await expect.element(anyway).toBeVisible();
  await take.click();
  await expect.element(text('Start')).toHaveValue('13:45');
  await expect.element(answer).toHaveTextContent(/^Free in/);
  // Its own button is gone, and booking is next.
  await expect.element(bookButton).toHaveFocus();
});

test('a taken time can be booked anyway', async () => {
  const practice = emptyDay();
  takeRooms(practice, '12:00', '13:00');
  await openForm(practice, bella('12:15'));
  await anyway.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toMatchObject([{ start: at('12:15') }]);
});

test('a free time disappears with the first key that invalidates it', async () => {
  await openForm(emptyDay(), bella('17:00'));
  const free = answer.getByText(/^Free in/);
  await expect.element(free).toBeVisible();
  // The screen before any timer has run.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await userEvent.fill(text('Length'), '90');
  await expect.element(answer).toHaveTextContent(/North.* is closed/);
  await userEvent.fill(text('Length'), '45');
  await expect.element(free).toBeVisible();
  await userEvent.fill(text('Start'), 'x');
  expect(free.query()).toBeNull();
  await userEvent.fill(text('Start'), '16:00');
  await expect.element(free).toBeVisible();
  // Text in a combobox is not a selection yet.
  await field('Vet').fill('a');
  expect(free.query()).toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.element(free).toBeVisible();
});

test('a full day is skipped for the next one with free time, and a line says so', async () => {
  const practice = emptyDay();
  takeRooms(practice, '8:00', '18:00');
  const { address } = await openForm(practice, bella(''));
  await expect.element(answer).toHaveTextContent(/^Wed,? 4 Jun: No room freeFree in/);
  await expect.element(text('Start')).toHaveValue('08:00');
  expect(address()).toContain('date=2031-06-05');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/5 Jun/);
  await dialog.getByRole('button', { name: 'The day before' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/4 Jun/);
  // The user's choice of a day stays.
  await expect.poll(() => offered('Morning')).toEqual([]);
  await expect.element(answer).toHaveTextContent(/^No room free· next Thu,? 5 Jun.* 8:00Take$/);
  expect(dialog.getByText('No room free', { exact: true }).elements()).toHaveLength(1);
  expect(address()).toContain('date=2031-06-04');
  await bookByKeys();
  await expect.element(text('Start')).toHaveFocus();
  expect(practice.creates()).toEqual([]);
});

test('if no day has a free time, the search goes on from where it ended', async () => {
  const practice = emptyDay();
  practice.add({ petId: idOf(4, 1), start: '2031-05-01T00:00:00Z', end: '2032-05-01T00:00:00Z' });
  await renderForm(practice, bella(''));
  await expect.element(answer).toHaveTextContent(/^Nothing freeSearch from \w{3},? \d+ \w{3}/);
});

test('a day with an appointment of the pet says so and still offers times', async () => {
  const practice = emptyDay();
  practice.add({ petId: idOf(4, 1), start: at('14:00'), end: at('14:30'), roomId: idOf(3, 12) });
  await openForm(practice, bella(''));
  await expect.element(dialog.getByText('Already booked that day: 14:00 – 14:30')).toBeVisible();
  await expect.poll(() => offered('Morning')[0]).toBe('8:00');
  await expect.poll(() => offered('Afternoon')).not.toContain('14:15');
  await userEvent.fill(text('Start'), '14:15');
  await expect.element(answer).toHaveTextContent(/^.*Bella.* has another appointment at 14:15/);
});

test('a selected room is checked separately', async () => {
  const practice = emptyDay(true);
  practice.add({ petId: idOf(4, 3), start: at('9:00'), end: at('10:00'), roomId: idOf(3, 11) });
  await openForm(practice, bella('9:15'));
  await expect.element(answer).toHaveTextContent(/^Free with .*Room 2/);
  await field('Room').click();
  await page.getByRole('option', { name: 'Room 1' }).click();
  await expect.element(answer).toHaveTextContent(/^.*Room 1.* is taken at 9:15· next 10:00Take/);
});

test('rooms for other visit types are not offered', async () => {
  const practice = emptyDay();
  const [first, second] = practice.company.stores[0]?.rooms ?? [];
  Object.assign(first ?? {}, { categories: ['dental'] });
  Object.assign(second ?? {}, { categories: ['vaccination'] });
  practice.add({ petId: idOf(4, 29), start: at('10:00'), end: at('10:30'), roomId: second?.id ?? '' });
  const { leave } = await openForm(practice, bella('10:15'));
  await expect.element(answer).toHaveTextContent(/^No suitable room free at 10:15/);
  await leave();
  Object.assign(second ?? {}, { categories: ['dental'] });
  await openForm(practice, bella(''));
  await expect.element(answer).toHaveTextContent(/No room at .*North.* suits this visit type/);
});

test('free times are highlighted in their columns of the calendar', async () => {
  const practice = emptyDay();
  practice.add({ petId: idOf(4, 3), start: at('9:00'), end: at('10:00'), roomId: idOf(3, 11) });
  await openForm(practice, bella(''));
  const bands = () => {
    const all = [...document.querySelectorAll('.free-starts')];
    const left = Math.min(...all.map((band) => band.getBoundingClientRect().left));
    return all
      .filter((band) => band.getBoundingClientRect().left < left + 2)
      .map((band) => drawnMinutes(band))
      .map(({ from, to }) => [Math.round(from / 15) / 4, Math.round(to / 15) / 4]);
  };
  const morning = [8, 9];
  await expect.poll(bands).toEqual([morning, [10, 18]]);
  await text('Length').fill('60');
  await expect.poll(bands).toEqual([
    [8, 8.25],
    [10, 17.25],
  ]);
});

test('nothing is free on a day that could not be loaded, and it can be retried', { tags: 'smoke' }, async () => {
  const practice = emptyDay();
  const isOfDay = ({ body }: ReceivedRequest) => JSON.stringify(body).includes('"gte"');
  const end = practice.answer(SEARCH, (request, respond) =>
    isOfDay(request) ? Response.json({ message: 'down', data: {} }, { status: 400 }) : respond(),
  );
  await renderForm(practice, bella('11:00'));
  await expect.element(answer).toHaveTextContent(/Couldn’t check for clashes/);
  await expect.element(dialog.getByText('The free times couldn’t be loaded.')).toBeVisible();
  expect(dialog.getByText('Nothing free').elements()).toEqual([]);
  expect(page.getByRole('group', { name: 'Morning' }).elements()).toEqual([]);
  expect(document.querySelectorAll('.free-starts')).toHaveLength(0);
  end();
  await answer.getByRole('button', { name: 'Try again' }).click();
  await expect.element(answer).toHaveTextContent(/^Free in/);
  await expect.poll(() => offered('Morning')[0]).toBe('8:00');
});

test('unreadable records make a free time uncertain', async () => {
  const practice = emptyDay(true);
  practice.answer(SEARCH, async (_request, respond) => {
    const found = await respond().json();
    return Response.json({ ...found, data: [...found.data, { id: idOf(8, 999) }] });
  });
  practice.answer('GET /v1/availability', async (_request, respond) => {
    const found = await respond().json();
    return Response.json({ ...found, data: [...found.data, { id: idOf(9, 999), kind: 'on_call' }] });
  });
  await openForm(practice, bella('10:15'));
  await expect.element(answer).toHaveTextContent('2 records on that day couldn’t be read, so this time may be taken.');
  await expect.element(dialog.getByText(/2 records on these days couldn’t be read/)).toBeVisible();
});

test('a free time that a colleague takes is replaced by the next one', { tags: 'smoke' }, async () => {
  const practice = emptyDay();
  await openForm(practice, bella(''));
  await expect.element(text('Start')).toHaveValue('08:00');
  takeRooms(practice, '8:00', '9:00', { updatedAt: new Date().toISOString() });
  await waitUntil(() => {
    window.dispatchEvent(new Event('online'));
    expect(text('Start').element()).toHaveValue('09:00');
  });
  expect(offered('Morning')[0]).toBe('9:00');
});
