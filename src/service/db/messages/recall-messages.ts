import { type SQL, sql } from 'drizzle-orm';
import type postgres from 'postgres';
import type { ClientLanguage, ContactChoice, MessageChannel } from '#contract/enums.ts';
import { recallMessageGraceDays } from '#contract/recalls.ts';
import { addDays, dateIn } from '#scheduling/calendar-day.ts';
import { arrayLiteral, createOrderedUuid, instantLiteral, isoInstant } from '#service/db/column-types.ts';
import { selectBookedAppointment } from '#service/db/recalls.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import type { DueContext } from '#service/domain/messages-due.ts';
import {
  type DueRecallMessage,
  findDueRecallMessages,
  findRecallMessageToRetry,
  findUpcomingRecallMessages,
  type MessageableRecall,
} from '#service/domain/recalls-due.ts';
import type { MessageContent } from '#service/sending/transport.ts';
import {
  ClaimedElsewhereError,
  type ClaimedMessage,
  claimUnlessLocked,
  createClaimedMessage,
  createRecallContent,
  type Dispatch,
  insertClaim,
  type MessagedRecall,
  type SendingOptions,
  startOfDate,
} from './message-rows.ts';
import { isSending, readMessageSettings, type StoredSettings } from './message-settings.ts';
import { createHoursByStore } from './messageable-appointments.ts';

/* The messages that tell clients which pets are due again. */

/** A recall with everything that determines whether its message is sent, and everything that the message mentions. */
type RecallForMessages = MessageableRecall & MessagedRecall;

interface RecallRow {
  id: string;
  due_on: string;
  snoozed_until: string | null;
  is_open: boolean;
  is_imported: boolean;
  created_at: string;
  message_id: string | null;
  pet_name: string;
  pet_is_alive: boolean;
  pet_is_active: boolean;
  client_id: string;
  first_name: string;
  last_name: string;
  client_is_active: boolean;
  email: string | null;
  phone: string | null;
  contact_by: ContactChoice | null;
  recalls_by: ContactChoice | null;
  language: ClientLanguage | null;
  type_name: string;
  is_messaged: boolean;
  store_id: string;
  store: MessageContent['store'];
}

/**
 * The recalls of a company for which a condition on the aliases `r` (recall), `c` (client), `p` (pet) and `t` (visit type)
 * holds. Each has the store of the pet's latest appointment, or the first store of the company if there is no appointment.
 */
async function readRecalls(
  executor: Executor,
  companyId: string,
  condition: SQL,
  now: number,
): Promise<RecallForMessages[]> {
  const booked = selectBookedAppointment({ companyId, petId: sql`r.pet_id`, visitTypeId: sql`r.visit_type_id` }, now);
  const rows = await runQuery<RecallRow>(
    executor,
    sql`select r.id, r.due_on, r.snoozed_until, r.status = 'due' and not exists (${booked}) as is_open, r.is_imported,
        r.created_at, rm.message_id,
        p.name as pet_name, p.deceased_on is null as pet_is_alive, p.is_active as pet_is_active,
        c.id as client_id, c.first_name, c.last_name, c.is_active as client_is_active, c.email, c.phone, c.contact_by,
        c.recalls_by, c.language, t.name as type_name, t.is_messaged, s.id as store_id,
        json_build_object('name', s.name, 'timeZone', s.time_zone, 'phone', s.phone, 'email', s.email,
          'address', s.address, 'website', s.website) as store
      from recalls r
      join pets p on p.company_id = r.company_id and p.id = r.pet_id
      join clients c on c.company_id = p.company_id and c.id = p.client_id
      join appointment_types t on t.company_id = r.company_id and t.id = r.visit_type_id
      join stores s on s.company_id = r.company_id and s.id = coalesce((
        select a.store_id from appointments a where a.company_id = r.company_id and a.pet_id = r.pet_id
          and a.start_at is not null order by a.start_at desc, a.id limit 1
      ), (select f.id from stores f where f.company_id = r.company_id order by f.position, f.id limit 1))
      left join recall_messages rm on rm.company_id = r.company_id and rm.recall_id = r.id and rm.due_on = r.due_on
      where r.company_id = ${companyId}::uuid and ${condition}`,
  );
  return rows.map(
    (row): RecallForMessages => ({
      id: row.id,
      storeId: row.store_id,
      client: {
        id: row.client_id,
        isActive: row.client_is_active,
        contactBy: row.contact_by,
        recallsBy: row.recalls_by,
        email: row.email,
        phone: row.phone,
        language: row.language,
      },
      pet: { isAlive: row.pet_is_alive, isActive: row.pet_is_active },
      isTypeMessaged: row.is_messaged,
      isOpen: row.is_open,
      dueOn: row.due_on,
      snoozedUntil: row.snoozed_until,
      isImported: row.is_imported,
      createdAt: Date.parse(isoInstant(row.created_at)),
      messageId: row.message_id,
      petName: row.pet_name,
      typeName: row.type_name,
      clientName: { firstName: row.first_name, lastName: row.last_name },
      store: row.store,
    }),
  );
}

