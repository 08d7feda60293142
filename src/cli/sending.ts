import type { Logger } from 'pino';
import { isLoopback } from '#gateway/access/addresses.ts';
import type { Database } from '#service/db/database.ts';
import type { MessageOptions } from '#service/routes/messages.ts';
import { createEmailTransport } from '#service/sending/email.ts';
import { createSender } from '#service/sending/sender.ts';
import { createSmsTransport } from '#service/sending/sms.ts';
import type { Channels } from '#service/sending/transport.ts';
import type { Config } from './config.ts';

/** The configured channels of messages to clients. */
export function openChannels({ email, sms }: Pick<Config, 'email' | 'sms'>, logger: Logger): Channels {
  return {
    email: email && createEmailTransport({ ...email, requiresTls: isSignInRemote(email.url), logger }),
    sms: sms && createSmsTransport({ ...sms, logger }),
  };
}

/** Whether the password of the mail server crosses a network, where others could read it without TLS. */
function isSignInRemote(url: string): boolean {
  const { hostname, username } = new URL(url);
  return username !== '' && !isLoopback(hostname);
}

/** Sends messages to clients from this process. */
export interface MessageSending {
  /** The options with which the practice API in this process sends messages. */
  readonly messages: MessageOptions;
  start(): void;
  /** Stops the sending, and waits for the messages that are being sent. */
  stop(): Promise<void>;
}

/** Prepares to send messages to the clients of the practices in a database. */
export function openMessageSending({
  config,
  database,
  logger,
}: {
  config: Pick<Config, 'email' | 'sms' | 'publicUrl'>;
  database: Database;
  logger: Logger;
}): MessageSending {
  const { email, sms, publicUrl } = config;
  const channels = openChannels(config, logger);
  const sender = createSender({ database, channels, publicUrl, logger });
  return {
    messages: { channels, publicUrl, sendNow: sender.sendNow },
    start() {
      const hostOf = (server: { url: string } | null) => server && new URL(server.url).host;
      logger.info({ email: hostOf(email), sms: hostOf(sms), publicUrl }, 'messages to clients');
      if (email !== null || sms !== null) sender.start();
    },
    stop: sender.stop,
  };
}
