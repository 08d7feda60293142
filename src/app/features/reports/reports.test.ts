import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ReceivedAppointment,
  receivedAppointmentSchema,
  receivedTaggedHistoryEntrySchema,
} from '#contract/received.ts';
import { receivedAvailabilitySchema } from '#contract/received-availability.ts';
import { dateIn, dayInterval } from '#scheduling/calendar-day.ts';
import { groupings } from './groupings.ts';
import { createReport, medianOf, type ReportNumbers, type ReportRecords } from './reports.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Berlin's clocks go forward in the night to Sunday, 29 March 2026. */
const ZONE = 'Europe/Berlin';
const [SATURDAY, SUNDAY] = ['2026-03-28', '2026-03-29'];
const span = { start: dayInterval(ZONE, SATURDAY).start, end: dayInterval(ZONE, SUNDAY).end };

/** An instant on Saturday by Berlin's clocks, given as `9:30`. */
function at(clock: string, date = SATURDAY): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  // The hour between 2 and 3 o'clock is used on neither day.
  const skipped = date === SUNDAY && hour >= 3 ? HOUR : 0;
  return new Date(dayInterval(ZONE, date).start + hour * HOUR + minute * MINUTE - skipped).toISOString();
}

interface Booked {
  status?: string;
  vets?: readonly string[];
  store?: string | null;
  type?: string | null;
}

const appointment = (
  id: string,
  [start, end]: readonly [string, string],
  { status = 'completed', vets = ['ada'], store = 'north', type = 'consult' }: Booked = {},
): ReceivedAppointment =>
  receivedAppointmentSchema.parse({
    ...{ id, start, end, status, storeId: store, visitTypeId: type },
    employees: vets.map((vet, index) => ({ id: vet, isMainEmployee: index === 0 })),
  });

type Change = readonly [field: string, from: string | null, to: string | null];

const entry = (appointmentId: string, time: string, changes: readonly Change[], reason?: string) =>
  receivedTaggedHistoryEntrySchema.parse({
    ...{ appointmentId, at: time, employeeId: null, reason },
    changes: changes.map(([field, from, to]) => ({ field, from, to })),
  });

const planned = (
  kind: 'on_duty' | 'unavailable',
  employeeId: string | null,
  [start, end]: readonly [string, string],
  storeId: string | null = 'north',
) =>
  receivedAvailabilitySchema.parse({
    ...{ id: `${kind} ${employeeId} ${start}`, kind, employeeId, storeId, roomId: null, start, end },
    ...{ title: null, seriesId: null, updatedAt: start },
  });

const NOTHING: ReportRecords = {
  ...{ appointments: [], history: null, plan: null, vetIds: ['ada', 'bram'] },
  ...{ spanAt: () => span, dateOf: ({ start }) => dateIn(ZONE, Date.parse(start)), now: span.end },
};

const totalOf = (records: Partial<ReportRecords>): ReportNumbers =>
  createReport({ ...NOTHING, ...records }, 'vet').total;

