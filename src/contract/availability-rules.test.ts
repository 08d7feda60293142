import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { availabilityQuerySchema } from './availability.ts';
import {
  availabilityProblem,
  changeSeries,
  expandRecurrence,
  findEntryAndLater,
  maxEntryDays,
  moveWithEntry,
  recurrenceLimits,
} from './availability-rules.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(text);
const MONDAY = at('2026-03-23T09:00Z');

/** A clock that is one hour ahead of UTC, and two hours from 2026-03-29T01:00Z until 2026-10-25T01:00Z. */
const berlin = (() => {
  const [spring, autumn] = [at('2026-03-29T01:00Z'), at('2026-10-25T01:00Z')];
  const offsetOf = (instant: number) => (instant >= spring && instant < autumn ? 2 : 1) * HOUR;
  return {
    toWall: (instant: number) => instant + offsetOf(instant),
    toInstant(wall: number) {
      if (wall >= spring + HOUR && wall < spring + 2 * HOUR) return wall - HOUR;
      return wall - 2 * HOUR >= spring && wall - 2 * HOUR < autumn ? wall - 2 * HOUR : wall - HOUR;
    },
  };
})();
const utc = { toWall: (instant: number) => instant, toInstant: (wall: number) => wall };

describe('a valid entry', () => {
  const duty = { kind: 'on_duty' as const, storeId: 's', employeeId: 'e', roomId: null, start: 0, end: HOUR };
  const block = { ...duty, kind: 'unavailable' as const };
  const none = { storeId: null, employeeId: null, roomId: null };
  const [first, last] = [at('0001-01-01T00:00:00.000Z'), at('9999-12-31T23:59:59.999Z')];

  test.each([
    [duty],
    [{ ...duty, roomId: 'r' }],
    [{ ...block, ...none, storeId: 's' }],
    [{ ...block, ...none, employeeId: 'e' }],
    [{ ...block, employeeId: null, roomId: 'r' }],
    [{ ...duty, end: maxEntryDays * DAY }],
    [{ ...duty, start: first, end: first + 1 }],
    [{ ...duty, start: last - 1, end: last }],
  ])('accepts %j', (entry) => {
    expect(availabilityProblem(entry)).toBeNull();
  });

  test.each([
    [{ ...duty, storeId: null }, 'storeId', 'a shift needs a store'],
    [{ ...duty, employeeId: null }, 'employeeId', 'a shift needs an employee'],
    [{ ...block, ...none, roomId: 'r' }, 'roomId', 'a room needs its store'],
    [{ ...block, ...none }, 'storeId', 'name a store, a room or an employee that cannot be booked'],
    [{ ...duty, start: first - 1 }, 'start', 'must be in the years 0001 to 9999 in UTC'],
    [{ ...duty, start: last + 1, end: last + 2 }, 'start', 'must be in the years 0001 to 9999 in UTC'],
    [{ ...duty, end: last + 1 }, 'end', 'must be in the years 0001 to 9999 in UTC'],
    [{ ...duty, end: first - 1 }, 'end', 'must be in the years 0001 to 9999 in UTC'],
    [{ ...duty, end: 0 }, 'end', 'must be after the start'],
    [{ ...duty, end: maxEntryDays * DAY + 1 }, 'end', 'must be at most 366 days after the start'],
  ])('rejects %j', (entry, field, problem) => {
    expect(availabilityProblem(entry)).toEqual({ field, problem });
  });
});

