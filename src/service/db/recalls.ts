import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { RecallAttemptWay } from '#contract/enums.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import {
  type changeRecallSchema,
  type createRecallSchema,
  type Recall,
  recallSchema,
  type recallsQuerySchema,
} from '#contract/recalls.ts';
import { type FoundList, toFoundList } from '#service/domain/cursor.ts';
import { createOrderedUuid, instantLiteral } from './column-types.ts';
import type { Database } from './database.ts';
import { violatesUniqueIndex } from './database-errors.ts';
import {
  changeVersionedRecord,
  createVersionedRecord,
  requireVersionedRecord,
  type VersionedKind,
  type WriterWithClock,
} from './manage/versioned-record.ts';
import { parseFields, readRows, selectFields } from './read-rows.ts';
import { runQuery } from './run-query.ts';
import { appointmentTypes, pets, recallAttempts, recalls } from './schema.ts';
import type { RecordId, Writer } from './write-records.ts';
import { insertRow } from './write-rows.ts';

/** The stored fields of a recall, in the order of the response. */
const recallFields = [
  ...([
    'id',
    'companyId',
    'petId',
    'visitTypeId',
    'dueOn',
    'status',
    'snoozedUntil',
    'createdAt',
    'updatedAt',
  ] as const),
];

/** The recalls of living and active pets, joined with these pets: no other pet is due for anything. */
const recallsOfPets = sql`recalls join pets on pets.company_id = recalls.company_id and pets.id = recalls.pet_id
  and pets.is_active and pets.deceased_on is null`;

/**
 * A query for the `id` of the earliest appointment that books a recall. The appointment is for the pet, has the type, is
 * neither cancelled, a no-show nor completed, and its day on the store's clock is not over at `now`, epoch milliseconds.
 */
export function selectBookedAppointment(
  { companyId, petId, visitTypeId }: { companyId: string; petId: SQL; visitTypeId: SQL },
  now: number,
): SQL {
  // No day has more than 48 hours, so the day of an older appointment is certainly over, whatever the time zone.
  return sql`select a.id from appointments a
    join stores s on s.company_id = a.company_id and s.id = a.store_id
    where a.company_id = ${companyId}::uuid and a.pet_id = ${petId} and a.visit_type_id = ${visitTypeId}
      and coalesce(a.status, '') not in ('cancelled', 'no_show', 'completed')
      and a.start_at > ${instantLiteral(now - 48 * 3_600_000)}::timestamptz
      and date_on_clock(a.start_at, s.time_zone) >= date_on_clock(${instantLiteral(now)}::timestamptz, s.time_zone)
    order by a.start_at, a.id limit 1`;
}

/** The attempts to reach the client about a recall as JSON, newest first. Messages count if they were or may have been sent. */
const selectAttempts = (companyId: string, recallId: SQL): SQL => sql`(
  select coalesce(json_agg(json_build_object('at', t.at, 'employeeId', t.employee_id, 'how', t.how) order by t.at desc, t.id desc), '[]'::json)
  from (
    select id, at, employee_id, how from recall_attempts
    where company_id = ${companyId}::uuid and recall_id = ${recallId}
    union all
    select m.id, m.updated_at, null, m.channel from recall_messages rm
    join messages m on m.company_id = rm.company_id and m.id = rm.message_id
    where rm.company_id = ${companyId}::uuid and rm.recall_id = ${recallId} and m.status in ('sent', 'unknown')
  ) as t
)`;

type RecallRow = Record<string, unknown> & {
  id: string | null;
  bookedBy: string | null;
  attempts: readonly { at: string; employeeId: string | null; how: string }[] | null;
};

/**
 * Extends a query of recalls with their attempts and bookings, so that {@link toRecall} can read its rows.
 *
 * @param found a query of {@link recallFields} and `clientId`
 */
