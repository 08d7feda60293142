import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import type { AppointmentPage } from '#app/api/appointments.ts';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import type { FinderReference } from '#app/features/finder/appointment-names.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import {
  type ReceivedAppointment,
  receivedAppointmentSchema,
  receivedCompanySchema,
  receivedPetSchema,
} from '#contract/received.ts';
import { csvFormat, csvLine, csvMark, separatorOf, utcOffset } from './csv.ts';
import { savedText } from './export-notices.ts';
import { icalFormat } from './ical.ts';
import { type ExportFormat, writeExport } from './write-export.ts';

const reference: FinderReference = {
  directory: {
    company: {
      ...receivedCompanySchema.parse({
        id: 'c',
        name: 'Practice',
        stores: [
          { id: 's', name: 'North, "Harbour"', timeZone: 'America/New_York', rooms: [{ id: 'r', name: 'Room; 1' }] },
        ],
      }),
      storesListed: true,
    },
    fallbackZone: 'UTC',
    employees: new Map([['e', { id: 'e', name: 'Ada Bell', storeIds: null, role: 'vet', isActive: true }]]),
    types: new Map(),
    pets: new Map([
      ['p', receivedPetSchema.parse({ id: 'p', name: 'Bella', clientId: 'k', clientName: 'Ann Lee' })],
      ['other', receivedPetSchema.parse({ id: 'other', name: 'Rex', clientId: 'l', clientName: 'Bob Stone' })],
    ]),
  },
  statuses: createEnumDisplays(undefined, 'APPOINTMENT_STATUS'),
  categories: createEnumDisplays(undefined, 'VISIT_TYPE_CATEGORY'),
  origins: createEnumDisplays(undefined, 'APPOINTMENT_CREATED_FROM'),
};

function appointment(changes: Record<string, unknown> = {}): ReceivedAppointment {
  return receivedAppointmentSchema.parse({
    id: 'a1',
    petId: 'p',
    clientId: 'k',
    storeId: 's',
    roomId: 'r',
    title: 'Bella – Dental',
    start: '2026-06-01T13:30:00Z',
    end: '2026-06-01T14:00:00Z',
    status: 'requested',
    employees: [{ id: 'e', isMainEmployee: true }],
    createdAt: '2026-05-01T10:00:00Z',
    updatedAt: '2026-05-02T10:00:00Z',
    ...changes,
  });
}

/** A file of these records. */
function fileOf(format: ExportFormat, records: ReceivedAppointment[], unresolvedIds: string[] = []): string {
  return format.head + format.page({ records, unresolvedIds, nextCursor: null, totalCount: null }) + format.foot;
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'=+-@"\',;\\\r\n\t 🐕é') }),
);
const read = (text: string): string[][] => parse(text, { bom: true, delimiter: separatorOf(shownLocale) });

describe('CSV', () => {
  test('is read back cell by cell', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyText, { minLength: 3, maxLength: 3 }), { minLength: 1 }), (rows) => {
        const cells = read(csvMark + rows.map(csvLine).join(''));
        expect(cells.map((row) => row.map((cell) => cell.replace(/^'/, '')))).toEqual(
          rows.map((row) => row.map((cell) => cell.replace(/^'/, ''))),
        );
      }),
    );
  });

  test('never begins a cell with what a spreadsheet runs', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cell = read(`${csvLine([text, 'x'])}`)[0]?.[0] ?? '';
        expect(cell).not.toMatch(/^[\s]*[=+\-@＝＋－＠]|^[\t\r]/);
      }),
    );
    const cells = [`"'=HYPERLINK(""x"")"`, "'+1", "' @a", "'-"];
    expect(csvLine(['=HYPERLINK("x")', '+1', ' @a', '-'])).toBe(`${cells.join(separatorOf(shownLocale))}\r\n`);
  });

  test('has a line for every record, times in the zone of the store', () => {
    const text = fileOf(csvFormat(reference), [appointment({ notes: 'a\nb' })], ['u1']);
    const [headings = [], line = [], unresolved = []] = read(text);
    const cell = (row: string[], heading: string) => row[headings.indexOf(heading)];
    expect(cell(line, 'Start')).toBe('2026-06-01 09:30');
    expect(cell(line, 'Time zone')).toBe('America/New_York');
    expect(cell(line, 'Start UTC offset')).toBe('UTC-04:00');
    expect(cell(line, 'Store')).toBe('North, "Harbour"');
    expect(cell(line, 'Notes')).toBe('a\nb');
    expect(cell(line, 'Vets')).toBe('Ada Bell');
    expect(['Pet', 'Owner'].map((heading) => cell(line, heading))).toEqual(['Bella', 'Ann Lee']);
    expect(cell(unresolved, 'Id')).toBe('u1');
    expect(cell(unresolved, 'Title')).toBe('Unreadable record');
    expect([line, unresolved].map(({ length }) => length)).toEqual([headings.length, headings.length]);
  });
});