/** A margin in days that is larger than the UTC offset of any time zone. */
const ZONE_MARGIN_DAYS = 2;
/** The latest end of a search in epoch milliseconds, which keeps all computed dates valid. */
const LATEST_SEARCH_END = Date.parse('9998-01-01');

/**
 * The condition for a recall whose message may be due from `now` to `until` (epoch milliseconds). It selects a short range of
 * an index, and excludes recalls that were imported after their message would have been due.
 */
function mayBeDue({ due }: StoredSettings, now: number, until: number): SQL {
  const from = addDays(dateIn('UTC', now), -recallMessageGraceDays - ZONE_MARGIN_DAYS);
  const to = addDays(dateIn('UTC', Math.min(until, LATEST_SEARCH_END)), due.daysBefore + ZONE_MARGIN_DAYS);
  return sql`r.status = 'due' and r.due_on between ${from}::date and ${to}::date
    and not exists (
      select from recall_messages rm
      where rm.company_id = r.company_id and rm.recall_id = r.id and rm.due_on = r.due_on
    )
    and not (r.is_imported and r.created_at > (r.due_on - ${due.daysBefore - ZONE_MARGIN_DAYS}::int)::timestamp at time zone 'UTC')
    and c.is_active and coalesce(c.recalls_by, c.contact_by) is distinct from 'none' and coalesce(c.email, c.phone) is not null
    and p.is_active and p.deceased_on is null and t.is_messaged`;
}

interface RecallQuery {
  readonly companyId: string;
  readonly settings: StoredSettings;
  /** The channels that are set up on the server. */
  readonly channels: readonly MessageChannel[];
  /** The current time in epoch milliseconds. */
  readonly now: number;
}

const createRecallContext = (
  recalls: readonly RecallForMessages[],
  { settings, channels }: Pick<RecallQuery, 'settings' | 'channels'>,
): DueContext => ({ settings, channels, hoursOf: createHoursByStore(recalls, settings) });

/**
 * The clients of a company who are to be told now, through a channel, that pets are due again; ordered by the earliest due
 * date.
 */
export async function findDueRecallClients(
  executor: Executor,
  query: RecallQuery,
  channel: MessageChannel,
): Promise<string[]> {
  const { companyId, settings, now } = query;
  if (!settings.due.isOn) return [];
  const candidates = await readRecalls(executor, companyId, mayBeDue(settings, now, now), now);
  const due = findDueRecallMessages(candidates, createRecallContext(candidates, query), now);
  const ofChannel = due.filter(({ contact }) => contact.channel === channel);
  return [...new Set(ofChannel.map(({ recalls: [{ client }] }) => client.id))];
}

/** The number of messages about pets that are due again that would be sent from now until `until`, epoch milliseconds. */
export async function countRecallMessages(executor: Executor, query: RecallQuery, until: number): Promise<number> {
  const { companyId, settings, now } = query;
  if (!settings.due.isOn) return 0;
  const candidates = await readRecalls(executor, companyId, mayBeDue(settings, now, until), now);
  const upcoming = findUpcomingRecallMessages(candidates, createRecallContext(candidates, query), now);
  return upcoming.filter(({ from }) => from <= until).length;
}

/**
 * Claims the message that tells a client which pets are due again, in one transaction, after checking again whether it is
 * due. Null if it is not due, or if another service is claiming, or a desk is changing, any of the records that it depends on.
 */
export function claimRecallMessage(
  driver: postgres.Sql,
  { companyId, clientId }: { companyId: string; clientId: string },
  { channels, publicUrl, now }: SendingOptions & { now: number },
): Promise<ClaimedMessage | null> {
  return claimUnlessLocked(driver, async (transaction) => {
    const [client] = await runQuery(
      transaction,
      sql`select id from clients where company_id = ${companyId}::uuid and id = ${clientId}::uuid for update nowait`,
    );
    if (client === undefined) return null;
    const pets = sql`select id from pets where company_id = ${companyId}::uuid and client_id = ${clientId}::uuid`;
    await lockRecalls(transaction, { companyId, isOfPet: sql`pet_id in (${pets})`, now });
    const settings = await readMessageSettings(transaction, companyId);
    if (!isSending(companyId, settings)) return null;
    const isOfClient = sql`${mayBeDue(settings, now, now)} and p.client_id = ${clientId}::uuid`;
    const recalls = await readRecalls(transaction, companyId, isOfClient, now);
    const [due] = findDueRecallMessages(recalls, createRecallContext(recalls, { settings, channels }), now);
    if (due === undefined) return null;
    const key = { companyId, id: createOrderedUuid(now) };
    const added = await insertRecallMessages(transaction, key, due.recalls);
    if (added < due.recalls.length) throw new ClaimedElsewhereError();
    const dispatch = createDispatch(companyId, due, settings);
    await insertClaim(transaction, key, dispatch.columns, now);
    return createClaimedMessage(transaction, { ...key, attempts: 1, claimedAt: now }, dispatch, publicUrl);
  });
}

