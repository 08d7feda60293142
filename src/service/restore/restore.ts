import { sql } from 'drizzle-orm';
import type { Database } from '#service/db/database.ts';
import type { Managing } from '#service/db/manage/managing.ts';
import { readRows } from '#service/db/read-rows.ts';
import { inTransaction, inTransactionRolledBack } from '#service/db/run-query.ts';
import { companies, stores } from '#service/db/schema.ts';
import { company, type NumberedRecord, recordKinds, recordsOf, store } from './record-kinds.ts';
import { type RecordRow, rowOfRecord } from './record-rows.ts';
import { lockCompanies, writeRecords } from './write-records.ts';

/**
 * The result of a restore: each record is added, changed, unchanged or refused. `unresolved` counts restored records that are
 * returned as their id only.
 */
interface RestoreResult {
  lines: number;
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
  unresolved: number;
}

interface RestoreOptions {
  /** Whether everything is rolled back at the end. */
  dryRun?: boolean;
  /** Called for a line (counted from 1) with a record that is refused, or returned as its id only, and the reason. */
  onProblem?(line: number, problem: string): void;
  /** Called after each transaction with the number of finished lines. */
  onProgress?(lines: number): void;
  /** The approximate number of records per transaction. On the embedded database, desks wait while a transaction runs. */
  batchSize?: number;
  /** Returns epoch milliseconds. */
  clock?(): number;
}

/**
 * Restores records as the lists of the practice API return them, one JSON object per line (docs/import.md): adds the missing
 * ones, and changes those that differ. Each batch is one transaction, so an interrupted restore can be continued by running
 * it again. `read` returns the lines from the beginning and is called twice, because all other records belong to companies
 * and stores, which may be anywhere in the file.
 */
export async function restoreRecords(
  database: Database,
  read: () => Iterable<string> | AsyncIterable<string>,
  options: RestoreOptions = {},
): Promise<RestoreResult> {
  const { dryRun = false, batchSize = 1_000, clock = Date.now } = options;
  const { onProblem = () => undefined, onProgress = () => undefined } = options;
  const result: RestoreResult = { lines: 0, added: 0, changed: 0, unchanged: 0, refused: 0, unresolved: 0 };
  const storeIds = await storesByCompany(database);

  function refuse(line: number, reason: string) {
    result.refused += 1;
    onProblem(line, `refused: ${reason}`);
  }

  function rowsOf(records: readonly NumberedRecord[]): RecordRow[] {
    return records.flatMap((record) => {
      const row = rowOfRecord(record, storeIds);
      if ('refused' in row) {
        refuse(record.line, row.refused);
        return [];
      }
      if (row.flaws.length > 0) {
        result.unresolved += 1;
        onProblem(record.line, `returned as its id only: ${row.flaws.join('; ')}`);
      }
      return [row];
    });
  }

  async function restoreBatch(by: Managing, batch: readonly NumberedRecord[]) {
    await lockCompanies(by, [...storeIds.keys()]);
    for (const kind of recordKinds) {
      const rows = rowsOf(batch.filter((record) => record.kind === kind));
      if (rows.length === 0) continue;
      const written = await writeRecords(by, kind, rows, onProblem);
      result.added += written.added;
      result.changed += written.changed;
      result.unchanged += rows.length - written.added - written.changed;
      if (kind === company) for (const { id } of rows) storeIds.set(id, storeIds.get(id) ?? []);
      if (kind === store) for (const { companyId, id } of rows) addTo(storeIds.get(companyId), id);
    }
  }

  async function write(batch: readonly NumberedRecord[]) {
    if (batch.length === 0) return;
    database.checkFreeSpace();
    const run = dryRun ? inTransactionRolledBack : inTransaction;
    await run(database.sql, (transaction) => restoreBatch({ transaction, actor: null, now: clock() }, batch));
  }

  for (const isFirst of [true, false]) {
    let batch: NumberedRecord[] = [];
    result.lines = 0;
    for await (const text of read()) {
      result.lines += 1;
      if (text.trim() === '') continue;
      const records = recordsOf(text, result.lines);
      if (records.length === 0 && isFirst) refuse(result.lines, 'it is no JSON object of a known kind of record');
      batch.push(...records.filter(({ kind }) => (kind === company || kind === store) === isFirst));
      if (batch.length < batchSize) continue;
      await write(batch);
      if (!isFirst) onProgress(result.lines);
      batch = [];
    }
    await write(batch);
  }
  return result;
}

function addTo(ids: string[] | undefined, id: string): void {
  if (ids?.includes(id) === false) ids.push(id);
}

/** The store ids of every company, in order. */
async function storesByCompany({ sql: executor }: Database): Promise<Map<string, string[]>> {
  const byCompany = new Map<string, string[]>();
  const inOrder = sql`order by position, company_id`;
  for (const { companyId } of await readRows(executor, companies, ['companyId'], inOrder)) byCompany.set(companyId, []);
  const storeRows = await readRows(executor, stores, ['companyId', 'id'], sql`order by position, id`);
  for (const { companyId, id } of storeRows) byCompany.get(companyId)?.push(id);
  return byCompany;
}
