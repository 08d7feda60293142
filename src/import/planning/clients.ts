import type { ContactChoice } from '#contract/enums.ts';
import type { ImportLineByKind } from '#contract/practice-import.ts';
import { fullName } from '#contract/practice-setup.ts';
import type { ImportField } from '#import/fields.ts';
import type { ParsedFile } from '#import/plan.ts';
import type { LineNote } from '#import/reasons.ts';
import type { TableRow } from '#import/table.ts';
import { isEmptyWord, isInactive, isOptedOut, parseContactChoice, parseLanguage } from '#import/vocabulary.ts';
import { type Cells, createCells, readActivityCells, readAlert } from './cells.ts';
import type { Collector, PlannedRow, RowResult } from './collector.ts';
import { findClientPhone, findEmail } from './contact.ts';
import type { ClientIndex, ContactDetails } from './file-index.ts';
import { composeClientNames, hasFamilyNameFirst, isName, type NameCells, type Person, parsePerson } from './names.ts';

/** The columns of a client in a file of clients; other files use `ownerColumns`. */
const clientFileColumns = {
  id: 'id',
  name: 'name',
  firstName: 'firstName',
  lastName: 'lastName',
  business: 'business',
  email: 'email',
  mobile: 'mobile',
  phone: 'phone',
  contactBy: 'contactBy',
  recallsBy: 'recallsBy',
  optedOut: 'optedOut',
  language: 'language',
  alert: 'alert',
} as const satisfies ClientColumns;
type ClientColumns = Record<
  | keyof NameCells
  | 'id'
  | ('email' | 'mobile' | 'phone' | 'contactBy' | 'recallsBy' | 'optedOut' | 'language' | 'alert'),
  ImportField
>;

/** The client in a line. */
export interface ParsedClient {
  id: string | null;
  person: Person | null;
  /** The business in a line, even if it also names a person. */
  business: string | null;
  /** The mobile number if there is one, otherwise the first phone number, with the words beside it. */
  contact: ContactDetails;
  /** Notes about cells that could not be read, about phone numbers that are left out, and about words next to a number. */
  notes: readonly LineNote[];
  record(key: string, person: Person): ImportLineByKind<'client'>;
  /** The values that identify a client without an id. Their JSON is the key of the client. */
  contents(person: Person): readonly unknown[];
}

const MAX_ALERT_LENGTH = 200;

/**
 * Reads the columns of a client, who has one phone number. With `phonesInAlert`, further numbers, and a first number with words
 * next to it, are added to the alert as far as there is room, each after its heading. Otherwise further numbers are left out
 * with a note, and the words stay next to the first number.
 */