describe('a day, counted by hand', () => {
  // Ada is on duty from 8 to 12 and away from 11: 3 hours. Bram is on duty from 8 to 10: 2 hours.
  const plan = [
    planned('on_duty', 'ada', [at('8:00'), at('12:00')]),
    planned('unavailable', 'ada', [at('11:00'), at('15:00')], null),
    planned('on_duty', 'bram', [at('8:00'), at('10:00')]),
    // Only vets count.
    planned('on_duty', 'desk', [at('8:00'), at('18:00')]),
  ];
  const appointments = [
    // One hour of Ada's shift and half an hour of Bram's.
    appointment('a', [at('8:00'), at('9:00')]),
    appointment('b', [at('9:30'), at('10:30')], { vets: ['bram', 'ada'], type: 'dental' }),
    // Outside the shifts of both.
    appointment('c', [at('15:00'), at('16:00')], { status: 'confirmed', vets: [] }),
    appointment('d', [at('10:00'), at('10:30')], { status: 'cancelled' }),
    appointment('e', [at('10:30'), at('11:00')], { status: 'cancelled', vets: ['bram'] }),
    appointment('f', [at('8:30'), at('9:00')], { status: 'cancelled' }),
    appointment('g', [at('8:30'), at('9:00')], { status: 'no_show', type: null }),
    // The midnight of the next day is in the span, the day after it is not.
    appointment('h', [at('0:00', SUNDAY), at('1:00', SUNDAY)], { vets: [], type: null }),
    appointment('i', [new Date(span.end).toISOString(), new Date(span.end + HOUR).toISOString()]),
  ];
  const history = [
    entry('a', at('7:50'), [['status', 'confirmed', 'checked_in']]),
    entry('a', at('8:05'), [['status', 'checked_in', 'in_progress']]),
    entry('b', at('9:30'), [['status', 'confirmed', 'checked_in']]),
    entry('b', at('9:35'), [['status', 'checked_in', 'in_progress']]),
    entry('d', '2026-03-20T10:00:00Z', [['status', 'confirmed', 'cancelled']], 'Client'),
    entry('e', at('9:00'), [['status', 'confirmed', 'cancelled']]),
  ];
  const { total, rows, days } = createReport(
    { ...NOTHING, appointments, history, plan, now: Date.parse(at('12:00')) },
    'vet',
  );

  test('has these numbers', () => {
    expect(total).toEqual({
      ...{ booked: 8, upcoming: 2, noShows: 1, cancelled: 3, cancelledLate: 1, undated: 1 },
      reasons: new Map([
        ['Client', 1],
        ['', 1],
      ]),
      waits: [5 * MINUTE, 15 * MINUTE],
      shiftTime: { planned: 5 * HOUR, taken: 2.5 * HOUR },
    });
    expect(medianOf(total.waits ?? [])).toBe(10 * MINUTE);
  });

  test('has each day, in which every appointment counts once', () => {
    expect(days).toEqual([
      { date: SATURDAY, kept: 2, upcoming: 1, noShows: 1, cancelled: 3 },
      { date: SUNDAY, kept: 0, upcoming: 1, noShows: 0, cancelled: 0 },
    ]);
  });

  test('has a row for each main vet, and one for appointments without a vet', () => {
    expect(
      rows.map(({ id, booked, cancelled, waits, shiftTime }) => ({ id, booked, cancelled, waits, shiftTime })),
    ).toEqual([
      { id: 'ada', booked: 4, cancelled: 2, waits: [15 * MINUTE], shiftTime: { planned: 3 * HOUR, taken: 2 * HOUR } },
      { id: 'bram', booked: 2, cancelled: 1, waits: [5 * MINUTE], shiftTime: { planned: 2 * HOUR, taken: 0.5 * HOUR } },
      { id: null, booked: 2, cancelled: 0, waits: [], shiftTime: null },
    ]);
  });

  test('has the share of all shifts that a visit type takes', () => {
    const types = createReport({ ...NOTHING, appointments, history, plan }, 'type').rows;
    expect(types.map(({ id, booked, shiftTime }) => ({ id, booked, taken: shiftTime?.taken }))).toEqual([
      { id: 'consult', booked: 5, taken: HOUR },
      { id: 'dental', booked: 1, taken: 1.5 * HOUR },
      { id: null, booked: 2, taken: 0 },
    ]);
  });

  test('is unknown if neither history nor plan is available', () => {
    expect(totalOf({ appointments })).toMatchObject({
      ...{ booked: 8, noShows: 1, cancelled: 3 },
      ...{ cancelledLate: null, reasons: null, waits: null, shiftTime: null },
    });
  });
});

