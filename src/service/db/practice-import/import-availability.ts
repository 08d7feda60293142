import type { Availability } from '#contract/availability.ts';
import { availabilityProblem } from '#contract/availability-rules.ts';
import { changedAt, instantOf, isoOf } from '#contract/date-time.ts';
import type { ImportLineOf, ImportRefusal } from '#contract/practice-import.ts';
import { instantLiteral } from '#service/db/column-types.ts';
import { availability } from '#service/db/schema.ts';
import { rowOf } from '#service/db/write-rows.ts';
import {
  changedRecords,
  type Importing,
  mergeImported,
  type NumberedLine,
  type ReportOutcome,
  readRecords,
  refused,
  slotsOf,
  writeRecords,
  writeSlots,
} from './importing.ts';
import { findKnown } from './resolve-references.ts';

/** The fields of an entry of the plan that are imported. */
const entryFields = ['kind', 'storeId', 'employeeId', 'roomId', 'start', 'end', 'title'] as const;
type EntryValues = Pick<Availability, (typeof entryFields)[number]>;

const refusalOf = (values: EntryValues): ImportRefusal | null => {
  const [start, end] = [instantOf(values.start), instantOf(values.end)];
  const problem = availabilityProblem({ ...values, start, end });
  if (problem === null) return null;
  if (problem.field !== 'end') return 'about_nothing';
  return end <= start ? 'ends_before_start' : 'too_long';
};

/** Imports entries of the plan: who is on duty, and what cannot be booked. */
export async function importAvailability(
  importing: Importing,
  lines: readonly NumberedLine<ImportLineOf<'availability'>>[],
  report: ReportOutcome,
): Promise<void> {
  const { companyId, dryRun } = importing;
  const known = await findKnown(
    importing,
    lines.flatMap(({ line: { employee, room } }) => [
      { kind: 'employee', ref: employee },
      { kind: 'room', ref: room },
    ]),
  );
  const updatedAt = new Map<string, string>();
  const slots = await slotsOf(importing, 'availability', lines, (ids) => readEntries(importing, ids, updatedAt));
  for (const { nth, line } of lines) {
    const { key, availability: kind, storeId, employee, room, title } = line;
    const place = known.place({ storeId, employee, room });
    if (typeof place === 'string') {
      report(nth, refused(place));
      continue;
    }
    const values = { kind, storeId, ...place, start: isoOf(line.start), end: isoOf(line.end), title };
    const reason = refusalOf(values);
    const slot = slots.get(key);
    if (reason !== null || slot === undefined) {
      if (reason !== null) report(nth, refused(reason));
      continue;
    }
    const before = { ...slot };
    const outcome = mergeImported(slot, values, values);
    // What was changed here and what the line says may not go together: an end that stays before a start that moved.
    const unfit = slot.now === null ? null : refusalOf(slot.now);
    if (unfit !== null) Object.assign(slot, before);
    report(nth, unfit === null ? outcome : refused(unfit));
  }
  if (dryRun) return;

  await writeRecords(importing, availability, changedRecords(slots), ({ id, now }) => {
    const before = updatedAt.get(id);
    const at = instantLiteral(before === undefined ? importing.now : changedAt(importing.now, before));
    const row = { companyId, id, ...now, updatedAt: at };
    return rowOf(availability, before === undefined ? { ...row, createdAt: at } : row);
  });
  await writeSlots(importing, 'availability', slots);
}

/** Reads the entries that are there, and waits for changes by desks; when each was changed last goes into `updatedAt`. */
async function readEntries(
  importing: Importing,
  ids: readonly string[],
  updatedAt: Map<string, string>,
): Promise<Map<string, EntryValues>> {
  const rows = await readRecords(importing, { table: availability, fields: [...entryFields, 'updatedAt'], ids });
  return new Map(
    [...rows].map(([id, { updatedAt: changed, ...values }]) => {
      updatedAt.set(id, changed);
      return [id, values];
    }),
  );
}
