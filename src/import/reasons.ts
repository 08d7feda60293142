import type { ImportRefusal } from '#contract/enums.ts';

/** The reason why a line is not imported. `text` is the text in the file. */
export type RefusalReason =
  | { code: ImportRefusal; text?: string }
  /** A reason specific to the practice system. */
  | { code: 'other' }
  /**
   * The line has filled cells beyond the headings, or its number of cells is unusual and values are in the wrong
   * columns.
   */
  | { code: 'shifted' }
  /** A quotation mark in this line is never closed. */
  | { code: 'open_quote' }
  /** The line contains bytes that are invalid in the encoding of the file. */
  | { code: 'unreadable' }
  | { code: 'no_name' }
  | { code: 'no_owner' }
  | { code: 'no_pet_named' }
  /** The line refers to its client by id, but `file`, which has the clients, has no column of ids. */
  | { code: 'client_without_id'; text: string; file: string }
  /** The line refers to its pet by id, but `file`, which has the pets, has no column of ids. */
  | { code: 'pet_without_id'; text: string; file: string }
  | { code: 'no_start' }
  /** An earlier line of the source has the same id and different values. */
  | { code: 'id_twice'; text: string; line: number; file: string }
  | { code: 'not_a_date'; text: string }
  /** The date can be read in several ways. */
  | { code: 'ambiguous_date'; text: string }
  | { code: 'not_a_time'; text: string }
  | { code: 'unknown_role'; text: string }
  | { code: 'unknown_status'; text: string }
  | { code: 'unknown_store'; text: string }
  | { code: 'no_type_named' }
  /** The text in the column of this field is too long or cannot be stored. */
  | { code: 'not_kept'; field: string; text: string };

/** A note about a line that is imported nevertheless. */
export type LineNote =
  /** An ambiguous or invalid date was left out. */
  | { code: 'date_left_out'; text: string }
  /** The value in the column of this field was left out, because it must be wrong. */
  | { code: 'left_out'; field: string; text: string }
  /** A further phone number of a client, or a text beside one, was left out. */
  | { code: 'phone_left_out'; text: string }
  /** The phone number is imported with the words or numbers beside it. */
  | { code: 'phone_with_words'; text: string }
  | { code: 'no_species' }
  /** The line says when the pet is due again, but not for which visit type. */
  | { code: 'no_due_for' }
  /** The number of cells in the line differs from that of the headings, and from that of most lines. */
  | { code: 'uneven' }
  | { code: 'unknown_store_left_out'; text: string }
  /** These fields were changed in Frontdesk since the last import, so they keep their values. */
  | { code: 'kept'; fields: readonly string[] };
