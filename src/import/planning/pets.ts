import type { ClientRef, ImportLineByKind } from '#contract/practice-import.ts';
import { fullName, looseNameKey } from '#contract/practice-setup.ts';
import { ownerColumns } from '#import/fields.ts';
import type { ExistingPractice, ParsedFile } from '#import/plan.ts';
import type { LineNote, RefusalReason } from '#import/reasons.ts';
import type { TableRow } from '#import/table.ts';
import { isDead, isInactive } from '#import/vocabulary.ts';
import { readFileDate } from '#reading/file-dates.ts';
import { createCells, readActivityCells, readAlert } from './cells.ts';
import { clientFieldColumns, createClientReader, type ParsedClient } from './clients.ts';
import type { Collector, PlannedRow, RowResult } from './collector.ts';
import { type ClientIndex, clientRefByName, type FileClient, type PetIndex } from './file-index.ts';
import type { ImplicitRecords } from './implicit-records.ts';
import { personKey } from './names.ts';
import { toWordMatch, type WordList, type WordMeaning } from './practice-words.ts';

/**
 * The result of looking up the client of a pet by its line: a reference to the client, `isLeftOut` if the client is not
 * imported, or the reason why none was found. `clientOutcome` is the outcome of the client's own record in that line;
 * `none` if the line has no such record.
 */
type OwnerResult =
  | { client: ClientRef; clientOutcome: 'taken' | 'same' | 'refused' | 'none' }
  | { isLeftOut: true }
  | { reason: RefusalReason; clientOutcome: 'refused' | 'none' };

interface PetPlanning {
  collector: Collector;
  clientIndex: ClientIndex;
  petIndex: PetIndex;
  implicit: ImplicitRecords;
  practice: ExistingPractice;
  words: WordList;
  takeInactive: boolean;
  phonesInAlert: boolean;
  now: number;
}

/**
 * Plans the rows of a file of pets. If the file has more about the clients than their names (an id, a phone number, an
 * email address), each line is two records, unless the client is in a file of clients. A name alone refers to a client
 * in another file, or to an existing one.
 */
