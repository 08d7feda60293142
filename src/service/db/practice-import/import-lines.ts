import {
  type ImportedRecords,
  type ImportLine,
  type ImportLineByKind,
  type ImportLineKind,
  type ImportOutcome,
  type ImportRecords,
  importLineKinds,
  importPermissions,
} from '#contract/practice-import.ts';
import type { Caller } from '#service/db/authentication.ts';
import type { Database } from '#service/db/database.ts';
import {
  insufficientAccessError,
  type LockedPractice,
  lockPractice,
  notFoundError,
  requireAllStores,
} from '#service/db/manage/lock-practice.ts';
import { inTransaction, runTrialTransaction } from '#service/db/run-query.ts';
import { importClients, importPets } from './clients-and-pets.ts';
import { importAppointments } from './import-appointments.ts';
import { type ImportRun, idOfLine, type NumberedLine, type ReportOutcome } from './import-run.ts';
import { importEmployees, importRooms, importTypes } from './people-rooms-types.ts';

/**
 * The number of lines per transaction. It is limited because, on the embedded database, desks wait while a transaction
 * runs.
 */
const BATCH_SIZE = 1_000;

/**
 * Imports records from another program and returns the outcome of each line. A record that was imported before gets the
 * values of the line, except for fields that were changed in Frontdesk since (`mergeImportedFields`). If two lines have the
 * same key, the later one counts as if it came in a later request. Employees, rooms and appointment types are created and
 * changed as if by a person, with the same rules and history. Throws like the operations of the practice, and 403 for a kind of
 * lines that the caller may not write; earlier transactions of a thousand lines stay committed, and repeating the request
 * continues from there. A dry run is one transaction, which is rolled back. `actor` is null for the command line; `clock`
 * returns epoch milliseconds.
 */
export async function importLines(
  database: Database,
  records: ImportRecords,
  { actor, clock }: { actor: Caller | null; clock: () => number },
): Promise<ImportedRecords> {
  const { companyId, source, dryRun, expected = [] } = records;
  const lines = sortByReferences(records.lines);
  const size = dryRun ? lines.length : BATCH_SIZE;
  const run = dryRun ? runTrialTransaction : inTransaction;
  const outcomes: ImportOutcome[] = [];
  const scope = { companyId, source, dryRun };
  const expectedIds = new Set(expected.map(({ kind, ...identity }) => idOfLine(scope, kind, identity)));
  for (let at = 0; at < lines.length; at += size) {
    if (!dryRun) database.checkFreeSpace();
    const batch = lines.slice(at, at + size);
    await run(database.sql, async (transaction) => {
      const by = { transaction, actor, now: clock() };
      const practice = await lockPractice(by, companyId);
      requireAllStores(practice);
      requirePermissions(practice, lines);
      requireStores(practice, lines);
      const maps = { clients: new Map(), pets: new Map() };
      const found = await importBatch({ ...by, ...scope, ...maps, expected: expectedIds }, batch);
      for (const [nth, outcome] of found) outcomes[nth] = outcome;
    });
  }
  return { lines: outcomes };
}

function sortByReferences(lines: readonly ImportLine[]): NumberedLine<ImportLine>[] {
  const numbered = lines.map((line, nth) => ({ nth, line }));
  return importLineKinds.flatMap((kind) => numbered.filter(({ line }) => line.kind === kind));
}

/**
 * Throws 403 for a kind of lines that the caller may not write, and for due dates of pets if the caller lacks
 * `appointments.write`.
 */
function requirePermissions({ permissions }: LockedPractice, lines: readonly NumberedLine<ImportLine>[]): void {
  for (const kind of importLineKinds) {
    const permission = importPermissions[kind];
    if (permissions.includes(permission) || !lines.some(({ line }) => line.kind === kind)) continue;
    throw insufficientAccessError(`lines of kind ${kind}: the employee of this key lacks the permission ${permission}`);
  }
  const isDue = lines.some(({ line }) => line.kind === 'pet' && line.dueOn != null);
  if (isDue && !permissions.includes('appointments.write'))
    throw insufficientAccessError('lines with dueOn: the employee of this key lacks the permission appointments.write');
}

/** Throws 404 for a store that does not exist in the company. */
function requireStores(
  { companyStoreIds }: { companyStoreIds: readonly string[] },
  lines: readonly NumberedLine<ImportLine>[],
): void {
  const existing = new Set(companyStoreIds);
  for (const { nth, line } of lines) {
    const stores = 'storeIds' in line ? line.storeIds : 'storeId' in line ? [line.storeId] : [];
    const unknown = stores.find((id) => !existing.has(id));
    if (unknown !== undefined) throw notFoundError(`lines[${nth}]: the company has no store ${unknown}`);
  }
}

async function importBatch(
  importing: ImportRun,
  batch: readonly NumberedLine<ImportLine>[],
): Promise<Map<number, ImportOutcome>> {
  const outcomes = new Map<number, ImportOutcome>();
  const report: ReportOutcome = (nth, outcome) => void outcomes.set(nth, outcome);

  async function importKind<Kind extends ImportLineKind>(
    kind: Kind,
    importer: (
      importing: ImportRun,
      lines: readonly NumberedLine<ImportLineByKind<Kind>>[],
      report: ReportOutcome,
    ) => Promise<void>,
  ) {
    const lines = batch.flatMap(({ nth, line }) => (hasKind(line, kind) ? [{ nth, line }] : []));
    if (lines.length > 0) await importer(importing, lines, report);
  }

  await importKind('employee', importEmployees);
  await importKind('room', importRooms);
  await importKind('appointment_type', importTypes);
  await importKind('client', importClients);
  await importKind('pet', importPets);
  await importKind('appointment', importAppointments);
  return outcomes;
}

function hasKind<Kind extends ImportLineKind>(line: ImportLine, kind: Kind): line is ImportLineByKind<Kind> {
  return line.kind === kind;
}
