import type { AppointmentStatus } from '#contract/enums.ts';
import type { ClientRef, ImportLineByKind, PetRef } from '#contract/practice-import.ts';
import { fullName, looseNameKey } from '#contract/practice-setup.ts';
import { type ImportField, ownerColumns } from '#import/fields.ts';
import type { ParsedFile } from '#import/plan.ts';
import type { RefusalReason } from '#import/reasons.ts';
import type { TableRow } from '#import/table.ts';
import { createStoreClocks, readAppointmentTimes } from './appointment-times.ts';
import { type Cells, createCells, readTimeCells } from './cells.ts';
import { createClientReader } from './clients.ts';
import type { Collector, PlannedRow, RowResult } from './collector.ts';
import { type ClientIndex, clientRefByName, type PetIndex } from './file-index.ts';
import type { ImplicitRecords } from './implicit-records.ts';
import { personKey } from './names.ts';
import {
  type ExistingStore,
  type StoreMatcher,
  toWordMatch,
  type WordList,
  type WordReader,
} from './practice-words.ts';

const MINUTE_MS = 60_000;

interface AppointmentPlanning {
  collector: Collector;
  clientIndex: ClientIndex;
  petIndex: PetIndex;
  stores: StoreMatcher;
  words: WordList;
  statusOf: WordReader<AppointmentStatus>;
  now: number;
}

/** The type, vet and room that a line mentions. */
interface AppointmentReferences {
  type: string | null;
  vet: string | null;
  room: string | null;
  /** The id of the store; null if the line has an unknown store. */
  storeId: string | null;
}

/** An appointment as read from its line. */
interface ParsedAppointment extends AppointmentReferences {
  origin: PlannedRow['origin'];
  id: string | null;
  store: ExistingStore;
  pet: PetRef;
  /** The pet as it is written in the cells, before it is looked up. */
  asWritten: string;
  /** The start, in milliseconds since 1970-01-01T00:00Z. */
  start: number;
  /** The end, in the same unit; null if no cell has it. */
  end: number | null;
  status: AppointmentStatus | null;
  type: string;
  notes: string | null;
}

const FIELDS = { key: ['id'], pet: ['petName', 'petId'], visitType: ['type'], employee: ['vet'] } as const;

/**
 * Plans the appointments of files: reads all of them first, because the people, rooms and types that they mention
 * depend on all of them, and then plans each.
 */
