import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { importLineSchema } from '#contract/practice-import.ts';
import { fileOf, planFiles, refusalsOf } from '#testing/import-files.ts';
import { rounds } from '#testing/rounds.ts';
import type { FileKind, ImportField } from './fields.ts';
import type { ParsedFile } from './plan.ts';
import { readImportFile } from './read-files.ts';
import { readTable } from './table.ts';

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
    dueOn: ['', '03/04/2027', '2027-03-01', 'soon'],
    dueFor: ['', 'Consultation', 'Rabies', 'x'.repeat(201)],
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

describe('lines with more or fewer cells than there are headings', () => {
  const headings = ['Id', 'First name', 'Last name', 'Email', 'Mobile', 'Birthday of pet', 'Notes'];
  const columns = ['id', 'firstName', 'lastName', 'email', 'mobile', null, null] as const;
  const tail = (...values: string[]) => fc.constantFrom('', ...values);
  const line = fc.tuple(
    fc.integer({ min: 10, max: 99 }).map(String),
    fc.constantFrom('Eve', 'Anna Maria'),
    tail('Ragged', 'Berg'),
    tail('eve@post.example', 'x.y@example.org'),
    tail('087 555 0006', '+49 171 5550006'),
    tail('3.4.2020'),
    tail('calm', '087 1'),
  );
  const usual = ['1', '2', '3', '4'].map((id) => [id, 'Ann', 'Lee', 'ann@example.org', '030 1234', '1.1.2020', 'x']);
  const planOf = async (lines: readonly (readonly string[])[]) => {
    const text = [headings, ...usual, ...lines].map((cells) => cells.join(',')).join('\n');
    const table = readTable({ name: 'clients.csv', bytes: new TextEncoder().encode(text) });
    const file = { table, kind: 'clients', columns, dates: 'dmy', asksForDates: false, serialDates: false } as const;
    return planFiles([file]);
  };
  const runs = { numRuns: rounds({ few: 200, many: 5_000 }) };

  test('never have a value in another column without a word about it', async () => {
    const broken = fc.tuple(line, fc.integer({ min: 0, max: 7 }), fc.constantFrom('Jr', '2', 'a@b.example', ''));
    await fc.assert(
      fc.asyncProperty(broken, fc.boolean(), async ([cells, at, more], endsEmpty) => {
        const longer = [...cells.slice(0, at), more, ...cells.slice(at), ...(endsEmpty ? [''] : [])];
        const plan = await planOf([longer]);
        const told = [
          ...plan.refused,
          ...plan.lines.filter(({ notes }) => notes.some(({ code }) => code === 'uneven')),
        ];
        expect(told.map(({ origin }) => origin.row)).toEqual([usual.length]);
      }),
      runs,
    );
  });

  test('are refused if an address is in the column of phone numbers', async () => {
    const plan = await planOf([['7', 'Eve', 'Ragged', 'Jr', 'eve@post.example', '087 555 0006', '', '', '', '']]);
    expect(refusalsOf(plan)).toEqual(['clients.csv 4: shifted']);
  });

  test('are refused if all lines have the same comma too many', async () => {
    const text = 'Id,Name,Email,Mobile,Notes\n1,Berg, Anna,a@example.org,030 1234,\n2,Kern, Bo,,030 1235,\n';
    const table = readTable({ name: 'clients.csv', bytes: new TextEncoder().encode(text) });
    const file = readImportFile(table, { map: {}, dates: null });
    expect(refusalsOf(await planFiles(file === null ? [] : [file]))).toEqual([
      'clients.csv 0: shifted',
      'clients.csv 1: shifted',
    ]);
  });
});

test('a plan does not depend on the order of columns', async () => {
  const turned = ({ table, columns, ...file }: ParsedFile): ParsedFile => ({
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
