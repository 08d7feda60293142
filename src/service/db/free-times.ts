import { sql } from 'drizzle-orm';
import { bookableMinutesSchema } from '#contract/clients-pets-staff.ts';
import { invalidInput } from '#contract/error.ts';
import type { FreeTime } from '#contract/free-times.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import {
  type Bookable,
  type BookableStore,
  createBookable,
  determineNeeds,
  findStartsFromOpening,
} from '#scheduling/bookable.ts';
import { LAST_DATE } from '#scheduling/calendar-day.ts';
import { QUARTER_HOUR_MS } from '#scheduling/opening-hours.ts';
import { weeksToLoad, weekWindow } from '#scheduling/plan.ts';
import type { FoundList } from '#service/domain/cursor.ts';
import { endsAfterCondition, occupiesRoomCondition } from './appointment-filter.ts';
import { overlapsTime } from './availability.ts';
import { arrayLiteral, instantLiteral } from './column-types.ts';
import type { Database } from './database.ts';
import { findCompany } from './lookups.ts';
import { findHeldRequests } from './online-booking/held-times.ts';
import { readRows } from './read-rows.ts';
import type { Executor } from './run-query.ts';
import { appointments, appointmentTypes, availability, employees, pets } from './schema.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The criteria of a search for free times that start in [`start`, `end`), epoch milliseconds. */
export interface FreeTimesQuery extends Interval {
  companyId: string;
  storeIds: readonly string[];
  visitTypeId: string;
  employeeId: string | null;
  roomId: string | null;
  petId: string | null;
  /** The length of the appointment; null for the duration of the visit type. */
  durationMinutes: number | null;
  /** Minutes between possible starts. */
  step: number;
}

/**
 * A page of the free times from `now` on, ordered by start, then in the order of the stores. They follow the same rule as
 * on the screens of the app. All times are counted for the total, but employees and rooms are determined only for the times of
 * the page.
 */
export async function findFreeTimes(
  database: Database,
  query: FreeTimesQuery,
  { limit, position, now }: { limit: number; position: string | null; now: number },
): Promise<FoundList<FreeTime>> {
  const { sql: executor } = database;
  const { companyId, employeeId, roomId, petId, visitTypeId } = query;
  const [{ stores, staff }, [type], [pet]] = await Promise.all([
    readStoresAndStaff(executor, companyId),
    readRows(
      executor,
      appointmentTypes,
      ['category', 'durationMinutes', 'isActive'],
      sql`where company_id = ${companyId}::uuid and id = ${visitTypeId}::uuid`,
    ),
    petId === null
      ? []
      : readRows(executor, pets, ['id'], sql`where company_id = ${companyId}::uuid and id = ${petId}::uuid`),
  ]);
  if (type === undefined) throw invalidInput('visitTypeId', 'the company has no such appointment type');
  if (!type.isActive) throw invalidInput('visitTypeId', 'the appointment type is inactive');
  const vet = staff.find(({ id }) => id === employeeId) ?? null;
  if (employeeId !== null && vet === null) throw invalidInput('employeeId', 'the company has no such employee');
  if (roomId !== null && !stores.some(({ rooms }) => rooms.some(({ id }) => id === roomId)))
    throw invalidInput('roomId', 'the company has no such room');
  if (petId !== null && pet === undefined) throw invalidInput('petId', 'the company has no such pet');
  const minutes = query.durationMinutes ?? type.durationMinutes;
  // Restored visit types may take longer than a day.
  if (!bookableMinutesSchema.safeParse(minutes).success)
    throw invalidInput('durationMinutes', 'must be named, since that of the appointment type is more than a day');

  const within = { start: Math.max(query.start, now), end: Math.min(query.end, Date.parse(LAST_DATE)) };
  const searchedNeeds = stores.flatMap((store) => {
    if (!query.storeIds.includes(store.id) || (vet !== null && !worksAt(vet, store.id))) return [];
    const needs = determineNeeds({ store, vet, type, petId, employees: staff });
    const rooms = roomId === null ? needs.rooms : store.rooms.filter(({ id }) => id === roomId);
    return rooms?.length === 0 ? [] : [{ ...needs, rooms }];
  });
  if (within.start >= within.end || searchedNeeds.length === 0) return { data: [], totalCount: 0, position: null };
  const length = minutes * MINUTE_MS;
  const bookable = await loadBookable(executor, { companyId, stores, staff, within, length, now });
  const free = searchedNeeds
    .flatMap((needs, order) =>
      findStartsFromOpening(bookable, needs, { ...within, length, step: query.step * MINUTE_MS }).map((start) => ({
        ...{ needs, order, start },
      })),
    )
    .sort((one, other) => one.start - other.start || one.order - other.order);
  const [afterStart = Number.NEGATIVE_INFINITY, afterStoreId] = readPosition(position);
  const afterOrder = searchedNeeds.findIndex(({ store }) => store.id === afterStoreId);
  const rest = free.filter(({ start, order }) => start > afterStart || (start === afterStart && order > afterOrder));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(({ needs, start }) => ({
      start: new Date(start).toISOString(),
      end: new Date(start + length).toISOString(),
      storeId: needs.store.id,
      ...bookable.findFreeChoices(needs, { start, end: start + length }),
    })),
    totalCount: free.length,
    position: last && rest.length > page.length ? `${last.start}/${last.needs.store.id}` : null,
  };
}

