import { sameName } from './names.ts';
import type { Owners } from './owners.ts';

/** A pet of the files. */
interface Patient {
  key: string;
  name: string;
  /** What tells its owner apart: the key, or the name of one who is in no file. */
  owner: { key: string } | { name: string };
  isLeftOut: boolean;
}

/** The pets of the files, to be found by visits. */
export function createPatients(owners: Owners) {
  const byKey = new Map<string, Patient>();
  /** By name and owner; made when it is asked for first, when all owners are known. */
  let byName: Map<string, Patient[]> | null = null;

  function index(): Map<string, Patient[]> {
    const made = new Map<string, Patient[]>();
    for (const patient of byKey.values()) {
      const { owner } = patient;
      const ownerName = 'key' in owner ? owners.withKey(owner.key)?.name : owner.name;
      const ofOwner = [
        ...('key' in owner ? [placeOf(patient.name, { key: owner.key })] : []),
        ...(ownerName === undefined ? [] : [placeOf(patient.name, { name: ownerName })]),
      ];
      for (const place of ofOwner) made.set(place, [...(made.get(place) ?? []), patient]);
    }
    return made;
  }
  const placeOf = (name: string, owner: Patient['owner']) =>
    'key' in owner ? `${sameName(name)}\nkey ${owner.key}` : `${sameName(name)}\nname ${owner.name}`;

  return {
    add(patient: Patient) {
      if (byKey.get(patient.key)?.isLeftOut === false) return;
      byKey.set(patient.key, patient);
      byName = null;
    },
    withKey: (key: string): Patient | null => byKey.get(key) ?? null,
    /** Those of a name and of an owner, by the key or by the name as `personKey` has it. */
    named(name: string, owner: Patient['owner']): readonly Patient[] {
      byName ??= index();
      return byName.get(placeOf(name, owner)) ?? [];
    },
  };
}
export type Patients = ReturnType<typeof createPatients>;
