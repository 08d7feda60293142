import { type SQL, sql } from 'drizzle-orm';
import type postgres from 'postgres';
import type * as z from 'zod/mini';
import type {
  Availability,
  AvailabilityScope,
  changeAvailabilitySchema,
  createAvailabilitySchema,
} from '#contract/availability.ts';
import { availabilityProblem, movedAlong, repeatedTimes, timeOf } from '#contract/availability-rules.ts';
import { changedAt, instantOf } from '#contract/date-time.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { wallClockOf } from '#service/domain/wall-clock.ts';
import type { RecordKey } from './authentication.ts';
import { type AvailabilityRow, availabilityColumns, availabilityOf, isInReach } from './availability.ts';
import { arrayLiteral, instantLiteral, orderedUuid } from './column-types.ts';
import { runQuery } from './run-query.ts';

type Transaction = postgres.TransactionSql;
type Values = Pick<Availability, 'title' | 'employeeId' | 'roomId'> & Time;

/** Epoch milliseconds. */
interface Time {
  start: number;
  end: number;
}

/** The 404 of an entry that does not exist, or is not within reach. */
export const noSuchEntry = () => new ServiceError('not_found', 'id: there is no such entry in reach');

/** The records that an entry refers to, as far as it names them. */
interface References {
  employee_is_active: boolean | null;
  /** The store of the room; null where there is no such room. */
  store_of_room: string | null;
  /** Of the store, or of the oldest one of the company. */
  time_zone: string | null;
}

/** Reads what an entry of a store refers to; its room stays until the end of the transaction. */
async function readReferences(
  transaction: Transaction,
  { companyId, employeeId, roomId }: { companyId: string; employeeId: string | null; roomId: string | null },
  storeId: SQL,
): Promise<References> {
  const [references] = await runQuery<References>(
    transaction,
    sql`select
        (select e.is_active from employees e where e.company_id = c.company_id and e.id = ${employeeId}::uuid) as employee_is_active,
        (select r.store_id from rooms r where r.company_id = c.company_id and r.id = ${roomId}::uuid for key share) as store_of_room,
        (select s.time_zone from stores s where s.company_id = c.company_id and s.id = coalesce(${storeId}, s.id)
          order by s.position, s.id limit 1) as time_zone
      from companies c where c.company_id = ${companyId}::uuid`,
  );
  if (references === undefined) throw new ServiceError('not_found', 'companyId: there is no such company');
  return references;
}

const clockOf = ({ time_zone }: References) => wallClockOf(time_zone ?? 'UTC');

function checkEmployee({ employee_is_active }: References): void {
  if (employee_is_active === true) return;
  const isKnown = employee_is_active !== null;
  throw invalidInput('employeeId', isKnown ? 'the employee is inactive' : 'the company has no such employee');
}

function checkRoom({ store_of_room }: References, storeId: string | null): void {
  if (store_of_room === null || store_of_room !== storeId) throw invalidInput('roomId', 'the store has no such room');
}

/** A create whose input is valid and authorized. `storeIds` are the stores in reach. */
type NewAvailability = z.output<typeof createAvailabilitySchema> & { reach: readonly string[] };

/**
 * Adds an entry, or all those of a repetition, and gives the id of the first one. Throws 404 for a store that is not in reach, and 400
 * for an employee or a room that does not fit, and for a repetition that cannot be made. `now` is epoch milliseconds.
 */
