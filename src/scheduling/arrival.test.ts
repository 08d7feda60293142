import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concernText } from '#app/text/arrival-text.ts';
import { stageOf } from '#contract/appointment-rules.ts';
import { appointmentStatuses } from '#contract/enums.ts';
import { visit as bookedVisit } from '#testing/bookable-store.ts';
import { findArrival, findConcerns, presentSince } from './arrival.ts';
import { dayInterval } from './calendar-day.ts';
import type { PlanConflict } from './conflicting-appointments.ts';
import { suggestedNextStatus } from './visit.ts';

const ZONE = 'America/New_York';
const HOUR = 3_600_000;
const start = Date.parse('2026-06-02T14:00:00Z');
const visit = (more: Record<string, unknown> = {}) => bookedVisit('2026-06-02T14:00:00Z', '2026-06-02T14:30:00Z', more);
const calm = { zone: ZONE, hasDied: false, planConflicts: (): readonly PlanConflict[] => [] };
/** The concerns about an appointment a number of minutes after its start. */
const after = (minutes: number, more?: Record<string, unknown>, known = calm) =>
  findConcerns(visit(more), { ...known, now: start + minutes * 60_000 }).map(concernText);

const status = fc.oneof(fc.constantFrom(...appointmentStatuses), fc.constant('triage'));
const anyVisit = fc
  .record({
    status,
    from: fc.integer({ min: -40 * HOUR, max: 40 * HOUR }),
    length: fc.integer({ min: -HOUR, max: 30 * HOUR }),
    arrival: fc.option(fc.integer({ min: -40 * HOUR, max: 40 * HOUR })),
  })
  .map(({ from, length, arrival, ...more }) => {
    const at = (ms: number) => new Date(start + ms).toISOString();
    return visit({
      ...more,
      start: at(from),
      end: at(from + length),
      checkedInAt: arrival === null ? null : at(arrival),
    });
  });
const anyTime = fc.integer({ min: start - 48 * HOUR, max: start + 48 * HOUR });

test('late, waiting and overrunning appointments are concerns, with their minutes', () => {
  expect(after(75)).toEqual(['1 h 15 min late']);
  const checkedIn = { status: 'checked_in', checkedInAt: '2026-06-02T13:52:00Z' };
  expect(after(12, checkedIn)).toEqual(['waiting 20 min']);
  expect(after(36, { ...checkedIn, status: 'in_progress' })).toEqual(['6 min over']);
  expect(after(-8, checkedIn)).toEqual(['just checked in']);
});

test('a patient who came on another day is staying or was forgotten, and is not waiting', () => {
  const boarder = { status: 'checked_in', checkedInAt: '2026-06-01T22:00:00Z' };
  expect(after(12, boarder)).toEqual([]);
  expect(after(24 * 60, { status: 'checked_in', checkedInAt: '2026-06-02T13:52:00Z' })).toEqual([]);
  expect(after(24 * 60)).toEqual([]);
});

test('an appointment that ends today is over for its planned time, whatever the day it began on', () => {
  const night = { status: 'in_progress', start: '2026-06-02T02:00:00Z', end: '2026-06-02T13:50:00Z' };
  expect(after(0, night)).toEqual(['10 min over']);
});

test('until the patient is seen, an absent vet is a concern that comes before lateness', () => {
  const away = { ...calm, planConflicts: () => ['vet-away'] satisfies PlanConflict[] };
  expect(after(-600, {}, away)).toEqual(['vet away']);
  expect(after(12, {}, away)).toEqual(['vet away', '12 min late']);
  expect(after(12, { status: 'triage' }, away)).toEqual(['vet away']);
  for (const over of ['in_progress', 'ready_for_checkout', 'completed', 'cancelled', 'no_show'])
    expect(after(12, { status: over }, away)).toEqual([]);
  // Nothing can be done about yesterday.
  expect(after(24 * 60, {}, away)).toEqual([]);
  const closed = { ...calm, planConflicts: () => ['store-closed', 'vet-away', 'room-blocked'] as const };
  expect(after(12, {}, closed)).toEqual(['store closed', 'vet away', 'room blocked', '12 min late']);
});

test('a pet that died is neither late nor waited for', () => {
  const dead = { ...calm, hasDied: true, planConflicts: () => ['store-closed'] satisfies PlanConflict[] };
  expect(after(-600, {}, dead)).toEqual(['died']);
  expect(after(12, { status: 'requested' }, dead)).toEqual(['died']);
  expect(after(12, { status: 'in_progress' }, dead)).toEqual([]);
});

test('no next step is offered for an appointment that had not begun when the pet died; others get the usual one', () => {
  fc.assert(
    fc.property(anyVisit, fc.boolean(), (one, hasDied) => {
      const step = suggestedNextStatus(one, { hasDied });
      if (hasDied && stageOf(one) === 'expected') expect(step).toBeNull();
      else expect(step).toEqual(suggestedNextStatus(one, { hasDied: false }));
    }),
  );
  expect(suggestedNextStatus(visit(), { hasDied: false })).toBe('checked_in');
});

test('only appointments of today are late, waiting or over, by whole minutes since then', () => {
  fc.assert(
    fc.property(anyVisit, anyTime, (one, now) => {
      const today = dayInterval(ZONE, new Date(now - 4 * HOUR).toISOString().slice(0, 10));
      const arrival = findArrival(one, now, ZONE);
      if (!arrival) return;
      expect(arrival.since).toBeGreaterThanOrEqual(today.start);
      expect(arrival.minutes).toBe(Math.max(0, Math.floor((now - arrival.since) / 60_000)));
      if (arrival.kind === 'waiting') expect(arrival.since).toBe(presentSince(one, now, ZONE));
    }),
  );
});
