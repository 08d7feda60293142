import { sql } from 'drizzle-orm';
import { invalidInput } from '#contract/error.ts';
import type { ImportLineByKind } from '#contract/practice-import.ts';
import { nameKey } from '#contract/practice-setup.ts';
import { arrayLiteral, deriveUuid, instantLiteral } from '#service/db/column-types.ts';
import { type ClientRow, clientDefinition, type PetRow, petDefinition } from '#service/db/manage/clients-and-pets.ts';
import { readRows } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { clients, pets, recalls } from '#service/db/schema.ts';
import { type PartialRow, writeChanges } from '#service/db/write-records.ts';
import { insertNewRows, toColumnRow } from '#service/db/write-rows.ts';
import type { FieldValues } from '#service/domain/imported-fields.ts';
import {
  createSlots,
  type ImportRun,
  type ImportSlot,
  listChangedRecords,
  mergeImported,
  type NumberedLine,
  type ReportOutcome,
  readRecords,
  refusedOutcome,
  writeSlots,
} from './import-run.ts';
import { findClients, findPracticeRecords } from './resolve-references.ts';

const blankClient: ClientRow = {
  ...{ firstName: '', lastName: '', email: null, phone: null, alert: null },
  ...{ contactBy: null, recallsBy: null, language: null, isActive: true },
};
const blankPet: PetRow = {
  ...{ clientId: '', name: '', species: '', breed: null, sex: null },
  ...{ dateOfBirth: null, deceasedOn: null, alert: null, isActive: true },
};

export async function importClients(
  importing: ImportRun,
  lines: readonly NumberedLine<ImportLineByKind<'client'>>[],
  report: ReportOutcome,
): Promise<void> {
  const { companyId, dryRun } = importing;
  const slots = await createSlots(importing, { kind: 'client', file: 'clients' }, lines, (ids) =>
    readRecords(importing, { table: clients, fields: clientDefinition.fields, ids }),
  );
  for (const { nth, line } of lines) {
    const { kind: _kind, key, id: _id, version: _version, mentioned = false, ...values } = line;
    const slot = slots.get(key);
    if (slot === undefined) continue;
    slot.base = computeBaseToCompare(slot, values);
    if (mentioned && slot.now !== null) report(nth, { outcome: 'unchanged', kept: [] });
    else report(nth, mergeImported(slot, values, blankClient));
  }
  for (const { id, now } of slots.values()) if (now !== null) importing.clients.set(id, now);
  if (dryRun) return;

  await writeChanges(importing, clientDefinition, companyId, listChangedRecords(slots));
  await writeSlots(importing, 'client', slots);
}

/**
 * The fields that clients did not have in earlier versions. A client imported by such a version has no last imported value
 * for them.
 */
const newFields = ['contactBy', 'recallsBy', 'language'] as const;

/**
 * The last imported values with which a line is compared. An empty new field counts as never set in Frontdesk, so it takes
 * the value of the line. If a client asked for no messages, this wish is kept unless an import has stored it: even a file
 * that was exported later does not undo it. The same wish about recalls is always kept, since clients may have expressed it
 * through the link in a message.
 */
function computeBaseToCompare(
  { before, base, oldBase }: ImportSlot<ClientRow>,
  given: PartialRow<ClientRow>,
): FieldValues {
  const compared: Record<string, unknown> = { ...base };
  for (const field of newFields)
    if (given[field] !== undefined && !(field in compared) && before?.[field] === null) compared[field] = null;
  if (before?.recallsBy === 'none') delete compared['recallsBy'];
  const isFromHere = before?.contactBy === 'none' && oldBase?.['contactBy'] !== 'none';
  if (!isFromHere || compared['contactBy'] !== 'none') return compared;
  const { contactBy: _, ...others } = compared;
  return oldBase !== null && 'contactBy' in oldBase ? { ...others, contactBy: oldBase['contactBy'] } : others;
}

