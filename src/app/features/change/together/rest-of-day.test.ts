import { expect, test } from 'vitest';
import { type ReceivedAppointment, receivedAppointmentSchema } from '#contract/received.ts';
import { delayedResources, delayOf } from './late-appointment.ts';
import { laterAppointments, restOfColumn, restOfDayAfter, roundUpToDelayStep, timesAfterDelay } from './rest-of-day.ts';

const ZONE = 'America/New_York';

/** An appointment on a Tuesday, in minutes after 9:00 in New York. */
function at(id: string, from: number, to: number, more: Record<string, unknown> = {}): ReceivedAppointment {
  const time = (minute: number) => new Date(Date.UTC(2026, 5, 2, 13, minute)).toISOString();
  return receivedAppointmentSchema.parse({
    id,
    start: time(from),
    end: time(to),
    status: 'confirmed',
    updatedAt: '2026-06-01T00:00:00Z',
    roomId: 'r',
    employees: [{ id: 'v', isMainEmployee: true }],
    ...more,
  });
}

const late = at('late', 0, 30);

test('the later appointments of a vet or room are those on that day that have not started and can be moved', () => {
  const other = { employees: [{ id: 'w', isMainEmployee: true }], roomId: 's' };
  const appointments = [
    at('evening', 600, 630),
    late,
    // The same appointment after it was moved.
    at('late', 15, 45),
    at('next', 30, 60),
    at('and another', 30, 60),
    at('of midnight', 900, 930),
    at('with the vet elsewhere', 40, 60, { roomId: 's', storeId: 'other' }),
    at('in the room with another', 50, 60, { ...other, roomId: 'r' }),
    at('of others', 30, 60, other),
    at('before', -30, 0),
    at('at the same time', 0, 30),
    at('waiting', 60, 90, { status: 'checked_in' }),
    at('begun', 60, 90, { status: 'in_progress' }),
    at('done', 60, 90, { status: 'completed' }),
    at('cancelled', 60, 90, { status: 'cancelled' }),
    at('stay', 60, 600),
    at('without end', 60, 60),
    at('unchangeable', 60, 90, { updatedAt: null }),
    at('tomorrow', 1440, 1470),
  ];
  const ids = (kind: 'staff' | 'room', id: string) =>
    laterAppointments(restOfDayAfter(late, ZONE), { kind, id }, appointments).map((one) => one.id);
  expect(ids('staff', 'v')).toEqual(['and another', 'next', 'with the vet elsewhere', 'waiting', 'evening']);
  expect(ids('room', 'r')).toEqual(['and another', 'next', 'in the room with another', 'waiting', 'evening']);
});

test('the rest of a vet’s day is from now on, and on another day all of it', () => {
  const appointments = [at('before', -30, 0), late, at('next', 30, 60), at('tomorrow', 1440, 1470)];
  const ids = (date: string, minute: number) =>
    laterAppointments(
      restOfColumn({ zone: ZONE, date }, Date.UTC(2026, 5, 2, 13, minute)),
      { kind: 'staff', id: 'v' },
      appointments,
    ).map((one) => one.id);
  expect(ids('2026-06-02', 0)).toEqual(['late', 'next']);
  expect(ids('2026-06-02', 1)).toEqual(['next']);
  expect(ids('2026-06-03', 0)).toEqual(['tomorrow']);
});

test('an appointment delays its main vet and its room', () => {
  expect(delayedResources(late)).toEqual([
    { kind: 'staff', id: 'v' },
    { kind: 'room', id: 'r' },
  ]);
  expect(delayedResources(at('a', 0, 30, { roomId: null, employees: [] }))).toEqual([]);
});

test('the delay of an appointment is by how much it is late or runs over', () => {
  const now = (minute: number) => Date.UTC(2026, 5, 2, 13, minute);
  expect(delayOf(late, now(12), ZONE)).toMatchObject({ kind: 'late', minutes: 12 });
  expect(delayOf(at('over', 0, 30, { status: 'in_progress' }), now(36), ZONE)).toMatchObject({
    kind: 'over',
    minutes: 6,
  });
  expect(delayOf(late, now(5), ZONE)).toBeNull();
  const waiting = { status: 'checked_in', checkedInAt: late.start };
  expect(delayOf(at('waiting', 0, 30, waiting), now(12), ZONE)).toBeNull();
});

test('the smallest step that makes up for the delay is offered first', () => {
  expect([1, 5, 6, 12, 16, 21, 45, 46, 91, 300].map(roundUpToDelayStep)).toEqual([
    5, 5, 10, 15, 20, 30, 45, 60, 120, 120,
  ]);
});

test('a moved appointment keeps its length', () => {
  expect(timesAfterDelay(late, 15)).toEqual({ start: '2026-06-02T13:15:00.000Z', end: '2026-06-02T13:45:00.000Z' });
});
