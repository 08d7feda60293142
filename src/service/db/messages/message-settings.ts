import { type SQL, sql } from 'drizzle-orm';
import { instantOf, nextUpdatedAt } from '#contract/date-time.ts';
import { type MessageChannel, messageChannels } from '#contract/enums.ts';
import { ServiceError } from '#contract/error.ts';
import type { MessageSettings, MessageText } from '#contract/messages.ts';
import { notFoundError } from '#service/db/manage/lock-practice.ts';
import { parseFields, selectFields } from '#service/db/read-rows.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import { messageSettings } from '#service/db/schema.ts';
import { assignments, laterVersion } from '#service/db/write-rows.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';

/**
 * The identity of the database that the statement runs in. It differs in every database into which a dump is restored. A copy
 * of the files keeps it, which is why a restore of the embedded database switches messages off.
 */
export const databaseIdentity = sql`(
  select system_identifier || '/' || pg_database.oid from pg_control_system(), pg_database where datname = current_database()
)`;

/** The condition for settings with messages switched on in this database. */
const isOnInThisDatabase = sql`switched_on_in = ${databaseIdentity}`;

/** The channels that are set up on the server, in the order of the contract. */
export const listAvailableChannels = (channels: Readonly<Record<MessageChannel, unknown>>): MessageChannel[] =>
  messageChannels.filter((channel) => channels[channel] !== null);

type SettingsRow = typeof messageSettings.$inferSelect & { isOn: boolean };

/** The message settings of a company, without the channels. */
export type StoredSettings = Omit<MessageSettings, 'channels'>;

/** Whether a company sends messages. A demo practice never does. */
export const isSending = (companyId: string, { isOn }: Pick<StoredSettings, 'isOn'>): boolean =>
  isOn && !isDemoCompany(companyId);

/**
 * The message settings of a company; `isOn` is false in a database other than the one in which it was set.
 *
 * @param lock the locking clause of the query, such as `for update`
 */
export async function readMessageSettings(
  executor: Executor,
  companyId: string,
  lock = sql``,
): Promise<StoredSettings> {
  const [row] = await runQuery(
    executor,
    sql`select ${selectFields(messageSettings, settingsFields)}, coalesce(${isOnInThisDatabase}, false) as "isOn"
      from message_settings where company_id = ${companyId}::uuid ${lock}`,
  );
  if (row === undefined) throw notFoundError('companyId: no such company');
  return toSettings(parseFields(messageSettings, row) as SettingsRow);
}

/** A company that sends messages, with the time zones of its stores. */
export interface SendingCompany {
  readonly companyId: string;
  readonly settings: StoredSettings;
  readonly timeZones: readonly string[];
}

/** The companies that send messages. */
export async function findSendingCompanies(executor: Executor): Promise<SendingCompany[]> {
  const rows = await runQuery<{ company_id: string; time_zones: string[] }>(
    executor,
    sql`select message_settings.company_id, ${timeZonesSql(sql`companies.company_id`)} as time_zones,
        ${selectFields(messageSettings, settingsFields)}
      from companies join message_settings on message_settings.company_id = companies.company_id
      where ${isOnInThisDatabase}`,
  );
  return rows
    .map(({ company_id: companyId, time_zones: timeZones, ...row }) => {
      const settings = toSettings({ ...(parseFields(messageSettings, row) as SettingsRow), isOn: true });
      return { companyId, settings, timeZones };
    })
    .filter(({ companyId, settings }) => isSending(companyId, settings));
}

/** The time zones of the stores of a company, as JSON. */
export const timeZonesSql = (companyId: SQL): SQL =>
  sql`(select coalesce(json_agg(distinct time_zone), '[]'::json) from stores where stores.company_id = ${companyId})`;

const settingsFields = [
  ...(['language', 'earliest', 'latest', 'sendsConfirmations', 'sendsReminders', 'remindHoursBefore'] as const),
  ...(['sendsCancellations', 'sendsRecalls', 'recallDaysBefore', 'cancelUntilHours', 'texts', 'updatedAt'] as const),
];

