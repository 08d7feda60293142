import { sql } from 'drizzle-orm';
import type { ImportLineOf } from '#contract/practice-import.ts';
import { arrayLiteral, instantLiteral } from '#service/db/column-types.ts';
import { runQuery } from '#service/db/run-query.ts';
import { clients, pets } from '#service/db/schema.ts';
import { insertNewRows, rowOf, updatePetWords, updateRows } from '#service/db/write-rows.ts';
import { sortNameOf, wordsOf } from '#service/domain/search-words.ts';
import {
  type ClientValues,
  type Importing,
  lockRows,
  type NumberedLine,
  type PetValues,
  refused,
  slotsOf,
  type Tell,
  takeOver,
  writeSlots,
  writtenSlots,
} from './importing.ts';
import { findClients } from './references.ts';

const noClient: ClientValues = { firstName: '', lastName: '', email: null, phone: null };
const noPet: PetValues = { clientId: '', name: '', species: '', breed: null, sex: null, dateOfBirth: null };

async function readClients(importing: Importing, ids: readonly string[]): Promise<Map<string, ClientValues>> {
  const rows = await runQuery<{ id: string } & ClientValues>(
    importing.transaction,
    sql`select id, first_name as "firstName", last_name as "lastName", email, phone from clients
      where company_id = ${importing.companyId}::uuid and id = any(${arrayLiteral(ids)}::uuid[]) ${lockRows(importing)}`,
  );
  return new Map(rows.map(({ id, ...values }) => [id, values]));
}

/** Takes over clients. */
export async function importClients(
  importing: Importing,
  lines: readonly NumberedLine<ImportLineOf<'client'>>[],
  tell: Tell,
): Promise<void> {
  const { transaction, companyId, dryRun } = importing;
  const slots = await slotsOf(importing, 'client', lines, (ids) => readClients(importing, ids));
  for (const { nth, line } of lines) {
    const { kind: _kind, key, mentioned = false, ...values } = line;
    const slot = slots.get(key);
    if (slot === undefined) continue;
    if (mentioned && slot.now !== null) tell(nth, { outcome: 'unchanged', kept: [] });
    else tell(nth, takeOver(slot, values, noClient));
  }
  for (const { id, now } of slots.values()) if (now !== null) importing.clients.set(id, now);
  if (dryRun) return;

  const { added, changed } = writtenSlots(slots);
  const at = instantLiteral(importing.now);
  const row = (id: string, values: ClientValues) => ({
    ...rowOf(clients, { companyId, id, ...values, updatedAt: at }),
    sort_name: sortNameOf(values.firstName, values.lastName),
    words: wordsOf(values.firstName, values.lastName),
  });
  const addedRows = added.map(({ id, now }) => ({ ...row(id, now), created_at: at }));
  if (addedRows.length > 0) await runQuery(transaction, insertNewRows(clients, addedRows));
  const changedRows = changed.map(({ id, now }) => row(id, now));
  if (changedRows.length > 0) await runQuery(transaction, updateRows(clients, changedRows));
  const renamed = changed.filter(
    ({ before, now }) => before.firstName !== now.firstName || before.lastName !== now.lastName,
  );
  const named = renamed.map(({ id }) => ({ company_id: companyId, id }));
  if (named.length > 0) await updatePetWords(transaction, 'clients', named);
  await writeSlots(importing, 'client', slots);
}

async function readPets(importing: Importing, ids: readonly string[]): Promise<Map<string, PetValues>> {
  const rows = await runQuery<{ id: string } & PetValues>(
    importing.transaction,
    sql`select id, client_id as "clientId", name, species, breed, sex, date_of_birth as "dateOfBirth" from pets
      where company_id = ${importing.companyId}::uuid and id = any(${arrayLiteral(ids)}::uuid[]) ${lockRows(importing)}`,
  );
  return new Map(rows.map(({ id, ...values }) => [id, values]));
}

/** Takes over pets. */
export async function importPets(
  importing: Importing,
  lines: readonly NumberedLine<ImportLineOf<'pet'>>[],
  tell: Tell,
): Promise<void> {
  const { transaction, companyId, dryRun } = importing;
  const findClient = await findClients(
    importing,
    lines.map(({ line }) => line.client),
  );
  const slots = await slotsOf(importing, 'pet', lines, (ids) => readPets(importing, ids));
  for (const { nth, line } of lines) {
    const { kind: _kind, key, client: ref, ...values } = line;
    const [slot, client] = [slots.get(key), findClient(ref)];
    if (typeof client === 'string') tell(nth, refused(client));
    else if (slot !== undefined) tell(nth, takeOver(slot, { clientId: client.id, ...values }, noPet));
  }
  for (const { id, now } of slots.values()) if (now !== null) importing.pets.set(id, now);
  if (dryRun) return;

  const { added, changed } = writtenSlots(slots);
  const owners = await findClients(
    importing,
    [...added, ...changed].map(({ now }) => ({ id: now.clientId })),
  );
  const at = instantLiteral(importing.now);
  const row = (id: string, values: PetValues) => {
    const owner = owners({ id: values.clientId });
    const names = typeof owner === 'string' ? [] : [owner.firstName, owner.lastName];
    return {
      ...rowOf(pets, { companyId, id, ...values, updatedAt: at }),
      sort_name: sortNameOf(values.name),
      words: wordsOf(values.name, ...names),
    };
  };
  const addedRows = added.map(({ id, now }) => ({ ...row(id, now), created_at: at }));
  if (addedRows.length > 0) await runQuery(transaction, insertNewRows(pets, addedRows));
  const changedRows = changed.map(({ id, now }) => row(id, now));
  if (changedRows.length > 0) await runQuery(transaction, updateRows(pets, changedRows));
  await writeSlots(importing, 'pet', slots);
}
