import type { ImportLineByKind } from '#contract/practice-import.ts';
import { type ClientRow, clientDefinition, type PetRow, petDefinition } from '#service/db/manage/clients-and-pets.ts';
import { clients, pets } from '#service/db/schema.ts';
import { type PartialRow, writeChanges } from '#service/db/write-records.ts';
import type { FieldValues } from '#service/domain/imported-fields.ts';
import {
  changedRecords,
  createSlots,
  type ImportRun,
  mergeImported,
  type NumberedLine,
  type ReportOutcome,
  readRecords,
  refusal,
  type Slot,
  writeSlots,
} from './importing.ts';
import { findClients } from './resolve-references.ts';

const noClient: ClientRow = {
  ...{ firstName: '', lastName: '', email: null, phone: null, alert: null },
  ...{ contactBy: null, recallsBy: null, language: null, isActive: true },
};
const noPet: PetRow = {
  ...{ clientId: '', name: '', species: '', breed: null, sex: null },
  ...{ dateOfBirth: null, deceasedOn: null, alert: null, isActive: true },
};

/** Imports clients. */
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
    slot.base = comparedBase(slot, values);
    if (mentioned && slot.now !== null) report(nth, { outcome: 'unchanged', kept: [] });
    else report(nth, mergeImported(slot, values, noClient));
  }
  for (const { id, now } of slots.values()) if (now !== null) importing.clients.set(id, now);
  if (dryRun) return;

  await writeChanges(importing, clientDefinition, companyId, changedRecords(slots));
  await writeSlots(importing, 'client', slots);
}

/** The fields that clients did not have in earlier versions, so that they may lack a last imported value. */
const newFields = ['contactBy', 'language'] as const;

/**
 * The last imported values with which a line is compared. An empty new field counts as never set here, so it takes the value
 * of the line. That a client asked not to be written to stays unless an import said so before: even a file that was exported
 * after that does not take it back.
 */
function comparedBase({ before, base, oldBase }: Slot<ClientRow>, given: PartialRow<ClientRow>): FieldValues {
  const compared = { ...base };
  for (const field of newFields)
    if (given[field] !== undefined && !(field in compared) && before?.[field] === null) compared[field] = null;
  const isFromHere = before?.contactBy === 'none' && oldBase?.['contactBy'] !== 'none';
  if (!isFromHere || compared['contactBy'] !== 'none') return compared;
  const { contactBy: _, ...others } = compared;
  return oldBase !== null && 'contactBy' in oldBase ? { ...others, contactBy: oldBase['contactBy'] } : others;
}

/** Imports pets. */
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
  for (const { nth, line } of lines) {
    const { kind: _kind, key, id: _id, version: _version, client: ref, ...values } = line;
    const [slot, client] = [slots.get(key), findClient(ref)];
    if (typeof client === 'string') report(nth, refusal(client));
    else if (slot !== undefined) report(nth, mergeImported(slot, { clientId: client.id, ...values }, noPet));
  }
  for (const { id, now } of slots.values()) if (now !== null) importing.pets.set(id, now);
  if (dryRun) return;

  await writeChanges(importing, petDefinition, companyId, changedRecords(slots));
  await writeSlots(importing, 'pet', slots);
}
