import type { ImportChoices } from '#import/choices.ts';
import type { FileKind } from '#import/fields.ts';
import type { SourceFile } from '#import/table.ts';
import { type Encoded, encoded } from './encoded.ts';

/** What a practice program gives out: files after the formats of such programs, with the faults that theirs have. All in them is made up. */
export interface OldSystem {
  about: string;
  /** What somebody chooses before it is imported. */
  choices?: Partial<ImportChoices>;
  /** What the API serves afterwards, and the lines that are refused. */
  served: Readonly<Record<'clients' | 'pets' | 'staff' | 'visits' | 'refused', readonly string[]>>;
  files: readonly OldFile[];
}

interface OldFile {
  name: string;
  encoding: Encoded;
  text: string;
  /** What is to be read from it: the field of each column, the refused lines by their numbers in the file. */
  read: {
    kind: FileKind | null;
    columns: string;
    rows: number;
    refused?: Readonly<Record<number, string>>;
    dates?: 'dmy' | 'mdy' | 'ymd';
    asksForDates?: true;
    serialDates?: true;
  };
}

/** The files as they are dropped. */
export function filesOf({ files }: OldSystem): SourceFile[] {
  return files.map(({ name, encoding, text }) => ({ name, bytes: encoded(text, encoding) }));
}

/** Lines as programs of Windows end them. */
export function windowsLines(text: string): string {
  return text.replaceAll('\n', '\r\n');
}
