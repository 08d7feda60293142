import { expect, test } from 'vitest';
import { roomsThatSuit } from './appointment-rules.ts';
import { receivedRoomSchema } from './received.ts';

const rooms = [
  { id: 'all', categories: [] },
  { id: 'theatre', categories: ['surgical', 'dental'] },
  { id: 'dental', categories: ['dental'] },
  { id: 'old' },
].map((room) => receivedRoomSchema.parse(room));
const suiting = (category: string | null) => roomsThatSuit(rooms, category).map(({ id }) => id);

test('those made for the category come first, then those for all, each in their order', () => {
  expect(suiting('dental')).toEqual(['theatre', 'dental', 'all', 'old']);
  expect(suiting('surgical')).toEqual(['theatre', 'all', 'old']);
  expect(suiting('consult')).toEqual(['all', 'old']);
});

test('as long as the category is not known, all of them', () => {
  expect(suiting(null)).toEqual(['all', 'theatre', 'dental', 'old']);
});
