import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { writeExport } from '#cli/export/write-export.ts';
import { exportColumns, exportFiles } from '#contract/practice-export.ts';
import { readTable } from '#import/table.ts';
import { readCompany } from '#service/db/administration.ts';
import type { Database } from '#service/db/database.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addPractice, type TestPractice } from '#testing/practice-rows.ts';
import { exportPageCommand } from './export.ts';

let database: Database;
let practice: TestPractice;
let place: string;
beforeAll(async () => {
  database = await openSharedMemoryDatabase();
  practice = await addPractice(database);
});
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'frontdesk-export-'));
  return () => rmSync(place, { recursive: true, force: true });
});

const never = new AbortController().signal;
type Options = Parameters<typeof writeExport>[1];

/** Two pages of one row for each file. */
const twoPages: Options['read'] = async (file, position) => ({
  rows: [exportColumns[file].map((_, nth) => (nth === 0 ? `${file} ${position ?? 'first'}` : ''))],
  position: position === null ? 'second' : null,
});
const write = (folder: string, options: Partial<Options> = {}) =>
  writeExport(folder, { read: twoPages, overwrite: false, signal: never, onProgress: () => undefined, ...options });

const names = exportFiles.map((file) => `${file}.csv`).sort();

test('a page of an export of the chosen practice is printed as one line', async () => {
  const printed: string[] = [];
  const context = { database, print: (line: string) => void printed.push(line), log: () => undefined };
  await exportPageCommand.run(context, { practice: practice.companyId, file: 'pets', position: null });
  expect(JSON.parse(printed.join(''))).toMatchObject({
    ...{ companyId: practice.companyId, total: 1, position: null },
    rows: [expect.arrayContaining([practice.pet, 'Rex'])],
  });
  const { name } = await readCompany(database, practice.companyId);
  await addPractice(database);
  for (const chosen of [undefined, name])
    await expect(exportPageCommand.run(context, { practice: chosen, file: 'pets', position: null })).rejects.toThrow(
      /several practices; choose one with --practice and its id/,
    );
});

test('files are written to a new folder that only the user can read', async () => {
  const folder = join(place, 'new', 'export');
  await write(folder);
  expect(readdirSync(folder).sort()).toEqual(names);
  for (const file of exportFiles) {
    const path = join(folder, `${file}.csv`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { headings, rows } = readTable({ name: file, bytes: readFileSync(path) });
    expect(headings).toEqual(exportColumns[file]);
    expect(rows.map(({ cells }) => cells[0])).toEqual([`${file} first`, `${file} second`]);
  }
});

test('files of an earlier export are replaced only if that is wanted, and only by complete ones', async () => {
  writeFileSync(join(place, 'pets.csv'), 'mine');
  writeFileSync(join(place, '.clients.csv.part'), 'of a killed export');
  await expect(write(place)).rejects.toThrow(/^pets\.csv is already in .*--overwrite/);
  expect(readFileSync(join(place, 'pets.csv'), 'utf8')).toBe('mine');
  const read: Options['read'] = (file, position) =>
    file === 'people' ? Promise.reject(new Error('the database is away')) : twoPages(file, position);
  await expect(write(place, { overwrite: true, read })).rejects.toThrow('the database is away');
  expect(readdirSync(place)).toEqual(['pets.csv']);
  expect(readFileSync(join(place, 'pets.csv'), 'utf8')).toBe('mine');
  await write(place, { overwrite: true });
  expect(readdirSync(place).sort()).toEqual(names);
  expect(readFileSync(join(place, 'pets.csv'), 'utf8')).not.toBe('mine');
});

test('a folder with the name of a file is refused before anything is replaced', async () => {
  writeFileSync(join(place, 'people.csv'), 'mine');
  mkdirSync(join(place, 'pets.csv'));
  await expect(write(place, { overwrite: true })).rejects.toThrow(/pets\.csv is a folder; rename it/);
  expect(readFileSync(join(place, 'people.csv'), 'utf8')).toBe('mine');
  expect(readdirSync(place).sort()).toEqual(['people.csv', 'pets.csv']);
});

test.each([
  ['the first', 1],
  ['a later', 5],
])('a disk that is full at %s page leaves nothing behind, and says so', async (_, failing) => {
  const folder = join(place, 'export');
  let writes = 0;
  const open: Options['open'] = async (path) => {
    writeFileSync(path, '');
    return {
      async appendFile() {
        writes += 1;
        if (writes > failing)
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      },
      sync: async () => undefined,
      close: async () => undefined,
    };
  };
  await expect(write(folder, { open })).rejects.toThrow(
    `${folder} cannot be written: the disk is full; nothing was written`,
  );
  expect(existsSync(folder)).toBe(false);
});

test('an export that is stopped leaves nothing behind', async () => {
  const stop = new AbortController();
  const onProgress = vi.fn(() => stop.abort());
  mkdirSync(join(place, 'mine'));
  await expect(write(join(place, 'mine'), { signal: stop.signal, onProgress })).rejects.toMatchObject({
    ...{ message: 'stopped; nothing was written', exitCode: 130 },
  });
  expect(onProgress).toHaveBeenCalledTimes(1);
  expect(readdirSync(join(place, 'mine'))).toEqual([]);
});

test('a folder that cannot be written says why', async () => {
  writeFileSync(join(place, 'a file'), '');
  await expect(write(join(place, 'a file'))).rejects.toThrow(/cannot be written: it is not a folder$/);
  await expect(write(join(place, 'a file', 'export'))).rejects.toThrow(/cannot be written: it is not a folder$/);
});
