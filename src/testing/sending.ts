import { pino } from 'pino';
import { type MessageSettings, messageSettingsSchema } from '#contract/messages.ts';
import type { Database } from '#service/db/database.ts';
import { switchMessagesOff } from '#service/db/messages/message-settings.ts';
import { createSender } from '#service/sending/sender.ts';
import type { Channels, EmailMessage, SendOutcome, SmsMessage } from '#service/sending/transport.ts';
import { addPractice, keyOf } from './practice-rows.ts';
import { createTestService, type ServiceClient } from './service.ts';

/** A message that left. */
export interface SentMessage {
  channel: 'email' | 'sms';
  at: number;
  message: EmailMessage | SmsMessage;
}

/** Channels that record what is sent and answer as they are told; `sent` by default. */
export function recordedChannels(clock: () => number) {
  const sent: SentMessage[] = [];
  const state = {
    /** Every attempt, whatever its outcome. */
    sent,
    /** How the next attempts end. */
    outcome: async (_: SentMessage): Promise<SendOutcome> => ({ status: 'sent' }),
  };
  const by = (channel: SentMessage['channel']) => ({
    send(message: EmailMessage | SmsMessage) {
      const attempt = { channel, at: clock(), message };
      sent.push(attempt);
      return state.outcome(attempt);
    },
  });
  const channels: Channels = { email: by('email'), sms: by('sms') };
  return Object.assign(state, { channels });
}

/** Changes message settings as a person does. */
export async function putMessageSettings(
  client: ServiceClient,
  companyId: string,
  changes: Partial<MessageSettings>,
): Promise<void> {
  const path = '/v1/message-settings';
  const { channels: _, ...current } = messageSettingsSchema.parse((await client.get(path, { companyId })).body);
  const { updatedAt: expectedUpdatedAt, ...settings } = current;
  const { status, body } = await client.put(path, { companyId, expectedUpdatedAt, ...settings, ...changes });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/**
 * A practice whose messages are on, its service, and senders, in virtual time. What other tests have left in the database, due
 * messages and answers to requests from the web site, is not sent.
 */
export async function practiceThatSends(database: Database, start?: number) {
  // Senders send what is due in the whole database, which other tests share.
  await switchMessagesOff(database.sql, Date.now());
  await database.sql`
    update online_requests r set answered_in = null from companies c where c.company_id = r.company_id`;
  const practice = await addPractice(database);
  const { companyId } = practice;
  const recorded = recordedChannels(() => service.clock.now());
  const { channels } = recorded;
  const publicUrl = 'https://vets.example';
  const state = {
    /** Whether a message by hand is attempted at once, as by a service that goes on. */
    sendsNow: true,
  };
  const newSender = () =>
    createSender({ database, channels, publicUrl, logger: pino({ enabled: false }), clock: service.clock.now });
  const service: ReturnType<typeof createTestService> = createTestService(database, start, {
    messages: { channels, publicUrl, sendNow: (message) => state.sendsNow && newSender().sendNow(message) },
  });
  service.clock.free = false;
  const client = service.client(await keyOf(database, practice.vet));
  await putMessageSettings(client, companyId, { isOn: true });
  return { state, database, practice, companyId, service, clock: service.clock, client, recorded, newSender };
}
