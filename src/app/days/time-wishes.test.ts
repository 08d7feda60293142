import { expect, test } from 'vitest';
import { findSoonestWishes } from './time-wishes.ts';

const now = Date.parse('2026-06-08T08:00:00Z');
const wish = (appointmentId: string, days: number) => ({
  ...{ appointmentId, answer: 'another_time' as const },
  forStart: new Date(now + days * 86_400_000).toISOString(),
});

test('of many wishes for another time the soonest are shown', () => {
  const answers = Array.from({ length: 60 }, (_, nth) => wish(String(60 - nth), 60 - nth));
  expect(findSoonestWishes(answers, now)).toEqual(Array.from({ length: 40 }, (_, nth) => String(nth + 1)));
});

test('wishes for past appointments and other answers are left out, and one without a start comes first', () => {
  const answers = [
    wish('later', 2),
    wish('past', -1),
    { ...wish('confirmed', 1), answer: 'confirmed' as const },
    { ...wish('unknown', 0), forStart: null },
  ];
  expect(findSoonestWishes(answers, now)).toEqual(['unknown', 'later']);
});
