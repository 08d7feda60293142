import { type SQL, sql } from 'drizzle-orm';
import type { ClientLanguage } from '#contract/enums.ts';
import { parseLinkToken } from '#service/domain/link-token.ts';
import type { LinkedStore } from './client-links.ts';
import type { Database } from './database.ts';
import { clientDefinition } from './manage/clients-and-pets.ts';
import { readBookingPage } from './online-booking/booking-page.ts';
import { selectBookedAppointment } from './recalls.ts';
import { type Executor, inTransaction, runQuery } from './run-query.ts';
import { readRecord, writeChanges } from './write-records.ts';

/** A pet that is still due again, as its client sees it. */
export interface LinkedRecall {
  petName: string;
  visitTypeName: string;
  /** `YYYY-MM-DD` */
  dueOn: string;
}

/** The data of the page that the link in a message about pets that are due again opens. */
export interface RecallLink {
  practiceName: string;
  /** The language that the client chose; null if the client has not chosen any. */
  clientLanguage: ClientLanguage | null;
  /** The language in which the message was sent. */
  messageLanguage: ClientLanguage;
  store: LinkedStore;
  /**
   * The booking page on which the client can request an appointment for these pets, with the visit type if the page offers only
   * one of those that are due; null if there is no such page.
   */
  booking: { slug: string; typeId: string | null } | null;
  /** Whether the client no longer gets messages about pets that are due again. */
  isStopped: boolean;
  /**
   * Ordered by due date. Recalls that are booked or done by now are left out, as are pets that have died or moved to another
   * client.
   */
  recalls: LinkedRecall[];
}

interface MessageRow extends Omit<LinkedStore, 'timeZone'> {
  message_id: string;
  client_id: string;
  practice: string;
  client_language: ClientLanguage | null;
  language: ClientLanguage;
  recalls_by: string | null;
  store_id: string;
  time_zone: string;
}

/**
 * Reads the message whose link has this token, if it is about pets that are due again, with the client and the store that
 * the message comes from.
 */
async function readMessage(executor: Executor, token: string, lock: SQL = sql``) {
  const parsed = parseLinkToken(token);
  if (parsed === null) return null;
  const { companyId, hash } = parsed;
  const [row] = await runQuery<MessageRow>(
    executor,
    sql`select m.id as message_id, cl.id as client_id, c.name as practice, cl.language as client_language, m.language,
        cl.recalls_by, s.id as store_id, s.name, s.time_zone, s.phone, s.email, s.address, s.website
      from message_links l
      join messages m on m.company_id = l.company_id and m.id = l.message_id and m.kind = 'due'
      join companies c on c.company_id = l.company_id
      join stores s on s.company_id = m.company_id and s.id = m.store_id
      join clients cl on cl.company_id = m.company_id and cl.id = m.client_id
      where l.company_id = ${companyId}::uuid and l.token_hash = decode(${hash.toString('hex')}, 'hex') ${lock}`,
  );
  return row === undefined ? null : { companyId, ...row };
}

/**
 * Reads what the link with a token shows at `now` (epoch milliseconds); null for an unknown token, and for the link in a
 * message about anything else. The link works as long as its message is stored.
 */
export async function readRecallLink(database: Database, token: string, now: number): Promise<RecallLink | null> {
  const message = await readMessage(database.sql, token);
  if (message === null) return null;
  const { companyId, client_id: clientId } = message;
  const booked = selectBookedAppointment({ companyId, petId: sql`r.pet_id`, visitTypeId: sql`r.visit_type_id` }, now);
  const rows = await runQuery<{ pet_name: string; type_id: string; type_name: string; due_on: string }>(
    database.sql,
    sql`select p.name as pet_name, t.id as type_id, t.name as type_name, r.due_on
      from recall_messages rm
      join recalls r on r.company_id = rm.company_id and r.id = rm.recall_id
      join pets p on p.company_id = r.company_id and p.id = r.pet_id and p.is_active and p.deceased_on is null
      join appointment_types t on t.company_id = r.company_id and t.id = r.visit_type_id
      where rm.company_id = ${companyId}::uuid and rm.message_id = ${message.message_id}::uuid
        and p.client_id = ${clientId}::uuid and r.status = 'due' and not exists (${booked})
      order by r.due_on, r.id`,
  );
  const { name, phone, email, address, website, time_zone: timeZone } = message;
  const typeIds = rows.map((row) => row.type_id);
  return {
    practiceName: message.practice,
    clientLanguage: message.client_language,
    messageLanguage: message.language,
    store: { name, phone, email, address, website, timeZone },
    booking: await findBookingPage(database, { companyId, storeId: message.store_id, typeIds }, now),
    isStopped: message.recalls_by === 'none',
    recalls: rows.map((row) => ({ petName: row.pet_name, visitTypeName: row.type_name, dueOn: row.due_on })),
  };
}

/** The booking page of a store; null unless it is on and offers one of the types. */
async function findBookingPage(
  database: Database,
  { companyId, storeId, typeIds }: { companyId: string; storeId: string; typeIds: readonly string[] },
  now: number,
): Promise<RecallLink['booking']> {
  if (typeIds.length === 0) return null;
  const [row] = await runQuery<{ slug: string }>(
    database.sql,
    sql`select slug from booking_pages
      where company_id = ${companyId}::uuid and store_id = ${storeId}::uuid and is_on and slug is not null`,
  );
  const page = row === undefined ? null : await readBookingPage(database, row.slug, now);
  const offered = new Set(page?.types.map(({ id }) => id).filter((id) => typeIds.includes(id)));
  if (page === null || offered.size === 0) return null;
  const [typeId = null] = offered.size === 1 ? offered : [];
  return { slug: page.slug, typeId };
}

/**
 * Ends all messages about pets that are due again, for the client of the message with this link. Only the first call
 * changes the client. Returns false for an unknown token. `clock` returns epoch milliseconds.
 */
export async function stopRecallMessages(database: Database, token: string, clock: () => number): Promise<boolean> {
  database.checkFreeSpace();
  return inTransaction(database.sql, async (transaction) => {
    const message = await readMessage(transaction, token, sql`for update of cl`);
    if (message === null) return false;
    const { companyId, client_id: id } = message;
    const before = await readRecord(transaction, clientDefinition, { companyId, id });
    if (before === null || before.recallsBy === 'none') return before !== null;
    const by = { transaction, actor: null, now: clock() };
    await writeChanges(by, clientDefinition, companyId, [{ id, before, after: { ...before, recallsBy: 'none' } }]);
    return true;
  });
}
