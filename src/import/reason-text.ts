import type { LineNote, RefusalReason } from './reasons.ts';

/*
 * The English words of reasons and notes, for the command line. Each says what is wrong and what to do, as a sentence.
 */

const LONGEST = 60;

/** What stands in a file, in quotation marks and in one line. */
function quoted(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, ' ')];
  return `"${letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : letters.join('')}"`;
}

/** `called "Anna"`, or nothing where no name is known. */
const called = (text: string | undefined) => (text === undefined || text === '' ? '' : ` called ${quoted(text)}`);
/** The same of what has a name or an id. */
const known = (text: string | undefined) => (text === undefined || text === '' ? '' : ` ${quoted(text)}`);

/** Why a line is not imported, and what to do. */
export function reasonText(reason: RefusalReason): string {
  switch (reason.code) {
    case 'no_client':
      return `There is no client${known(reason.text)}: take the clients over as well, or correct the owner.`;
    case 'no_pet':
      return `There is no pet${known(reason.text)}: take the pets over as well, or correct the pet.`;
    case 'no_employee':
      return `Nobody${called(reason.text)} works in the practice: add them, or choose somebody else.`;
    case 'no_room':
      return `There is no room${called(reason.text)} in the store: add it, or choose another.`;
    case 'no_type':
      return `There is no visit type${called(reason.text)}: add it, or choose another.`;
    case 'several_clients':
      return `There are several clients${called(reason.text)}: write the client's id.`;
    case 'several_pets':
      return `There are several pets${called(reason.text)}: write the pet's id.`;
    case 'last_manager':
      return 'Nobody could manage the practice any more: make somebody else a manager first.';
    case 'more_rights':
      return 'This person may do more than you, or works in a store that you have not: ask a manager of all stores to import this line.';
    case 'name_taken':
      return `The name${known(reason.text)} is taken: write another.`;
    case 'ends_before_start':
      return `The appointment does not end after it starts${reason.text ? ` (end: ${quoted(reason.text)})` : ''}: correct its times.`;
    case 'other':
      return 'The practice system refuses this line and does not say why.';
    case 'shifted':
      return 'The cells of this line do not stand under their headings, or some are missing: move them to their columns.';
    case 'open_quote':
      return 'A quotation mark is opened in this line and not closed: close it or take it away.';
    case 'unreadable':
      return 'This line has characters that were lost when the file was written: write them again.';
    case 'no_name':
      return 'The line has no name: write one.';
    case 'no_owner':
      return "The line does not say who the owner is: write the client's id or name.";
    case 'no_pet_named':
      return "The line does not say which pet the visit is for: write the pet's id, or its name and owner.";
    case 'no_start':
      return 'The line does not say when it is: write its date and time.';
    case 'id_twice':
      return `${quoted(reason.text)} is in line ${reason.line} of ${reason.file} already, with other contents: correct one of the two, or give this line an id of its own.`;
    case 'id_still_twice':
      return `This line was refused because another one has the id ${quoted(reason.text)}. Give it another id; or empty the cell of the problem, and it counts instead of the first.`;
    case 'not_a_date':
      return `${quoted(reason.text)} is not a date: write it as year-month-day, such as 2026-03-31.`;
    case 'ambiguous_date':
      return `${quoted(reason.text)} can be read in two ways: say whether day or month stands first.`;
    case 'not_a_time':
      return `${quoted(reason.text)} is not a time: write hours and minutes, such as 14:30.`;
    case 'unknown_role':
      return reason.text === ''
        ? 'The line has no role: write vet, nurse, receptionist, groomer, trainer or manager.'
        : `${quoted(reason.text)} is not a role that is known: choose which role it is, or write vet, nurse, receptionist, groomer, trainer or manager.`;
    case 'unknown_status':
      return `${quoted(reason.text)} is not a status that is known: choose which status it is.`;
    case 'unknown_store':
      return `The practice has no store${called(reason.text)}: choose which store it is, or add it.`;
    case 'no_type_named':
      return 'The line does not say what the visit is for: write its type.';
    case 'not_kept':
      return `The ${fieldText(reason.field)} ${quoted(reason.text)} cannot be stored, or is too long: correct or shorten it.`;
  }
}

/** What is reported about a line that is imported. */
export function noteText(note: LineNote): string {
  switch (note.code) {
    case 'date_left_out':
      return `The date ${quoted(note.text)} cannot be read for certain and is left out: write it as year-month-day, or say whether day or month stands first.`;
    case 'left_out':
      return `The ${fieldText(note.field)} ${quoted(note.text)} cannot be right and is left out: correct it.`;
    case 'no_species':
      return 'The species is missing: write it.';
    case 'unknown_store_left_out':
      return `The practice has no store called ${quoted(note.text)}: it is left out; choose which store it is, or add it.`;
    case 'kept':
      return `Different here, and stays: ${note.fields.map(fieldText).join(', ')}.`;
  }
}

/** A field as a person reads it: `dateOfBirth` is the date of birth. */
const fieldText = (field: string) => field.replaceAll(/(?<=[a-z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
