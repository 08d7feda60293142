import type { ClientRef, PetRef } from '#contract/practice-import.ts';
import type { RefusalReason } from '#import/reasons.ts';
import type { TableRow } from '#import/table.ts';
import type { Cells } from './cells.ts';
import { clientReader, ownerColumns } from './clients.ts';
import { personKey, turnedKeys, wholeName } from './names.ts';
import { clientNamed, type Owners } from './owners.ts';
import type { Patients } from './patients.ts';

/** The pet of a visit, also as the cells say it; a reason where it cannot be told. */
export type VisitPet = { pet: PetRef; said: string } | { isLeftOut: true } | RefusalReason;

/**
 * Reads the pet of a visit: by its id, or by its name and its client. A pet that the files do not have is looked for on file; a name
 * without a client is too little.
 */
export function visitPetReader(
  cells: Cells,
  { owners, patients }: { owners: Owners; patients: Patients },
): (row: TableRow) => VisitPet {
  const readOwner = clientReader(cells, ownerColumns);

  /** The pets of a name whose owner has the first of these names that any has. */
  function ofNamed(name: string, ownerKeys: readonly string[]) {
    for (const ownerKey of ownerKeys) {
      const found = patients.named(name, { name: ownerKey });
      if (found.length > 0) return found;
    }
    return [];
  }

  return (row) => {
    const id = cells.first(row, 'petId');
    if (id !== null) return patients.withKey(id)?.isLeftOut ? { isLeftOut: true } : { pet: { key: id }, said: id };
    const name = cells.first(row, 'petName');
    if (name === null) return { code: 'no_pet_named' };
    const { id: clientId, person, contact } = readOwner(row);
    if (clientId === null && person === null) return { code: 'no_owner' };

    const said = JSON.stringify([clientId ?? (person && wholeName(person)), name]);
    const ownerKey = person === null ? '' : personKey(person);
    const found =
      clientId === null ? ofNamed(name, [ownerKey, ...turnedKeys(ownerKey)]) : patients.named(name, { key: clientId });
    const there = found.filter(({ isLeftOut }) => !isLeftOut);
    const [pet, ...others] = there;
    if (others.length > 0) return { code: 'several_pets', text: name };
    if (pet !== undefined) return { pet: { key: pet.key }, said };
    if (found.length > 0) return { isLeftOut: true };

    const owner = clientId === null ? person && owners.find(person, contact) : { owner: owners.withKey(clientId) };
    if (owner === 'several') return { code: 'several_clients', text: person === null ? '' : wholeName(person) };
    if (owner?.owner?.isLeftOut) return { isLeftOut: true };
    const key = clientId ?? owner?.owner?.key;
    const client: ClientRef | null = key === undefined ? person && clientNamed(person) : { key };
    return client === null ? { code: 'no_owner' } : { pet: { name, client }, said };
  };
}
