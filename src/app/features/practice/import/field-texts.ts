import { plural, t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { type FileKind, type ImportField, importFields } from '#import/fields.ts';
import type { WrongColumn } from '#import/planning/misplaced-values.ts';
import type { Wording } from '#import/reason-texts.ts';
import type { Table } from '#import/table.ts';
import { formatCount } from './counts.ts';

/** The name of each kind of file: what its lines describe. */
export const kindTexts: Readonly<Record<FileKind, string>> = translateOnRead({
  staff: () => t({ message: 'People', comment: 'those who work in the practice' }),
  clients: () => t({ message: 'Clients', comment: 'what a file holds' }),
  pets: () => t({ message: 'Pets', comment: 'what a file holds' }),
  appointments: () => t({ message: 'Appointments', comment: 'what a file holds' }),
});

const fieldTexts: Readonly<Record<ImportField, string>> = translateOnRead({
  id: () => t({ message: 'ID', comment: 'what a column of a file means: the number of a record in its program' }),
  name: () => t({ message: 'Full name', comment: 'what a column of a file means' }),
  firstName: () => t({ message: 'First name', comment: 'of a person' }),
  lastName: () => t({ message: 'Last name', comment: 'of a person' }),
  business: () => t({ message: 'Business', comment: 'what a column of a file means: the name of a company' }),
  email: () => t({ message: 'E-mail', comment: 'what a column of a file means' }),
  mobile: () => t({ message: 'Mobile phone', comment: 'what a column of a file means' }),
  phone: () => t({ message: 'Phone', comment: 'what a column of a file means' }),
  contactBy: () =>
    t({ message: 'Channel for messages', comment: 'what a column of a file means: by e-mail or by SMS' }),
  recallsBy: () =>
    t({
      message: 'Channel for due-again reminders',
      comment: 'what a column of a file means: how a client hears that a pet is due again',
    }),
  optedOut: () =>
    t({ message: 'No messages (opt-out)', comment: 'what a column of a file means: yes or no, or a date' }),
  language: () => t({ message: 'Language', comment: 'what a column of a file means' }),
  active: () => t({ message: 'Active', comment: 'what a column of a file means: yes or no' }),
  inactive: () => t({ message: 'Inactive', comment: 'what a column of a file means: yes or no' }),
  species: () => t({ message: 'Species', comment: 'what a column of a file means' }),
  breed: () => t({ message: 'Breed', comment: 'what a column of a file means' }),
  sex: () => t({ message: 'Sex', comment: 'what a column of a file means: of an animal' }),
  dateOfBirth: () => t({ message: 'Date of birth', comment: 'what a column of a file means' }),
  dueOn: () => t({ message: 'Due again on', comment: 'what a column of a file means: a date of a pet' }),
  dueFor: () => t({ message: 'Due again for', comment: 'what a column of a file means: the visit type of a pet' }),
  dead: () => t({ message: 'Has died', comment: 'what a column of a file means: yes or no, or a date' }),
  clientId: () => t({ message: 'Client: ID', comment: 'what a column of a file means' }),
  clientName: () => t({ message: 'Client: full name', comment: 'what a column of a file means' }),
  clientFirstName: () => t({ message: 'Client: first name', comment: 'what a column of a file means' }),
  clientLastName: () => t({ message: 'Client: last name', comment: 'what a column of a file means' }),
  clientBusiness: () => t({ message: 'Client: business', comment: 'what a column of a file means' }),
  clientEmail: () => t({ message: 'Client: e-mail', comment: 'what a column of a file means' }),
  clientMobile: () => t({ message: 'Client: mobile phone', comment: 'what a column of a file means' }),
  clientPhone: () => t({ message: 'Client: phone', comment: 'what a column of a file means' }),
  clientContactBy: () => t({ message: 'Client: channel for messages', comment: 'what a column of a file means' }),
  clientRecallsBy: () =>
    t({ message: 'Client: channel for due-again reminders', comment: 'what a column of a file means' }),
  clientOptedOut: () => t({ message: 'Client: no messages (opt-out)', comment: 'what a column of a file means' }),
  clientLanguage: () => t({ message: 'Client: language', comment: 'what a column of a file means' }),
  alert: () =>
    t({ message: 'Alert', comment: 'what a column of a file means: one line that everyone at the desk sees' }),
  clientAlert: () => t({ message: 'Client: alert', comment: 'what a column of a file means' }),
  role: () => t({ message: 'Role', comment: 'what a person does in a practice' }),
  stores: () => t`Stores`,
  date: () => t({ message: 'Date', comment: 'what a column of a file means: of an appointment' }),
  start: () => t({ message: 'Start', context: 'noun: when an appointment starts' }),
  end: () => t({ message: 'End', context: 'noun: when an appointment ends' }),
  endDate: () =>
    t({ message: 'Last day', comment: 'what a column of a file means: of an appointment of several days' }),
  duration: () => t({ message: 'Length', comment: 'of a visit type' }),
  petId: () => t({ message: 'Pet: ID', comment: 'what a column of a file means' }),
  petName: () => t({ message: 'Pet: name', comment: 'what a column of a file means' }),
  vet: () => t({ message: 'Vet', context: 'role of a person' }),
  room: () => t`Room`,
  type: () => t`Visit type`,
  status: () => t`Status`,
  store: () => t`Store`,
  notes: () => t`Notes`,
});

/** The label of a field, which is one of the meanings that a column can have. */
export function fieldText(kind: FileKind, field: ImportField): string {
  if (kind === 'pets' && field === 'name') return t({ message: 'Name', comment: 'of a pet' });
  return fieldTexts[field];
}

/** What is wrong with a column in which many values do not fit its field. */
export function wrongColumnText({ kind, wrongCount, checkedCount }: WrongColumn): string {
  const wrong = formatCount(wrongCount);
  const total = formatCount(checkedCount);
  switch (kind) {
    case 'text':
      return t({
        message: `${wrong} of ${total} values don’t look like names or words`,
        comment: 'of a column of a file',
      });
    case 'email':
      return t({
        message: `${wrong} of ${total} values don’t look like e-mail addresses`,
        comment: 'of a column of a file',
      });
    case 'phone':
      return t({
        message: `${wrong} of ${total} values don’t look like phone numbers`,
        comment: 'of a column of a file',
      });
    case 'date':
      return t({ message: `${wrong} of ${total} values don’t look like dates`, comment: 'of a column of a file' });
    case 'time':
      return t({ message: `${wrong} of ${total} values don’t look like times`, comment: 'of a column of a file' });
    case 'duration':
      return t({
        message: `${wrong} of ${total} values don’t look like lengths of time`,
        comment: 'of a column of a file',
      });
  }
}

const listFormat = new Intl.ListFormat(shownLocale, { type: 'conjunction' });

/** The words used in reasons and notes about the lines of a kind of file. */
export const createWording = (kind: FileKind): Wording => ({
  quote: isolateText,
  field: (name) => {
    const field = importFields[kind].find((one) => one === name);
    return field === undefined ? name : fieldText(kind, field);
  },
  list: (texts) => listFormat.format(texts),
  more: (count) => plural(count, { one: '# more', other: '# more' }),
});

/** The fields that the columns of a kind of file can be imported as. */
export const importFieldsOf = (kind: FileKind): readonly ImportField[] => importFields[kind];

/** The usual names of encodings. */
export const encodingNames: Readonly<Record<Table['encoding'], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1256': 'Windows-1256',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  macintosh: 'Macintosh',
};

export const separatorTexts: Readonly<Record<Table['separator'], string>> = translateOnRead({
  ',': () => t({ message: 'commas', comment: 'what separates the cells of a file' }),
  ';': () => t({ message: 'semicolons', comment: 'what separates the cells of a file' }),
  '\t': () => t({ message: 'tabs', comment: 'what separates the cells of a file' }),
  '|': () => t({ message: 'bars', comment: 'what separates the cells of a file: the character |' }),
});
