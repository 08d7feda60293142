import { sql } from 'drizzle-orm';
import { type ExportFile, exportPageSize } from '#contract/practice-export.ts';
import type { Database } from '#service/db/database.ts';
import { runQuery } from '#service/db/run-query.ts';
import { findExportTable, readExportRows } from './export-rows.ts';

/**
 * A page of an export. `total` is null except on the first page; `position` is the id of the last row, null if no row follows.
 */
interface FoundExportPage {
  rows: string[][];
  total: number | null;
  position: string | null;
}

/**
 * A page of the rows of a company's file, after the record with the id `position`, or from the first record if that is null.
 * Each page is a separate statement, so that desks are served in between. Because the rows are ordered by id, each record is in
 * exactly one page, whatever is booked or moved in the meantime.
 */
export async function findExportPage(
  { sql: executor }: Database,
  of: { companyId: string; file: ExportFile },
  position: string | null,
  size = exportPageSize,
): Promise<FoundExportPage> {
  const found = await readExportRows(executor, of, { after: position, limit: size + 1 });
  const rows = found.slice(0, size);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  const count = sql`select count(*)::int as total from ${findExportTable(of.file)} where company_id = ${of.companyId}::uuid`;
  const [counted] = position === null ? await runQuery<{ total: number }>(executor, count) : [];
  return { rows: rows.map(({ cells }) => cells), total: counted?.total ?? null, position: last?.id ?? null };
}
