import { Temporal } from 'temporal-polyfill';
import type { Availability } from '#contract/availability.ts';
import type { Employee, Room, Store } from '#contract/clients-pets-staff.ts';
import type { AvailabilityKind } from '#contract/enums.ts';
import { deriveUuid } from '#service/db/column-types.ts';
import type { PracticeRecords } from '#service/db/write-practice.ts';
import { createLocalClock } from './local-clock.ts';
import { practicePlan } from './practice-plan.ts';

const DAY_MINUTES = 1_440;
/** The time at which the demo practice was set up. */
const OPENED_AT = '2019-03-04T14:00:00.000Z';
const epoch = Temporal.PlainDate.from('1970-01-01');

/**
 * An availability entry that begins on a day. Minutes are counted from the day's midnight on the wall clock; values past 1440
 * are on later days.
 */
interface PlannedEntry {
  readonly kind: AvailabilityKind;
  readonly store: Store | null;
  readonly roomId: string | null;
  readonly employee: Employee | null;
  readonly from: number;
  readonly until: number;
  readonly title: string | null;
  /** Unique among the entries of the day, and the same every week. */
  readonly key: string;
  readonly isSeries: boolean;
}

/**
 * A period in which an employee is on duty in one room (null for none) without a break, to be filled with appointments.
 * Minutes are counted as in {@link PlannedEntry}.
 */
export interface Session {
  readonly employee: Employee;
  readonly store: Store;
  readonly room: Room | null;
  readonly from: number;
  readonly until: number;
  readonly isForEmergencies: boolean;
}

function findByName<Item>(items: readonly Item[], name: string, nameOf: (item: Item) => string): Item {
  const found = items.find((item) => nameOf(item) === name);
  if (found === undefined) throw new RangeError(`The demo practice has no ${name}.`);
  return found;
}

/** The employees on leave on a date, with the title and the length of the leave, and whether the date is its first day. */
function findLeaves(date: Temporal.PlainDate) {
  const week = Math.floor((epoch.until(date).days + 3) / 7);
  return practicePlan.leaves.flatMap(({ title, firstWeekday, days, employees }) => {
    const day = date.dayOfWeek - firstWeekday;
    const employee = employees[week % employees.length];
    return employee === undefined || day < 0 || day >= days ? [] : [{ employee, title, days, isFirstDay: day === 0 }];
  });
}

/**
 * The plan for a date: the entries that begin on it, and the sessions of the employees on duty. Repeated calls return the
 * same result.
 */
export function planDay({ company, employees }: PracticeRecords, date: Temporal.PlainDate) {
  const entries: PlannedEntry[] = [];
  const sessions: Session[] = [];
  const findStore = (name: string) => findByName(company.stores, name, (store) => store.name);
  const findEmployee = (name: string) => findByName(employees, name, ({ firstName }) => firstName);
  const findRoom = (store: Store, room: string | null) =>
    room === null ? null : findByName(store.rooms, room, ({ name }) => name);
  const leaves = findLeaves(date);
  const onLeave = new Set(leaves.map(({ employee }) => employee));
  const onLeaveTomorrow = new Set(findLeaves(date.add({ days: 1 })).map(({ employee }) => employee));
  const turn = epoch.until(date).days;

  for (const [nth, shift] of practicePlan.shifts.entries()) {
    const [first, last] = [shift.sessions[0], shift.sessions.at(-1)];
    if (first === undefined || last === undefined || !shift.weekdays.includes(date.dayOfWeek)) continue;
    const name = shift.employees
      .map((_, position) => shift.employees[(turn + position) % shift.employees.length] ?? '')
      .find((one) => !onLeave.has(one) && !(last.until > DAY_MINUTES && onLeaveTomorrow.has(one)));
    if (name === undefined) continue;
    const [store, employee] = [findStore(shift.store), findEmployee(name)];
    const own = { store, roomId: null, employee, isSeries: shift.employees.length === 1 };
    const [from, until] = [first.from, last.until];
    entries.push({ ...own, kind: 'on_duty', from, until, title: shift.title, key: `shift ${nth}` });
    for (const [position, session] of shift.sessions.entries()) {
      const isForEmergencies = shift.title !== null;
      sessions.push({ ...session, employee, store, room: findRoom(store, session.room), isForEmergencies });
      const next = shift.sessions[position + 1];
      if (next === undefined || next.from === session.until) continue;
      const lunch = { from: session.until, until: next.from, title: 'Lunch', key: `lunch ${nth}` };
      entries.push({ ...own, kind: 'unavailable', ...lunch });
    }
  }
  for (const [nth, { store: name, room, weekdays, isMonthly, ...block }] of practicePlan.blocks.entries()) {
    if (!weekdays.includes(date.dayOfWeek) || (isMonthly && date.day > 7)) continue;
    const store = findStore(name);
    const place = { store, roomId: findRoom(store, room)?.id ?? null, employee: null };
    entries.push({ ...block, ...place, kind: 'unavailable', key: `block ${nth}`, isSeries: !isMonthly });
  }
  for (const { employee, title, days, isFirstDay } of leaves) {
    if (!isFirstDay) continue;
    const leave = { store: null, roomId: null, from: 0, until: days * DAY_MINUTES, key: title, isSeries: false };
    entries.push({ ...leave, kind: 'unavailable', employee: findEmployee(employee), title });
  }
  return { entries, sessions };
}

/**
 * The plan of the demo practice for whole ISO weeks, from the week of `from` to the week of `until`. If a week were planned
 * only in part, no one would be on duty on its other days.
 */
export function createDemoAvailability(
  practice: PracticeRecords,
  { from, until }: { from: Temporal.PlainDate; until: Temporal.PlainDate },
): Availability[] {
  const { id: companyId, stores } = practice.company;
  const monday = from.subtract({ days: from.dayOfWeek - 1 });
  const days = monday.until(until).days + 8 - until.dayOfWeek;
  return Array.from({ length: days }, (_, nth) => monday.add({ days: nth })).flatMap((date) => {
    const clocks = stores.map((store) => ({ store, instantOf: createLocalClock(date, store.timeZone) }));
    return planDay(practice, date).entries.flatMap(({ key, isSeries, ...entry }) => {
      const clock = clocks.find(({ store }) => store === (entry.store ?? stores[0]));
      if (clock === undefined) return [];
      return {
        id: deriveUuid([companyId, 'plan', key, date].join('/')),
        companyId,
        kind: entry.kind,
        storeId: entry.store?.id ?? null,
        employeeId: entry.employee?.id ?? null,
        roomId: entry.roomId,
        start: new Date(clock.instantOf(entry.from)).toISOString(),
        end: new Date(clock.instantOf(entry.until)).toISOString(),
        title: entry.title,
        seriesId: isSeries ? deriveUuid([companyId, 'plan', key].join('/')) : null,
        createdAt: OPENED_AT,
        updatedAt: OPENED_AT,
      };
    });
  });
}