test('offsets tell the two equal hours apart when the clocks go back', () => {
  const at = (start: string, end: string) => {
    const [headings = [], line = []] = read(fileOf(csvFormat(reference), [appointment({ start, end })]));
    return ['Start', 'Start UTC offset', 'End', 'End UTC offset'].map((heading) => line[headings.indexOf(heading)]);
  };
  expect(at('2026-11-01T05:30:00Z', '2026-11-01T06:00:00Z')).toEqual([
    ...['2026-11-01 01:30', 'UTC-04:00', '2026-11-01 01:00', 'UTC-05:00'],
  ]);
  expect(utcOffset(Date.UTC(2026, 11, 1), 'Europe/London')).toBe('UTC+00:00');
  expect(utcOffset(Date.UTC(2026, 11, 1), 'Asia/Kolkata')).toBe('UTC+05:30');
});

describe('iCalendar', () => {
  const eventOf = (one: ReceivedAppointment) => {
    const text = fileOf(icalFormat(reference), [one]);
    for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    const [event] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    if (!event) throw new Error('no event');
    return new ICAL.Event(event);
  };

  test('is read back, whatever the texts', () => {
    fc.assert(
      fc.property(anyText, anyText, (title, notes) => {
        const event = eventOf(appointment({ title, notes, visitTypeName: 'Dental' }));
        const kept = (text: string) =>
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these may not stand in a calendar.
          text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
        expect(event.summary).toBe(kept(title || 'Dental'));
        expect(event.description).toMatch(/^Pet: Bella\nOwner: Ann Lee\n/);
        if (notes !== '') expect(event.description).toContain(kept(notes));
        expect(event.location).toBe('North, "Harbour", Room; 1');
      }),
    );
  });

  test('keeps the instants, also over a change of clocks', () => {
    const event = eventOf(appointment({ start: '2026-11-01T05:30:00Z', end: '2026-11-01T06:30:00Z' }));
    expect(event.startDate.toJSDate().toISOString()).toBe('2026-11-01T05:30:00.000Z');
    expect(event.endDate.toJSDate().toISOString()).toBe('2026-11-01T06:30:00.000Z');
    expect(event.uid).toBe('a1');
  });

  test.each([
    ['requested', 'TENTATIVE'],
    ['confirmed', 'CONFIRMED'],
    ['cancelled', 'CANCELLED'],
    ['no_show', 'CANCELLED'],
    ['waitlisted', 'CONFIRMED'],
  ])('a status %s is %s to a calendar', (status, expected) => {
    expect(fileOf(icalFormat(reference), [appointment({ status })])).toContain(`STATUS:${expected}\r\n`);
  });

  test('gives no end to what ends before it starts', () => {
    const text = fileOf(icalFormat(reference), [appointment({ end: '2026-06-01T13:00:00Z' })]);
    expect(text).not.toContain('DTEND');
  });
});

