import type { RefusalReason } from './reasons.ts';

/** A file as it was dropped, or found in a folder. */
export interface SourceFile {
  name: string;
  bytes: Uint8Array;
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
export type Separator = ',' | ';' | '\t' | '|';

/** A line of a table; it may go over several lines of the file where a cell has line breaks. */
export interface TableRow {
  /** The line of the file where it begins, counted from 1. */
  line: number;
  /** As many as there are headings, unless it is `refused`; trimmed. */
  cells: readonly string[];
  /** Set where the line is no record, whatever its columns mean. */
  refused?: RefusalReason;
}

/** A file as a table. Blank lines are left out. */
export interface Table {
  name: string;
  encoding: Encoding;
  separator: Separator;
  /** As they stand there; what is empty or doubled is told apart by its place: `Column 3`, `Phone (2)`. */
  headings: readonly string[];
  rows: readonly TableRow[];
}

/** Why a file cannot be read at all: it has no line, or its first line names no column. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly file: string;
  readonly problem: 'empty' | 'no_headings' | 'not_a_table';

  constructor(file: string, problem: 'empty' | 'no_headings' | 'not_a_table') {
    super(`${file}: ${problem}`);
    this.file = file;
    this.problem = problem;
  }
}
