import type { PetRef } from '#contract/practice-import.ts';
import { sameName } from './names.ts';

/** A pet of the files. */
interface Patient {
  key: string;
  name: string;
  /** What tells its owner apart: the key, or the name of one who is in no file. */
  owner: { key: string } | { name: string };
  isLeftOut: boolean;
}

/** The pets of the files, to be found by visits. */
export function createPatients() {
  const byKey = new Map<string, Patient>();
  const byName = new Map<string, Patient[]>();
  return {
    add(patient: Patient) {
      if (byKey.get(patient.key)?.isLeftOut === false) return;
      byKey.set(patient.key, patient);
      const name = sameName(patient.name);
      const others = byName.get(name);
      if (others === undefined) byName.set(name, [patient]);
      else others.push(patient);
    },
    withKey: (key: string): Patient | null => byKey.get(key) ?? null,
    /** Those of a name whose owner is one that `isOwner` accepts. */
    named: (name: string, isOwner: (owner: Patient['owner']) => boolean): readonly Patient[] =>
      (byName.get(sameName(name)) ?? []).filter(({ owner }) => isOwner(owner)),
  };
}
export type Patients = ReturnType<typeof createPatients>;

/** A pet by its key. */
export const petWithKey = (key: string): PetRef => ({ key });
