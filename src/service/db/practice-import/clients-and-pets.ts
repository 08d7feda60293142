import { type SQL, sql } from 'drizzle-orm';
import type { ImportLineOf } from '#contract/practice-import.ts';
import { instantLiteral } from '#service/db/column-types.ts';
import { renameTitles } from '#service/db/manage/clients-and-pets.ts';
import { clients, pets } from '#service/db/schema.ts';
import { rowOf, updatePetWords } from '#service/db/write-rows.ts';
import { nameKeysOf, sortNameOf, wordsOf } from '#service/domain/search-words.ts';
import {
  type ChangedRecord,
  type ClientValues,
  changedRecords,
  type Importing,
  mergeImported,
  type NumberedLine,
  type PetValues,
  type ReportOutcome,
  readRecords,
  refused,
  slotsOf,
  writeRecords,
  writeSlots,
} from './importing.ts';
import { findClients } from './resolve-references.ts';

const clientFields = ['firstName', 'lastName', 'email', 'phone', 'alert', 'isActive'] as const;
const noClient: ClientValues = {
  ...{ firstName: '', lastName: '', email: null, phone: null, alert: null, isActive: true },
};
const petFields = [
  ...(['clientId', 'name', 'species', 'breed', 'sex', 'dateOfBirth'] as const),
  ...(['deceasedOn', 'alert', 'isActive'] as const),
];
const noPet: PetValues = {
  ...{ clientId: '', name: '', species: '', breed: null, sex: null },
  ...{ dateOfBirth: null, deceasedOn: null, alert: null, isActive: true },
};

/** Imports clients. */
export async function importClients(
  importing: Importing,
  lines: readonly NumberedLine<ImportLineOf<'client'>>[],
  report: ReportOutcome,
): Promise<void> {
  const { transaction, companyId, dryRun } = importing;
  const slots = await slotsOf(importing, { kind: 'client', file: 'clients' }, lines, (ids) =>
    readRecords(importing, { table: clients, fields: clientFields, ids }),
  );
  for (const { nth, line } of lines) {
    const { kind: _kind, key, id: _id, version: _version, mentioned = false, ...values } = line;
    const slot = slots.get(key);
    if (slot === undefined) continue;
    if (mentioned && slot.now !== null) report(nth, { outcome: 'unchanged', kept: [] });
    else report(nth, mergeImported(slot, values, noClient));
  }
  for (const { id, now } of slots.values()) if (now !== null) importing.clients.set(id, now);
  if (dryRun) return;

  const records = changedRecords(slots);
  const at = instantLiteral(importing.now);
  await writeRecords(
    importing,
    clients,
    records,
    ({ id, before, now }) =>
      rowOf(clients, {
        ...{ companyId, id, ...now },
        ...nameKeysOf(now.firstName, now.lastName),
        ...(before === null && { createdAt: at, updatedAt: at }),
      }),
    [laterUpdatedAt(importing)],
  );
  const renamed = records.filter(
    ({ before, now }) => before !== null && (before.firstName !== now.firstName || before.lastName !== now.lastName),
  );
  const named = renamed.map(({ id }) => ({ company_id: companyId, id }));
  if (named.length > 0) await updatePetWords(transaction, 'clients', named);
  await writeSlots(importing, 'client', slots);
}

/** Imports pets. */
export async function importPets(
  importing: Importing,
  lines: readonly NumberedLine<ImportLineOf<'pet'>>[],
  report: ReportOutcome,
): Promise<void> {
  const { companyId, dryRun } = importing;
  const findClient = await findClients(
    importing,
    lines.map(({ line }) => line.client),
  );
  const slots = await slotsOf(importing, { kind: 'pet', file: 'pets' }, lines, (ids) =>
    readRecords(importing, { table: pets, fields: petFields, ids }),
  );
  for (const { nth, line } of lines) {
    const { kind: _kind, key, id: _id, version: _version, client: ref, ...values } = line;
    const [slot, client] = [slots.get(key), findClient(ref)];
    if (typeof client === 'string') report(nth, refused(client));
    else if (slot !== undefined) report(nth, mergeImported(slot, { clientId: client.id, ...values }, noPet));
  }
  for (const { id, now } of slots.values()) if (now !== null) importing.pets.set(id, now);
  if (dryRun) return;

  const records = changedRecords(slots);
  const owners = await findClients(
    importing,
    records.map(({ now }) => ({ id: now.clientId })),
  );
  const at = instantLiteral(importing.now);
  const toRow = ({ id, before, now }: ChangedRecord<PetValues>) => {
    const owner = owners({ id: now.clientId });
    const names = typeof owner === 'string' ? [] : [owner.firstName, owner.lastName];
    return rowOf(pets, {
      ...{ companyId, id, ...now },
      sortName: sortNameOf(now.name),
      words: wordsOf(now.name, ...names),
      ...(before === null && { createdAt: at, updatedAt: at }),
    });
  };
  await writeRecords(importing, pets, records, toRow, [laterUpdatedAt(importing)]);
  const renamed = records.flatMap(({ id, before, now }) =>
    before === null || before.name === now.name ? [] : [{ id, from: before.name, to: now.name }],
  );
  await renameTitles({ transaction: importing.transaction, clock: () => importing.now }, companyId, renamed);
  await writeSlots(importing, 'pet', slots);
}

/** The assignment of a later `updatedAt`, as `changedAt` computes it, even if the record changed while the import waited. */
function laterUpdatedAt({ now }: Importing): SQL {
  return sql`updated_at = greatest(${instantLiteral(now)}::timestamptz, present.updated_at + interval '1 millisecond')`;
}
