import { expect, test } from 'vitest';
import { boardDate, boardOf, visit } from '#testing/board-fixture.ts';
import { buildWeekDays, weekSubject } from './week-days.ts';

/** The Wednesday of a week with these appointments. The store has two rooms, and is open from 8:00 to 18:00. */
function wednesday(records: ReturnType<typeof visit>[], choice: Partial<Parameters<typeof buildWeekDays>[1]> = {}) {
  const days = buildWeekDays(boardOf(records, { view: 'week' }), { of: 'all', plan: null, ...choice });
  const day = days.find(({ column }) => column.date === boardDate);
  if (!day) throw new Error('The week has no Wednesday.');
  return day;
}

const idsOf = ({ items }: ReturnType<typeof wednesday>) => items.map(({ appointment }) => appointment.id);

test('a day lists its appointments by time, and counts those that take place', () => {
  const day = wednesday([
    visit('b', '10:00', '11:00'),
    visit('c', '9:00', '9:30', { status: 'cancelled' }),
    visit('a', '10:00', '10:30'),
  ]);
  expect(idsOf(day)).toEqual(['c', 'a', 'b']);
  expect(day.count).toBe(2);
});

test.each([
  ['without appointments', [], 0],
  ['with one room booked for half of the day', [visit('a', '8:00', '13:00')], 0.25],
  [
    'counting overlapping appointments in a room once',
    [visit('a', '8:00', '13:00'), visit('b', '9:00', '12:00')],
    0.25,
  ],
  ['counting only opening hours', [visit('a', '6:00', '9:00')], 0.05],
  ['not counting cancelled appointments', [visit('a', '8:00', '13:00', { status: 'cancelled' })], 0],
  ['not counting appointments without a room', [visit('a', '8:00', '13:00', { roomId: null })], 0],
])('the share of booked time, %s', (_, records, share) => {
  expect(wednesday(records).share).toBeCloseTo(share);
});

test('the week of a room or vet has only their appointments', () => {
  const records = [
    visit('mine', '8:00', '13:00', { roomId: 'r2', employees: [{ id: 'ada', isMainEmployee: true }] }),
    visit('other', '8:00', '9:00'),
  ];
  const ofRoom = wednesday(records, { of: { room: 'r2' } });
  expect(idsOf(ofRoom)).toEqual(['mine']);
  expect(ofRoom.share).toBeCloseTo(0.5);
  const ofVet = wednesday(records, { of: { vet: 'ada' } });
  expect(idsOf(ofVet)).toEqual(['mine']);
  expect(ofVet.share).toBeCloseTo(0.5);
});

test('blocked time cannot be booked, and reduces the available time', () => {
  const blockedRooms = new Map([[boardDate, new Map([['r2', [{ fromMinute: 0, toMinute: 1440 }]]])]]);
  const day = wednesday([visit('a', '8:00', '13:00')], { plan: { bookable: new Map(), blockedRooms } });
  expect(day.share).toBeCloseTo(0.5);
});

test('filters select the week of a single room or vet; otherwise it is that of all', () => {
  const of = (rooms: string[], vets: string[]) => weekSubject({ rooms, vets });
  expect([of([], []), of(['r1'], ['ada']), of([], ['ada']), of([], ['ada', 'bo'])]).toEqual([
    'all',
    { room: 'r1' },
    { vet: 'ada' },
    'all',
  ]);
});
