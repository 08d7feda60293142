import type { AvailabilityKind } from '#contract/availability.ts';
import type { ImportLineOf, KnownRef } from '#contract/practice-import.ts';
import { sameName } from '#contract/practice-setup.ts';
import type { ReadFile } from '#import/plan.ts';
import type { RefusalReason } from '#import/reasons.ts';
import type { TableRow } from '#import/table.ts';
import { saysDutyAlone, shiftOf, statusOf } from '#import/vocabulary.ts';
import { type Cells, cellsOf } from './cells.ts';
import type { Collected, Row } from './collected.ts';
import type { MadeForVisits } from './made-for-visits.ts';
import type { FoundMeaning, KnownStore, Stores, WordList } from './practice-words.ts';
import { createStoreClocks, readTimes } from './visit-times.ts';

const DAY_MINUTES = 1440;

interface ShiftPlanning {
  collected: Collected;
  stores: Stores;
  words: WordList;
  /** What somebody chose for words, by `sameName`. */
  shiftWords: ReadonlyMap<string, AvailabilityKind>;
  /** The store of shifts that name none. */
  storeId: string;
}

/** A shift or an absence as its line tells it. */
interface ToldShift {
  origin: Row['origin'];
  id: string | null;
  availability: AvailabilityKind;
  /** Null where an absence is one from all stores. */
  storeId: string | null;
  employeeId: string | null;
  person: string | null;
  room: string | null;
  start: string;
  end: string;
  title: string | null;
}

const FIELDS = { key: ['id'], employee: ['employeeId', 'employee'], title: ['title', 'kind'] } as const;

