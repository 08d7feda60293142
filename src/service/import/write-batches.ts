import type postgres from 'postgres';
import type { Database } from '#service/db/database.ts';
import { importAppointments } from '#service/db/import-appointments.ts';
import { importPractice, lockPractices } from '#service/db/import-practice.ts';
import { availability, clients, pets } from '#service/db/schema.ts';
import { type KeyedRow, updatePetWords, upsertRows, type WrittenRows } from '#service/db/write-rows.ts';
import { type ImportedRecord, type ImportKind, importKinds, readBatches, toRow } from './import-line.ts';
import { References } from './references.ts';

/** How an import went. Every record is added, changed, unchanged or refused; `flawed` counts those kept with a warning. */
interface ImportResult {
  lines: number;
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
  flawed: number;
}

interface ImportOptions {
  /** Called with what is wrong with a line (counted from 1), or why it is refused; after a survey only with what that could not tell. */
  onWarning?: (line: number, warning: string) => void;
  /** Called after each batch with how many lines are done. */
  onProgress?: (lines: number) => void;
  /** Gives epoch milliseconds. */
  clock?: () => number;
  /** What a survey of the lines found that they say of one another; without it, what a line refers to is found in the same thousand lines or before. */
  references?: References | undefined;
}

/**
 * Imports the records of a migrated practice, one JSON object a line, as they are: values that the contract does not
 * allow are kept, and such an appointment is served as its id. A line holds any kind of record (see `kindOf`); what follows from
 * others is filled in. Running it again changes only what differs, and what it changes of appointments is noted in their history.
 */
export async function importRecords(
  database: Database,
  lines: Iterable<string> | AsyncIterable<string>,
  { onWarning = () => undefined, onProgress = () => undefined, clock = Date.now, references }: ImportOptions = {},
): Promise<ImportResult> {
  const result: ImportResult = { lines: 0, added: 0, changed: 0, unchanged: 0, refused: 0, flawed: 0 };
  const known = references ?? (await References.open(database));

  function warn(line: number, warning: string) {
    if (references === undefined) onWarning(line, warning);
  }
  function refuse(line: number, why: string) {
    result.refused += 1;
    warn(line, `refused: ${why}`);
  }

  async function write(kind: ImportKind, records: readonly ImportedRecord[]) {
    if (records.length === 0) return;
    // Of a record that comes twice in a batch, the last version counts.
    const rows = new Map<string, KeyedRow>();
    const linesOf = new Map<string, { line: number; isFlawed: boolean }>();
    let kept = 0;
    for (const record of records) {
      const { row, warnings } = toRow(record, known.stores);
      if (row === null) refuse(record.line, warnings.join('; '));
      else {
        kept += 1;
        rows.set(`${row.company_id}/${row.id}`, row);
        linesOf.set(row.id, { line: record.line, isFlawed: warnings.length > 0 });
        if (warnings.length > 0) {
          result.flawed += 1;
          warn(record.line, warnings.join('; '));
        }
      }
    }
    const { added, changed, managers } = await database.sql.begin((transaction) =>
      writeRows(transaction, kind, [...rows.values()], clock),
    );
    for (const id of managers) {
      const { line = 0, isFlawed = false } = linesOf.get(id) ?? {};
      if (!isFlawed) result.flawed += 1;
      onWarning(line, 'is the last who is active and may manage the practice: stays so');
    }
    result.added += added;
    result.changed += changed;
    result.unchanged += kept - added - changed;
  }

  for await (const { batch, line } of readBatches(lines, refuse)) {
    database.checkRoom();
    if (references === undefined) for (const record of batch) known.note(record);
    const records = await known.complete(batch);
    for (const kind of importKinds) {
      await write(
        kind,
        records.filter((record) => record.kind === kind),
      );
    }
    result.lines = line;
    onProgress(line);
  }
  return result;
}

/** Writes rows of one kind; `managers` are those who stay who they are, as nobody else manages their practice. */
async function writeRows(
  transaction: postgres.TransactionSql,
  kind: ImportKind,
  rows: readonly KeyedRow[],
  clock: () => number,
): Promise<WrittenRows & { managers: Iterable<string> }> {
  await lockPractices(transaction, rows);
  if (kind === 'appointment') return { ...(await importAppointments(transaction, rows, clock)), managers: [] };
  if (kind === 'availability') return { ...(await upsertRows(transaction, availability, rows)), managers: [] };
  if (kind === 'client' || kind === 'pet') {
    const written = await upsertRows(transaction, kind === 'pet' ? pets : clients, rows);
    await updatePetWords(transaction, kind === 'pet' ? 'pets' : 'clients', rows);
    return { ...written, managers: [] };
  }
  const { kept, ...written } = await importPractice(transaction, kind, rows, clock());
  return { ...written, managers: kept };
}