describe('a cancellation', () => {
  const cancelled = (entries: ReportRecords['history'], start = at('10:00')) =>
    totalOf({ appointments: [appointment('a', [start, at('18:00')], { status: 'cancelled' })], history: entries });
  const late = ['status', 'confirmed', 'cancelled'] as const;

  test.each([
    ['25 hours before the start is in time', '2026-03-27T08:00:00Z', 0],
    ['24 hours before the start is in time', '2026-03-27T09:00:00Z', 0],
    ['a millisecond later is late', '2026-03-27T09:00:00.001Z', 1],
    ['after the start is late', '2026-03-28T10:00:00Z', 1],
  ])('%s', (_, time, expected) => {
    expect(cancelled([entry('a', time, [late])]).cancelledLate).toBe(expected);
  });

  test('counts 24 hours, not a day, when the clocks go forward', () => {
    // 9:30 on Saturday is 23 hours before 9:30 on Sunday.
    expect(cancelled([entry('a', at('9:30'), [late])], at('9:30', SUNDAY)).cancelledLate).toBe(1);
    expect(cancelled([entry('a', at('8:30'), [late])], at('9:30', SUNDAY)).cancelledLate).toBe(0);
  });

  test('is judged by the appointment’s start at that time', () => {
    const moved = (time: string, from: string, to: string) => entry('a', time, [['start', from, to]]);
    const long = '2026-05-01T09:00:00Z';
    expect(cancelled([moved(at('9:30'), long, at('10:00')), entry('a', at('9:00'), [late])]).cancelledLate).toBe(0);
    expect(cancelled([moved(at('8:30'), long, at('10:00')), entry('a', at('9:00'), [late])]).cancelledLate).toBe(1);
  });

  test('that was undone and repeated counts once, by its last time', () => {
    const resetAndRepeated = [
      entry('a', at('9:30'), [late], 'Practice'),
      entry('a', '2026-03-01T09:00:00Z', [late], 'Client'),
      entry('a', '2026-03-02T09:00:00Z', [['status', 'cancelled', 'confirmed']]),
    ];
    expect(cancelled(resetAndRepeated)).toMatchObject({
      cancelled: 1,
      cancelledLate: 1,
      reasons: new Map([['Practice', 1]]),
    });
  });
});

describe('waiting', () => {
  const step = (clock: string, from: string | null, to: string) => entry('a', at(clock), [['status', from, to]]);
  const waitOf = (history: ReportRecords['history'], status = 'completed') =>
    totalOf({ appointments: [appointment('a', [at('9:00'), at('9:30')], { status })], history }).waits?.map(
      (wait) => wait / MINUTE,
    );
  const checkIn = step('9:00', 'confirmed', 'checked_in');
  const treatmentStart = step('9:10', 'checked_in', 'in_progress');

  test.each<readonly [string, ReportRecords['history'], number[]]>([
    ['ends when treatment begins', [checkIn, treatmentStart, step('9:40', 'in_progress', 'completed')], [10]],
    ['begins with a walk-in', [step('9:05', null, 'checked_in'), treatmentStart], [5]],
    ['is unknown if the patient was never checked in', [step('9:10', 'confirmed', 'in_progress')], []],
    ['is unknown if treatment never began', [checkIn, step('9:30', 'checked_in', 'completed')], []],
    [
      'starts anew after a check-in by mistake',
      [step('8:00', 'confirmed', 'checked_in'), step('8:01', 'checked_in', 'confirmed'), checkIn, treatmentStart],
      [10],
    ],
    [
      'goes on after a start by mistake',
      [checkIn, treatmentStart, step('9:11', 'in_progress', 'checked_in'), step('9:20', 'checked_in', 'in_progress')],
      [20],
    ],
    [
      'does not go on when treatment does',
      [
        checkIn,
        treatmentStart,
        step('9:20', 'in_progress', 'ready_for_checkout'),
        step('9:40', 'ready_for_checkout', 'in_progress'),
      ],
      [10],
    ],
  ])('%s', (_, history, expected) => {
    expect(waitOf(history)).toEqual(expected);
  });

  test('of a cancelled appointment does not count', () => {
    expect(waitOf([checkIn, treatmentStart], 'cancelled')).toEqual([]);
  });

  test.each([
    [[], null],
    [[3], 3],
    [[1, 3], 2],
    [[1, 3, 10], 3],
  ])('the median of %j is %s', (waits, expected) => {
    expect(medianOf(waits)).toBe(expected);
  });
});

describe('shifts', () => {
  const hours = (records: Partial<ReportRecords>) => {
    const { shiftTime } = totalOf({ history: [], ...records });
    return shiftTime && [shiftTime.taken / HOUR, shiftTime.planned / HOUR];
  };

  test('is shorter in a night that skips an hour', () => {
    const plan = [planned('on_duty', 'ada', [at('0:00', SUNDAY), at('8:00', SUNDAY)])];
    expect(hours({ plan })).toEqual([0, 7]);
  });

  test('ends where that store is closed, but not where another one is', () => {
    const plan = [
      planned('on_duty', 'ada', [at('8:00'), at('12:00')]),
      planned('unavailable', null, [at('11:00'), at('12:00')]),
      planned('unavailable', null, [at('8:00'), at('12:00')], 'south'),
      planned('unavailable', 'ada', [at('8:00'), at('12:00')], 'south'),
    ];
    expect(hours({ plan })).toEqual([0, 3]);
  });
});

