import type { AppointmentStatus } from '#contract/enums.ts';
import type { ImportLineOf, PetRef } from '#contract/practice-import.ts';
import type { ReadFile } from '#import/plan.ts';
import type { RefusalReason } from '#import/reasons.ts';
import type { TableRow } from '#import/table.ts';
import { type Cells, cellsOf } from './cells.ts';
import type { Collected, Row } from './collected.ts';
import type { MadeForVisits } from './made-for-visits.ts';
import { sameName } from './names.ts';
import type { Owners } from './owners.ts';
import type { Patients } from './patients.ts';
import type { FoundMeaning, KnownStore, Stores, WordList } from './practice-words.ts';
import { visitPetReader } from './visit-pets.ts';
import { readTimes, type StoreClock, storeClock } from './visit-times.ts';
import { statusOf } from './words.ts';

const MINUTE_MS = 60_000;

interface VisitPlanning {
  collected: Collected;
  owners: Owners;
  patients: Patients;
  stores: Stores;
  words: WordList;
  /** What somebody chose for words, by `sameName`. */
  statusWords: ReadonlyMap<string, AppointmentStatus>;
  /** The store of visits that name none. */
  storeId: string;
  now: number;
}

/** A visit as its line tells it. */
interface ToldVisit {
  origin: Row['origin'];
  id: string | null;
  store: KnownStore;
  pet: PetRef;
  /** The same as the cells say it. */
  said: string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  start: number;
  end: number | null;
  status: AppointmentStatus | null;
  type: string;
  vet: string | null;
  room: string | null;
  notes: string | null;
}

const FIELDS = { key: ['id'], pet: ['petId', 'petName'], visitType: ['type'], employee: ['vet'] } as const;

/** Plans the visits of files: first all are read, since who and what they name follows from all of them, and then planned. */
export function createVisits(planning: VisitPlanning) {
  const { collected, stores, words, statusWords, storeId, now } = planning;
  const visits: ToldVisit[] = [];
  const clocks = new Map<string, StoreClock>();

  function clockOf({ timeZone }: KnownStore): StoreClock {
    const clock = clocks.get(timeZone) ?? storeClock(timeZone);
    clocks.set(timeZone, clock);
    return clock;
  }

  function storeOf(text: string | null): KnownStore | RefusalReason {
    const named = text === null ? null : stores.named(text);
    const store = named ?? stores.withId(storeId);
    return store === null || store === 'unknown' ? { code: 'unknown_store', text: text ?? '' } : store;
  }

  function statusOfWord(text: string): AppointmentStatus | RefusalReason {
    const status = statusWords.get(sameName(text)) ?? statusOf(text);
    words.count('statuses', text, () => (status === null ? 'unknown' : { value: status }));
    return status ?? { code: 'unknown_status', text };
  }

  /** Reads the rows of a file. */
  function reader(file: ReadFile): (row: Row) => void {
    const cells = cellsOf(file);
    const petOf = visitPetReader(cells, planning);

    function told(row: TableRow, origin: Row['origin']): ToldVisit | { isLeftOut: true } | RefusalReason {
      const cell = (field: Parameters<Cells['first']>[1]) => cells.first(row, field);
      const store = storeOf(cell('store'));
      if ('code' in store) return store;
      const belongs = petOf(row);
      if (!('pet' in belongs)) return belongs;
      const times = readTimes(
        {
          date: cell('date'),
          start: cell('start'),
          end: cell('end'),
          endDate: cell('endDate'),
          duration: cell('duration'),
        },
        file,
        clockOf(store),
      );
      if ('code' in times) return times;
      const word = cell('status');
      const status = word === null ? null : statusOfWord(word);
      if (status !== null && typeof status !== 'string') return status;
      const type = cell('type');
      if (type === null) return { code: 'no_type_named' };
      return {
        origin,
        id: cell('id'),
        store,
        ...belongs,
        ...times,
        status,
        type,
        vet: cell('vet'),
        room: cell('room'),
        notes: cells.all(row, 'notes').join('\n') || null,
      };
    }

    return ({ row, origin }) => {
      const visit = told(row, origin);
      if ('code' in visit) collected.refuse(origin, visit);
      else if ('isLeftOut' in visit) collected.leaveOut(origin);
      else visits.push(visit);
    };
  }

  function plan(visit: ToldVisit, made: MadeForVisits): void {
    const { origin, id, store, start, pet } = visit;
    const type = made.type(visit.type);
    const vet = visit.vet === null ? null : made.person(visit.vet);
    const room = visit.room === null ? null : made.room(visit.room, store.id);
    count('types', visit.type, type);
    if (visit.vet !== null) count('people', visit.vet, vet);
    if (visit.room !== null) count('rooms', visit.room, room);
    for (const [field, meaning] of [
      ['type', type],
      ['vet', vet],
      ['room', room],
    ] as const) {
      if (meaning !== 'not kept') continue;
      collected.refuse(origin, { code: 'not_kept', field, text: visit[field] ?? '' });
      return;
    }
    if (type === null || type === 'not kept' || vet === 'not kept' || room === 'not kept') {
      collected.refuse(origin, { code: 'no_type_named' });
      return;
    }
    const end = visit.end ?? start + made.minutesOf(type) * MINUTE_MS;
    const from = new Date(start).toISOString();
    const record: ImportLineOf<'appointment'> = {
      kind: 'appointment',
      key: id ?? JSON.stringify([visit.said, from, sameName(visit.type)]),
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
    const taken = collected.take(origin, { record, called, fields: FIELDS });
    if (taken === 'same') collected.repeat(origin);
    if (taken === 'taken') made.use(origin, store.id, { type, vet, room });
  }

  function count(of: 'people' | 'rooms' | 'types', word: string, meaning: FoundMeaning) {
    words.count(of, word, () => (meaning === null || meaning === 'not kept' ? null : meaning.match));
  }

  return { reader, plan, told: visits as readonly ToldVisit[] };
}
