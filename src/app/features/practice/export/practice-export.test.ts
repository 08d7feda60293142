import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type ExportPage, exportColumns, exportFiles } from '#contract/practice-export.ts';
import { readTable } from '#import/table.ts';
import { createPracticeExport, exportFileName, type FileProgress } from './practice-export.ts';

const row = (file: keyof typeof exportColumns, first: string) =>
  exportColumns[file].map((_, nth) => (nth === 0 ? first : nth === 1 ? '=1+1, "x"' : ''));

/** Pages of two rows; each file has as many pages as its position. */
function pages({ file, cursor }: { file: keyof typeof exportColumns; cursor: string | null }): ExportPage {
  const nth = Number(cursor ?? 0);
  const isLast = nth >= exportFiles.indexOf(file);
  return {
    rows: [row(file, `${file} ${nth} a`), row(file, `${file} ${nth} b`)],
    nextCursor: isLast ? null : String(nth + 1),
    total: cursor === null ? 2 * (exportFiles.indexOf(file) + 1) : null,
  };
}

test('an export is one archive of four tables that the import reads, and continues after an error where it ended', async () => {
  const created = createPracticeExport(';');
  const requests: string[] = [];
  const progress: (readonly FileProgress[])[] = [];
  let failures = 2;
  const read = async (page: Parameters<typeof pages>[0]) => {
    requests.push(`${page.file} ${page.cursor}`);
    if (page.file === 'clients' && page.cursor === '1' && failures > 0) {
      failures -= 1;
      throw new Error('away');
    }
    return pages(page);
  };
  const run = () => created.run(read, (files) => progress.push(files));
  await expect(run()).rejects.toThrow('away');
  await expect(run()).rejects.toThrow('away');
  const archive = unzipSync(new Uint8Array(await (await run()).arrayBuffer()));
  expect(Object.keys(archive)).toEqual(['appointments.csv', 'pets.csv', 'clients.csv', 'people.csv']);
  for (const file of exportFiles) {
    const table = readTable({ name: file, bytes: archive[`${file}.csv`] ?? new Uint8Array() });
    expect(table).toMatchObject({ headings: exportColumns[file], separator: ';', encoding: 'utf-8', doubts: [] });
    expect(table.rows).toHaveLength(2 * (exportFiles.indexOf(file) + 1));
    expect(table.rows[0]?.cells.slice(0, 2)).toEqual([`${file} 0 a`, '=1+1, "x"']);
  }
  // Nothing is read twice but what failed.
  expect(requests.filter((request) => request !== 'clients 1')).toEqual(
    [...new Set(requests)].filter((one) => one !== 'clients 1'),
  );
  expect(progress.at(-1)).toEqual([
    { file: 'appointments', done: 2, all: 2 },
    { file: 'pets', done: 4, all: 4 },
    { file: 'clients', done: 6, all: 6 },
    { file: 'people', done: 8, all: 8 },
  ]);
});

test('an archive is named after the practice and the day, as file systems allow', () => {
  expect(exportFileName('Tierklinik Süd', '2026-11-29')).toBe('Tierklinik Süd 2026-11-29.zip');
  expect(exportFileName('A/B: "Paws" <3 …', '2026-11-29')).toBe('A B Paws 3 … 2026-11-29.zip');
  expect(exportFileName('\u202e../..', '2026-11-29')).toBe('Frontdesk 2026-11-29.zip');
  expect(exportFileName('***', '2026-11-29')).toBe('Frontdesk 2026-11-29.zip');
});
