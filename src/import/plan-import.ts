import type { ImportChoices } from './choices.ts';
import { fileKinds } from './fields.ts';
import type { ImportPlan, KnownPractice, ReadFile } from './plan.ts';
import { clientPlanner } from './planning/clients.ts';
import { createCollected, type Row } from './planning/collected.ts';
import { sameName } from './planning/names.ts';
import { createOwners } from './planning/owners.ts';
import { createPatients } from './planning/patients.ts';
import { createPause } from './planning/pause.ts';
import { petPlanner } from './planning/pets.ts';

interface Planning {
  choices: ImportChoices;
  practice: KnownPractice;
  /** Epoch milliseconds. Visits without a status are past or to come by it. */
  now: number;
}

/**
 * Plans what to take over from files. It gives way to others now and then, so that a browser goes on drawing.
 *
 * @param files Read, with the meaning of their columns; of what is there twice the first counts
 */
export async function planImport(files: readonly ReadFile[], { choices, now }: Planning): Promise<ImportPlan> {
  const pause = createPause();
  const collected = createCollected(files);
  const owners = createOwners();
  const patients = createPatients();
  const { takeInactive, map } = choices;
  const speciesWords = new Map(Object.entries(map.species ?? {}).map(([word, species]) => [sameName(word), species]));
  const latestYear = new Date(now).getUTCFullYear();

  const plannerOf = (file: ReadFile): ((row: Row) => void) => {
    if (file.kind === 'clients') return clientPlanner(file, { collected, owners, takeInactive });
    return petPlanner(file, { collected, owners, patients, takeInactive, speciesWords, latestYear });
  };

  for (const kind of fileKinds) {
    for (const file of files.filter((one) => one.kind === kind)) {
      const planRow = plannerOf(file);
      for (const [index, row] of file.table.rows.entries()) {
        const origin = { file: file.table.name, row: index };
        if (row.refused === undefined) planRow({ file, row, origin });
        else collected.refuse(origin, row.refused);
        if (pause.isDue()) await pause.now();
      }
    }
  }
  return collected.plan([]);
}
