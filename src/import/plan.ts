import type { ImportLine } from '#contract/practice-import.ts';
import type { DateOrder } from '#reading/file-dates.ts';
import type { FileKind, ImportField } from './fields.ts';
import type { LineNote, RefusalReason } from './reasons.ts';
import type { Table } from './table.ts';

/** What is known of the practice before anything is imported. */
export interface KnownPractice {
  stores: readonly {
    id: string;
    name: string;
    timeZone: string;
    rooms: readonly { id: string; name: string }[];
  }[];
  types: readonly { id: string; name: string; durationMinutes: number; isActive: boolean }[];
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
  /** Whether its dates are days as a spreadsheet counts them: 45385 for 3 April 2024. */
  serialDates: boolean;
}

/** Where a record comes from. */
export interface Origin {
  /** The name of the file. */
  file: string;
  /** The index in the rows of its table. */
  row: number;
}

/** A record to import. */
export interface PlannedLine {
  /** Of a person, room or type that only visits name: the first line that names it. */
  origin: Origin;
  /** Set for a person, room or type that only visits name; it is no line of a file by itself. */
  made?: true;
  record: ImportLine;
  notes: readonly LineNote[];
}

/** A line that is not imported. */
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
  /**
   * The one on file, the one of a file of staff, or the value of the contract; `new` for one that is made, `unknown` where there is none
   * and none can be made, null for a word that is left out.
   */
  match: { id: string; name: string } | { key: string; name: string } | { value: string } | 'new' | 'unknown' | null;
}

/** All that would be imported from files, and nothing written yet. */
export interface ImportPlan {
  /** The names of the files, in their order. */
  files: readonly string[];
  /** In the order of their references. */
  lines: readonly PlannedLine[];
  refused: readonly RefusedLine[];
  /** How many records are passed over without fault, by file: inactive ones, where they are left out. */
  skipped: Readonly<Record<string, number>>;
  /** How many of them are clients and pets that are inactive or dead, and what belongs to such. */
  inactive: Readonly<Record<'clients' | 'pets' | 'appointments', number>>;
  /** How many lines say again what an earlier line says, by file. */
  repeated: Readonly<Record<string, number>>;
  words: readonly WordMatch[];
}