describe('a recurrence', () => {
  const first = { start: MONDAY, end: MONDAY + 8 * HOUR };
  const starts = (repeat: Parameters<typeof expandRecurrence>[1], time = first, clock = utc) => {
    const result = expandRecurrence(time, repeat, clock);
    return 'times' in result ? result.times.map(({ start }) => new Date(start).toISOString().slice(0, 16)) : result;
  };

  test('occurs on each of its weekdays, including the last date, in every n-th week', () => {
    expect(starts({ weekdays: [1, 3, 7], until: '2026-03-30' })).toEqual([
      '2026-03-23T09:00',
      '2026-03-25T09:00',
      '2026-03-29T09:00',
      '2026-03-30T09:00',
    ]);
    expect(starts({ weekdays: [1, 7], everyWeeks: 2, until: '2026-04-12' })).toEqual([
      '2026-03-23T09:00',
      '2026-03-29T09:00',
      '2026-04-06T09:00',
      '2026-04-12T09:00',
    ]);
    expect(starts({ weekdays: [1], everyWeeks: null, until: '2026-03-23' })).toEqual(['2026-03-23T09:00']);
    // Dates before 1970 work, too.
    const before = { start: at('1969-12-29T09:00Z'), end: at('1969-12-29T10:00Z') };
    expect(starts({ weekdays: [1, 4], until: '1970-01-01' }, before)).toEqual(['1969-12-29T09:00', '1970-01-01T09:00']);
  });

  test.each([
    [{ weekdays: [2], until: '2026-04-01' }, first, 'weekdays'],
    [{ weekdays: [1], until: '2026-03-22' }, first, 'until'],
    [{ weekdays: [1], until: '2026-04-01' }, { start: MONDAY, end: MONDAY + DAY }, 'end'],
    [{ weekdays: [1, 2, 3, 4, 5, 6, 7], until: '2027-03-24' }, first, 'count'],
    [{ weekdays: [1], everyWeeks: 4, until: '9999-12-31' }, first, 'count'],
  ])('rejects %j of %j', (repeat, time, problem) => {
    expect(starts(repeat, time)).toEqual({ problem });
  });

  test('may have the maximum length and no more', () => {
    const result = expandRecurrence(first, { weekdays: [1, 2, 3, 4, 5, 6, 7], until: '2027-03-23' }, utc);
    expect('times' in result && result.times.length).toBe(recurrenceLimits.entries);
    expect(starts({ weekdays: [1], until: '2026-03-23' }, { start: MONDAY, end: MONDAY + DAY - 1 })).toHaveLength(1);
  });

  test('keeps its wall-clock times across a clock change', () => {
    const night = { start: at('2026-03-27T23:30Z'), end: at('2026-03-28T01:30Z') };
    const result = expandRecurrence(night, { weekdays: [6, 7], until: '2026-03-29' }, berlin);
    // From 00:30 until 02:30, which is 03:30 on that night.
    expect(result).toEqual({ times: [night, { start: at('2026-03-28T23:30Z'), end: at('2026-03-29T01:30Z') }] });
  });

  test('keeps its length if it would end before it starts', () => {
    // From 02:15 until 02:45 in the second of the two equal hours; the wall clock shows the same times as in the first.
    const time = { start: at('2026-10-25T00:45Z'), end: at('2026-10-25T01:15Z') };
    const [start, end] = [berlin.toWall(time.start), berlin.toWall(time.end)];
    expect(end).toBeLessThan(start);
    const result = expandRecurrence(time, { weekdays: [7, 1], until: '2026-10-26' }, berlin);
    expect('times' in result && result.times[1]).toEqual({
      start: at('2026-10-26T01:45Z'),
      end: at('2026-10-26T02:15Z'),
    });
  });
});

describe('a change to a series', () => {
  test('moves each edge by the same time on the wall clock', () => {
    const from = { start: at('2026-03-27T08:00Z'), end: at('2026-03-27T16:00Z') };
    const to = { start: at('2026-03-27T09:00Z'), end: at('2026-03-27T16:00Z') };
    const other = { start: at('2026-03-30T07:00Z'), end: at('2026-03-30T15:00Z') };
    expect(moveWithEntry(other, from, to, berlin)).toEqual({ start: at('2026-03-30T08:00Z'), end: other.end });
  });

  test('applies to an entry and the later entries of its series', () => {
    const entry = (id: string, seriesId: string | null, start: string) => ({ id, seriesId, start, end: start });
    const [early, second, late] = ['2026-03-23', '2026-03-24', '2026-03-25'].map((day) =>
      entry(day, 's', `${day}T09:00Z`),
    );
    const others = [entry('other', 't', '2026-03-26T09:00Z'), entry('alone', null, '2026-03-26T09:00Z')];
    const all = [late!, ...others, early!, second!];
    expect(findEntryAndLater(second!, all).map(({ id }) => id)).toEqual([second!.id, late!.id]);
    expect(findEntryAndLater(others[1]!, all)).toEqual([others[1]]);
  });

  test('gives the entries their new times and the other changed values', () => {
    const entry = (id: string, start: string, end: string) => ({ id, seriesId: 's', start, end, title: id });
    const friday = entry('Friday', '2026-03-27T08:00:00.000Z', '2026-03-27T16:00:00.000Z');
    const monday = entry('Monday', '2026-03-30T07:00:00.000Z', '2026-03-30T15:30:00.000Z');
    const changed = changeSeries(friday, { start: '2026-03-27T09:00Z', title: 'Late' }, [friday, monday], berlin);
    expect(changed).toEqual([
      { ...friday, start: '2026-03-27T09:00:00.000Z', title: 'Late' },
      { ...monday, start: '2026-03-30T08:00:00.000Z', title: 'Late' },
    ]);
  });

  test('restores the original when moved back, if no clock changes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 * DAY }), fc.integer({ min: -DAY, max: DAY }), (begin, shift) => {
        const time = { start: begin, end: begin + HOUR };
        const to = { start: MONDAY + shift, end: MONDAY + HOUR - shift };
        const from = { start: MONDAY, end: MONDAY + HOUR };
        const there = moveWithEntry(time, from, to, utc);
        expect(there).toEqual({ start: begin + shift, end: begin + HOUR - shift });
        expect(moveWithEntry(there, to, from, utc)).toEqual(time);
      }),
      { numRuns: 50 },
    );
  });
});

test('an availability list covers at most 400 days, and ends after its start', () => {
  const companyId = '0191d2f4-0000-7000-8000-00000000000a';
  const problem = (end: string) => {
    const { error } = availabilityQuerySchema.safeParse({ companyId, start: '2026-01-01T00:00Z', end });
    return error?.issues.map(({ path, message }) => `${path.join()} ${message}`) ?? [];
  };
  expect(problem('2026-01-01T00:00Z')).toEqual(['end must be after the start']);
  expect(problem('2026-01-01T00:01Z')).toEqual([]);
  expect(problem('2027-02-05T00:00Z')).toEqual([]);
  expect(problem('2027-02-05T00:01Z')).toEqual(['end must be at most 400 days after the start']);
});
