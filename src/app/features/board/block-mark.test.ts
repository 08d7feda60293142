import { expect, test } from 'vitest';
import { findConcerns } from '#scheduling/arrival.ts';
import type { PlanConflict } from '#scheduling/conflicting-appointments.ts';
import { visit } from '#testing/bookable-store.ts';
import { findBlockMark } from './block-mark.ts';

const start = Date.parse('2026-06-02T14:00:00Z');

const nothing = { hasDied: false, planConflicts: (): readonly PlanConflict[] => [] };

function fullMarkAfter(minutes: number, more: Record<string, unknown> = {}, clashes = false, known = nothing) {
  const appointment = visit('2026-06-02T14:00:00Z', '2026-06-02T14:30:00Z', more);
  const circumstances = { ...known, now: start + minutes * 60_000, zone: 'America/New_York' };
  return findBlockMark(findConcerns(appointment, circumstances), clashes);
}

const markAfter = (...of: Parameters<typeof fullMarkAfter>) => fullMarkAfter(...of)?.kind;

test('a patient who has just checked in has no mark until they have waited more than fifteen minutes', () => {
  const checkedIn = { status: 'checked_in', checkedInAt: '2026-06-02T14:00:00Z' };
  expect(markAfter(15, checkedIn)).toBeUndefined();
  expect(markAfter(16, checkedIn)).toBe('waiting');
});

test('a block shows only its most urgent mark', () => {
  expect(markAfter(0, {}, true)).toBe('clash');
  expect(markAfter(12, {}, true)).toBe('late');
  expect(markAfter(36, { status: 'in_progress' })).toBe('over');
  const checkedIn = { status: 'checked_in', checkedInAt: '2026-06-02T14:00:00Z' };
  expect(markAfter(20, checkedIn, true)).toBe('clash');
  expect(markAfter(12, {}, true, { ...nothing, planConflicts: () => ['vet-away'] })).toBe('vet-away');
  expect(markAfter(12, {}, true, { hasDied: true, planConflicts: () => ['store-closed'] })).toBe('died');
});

test('a client who wants another time outweighs a clash, and a tick is shown if nothing else is', () => {
  const appointment = visit('2026-06-02T14:00:00Z', '2026-06-02T14:30:00Z');
  const concerns = findConcerns(appointment, { ...nothing, now: start + 12 * 60_000, zone: 'America/New_York' });
  expect(findBlockMark([], true, 'another-time')?.text).toBe('wants to move');
  expect(findBlockMark([], true, 'not-delivered')?.kind).toBe('clash');
  expect(findBlockMark([], false, 'not-delivered')?.text).toBe('not delivered');
  expect(findBlockMark([], false, 'confirmed')).toEqual({ kind: 'confirmed', text: '' });
  expect(findBlockMark(concerns, false, 'another-time')?.kind).toBe('late');
});

test('a mark counts minutes below an hour, then hours and minutes', () => {
  expect([59, 60, 98, 120].map((minutes) => fullMarkAfter(minutes)?.text)).toEqual([
    'late 59',
    'late 1 h',
    'late 1 h 38',
    'late 2 h',
  ]);
  const checkedIn = { status: 'checked_in', checkedInAt: '2026-06-02T14:00:00Z' };
  expect([25, 75].map((minutes) => fullMarkAfter(minutes, checkedIn)?.text)).toEqual(['25 min', '1 h 15']);
});
