import { expect, test } from 'vitest';
import { createHeadings } from './date-heading.ts';

test('a week is named by its first and last day, told once what both have in common', () => {
  const { weekHeading } = createHeadings('en-GB');
  expect(weekHeading('2026-11-16', 'long', 1)).toBe('16 – 22 November 2026');
  expect(weekHeading('2026-11-22', 'long', 1)).toBe('16 – 22 November 2026');
  expect(weekHeading('2026-12-02', 'long', 1)).toBe('30 November – 6 December 2026');
  expect(weekHeading('2027-01-01', 'short', 1)).toBe('28 Dec 2026 – 3 Jan 2027');
  expect(createHeadings('de').weekHeading('2026-11-16', 'long', 1)).toBe('16. – 22. November 2026');
});

test('a day is named as the language has it', () => {
  expect(createHeadings('en-GB').dayHeading('2026-11-16', 'long')).toMatch(/^Monday,? 16 November 2026$/);
  expect(createHeadings('en-US').dayHeading('2026-11-16', 'short')).toBe('Mon, Nov 16, 2026');
});

test.each(['en-GB', 'en-US', 'de', 'fr', 'pt-BR', 'ja', 'fa'])(
  'no heading in %s has more letters than the widest',
  (locale) => {
    const { dayHeading, weekHeading, widestHeadings } = createHeadings(locale);
    for (const length of ['long', 'short'] as const) {
      const widest = Math.max(
        ...widestHeadings(length)
          .split('\n')
          .map((line) => line.length),
      );
      for (let day = 0; day < 800; day += 1) {
        const date = new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10);
        expect(dayHeading(date, length).length).toBeLessThanOrEqual(widest);
        expect(weekHeading(date, length, 1).length).toBeLessThanOrEqual(widest);
      }
    }
  },
);
