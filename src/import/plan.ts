import type { ImportLine } from '#contract/practice-import.ts';
import type { DateOrder } from '#reading/file-dates.ts';
import type { FileKind, ImportField } from './fields.ts';
import type { LineNote, RefusalReason } from './reasons.ts';
import type { Table } from './table.ts';

/** The existing records of the practice. */
export interface ExistingPractice {
  stores: readonly {
    id: string;
    name: string;
    timeZone: string;
    rooms: readonly { id: string; name: string }[];
  }[];
  types: readonly { id: string; name: string; durationMinutes: number; isActive: boolean }[];
  employees: readonly { id: string; firstName: string; lastName: string; role: string; isActive: boolean }[];
}

/** A file with the fields of its columns. */
export interface ParsedFile {
  table: Table;
  kind: FileKind;
  /** Set if Frontdesk exported the file. */
  isExport?: true;
  /** The field of each heading; null for an ignored column. */
  columns: readonly (ImportField | null)[];
  /** The date order of the file; null if the dates do not show it. */
  dates: DateOrder | null;
  /** Whether the file has ambiguous dates. */
  asksForDates: boolean;
  /** Whether the dates of the file are serial day numbers of a spreadsheet: 45385 for 3 April 2024. */
  serialDates: boolean;
}

/** The line of a file that a record comes from. */
export interface Origin {
  /** The name of the file. */
  file: string;
  /** The index of the line among the rows of the file's table. */
  row: number;
}

/** A record to import, with the line that it comes from. */
export interface PlannedLine {
  /**
   * The line that the record comes from. For a person, room or type that the files only mention, this is the first line
   * that mentions it.
   */
  origin: Origin;
  /** Set for a person, room or type that the files only mention, so that it does not count as a line of a file. */
  isCreated?: true;
  record: ImportLine;
  notes: readonly LineNote[];
}

/** A line that is not imported. */
export interface RefusedLine {
  origin: Origin;
  reason: RefusalReason;
}

/** A word in the files that refers to a record or a value of the practice, and the match that was found for it. */
export interface WordMatch {
  of: 'people' | 'rooms' | 'types' | 'stores' | 'statuses' | 'roles';
  /** The word as it is first written in the files. */
  word: string;
  /** The number of lines that have the word. */
  lines: number;
  /**
   * The existing record, the record from a file of staff, or the value of the contract; `new` for a record that is
   * created, `unknown` if nothing matches and nothing can be created, null for a word that is left out.
   */
  match: { id: string; name: string } | { key: string; name: string } | { value: string } | 'new' | 'unknown' | null;
}

/** The effects that an import of files would have, before anything is written. */
export interface ImportPlan {
  /** The names of the files, in the order in which they were given. */
  files: readonly string[];
  /** The records to import, ordered so that a line refers only to earlier ones. */
  lines: readonly PlannedLine[];
  refused: readonly RefusedLine[];
  /** The number of valid records left out because they are inactive or dead, or belong to such a record, keyed by file name. */
  skipped: Readonly<Record<string, number>>;
  /** The numbers of records in `skipped`, by the kind of file. */
  inactive: Readonly<Record<'clients' | 'pets' | 'appointments', number>>;
  /** The number of lines that repeat an earlier line, keyed by file name. */
  repeated: Readonly<Record<string, number>>;
  words: readonly WordMatch[];
  /** The name of the first file of clients, and of the first file of pets, if no file of that kind has ids. */
  withoutIds: Readonly<Partial<Record<'clients' | 'pets', string>>>;
}