export function createAppointmentPlanner(planning: AppointmentPlanning) {
  const { collector, stores, words, statusOf, now } = planning;
  const parsed: ParsedAppointment[] = [];
  const all: AppointmentReferences[] = [];
  const clockOf = createStoreClocks();

  /** Creates the function that reads the rows of a file. */
  function createRowReader(file: ParsedFile): (row: PlannedRow) => RowResult {
    const cells = createCells(file);
    const readPet = createPetReader(cells, planning);

    return ({ row, origin }) => {
      const readCell = (field: ImportField) => cells.first(row, field);
      const petResult = readPet(row);
      if (petResult === 'left out') return petResult;
      const word = readCell('status');
      const status = word === null ? null : statusOf(word);
      const store = stores.findStoreOfLine(readCell('store'));
      const storeId = 'code' in store ? null : store.id;
      const named = { type: readCell('type'), vet: readCell('vet'), room: readCell('room'), storeId };
      // The words of refused lines count as well, so that a person can decide about them at once and not only after
      // correcting the lines.
      all.push(named);
      if ('code' in store) return store;
      if ('code' in petResult) return petResult;
      const times = readAppointmentTimes(readTimeCells(cells, row), file, clockOf(store.timeZone));
      if ('code' in times) return times;
      if (word !== null && status === null) return { code: 'unknown_status', text: word };
      const { type } = named;
      if (type === null) return { code: 'no_type_named' };
      const notes = cells.all(row, 'notes').join('\n') || null;
      parsed.push({ origin, id: readCell('id'), store, ...petResult, ...times, status, ...named, type, notes });
      return 'later';
    };
  }

  function planAppointment(visit: ParsedAppointment, implicit: ImplicitRecords): RowResult {
    const { origin, id, store, start, pet } = visit;
    const type = implicit.type(visit.type);
    const vet = visit.vet === null ? null : implicit.person(visit.vet);
    const room = visit.room === null ? null : implicit.room(visit.room, store.id);
    for (const [field, meaning] of [
      ['type', type],
      ['vet', vet],
      ['room', room],
    ] as const) {
      if (meaning === 'not kept') return { code: 'not_kept', field, text: visit[field] ?? '' };
    }
    if (type === null || type === 'not kept' || vet === 'not kept' || room === 'not kept') {
      return { code: 'no_type_named' };
    }
    const end = visit.end ?? start + implicit.findDuration(type) * MINUTE_MS;
    const from = new Date(start).toISOString();
    const record: ImportLineByKind<'appointment'> = {
      kind: 'appointment',
      key: id ?? JSON.stringify([visit.asWritten, from, looseNameKey(visit.type)]),
      storeId: store.id,
      pet,
      visitType: type.ref,
      employee: vet?.ref ?? null,
      room: room?.ref ?? null,
      start: from,
      end: new Date(end).toISOString(),
      status: visit.status ?? (end <= now ? 'completed' : 'confirmed'),
      notes: visit.notes,
    };
    const called = id ?? ('name' in pet ? pet.name : from);
    const outcome = collector.take(origin, { record, called, fields: FIELDS });
    if (outcome === 'taken') implicit.noteMentions(origin, store.id, { type, vet, room });
    return outcome;
  }

  /** Counts the words of a line for its type, vet and room. */
  function countReferences({ type, vet, room, storeId }: AppointmentReferences, implicit: ImplicitRecords) {
    if (type !== null) words.count('types', type, () => toWordMatch(implicit.type(type)));
    if (vet !== null) words.count('people', vet, () => toWordMatch(implicit.person(vet)));
    if (room !== null && storeId !== null) words.count('rooms', room, () => toWordMatch(implicit.room(room, storeId)));
  }

  return {
    reader: createRowReader,
    plan: planAppointment,
    countReferences,
    parsed: parsed as readonly ParsedAppointment[],
    all: all as readonly AppointmentReferences[],
  };
}

/** The pet of an appointment, also as written; `left out` if it is not imported; or the reason why it cannot be determined. */
type AppointmentPet = { pet: PetRef; asWritten: string } | 'left out' | RefusalReason;

/**
 * Finds the pet of an appointment by its id, or by its name and its client. A pet that is not in the files may be an
 * existing one; a name without a client is not enough.
 */
function createPetReader(
  cells: Cells,
  { clientIndex, petIndex }: { clientIndex: ClientIndex; petIndex: PetIndex },
): (row: TableRow) => AppointmentPet {
  const readOwner = createClientReader(cells, ownerColumns);

  return (row) => {
    const id = cells.first(row, 'petId');
    if (id !== null) return petIndex.findByKey(id)?.isLeftOut ? 'left out' : { pet: { key: id }, asWritten: id };
    const name = cells.first(row, 'petName');
    if (name === null) return { code: 'no_pet_named' };
    const { id: clientId, person, contact } = readOwner(row);
    if (clientId === null && person === null) return { code: 'no_owner' };

    const asWritten = JSON.stringify([clientId ?? (person && fullName(person)), name]);
    const findByOwner = () => (person === null ? [] : petIndex.findByOwnerName(name, personKey(person)));
    const found = clientId === null ? findByOwner() : petIndex.findByOwnerKey(name, clientId);
    const included = found.filter(({ isLeftOut }) => !isLeftOut);
    const [pet, ...others] = included;
    if (others.length > 0) return { code: 'several_pets', text: name };
    if (pet !== undefined) return { pet: { key: pet.key }, asWritten };
    if (found.length > 0) return 'left out';

    const owner =
      clientId === null ? person && clientIndex.find(person, contact) : { owner: clientIndex.findByKey(clientId) };
    if (owner === 'several') return { code: 'several_clients', text: person === null ? '' : fullName(person) };
    if (owner?.owner?.isLeftOut) return 'left out';
    const key = clientId ?? owner?.owner?.key;
    const client: ClientRef | null = key === undefined ? person && clientRefByName(person) : { key };
    return client === null ? { code: 'no_owner' } : { pet: { name, client }, asWritten };
  };
}