/**
 * What to send for a waiting message about pets that are due again; `later` if it is not due now, `never` if it may not be
 * sent. Recalls that no longer belong to this message become free for another message.
 */
export async function prepareRecallMessage(
  transaction: Executor,
  { companyId, id }: { companyId: string; id: string },
  { channels, now }: Pick<SendingOptions, 'channels'> & { now: number },
): Promise<Dispatch | 'later' | 'never'> {
  const rows = await runQuery<{ recall_id: string; pet_id: string; client_id: string }>(
    transaction,
    sql`select rm.recall_id, r.pet_id, m.client_id from recall_messages rm
      join messages m on m.company_id = rm.company_id and m.id = rm.message_id
      join recalls r on r.company_id = rm.company_id and r.id = rm.recall_id
      where rm.company_id = ${companyId}::uuid and rm.message_id = ${id}::uuid`,
  );
  const isOfPet = sql`pet_id = any(${arrayLiteral(rows.map((row) => row.pet_id))}::uuid[])`;
  await lockRecalls(transaction, { companyId, isOfPet, now });
  const settings = await readMessageSettings(transaction, companyId);
  const isOfMessage = sql`r.id = any(${arrayLiteral(rows.map((row) => row.recall_id))}::uuid[])
    and c.id = ${rows[0]?.client_id ?? null}::uuid`;
  const recalls = await readRecalls(transaction, companyId, isOfMessage, now);
  const due = findRecallMessageToRetry(id, recalls, createRecallContext(recalls, { settings, channels }), now);
  if (due === 'later') return 'later';
  const announced = isSending(companyId, settings) ? (due?.recalls ?? []) : [];
  await runQuery(
    transaction,
    sql`delete from recall_messages where company_id = ${companyId}::uuid and message_id = ${id}::uuid
      and recall_id <> all(${arrayLiteral(announced.map((recall) => recall.id))}::uuid[])`,
  );
  return due === null || announced.length === 0 ? 'never' : createDispatch(companyId, due, settings);
}

/**
 * Locks the recalls of pets, and the appointments that may have been booked for them. The caller reads them in later
 * statements, which see what was committed before the locks were acquired.
 */
async function lockRecalls(
  transaction: Executor,
  { companyId, isOfPet, now }: { companyId: string; isOfPet: SQL; now: number },
): Promise<void> {
  const isOpen = sql`company_id = ${companyId}::uuid and ${isOfPet} and status = 'due'`;
  await runQuery(transaction, sql`select from recalls where ${isOpen} order by id for share nowait`);
  const mayBook = sql`company_id = ${companyId}::uuid and ${isOfPet}
    and start_at > ${instantLiteral(now - ZONE_MARGIN_DAYS * 86_400_000)}::timestamptz`;
  await runQuery(transaction, sql`select from appointments where ${mayBook} order by id for share nowait`);
}

/** Adds the rows that allow only one message for each recall and due date, and returns how many were added. */
async function insertRecallMessages(
  transaction: Executor,
  { companyId, id }: { companyId: string; id: string },
  recalls: readonly RecallForMessages[],
): Promise<number> {
  const given = recalls.map((recall) => ({ id: recall.id, dueOn: recall.dueOn }));
  const rows = await runQuery(
    transaction,
    sql`insert into recall_messages (company_id, recall_id, due_on, message_id)
      select ${companyId}::uuid, given.id, given."dueOn", ${id}::uuid
      from json_to_recordset(${JSON.stringify(given)}::text::json) as given(id uuid, "dueOn" date)
      on conflict do nothing returning recall_id`,
  );
  return rows.length;
}

function createDispatch(
  companyId: string,
  { contact, language, recalls }: DueRecallMessage<RecallForMessages>,
  settings: StoredSettings,
): Dispatch {
  const { channel, to } = contact;
  const [{ client, storeId, store, dueOn }] = recalls;
  return {
    columns: {
      ...{ kind: 'due', channel, to, language, clientId: client.id, storeId },
      ...{ appointmentIds: [], forStart: startOfDate(store, dueOn) },
    },
    contentWith: (link) => createRecallContent(companyId, { channel, language, recalls }, { settings, link }),
  };
}
