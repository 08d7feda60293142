import type { ImportLineKind, ImportRefusal } from '#contract/practice-import.ts';

/** What a record is known by within its source, whatever the kind of its file: a line of a pet may be one of a client, too. */
interface Id {
  kind: ImportLineKind;
  key: string;
}

/**
 * What stands behind the reasons of a line whose id another line has, in a file of refused lines, the same in all languages: such a file
 * does not hold that other line, so that nothing else tells that the id is taken.
 */
export const takenIdMark = ({ kind, key }: Id) => `[${kind} id ${key}]`;

/** Why a line is not imported. `text` is what stands in the file. */
export type RefusalReason =
  | { code: ImportRefusal; text?: string }
  /** A reason of the practice system's own. */
  | { code: 'other' }
  /** It has more or fewer cells than there are headings. */
  | { code: 'shifted' }
  /** A quotation mark is opened in this line and never closed. */
  | { code: 'open_quote' }
  /** Bytes that are no text in the encoding of the file. */
  | { code: 'unreadable' }
  | { code: 'no_name' }
  | { code: 'no_owner' }
  | { code: 'no_pet_named' }
  | { code: 'no_start' }
  /** An earlier line of the source has the same id and says something else. */
  | ({ code: 'id_twice'; text: string; line: number; file: string } & Id)
  /** It was refused as `id_twice` before, and its file says so still. */
  | ({ code: 'id_still_twice'; text: string } & Id)
  | { code: 'not_a_date'; text: string }
  /** A date that can be read in two ways. */
  | { code: 'ambiguous_date'; text: string }
  | { code: 'not_a_time'; text: string }
  | { code: 'unknown_role'; text: string }
  | { code: 'unknown_status'; text: string }
  | { code: 'unknown_store'; text: string }
  | { code: 'no_type_named' }
  /** What stands in the column of this field is longer than can be kept, or cannot be stored. */
  | { code: 'not_kept'; field: string; text: string };

/** What is reported about a line that is imported all the same. */
export type LineNote =
  /** A date that can be read in two ways, or none, is left out. */
  | { code: 'date_left_out'; text: string }
  /** What stands in the column of this field cannot be right. */
  | { code: 'left_out'; field: string; text: string }
  | { code: 'no_species' }
  | { code: 'unknown_store_left_out'; text: string }
  /** The fields were changed here since the last import, and stay. */
  | { code: 'kept'; fields: readonly string[] };
