import { isSerialDate, readDate } from '#reading/file-dates.ts';
import { normalizeText } from '#reading/text.ts';
import { readTime } from '#reading/times.ts';
import { type Column, meaningIn, shareOf } from './column-fields.ts';
import type { FileKind, ImportField } from './fields.ts';
import { isActivity, isEmail, isPhone, isSex, isSpecies, isSurelyPhone } from './vocabulary.ts';

/*
 * The field of each column of a file: by its heading, as far as what stands below agrees; by what stands below, where the heading says
 * nothing.
 */

export type Fields = (ImportField | null)[];

/** The ids that other files give to what this one refers to. */
export interface KnownIds {
  clients: ReadonlySet<string>;
  pets: ReadonlySet<string>;
}

/** Whether a cell is a date, and whether with a time. */
function dateShape(cell: string): 'date' | 'time' | 'date_and_time' | null {
  if (isSerialDate(cell)) return /[.,]/.test(cell) ? 'date_and_time' : 'date';
  const read = readDate(cell, null);
  if (read === 'ambiguous_date') return /\d[ T]+\d/.test(cell.trim()) || /\d:\d/.test(cell) ? 'date_and_time' : 'date';
  if (typeof read !== 'string') return read.time === null ? 'date' : 'date_and_time';
  if (typeof readDate(cell, 'mdy') !== 'string' || typeof readDate(cell, 'dmy') !== 'string') return 'date';
  return readTime(cell) === null ? null : 'time';
}

/** The fields of the columns of a file. */
export function fieldsByContents(kind: FileKind, columns: readonly Column[], known: KnownIds): Fields {
  const fields: Fields = columns.map((column) => {
    const found = meaningIn(kind, column.meanings);
    return found === null ? null : agreeing(found.field, column, found.meaning.concept);
  });
  const asSelf = (index: number, concept: string) =>
    meaningIn(kind, columns[index]?.meanings ?? [])?.meaning.concept === concept;
  const replace = (from: ImportField, to: ImportField | null, when: (column: Column) => boolean) => {
    for (const column of columns) if (fields[column.index] === from && when(column)) fields[column.index] = to;
  };

  if (kind === 'clients') {
    replace('name', 'id', ({ index, samples }) => asSelf(index, 'self') && areIds(samples, new Set()));
  }
  // Beside what somebody does, a title is a form of address.
  const isTitle = ({ meanings }: Column) => meanings.some(({ concept }) => concept === 'title');
  if (kind === 'staff' && columns.some((column) => fields[column.index] === 'role' && !isTitle(column))) {
    replace('role', null, isTitle);
  }
  if (kind === 'pets' || kind === 'appointments') {
    replace('clientName', 'clientId', ({ index, samples }) => asSelf(index, 'self') && areIds(samples, known.clients));
  }
  if (kind === 'pets') ofOwners(columns, fields);
  if (kind === 'appointments') {
    replace('petName', 'petId', ({ index, samples }) => asSelf(index, 'self') && areIds(samples, known.pets));
    ofVisits(columns, fields);
  }
  if (kind === 'clients' || kind === 'staff') partsOfName(columns, fields, ['name', 'firstName', 'lastName']);
  else partsOfName(columns, fields, ['clientName', 'clientFirstName', 'clientLastName']);
  for (const column of columns) {
    if (fields[column.index] === null && column.meanings.length === 0) {
      fields[column.index] = byContents(kind, column, { fields, known });
    }
  }
  return fields;
}

/** The field that a heading says, or another, or none, where what stands below is plainly something else. */
function agreeing(field: ImportField, { samples }: Column, concept: string): ImportField | null {
  const none = (isOfType: (cell: string) => boolean) => samples.length >= 3 && !samples.some(isOfType);
  const most = (isOfType: (cell: string) => boolean) => shareOf(samples, isOfType) > 0.5;
  const ofClient = field.startsWith('client');
  switch (field) {
    case 'email':
    case 'clientEmail':
      if (!none((cell) => cell.includes('@'))) return field;
      return most(isPhone) ? (ofClient ? 'clientPhone' : 'phone') : null;
    case 'phone':
    case 'mobile':
    case 'clientPhone':
    case 'clientMobile':
      if (!none((cell) => /\d.*\d.*\d.*\d/.test(cell))) return field;
      return most(isEmail) ? (ofClient ? 'clientEmail' : 'email') : null;
    case 'business':
    case 'clientBusiness':
      // A column that says of each client whether it is one, or to which branch of the practice they belong.
      return most(isActivity) || (samples.length >= 5 && areMostlyOne(samples)) ? null : field;
    case 'name':
    case 'clientName':
      if (concept === 'self' && most(isEmail)) return ofClient ? 'clientEmail' : 'email';
      if (concept === 'self' && most(isSurelyPhone)) return ofClient ? 'clientPhone' : 'phone';
      return field;
    case 'active':
      return concept === 'status' && samples.length > 0 && !most(isActivity) ? null : field;
    default:
      return field;
  }
}

/** Whether more than half of some cells are the same. */
function areMostlyOne(samples: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const cell of samples) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return Math.max(...counts.values()) > samples.length / 2;
}

/** Whether cells refer to records by their ids: those of the other file, or at least none has a letter. */
function areIds(samples: readonly string[], known: ReadonlySet<string>): boolean {
  if (samples.length === 0) return false;
  return shareOf(samples, (cell) => known.has(cell)) >= 0.8 || samples.every((cell) => !/\p{L}/u.test(cell));
}

