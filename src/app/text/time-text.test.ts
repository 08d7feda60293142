import { expect, test } from 'vitest';
import { shownLocale } from '#app/language/shown-language.ts';
import {
  clockText,
  dayText,
  distanceText,
  durationBetween,
  durationText,
  hourText,
  instantParts,
  instantText,
  intervalText,
  shortZoneText,
} from './time-text.ts';

const NEW_YORK = 'America/New_York';
const SUMMER = Date.parse('2026-07-01T14:00:00Z');
const WINTER = Date.parse('2026-12-01T14:00:00Z');

test('a time includes its zone unless it is the browser’s own', () => {
  const name = shortZoneText(NEW_YORK, SUMMER);
  const own = instantParts(NEW_YORK, SUMMER, NEW_YORK);
  const foreign = instantParts(NEW_YORK, SUMMER, 'Asia/Tokyo');
  expect(instantText(NEW_YORK, SUMMER)).toContain(own.date);
  expect(instantText(NEW_YORK, SUMMER)).toContain(own.time);
  expect(foreign).toEqual({ date: own.date, time: `${own.time} ${name}` });
});

test('an hour has no minutes on a 12-hour clock only', () => {
  const { hour12 } = new Intl.DateTimeFormat(shownLocale, { hour: 'numeric' }).resolvedOptions();
  expect(hourText(9 * 60).includes('00')).toBe(!hour12);
  expect(hourText(9 * 60)).toMatch(/^0?9/);
});

test('the short name of a zone distinguishes summer and winter time', () => {
  expect(shortZoneText(NEW_YORK, SUMMER)).not.toBe(shortZoneText(NEW_YORK, WINTER));
  expect(shortZoneText('UTC', SUMMER)).toBe('UTC');
});

test('an interval names days other than the current one, and an invalid end', () => {
  const hour = 3_600_000;
  const clock = (instant: number) => clockText(NEW_YORK, instant);
  const day = (instant: number) => dayText(NEW_YORK, instant);
  const text = (start: number, end: number, within = SUMMER) => intervalText(NEW_YORK, { start, end }, within);
  expect(text(SUMMER, SUMMER + hour)).toBe(`${clock(SUMMER)} – ${clock(SUMMER + hour)}`);
  const next = SUMMER + 24 * hour;
  expect(text(SUMMER, next)).toBe(`${clock(SUMMER)} – ${day(next)}, ${clock(next)}`);
  expect(text(next, next + hour)).toBe(`${day(next)}, ${clock(next)} – ${clock(next + hour)}`);
  expect(text(SUMMER, SUMMER)).toBe(`${clock(SUMMER)} (ends when it starts)`);
  expect(text(SUMMER, SUMMER - hour)).toBe(`${clock(SUMMER)} (ends before it starts)`);
});

test.each([
  ['2026-03-10', 0, 'day'],
  ['2026-03-09', -1, 'day'],
  ['2026-02-25', -13, 'day'],
  ['2026-02-24', -2, 'week'],
  ['2026-05-09', 9, 'week'],
  ['2026-05-10', 2, 'month'],
  ['2025-03-10', -12, 'month'],
  ['2023-03-10', -3, 'year'],
] as const)('%s is described relative to 10 March 2026: %i %ss', (date, count, unit) => {
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  expect(distanceText('2026-03-10', date)).toBe(format.format(count, unit));
});

test('a duration has whole minutes, and is never negative', () => {
  expect(durationText(29.6)).toBe('30 min');
  expect(durationText(-3)).toBe('0 min');
  expect(durationBetween(0, 90 * 60_000)).toBe('1 h 30 min');
});