function toSettings(row: SettingsRow): StoredSettings {
  const { isOn, language, earliest, latest, cancelUntilHours, updatedAt } = row;
  return {
    ...{ isOn, language, earliest, latest },
    confirmation: { isOn: row.sendsConfirmations },
    reminder: { isOn: row.sendsReminders, hoursBefore: row.remindHoursBefore },
    cancellation: { isOn: row.sendsCancellations },
    due: { isOn: row.sendsRecalls, daysBefore: row.recallDaysBefore },
    cancelUntilHours,
    texts: row.texts.map(({ kind, channel, language: one, subject = null, body }) => ({
      ...{ kind, channel, language: one, subject, body },
    })),
    updatedAt,
  };
}

/** Sorts the texts, so that a different order does not count as a change. */
function sortTexts(texts: readonly MessageText[]): MessageText[] {
  const keyOf = ({ kind, channel, language }: MessageText) => `${kind} ${channel} ${language}`;
  return texts
    .map(({ kind, channel, language, subject, body }) => ({ kind, channel, language, subject: subject ?? null, body }))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/**
 * Sets the message settings of a company and returns them. Unchanged settings are not written. If messages are switched
 * on, that applies to this database only. Throws 409 with the settings if they were changed since `expectedUpdatedAt`.
 */
export async function writeMessageSettings(
  transaction: Executor,
  {
    companyId,
    expectedUpdatedAt,
    ...given
  }: Omit<StoredSettings, 'updatedAt'> & { companyId: string; expectedUpdatedAt: string },
  { channels, clock }: { channels: readonly MessageChannel[]; clock: () => number },
): Promise<StoredSettings> {
  const current = await readMessageSettings(transaction, companyId, sql`for update`);
  const { updatedAt: before, ...values } = current;
  const after = { ...given, texts: sortTexts(given.texts) };
  if (hasSameSettings(values, after)) return current;
  if (instantOf(expectedUpdatedAt) !== instantOf(before)) {
    const suggestion = 'the settings have been changed in the meantime: check the current ones, and decide again';
    throw new ServiceError('changed_meanwhile', suggestion, { current: { ...current, channels: [...channels] } });
  }
  const updatedAt = new Date(nextUpdatedAt(clock(), before)).toISOString();
  const { isOn, language, earliest, latest, confirmation, reminder, cancellation, due, cancelUntilHours, texts } =
    after;
  await runQuery(
    transaction,
    sql`update message_settings set ${assignments(messageSettings, {
      switchedOnIn: isOn ? databaseIdentity : null,
      ...{ language, earliest, latest, cancelUntilHours },
      sendsConfirmations: confirmation.isOn,
      sendsReminders: reminder.isOn,
      remindHoursBefore: reminder.hoursBefore,
      sendsCancellations: cancellation.isOn,
      ...{ sendsRecalls: due.isOn, recallDaysBefore: due.daysBefore },
      texts: sql`${JSON.stringify(texts)}::text::jsonb`,
      updatedAt: sql`${updatedAt}::timestamptz`,
    })} where company_id = ${companyId}::uuid`,
  );
  return { ...after, updatedAt };
}

function hasSameSettings(one: Omit<StoredSettings, 'updatedAt'>, other: Omit<StoredSettings, 'updatedAt'>): boolean {
  const canonicalText = ({ texts, ...settings }: typeof one) => {
    const entries = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
    return JSON.stringify([entries, sortTexts(texts)]);
  };
  return canonicalText(one) === canonicalText(other);
}

/**
 * Switches messages off in all companies after a restore, and returns whether any company had them on. The messages that
 * were sent since the backup are not recorded in it, so they would be sent again. Pending answers to requests from the web
 * site, which are sent even if messages are off, are dropped as well.
 */
export async function switchMessagesOff(executor: Executor, now: number): Promise<boolean> {
  await runQuery(
    executor,
    sql`update online_requests r set answered_in = null
      from companies c where c.company_id = r.company_id and answered_in is not null`,
  );
  const rows = await runQuery(
    executor,
    sql`update message_settings set switched_on_in = null, updated_at = ${laterVersion(now)}
      from companies c where c.company_id = message_settings.company_id and switched_on_in is not null returning 1`,
  );
  return rows.length > 0;
}