/** In a file of pets with their owners, what is said of nobody may be said of the owner. */
function ofOwners(columns: readonly Column[], fields: Fields): void {
  const ofPet = (concept: string) =>
    columns.some(({ meanings }) =>
      meanings.some((one) => one.subject === 'pet' && (one.concept === concept || one.concept === 'self')),
    );
  const isBare = (index: number) => columns[index]?.meanings.every(({ subject }) => subject === null) ?? false;
  for (const { index } of columns) {
    if (fields[index] === 'name' && isBare(index) && ofPet('name')) fields[index] = 'clientName';
  }
  const named = columns.some(
    ({ index, meanings }) => fields[index] === 'species' && meanings.some(({ concept }) => concept === 'species'),
  );
  for (const { index, meanings } of columns) {
    const isType = meanings.every(({ concept }) => concept !== 'species');
    if (named && isType && fields[index] === 'species') fields[index] = null;
  }
}

/** Where first or last name stand in a column of their own, one that is called the name alone holds the other one, unless it has both. */
function partsOfName(
  columns: readonly Column[],
  fields: Fields,
  [name, first, last]: [ImportField, ImportField, ImportField],
): void {
  // A "name" is meant before an "owner".
  const said = columns.findIndex(
    ({ index, meanings }) => fields[index] === name && meanings.some(({ concept }) => concept === 'name'),
  );
  const at = (field: ImportField) => (field === name && said !== -1 ? said : fields.indexOf(field));
  if (at(name) === -1 || (at(first) === -1) === (at(last) === -1)) return;
  const own = at(first) === -1 ? last : first;
  const whole = columns[at(name)]?.samples ?? [];
  const part = columns[at(own)]?.samples ?? [];
  const both = whole.filter((cell, nth) => cell !== part[nth] && cell.includes(part[nth] ?? '\0')).length;
  if (both > whole.length / 2) fields[at(own)] = null;
  else fields[at(name)] = own === first ? last : first;
}

/** Date and time in one column or two. */
function ofTimes(columns: readonly Column[], fields: Fields): void {
  const shapes = columns.map(({ samples }) => {
    const found = samples.map(dateShape);
    const share = (shape: string) => found.filter((one) => one === shape).length / Math.max(found.length, 1);
    return share('date_and_time') > 0.5 ? 'both' : share('date') > 0.5 ? 'date' : share('time') > 0.5 ? 'time' : null;
  });
  const times = columns.some(({ index }) => shapes[index] === 'time' && fields[index] === 'start');
  columns.forEach(({ index, samples, meanings }) => {
    const field = fields[index] ?? null;
    const shape = shapes[index];
    if (field === 'date' || field === 'start') {
      const midnight = samples.every((cell) => /\b(?:0?0:00|12:00(?::00)? ?a\.?m)/i.test(cell));
      if (shape === 'both') fields[index] = times && midnight ? 'date' : 'start';
      else if (shape === 'date' || shape === 'time') fields[index] = shape === 'date' ? 'date' : 'start';
      // "Appointment" is what it is called, unless it says when it is.
      else if (samples.length > 0 && meanings.every(({ concept }) => concept === 'self')) fields[index] = null;
    }
    if ((field === 'end' || field === 'endDate') && shape !== null)
      fields[index] = shape === 'date' ? 'endDate' : 'end';
  });
}

/** Date and time of visits, reasons beside types, and rooms beside vets. */
function ofVisits(columns: readonly Column[], fields: Fields): void {
  ofTimes(columns, fields);
  const says = (index: number, concept: string) => columns[index]?.meanings.some((one) => one.concept === concept);
  const types = columns.filter(({ index }) => fields[index] === 'type');
  const reasons = types.filter(({ index }) => says(index, 'reason'));
  if (reasons.length < types.length) for (const { index } of reasons) fields[index] = 'notes';
  for (const { index, samples } of columns) {
    if (fields[index] !== 'vet' || !says(index, 'resource')) continue;
    const others = fields.some((field, other) => field === 'vet' && other !== index);
    if (others || shareOf(samples, isRoom) > 0.5) fields[index] = 'room';
  }
}

const isRoom = (cell: string) =>
  /room|theat|surgery|consult|ward|raum|zimmer|op\b|praxis|salle|sala|consultorio|kamer|غرف|\d$/.test(
    normalizeText(cell),
  );

/** The field of a column whose heading says nothing. */
function byContents(
  kind: FileKind,
  { samples }: Column,
  { fields, known }: { fields: Fields; known: KnownIds },
): ImportField | null {
  const has = (...some: ImportField[]) => some.some((field) => fields.includes(field));
  const most = (isOfType: (cell: string) => boolean, share = 0.8) =>
    samples.length >= 3 && shareOf(samples, isOfType) >= share;
  if (kind === 'clients') {
    if (!has('email') && most(isEmail)) return 'email';
    return !has('phone', 'mobile') && most(isSurelyPhone) ? 'phone' : null;
  }
  if (kind === 'pets') {
    if (!has('clientEmail') && most(isEmail)) return 'clientEmail';
    if (!has('clientPhone', 'clientMobile') && most(isSurelyPhone)) return 'clientPhone';
    if (!has('species') && most(isSpecies)) return 'species';
    if (!has('sex') && most(isSex)) return 'sex';
  }
  if (kind === 'appointments') {
    if (!has('start', 'date') && most((cell) => dateShape(cell) === 'date_and_time')) return 'start';
    if (!has('petId', 'petName') && most((cell) => known.pets.has(cell), 0.9)) return 'petId';
  }
  const refers = kind === 'pets' || kind === 'appointments';
  const byClient = has('clientId', 'clientName', 'clientFirstName', 'clientLastName', 'petId');
  return refers && !byClient && most((cell) => known.clients.has(cell), 0.9) ? 'clientId' : null;
}
