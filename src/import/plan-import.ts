import { looseNameKey } from '#contract/practice-setup.ts';
import type { ImportChoices } from './choices.ts';
import { type FileKind, fileKinds } from './fields.ts';
import { createPause } from './pause.ts';
import type { ExistingPractice, ImportPlan, ParsedFile } from './plan.ts';
import { createAppointmentPlanner } from './planning/appointments.ts';
import { createCells } from './planning/cells.ts';
import { createClientPlanner } from './planning/clients.ts';
import { createCollector, type PlannedRow, type RowResult } from './planning/collector.ts';
import { createExportPlanner } from './planning/exported-files.ts';
import { createClientIndex, createPetIndex } from './planning/file-index.ts';
import { createImplicitRecords } from './planning/implicit-records.ts';
import { createMisplacedValueCheck } from './planning/misplaced-values.ts';
import { createPeopleMatcher } from './planning/people.ts';
import { createPetPlanner } from './planning/pets.ts';
import { createStoreMatcher, createWordList } from './planning/practice-words.ts';
import { createStaffPlanner } from './planning/staff.ts';
import { parseRole, parseStatus } from './vocabulary.ts';

interface ImportInputs {
  choices: ImportChoices;
  practice: ExistingPractice;
  /**
   * The current time in epoch milliseconds. The default status of an appointment depends on whether it is before or
   * after this time.
   */
  now: number;
}

/**
 * Plans the import of files. Yields regularly, so that a browser can draw.
 *
 * @param files Files that have been read. If a record occurs more than once, the first one counts
 */
export async function planImport(
  files: readonly ParsedFile[],
  { choices, practice, now }: ImportInputs,
): Promise<ImportPlan> {
  const { map, takeInactive, phonesInAlert = false, storeId } = choices;
  const pause = createPause();
  const collector = createCollector(files);
  const words = createWordList();
  const clientIndex = createClientIndex();
  const petIndex = createPetIndex(clientIndex);
  const people = createPeopleMatcher(practice, map);
  const stores = createStoreMatcher(practice.stores, {
    map,
    words,
    onlyWord: findOnlyStore(files),
    defaultStoreId: storeId,
  });
  const implicit = createImplicitRecords(practice, map, people);
  const choice = { takeInactive, phonesInAlert };
  const shared = { collector, practice, words, clientIndex, petIndex, people, stores, implicit, ...choice, now };
  const visits = createAppointmentPlanner({ ...shared, statusOf: words.reader('statuses', map.statuses, parseStatus) });
  const exported = createExportPlanner(shared);
  const planners: Record<FileKind, (file: ParsedFile) => (row: PlannedRow) => RowResult> = {
    staff: (file) => createStaffPlanner(file, { ...shared, readRole: words.reader('roles', map.roles, parseRole) }),
    clients: (file) => createClientPlanner(file, shared),
    pets: (file) => createPetPlanner(file, shared),
    appointments: visits.reader,
  };

  for (const kind of fileKinds) {
    for (const file of files.filter((one) => one.kind === kind)) {
      const planRow = file.isExport ? exported.planner(file) : planners[kind](file);
      const hasMisplacedValue = createMisplacedValueCheck(file);
      for (const [index, row] of file.table.rows.entries()) {
        const origin = { file: file.table.name, row: index };
        const isShifted = row.writtenCells !== undefined && hasMisplacedValue(row);
        collector.note(origin, row.refused ?? (isShifted ? { code: 'shifted' } : planRow({ row, origin })));
        if (pause.isDue()) await pause.now();
      }
    }
  }

  people.resolveNames(new Set(visits.all.flatMap(({ vet }) => vet ?? [])));
  for (const named of visits.all) visits.countReferences(named, implicit);
  for (const { type, start, end } of visits.parsed)
    if (end !== null) implicit.countDuration(type, (end - start) / 60_000);
  for (const visit of visits.parsed) {
    collector.note(visit.origin, visits.plan(visit, implicit));
    if (pause.isDue()) await pause.now();
  }
  implicit.take(collector);
  exported.take();
  return collector.plan(words.all());
}

/**
 * The word for a store, normalised by `looseNameKey`, if the appointments of all files have only one such word;
 * otherwise null.
 */
function findOnlyStore(files: readonly ParsedFile[]): string | null {
  const found = new Set<string>();
  for (const file of files.filter(({ kind }) => kind === 'appointments')) {
    const cells = createCells(file);
    if (!cells.has('store')) continue;
    for (const row of file.table.rows) for (const word of cells.all(row, 'store')) found.add(looseNameKey(word));
  }
  const [word = null, ...others] = found;
  return others.length === 0 ? word : null;
}