export async function createAvailability(
  transaction: Transaction,
  { companyId, kind, reach, title, repeat, ...entry }: NewAvailability,
  now: number,
): Promise<string> {
  const { storeId = null, employeeId = null, roomId = null } = entry;
  if (storeId !== null && !reach.includes(storeId)) {
    throw new ServiceError('not_found', 'storeId: there is no such store in reach');
  }
  const references = await readReferences(transaction, { companyId, employeeId, roomId }, sql`${storeId}::uuid`);
  if (employeeId !== null) checkEmployee(references);
  if (roomId !== null) checkRoom(references, storeId);
  const first = timeOf(entry);
  const made = repeat ? repeatedTimes(first, repeat, clockOf(references)) : { times: [first] };
  if ('problem' in made) throw invalidInput(made.field, made.problem);
  for (const time of made.times) {
    const fault = availabilityProblem({ kind, storeId, employeeId, roomId, ...time });
    if (fault !== null) throw invalidInput('repeat', ofOther(time, fault));
  }
  const ids = made.times.map(() => orderedUuid(now));
  const at = instantLiteral(now);
  await runQuery(
    transaction,
    sql`insert into availability
        (company_id, id, kind, store_id, employee_id, room_id, start_at, end_at, title, series_id, created_at, updated_at)
      select ${companyId}::uuid, made.id, ${kind}, ${storeId}::uuid, ${employeeId}::uuid, ${roomId}::uuid, made.start_at, made.end_at,
        ${title ?? null}::text, ${repeat ? orderedUuid(now) : null}::uuid, ${at}::timestamptz, ${at}::timestamptz
      from unnest(${arrayLiteral(ids)}::uuid[], ${instants(made.times, 'start')}::timestamptz[], ${instants(made.times, 'end')}::timestamptz[])
        as made(id, start_at, end_at)`,
  );
  const [id] = ids;
  if (id === undefined) throw new Error('a repetition has a first entry');
  return id;
}

const instants = (times: readonly Time[], edge: keyof Time) =>
  arrayLiteral(times.map((time) => instantLiteral(time[edge])));

const ofOther = ({ start }: Time, { field, problem }: { field: string; problem: string }) =>
  `the ${field} of the entry that would start at ${instantLiteral(start)} ${problem}`;

/**
 * Locks an entry, or its whole series, and gives it with those that the scope has, by start. All of a series are locked in the order of
 * their ids, whichever of them is meant, so that two at once wait for one another and never for each other; which ones are later is
 * judged when nobody else can move them any more. Throws 404 where there is no such entry.
 */
async function lockEntries(
  transaction: Transaction,
  { companyId, id, storeIds }: RecordKey,
  scope: AvailabilityScope,
): Promise<{ entry: Availability; all: Availability[] }> {
  const ofSeries = sql`or a.series_id = (
    select of.series_id from availability of where of.company_id = ${companyId}::uuid and of.id = ${id}::uuid)`;
  const rows = await runQuery<AvailabilityRow>(
    transaction,
    sql`select ${availabilityColumns} from availability a
      where ${isInReach(companyId, storeIds)} and (a.id = ${id}::uuid ${scope === 'this' ? sql`` : ofSeries})
      order by a.id for update`,
  );
  const locked = rows.map((row) => availabilityOf(companyId, row));
  const entry = locked.find((one) => one.id === id);
  if (entry === undefined) throw noSuchEntry();
  const isLater = ({ start }: Availability) => instantOf(start) > instantOf(entry.start);
  return { entry, all: [entry, ...locked.filter(isLater)] };
}

/** Throws 409 with the entry where another `updatedAt` was expected. */
function checkVersion(entry: Availability, expectedUpdatedAt: string): void {
  if (instantOf(expectedUpdatedAt) === instantOf(entry.updatedAt)) return;
  const suggestion = 'the entry has been changed meanwhile: look at it as it is now, and decide again';
  throw new ServiceError('changed_meanwhile', suggestion, { current: entry });
}

/**
 * Changes an entry, or it and the later ones of its series, and gives it as it is then. Throws 404 where there is no such entry, 409
 * with the entry where another `updatedAt` was expected, and 400 for what any of them may not become. `clock` gives epoch milliseconds;
 * it is read when nobody else can change the entries any more.
 */
