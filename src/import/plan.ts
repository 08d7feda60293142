import type { ImportLine } from '#contract/practice-import.ts';
import type { DateOrder, ImportChoices } from './choices.ts';
import type { FileKind, ImportField } from './fields.ts';
import type { LineNote, RefusalReason } from './reasons.ts';
import type { Table } from './table.ts';

/** What is known of the practice before anything is taken over. */
export interface KnownPractice {
  stores: readonly {
    id: string;
    name: string;
    timeZone: string;
    rooms: readonly { id: string; name: string }[];
  }[];
  types: readonly { id: string; name: string; isActive: boolean }[];
  employees: readonly { id: string; firstName: string; lastName: string; role: string; isActive: boolean }[];
}

/** A file with the meaning of its columns. */
export interface ReadFile {
  table: Table;
  kind: FileKind;
  /** The field of each heading, null for a column that is passed over. */
  columns: readonly (ImportField | null)[];
  /** The order of its dates; null where they do not tell. */
  dates: DateOrder | null;
  /** Whether it has dates that can be read in two ways. */
  asksForDates: boolean;
}

/** Where a record comes from. */
export interface Origin {
  /** The name of the file. */
  file: string;
  /** The index in the rows of its table. */
  row: number;
}

/** A record to take over. A person, room or type that only visits name comes from the first line that names it. */
export interface PlannedLine {
  origin: Origin;
  record: ImportLine;
  notes: readonly LineNote[];
}

/** A line that is not taken over. */
export interface RefusedLine {
  origin: Origin;
  reason: RefusalReason;
}

/** A word of the files that names somebody or something of the practice, and what becomes of it. */
export interface WordMatch {
  of: 'people' | 'rooms' | 'types' | 'stores' | 'statuses' | 'roles';
  /** As it stands in the file first. */
  word: string;
  /** In how many lines it stands. */
  lines: number;
  /** The id of the one on file, or the value of the contract; `new` for one that is made, `unknown` for a value that is none of the contract's, null for a word that is left out. */
  match: { id: string; name: string } | { value: string } | 'new' | 'unknown' | null;
}

/** All that would be taken over from files, and nothing written yet. */
export interface ImportPlan {
  /** In the order of their references. */
  lines: readonly PlannedLine[];
  refused: readonly RefusedLine[];
  /** Lines that are passed over without fault: inactive ones, where they are left out. By file. */
  leftOut: Readonly<Record<string, number>>;
  words: readonly WordMatch[];
}

/**
 * The kind, columns and dates of each table, by its headings and by what is in it, as far as nobody has chosen otherwise; null for a
 * table of no known kind.
 */
export type ReadFiles = (tables: readonly Table[], choices: ImportChoices) => (ReadFile | null)[];

/** Plans what to take over. `now` is epoch milliseconds: visits without a status are past or to come by it. */
export type PlanImport = (
  files: readonly ReadFile[],
  about: { choices: ImportChoices; practice: KnownPractice; now: number },
) => ImportPlan;
