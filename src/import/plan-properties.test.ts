import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { importLineSchema } from '#contract/practice-import.ts';
import { fileOf, planFiles } from '#testing/import-files.ts';
import { rounds } from '#testing/rounds.ts';
import type { FileKind, ImportField } from './fields.ts';
import type { ReadFile } from './plan.ts';

/** Possible cells of each kind of file: few values, so that rows refer to one another, and some that cannot be stored. */
const id = ['', '1', '2', '3', 'x'.repeat(501)];
const person = ['', 'Anna Berg', 'Berg, Anna', 'Ben Kern', 'x'.repeat(201), 'a\u0000'];
const yesNo = ['', 'yes', 'no'];
const values = {
  staff: {
    id,
    name: person,
    role: ['vet', 'manager', 'Chauffeur', ''],
    stores: ['', 'North', 'East; South'],
    active: yesNo,
  },
  clients: { id, name: person, email: ['', 'a@example.org', 'no address'], mobile: ['', '0171 1'], active: yesNo },
  pets: {
    id,
    name: ['', 'Rex', 'Mia'],
    species: ['', 'dog'],
    dateOfBirth: ['', '03/04/2020', 'x'],
    clientId: id,
    clientName: person,
    dead: yesNo,
  },
  appointments: {
    id,
    petId: id,
    petName: ['', 'Rex', 'Mia'],
    clientName: person,
    start: ['', '24.11.2026 9:00', '23.11.2026 9:00', 'soon'],
    end: ['', '10:00', '8:00'],
    type: ['', 'Consultation', 'Dental'],
    vet: person,
    room: ['', 'Room 1', 'Laser', 'x'.repeat(201)],
    status: ['', 'done', 'green'],
    store: ['', 'South', 'East'],
    notes: ['', 'a\nb', '\ud800'],
  },
} satisfies Record<FileKind, Partial<Record<ImportField, readonly string[]>>>;

const fileOfKind = (kind: FileKind, nth: number) =>
  fc
    .array(
      fc.record(
        Object.fromEntries(Object.entries(values[kind]).map(([field, cells]) => [field, fc.constantFrom(...cells)])),
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((rows) => fileOf(kind, rows, `${kind} ${nth}.csv`));
const someFiles = fc
  .array(fc.constantFrom<FileKind>('staff', 'clients', 'pets', 'appointments'), { minLength: 1, maxLength: 5 })
  .chain((kinds) => fc.tuple(...kinds.map(fileOfKind)));

test('each line becomes a record, a refusal, a repetition or is left out, and keys are unique per kind', async () => {
  await fc.assert(
    fc.asyncProperty(someFiles, fc.boolean(), async (files, takeInactive) => {
      const plan = await planFiles(files, { takeInactive });
      for (const { kind, table } of files) {
        const ofFile = ({ origin }: { origin: { file: string } }) => origin.file === table.name;
        const lines = plan.lines.filter((line) => ofFile(line) && !line.isCreated);
        const refused = plan.refused.filter(ofFile);
        const records =
          lines.length + refused.length + (plan.skipped[table.name] ?? 0) + (plan.repeated[table.name] ?? 0);
        // A line with an owner can be two records.
        if (kind === 'pets') expect(records).toBeGreaterThanOrEqual(table.rows.length);
        else expect(records).toBe(table.rows.length);
        const rows = new Set([...lines, ...refused].map(({ origin }) => origin.row));
        const others = (plan.skipped[table.name] ?? 0) + (plan.repeated[table.name] ?? 0);
        expect(rows.size + others).toBeGreaterThanOrEqual(table.rows.length);
      }
      const keys = plan.lines.map(({ record }) => `${record.kind} ${record.key}`);
      expect(new Set(keys).size).toBe(keys.length);
      // So no request is refused because of a single line.
      for (const { record } of plan.lines) expect(importLineSchema.safeParse(record).success).toBe(true);
    }),
    { numRuns: rounds({ few: 80, many: 2_000 }) },
  );
});

test('a plan does not depend on the order of columns', async () => {
  const turned = ({ table, columns, ...file }: ReadFile): ReadFile => ({
    ...file,
    columns: columns.toReversed(),
    table: {
      ...table,
      headings: table.headings.toReversed(),
      rows: table.rows.map(({ line, cells }) => ({ line, cells: cells.toReversed() })),
    },
  });
  await fc.assert(
    fc.asyncProperty(someFiles, async (files) => {
      expect(await planFiles(files.map(turned))).toEqual(await planFiles(files));
    }),
    { numRuns: rounds({ few: 40, many: 1_000 }) },
  );
});

test('planning yields to other tasks', async () => {
  let time = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => (time += 20));
  let turns = 0;
  const other = setInterval(() => (turns += 1));
  await planFiles([
    fileOf(
      'clients',
      Array.from({ length: 60 }, (_, nth) => ({ id: `${nth}`, name: 'Anna Berg' })),
    ),
  ]);
  clearInterval(other);
  now.mockRestore();
  expect(turns).toBeGreaterThan(5);
});
