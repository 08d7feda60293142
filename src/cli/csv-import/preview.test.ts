import { expect, test } from 'vitest';
import type { RefusedLine } from '#import/plan.ts';
import { fileOf, planFiles } from '#testing/import-files.ts';
import { fileDescriptionLines, previewLines } from './preview.ts';

test('what was refused is listed once for each reason, with its lines and values', async () => {
  const names = ['Ann Lee', '', '', 'Bo Li', '', ...Array.from({ length: 31 }, () => '')];
  const file = fileOf(
    'clients',
    names.map((name, nth) => ({ id: String(nth), name })),
  );
  const plan = await planFiles([file]);
  const refused: readonly RefusedLine[] = [
    ...plan.refused,
    { origin: { file: file.table.name, row: 0 }, reason: { code: 'no_type', text: 'x' } },
    ...[5, 10, 11, 12, 13].map((row) => ({
      origin: { file: file.table.name, row },
      reason: { code: 'no_client', text: `Client ${row}` } as const,
    })),
  ];
  const result = { files: {}, created: { employees: [], rooms: [], types: [] }, refused, notes: [], outcomes: [] };
  expect(previewLines({ ...plan, words: [] }, result, [file])).toEqual([
    'Refused (--refused FOLDER writes them all):',
    '  clients.csv, 34 lines (3–4 and 6–37): This row has no name.',
    '  clients.csv line 2: No active visit type is called "x". Choose another visit type, or add this one.',
    '  clients.csv, 5 lines (7 and 12–15): No client was found for "Client 5", "Client 10", "Client 11", 2 more. Import the clients as well, or correct the file.',
  ]);
});

test('a column with values that cannot belong there is named', () => {
  const born = ['2020-01-02', 'Boxer', 'Poodle', '3 May 2021'];
  const file = fileOf(
    'pets',
    born.map((dateOfBirth, nth) => ({ id: String(nth), name: 'Rex', dateOfBirth })),
  );
  expect(fileDescriptionLines(file)).toContain('  dateOfBirth: 2 of 4 values are not a date');
});