function readPosition(position: string | null): [start?: number, storeId?: string] {
  const [start, storeId] = position?.split('/') ?? [];
  return start === undefined || storeId === undefined ? [] : [Number(start), storeId];
}

const worksAt = ({ isActive, storeIds }: ReceivedEmployee, storeId: string) =>
  isActive && storeIds?.includes(storeId) === true;

/** The stores and the employees of a company, in their order, for {@link loadBookable}. */
export async function readStoresAndStaff(
  executor: Executor,
  companyId: string,
): Promise<{ stores: readonly BookableStore[]; staff: ReceivedEmployee[] }> {
  const [company, rows] = await Promise.all([
    findCompany({ sql: executor }, { companyId, storeIds: null }),
    readRows(
      executor,
      employees,
      ['id', 'firstName', 'lastName', 'storeIds', 'role', 'isActive'],
      sql`where company_id = ${companyId}::uuid order by sort_name, id`,
    ),
  ]);
  const staff = rows.map(({ firstName, lastName, storeIds, ...person }) => ({
    ...{ ...person, name: `${firstName} ${lastName}`, storeIds: [...storeIds] },
  }));
  return { stores: company?.stores ?? [], staff };
}

/**
 * Loads what is needed to determine what can be booked by appointments that start in `within` and have this length
 * (milliseconds), in all stores of a company. `now` is epoch milliseconds.
 */
export async function loadBookable(
  executor: Executor,
  company: {
    companyId: string;
    stores: readonly BookableStore[];
    staff: readonly ReceivedEmployee[];
    within: Interval;
    length: number;
    now: number;
  },
): Promise<Bookable> {
  const { companyId, stores, staff, within, length, now } = company;
  // An appointment without a vet or room competes for one as long as it lasts, so the span is a day wider on each side, to
  // include those that overlap it.
  const span = { start: within.start - DAY_MS, end: within.end + length + DAY_MS };
  const loadedTimes = await loadTakenTime(executor, { companyId, span, stores, now });
  return createBookable({ span, stores, employees: staff, now, ...loadedTimes });
}

/** The appointments, the held requests and the plan of a company that take time in a span, at all of its stores. */
async function loadTakenTime(
  executor: Executor,
  {
    companyId,
    span,
    stores,
    now,
  }: { companyId: string; span: Interval; stores: readonly BookableStore[]; now: number },
) {
  const zones = stores.map(({ timeZone }) => timeZone);
  const weeks = weeksToLoad(zones, span).map(weekWindow);
  const plannedInterval = { start: weeks[0]?.start ?? span.start, end: weeks.at(-1)?.end ?? span.end };
  const storeIds = arrayLiteral(stores.map(({ id }) => id));
  // An appointment without a valid end takes a quarter of an hour.
  const earliest = instantLiteral(span.start - QUARTER_HOUR_MS);
  const [rows, plan, heldRequests] = await Promise.all([
    readRows(
      executor,
      appointments,
      [
        ...(['id', 'storeId', 'petId', 'roomId', 'status', 'start', 'end', 'visitTypeCategory'] as const),
        ...(['employeeIds', 'mainEmployeeIds'] as const),
      ],
      sql`where company_id = ${companyId}::uuid and store_id = any(${storeIds}::uuid[])
        and start_at < ${instantLiteral(span.end)}::timestamptz and ${endsAfterCondition(span.start)}
        and greatest(start_at, end_at) > ${earliest}::timestamptz and ${occupiesRoomCondition()}`,
    ),
    readRows(
      executor,
      availability,
      ['id', 'kind', 'storeId', 'employeeId', 'roomId', 'start', 'end', 'title', 'seriesId', 'updatedAt'],
      sql`where company_id = ${companyId}::uuid and ${overlapsTime(plannedInterval)}`,
    ),
    findHeldRequests(executor, { companyId, span, now }),
  ]);
  const taken = rows.flatMap(({ start, end, employeeIds, mainEmployeeIds, ...row }): ReceivedAppointment[] => {
    // A migrated appointment may have no time.
    if (start === null || end === null) return [];
    const assigned = employeeIds.map((id) => ({ id, isMainEmployee: mainEmployeeIds.includes(id) }));
    const [status, visitTypeCategory] = [row.status ?? '', row.visitTypeCategory ?? ''];
    return [{ ...otherFields, ...row, status, visitTypeCategory, start, end, employees: assigned }];
  });
  return { plan, heldRequests, appointments: taken };
}

/** Empty values for the fields of an appointment that do not affect which time is taken. */
const otherFields = {
  ...{ clientId: null, storeInvoiceId: null, billingContextId: null, title: '', notes: null, bookingNotes: null },
  ...{ clientNotes: null, location: null, checkedInAt: null, createdFrom: '', visitTypeId: null, visitTypeName: null },
  ...{ createdAt: null, updatedAt: null },
};
