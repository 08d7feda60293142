import type { Temporal } from 'temporal-polyfill';
import type { Availability, AvailabilityKind } from '#contract/availability.ts';
import { weekdayOf, weekOf } from '#contract/availability-rules.ts';
import type { CompanyPlan } from './demo-companies.ts';
import type { DemoCompany } from './demo-practice.ts';
import { createLocalClock, dayNumberOf, minuteOf } from './local-clock.ts';
import { createRandom, randomUuid } from './random.ts';

const DAY_MINUTES = 1440;

/** An entry of the plan that begins on a day. Minutes count from the day's midnight on the wall clock, past 1440 on later days. */
interface Planned {
  readonly kind: AvailabilityKind;
  /** Positions in the company's stores, the store's rooms, the company's employees. */
  readonly store: number | null;
  readonly room: number | null;
  readonly employee: number | null;
  readonly startMinute: number;
  readonly endMinute: number;
  readonly title: string | null;
  /** Tells it from the others of the day, and is the same in each week. */
  readonly key: string;
  readonly isSeries: boolean;
}

function minutesOf({ from, until }: { readonly from: string; readonly until: string }) {
  const [startMinute, endMinute] = [minuteOf(from), minuteOf(until)];
  return { startMinute, endMinute: endMinute > startMinute ? endMinute : endMinute + DAY_MINUTES };
}

const dayOfMonth = (day: number) => new Date(day * 86_400_000).getUTCDate();

const THURSDAY = 4;
/** From Thursday to Sunday. */
const HOLIDAY_DAYS = 4;

/** Who is on holiday on a day, as a position in the company's employees. */
function onHoliday({ rota }: CompanyPlan, day: number): number | null {
  const { employees } = rota.holidays;
  const week = weekOf(day);
  if (week % 2 !== 0 || weekdayOf(day) < THURSDAY) return null;
  return employees[(week / 2) % employees.length] ?? null;
}

/** The entries that begin on a day: the same for a day, whenever it is looked at. */
function* plannedOn(plan: CompanyPlan, day: number): Generator<Planned> {
  const { shifts, turns, blocks, holidays } = plan.rota;
  const weekday = weekdayOf(day);
  const isAway = (employee: number, endMinute: number) =>
    onHoliday(plan, day) === employee || (endMinute > DAY_MINUTES && onHoliday(plan, day + 1) === employee);

  for (const [nth, { employee, store, weekdays, lunch, ...hours }] of shifts.entries()) {
    const times = minutesOf(hours);
    if (!weekdays.includes(weekday) || isAway(employee, times.endMinute)) continue;
    const own = { store, employee, room: null, isSeries: true };
    yield { ...own, kind: 'on_duty', ...times, title: null, key: `shift ${nth}` };
    if (lunch !== undefined)
      yield { ...own, kind: 'unavailable', ...minutesOf(lunch), title: 'Lunch', key: `lunch ${nth}` };
  }
  for (const [nth, { store, weekdays, employees, atOnce, title, ...hours }] of turns.entries()) {
    if (!weekdays.includes(weekday)) continue;
    const times = minutesOf(hours);
    const inTurn = employees.map((_, position) => employees[(day + position) % employees.length] ?? 0);
    const present = inTurn.filter((employee) => !isAway(employee, times.endMinute)).slice(0, atOnce);
    for (const employee of present)
      yield {
        kind: 'on_duty',
        ...times,
        store,
        employee,
        room: null,
        title,
        key: `turn ${nth} ${employee}`,
        isSeries: false,
      };
  }
  for (const [nth, { store, room, weekdays, title, isMonthly, ...hours }] of blocks.entries()) {
    if (!weekdays.includes(weekday) || (isMonthly && dayOfMonth(day) > 7)) continue;
    yield {
      kind: 'unavailable',
      ...minutesOf(hours),
      store,
      room,
      employee: null,
      title,
      key: `block ${nth}`,
      isSeries: !isMonthly,
    };
  }
  const absent = weekday === THURSDAY ? onHoliday(plan, day) : null;
  if (absent !== null)
    yield {
      kind: 'unavailable',
      startMinute: 0,
      endMinute: HOLIDAY_DAYS * DAY_MINUTES,
      store: null,
      room: null,
      employee: absent,
      title: holidays.title,
      key: 'holiday',
      isSeries: false,
    };
}