export async function changeAvailability(
  transaction: Transaction,
  { change, ...key }: RecordKey & { change: z.output<typeof changeAvailabilitySchema> },
  clock: () => number,
): Promise<Availability> {
  const { expectedUpdatedAt, scope, start, end } = change;
  const { companyId } = key;
  // The room before the entries, as where a room is deleted with its entries.
  const named = { employeeId: change.employeeId ?? null, roomId: change.roomId ?? null };
  const ofEntry = sql`(select a.store_id from availability a where a.company_id = ${companyId}::uuid and a.id = ${key.id}::uuid)`;
  const references = await readReferences(transaction, { companyId, ...named }, ofEntry);
  const { entry, all } = await lockEntries(transaction, key, scope);
  const from = timeOf(entry);
  const to = timeOf({ start: start ?? entry.start, end: end ?? entry.end });
  const wallClock = clockOf(references);
  const changed = all.flatMap((before) => {
    const { title = before.title, employeeId = before.employeeId, roomId = before.roomId } = change;
    const time = before === entry ? to : movedAlong(timeOf(before), from, to, wallClock);
    const after = { title, employeeId, roomId, ...time };
    return isSame({ ...before, ...timeOf(before) }, after) ? [] : [{ before, after }];
  });
  if (changed.length === 0) return entry;
  checkVersion(entry, expectedUpdatedAt);
  for (const { before, after } of changed) {
    if (after.employeeId !== null && after.employeeId !== before.employeeId) checkEmployee(references);
    const fault = availabilityProblem({ ...before, ...after });
    if (fault !== null)
      throw before === entry ? invalidChange(change, fault) : invalidInput('scope', ofOther(after, fault));
    if (after.roomId !== null && after.roomId !== before.roomId) checkRoom(references, before.storeId);
  }
  const now = clock();
  const written = await runQuery<AvailabilityRow>(transaction, writeEntries(companyId, changed, now));
  const row = written.find(({ id }) => id === entry.id);
  return row === undefined ? entry : availabilityOf(companyId, row);
}

/** The 400 for what an entry may not become; where the end stays, the start is at fault. */
function invalidChange({ end }: { end?: string | undefined }, { field, problem }: { field: string; problem: string }) {
  return field === 'end' && end === undefined
    ? invalidInput('start', `the end ${problem}`)
    : invalidInput(field, problem);
}

const isSame = (one: Values, other: Values) =>
  one.start === other.start &&
  one.end === other.end &&
  one.title === other.title &&
  one.employeeId === other.employeeId &&
  one.roomId === other.roomId;

function writeEntries(companyId: string, changed: readonly { before: Availability; after: Values }[], now: number) {
  const rows = changed.map(({ before: { id, updatedAt }, after: { start, end, title, employeeId, roomId } }) => ({
    id,
    start_at: instantLiteral(start),
    end_at: instantLiteral(end),
    title,
    employee_id: employeeId,
    room_id: roomId,
    updated_at: instantLiteral(changedAt(now, updatedAt)),
  }));
  return sql`update availability a
    set start_at = given.start_at, end_at = given.end_at, title = given.title, employee_id = given.employee_id, room_id = given.room_id,
      updated_at = given.updated_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as given(
      id uuid, start_at timestamptz, end_at timestamptz, title text, employee_id uuid, room_id uuid, updated_at timestamptz)
    where a.company_id = ${companyId}::uuid and a.id = given.id
    returning ${availabilityColumns}`;
}

/**
 * Deletes an entry, or it and the later ones of its series, and gives how many went. Throws 404 where there is no such entry, and 409
 * with the entry where another `updatedAt` was expected.
 */
export async function deleteAvailability(
  transaction: Transaction,
  { scope, expectedUpdatedAt, ...key }: RecordKey & { scope: AvailabilityScope; expectedUpdatedAt: string },
): Promise<number> {
  const { entry, all } = await lockEntries(transaction, key, scope);
  checkVersion(entry, expectedUpdatedAt);
  const ids = arrayLiteral(all.map(({ id }) => id));
  await runQuery(
    transaction,
    sql`delete from availability where company_id = ${key.companyId}::uuid and id = any(${ids}::uuid[])`,
  );
  return all.length;
}

/** Deletes the entries of a room that is locked. They are locked in the order of their ids, as where a series is changed. */
export async function deleteAvailabilityOfRoom(
  transaction: Transaction,
  { companyId, id }: { companyId: string; id: string },
): Promise<void> {
  await runQuery(
    transaction,
    sql`with locked as (
        select id from availability where company_id = ${companyId}::uuid and room_id = ${id}::uuid order by id for update
      )
      delete from availability where company_id = ${companyId}::uuid and id in (select id from locked)`,
  );
}
