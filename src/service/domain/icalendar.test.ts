import fc from 'fast-check';
import ICAL from 'ical.js';
import { beforeEach, expect, test } from 'vitest';
import { rounds } from '#testing/rounds.ts';
import { type CalendarEvent, writeCalendar } from './icalendar.ts';

const at = (text: string) => Date.parse(text);

const checkup: CalendarEvent = {
  id: '6ad5d2b8-1f0f-4d6d-9a55-6f0f3b2f8a01',
  start: at('2026-06-01T08:30:00Z'),
  end: at('2026-06-01T09:00:00Z'),
  timeZone: 'Europe/Berlin',
  createdAt: at('2026-05-01T10:00:00Z'),
  updatedAt: at('2026-05-02T10:00:00Z'),
  status: 'confirmed',
  title: 'Rex – Check-up',
  location: 'North, High Street 1',
  description: [],
};

/** The components that a calendar program reads; the zones are those that the text itself describes. */
function read(text: string): ICAL.Event[] {
  ICAL.TimezoneService.reset();
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
}

beforeEach(() => () => ICAL.TimezoneService.reset());

test('an event is written with everything that a calendar program needs, and the same again', () => {
  const text = writeCalendar([checkup], { name: 'Dr. Ada', readAgainAfter: 'PT15M' });
  expect(text.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Frontdesk//Frontdesk//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Dr. Ada',
    'X-PUBLISHED-TTL:PT15M',
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    'BEGIN:DAYLIGHT',
    'DTSTART:20260329T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:6ad5d2b8-1f0f-4d6d-9a55-6f0f3b2f8a01@frontdesk',
    'DTSTAMP:20260502T100000Z',
    'SEQUENCE:86400',
    'LAST-MODIFIED:20260502T100000Z',
    'DTSTART;TZID=Europe/Berlin:20260601T103000',
    'DTEND;TZID=Europe/Berlin:20260601T110000',
    'SUMMARY:Rex – Check-up',
    'LOCATION:North\\, High Street 1',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('an attachment has no name, and a calendar without events is one', () => {
  expect(writeCalendar([checkup], null)).not.toMatch(/X-|REFRESH/);
  expect(read(writeCalendar([], null))).toEqual([]);
});

test('a time that the clock shows twice is written in UTC', () => {
  const [first, second] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map(at);
  const text = writeCalendar([{ ...checkup, start: first ?? 0, end: second ?? 0 }], null);
  expect(text).toContain('DTSTART:20261025T003000Z\r\nDTEND:20261025T013000Z');
});

// Markup, separators and breaks of the format, accents, right to left, emoji of several characters, and anything else.
const text = fc.oneof(
  fc.constantFrom(
    'Rex; DROP, \\n "Sir" <b>&amp;',
    'line\r\nBEGIN:VEVENT\r\nbreak',
    'a\u2028b\u0085c\u0000d\te',
    'ريكس فحص؛ سنوي،',
    '👩‍🚒'.repeat(40),
    'é'.repeat(200),
    '\\',
  ),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const zones = [
  ...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'UTC'],
  ...['Europe/Dublin', 'Africa/Casablanca', 'America/St_Johns', 'Pacific/Apia', 'Asia/Tokyo', 'America/Sao_Paulo'],
];
const second = { min: at('1990-01-01T00:00:00Z') / 1000, max: at('2060-01-01T00:00:00Z') / 1000 };
// Near the changes of clocks, and any.
const start = fc.oneof(
  fc.integer(second).map((seconds) => seconds * 1000),
  fc
    .tuple(
      fc.constantFrom(...['2026-03-08', '2026-03-29', '2026-04-04', '2026-10-25', '2026-11-01', '2011-12-30']),
      fc.integer({ min: -24 * 12, max: 48 * 12 }),
    )
    .map(([date, fives]) => at(date) + fives * 300_000),
);
const event = fc
  .record({
    id: fc.uuid(),
    start,
    minutes: fc.integer({ min: 1, max: 4_000 }),
    timeZone: fc.constantFrom(...zones),
    createdAt: fc.integer({ min: at('2020-01-01'), max: at('2026-01-01') }),
    changedAfter: fc.integer({ min: 0, max: 1e11 }),
    status: fc.constantFrom('confirmed' as const, 'tentative' as const, 'cancelled' as const),
    title: text,
    location: text,
    description: fc.array(text, { maxLength: 3 }),
  })
  .map(({ minutes, changedAfter, ...one }) => ({
    ...one,
    end: one.start + minutes * 60_000,
    updatedAt: one.createdAt + changedAfter,
  }));

/** A text as a program shows it: in one line. */
const inOneLine = (value: string) => value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');

test('a calendar program reads what was written, in lines of at most 75 octets', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 4 }), text, (events, name) => {
      const bytes = Buffer.from(writeCalendar(events, { name, readAgainAfter: 'PT15M' }));
      const written = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      for (const line of written.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/);
      }
      expect(written.endsWith('\r\n')).toBe(true);
      const found = read(written);
      expect(found).toHaveLength(events.length);
      found.forEach((one, index) => {
        const { id, start, end, createdAt, updatedAt, status, title, location, description } = events[
          index
        ] as CalendarEvent;
        expect(one.uid).toBe(`${id}@frontdesk`);
        expect([one.startDate, one.endDate].map((time) => time.toUnixTime() * 1000)).toEqual([start, end]);
        expect(one.sequence).toBe(Math.floor((updatedAt - createdAt) / 1000));
        expect(one.component.getFirstPropertyValue('status')).toBe(status.toUpperCase());
        expect(one.summary ?? '').toBe(inOneLine(title));
        expect(one.location ?? '').toBe(inOneLine(location));
        expect(one.description ?? '').toBe(description.map(inOneLine).join('\n'));
      });
    }),
    { numRuns: rounds({ few: 100, ci: 200, many: 20_000 }) },
  );
});