const withBookings = (companyId: string, found: SQL, now: number): SQL => sql`
  select page.*, ${selectAttempts(companyId, sql`page.id`)} as attempts, booked.id as "bookedBy" from (${found}) as page
  left join lateral (${selectBookedAppointment({ companyId, petId: sql`page."petId"`, visitTypeId: sql`page."visitTypeId"` }, now)})
    as booked on page.status = 'due'`;

const selectRecalls = sql`select ${selectFields(recalls, recallFields)}, pets.client_id as "clientId" from ${recallsOfPets}`;

function toRecall({ bookedBy, attempts, ...row }: RecallRow): Recall {
  return recallSchema.parse({
    ...parseFields(recalls, row),
    ...(bookedBy !== null && { status: 'booked' }),
    appointmentId: bookedBy,
    attempts: (attempts ?? []).map(({ at, ...attempt }) => ({ ...attempt, at: new Date(at).toISOString() })),
  });
}

/** Selects recalls of a company. Undefined filters do not restrict them. `from` and `until`, both included, limit `dueOn`. */
type RecallsQuery = Omit<z.output<typeof recallsQuerySchema>, 'limit' | 'cursor'> & {
  /** The current time in epoch milliseconds. */
  now: number;
};

/** A page of the recalls of a company, ordered by due date, then id. */
export async function findRecalls(
  { sql: executor }: Database,
  { companyId, from, until, status, petId, now }: RecallsQuery,
  { limit, position }: { limit: number; position: string | null },
): Promise<FoundList<Recall>> {
  const conditions = [sql`recalls.company_id = ${companyId}::uuid`];
  if (from !== undefined) conditions.push(sql`recalls.due_on >= ${from}::date`);
  if (until !== undefined) conditions.push(sql`recalls.due_on <= ${until}::date`);
  if (petId !== undefined) conditions.push(sql`recalls.pet_id = ${petId}::uuid`);
  if (status !== undefined) conditions.push(sql`recalls.status = ${status === 'booked' ? 'due' : status}`);
  if (status === 'due' || status === 'booked') {
    const columns = { companyId, petId: sql`recalls.pet_id`, visitTypeId: sql`recalls.visit_type_id` };
    const isBooked = sql`exists (${selectBookedAppointment(columns, now)})`;
    conditions.push(status === 'booked' ? isBooked : sql`not ${isBooked}`);
  }
  const where = sql.join(conditions, sql` and `);
  const [after, id] = position?.split('/') ?? [];
  const rest = position === null ? sql`` : sql`and (recalls.due_on, recalls.id) > (${after}::date, ${id}::uuid)`;
  const page = sql`${selectRecalls} where ${where} ${rest} order by recalls.due_on, recalls.id limit ${limit + 1}::int`;
  const rows = await runQuery<RecallRow & { total: number }>(
    executor,
    sql`select total.count as total, page.*
      from (select count(*)::int from ${recallsOfPets} where ${where}) as total
      left join (${withBookings(companyId, page, now)}) as page on true
      order by page."dueOn", page.id`,
  );
  return toFoundList(rows, limit, {
    item: ({ total: _, ...row }) => toRecall(row),
    position: ({ dueOn, id: last }) => `${dueOn}/${last}`,
  });
}

const fields = ['petId', 'visitTypeId', 'dueOn', 'snoozedUntil', 'status'] as const;
type RecallValues = Pick<Recall, (typeof fields)[number]>;