describe('any practice', () => {
  const SLOT = HOUR / 2;
  const slots = (span.end - span.start) / SLOT;
  const slot = fc.integer({ min: -8, max: slots + 8 });
  const iso = (index: number) => new Date(span.start + index * SLOT).toISOString();
  const oneOf = <Value>(...values: Value[]) => fc.constantFrom(...values);
  const statuses = ['requested', 'confirmed', 'checked_in', 'in_progress', 'completed', 'cancelled', 'no_show'];
  const booked = fc.record({
    from: slot,
    length: fc.integer({ min: 0, max: 12 }),
    status: oneOf(...statuses),
    vets: fc.uniqueArray(oneOf('ada', 'bram', 'nurse'), { maxLength: 2 }),
    store: oneOf('north', 'south', null),
    type: oneOf('consult', 'dental', null),
  });
  const entries = fc.record({
    kind: oneOf('on_duty' as const, 'unavailable' as const),
    from: slot,
    length: fc.integer({ min: 1, max: 20 }),
    employee: oneOf('ada', 'bram', 'nurse'),
    store: oneOf('north', 'south'),
  });
  const practices = fc.record({
    booked: fc.array(booked, { maxLength: 20 }),
    entries: fc.array(entries, { maxLength: 12 }),
  });

  const recordsOf = ({
    booked,
    entries,
  }: typeof practices extends fc.Arbitrary<infer Value> ? Value : never): ReportRecords => ({
    ...NOTHING,
    history: [],
    appointments: booked.map(({ from, length, ...others }, index) =>
      appointment(`${index}`, [iso(from), iso(from + length)], others),
    ),
    plan: entries.map(({ kind, employee, from, length, store }) =>
      planned(kind, employee, [iso(from), iso(from + length)], store),
    ),
  });

  test('has each appointment of the span in exactly one row, by any grouping', () => {
    fc.assert(
      fc.property(practices, oneOf(...groupings), (practice, by) => {
        const { total, rows } = createReport(recordsOf(practice), by);
        const inSpan = practice.booked.filter(({ from }) => from >= 0 && from < slots);
        expect(total.booked).toBe(inSpan.length);
        expect(total.cancelled).toBe(inSpan.filter(({ status }) => status === 'cancelled').length);
        for (const { id, booked: count, noShows } of rows) {
          const own = inSpan.filter(
            ({ store, vets, type }) => (by === 'store' ? store : by === 'vet' ? (vets[0] ?? null) : type) === id,
          );
          expect(count).toBe(own.length);
          expect(noShows).toBe(own.filter(({ status }) => status === 'no_show').length);
        }
        expect(rows.reduce((sum, row) => sum + row.booked, 0)).toBe(total.booked);
      }),
    );
  });

  test('has the same shift hours as a model that checks each half hour', () => {
    fc.assert(
      fc.property(practices, (practice) => {
        const { total, rows } = createReport(recordsOf(practice), 'vet');
        const model = (vet: string) => {
          let [planned, taken] = [0, 0];
          for (const store of ['north', 'south'])
            for (let index = 0; index < slots; index += 1) {
              const has = (one: { from: number; length: number; store: string | null }) =>
                one.store === store && one.from <= index && index < one.from + one.length;
              const entriesOf = (kind: string) =>
                practice.entries.some((one) => one.kind === kind && one.employee === vet && has(one));
              if (!entriesOf('on_duty') || entriesOf('unavailable')) continue;
              planned += SLOT;
              if (
                practice.booked.some(
                  (one) => one.vets.includes(vet) && has(one) && !['cancelled', 'no_show'].includes(one.status),
                )
              )
                taken += SLOT;
            }
          return { planned, taken };
        };
        const [ada, bram] = [model('ada'), model('bram')];
        const all = { planned: ada.planned + bram.planned, taken: ada.taken + bram.taken };
        expect(total.shiftTime).toEqual(all.planned === 0 ? null : all);
        expect(rows.find(({ id }) => id === 'ada')?.shiftTime ?? null).toEqual(ada.planned === 0 ? null : ada);
      }),
    );
  });
});
