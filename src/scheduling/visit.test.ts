import fc from 'fast-check';
import { expect, test } from 'vitest';
import { occupies } from '#contract/appointment-rules.ts';
import { appointmentStatuses } from '#contract/enums.ts';
import { createDayClock } from './calendar-day.ts';
import {
  hadLastAppointment,
  hasEnded,
  invalidEndOf,
  isDimmed,
  isLastAppointment,
  isStay,
  minutesLate,
  minutesOverrun,
  takenTime,
  waitingSince,
} from './visit.ts';

const day = createDayClock('America/New_York', '2026-06-02');
const start = '2026-06-02T14:00:00.000Z';
const visit = { status: 'confirmed', checkedInAt: null, start, end: '2026-06-02T14:30:00.000Z' };
const after = (minutes: number) => Date.parse(start) + minutes * 60_000;

test('a euthanasia is the last appointment, and the pet has died once it is over', () => {
  const euthanasia = appointmentStatuses.map((status) => ({ status, visitTypeCategory: 'euthanasia' }));
  const statusesOf = (visits: readonly { status: string }[]) => visits.map(({ status }) => status);
  expect(statusesOf(euthanasia.filter((one) => !isLastAppointment(one)))).toEqual(['cancelled', 'no_show']);
  expect(statusesOf(euthanasia.filter((one) => hadLastAppointment([one])))).toEqual(['completed']);
  const others = euthanasia.map(({ status }) => ({ status, visitTypeCategory: 'surgical' }));
  expect(others.filter(isLastAppointment)).toEqual([]);
  expect(hadLastAppointment(others)).toBe(false);
});

test('cancelled and missed appointments are dimmed, and completed ones have ended', () => {
  expect(appointmentStatuses.filter((status) => isDimmed({ status }))).toEqual(['cancelled', 'no_show']);
  expect(appointmentStatuses.filter((status) => hasEnded({ status }))).toEqual(['completed']);
});

test('an unknown status takes its room, has not ended, is not late, and is not waiting without a check-in', () => {
  const unknown = fc.oneof(fc.string(), fc.constantFrom('constructor', 'CANCELLED', 'waitlisted', '__proto__'));
  fc.assert(
    fc.property(unknown, fc.integer({ min: 0, max: 900 }), (status, minutes) => {
      fc.pre(!appointmentStatuses.some((documented) => documented === status));
      const odd = { ...visit, status };
      expect(occupies(odd)).toBe(true);
      expect(isDimmed(odd)).toBe(false);
      expect(hasEnded(odd)).toBe(false);
      expect(minutesLate(odd, after(minutes), day)).toBeNull();
      expect(waitingSince(odd)).toBeNull();
    }),
  );
});

test('a patient who has checked in is waiting until they are seen, whatever the status is called', () => {
  const checkedInAt = '2026-06-02T13:50:00.000Z';
  const isWaiting = (status: string) => waitingSince({ status, checkedInAt }) === Date.parse(checkedInAt);
  expect([...appointmentStatuses, 'waitlisted'].filter(isWaiting)).toEqual([
    'requested',
    'confirmed',
    'checked_in',
    'waitlisted',
  ]);
  expect(waitingSince({ status: 'checked_in', checkedInAt: null })).toBeNull();
});

test('an appointment is late from ten minutes after its start until someone checks in or the day is over', () => {
  const late = (minutes: number, over: Partial<typeof visit> | { checkedInAt: string } = {}) =>
    minutesLate({ ...visit, ...over }, after(minutes), day);
  expect([-5, 0, 9.9, 10, 12.7, 300].map((minutes) => late(minutes))).toEqual([null, null, null, 10, 12, 300]);
  expect(late(12, { checkedInAt: start })).toBeNull();
  expect(late(12, { status: 'requested' })).toBe(12);
  for (const status of ['checked_in', 'in_progress', 'ready_for_checkout', 'completed', 'cancelled', 'no_show'])
    expect(late(12, { status })).toBeNull();
  expect(minutesLate(visit, day.end - 1, day)).toBe(839);
  expect(minutesLate(visit, day.end, day)).toBeNull();
  const tomorrow = createDayClock('America/New_York', '2026-06-03');
  expect(minutesLate(visit, tomorrow.start + 60_000, tomorrow)).toBeNull();
});

test('a stay crosses midnight or lasts at least six hours', () => {
  const minutes = (from: number, to: number) =>
    isStay({ start: day.start + from * 60_000, end: day.start + to * 60_000 }, day);
  expect(minutes(600, 600 + 359)).toBe(false);
  expect(minutes(600, 600 + 360)).toBe(true);
  expect(minutes(1410, 1440)).toBe(false);
  expect(minutes(1410, 1441)).toBe(true);
  expect(minutes(-30, 30)).toBe(true);
  expect(minutes(600, 600)).toBe(false);
  expect(minutes(600, 100)).toBe(false);
});

test('an end that is not after the start is reported as such, and still takes a moment', () => {
  const instants = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(instants, instants, (from, to) => {
      const odd = invalidEndOf({ start: from, end: to });
      expect(odd).toBe(to > from ? null : to === from ? 'at-start' : 'before-start');
      const iso = (instant: number) => new Date(instant).toISOString();
      const taken = takenTime({ start: iso(from), end: iso(to) });
      expect(taken).toEqual({ start: from, end: to > from ? to : from + 1 });
    }),
  );
  expect(invalidEndOf({ start: 5, end: 5 })).toBe('at-start');
});

test('an appointment runs over while the patient is being seen past its end, only on its own day', () => {
  const seen = { ...visit, status: 'in_progress' };
  expect(minutesOverrun(seen, after(30), day)).toBeNull();
  expect(minutesOverrun(seen, after(31), day)).toBe(1);
  expect(minutesOverrun(seen, after(36), day)).toBe(6);
  for (const status of appointmentStatuses.filter((other) => other !== 'in_progress')) {
    expect(minutesOverrun({ ...visit, status }, after(60), day)).toBeNull();
  }
  expect(minutesOverrun(seen, day.end, day)).toBeNull();
  expect(minutesOverrun(seen, after(60), createDayClock('America/New_York', '2026-06-03'))).toBeNull();
  // An end that is not after its start carries no information.
  expect(minutesOverrun({ ...seen, end: start }, after(60), day)).toBeNull();
});