export function createClientReader(
  cells: Cells,
  columns: ClientColumns,
  { phonesInAlert = false }: { phonesInAlert?: boolean } = {},
): (row: TableRow) => ParsedClient {
  const familyFirst = cells.areMostly(columns.name, hasFamilyNameFirst);
  const hasEmail = cells.has(columns.email);
  const hasPhone = cells.has(columns.mobile) || cells.has(columns.phone);
  const hasContactBy = cells.has(columns.contactBy) || cells.has(columns.optedOut);
  const hasRecallsBy = cells.has(columns.recallsBy);
  const hasLanguage = cells.has(columns.language);
  const hasAlert = cells.has(columns.alert);
  return (row) => {
    const firstCell = (column: keyof ClientColumns) => cells.first(row, columns[column]);
    const names: NameCells = {
      firstName: firstCell('firstName'),
      lastName: firstCell('lastName'),
      name: firstCell('name'),
      business: firstCell('business'),
    };
    const notes: LineNote[] = [];
    function readFirstValue<Value>(
      column: keyof ClientColumns,
      readCell: (cell: string) => Value | null,
    ): Value | null {
      for (const text of cells.all(row, columns[column])) {
        const value = readCell(text);
        if (value !== null) return value;
        if (!isEmptyWord(text)) notes.push({ code: 'left_out', field: columns[column], text });
      }
      return null;
    }
    /** Reads how the client wants to be contacted. If any of the columns says "not at all", the client gets no messages. */
    function readContactChoice(): ContactChoice | null {
      const isOut =
        cells.all(row, columns.optedOut).some(isOptedOut) ||
        cells.all(row, columns.contactBy).some((text) => parseContactChoice(text) === 'none');
      return isOut ? 'none' : readFirstValue('contactBy', parseContactChoice);
    }
    const email = readFirstValue('email', findEmail);
    const phone = findClientPhone(
      [columns.mobile, columns.phone].flatMap((field) => cells.withHeadings(row, field)),
      ({ field, text }) => {
        if (!isEmptyWord(text)) notes.push({ code: 'left_out', field, text });
      },
    );
    const contact = { email, phone: phone?.written ?? null };
    let alert = readAlert(cells, row, columns.alert);
    function addToAlert(heading: string, text: string): boolean {
      const longer = `${alert === null ? '' : `${alert}; `}${heading}: ${text}`;
      if (!phonesInAlert || longer.length > MAX_ALERT_LENGTH) return false;
      alert = longer;
      return true;
    }
    const hasWords = phone !== null && phone.plain !== phone.written && !addToAlert(phone.heading, phone.written);
    if (hasWords) notes.push({ code: 'phone_with_words', text: phone.written });
    for (const { heading, text } of phone?.further ?? [])
      if (!addToAlert(heading, text)) notes.push({ code: 'phone_left_out', text });
    const choice = readContactChoice();
    const recallsBy = readFirstValue('recallsBy', parseContactChoice);
    const language = readFirstValue('language', parseLanguage);
    return {
      id: firstCell('id'),
      person: parsePerson(names, familyFirst),
      business: names.business,
      contact,
      notes,
      record: (key, person) => ({
        kind: 'client',
        key,
        ...composeClientNames(person, names.business),
        ...(hasEmail ? { email: contact.email } : {}),
        ...(hasPhone ? { phone: hasWords ? phone.written : (phone?.plain ?? null) } : {}),
        ...(hasContactBy ? { contactBy: choice } : {}),
        ...(hasRecallsBy ? { recallsBy } : {}),
        ...(hasLanguage ? { language } : {}),
        ...(hasAlert || alert !== null ? { alert } : {}),
      }),
      contents: (person) => [fullName(person), contact.email, contact.phone],
    };
  };
}

/** The columns in a file for each field of a client. */
export const clientFieldColumns = ({ id, name, firstName, lastName, business, ...columns }: ClientColumns) => ({
  key: [id],
  firstName: [firstName, name],
  lastName: [lastName, name, business],
  email: [columns.email],
  phone: [columns.mobile, columns.phone],
  contactBy: [columns.contactBy, columns.optedOut],
  recallsBy: [columns.recallsBy],
  language: [columns.language],
  alert: [columns.alert],
});

/** Plans the rows of a file of clients. */
export function createClientPlanner(
  file: ParsedFile,
  planning: { collector: Collector; clientIndex: ClientIndex; takeInactive: boolean; phonesInAlert: boolean },
): (row: PlannedRow) => RowResult {
  const { collector, clientIndex, takeInactive } = planning;
  const cells = createCells(file);
  const read = createClientReader(cells, clientFileColumns, planning);
  const fields = clientFieldColumns(clientFileColumns);
  const hasActivity = cells.has('active') || cells.has('inactive');

  return ({ row, origin }) => {
    const client = read(row);
    const { id, person, business, contact, notes } = client;
    if (person === null || !isName(person)) return { code: 'no_name' };
    const key = id ?? JSON.stringify(client.contents(person));
    const isActive = !isInactive(readActivityCells(cells, row));
    if (!takeInactive && !isActive) {
      clientIndex.add({ key, person, business, ...contact, isLeftOut: true, isOnlyInPetFiles: false });
      return 'left out';
    }
    const record = { ...client.record(key, person), ...(hasActivity ? { isActive } : {}) };
    const outcome = collector.take(origin, { record, called: id ?? fullName(person), notes, fields });
    if (outcome === 'taken')
      clientIndex.add({ key, person, business, ...contact, isLeftOut: false, isOnlyInPetFiles: false });
    return outcome;
  };
}