/** Creates the description of the recalls of living, active pets, whose status is as of `now` (epoch milliseconds). */
const recallKind = (now: number): VersionedKind<RecallValues, Recall> => ({
  label: 'recall',
  table: recalls,
  fields,
  async read(executor, { companyId, id }) {
    const whereRecall = sql`${selectRecalls} where ${recallCondition({ companyId, id })}`;
    const [row] = await runQuery<RecallRow>(executor, withBookings(companyId, whereRecall, now));
    return row === undefined ? null : toRecall(row);
  },
  async check({ transaction }, { companyId, before, after: { petId, visitTypeId } }) {
    if (before !== null) return undefined;
    const whereId = (id: string) => sql`where company_id = ${companyId}::uuid and id = ${id}::uuid`;
    const [[pet], [type]] = await Promise.all([
      readRows(transaction, pets, ['isActive', 'deceasedOn'], sql`${whereId(petId)} for share`),
      readRows(transaction, appointmentTypes, ['isActive'], whereId(visitTypeId)),
    ]);
    if (pet === undefined) throw invalidInput('petId', 'the company has no such pet');
    if (pet.deceasedOn !== null) throw invalidInput('petId', 'the pet has died');
    if (!pet.isActive) throw invalidInput('petId', 'the pet is inactive');
    if (type === undefined) throw invalidInput('visitTypeId', 'the company has no such appointment type');
    if (!type.isActive) throw invalidInput('visitTypeId', 'the appointment type is inactive');
    return undefined;
  },
});

/**
 * Makes a pet due again, and returns the id of the recall. Throws 400 for a pet or type that does not exist or is inactive,
 * and for a pet that has died.
 */
export function createRecall(by: Writer, given: z.output<typeof createRecallSchema>): Promise<string> {
  return createVersionedRecord(by, recallKind(by.now), { ...given, snoozedUntil: null, status: 'due' });
}

const recallCondition = ({ companyId, id }: RecordId) =>
  sql`recalls.company_id = ${companyId}::uuid and recalls.id = ${id}::uuid`;

/**
 * Changes a recall and returns it. Throws 404 if it does not exist or its pet is dead or inactive, and 409 with the recall if
 * its `updatedAt` is not the expected one.
 */
export async function changeRecall(
  by: WriterWithClock,
  { status, ...change }: RecordId & Omit<z.output<typeof changeRecallSchema>, 'companyId'>,
): Promise<Recall> {
  const kind = recallKind(by.clock());
  await runQuery(by.transaction, sql`select from recalls where ${recallCondition(change)} for update`);
  const current = await kind.read(by.transaction, change);
  // A booked recall is stored as due, so a request to make it due does not change it.
  const isBooked = current !== null && 'status' in current && current.status === 'booked';
  return changeVersionedRecord(by, kind, { ...change, status: status === 'due' && isBooked ? undefined : status });
}

/**
 * Runs a transaction that may make a pet due. Throws 409 `already_due` with the open recall if the pet is due for the
 * type already, which the unique index detects even if two requests are concurrent.
 *
 * @param isOfPetAndType a condition on `recalls`
 */
export async function runWithDueCheck<Result>(
  { sql: executor }: Database,
  { companyId, isOfPetAndType, now }: { companyId: string; isOfPetAndType: SQL; now: number },
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!violatesUniqueIndex(error, 'recalls_open')) throw error;
    }
    const open = sql`${selectRecalls} where recalls.company_id = ${companyId}::uuid and recalls.status = 'due' and ${isOfPetAndType}`;
    const [row] = await runQuery<RecallRow>(executor, withBookings(companyId, open, now));
    if (row === undefined) continue;
    const suggestion = 'the pet is due for this type already; data.current is the recall';
    throw new ServiceError('already_due', suggestion, { current: toRecall(row) });
  }
}

/** Stores an attempt to reach the client about a recall, and returns its id. Throws 404 as {@link changeRecall} does. */
export async function createRecallAttempt(
  { transaction, now }: Writer,
  key: RecordId,
  { employeeId, how }: { employeeId: string; how: RecallAttemptWay },
): Promise<string> {
  await requireVersionedRecord(transaction, recallKind(now), key);
  const attempt = {
    companyId: key.companyId,
    id: createOrderedUuid(now),
    recallId: key.id,
    at: instantLiteral(now),
    employeeId,
    how,
  };
  await runQuery(transaction, insertRow(recallAttempts, attempt));
  return attempt.id;
}
