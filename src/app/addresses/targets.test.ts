import { expect, test } from 'vitest';
import type { BoardSearch } from '#app/addresses/board-search.ts';
import { createTargetLocation } from './targets.ts';

const board = {
  company: 'c1',
  date: '2026-12-28',
  view: 'week',
  store: ['downtown'],
  status: ['booked'],
  appointment: 'a1',
  new: true,
  start: '2026-12-28T09:00',
} as const;
const from = {
  companyId: 'c1',
  board: { ...board, store: [...board.store], status: [...board.status] },
  today: '2026-12-27',
};

test('a booking keeps everything that the board shows', () => {
  const { to, search } = createTargetLocation({ kind: 'book', search: { walkin: true } }, from);
  expect(to).toBe('/');
  expect(search).toMatchObject({
    ...{ company: 'c1', date: '2026-12-28', view: 'week', store: ['downtown'], status: ['booked'] },
    ...{ appointment: undefined, new: true, start: undefined, walkin: true },
  });
  expect(createTargetLocation({ kind: 'book', search: {} }, { ...from, board: null }).search).toEqual({
    company: 'c1',
    new: true,
  });
});

test('an open booking form comes to the front of the details', () => {
  const open = { ...from, board: { ...from.board, pet: 'p1' } };
  expect(createTargetLocation({ kind: 'book', search: {} }, open).search).toMatchObject({
    pet: 'p1',
    appointment: undefined,
  });
  const details = { ...from, board: { ...from.board, new: undefined } };
  expect(createTargetLocation({ kind: 'book', search: {} }, details).search).toMatchObject({
    new: true,
    appointment: 'a1',
  });
});

test('a day keeps stores, view and filters, and closes the booking form and the details', () => {
  expect(
    createTargetLocation({ kind: 'calendar', search: { date: '2027-01-02', appointment: undefined } }, from).search,
  ).toMatchObject({
    ...{ company: 'c1', date: '2027-01-02', view: 'week', store: ['downtown'], status: ['booked'], new: undefined },
    appointment: undefined,
  });
});

test('a vet is shown on the current day, in the stores where they work', () => {
  const vet = (storeIds: string[]) => createTargetLocation({ kind: 'vet', employeeId: 'v1', storeIds }, from).search;
  expect(vet(['harbour', 'north'])).toEqual({
    ...{ company: 'c1', date: '2026-12-28', view: 'vets', store: ['harbour', 'north'], vet: ['v1'] },
  });
  expect(vet([])).toMatchObject({ store: ['downtown'], vet: ['v1'] });
});

test('a free time is booked at its store on its day, which the board shows, for the pet in the open form', () => {
  const time = {
    ...{ bookStore: 'north', bookVet: 'v1', bookRoom: 'r1', pet: undefined },
    ...{ start: '2027-01-02T09:30', end: '2027-01-02T10:00' },
  };
  const open = { ...from, board: { ...from.board, pet: 'p1' } };
  expect(createTargetLocation({ kind: 'book', search: time }, open).search).toMatchObject({
    ...{ ...time, new: true, pet: 'p1', date: '2027-01-02', store: ['downtown', 'north'] },
    ...{ appointment: undefined, view: 'week' },
  });
  expect(createTargetLocation({ kind: 'book', search: { ...time, pet: 'p2' } }, open).search).toMatchObject({
    pet: 'p2',
  });
});

test('from a free time, the board returns to the day on which the search was opened', () => {
  const back = (board: BoardSearch | null) =>
    createTargetLocation(
      { kind: 'book', search: { bookStore: 'north', start: '2027-01-02T09:30' } },
      { ...from, board },
    ).search;
  expect(back(from.board)).toMatchObject({ back: '2026-12-28' });
  expect(back({ ...from.board, back: '2026-12-26' })).toMatchObject({ back: '2026-12-26' });
  expect(back({ ...from.board, date: undefined })).toMatchObject({ back: '2026-12-27' });
  expect(back(null)).toMatchObject({ back: undefined });
});

test('a result of a search that a link opened does not open the search again', () => {
  const called = { ...from, board: { ...from.board, phone: '0171 2345678', find: true as const } };
  for (const target of [
    { kind: 'book', search: {} },
    { kind: 'calendar', search: { date: '2027-01-02' } },
    { kind: 'calendar', search: { store: ['north'] } },
  ] satisfies Parameters<typeof createTargetLocation>[0][])
    expect(createTargetLocation(target, called).search).toMatchObject({ phone: undefined, find: undefined });
  expect(createTargetLocation({ kind: 'book', search: { bookPhone: '0171 2345678' } }, called).search).toMatchObject({
    bookPhone: '0171 2345678',
  });
});
