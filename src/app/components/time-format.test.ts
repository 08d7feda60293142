import { expect, test } from 'vitest';
import { instantParts, instantText, shortZoneText } from './time-format.ts';

const NEW_YORK = 'America/New_York';
const SUMMER = Date.parse('2026-07-01T14:00:00Z');
const WINTER = Date.parse('2026-12-01T14:00:00Z');

test('a time is told with its zone where that is not the reader’s own', () => {
  const name = shortZoneText(NEW_YORK, SUMMER);
  const own = instantParts(NEW_YORK, SUMMER, NEW_YORK);
  const foreign = instantParts(NEW_YORK, SUMMER, 'Asia/Tokyo');
  expect(instantText(NEW_YORK, SUMMER)).toContain(own.date);
  expect(instantText(NEW_YORK, SUMMER)).toContain(own.time);
  expect(foreign).toEqual({ date: own.date, time: `${own.time} ${name}` });
});

test('the short name of a zone tells summer from winter', () => {
  expect(shortZoneText(NEW_YORK, SUMMER)).not.toBe(shortZoneText(NEW_YORK, WINTER));
  expect(shortZoneText('UTC', SUMMER)).toBe('UTC');
});
