import type { ImportField } from '#import/fields.ts';
import type { ReadFile } from '#import/plan.ts';
import { isValue, type TableRow } from '#import/table.ts';
import { readDate } from '#reading/file-dates.ts';
import { readTime } from '#reading/times.ts';
import { cellsOf } from './cells.ts';
import { emailOf, phoneOf } from './contact.ts';
import { readDuration } from './visit-times.ts';

type IsPossible = (cell: string, file: ReadFile) => boolean;
const isDate: IsPossible = (cell, { dates, serialDates }) =>
  readDate(cell, dates, { serials: serialDates }) !== 'not_a_date';
const isTime: IsPossible = (cell, file) => readTime(cell) !== null || isDate(cell, file);
const isEmail: IsPossible = (cell) => emailOf(cell) !== null;
const isPhone: IsPossible = (cell) => phoneOf(cell) !== null && emailOf(cell) === null;
const isText: IsPossible = (cell) => !isValue(cell);

/** Which cells are possible in a column, for the fields of which some are not. */
const POSSIBLE: Partial<Record<ImportField, IsPossible>> = {
  name: isText,
  firstName: isText,
  lastName: isText,
  business: isText,
  email: isEmail,
  mobile: isPhone,
  phone: isPhone,
  clientName: isText,
  clientFirstName: isText,
  clientLastName: isText,
  clientBusiness: isText,
  clientEmail: isEmail,
  clientMobile: isPhone,
  clientPhone: isPhone,
  petName: isText,
  species: isText,
  breed: isText,
  sex: isText,
  dateOfBirth: isDate,
  date: isDate,
  start: isTime,
  end: isTime,
  endDate: isDate,
  duration: (cell) => readDuration(cell) !== null,
};

/** Whether a line has a value in a column where it cannot be, such as an email address in that of a phone number. */
export function isMisplacedIn(file: ReadFile): (row: TableRow) => boolean {
  const cells = cellsOf(file);
  const fields = [...new Set(file.columns)].filter((field) => field !== null);
  return (row) =>
    fields.some((field) => {
      const isPossible = POSSIBLE[field];
      return isPossible !== undefined && cells.all(row, field).some((cell) => !isPossible(cell, file));
    });
}
