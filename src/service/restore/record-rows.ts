import { z } from 'zod';
import { assignedEmployeeSchema } from '#contract/appointment.ts';
import { availabilitySchema } from '#contract/availability.ts';
import { availabilityProblem, timeOf } from '#contract/availability-rules.ts';
import { uuidSchema } from '#contract/primitives.ts';
import { waitingTimesProblem } from '#contract/waiting-list.ts';
import { uuidOf } from '#service/db/column-types.ts';
import {
  appointment,
  availability,
  company,
  type NumberedRecord,
  type RecordKind,
  type Values,
  waitingListEntry,
} from './record-kinds.ts';

/** What to write for a record. */
export interface RecordRow {
  line: number;
  companyId: string;
  id: string;
  /** By the names in the schema, without the fields that the record omits. */
  values: Values;
  /** Why the record is returned as its id only; empty if it is returned in full. */
  flaws: readonly string[];
}

/** The row of a record, or why it is refused. */
type ReadRow = RecordRow | { refused: string };

/** The creation time of an appointment that has none. */
const UNKNOWN_TIME = '1970-01-01T00:00:00.000Z';

/** The values of a record that its columns can store. */
interface ReadFields {
  values: Record<string, unknown>;
  /** The problems of values that a column cannot store, by field. */
  problems: Map<string, string>;
  flaws: string[];
}

function readFields({ fields }: RecordKind, record: Values): ReadFields {
  const read: ReadFields = { values: {}, problems: new Map(), flaws: [] };
  for (const [name, { stored, served, isOptional }] of fields) {
    const given = record[name];
    if (given === undefined && isOptional) continue;
    const value = z.safeParse(stored, given);
    if (value.success) read.values[name] = value.data;
    else read.problems.set(name, problemOf(given, value.error));
    const allowed = z.safeParse(served, given);
    if (value.success && !allowed.success) read.flaws.push(`${name}: ${problemOf(given, allowed.error)}`);
  }
  return read;
}

function problemOf(given: unknown, { issues: [issue] }: z.core.$ZodError): string {
  if (given === undefined || given === null) return 'is missing';
  // Only the contract's own messages are used; the library's messages name TypeScript types.
  return issue?.message.startsWith('must ')
    ? issue.message
    : `has the value ${JSON.stringify(given).slice(0, 60)}, which is not allowed`;
}

const withNames = (problems: ReadonlyMap<string, string>) =>
  [...problems].map(([name, problem]) => `${name}: ${problem}`);

/**
 * Converts a record to a row. `stores` has the store ids of each existing company. If an appointment has values that no
 * column can store, they stay in `raw` and the appointment is returned as its id; any other record is refused.
 */
export function rowOfRecord(
  { line, kind, record }: NumberedRecord,
  stores: ReadonlyMap<string, readonly string[]>,
): ReadRow {
  const id = uuidSchema.safeParse(record['id']).data;
  const companyId = kind === company ? id : uuidSchema.safeParse(record['companyId']).data;
  const storeIds = kind === company ? [] : stores.get(companyId ?? '');
  if (companyId === undefined || storeIds === undefined) {
    return {
      refused: kind === company ? 'id must be a UUID' : 'companyId names no company of the file or the database',
    };
  }
  const read = readFields(kind, record);
  if (kind === appointment) return appointmentRow(read, { line, record, companyId, storeIds });
  const { values, problems, flaws } = read;
  if (id === undefined) problems.set('id', 'must be a UUID');
  const storeId = values['storeId'] ?? null;
  if (typeof storeId === 'string' && !storeIds.includes(storeId)) problems.set('storeId', 'is no store of the company');
  if (kind === availability && problems.size === 0) checkAvailability(read);
  if (kind === waitingListEntry && problems.size === 0) checkWaiting(read);
  if (id === undefined || problems.size > 0) return { refused: withNames(problems).join('; ') };
  return { line, companyId, id, values, flaws };
}

const { kind, storeId, employeeId, roomId, start, end } = availabilitySchema.shape;
const entrySchema = z.object({ kind, storeId, employeeId, roomId, start, end });

/** Adds the problems of an invalid availability entry. */
function checkAvailability({ values, problems }: ReadFields): void {
  const entry = entrySchema.parse({ storeId: null, employeeId: null, roomId: null, ...values });
  const found = availabilityProblem({ ...entry, ...timeOf(entry) });
  if (found !== null) problems.set(found.field, found.problem);
}

/** Adds the problems of an invalid waiting list entry. */
function checkWaiting({ values, problems }: ReadFields): void {
  values['appointmentId'] ??= null;
  const times = waitingTimesProblem(values);
  if (times !== null) problems.set(times.field, times.problem);
  if ((values['status'] === 'booked') !== (values['appointmentId'] !== null))
    problems.set('appointmentId', 'must be there for what is booked, and for nothing else');
}

function appointmentRow(
  { values, problems, flaws }: ReadFields,
  {
    line,
    record,
    companyId,
    storeIds,
  }: { line: number; record: Values; companyId: string; storeIds: readonly string[] },
): ReadRow {
  const [firstStore] = storeIds;
  if (firstStore === undefined) return { refused: 'the company has no stores' };
  const given = record['id'];
  if (typeof given !== 'string') return { refused: 'id is missing' };
  const uuid = uuidSchema.safeParse(given).data;
  if (uuid === undefined) problems.set('id', 'must be a UUID');
  if (typeof values['storeId'] === 'string' && !storeIds.includes(values['storeId'])) {
    problems.set('storeId', 'is no store of the company');
  }
  const { employees, areSound } = employeesOf(record['employees'] ?? []);
  if (!areSound) problems.set('employees', 'must be a list of { id, isMainEmployee }, each of them once');
  const createdAt = values['createdAt'] ?? values['updatedAt'] ?? values['start'] ?? UNKNOWN_TIME;
  const raw = Object.fromEntries([...problems.keys()].map((name) => [name, JSON.stringify(record[name] ?? null)]));
  return {
    line,
    companyId,
    id: uuid ?? uuidOf(JSON.stringify([companyId, given])),
    values: {
      ...Object.fromEntries([...problems.keys()].map((name) => [name, null])),
      ...values,
      ...(problems.has('storeId') && { storeId: firstStore }),
      createdAt,
      updatedAt: values['updatedAt'] ?? createdAt,
      employeeIds: employees.map((one) => one.id),
      mainEmployeeIds: employees.flatMap((one) => (one.isMainEmployee ? [one.id] : [])),
      raw: problems.size > 0 ? raw : null,
    },
    flaws: [...withNames(problems), ...flaws],
  };
}

/** The assigned employees that can be stored, without duplicates. */
function employeesOf(given: unknown) {
  const all: readonly unknown[] = Array.isArray(given) ? given : [null];
  const assigned = all.flatMap((one) => assignedEmployeeSchema.safeParse(one).data ?? []);
  const employees = [...new Map(assigned.map((one) => [one.id, one])).values()];
  return { employees, areSound: employees.length === all.length };
}