/** Imports pets with their recalls. Throws 400 for a `dueFor` that names no active visit type. */
export async function importPets(
  importing: ImportRun,
  lines: readonly NumberedLine<ImportLineByKind<'pet'>>[],
  report: ReportOutcome,
): Promise<void> {
  const { companyId, dryRun } = importing;
  const findClient = await findClients(
    importing,
    lines.map(({ line }) => line.client),
  );
  const slots = await createSlots(importing, { kind: 'pet', file: 'pets' }, lines, (ids) =>
    readRecords(importing, { table: pets, fields: petDefinition.fields, ids }),
  );
  const recallsOfPets = await createImportedRecalls(importing, lines, [...slots.values()]);
  for (const { nth, line } of lines) {
    const { kind: _kind, key, id: _id, version: _version, client: ref, dueOn, dueFor, ...values } = line;
    const [slot, client] = [slots.get(key), findClient(ref)];
    const visitTypeId = dueFor == null ? null : recallsOfPets.typeOf(nth, dueFor);
    if (typeof client === 'string') report(nth, refusedOutcome(client));
    else if (visitTypeId === 'no_type') report(nth, refusedOutcome(visitTypeId));
    else if (slot !== undefined) {
      const outcome = mergeImported(slot, { clientId: client.id, ...values }, blankPet);
      const isDue = dueOn != null && visitTypeId !== null && recallsOfPets.add(slot, { visitTypeId, dueOn });
      report(nth, isDue && outcome.outcome === 'unchanged' ? { ...outcome, outcome: 'changed' } : outcome);
    }
  }
  for (const { id, now } of slots.values()) if (now !== null) importing.pets.set(id, now);
  if (dryRun) return;

  await writeChanges(importing, petDefinition, companyId, listChangedRecords(slots));
  await writeSlots(importing, 'pet', slots);
  await recallsOfPets.write();
}

/**
 * Returns functions that create recalls from the lines of pets. A living, active pet gets the recall of a line unless it
 * already has a recall of the type that is open, or that is for the same day or later. So importing a file again never
 * creates a recall twice.
 */
async function createImportedRecalls(
  importing: ImportRun,
  lines: readonly NumberedLine<ImportLineByKind<'pet'>>[],
  slots: readonly ImportSlot<PetRow>[],
) {
  const { transaction, companyId, now } = importing;
  type DueFor = NonNullable<ImportLineByKind<'pet'>['dueFor']>;
  const dueFor = lines.flatMap(({ line }) => line.dueFor ?? []);
  const refs = dueFor.flatMap((one) =>
    typeof one === 'string' ? [] : { kind: 'appointment_type' as const, ref: one },
  );
  const practice = dueFor.length === 0 ? null : await findPracticeRecords(importing, refs);
  const types = [...(practice?.types ?? [])].filter(([, { isActive }]) => isActive);
  const typeNamed = new Map(types.map(([id, { name }]) => [nameKey(name), id]));
  const petIds = dueFor.length === 0 ? [] : slots.flatMap(({ id, before }) => (before === null ? [] : id));
  const those = sql`where company_id = ${companyId}::uuid and pet_id = any(${arrayLiteral(petIds)}::uuid[])`;
  const present = petIds.length === 0 ? [] : await readRows(transaction, recalls, recallFields, those);
  const byPet = new Map<string, typeof present>();
  for (const recall of present) byPet.set(recall.petId, [...(byPet.get(recall.petId) ?? []), recall]);
  const added: typeof present = [];

  return {
    /**
     * The id of the active visit type that the line at a position of the request refers to by name, key or id. Throws 400 for a
     * name without such a type; the result is `no_type` for a key or an id without one.
     */
    typeOf(nth: number, ref: DueFor): string | 'no_type' {
      if (typeof ref === 'string') {
        const named = typeNamed.get(nameKey(ref));
        if (named === undefined) throw invalidInput(`lines[${nth}].dueFor`, 'must be the name of an active visit type');
        return named;
      }
      const id = practice?.type(ref) ?? null;
      return id === null || practice?.types.get(id)?.isActive === false ? 'no_type' : id;
    },
    /** Adds a recall for a pet, unless the pet must not get one. Returns whether it was added. */
    add({ id: petId, now: pet }: ImportSlot<PetRow>, due: { visitTypeId: string; dueOn: string }): boolean {
      if (pet === null || !pet.isActive || pet.deceasedOn !== null) return false;
      const id = deriveUuid(JSON.stringify([companyId, 'recall', petId, due.visitTypeId, due.dueOn]));
      const ofPet = byPet.get(petId) ?? [];
      const ofType = ofPet.filter(({ visitTypeId }) => visitTypeId === due.visitTypeId);
      if (ofType.some((one) => one.status === 'due' || one.dueOn >= due.dueOn || one.id === id)) return false;
      const recall = { id, petId, ...due, status: 'due' as const };
      added.push(recall);
      byPet.set(petId, [...ofPet, recall]);
      return true;
    },
    async write(): Promise<void> {
      if (added.length === 0) return;
      const at = instantLiteral(now);
      const rows = added.map((one) =>
        toColumnRow(recalls, { companyId, ...one, isImported: true, createdAt: at, updatedAt: at }),
      );
      await runQuery(transaction, insertNewRows(recalls, rows));
    },
  };
}

const recallFields = ['id', 'petId', 'visitTypeId', 'dueOn', 'status'] as const;
