import { expect, test } from 'vitest';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { compareByStart } from '#scheduling/visit.ts';
import { keepInOrder, keepInPlace } from './use-stable-rows.ts';

const at = (id: string, start: string) => ({
  record: receivedAppointmentSchema.parse({ id, start, end: start, status: 'requested' }),
  heading: start.slice(0, 10),
});
const shown = [at('a', '2041-06-05T09:00:00Z'), at('b', '2041-06-05T11:00:00Z')];
const places = shown.map(({ record: { id }, heading }) => ({ id, heading }));
const idsOf = (current: typeof shown) =>
  keepInPlace(current, places, compareByStart).map(({ record: { id }, heading }) => `${id} ${heading}`);

test('a request behind all rows is added, and one that would move a row waits', () => {
  expect(idsOf([at('x', '2041-06-05T10:00:00Z'), ...shown, at('z', '2041-06-06T08:00:00Z')])).toEqual([
    'a 2041-06-05',
    'b 2041-06-05',
    'z 2041-06-06',
  ]);
});

test('a rescheduled request keeps its place and day, and one that is gone leaves the others in theirs', () => {
  expect(idsOf([at('b', '2041-06-05T11:00:00Z'), at('a', '2041-06-07T09:00:00Z')])).toEqual([
    'a 2041-06-05',
    'b 2041-06-05',
  ]);
  expect(idsOf([at('b', '2041-06-05T11:00:00Z')])).toEqual(['b 2041-06-05']);
});

test('with only the focus in the list, rows keep their order, and what arrives is placed between them', () => {
  const lastFirst = (one: { id: string }, other: { id: string }) => (one.id < other.id ? 1 : -1);
  const idsInOrder = (current: typeof shown, compare: typeof compareByStart = compareByStart) =>
    keepInOrder(current, places, compare).map(({ record: { id }, heading }) => `${id} ${heading}`);
  // The order of the records has changed, as it does when a client answers.
  expect(idsInOrder([...shown].reverse(), lastFirst)).toEqual(['a 2041-06-05', 'b 2041-06-05']);
  expect(idsInOrder([at('x', '2041-06-05T10:00:00Z'), ...shown])).toEqual([
    'a 2041-06-05',
    'x 2041-06-05',
    'b 2041-06-05',
  ]);
  expect(idsInOrder([at('b', '2041-06-05T11:00:00Z'), at('a', '2041-06-07T09:00:00Z')])).toEqual([
    'b 2041-06-05',
    'a 2041-06-07',
  ]);
});
