import type { ContactChoice } from '#contract/enums.ts';
import type { ImportLineByKind } from '#contract/practice-import.ts';
import { fullName } from '#contract/practice-setup.ts';
import type { ImportField } from '#import/fields.ts';
import type { ReadFile } from '#import/plan.ts';
import type { LineNote } from '#import/reasons.ts';
import type { TableRow } from '#import/table.ts';
import { contactChoiceOf, isEmptyWord, isInactive, isOptedOut, languageOf } from '#import/vocabulary.ts';
import { activityCells, type Cells, cellsOf } from './cells.ts';
import type { Collector, Row, RowResult } from './collector.ts';
import { emailOf, phoneOf } from './contact.ts';
import type { ClientIndex, Contact } from './file-index.ts';
import { clientNames, isFamilyFirst, isName, type NameCells, type Person, parsePerson } from './names.ts';

/** The columns of a client in a file of clients; other files use `ownerColumns`. */
const ownColumns = {
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
} as const satisfies ClientColumns;
type ClientColumns = Record<
  keyof NameCells | 'id' | 'email' | 'mobile' | 'phone' | 'contactBy' | 'recallsBy' | 'optedOut' | 'language',
  ImportField
>;

/** The client in a line. */
export interface ParsedClient {
  id: string | null;
  person: Person | null;
  /** The business in a line, even if it also names a person. */
  business: string | null;
  /** The mobile number if there is one, otherwise the first phone number. */
  contact: Contact;
  /** Notes about cells for an email address or a phone number that contain neither. */
  notes: readonly LineNote[];
  record(key: string, person: Person): ImportLineByKind<'client'>;
  /** The values that identify a client without an id, as JSON. */
  contents(person: Person): readonly unknown[];
}

/** Reads the columns of a client. */
export function clientReader(cells: Cells, columns: ClientColumns): (row: TableRow) => ParsedClient {
  const familyFirst = cells.areMostly(columns.name, isFamilyFirst);
  const hasEmail = cells.has(columns.email);
  const hasPhone = cells.has(columns.mobile) || cells.has(columns.phone);
  const hasContactBy = cells.has(columns.contactBy) || cells.has(columns.optedOut);
  const hasRecallsBy = cells.has(columns.recallsBy);
  const hasLanguage = cells.has(columns.language);
  return (row) => {
    const cell = (column: keyof ClientColumns) => cells.first(row, columns[column]);
    const names: NameCells = {
      firstName: cell('firstName'),
      lastName: cell('lastName'),
      name: cell('name'),
      business: cell('business'),
    };
    const notes: LineNote[] = [];
    function firstReadable<Value>(column: keyof ClientColumns, readCell: (cell: string) => Value | null): Value | null {
      for (const text of cells.all(row, columns[column])) {
        const value = readCell(text);
        if (value !== null) return value;
        if (!isEmptyWord(text)) notes.push({ code: 'left_out', field: columns[column], text });
      }
      return null;
    }
    /** Of several columns, one that says "not at all" is enough. */
    function contactBy(): ContactChoice | null {
      const isOut =
        cells.all(row, columns.optedOut).some(isOptedOut) ||
        cells.all(row, columns.contactBy).some((text) => contactChoiceOf(text) === 'none');
      return isOut ? 'none' : firstReadable('contactBy', contactChoiceOf);
    }
    const contact = {
      email: firstReadable('email', emailOf),
      phone: firstReadable('mobile', phoneOf) ?? firstReadable('phone', phoneOf),
    };
    const choice = contactBy();
    const recallsBy = firstReadable('recallsBy', contactChoiceOf);
    const language = firstReadable('language', languageOf);
    return {
      id: cell('id'),
      person: parsePerson(names, familyFirst),
      business: names.business,
      contact,
      notes,
      record: (key, person) => ({
        kind: 'client',
        key,
        ...clientNames(person, names.business),
        ...(hasEmail ? { email: contact.email } : {}),
        ...(hasPhone ? { phone: contact.phone } : {}),
        ...(hasContactBy ? { contactBy: choice } : {}),
        ...(hasRecallsBy ? { recallsBy } : {}),
        ...(hasLanguage ? { language } : {}),
      }),
      contents: (person) => [fullName(person), contact.email, contact.phone],
    };
  };
}

/** The columns in a file for each field of a client. */
export const clientFields = ({ id, name, firstName, lastName, business, ...columns }: ClientColumns) => ({
  key: [id],
  firstName: [firstName, name],
  lastName: [lastName, name, business],
  email: [columns.email],
  phone: [columns.mobile, columns.phone],
  contactBy: [columns.contactBy, columns.optedOut],
  recallsBy: [columns.recallsBy],
  language: [columns.language],
});

/** Plans the rows of a file of clients. */
export function clientPlanner(
  file: ReadFile,
  { collector, clientIndex, takeInactive }: { collector: Collector; clientIndex: ClientIndex; takeInactive: boolean },
): (row: Row) => RowResult {
  const cells = cellsOf(file);
  const read = clientReader(cells, ownColumns);
  const fields = clientFields(ownColumns);
  const hasActivity = cells.has('active') || cells.has('inactive');

  return ({ row, origin }) => {
    const client = read(row);
    const { id, person, business, contact, notes } = client;
    if (person === null || !isName(person)) return { code: 'no_name' };
    const key = id ?? JSON.stringify(client.contents(person));
    const isActive = !isInactive(activityCells(cells, row));
    if (!takeInactive && !isActive) {
      clientIndex.add({ key, person, business, ...contact, isLeftOut: true, isOfPets: false });
      return 'left out';
    }
    const record = { ...client.record(key, person), ...(hasActivity ? { isActive } : {}) };
    const outcome = collector.take(origin, { record, called: id ?? fullName(person), notes, fields });
    if (outcome === 'taken') clientIndex.add({ key, person, business, ...contact, isLeftOut: false, isOfPets: false });
    return outcome;
  };
}
