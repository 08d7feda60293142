import type { ImportLine, ImportLineByKind, ImportLineKind } from '#contract/practice-import.ts';
import type { ImportChoices } from '#import/choices.ts';
import type { FileKind, ImportField } from '#import/fields.ts';
import type { ExistingPractice, ImportPlan, ParsedFile } from '#import/plan.ts';
import { planImport } from '#import/plan-import.ts';

type Cells = Partial<Record<ImportField, string>>;

/** A file with the fields of its columns; cells that a row omits are empty. Its first row is in line 2. */
export function fileOf(kind: FileKind, rows: readonly Cells[], name = `${kind}.csv`): ParsedFile {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row) as ImportField[]))];
  return {
    table: {
      name,
      encoding: 'utf-8',
      separator: ',',
      doubts: [],
      headings: columns,
      rows: rows.map((row, nth) => ({ line: nth + 2, cells: columns.map((column) => row[column] ?? '') })),
    },
    kind,
    columns,
    dates: 'dmy',
    asksForDates: false,
    serialDates: false,
  };
}

export const northStore = '00000000-0000-4000-8000-000000000001';
export const southStore = '00000000-0000-4000-8000-000000000002';
export const annaBerg = '00000000-0000-4000-8000-000000000011';
export const room1 = '00000000-0000-4000-8000-000000000021';
export const consultation = '00000000-0000-4000-8000-000000000031';

export const smallPractice: ExistingPractice = {
  stores: [
    { id: northStore, name: 'North', timeZone: 'Europe/Berlin', rooms: [{ id: room1, name: 'Room 1' }] },
    { id: southStore, name: 'South', timeZone: 'Europe/London', rooms: [] },
  ],
  types: [{ id: consultation, name: 'Consultation', durationMinutes: 20, isActive: false }],
  employees: [{ id: annaBerg, firstName: 'Anna', lastName: 'Berg', role: 'vet', isActive: false }],
};

/** Plans files for {@link smallPractice}, at noon on 23 November 2026. */
export function planFiles(files: readonly ParsedFile[], choices: Partial<ImportChoices> = {}): Promise<ImportPlan> {
  return planImport(files, {
    choices: { map: {}, dates: null, takeInactive: true, storeId: northStore, ...choices },
    practice: smallPractice,
    now: Date.parse('2026-11-23T12:00:00Z'),
  });
}

/** The records of a kind in a plan. */
export function recordsOf<Kind extends ImportLineKind>({ lines }: ImportPlan, kind: Kind): ImportLineByKind<Kind>[] {
  const isOfKind = (record: ImportLine): record is ImportLineByKind<Kind> => record.kind === kind;
  return lines.map(({ record }) => record).filter(isOfKind);
}

/** Why lines are refused, by their position in the file. */
export const refusalsOf = ({ refused }: ImportPlan) =>
  refused.map(({ origin, reason }) => `${origin.file} ${origin.row}: ${reason.code}`);
