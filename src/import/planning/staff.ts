import type { EmployeeRole } from '#contract/enums.ts';
import type { ImportLineByKind } from '#contract/practice-import.ts';
import { fullName } from '#contract/practice-setup.ts';
import type { ParsedFile } from '#import/plan.ts';
import type { LineNote } from '#import/reasons.ts';
import { isInactive } from '#import/vocabulary.ts';
import { createCells, readActivityCells } from './cells.ts';
import type { Collector, PlannedRow, RowResult } from './collector.ts';
import { hasFamilyNameFirst, isName, parsePerson } from './names.ts';
import type { PeopleMatcher } from './people.ts';
import type { StoreMatcher, WordReader } from './practice-words.ts';

interface StaffPlanning {
  collector: Collector;
  people: PeopleMatcher;
  stores: StoreMatcher;
  readRole: WordReader<EmployeeRole>;
}

const STAFF_FIELDS = { key: ['id'], firstName: ['firstName', 'name'], lastName: ['lastName', 'name'] } as const;

/** Plans the rows of a file of staff. People without stores work at all stores of the practice. */
export function createStaffPlanner(
  file: ParsedFile,
  { collector, people, stores, readRole }: StaffPlanning,
): (row: PlannedRow) => RowResult {
  const cells = createCells(file);
  const familyFirst = cells.areMostly('name', hasFamilyNameFirst);

  /** Reads the ids of the stores in a cell, which has one name, or several names with separators. */
  function readStores(text: string, notes: LineNote[]): string[] {
    const names = stores.isKnown(text) ? [text] : text.split(/[;|/]/);
    return names.flatMap((part) => {
      const name = part.trim();
      if (name === '') return [];
      const store = stores.readStore(name);
      if (store === 'unknown') notes.push({ code: 'unknown_store_left_out', text: name });
      return store === null || store === 'unknown' ? [] : [store.id];
    });
  }

  return ({ row, origin }) => {
    const readCell = (field: 'id' | 'name' | 'firstName' | 'lastName') => cells.first(row, field);
    const names = {
      firstName: readCell('firstName'),
      lastName: readCell('lastName'),
      name: readCell('name'),
      business: null,
    };
    const person = parsePerson(names, familyFirst);
    if (person === null || !isName(person)) return { code: 'no_name' };
    const word = cells.first(row, 'role') ?? '';
    const role = readRole(word);
    if (role === null) return { code: 'unknown_role', text: word };
    const notes: LineNote[] = [];
    const chosen = [...new Set(cells.all(row, 'stores').flatMap((text) => readStores(text, notes)))];
    const id = readCell('id');
    const record: ImportLineByKind<'employee'> = {
      kind: 'employee',
      key: id ?? JSON.stringify([fullName(person)]),
      ...people.applyExistingSpelling(person),
      role,
      storeIds: chosen.length > 0 ? chosen : stores.all.map((store) => store.id),
      isActive: !isInactive(readActivityCells(cells, row)),
    };
    const outcome = collector.take(origin, { record, called: id ?? fullName(person), notes, fields: STAFF_FIELDS });
    if (outcome === 'taken') people.addStaff(record.key, person);
    return outcome;
  };
}
