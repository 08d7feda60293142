import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LineNote, RefusalReason } from './reasons.ts';

/*
 * The texts of reasons and notes, for the browser in its language and for the command line in English. Each says what is
 * wrong and what to do, as a sentence.
 */

/** How a program formats the values within a text. */
export interface Wording {
  /** A text from the file, with its own direction. */
  quote: (text: string) => string;
  /** The name of a field. */
  field: (field: string) => string;
  list: (texts: readonly string[]) => string;
}

/** The maximum length of a text from a file within a sentence. */
const LONGEST = 60;

/** A text from a file, on one line. */
function shortened(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, ' ').trim()];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : letters.join('');
}

/** Why a line is not imported, and what to do. */
export function reasonText(reason: RefusalReason, wording: Wording): MessageDescriptor {
  const text = 'text' in reason && reason.text ? wording.quote(shortened(reason.text)) : '';
  switch (reason.code) {
    case 'shifted':
      return msg`This line has more or fewer cells than there are headings, so that values are in the wrong columns. Move them under their headings. A text that contains the separator needs quotation marks around it.`;
    case 'open_quote':
      return msg`A quotation mark is opened in this line and never closed. Close it, or remove it.`;
    case 'unreadable':
      return msg`This line has characters that were lost when the file was written. Type them again.`;
    case 'no_name':
      return msg`This line has no name.`;
    case 'no_owner':
      return msg`This line names no owner. Write the client's id or name.`;
    case 'no_pet_named':
      return msg`This line names no pet. Write the pet's id, or its name and owner.`;
    case 'no_start':
      return msg`This line has no date and time.`;
    case 'no_type_named':
      return msg`This line names no visit type.`;
    case 'id_twice': {
      const line = String(reason.line);
      const file = wording.quote(reason.file);
      return msg`The id ${text} is in line ${line} of ${file} already, with other contents. That line is imported.`;
    }
    case 'id_still_twice':
      return msg`This line was refused because another one has the id ${text}. Give it another id; or empty the cell of the problem, and it replaces the first.`;
    case 'not_a_date':
      return msg`${text} is not a date. Write it as year-month-day, such as 2026-03-31.`;
    case 'ambiguous_date':
      return msg`The date ${text} can be read in two ways. Choose whether day or month comes first.`;
    case 'not_a_time':
      return msg`${text} is not a time. Write hours and minutes, such as 14:30.`;
    case 'unknown_role':
      return text === '' ? msg`This line has no role.` : msg`The role ${text} is not known. Choose which role it is.`;
    case 'unknown_status':
      return msg`The status ${text} is not known. Choose which status it is.`;
    case 'unknown_store':
      return msg`There is no store ${text}. Choose which store it is, or add it.`;
    case 'not_kept': {
      const field = wording.field(reason.field);
      return msg({
        message: `“${field}” is too long or cannot be saved. Correct or shorten it: ${text}`,
        comment: 'the name of a field, and the text of a file',
      });
    }
    case 'no_client':
      return text === ''
        ? msg`Its owner is neither imported nor on file.`
        : msg`There is no client ${text}. Import the clients, too, or correct the owner.`;
    case 'no_pet':
      return text === ''
        ? msg`Its pet is neither imported nor on file.`
        : msg`There is no pet ${text}. Import the pets, too, or correct the pet.`;
    case 'no_employee':
      return text === ''
        ? msg`The person of this appointment is neither imported nor on file.`
        : msg`Nobody here is called ${text}. Choose who it is.`;
    case 'no_room':
      return text === ''
        ? msg`The room of this appointment is neither imported nor on file.`
        : msg`There is no room ${text}. Choose which room it is.`;
    case 'no_type':
      return msg`The visit type of this appointment is neither imported nor on file.`;
    case 'several_clients':
      return text === ''
        ? msg`Several clients have the name of its owner. Write the owner's id.`
        : msg`Several clients are called ${text}. Write the owner's id.`;
    case 'several_pets':
      return text === ''
        ? msg`Several pets of its owner have this name. Write the pet's id.`
        : msg`Several pets are called ${text}. Write the pet's id.`;
    case 'last_manager':
      return msg`Somebody has to be able to manage the practice, and this is the last person who can.`;
    case 'more_rights':
      return msg`This person has more rights than you, or works in a store that you have no access to.`;
    case 'name_taken':
      return msg`There is another one with this name already.`;
    case 'ends_before_start':
      return msg`This appointment ends before it starts.`;
    case 'other':
      return msg`The practice system refuses this line and does not say why.`;
  }
}

/** A note about an imported line. */
export function noteText(note: LineNote, wording: Wording): MessageDescriptor {
  const text = 'text' in note ? wording.quote(shortened(note.text)) : '';
  switch (note.code) {
    case 'date_left_out':
      return msg`The date ${text} is left out: it can be read in two ways, or is none.`;
    case 'left_out': {
      const field = wording.field(note.field);
      return msg({
        message: `“${field}” cannot be right and is left out: ${text}`,
        comment: 'the name of a field, and the text of a file',
      });
    }
    case 'no_species':
      return msg`It has no species.`;
    case 'uneven':
      return msg`It has more or fewer cells than there are headings. Check that its values are in the right columns.`;
    case 'unknown_store_left_out':
      return msg`There is no store ${text}: it is left out.`;
    case 'kept': {
      const fields = wording.list(note.fields.map(wording.field));
      return msg({
        message: `Different here, and unchanged: ${fields}`,
        comment: 'the names of fields of a record of which everything else is imported',
      });
    }
  }
}