export function createPetPlanner(file: ParsedFile, planning: PetPlanning): (row: PlannedRow) => RowResult {
  const { collector, clientIndex, petIndex, implicit, words, takeInactive, now } = planning;
  const inactiveTypes = new Set(planning.practice.types.flatMap(({ id, isActive }) => (isActive ? [] : [id])));
  const latestYear = new Date(now).getUTCFullYear();
  // Dates up to tomorrow are accepted, because east of Greenwich it may already be tomorrow.
  const tomorrow = new Date(now + DAY_MS).toISOString().slice(0, 10);
  const cells = createCells(file);
  const readOwner = createClientReader(cells, ownerColumns, planning);
  const ownerFields = clientFieldColumns(ownerColumns);
  const hasContact = (['clientEmail', 'clientMobile', 'clientPhone'] as const).some(cells.has);
  const hasActivity = (['active', 'inactive', 'dead'] as const).some(cells.has);
  const petColumns = (['id', 'name', 'species', 'breed', 'sex', 'dateOfBirth'] as const).filter(cells.has);

  function resolveOwner(origin: PlannedRow['origin'], owner: ParsedClient): OwnerResult {
    const { id, person, business, contact, notes } = owner;
    const key = id ?? (person !== null && hasContact ? JSON.stringify(owner.contents(person)) : null);
    const existing = key === null ? null : clientIndex.findByKey(key);
    if (existing !== null && !existing.isOnlyInPetFiles) return toOwnerResult(existing);
    if (person === null) {
      return id === null
        ? { reason: { code: 'no_owner' }, clientOutcome: 'none' }
        : { client: { key: id }, clientOutcome: 'none' };
    }
    if (id === null && existing === null) {
      const found = clientIndex.find(person, contact);
      if (found === 'several')
        return { reason: { code: 'several_clients', text: fullName(person) }, clientOutcome: 'none' };
      if (found !== null) return toOwnerResult(found.owner);
    }
    if (key === null) return { client: clientRefByName(person), clientOutcome: 'none' };

    const outcome = collector.take(origin, {
      // If the file has only names and ids of clients, another file may have more about them, so an existing client is
      // not changed.
      record: { ...owner.record(key, person), ...(hasContact ? {} : { mentioned: true }) },
      called: id ?? fullName(person),
      notes,
      fields: ownerFields,
      isSame: fieldsAgree,
    });
    if (outcome === 'taken')
      clientIndex.add({ key, person, business, ...contact, isLeftOut: false, isOnlyInPetFiles: true });
    // The id is already in use. If the names differ, it belongs to someone else; if they are equal, it belongs to the
    // same client, and the first line counts.
    if (outcome === 'refused' && (existing === null || !existing.names.includes(personKey(person))))
      return { reason: { code: 'no_client', text: fullName(person) }, clientOutcome: outcome };
    return { client: { key }, clientOutcome: outcome };
  }

  /**
   * Identifies the client as written in the line, without resolving them, so that the same line is the same pet with or
   * without a file of clients.
   */
  const identifyOwnerAsWritten = ({ id, person, contents }: ParsedClient) =>
    id ?? (person === null ? '' : hasContact ? contents(person) : fullName(person));

  const isInactiveOrDead = (row: TableRow) =>
    isInactive(readActivityCells(cells, row)) || isDead(cells.first(row, 'dead'));

  /**
   * Reads the date in a cell. Null if the cell is empty; null with a note if the date is invalid, or impossible because
   * it is in the future or before the birth.
   */
  function readDay(field: 'dateOfBirth' | 'dead', text: string | null, notes: LineNote[], born: string | null = null) {
    if (text === null || EMPTY_DATE.test(text)) return null;
    const date = readFileDate(text, file.dates, { serials: file.serialDates, latestYear });
    if (typeof date === 'string') {
      notes.push({ code: 'date_left_out', text });
      return null;
    }
    const day = date.date;
    if (isZeroDay(day)) return null;
    if (day <= tomorrow && (born === null || day >= born)) return day;
    notes.push({ code: 'left_out', field, text });
    return null;
  }

  /** Reads the fields of a pet except its name, with notes about them. */
  function readFields(row: TableRow) {
    const notes: LineNote[] = [];
    const species = cells.first(row, 'species');
    if (cells.has('species') && species === null) notes.push({ code: 'no_species' });
    const born = readDay('dateOfBirth', cells.first(row, 'dateOfBirth'), notes);
    const fields: Partial<ImportLineByKind<'pet'>> = {};
    if (cells.has('species')) fields.species = species ?? '';
    if (cells.has('breed')) fields.breed = cells.first(row, 'breed');
    if (cells.has('alert')) fields.alert = readAlert(cells, row, 'alert');
    if (cells.has('sex')) fields.sex = cells.first(row, 'sex');
    if (cells.has('dateOfBirth')) fields.dateOfBirth = born;
    const dead = cells.first(row, 'dead');
    // The cell may hold yes or no instead of a date.
    if (dead !== null && /\d{2}/.test(dead)) fields.deceasedOn = readDay('dead', dead, notes, born);
    if (hasActivity) fields.isActive = !isInactiveOrDead(row);
    return { fields, notes };
  }

  /**
   * Reads when a living, active pet is due again, and for which visit type; null if it is not due. Returns the reason
   * if the visit type cannot be used.
   */
  function readRecall(row: TableRow, notes: LineNote[]): { dueOn: string; type: WordMeaning } | null | RefusalReason {
    const [text, word] = [cells.first(row, 'dueOn'), cells.first(row, 'dueFor')];
    if (text === null || EMPTY_DATE.test(text) || isInactiveOrDead(row)) return null;
    const date = readFileDate(text, file.dates, { serials: file.serialDates });
    if (typeof date === 'string') notes.push({ code: 'date_left_out', text });
    if (typeof date === 'string' || isZeroDay(date.date)) return null;
    if (word === null) {
      notes.push({ code: 'no_due_for' });
      return null;
    }
    const type = implicit.type(word);
    words.count('types', word, () => toWordMatch(type));
    if (type === 'not kept') return { code: 'not_kept', field: 'dueFor', text: word };
    if (type !== null && 'id' in type.ref && inactiveTypes.has(type.ref.id)) return { code: 'no_type', text: word };
    return type && { dueOn: date.date, type };
  }

  function getResultWithoutPet(ownerResult: OwnerResult): RowResult {
    if ('isLeftOut' in ownerResult) return 'left out';
    if ('reason' in ownerResult)
      return ownerResult.clientOutcome === 'none' ? ownerResult.reason : ownerResult.clientOutcome;
    // The client must already exist: a name alone does not create one.
    if ('name' in ownerResult.client) return { code: 'no_name' };
    return ownerResult.clientOutcome === 'none' ? 'same' : ownerResult.clientOutcome;
  }

  return ({ row, origin }) => {
    const name = cells.first(row, 'name');
    const parsedOwner = readOwner(row);
    // The line has a client, but no pet: such files also have a line for each client without pets.
    const isOwnerAlone = parsedOwner.person !== null && petColumns.every((field) => cells.first(row, field) === null);
    if (name === null && !isOwnerAlone) return { code: 'no_name' };
    const ownerResult = resolveOwner(origin, parsedOwner);
    if (name === null) return getResultWithoutPet(ownerResult);
    if ('reason' in ownerResult) return ownerResult.reason;

    const owner = 'client' in ownerResult ? ownerResult.client : null;
    const { fields, notes } = readFields(row);
    const id = cells.first(row, 'id');
    const key = id ?? JSON.stringify([identifyOwnerAsWritten(parsedOwner), name, cells.first(row, 'species') ?? '']);
    const indexedPet = {
      key,
      name,
      owner:
        owner !== null && 'key' in owner ? owner : { name: parsedOwner.person ? personKey(parsedOwner.person) : '' },
    };
    if (owner === null || (isInactiveOrDead(row) && !takeInactive)) {
      petIndex.add({ ...indexedPet, isLeftOut: true });
      return 'left out';
    }
    const recall = readRecall(row, notes);
    if (recall !== null && 'code' in recall) return recall;
    const due = recall === null ? {} : { dueOn: recall.dueOn, dueFor: recall.type.ref };
    const record: ImportLineByKind<'pet'> = { kind: 'pet', key, client: owner, name, ...fields, ...due };
    const outcome = collector.take(origin, { record, called: id ?? name, notes, fields: PET_FIELDS });
    if (outcome === 'taken') petIndex.add({ ...indexedPet, isLeftOut: false });
    if (outcome === 'taken' && recall !== null) implicit.noteMentions(origin, null, { type: recall.type });
    return outcome;
  };
}

const DAY_MS = 86_400_000;
/** Matches an empty date as databases and spreadsheets write it. */
const EMPTY_DATE = /^(?:0{4}-00-00|1900-01-00|0?0([./-])0?1\1(?:19)?00|0?1([./-])0?0\2(?:19)?00)(?: |T|$)/;
/** Whether a day is one of the first days of a spreadsheet's calendar, which stand for an empty date. */
const isZeroDay = (day: string) => day >= '1899-12-30' && day <= '1900-01-01';

const PET_FIELDS = { key: ['id'], client: ['clientName', 'clientId'] } as const;

const toOwnerResult = ({ key, isLeftOut }: FileClient): OwnerResult =>
  isLeftOut ? { isLeftOut } : { client: { key }, clientOutcome: 'none' };

/** Whether a second line of a client agrees with the first. An empty value in the second line agrees with any value. */
function fieldsAgree(first: ImportLineByKind<'client'>, second: ImportLineByKind<'client'>): boolean {
  if (looseNameKey(fullName(first)) !== looseNameKey(fullName(second))) return false;
  return (['email', 'phone', 'alert'] as const).every(
    (field) => second[field] === null || second[field] === undefined || second[field] === first[field],
  );
}
