import { type ExportFile, exportColumns, exportFiles } from '#contract/practice-export.ts';
import { defaultImportSource, importLimits } from '#contract/practice-import.ts';
import { csvByteOrderMark, formatCsvLine } from '#csv/csv-line.ts';
import { planImport } from '#import/plan-import.ts';
import { readImportFile } from '#import/read-files.ts';
import { type ImportResult, runImport } from '#import/run-import.ts';
import { readTable } from '#import/table.ts';
import { listEmployees, readCompany } from '#service/db/administration.ts';
import type { Database } from '#service/db/database.ts';
import { appointmentTypeDefinition } from '#service/db/manage/appointment-types.ts';
import { listRecords } from '#service/db/manage/practice-record.ts';
import { findExportPage } from '#service/db/practice-export/export-page.ts';
import { importLines } from '#service/db/practice-import/import-lines.ts';

export type ExportedFiles = Record<ExportFile, string>;

/** The files of an export, read in pages of a few rows. */
export async function exportedFiles(database: Database, companyId: string, size = 3): Promise<ExportedFiles> {
  const files: Partial<ExportedFiles> = {};
  for (const file of exportFiles) {
    let text = csvByteOrderMark + formatCsvLine(exportColumns[file], ',');
    for (let position: string | null = null; ; ) {
      const page = await findExportPage(database, { companyId, file }, position, size);
      text += page.rows.map((cells) => formatCsvLine(cells, ',')).join('');
      position = page.position;
      if (position === null) break;
    }
    files[file] = text;
  }
  return files as ExportedFiles;
}

/**
 * Imports exported files as the command line does, in parts of a few lines, and returns the results of the dry run and
 * of the import.
 */
export async function importExported(
  database: Database,
  companyId: string,
  exported: ExportedFiles,
): Promise<{ preview: ImportResult; result: ImportResult; questions: unknown[] }> {
  const { stores } = await readCompany(database, companyId);
  const all = await listEmployees(database);
  const practice = {
    stores,
    types: await listRecords(database.sql, appointmentTypeDefinition, companyId),
    employees: all.filter((employee) => employee.companyId === companyId),
  };
  const choices = { map: {}, dates: null, takeInactive: false, storeId: stores[0]?.id ?? '' };
  const encoder = new TextEncoder();
  const tables = Object.entries(exported).map(([name, text]) =>
    readTable({ name: `${name}.csv`, bytes: encoder.encode(text) }),
  );
  const files = tables.flatMap((table) => readImportFile(table, choices) ?? []);
  const plan = await planImport(files, { choices, practice, now: Date.now() });
  const run = (dryRun: boolean) =>
    runImport(plan, {
      ...{ source: defaultImportSource, companyId, dryRun, limits: { ...importLimits, lines: 4 } },
      send: (part) => importLines(database, part, { actor: null, clock: Date.now }),
    });
  const preview = await run(true);
  const result = await run(false);
  const doubts = tables.flatMap((table) => table.doubts);
  const questions = [
    ...(files.length < tables.length ? ['a file is not recognised'] : []),
    ...doubts,
    ...files.filter(({ asksForDates }) => asksForDates).map(({ table }) => table.name),
    ...plan.words.filter(({ match }) => match === 'unknown'),
    ...Object.values(plan.inactive).filter((left) => left > 0),
  ];
  return { preview, result, questions };
}
