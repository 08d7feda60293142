import { type SQL, sql } from 'drizzle-orm';
import type { AppointmentMessageKind, MessageChannel } from '#contract/enums.ts';
import type { MessagesDue } from '#contract/messages.ts';
import { arrayLiteral, instantLiteral } from '#service/db/column-types.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import {
  type DueContext,
  findDueMessages,
  findEarliestChange,
  findEarliestMoment,
  findUpcomingMessages,
} from '#service/domain/messages-due.ts';
import { type StoredSettings, timeZonesSql } from './message-settings.ts';
import {
  type AppointmentForMessages,
  createHoursByStore,
  createSendingHoursByZone,
  isNotImported,
  readAppointmentsForMessages,
} from './messageable-appointments.ts';
import { countRecallMessages } from './recall-messages.ts';

/** Creates the context that, apart from the appointments, decides which messages are due. */
export const createDueContext = (
  appointments: readonly AppointmentForMessages[],
  settings: StoredSettings,
  channels: readonly MessageChannel[],
): DueContext => ({ settings, channels, hoursOf: createHoursByStore(appointments, settings) });

/** The conditions without which nothing is due, on the aliases of {@link readAppointmentsForMessages}. */
export const isMessageable = sql`c.is_active and (c.contact_by is null or c.contact_by <> 'none') and coalesce(c.email, c.phone) is not null
  and p.is_active and p.deceased_on is null and t.is_messaged and ${isNotImported}`;

/**
 * Whether an appointment `a` lacks a message of a kind for exactly its present start, or has a message for another start,
 * after which a confirmation may be due again. The subquery has an aggregate, so that PostgreSQL never plans it as a hash
 * of all messages.
 */
const mayLackMessage = (kind: SQL) => sql`(
  select bool_or(am.for_start <> a.start_at) is not false or not bool_or(am.kind = ${kind} and am.for_start = a.start_at)
  from appointment_messages am where am.company_id = a.company_id and am.appointment_id = a.id
)`;

/**
 * The condition for an appointment `a` with a message that may become due from `from` to `to`. A reminder becomes due some
 * time before the start, and a confirmation or a cancellation some time after a change, so each is found in a short range of
 * an index.
 */
function mayBeDue(
  companyId: string,
  { confirmation, reminder, cancellation }: StoredSettings,
  { now, from, to }: { now: number; from: number; to: number },
): SQL {
  const hoursBefore = reminder.hoursBefore * 3_600_000;
  const startsAt = sql`coalesce(a.start_at, 'infinity'::timestamptz)`;
  const ofCompany = sql`select a.id from appointments a where a.company_id = ${companyId}::uuid
    and a.created_from is distinct from 'migration' and a.start_at > ${instantLiteral(now)}::timestamptz`;
  const reminded = sql`${ofCompany} and a.status in ('requested', 'confirmed') and ${mayLackMessage(sql`'reminder'`)}
    and ${startsAt} >= ${instantLiteral(Math.max(now, from + hoursBefore))}::timestamptz
    and ${startsAt} <= ${instantLiteral(to + hoursBefore)}::timestamptz`;
  // One scan covers confirmations and cancellations, because an import may have changed many appointments.
  const statuses = [
    ...(confirmation.isOn ? ['requested', 'confirmed'] : []),
    ...(cancellation.isOn ? ['cancelled'] : []),
  ];
  const changed = sql`${ofCompany} and a.status = any(${arrayLiteral(statuses)}::text[])
    and ${mayLackMessage(sql`case a.status when 'cancelled' then 'cancellation' else 'confirmation' end`)}
    and a.updated_at >= ${instantLiteral(findEarliestChange(from))}::timestamptz`;
  const kinds = [...(reminder.isOn ? [reminded] : []), ...(statuses.length > 0 ? [changed] : [])];
  return kinds.length === 0 ? sql`false` : sql`a.id in (${sql.join(kinds, sql` union `)})`;
}

interface DueQuery {
  readonly companyId: string;
  readonly settings: StoredSettings;
  /** The channels that are set up on the server. */
  readonly channels: readonly MessageChannel[];
  readonly now: number;
}

/** The clients of a company to whom a message is due through a channel, in the order in which they are due. */
export async function findDueClients(
  executor: Executor,
  { companyId, settings, timeZones, channels, now }: DueQuery & { timeZones: readonly string[] },
  channel: MessageChannel,
): Promise<string[]> {
  const hours = timeZones.map((timeZone) => createSendingHoursByZone(settings)({ timeZone }));
  const open = hours.filter((one) => one.isOpen(now));
  if (open.length === 0) return [];
  const from = Math.min(...open.map((one) => findEarliestMoment(one, now)));
  const condition = sql`${isMessageable} and ${mayBeDue(companyId, settings, { now, from, to: now })}`;
  const candidates = await readAppointmentsForMessages(executor, companyId, condition);
  const due = findDueMessages(candidates, createDueContext(candidates, settings, channels), now);
  const ofChannel = due.filter(({ contact }) => contact.channel === channel);
  return [...new Set(ofChannel.map(({ appointments: [{ client }] }) => client.id))];
}

/**
 * Counts the messages that would be sent from now until `until`: about appointments of some stores, and about any pets that
 * are due again.
 */
export async function countMessagesDue(
  executor: Executor,
  { companyId, settings, channels, now }: DueQuery,
  { storeIds, until }: { storeIds: readonly string[]; until: number },
): Promise<MessagesDue> {
  const [row] = await runQuery<{ zones: string[] }>(
    executor,
    sql`select ${timeZonesSql(sql`${companyId}::uuid`)} as zones`,
  );
  const hoursIn = createSendingHoursByZone(settings);
  const from = Math.min(now, ...(row?.zones ?? []).map((timeZone) => findEarliestMoment(hoursIn({ timeZone }), now)));
  const isInStore = sql`a.store_id = any(${arrayLiteral(storeIds)}::uuid[])`;
  const condition = sql`${isMessageable} and ${isInStore} and ${mayBeDue(companyId, settings, { now, from, to: until })}`;
  const candidates = await readAppointmentsForMessages(executor, companyId, condition);
  const upcoming = findUpcomingMessages(candidates, createDueContext(candidates, settings, channels), now);
  const due = upcoming.filter((message) => message.from <= until);
  const countKind = (kind: AppointmentMessageKind) => due.filter((message) => message.kind === kind).length;
  const recalls = await countRecallMessages(executor, { companyId, settings, channels, now }, until);
  return {
    count: due.length + recalls,
    byKind: {
      confirmation: countKind('confirmation'),
      reminder: countKind('reminder'),
      cancellation: countKind('cancellation'),
      due: recalls,
    },
  };
}
