import '#testing/in-english.ts';
import { expect, test } from 'vitest';
import { openingHoursText } from './hours-text.ts';

const open = (weekday: number, opens: string, closes: string) => ({ weekday, opens, closes });

test('days with the same hours are grouped, a break is shown with its day, and a closed week as such', () => {
  const week = [
    ...[1, 2, 3, 5].map((day) => open(day, '08:00', '18:00')),
    open(4, '08:00', '12:00'),
    open(4, '13:00', '20:00'),
    open(7, '00:00', '24:00'),
  ];
  const spoken = openingHoursText(week).replaceAll('\u202f', ' ').split(' · ');
  expect(spoken).toHaveLength(4);
  expect(spoken[0]).toMatch(/^Mon – Wed /);
  expect(spoken[1]).toMatch(/^Thu .* – .*, .* – /);
  expect(spoken[2]).toMatch(/^Fri /);
  expect(spoken[3]).toMatch(/^Sun /);
  expect(openingHoursText([])).toBe('No opening hours');
});
