import { expect, test } from 'vitest';
import type { RefusedLine } from '#import/plan.ts';
import { fileOf, planFiles } from '#testing/import-files.ts';
import { previewLines } from './preview.ts';

test('what was refused is listed once for each reason, with its lines', async () => {
  const names = ['Ann Lee', '', '', 'Bo Li', '', ...Array.from({ length: 31 }, () => '')];
  const file = fileOf(
    'clients',
    names.map((name, nth) => ({ id: String(nth), name })),
  );
  const plan = await planFiles([file]);
  const refused: readonly RefusedLine[] = [
    ...plan.refused,
    { origin: { file: file.table.name, row: 0 }, reason: { code: 'name_taken' } },
  ];
  const result = { files: {}, made: { employees: [], rooms: [], types: [] }, refused, notes: [], outcomes: [] };
  expect(previewLines({ ...plan, words: [] }, result, [file])).toEqual([
    'Refused (--refused FOLDER writes them all):',
    '  clients.csv lines 3, 4, 6 and 31 more: This line has no name.',
    '  clients.csv line 2: There is another one with this name already.',
  ]);
});
