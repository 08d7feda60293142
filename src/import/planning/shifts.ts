import type { AvailabilityKind } from '#contract/availability.ts';
import type { ImportLineOf, KnownRef } from '#contract/practice-import.ts';
import { sameName } from '#contract/practice-setup.ts';
import type { ImportField } from '#import/fields.ts';
import type { ReadFile } from '#import/plan.ts';
import { saysDutyAlone, shiftOf, statusOf } from '#import/vocabulary.ts';
import { cellsOf, timeCells } from './cells.ts';
import type { Became, Collected, Row } from './collected.ts';
import type { MadeForVisits } from './made-for-visits.ts';
import { type FoundMeaning, matchOf, type Stores, type WordList, type WordReader } from './practice-words.ts';
import { createStoreClocks, readTimes } from './visit-times.ts';

const DAY_MINUTES = 1440;

interface ShiftPlanning {
  collected: Collected;
  stores: Stores;
  words: WordList;
  kindOf: WordReader<AvailabilityKind>;
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
  const { collected, stores, words, kindOf, storeId: usualStoreId } = planning;
  const told: ToldShift[] = [];
  const clockOf = createStoreClocks();

  /** Reads the rows of a file. */
  function reader(file: ReadFile): (row: Row) => Became {
    const cells = cellsOf(file);
    // What a file of absences calls itself, where nothing else in it says so.
    const usual: AvailabilityKind = shiftOf(file.table.name) === 'unavailable' ? 'unavailable' : 'on_duty';

    return ({ row, origin }) => {
      const cell = (field: ImportField) => cells.first(row, field);
      const status = statusOf(cell('status') ?? '');
      // Leave that was only asked for, or refused, keeps nobody away.
      if (status === 'cancelled' || status === 'requested') return 'left out';
      const employeeId = cell('employeeId');
      const person = cell('employee') ?? ([cell('firstName'), cell('lastName')].filter(Boolean).join(' ') || null);
      const [storeWord, room, word] = [cell('store'), cell('room'), cell('kind')];
      const title = cell('title');
      const isOfNobody = employeeId === null && person === null;
      if (isOfNobody && room === null && storeWord === null) return { code: 'nobody_named' };
      const isAway = isOfNobody || (title !== null && shiftOf(title) === 'unavailable');
      const availability = word === null ? (isAway ? 'unavailable' : usual) : kindOf(word);
      if (availability === null) return { code: 'unknown_shift', text: word ?? '' };
      const isAbsence = availability === 'unavailable';
      if (isOfNobody && !isAbsence) return { code: 'nobody_named' };
      const store = stores.ofLine(storeWord);
      if ('code' in store) return store;

      const clockCells = timeCells(cells, row);
      const isOfDays = isAbsence && clockCells.start === null && clockCells.end === null;
      const wholeDays = { ...clockCells, start: '00:00', end: '24:00', duration: null };
      const clock = clockOf(store.timeZone);
      const times = readTimes(isOfDays ? wholeDays : clockCells, file, clock, { overnight: DAY_MINUTES });
      if ('code' in times) return times;
      if (times.end === null) return { code: 'no_end' };
      const isAnywhere = isAbsence && storeWord === null && room === null;
      told.push({
        ...{ origin, id: cell('id'), availability, storeId: isAnywhere ? null : store.id, employeeId, person, room },
        ...{ start: new Date(times.start).toISOString(), end: new Date(times.end).toISOString() },
        title: title ?? (word === null || saysDutyAlone(word) ? null : word),
      });
      return 'later';
    };
  }

  function plan(shift: ToldShift, made: MadeForVisits): Became {
    const { origin, id, availability, storeId, start, end, title } = shift;
    const employee = employeeOf(shift, made);
    const room = shift.room === null ? null : roomOf(shift.room, storeId ?? usualStoreId, made);
    if (employee === 'left out' || room === 'left out') return 'left out';
    if (employee === 'unknown') return { code: 'no_employee', text: shift.person ?? '' };
    if (room === 'unknown') return { code: 'no_room', text: shift.room ?? '' };
    const about = [shift.employeeId ?? (shift.person && sameName(shift.person)), storeId, shift.room];
    const record: ImportLineOf<'availability'> = {
      ...{ kind: 'availability', key: id ?? JSON.stringify([...about, availability, start]) },
      ...{ availability, storeId, employee, room, start, end, title: title?.trim() || null },
    };
    return collected.take(origin, { record, called: id ?? shift.person ?? start, fields: FIELDS });
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
