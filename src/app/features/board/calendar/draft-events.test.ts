import { expect, test } from 'vitest';
import { DRAFT_ID } from '#app/features/board/model/board-items.ts';
import type { DraftBooking } from '#scheduling/booking-place.ts';
import { createDraftEvents, findDraftColumn } from './draft-events.ts';

const zone = 'America/New_York';
const shared = { sectionId: 's', group: '', zone, date: '2031-06-04', openings: null };
const rooms = ['r1', 'r2', null].map((roomId) => ({
  ...{ ...shared, id: `north|${roomId ?? ''}`, title: roomId ?? 'No room', storeId: 'north', roomId, employeeId: null },
}));
const vets = ['ada', null].map((employeeId) => ({
  ...{ ...shared, id: `${zone}|${employeeId ?? ''}`, title: '', storeId: null, roomId: null, employeeId },
}));
const at = (time: string) => Date.parse(`2031-06-04T${time}:00-04:00`);
const draft: DraftBooking = {
  ...{
    storeId: 'north',
    roomId: 'r2',
    employeeId: 'ada',
    zone,
    petName: 'Bella',
    colleaguesText: '',
    freeStarts: new Map(),
  },
  time: { start: at('09:00'), end: at('09:30') },
};

test('the booking is in the column of its room or vet', () => {
  expect(findDraftColumn(draft, 'rooms', rooms)?.roomId).toBe('r2');
  expect(findDraftColumn({ ...draft, roomId: null }, 'rooms', rooms)?.title).toBe('No room');
  expect(findDraftColumn(draft, 'vets', vets)?.employeeId).toBe('ada');
  expect(findDraftColumn({ ...draft, employeeId: null }, 'vets', vets)?.employeeId).toBeNull();
});

test('it has no column on another day, in another store, or without a time', () => {
  const tomorrow = { ...draft, time: { start: at('09:00') + 86_400_000, end: at('09:30') + 86_400_000 } };
  expect(findDraftColumn(tomorrow, 'rooms', rooms)).toBeUndefined();
  expect(findDraftColumn({ ...draft, storeId: 'south' }, 'rooms', rooms)).toBeUndefined();
  expect(findDraftColumn({ ...draft, time: null }, 'rooms', rooms)).toBeUndefined();
});

test('consecutive free starts become one band of quarters, beside the movable block', () => {
  const freeStarts = new Map([['north|r1', [at('09:00'), at('09:15'), at('10:30')]]]);
  expect(createDraftEvents({ ...draft, freeStarts }, 'rooms', rooms)).toMatchObject([
    { resourceId: 'north|r1', start: at('09:00'), end: at('09:30'), display: 'background' },
    { resourceId: 'north|r1', start: at('10:30'), end: at('10:45'), display: 'background' },
    { id: DRAFT_ID, resourceId: 'north|r2', ...draft.time, title: 'Bella', editable: true, resourceEditable: true },
  ]);
});

test('its accessible name says what it is, for which pet, when and where', () => {
  const label = (changes: Partial<DraftBooking> = {}) =>
    createDraftEvents({ ...draft, ...changes }, 'rooms', rooms)[0]?.label;
  expect(label()).toBe('New appointment, Bella, 9:00 AM to 9:30 AM, r2');
  expect(label({ petName: '', roomId: null })).toBe('New appointment, 9:00 AM to 9:30 AM, No room');
});