/** Plans the shifts and absences of files: first all are read, since whom they name follows from all files, and then planned. */
export function createShifts(planning: ShiftPlanning) {
  const { collected, stores, words, shiftWords, storeId: usualStoreId } = planning;
  const told: ToldShift[] = [];
  const clockOf = createStoreClocks();

  function kindOfWord(text: string): AvailabilityKind | null {
    const kind = shiftWords.get(sameName(text)) ?? shiftOf(text);
    words.count('shifts', text, () => (kind === null ? 'unknown' : { value: kind }));
    return kind;
  }

  /** Reads the rows of a file. */
  function reader(file: ReadFile): (row: Row) => void {
    const cells = cellsOf(file);
    // What a file of absences calls itself, where nothing else in it says so.
    const usual: AvailabilityKind = shiftOf(file.table.name) === 'unavailable' ? 'unavailable' : 'on_duty';

    function read(row: TableRow, origin: Row['origin']): ToldShift | 'left out' | RefusalReason {
      const cell = (field: Parameters<Cells['first']>[1]) => cells.first(row, field);
      const status = statusOf(cell('status') ?? '');
      // Leave that was only asked for, or refused, keeps nobody away.
      if (status === 'cancelled' || status === 'requested') return 'left out';
      const employeeId = cell('employeeId');
      const person = cell('employee') ?? ([cell('firstName'), cell('lastName')].filter(Boolean).join(' ') || null);
      const [storeWord, room, word] = [cell('store'), cell('room'), cell('kind')];
      const title = cell('title');
      const isOfNobody = employeeId === null && person === null;
      if (isOfNobody && room === null && storeWord === null) return { code: 'nobody_named' };
      const said = word === null ? (title !== null && shiftOf(title) === 'unavailable' ? 'unavailable' : usual) : null;
      const availability = word === null ? (isOfNobody ? 'unavailable' : said) : kindOfWord(word);
      if (availability === null) return { code: 'unknown_shift', text: word ?? '' };
      const isAbsence = availability === 'unavailable';
      if (isOfNobody && !isAbsence) return { code: 'nobody_named' };
      const store = storeOf(storeWord);
      if ('code' in store) return store;

      const [start, end] = [cell('start'), cell('end')];
      const isOfDays = isAbsence && start === null && end === null;
      const times = readTimes(
        {
          date: cell('date'),
          ...(isOfDays ? { start: '00:00', end: '24:00' } : { start, end }),
          endDate: cell('endDate'),
          duration: isOfDays ? null : cell('duration'),
        },
        file,
        clockOf(store.timeZone),
        { overnight: DAY_MINUTES },
      );
      if ('code' in times) return times;
      if (times.end === null) return { code: 'no_end' };
      const isAnywhere = isAbsence && storeWord === null && room === null;
      return {
        ...{ origin, id: cell('id'), availability, storeId: isAnywhere ? null : store.id, employeeId, person, room },
        ...{ start: new Date(times.start).toISOString(), end: new Date(times.end).toISOString() },
        title: title ?? (word === null || saysDutyAlone(word) ? null : word),
      };
    }

    return ({ row, origin }) => {
      const shift = read(row, origin);
      if (shift === 'left out') collected.leaveOut(origin);
      else if ('code' in shift) collected.refuse(origin, shift);
      else told.push(shift);
    };
  }

  function storeOf(text: string | null): KnownStore | RefusalReason {
    const named = text === null ? null : stores.named(text);
    const store = named ?? stores.withId(usualStoreId);
    return store === null || store === 'unknown' ? { code: 'unknown_store', text: text ?? '' } : store;
  }

  function plan(shift: ToldShift, made: MadeForVisits): void {
    const { origin, id, availability, storeId, start, end, title } = shift;
    const employee = employeeOf(shift, made);
    const room = shift.room === null ? null : roomOf(shift.room, storeId ?? usualStoreId, made);
    if (employee === 'left out' || room === 'left out') {
      collected.leaveOut(origin);
      return;
    }
    if (employee === 'unknown' || room === 'unknown') {
      const unknown = employee === 'unknown' ? shift.person : shift.room;
      collected.refuse(origin, { code: employee === 'unknown' ? 'no_employee' : 'no_room', text: unknown ?? '' });
      return;
    }
    const about = [shift.employeeId ?? (shift.person && sameName(shift.person)), storeId, shift.room];
    const record: ImportLineOf<'availability'> = {
      ...{ kind: 'availability', key: id ?? JSON.stringify([...about, availability, start]) },
      ...{ availability, storeId, employee, room, start, end, title: title?.trim() || null },
    };
    const taken = collected.take(origin, { record, called: id ?? shift.person ?? start, fields: FIELDS });
    if (taken === 'same') collected.repeat(origin);
  }

  /** Whom a shift is of: by the id of a file of people, else by name, else by the id in its source. */
  function employeeOf(
    { employeeId, person }: ToldShift,
    made: MadeForVisits,
  ): KnownRef | null | 'left out' | 'unknown' {
    const isStaff = (key: string | null) => key !== null && collected.has('employee', key);
    if (employeeId !== null && (person === null || isStaff(employeeId))) return { key: employeeId };
    if (person === null) return null;
    if (isStaff(person)) return { key: person };
    const meaning = made.person(person);
    words.count('people', person, () => matchOf(isThere(meaning, 'vet', made) ? meaning : 'not kept'));
    return refOf(meaning, 'vet', made);
  }

  function roomOf(word: string, storeId: string, made: MadeForVisits) {
    const meaning = made.room(word, storeId);
    words.count('rooms', word, () => matchOf(isThere(meaning, 'room', made) ? meaning : 'not kept'));
    return refOf(meaning, 'room', made);
  }

  return {
    reader,
    plan,
    told: told as readonly ToldShift[],
  };
}

/** Whether somebody or something is on file or comes with this import. Of shifts alone nobody and nothing is made. */
function isThere(meaning: FoundMeaning, of: 'vet' | 'room', made: MadeForVisits): boolean {
  return meaning === null || (meaning !== 'not kept' && (meaning.makes === undefined || made.isMade(of, meaning)));
}

function refOf(meaning: FoundMeaning, of: 'vet' | 'room', made: MadeForVisits): KnownRef | 'left out' | 'unknown' {
  if (meaning === null) return 'left out';
  return meaning === 'not kept' || !isThere(meaning, of, made) ? 'unknown' : meaning.ref;
}

const matchOf = (meaning: FoundMeaning) => (meaning === 'not kept' ? 'unknown' : (meaning?.match ?? null));
