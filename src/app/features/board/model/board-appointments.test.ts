import { expect, test } from 'vitest';
import { at, boardOf, visit } from '#testing/board-fixture.ts';
import { findNextPatient } from './board-appointments.ts';

const nextAt = (now: string, ...visits: ReturnType<typeof visit>[]) =>
  findNextPatient(boardOf(visits).items, at(now))?.id ?? null;

test('the next patient is the first expected one whose time is not over, or else the last who did not come', () => {
  const day = [
    visit('over', '9:00', '9:30'),
    visit('here', '10:00', '11:00', { status: 'checked_in' }),
    visit('due', '10:15', '10:45'),
    visit('later', '10:45', '11:00'),
  ];
  expect(nextAt('9:00', ...day)).toBe('over');
  expect(nextAt('10:40', ...day)).toBe('due');
  expect(nextAt('10:45', ...day)).toBe('later');
  expect(nextAt('12:00', ...day)).toBe('later');
  expect(nextAt('12:00')).toBeNull();
});
