import { t } from '@lingui/core/macro';
import { isolated } from '#app/text/isolated.ts';
import { listText } from '#app/text/list-text.ts';
import type { FileKind, ImportField } from '#import/fields.ts';
import { importFields } from '#import/fields.ts';
import type { LineNote, RefusalReason } from '#import/reasons.ts';
import { fieldText } from './field-texts.ts';

/** The longest text of a file that is quoted in a sentence. */
const QUOTED = 60;

function quoted(text: string | undefined): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  return isolated(line.length > QUOTED ? `${line.slice(0, QUOTED)}…` : line);
}

const isField = (kind: FileKind, field: string): field is ImportField =>
  importFields[kind].some((one) => one === field);

function fieldName(kind: FileKind, field: string): string {
  return isField(kind, field) ? fieldText(kind, field) : field;
}

/** Why a line is not imported, as a sentence that says what to mend where that is known. */
export function reasonText(reason: RefusalReason, kind: FileKind): string {
  const text = 'text' in reason && reason.text ? quoted(reason.text) : '';
  switch (reason.code) {
    case 'shifted':
      return t`The cells of this line are not under their headings: one is missing or too many.`;
    case 'open_quote':
      return t`A quotation mark is opened in this line and never closed.`;
    case 'unreadable':
      return t`This line has characters that cannot be read.`;
    case 'no_name':
      return t`There is no name in this line.`;
    case 'no_owner':
      return t`This line names no owner.`;
    case 'no_pet_named':
      return t`This line names no pet.`;
    case 'no_start':
      return t`This line has no date and time.`;
    case 'no_type_named':
      return t`This line names no visit type.`;
    case 'id_twice': {
      const line = String(reason.line);
      const file = isolated(reason.file);
      return t`The id ${text} is in line ${line} of ${file} already, with other contents. That line is imported.`;
    }
    case 'id_still_twice':
      return t`This line was refused because another one has the id ${text}. Give it another id; or empty the cell of the problem, and it counts instead of the first.`;
    case 'not_a_date':
      return t`${text} is not a date.`;
    case 'ambiguous_date':
      return t`The date ${text} can be read in two ways. Say above which one is meant.`;
    case 'not_a_time':
      return t`${text} is not a time.`;
    case 'unknown_role':
      if (text === '') return t`There is no role in this line.`;
      return t`The role ${text} is not known. Choose above what it means.`;
    case 'unknown_status':
      return t`The status ${text} is not known. Choose above what it means.`;
    case 'unknown_store':
      return t`There is no store ${text}. Choose above which one is meant.`;
    case 'not_kept': {
      const field = fieldName(kind, reason.field);
      return t({
        message: `What stands in “${field}” is too long or cannot be stored: ${text}`,
        comment: 'the name of a field, and the text of a file',
      });
    }
    case 'no_client':
      return text === ''
        ? t`Its owner is neither imported nor on file.`
        : t`There is no client ${text}. Drop the file of the clients, too, or correct the owner.`;
    case 'no_pet':
      return text === ''
        ? t`Its pet is neither imported nor on file.`
        : t`There is no pet ${text}. Drop the file of the pets, too, or correct the pet.`;
    case 'no_employee':
      if (text !== '') return t`Nobody here is called ${text}. Choose above who is meant.`;
      return t`The person of this visit is neither imported nor on file.`;
    case 'no_room':
      if (text !== '') return t`There is no room ${text}. Choose above which one is meant.`;
      return t`The room of this visit is neither imported nor on file.`;
    case 'no_type':
      return t`The visit type of this visit is neither imported nor on file.`;
    case 'several_clients':
      return text === ''
        ? t`Several clients have the name of its owner. Write the id of the owner.`
        : t`Several clients are called ${text}. Write the id of the owner.`;
    case 'several_pets':
      return text === ''
        ? t`Several pets of its owner have this name. Write the id of the pet.`
        : t`Several pets are called ${text}. Write the id of the pet.`;
    case 'last_manager':
      return t`Somebody has to be able to manage the practice, and this is the last one who can.`;
    case 'more_rights':
      return t`This person may do something, or is in a store, that you may not change.`;
    case 'name_taken':
      return t`There is another one of this name already.`;
    case 'ends_before_start':
      return t`This appointment ends before it starts.`;
    case 'other':
      return t`The practice system refuses this line and does not say why.`;
  }
}

/** What is said of a line that is imported all the same. */
export function noteText(note: LineNote, kind: FileKind): string {
  switch (note.code) {
    case 'date_left_out': {
      const text = quoted(note.text);
      return t`The date ${text} is left out: it can be read in two ways, or is none.`;
    }
    case 'left_out': {
      const field = fieldName(kind, note.field);
      const text = quoted(note.text);
      return t({
        message: `What stands in “${field}” cannot be right and is left out: ${text}`,
        comment: 'the name of a field, and the text of a file',
      });
    }
    case 'no_species':
      return t`It has no species.`;
    case 'unknown_store_left_out': {
      const text = quoted(note.text);
      return t`There is no store ${text}: it is left out.`;
    }
    case 'kept': {
      const fields = listText(note.fields.map((field) => fieldName(kind, field)));
      return t({
        message: `Different here, and stays: ${fields}`,
        comment: 'the names of fields of a record of which all else is imported',
      });
    }
  }
}
