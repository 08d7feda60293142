import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LineNote, RefusalReason } from './reasons.ts';

/*
 * The texts of reasons and notes, for the browser in its language and for the command line in English. Each says what
 * is wrong and what to do, as a sentence.
 */

/** The functions with which a program formats the values within a text. */
export interface Wording {
  /** Quotes a text from the file, in its own writing direction. */
  quote: (text: string) => string;
  /** Returns the name of a field in the language of the program. */
  field: (field: string) => string;
  list: (texts: readonly string[]) => string;
  /** The text for the number of values that are not listed. */
  more: (count: number) => string;
}

/** The maximum length of a text from a file within a sentence, in characters. */
const MAX_LENGTH = 60;

/** Shortens a text from a file, and puts it on one line. */
function shortenText(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, ' ').trim()];
  return letters.length > MAX_LENGTH ? `${letters.slice(0, MAX_LENGTH).join('')}…` : letters.join('');
}

/** The maximum number of values that are listed for lines with the same reason. */
const MAX_VALUES = 3;

/** Lists the values of reasons or notes that are otherwise the same. */
function formatValues(reasonsOrNotes: readonly (RefusalReason | LineNote)[], { quote, list, more }: Wording): string {
  const texts = reasonsOrNotes.flatMap((about) =>
    'text' in about && about.text ? [quote(shortenText(about.text))] : [],
  );
  const rest = texts.length - MAX_VALUES;
  return list(rest > 0 ? [...texts.slice(0, MAX_VALUES), more(rest)] : texts);
}

/** Says why one or more lines with the same reason are not imported, and what to do. The text lists their values. */
export function reasonText(reasons: readonly [RefusalReason, ...RefusalReason[]], wording: Wording): MessageDescriptor {
  const [reason] = reasons;
  const text = formatValues(reasons, wording);
  switch (reason.code) {
    case 'shifted':
      return msg`This row has more or fewer cells than there are headings, so its values are in the wrong columns. Move them under their headings. A text that contains the separator needs quotation marks around it.`;
    case 'open_quote':
      return msg`A quotation mark is opened in this row and never closed. Close or remove it.`;
    case 'unreadable':
      return msg`Some characters in this row were lost when the file was saved. Type them again.`;
    case 'no_name':
      return msg`This row has no name.`;
    case 'no_owner':
      return msg`This row has no client. Enter the client’s ID or name.`;
    case 'no_pet_named':
      return msg`This row has no pet. Enter the pet’s ID, or its name and client.`;
    case 'no_start':
      return msg`This row has no date and time.`;
    case 'no_type_named':
      return msg`This row has no visit type.`;
    case 'id_twice': {
      if (reasons.length > 1)
        return msg`Another line has the same ID but different values: ${text}. The first of these lines is imported.`;
      const line = String(reason.line);
      const file = wording.quote(reason.file);
      return msg`The ID ${text} is already in line ${line} of ${file}, with different values. That line is imported.`;
    }
    case 'not_a_date':
      return msg`Not a date: ${text}. Enter it as year-month-day, such as 2026-03-31.`;
    case 'ambiguous_date':
      return msg`${text} can be read in two ways. Choose whether the day or the month comes first.`;
    case 'not_a_time':
      return msg`Not a time: ${text}. Enter hours and minutes, such as 14:30.`;
    case 'unknown_role':
      return text === '' ? msg`This row has no role.` : msg`Unknown role: ${text}. Choose a role.`;
    case 'unknown_status':
      return msg`Unknown status: ${text}. Choose a status.`;
    case 'unknown_store':
      return msg`There is no store ${text}. Choose another store, or add this one.`;
    case 'not_kept': {
      const field = wording.field(reason.field);
      return msg({
        message: `The value of “${field}” is too long or can’t be saved. Correct or shorten it: ${text}`,
        comment: 'the name of a field, and the text of a file',
      });
    }
    case 'no_client':
      return text === ''
        ? msg`The client of this pet is neither in the imported files nor in Frontdesk.`
        : msg`No client was found for ${text}. Import the clients as well, or correct the file.`;
    case 'no_pet':
      return text === ''
        ? msg`The pet of this appointment is neither in the imported files nor in Frontdesk.`
        : msg`No pet was found for ${text}. Import the pets as well, or correct the file.`;
    case 'no_employee':
      return text === ''
        ? msg`The employee for this appointment is neither in the imported files nor in Frontdesk.`
        : msg`No employee is called ${text}. Choose who is meant.`;
    case 'no_room':
      return text === ''
        ? msg`The room of this appointment is neither in the imported files nor in Frontdesk.`
        : msg`There is no room ${text}. Choose another room.`;
    case 'no_type':
      return text === ''
        ? msg`The visit type of this appointment is neither in the imported files nor in Frontdesk.`
        : msg`No active visit type is called ${text}. Choose another visit type, or add this one.`;
    case 'client_without_id': {
      const file = wording.quote(reason.file);
      return msg`The client with the ID ${text} can’t be found, because no column of ${file} is set as the client’s ID. Choose the column that contains the IDs.`;
    }
    case 'pet_without_id': {
      const file = wording.quote(reason.file);
      return msg`The pet with the ID ${text} can’t be found, because no column of ${file} is set as the pet’s ID. Choose the column that contains the IDs.`;
    }
    case 'several_clients':
      return text === ''
        ? msg`More than one client has this name. Enter the client’s ID.`
        : msg`More than one client is called ${text}. Enter the client’s ID.`;
    case 'several_pets':
      return text === ''
        ? msg`More than one pet of this client has this name. Enter the pet’s ID.`
        : msg`More than one pet is called ${text}. Enter the pet’s ID.`;
    case 'last_manager':
      return msg`Someone has to be able to manage the practice, and this is the last person who can.`;
    case 'more_rights':
      return msg`This person has more access than you, or works at a store that you have no access to.`;
    case 'name_taken':
      return msg`This name is already taken.`;
    case 'ends_before_start':
      return msg`This appointment ends before it starts.`;
    case 'other':
      return msg`This row was refused, and no reason was given.`;
  }
}

/** Returns the text of one or more notes with the same code about imported lines. */
export function noteText(notes: readonly [LineNote, ...LineNote[]], wording: Wording): MessageDescriptor {
  const [note] = notes;
  const text = formatValues(notes, wording);
  switch (note.code) {
    case 'date_left_out':
      return msg`Left out, because it is not a date or can be read in two ways: ${text}`;
    case 'left_out': {
      const field = wording.field(note.field);
      return msg({
        message: `The value of “${field}” can’t be right and is left out: ${text}`,
        comment: 'the name of a field, and the text of a file',
      });
    }
    case 'phone_left_out':
      return msg`Only one phone number is imported per client. Left out: ${text}`;
    case 'phone_with_words':
      return msg`Imported as the phone number, but it can’t be called from Frontdesk, because there is other text beside it: ${text}`;
    case 'no_species':
      return msg`The pet has no species.`;
    case 'no_due_for':
      return msg`This row says when the pet is due again, but not for which visit type, so the date is left out.`;
    case 'uneven':
      return msg`This row has more or fewer cells than there are headings. Check that its values are in the right columns.`;
    case 'unknown_store_left_out':
      return msg`There is no store ${text}, so it is left out.`;
    case 'kept': {
      const fields = wording.list(note.fields.map(wording.field));
      return msg({
        message: `Frontdesk already has a different value, which was kept: ${fields}`,
        comment: 'the names of fields of a record of which everything else is imported',
      });
    }
  }
}
