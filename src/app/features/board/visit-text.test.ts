import { expect, test } from 'vitest';
import { createDayClock } from '#app/scheduling/calendar-day.ts';
import { isolated } from '#app/text/isolated.ts';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { arrivalOf, clashNote, sharedStart } from './visit-text.tsx';

const day = createDayClock('America/New_York', '2026-06-02');
const start = Date.parse('2026-06-02T14:00:00Z');
const visit = (more: Record<string, unknown> = {}) =>
  receivedAppointmentSchema.parse({
    id: 'a',
    status: 'confirmed',
    start: '2026-06-02T14:00:00Z',
    end: '2026-06-02T14:30:00Z',
    ...more,
  });
const after = (minutes: number, more?: Record<string, unknown>) =>
  arrivalOf(visit(more), start + minutes * 60_000, day)?.text;

test('the text says who is late or waiting, and nothing about others', () => {
  expect(after(9)).toBeUndefined();
  expect(after(12)).toBe('12 min late');
  expect(after(75)).toBe('1 h 15 min late');
  const checkedIn = { status: 'checked_in', checkedInAt: '2026-06-02T13:52:00Z' };
  expect(after(12, checkedIn)).toBe('waiting 20 min');
  expect(after(12, { ...checkedIn, status: 'in_progress' })).toBeUndefined();
  expect(after(36, { ...checkedIn, status: 'in_progress' })).toBe('6 min over');
  expect(after(12, { status: 'cancelled' })).toBeUndefined();
  expect(after(-8, checkedIn)).toBe('just checked in');
});

test('a patient who came on another day is staying, not waiting, and on a past day no one is waiting', () => {
  const boarder = { status: 'checked_in', checkedInAt: '2026-06-01T22:00:00Z' };
  expect(after(12, boarder)).toBeUndefined();
  expect(after(24 * 60, { status: 'checked_in', checkedInAt: '2026-06-02T13:52:00Z' })).toBeUndefined();
  expect(after(24 * 60)).toBeUndefined();
});

test('stores are named by the words that differ between their names', () => {
  expect(sharedStart(['Alder Creek – Downtown', 'Alder Creek – Lakeside'])).toBe('Alder Creek – ');
  expect(sharedStart(['Downtown', 'Downton'])).toBe('');
  expect(sharedStart(['Alder Creek', 'Alder Creek East'])).toBe('Alder ');
  expect(sharedStart(['Alder ', 'Alder East'])).toBe('');
  expect(sharedStart([])).toBe('');
});

test('a clash is named after the other pet, or by time if it is the same pet', () => {
  const other = visit({ title: 'Bear' });
  const note = (...clashes: Parameters<typeof clashNote>[0]) =>
    clashNote(clashes, { pets: new Map() }, 'America/New_York');
  expect(note()).toBe('');
  expect(note({ reason: 'room', other })).toBe(`clash with ${isolated('Bear')}`);
  expect(note({ reason: 'pet', other })).toBe(`clash with 10:00 AM ${isolated('Bear')}`);
  expect(note({ reason: 'staff', other }, { reason: 'room', other: visit() })).toBe(
    `clash with ${isolated('Bear')} +1`,
  );
});
