import { sql } from 'drizzle-orm';
import type { ClientTransfer, TransferredClients } from '#contract/client-duplicates.ts';
import type { Client } from '#contract/clients-pets-staff.ts';
import { instantOf } from '#contract/date-time.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { arrayLiteral, instantLiteral } from '#service/db/column-types.ts';
import { findClient } from '#service/db/lookups.ts';
import { runQuery } from '#service/db/run-query.ts';
import { updatePetWords } from '#service/db/write-rows.ts';
import { client } from './clients-and-pets.ts';
import { insufficientAccess } from './managing.ts';
import { changeVersioned, type Writing } from './versioned.ts';

type Side = ClientTransfer['from'];
type Belonging = { id: string; client_id: string | null; store_id?: string };

/**
 * Moves pets and appointments from one client to another and changes both clients, all or nothing. If everything is as
 * requested already, nothing is changed, so that a request whose answer was lost can be repeated.
 *
 * @throws 400 for a client of another company; 409 with both clients if one was changed, if something that is listed belongs
 *   to neither, or if a client who becomes inactive has more than is listed; 403 for appointments out of reach
 */
export async function transferClient(
  by: Writing,
  { companyId, from, to, petIds, appointmentIds }: ClientTransfer,
  storeIds: readonly string[],
): Promise<TransferredClients> {
  const { transaction } = by;
  const company = sql`company_id = ${companyId}::uuid`;
  // In the order in which other changes lock them: clients, pets, appointments.
  await runQuery(
    transaction,
    sql`select from clients where ${company} and id = any(${arrayLiteral([from.id, to.id])}::uuid[]) order by id for update`,
  );
  const current = { from: await readSide(by, companyId, from, 'from'), to: await readSide(by, companyId, to, 'to') };
  const pets = await runQuery<Belonging>(
    transaction,
    sql`select id, client_id from pets where ${company}
      and (client_id = ${from.id}::uuid or id = any(${arrayLiteral(petIds)}::uuid[])) order by id for update`,
  );
  const appointments = await runQuery<Belonging>(
    transaction,
    sql`select id, client_id, store_id from appointments where ${company}
      and (client_id = ${from.id}::uuid or id = any(${arrayLiteral(appointmentIds)}::uuid[])) order by id for update`,
  );
  const listed = { pets: among(pets, petIds), appointments: among(appointments, appointmentIds) };
  const all = [...listed.pets, ...listed.appointments];
  const isChanged = (side: 'from' | 'to') => changesOf({ from, to }[side], current[side]);
  if (all.every(({ client_id }) => client_id === to.id) && !isChanged('from') && !isChanged('to')) return current;

  const isStale = (side: Side, now: Client) => instantOf(side.expectedUpdatedAt) !== instantOf(now.updatedAt);
  const isAway = ({ client_id }: Belonging) => client_id !== from.id;
  const leaves = from.isActive === false;
  const isLeft = leaves && pets.length + appointments.length > all.length;
  if (isStale(from, current.from) || isStale(to, current.to) || all.some(isAway) || isLeft) {
    // What is out of reach cannot be listed.
    if (appointments.some(isOutOf(storeIds))) throw outOfReach();
    const suggestion = 'the clients, or what is to be transferred, have been changed in the meantime: decide again';
    throw new ServiceError('changed_meanwhile', suggestion, { current });
  }
  if (listed.appointments.some(isOutOf(storeIds))) throw outOfReach();

  const at = sql`greatest(${instantLiteral(by.clock())}::timestamptz, updated_at + interval '1 millisecond')`;
  await runQuery(
    transaction,
    sql`update pets set client_id = ${to.id}::uuid, updated_at = ${at}
      where ${company} and id = any(${arrayLiteral(petIds)}::uuid[])`,
  );
  await updatePetWords(
    transaction,
    'pets',
    petIds.map((id) => ({ company_id: companyId, id })),
  );
  // `added_by` marks the rows as new versions, so that cached counts stay valid.
  await runQuery(
    transaction,
    sql`update appointments set client_id = ${to.id}::uuid, updated_at = ${at}, added_by = pg_current_xact_id()
      where ${company} and id = any(${arrayLiteral(appointmentIds)}::uuid[])`,
  );
  const change = (side: Side, now: Client) =>
    changesOf(side, now) ? changeVersioned(by, client, { companyId, ...side }) : now;
  return { from: await change(from, current.from), to: await change(to, current.to) };
}

/** A locked client. Throws 400 if the company has none, or if it is unresolved. */
async function readSide(by: Writing, companyId: string, { id }: Side, name: 'from' | 'to'): Promise<Client> {
  const found = await findClient(by.transaction, { companyId, id });
  if (found === null) throw invalidInput(`${name}.id`, 'the company has no such client');
  if ('updatedAt' in found) return found;
  throw invalidInput(`${name}.id`, 'the client is unresolved: its record must be corrected first');
}

const among = (rows: readonly Belonging[], ids: readonly string[]) => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? { id, client_id: null });
};

/** Whether a side of a transfer differs from the client. */
function changesOf({ id: _, expectedUpdatedAt: __, ...changes }: Side, now: Client): boolean {
  const values = new Map<string, unknown>(Object.entries(now));
  return Object.entries(changes).some(([name, value]) => value !== undefined && value !== values.get(name));
}

const isOutOf = (storeIds: readonly string[]) => (row: Belonging) =>
  row.store_id !== undefined && !storeIds.includes(row.store_id);
const outOfReach = () => insufficientAccess('the client has appointments in a store that the key does not reach');
