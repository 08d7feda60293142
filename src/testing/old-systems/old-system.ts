import type { ImportChoices } from '#import/choices.ts';
import type { FileKind } from '#import/fields.ts';
import type { SourceFile } from '#import/table.ts';
import { type SheetCell, type SheetOptions, workbookOf } from '#testing/workbook.ts';
import { type Encoded, encoded } from './encoded.ts';

/** The export of a practice program: files in the format of such programs, with their typical errors. All data is fictitious. */
export interface OldSystem {
  about: string;
  /** The choices of a person before the import. */
  choices?: Partial<ImportChoices>;
  /** The API's records afterwards, and the refused lines. */
  served: Readonly<Record<'clients' | 'pets' | 'staff' | 'visits' | 'refused', readonly string[]>>;
  files: readonly OldFile[];
}

type OldFile = (TextFile | SheetFile) & {
  name: string;
  /** The expected reading: the field of each column, and the refused lines by their numbers in the file. */
  read: {
    kind: FileKind | null;
    columns: string;
    rows: number;
    refused?: Readonly<Record<number, string>>;
    dates?: 'dmy' | 'mdy' | 'ymd';
    asksForDates?: true;
    serialDates?: true;
  };
};
interface TextFile {
  encoding: Encoded;
  text: string;
}
interface SheetFile {
  rows: readonly (readonly SheetCell[])[];
  options?: SheetOptions;
}

/** The files as they are dropped. */
export function filesOf({ files }: OldSystem): SourceFile[] {
  return files.map(({ name, ...file }) => ({
    name,
    bytes: 'rows' in file ? workbookOf(file.rows, file.options) : encoded(file.text, file.encoding),
  }));
}

/** Lines with Windows line endings. */
export function windowsLines(text: string): string {
  return text.replaceAll('\n', '\r\n');
}
