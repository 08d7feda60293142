import { sql } from 'drizzle-orm';
import type { ClientTransfer, TransferredClients } from '#contract/client-duplicates.ts';
import type { Client } from '#contract/clients-pets-staff.ts';
import { instantOf } from '#contract/date-time.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { arrayLiteral } from '#service/db/column-types.ts';
import { findClient } from '#service/db/lookups.ts';
import { readRows } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { pets } from '#service/db/schema.ts';
import { writeChanges } from '#service/db/write-records.ts';
import { laterVersion } from '#service/db/write-rows.ts';
import { clientDefinition, petDefinition } from './clients-and-pets.ts';
import { insufficientAccessError } from './lock-practice.ts';
import { changeVersionedRecord, type WriterWithClock } from './versioned-record.ts';

type ClientChange = ClientTransfer['from'];
type OwnedRecord = { id: string; clientId: string | null; storeId?: string };

/**
 * Moves pets and appointments from one client to another and changes both clients, all or nothing. If everything is as
 * requested already, nothing is changed, so that a request whose response was lost can be repeated.
 *
 * @throws 400 for an unknown or unresolved client; 409 with both clients if one of them was changed, if a listed pet or
 * appointment no longer belongs to `from`, or if a client who becomes inactive has pets or appointments that are not listed;
 * 403 for appointments that are not accessible
 */
export async function transferClient(
  by: WriterWithClock,
  { companyId, from, to, petIds, appointmentIds }: ClientTransfer,
  storeIds: readonly string[],
): Promise<TransferredClients> {
  const { transaction } = by;
  const company = sql`company_id = ${companyId}::uuid`;
  // Records are locked in the same order as in other changes: clients, pets, appointments.
  await runQuery(
    transaction,
    sql`select from clients where ${company} and id = any(${arrayLiteral([from.id, to.id])}::uuid[]) order by id for update`,
  );
  const current = {
    from: await requireTransferClient(by, companyId, from, 'from'),
    to: await requireTransferClient(by, companyId, to, 'to'),
  };
  const ownPets = await readRows(
    transaction,
    pets,
    ['id', ...petDefinition.fields],
    sql`where ${company}
      and (client_id = ${from.id}::uuid or id = any(${arrayLiteral(petIds)}::uuid[])) order by id for update`,
  );
  const appointments = await runQuery<OwnedRecord>(
    transaction,
    sql`select id, client_id as "clientId", store_id as "storeId" from appointments where ${company}
      and (client_id = ${from.id}::uuid or id = any(${arrayLiteral(appointmentIds)}::uuid[])) order by id for update`,
  );
  const listed = {
    pets: selectRowsByIds(ownPets, petIds),
    appointments: selectRowsByIds(appointments, appointmentIds),
  };
  const all = [...listed.pets, ...listed.appointments];
  const wouldChange = (side: 'from' | 'to') => hasChanges({ from, to }[side], current[side]);
  if (all.every(({ clientId }) => clientId === to.id) && !wouldChange('from') && !wouldChange('to')) return current;

  const isStale = (side: ClientChange, now: Client) => instantOf(side.expectedUpdatedAt) !== instantOf(now.updatedAt);
  const isNotOwned = ({ clientId }: OwnedRecord) => clientId !== from.id;
  const becomesInactive = from.isActive === false;
  const hasUnlisted = becomesInactive && ownPets.length + appointments.length > all.length;
  if (isStale(from, current.from) || isStale(to, current.to) || all.some(isNotOwned) || hasUnlisted) {
    // A request cannot list appointments in stores that the key cannot access, so repeating it would not help.
    if (appointments.some(isInOtherStore(storeIds))) throw notAccessibleError();
    const suggestion = 'the clients, or what is to be transferred, have been changed in the meantime: decide again';
    throw new ServiceError('changed_meanwhile', suggestion, { current });
  }
  if (listed.appointments.some(isInOtherStore(storeIds))) throw notAccessibleError();

  const { clock, actor } = by;
  const now = clock();
  const moved = ownPets.filter(({ id }) => petIds.includes(id));
  await writeChanges(
    { transaction, actor, now },
    petDefinition,
    companyId,
    moved.map(({ id, ...before }) => ({ id, before, after: { ...before, clientId: to.id } })),
  );
  // `added_by` marks the rows as new versions, so that cached counts stay valid.
  await runQuery(
    transaction,
    sql`update appointments set client_id = ${to.id}::uuid, updated_at = ${laterVersion(now)}, added_by = pg_current_xact_id()
      where ${company} and id = any(${arrayLiteral(appointmentIds)}::uuid[])`,
  );
  const changeIfNeeded = (side: ClientChange, now: Client) =>
    hasChanges(side, now) ? changeVersionedRecord(by, clientDefinition, { companyId, ...side }) : now;
  return { from: await changeIfNeeded(from, current.from), to: await changeIfNeeded(to, current.to) };
}

/**
 * Reads one of the two clients, which must be locked. Throws 400 if the company has no such client, or if the record is
 * unresolved.
 */
async function requireTransferClient(
  by: WriterWithClock,
  companyId: string,
  { id }: ClientChange,
  name: 'from' | 'to',
): Promise<Client> {
  const found = await findClient(by.transaction, { companyId, id });
  if (found === null) throw invalidInput(`${name}.id`, 'the company has no such client');
  if ('updatedAt' in found) return found;
  throw invalidInput(`${name}.id`, 'the client is unresolved: its record must be corrected first');
}

/** The rows with these ids. A missing row is replaced by one that belongs to no client. */
const selectRowsByIds = (rows: readonly OwnedRecord[], ids: readonly string[]) => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? { id, clientId: null });
};

/** Whether the requested values differ from the client's current ones. */
function hasChanges({ id: _, expectedUpdatedAt: __, ...changes }: ClientChange, now: Client): boolean {
  const values = new Map<string, unknown>(Object.entries(now));
  return Object.entries(changes).some(([name, value]) => value !== undefined && value !== values.get(name));
}

const isInOtherStore = (storeIds: readonly string[]) => (row: OwnedRecord) =>
  row.storeId !== undefined && !storeIds.includes(row.storeId);
const notAccessibleError = () =>
  insufficientAccessError('the client has appointments in a store that the key cannot access');
