import { expect, test } from 'vitest';
import { roomText } from './directory.ts';

test.each([
  ['a room of the store by its name', 'r1', 'Old name', 'Room 1'],
  ['a room that is not listed any more by the location', 'gone', 'Day-care run', 'Day-care run'],
  ['an unlisted room without a location by its id', 'gone', null, 'Room gone'],
  ['an appointment without a room by its location', null, 'Day-care run', 'Day-care run'],
  ['an appointment without a place', null, null, 'No room'],
])('every screen names %s', (_, roomId, location, text) => {
  const rooms = [{ id: 'r1', name: 'Room 1', categories: [] }];
  const stores = [{ id: 'north', name: 'North', timeZone: null, openingHours: [], rooms }];
  const company = { id: 'c', name: 'C', storesListed: true, stores };
  expect(roomText({ storeId: 'north', roomId, location }, { company })).toBe(text);
});
