import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { Config, LoadConfig } from '#cli/config.ts';
import { createLogger } from '#cli/log.ts';
import { CommandError, type CommandOutput, UsageError } from '#cli/messages.ts';
import { openChannels } from '#cli/sending.ts';
import type { SendOutcome } from '#service/sending/transport.ts';

const TEST_TEXT = 'This is a test message of Frontdesk: messages to clients can be sent.';

/** Sends a message to an e-mail address or a phone number. The log says how the server answered. */
async function sendTestMessage(to: string, config: Config, { print, log }: CommandOutput): Promise<void> {
  const { email, sms } = openChannels(config, createLogger(config, { write: (line) => log(line.trim()) }));
  const id = randomUUID();
  let outcome: SendOutcome;
  if (to.includes('@')) {
    if (email === null) throw new UsageError('e-mail is not set up; set SMTP_URL and MAIL_FROM');
    const text = { subject: 'Test of Frontdesk', text: TEST_TEXT, html: `<p>${TEST_TEXT}</p>` };
    outcome = await email.send({ id, to, ...text, replyTo: null, calendar: null });
  } else {
    if (sms === null) throw new UsageError('SMS is not set up; set SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET');
    outcome = await sms.send({ id, to, text: TEST_TEXT });
  }
  if (outcome.status !== 'sent') throw new CommandError(failureText(outcome));
  print(`Sent to ${to}.`);
}

function failureText(outcome: Exclude<SendOutcome, { status: 'sent' }>): string {
  if (outcome.status === 'unknown')
    return 'the connection broke after the message was handed over; it may have been sent';
  if (outcome.status === 'not_handed_over')
    return 'not sent: the server cannot be reached, or cannot take the message now';
  if (outcome.reason === 'no_such_address') return 'not sent: there is no such address or phone number';
  return 'not sent: the server refuses the message';
}

export function addSendTestCommand(program: Command, loadConfig: LoadConfig, output: CommandOutput): void {
  program
    .command('send-test')
    .argument('<to>', 'an e-mail address, or a phone number')
    .description('send a test message with SMTP_URL or SMS_WEBHOOK_URL, and say how that ended')
    .action((to: string) => sendTestMessage(to, loadConfig(), output));
}
