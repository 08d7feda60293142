import { expect, test } from 'vitest';
import { isolateText } from '#app/text/isolate-text.ts';
import { visit as bookedVisit } from '#testing/bookable-store.ts';
import { clashNote } from './appointment-view.ts';

const visit = (more: Record<string, unknown> = {}) => bookedVisit('2026-06-02T14:00:00Z', '2026-06-02T14:30:00Z', more);

test('a clash is named after the other pet, or by time if it is the same pet', () => {
  const other = visit({ title: 'Bear' });
  const note = (...clashes: Parameters<typeof clashNote>[0]) =>
    clashNote(clashes, { pets: new Map() }, 'America/New_York');
  expect(note()).toBe('');
  expect(note({ reason: 'room', other })).toBe(`clashes with ${isolateText('Bear')}`);
  expect(note({ reason: 'pet', other })).toBe(`clashes with 10:00 AM ${isolateText('Bear')}`);
  expect(note({ reason: 'staff', other }, { reason: 'room', other: visit() })).toBe(
    `clashes with ${isolateText('Bear')} +1`,
  );
});
