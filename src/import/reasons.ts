import type { ImportRefusal } from '#contract/enums.ts';

/** The reason why a line is not imported. `text` is the text in the file. */
export type RefusalReason =
  | { code: ImportRefusal; text?: string }
  /** A reason specific to the practice system. */
  | { code: 'other' }
  /** The line has more cells than there are headings, or more or fewer and values in the wrong columns. */
  | { code: 'shifted' }
  /** A quotation mark in this line is never closed. */
  | { code: 'open_quote' }
  /** The line contains bytes that are invalid in the encoding of the file. */
  | { code: 'unreadable' }
  | { code: 'no_name' }
  | { code: 'no_owner' }
  | { code: 'no_pet_named' }
  /** The line refers to its client or pet by id, but the file with the clients or pets has no column of ids. */
  | { code: 'client_without_id'; text: string; file: string }
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
  /** The line says when the pet is due again, but not for what. */
  | { code: 'no_due_for' }
  /** The line has more or fewer cells than there are headings and than other lines have. */
  | { code: 'uneven' }
  | { code: 'unknown_store_left_out'; text: string }
  /** These fields were changed here since the last import, and keep their value. */
  | { code: 'kept'; fields: readonly string[] };