describe('the export of a whole result', () => {
  const format: ExportFormat = {
    head: '[',
    page: ({ records }) => records.map(({ id }) => id).join(''),
    foot: ']',
  };
  const all = ['a', 'b', 'c', 'd', 'e'];
  const page = (index: number): AppointmentPage => ({
    records: [appointment({ id: all[index] })],
    unresolvedIds: [],
    nextCursor: index + 1 < all.length ? String(index + 1) : null,
    totalCount: all.length,
  });
  const run = (changes: Partial<Parameters<typeof writeExport>[0]> = {}) =>
    writeExport({
      format,
      known: [],
      loadPage: async (cursor) => page(Number(cursor ?? 0)),
      onProgress: () => {},
      sleep: async () => {},
      signal: new AbortController().signal,
      ...changes,
    });

  test('takes what is known and reads the rest once', async () => {
    const cursors: (string | null)[] = [];
    const progress: number[] = [];
    const { parts } = await run({
      known: [page(0), page(1)],
      loadPage: async (cursor) => {
        cursors.push(cursor);
        return page(Number(cursor));
      },
      onProgress: ({ done }) => progress.push(done),
    });
    expect(parts.join('')).toBe('[abcde]');
    expect(cursors).toEqual(['2', '3', '4']);
    expect(progress).toEqual([1, 2, 3, 4, 5]);
  });

  test('waits as long as Retry-After says, and leaves no page out', async () => {
    let refusals = 2;
    const waits: number[] = [];
    const { parts } = await run({
      loadPage: async (cursor) => {
        if (cursor === '3' && refusals > 0) {
          refusals -= 1;
          throw new ApiError({ kind: 'http', status: 429, retryAfterSeconds: 17 });
        }
        return page(Number(cursor ?? 0));
      },
      sleep: async (milliseconds) => void waits.push(milliseconds),
    });
    expect(parts.join('')).toBe('[abcde]');
    expect(waits).toEqual([17_000, 17_000]);
  });

  test('fails rather than leaving a page out', async () => {
    const forbidden = new ApiError({ kind: 'http', status: 403 });
    await expect(run({ loadPage: () => Promise.reject(forbidden) })).rejects.toBe(forbidden);
    const gone = new ApiError({ kind: 'network', status: null });
    await expect(run({ loadPage: () => Promise.reject(gone) })).rejects.toBe(gone);
  });

  test('stops when it is cancelled', async () => {
    const controller = new AbortController();
    const running = run({ signal: controller.signal, onProgress: () => controller.abort(new Error('cancelled')) });
    await expect(running).rejects.toThrow('cancelled');
  });

  test('takes at most half of the request budget', async () => {
    let now = 0;
    const times: number[] = [];
    const many = 200;
    await run({
      loadPage: async (cursor) => {
        times.push(now);
        const index = Number(cursor ?? 0);
        return { ...page(0), nextCursor: index + 1 < many ? String(index + 1) : null };
      },
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
    });
    for (const time of times)
      expect(times.filter((other) => other >= time && other < time + 60_000).length).toBeLessThan(64);
  });

  test('says how many of the counted matches never came, and how many could not be read', async () => {
    const ended = await run({
      loadPage: async () => ({ ...page(0), unresolvedIds: ['u'], nextCursor: null, totalCount: 9 }),
    });
    expect(ended).toMatchObject({ done: 2, unresolved: 1, missing: 7 });
    expect(await run()).toMatchObject({ done: 5, unresolved: 0, missing: 0 });
    expect(savedText(ended, 'csv')).toMatch(
      /^2 appointments.* 1 of them could not be read.* 7 of 9 matches are missing/,
    );
    expect(savedText(ended, 'ics')).toMatch(/^1 appointment,.* 1 more could not be read and are not in it/);
  });

  test('does not miss what is counted but left out on purpose', async () => {
    const ended = await run({
      loadPage: async (cursor) => ({
        ...page(Number(cursor ?? 0)),
        totalCount: 6,
        excludedAtBounds: cursor === '2' ? 1 : 0,
      }),
    });
    expect(ended).toMatchObject({ done: 5, missing: 0 });
  });

  test('fails where the cursors form a cycle, rather than never ending', async () => {
    const endless = run({
      loadPage: async (cursor) => ({ ...page(Number(cursor ?? 0)), nextCursor: cursor === '1' ? '2' : '1' }),
    });
    await expect(endless).rejects.toBeInstanceOf(ApiError);
  });

  test('what is booked or taken away while it is read is not missing', async () => {
    const totals = (counts: number[]) =>
      run({
        loadPage: async (cursor) => ({ ...page(Number(cursor ?? 0)), totalCount: counts[Number(cursor ?? 0)] ?? null }),
      });
    expect(await totals([5, 5, 6, 7, 8])).toMatchObject({ missing: 0 });
    expect(await totals([8, 8, 7, 6, 5])).toMatchObject({ missing: 0 });
    expect(await totals([])).toMatchObject({ missing: 0 });
  });
});

test.each([
  ['en-GB', ','],
  ['en-US', ','],
  ['es-MX', ','],
  ['de', ';'],
  ['de-CH', ';'],
  ['fr', ';'],
  ['es', ';'],
  ['nl', ';'],
  ['ar-EG', ';'],
  ['ar-AE', ';'],
  ['en-DE', ';'],
])('a CSV file of %s has the separator %s, as the spreadsheets there', (locale, sign) => {
  expect(separatorOf(locale)).toBe(sign);
});