/** Who is on duty in a store around one day, and what is blocked. Minutes count from that day's midnight. */
export interface StoreRota {
  /** Whether an employee is on duty from one minute to another, without a break. */
  isThere: (employee: number, from: number, until: number) => boolean;
  /** Whether a room (null for a place without one) cannot be used at some time between two minutes. */
  isBlocked: (room: number | null, from: number, until: number) => boolean;
}

/** Days that are kept for the next question: the stores of a company ask for the same ones, and each for those around its own. */
const KEPT_DAYS = 64;

/** Tells the rota of a store, by its position, around a day. */
export function createRota(plan: CompanyPlan): (store: number, day: number) => StoreRota {
  const known = new Map<number, readonly Planned[]>();
  const entriesOf = (day: number): readonly Planned[] => {
    const found = known.get(day);
    if (found !== undefined) return found;
    if (known.size === KEPT_DAYS) known.clear();
    const entries = [...plannedOn(plan, day)];
    known.set(day, entries);
    return entries;
  };
  return (store, day) => {
    /** Whether an entry of the store passes, of those that a time may overlap; it is given in minutes after midnight of the day. */
    const someEntry = (
      from: number,
      until: number,
      passes: (entry: Planned, start: number, end: number) => boolean,
    ) => {
      for (let offset = Math.floor(from / DAY_MINUTES) - 1; offset * DAY_MINUTES < until; offset += 1) {
        const midnight = offset * DAY_MINUTES;
        for (const entry of entriesOf(day + offset))
          if (entry.store === store && passes(entry, midnight + entry.startMinute, midnight + entry.endMinute))
            return true;
      }
      return false;
    };
    return {
      isThere: (employee, from, until) =>
        someEntry(
          from,
          until,
          (entry, start, end) =>
            entry.employee === employee && entry.kind === 'on_duty' && start <= from && until <= end,
        ) &&
        !someEntry(
          from,
          until,
          (entry, start, end) =>
            entry.employee === employee && entry.kind === 'unavailable' && start < until && from < end,
        ),
      isBlocked: (room, from, until) =>
        someEntry(
          from,
          until,
          (entry, start, end) =>
            entry.employee === null &&
            entry.kind === 'unavailable' &&
            (entry.room === null || entry.room === room) &&
            start < until &&
            from < end,
        ),
    };
  };
}

/**
 * The plan of the demo practice for the whole ISO weeks from that of `from` to that of `until`, since a week that is planned in part
 * would call everybody off on its other days. An entry depends on the seed and its day alone, so that a later run recognises it.
 */
export function demoAvailability(
  practice: readonly DemoCompany[],
  { from, until, seed }: { from: Temporal.PlainDate; until: Temporal.PlainDate; seed: number },
): Availability[] {
  const first = weekOf(dayNumberOf(from)) * 7 - 3;
  const last = weekOf(dayNumberOf(until)) * 7 + 3;
  const days = Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
  return practice.flatMap(({ company, employees, plan, createdAt }) => {
    const clocks = company.stores.map(({ timeZone }) => createLocalClock(timeZone));
    const idOf = (...key: (string | number)[]) => randomUuid(createRandom(seed, company.id, 'plan', ...key));
    const entryOf = (planned: Planned, day: number): Availability[] => {
      const { kind, title, key, isSeries } = planned;
      const store = planned.store === null ? null : company.stores[planned.store];
      const clock = clocks[planned.store ?? 0];
      if (store === undefined || clock === undefined) return [];
      return [
        {
          id: idOf(key, day),
          companyId: company.id,
          kind,
          storeId: store?.id ?? null,
          employeeId: planned.employee === null ? null : (employees[planned.employee]?.id ?? null),
          roomId: planned.room === null ? null : (store?.rooms[planned.room]?.id ?? null),
          start: new Date(clock(day, planned.startMinute)).toISOString(),
          end: new Date(clock(day, planned.endMinute)).toISOString(),
          title,
          seriesId: isSeries ? idOf(key) : null,
          createdAt,
          updatedAt: createdAt,
        },
      ];
    };
    return days.flatMap((day) => [...plannedOn(plan, day)].flatMap((planned) => entryOf(planned, day)));
  });
}
