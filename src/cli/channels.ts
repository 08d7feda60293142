import type { Logger } from 'pino';
import { isLoopback } from '#gateway/access/addresses.ts';
import { createEmailTransport } from '#service/sending/email.ts';
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

/** Whether the password crosses a network, on which others could read it without TLS. */
function isSignInRemote(url: string): boolean {
  const { hostname, username } = new URL(url);
  return username !== '' && !isLoopback(hostname);
}
