import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type MessageChannel, messageChannels } from '#contract/enums.ts';
import { type Schedule, scheduleByTimers } from '#service/db/change-listener.ts';
import type { Database } from '#service/db/database.ts';
import { isDatabaseUnavailable } from '#service/db/database-errors.ts';
import { claimDueMessage, claimWaitingMessage, findWaitingMessages } from '#service/db/messages/claim-message.ts';
import { findDueClients } from '#service/db/messages/due-clients.ts';
import { type ClaimedMessage, finishMessage, giveUpClaims } from '#service/db/messages/message-rows.ts';
import { findSendingCompanies, listAvailableChannels } from '#service/db/messages/message-settings.ts';
import { claimRecallMessage, findDueRecallClients } from '#service/db/messages/recall-messages.ts';
import { claimRequestMessage, findDueRequests } from '#service/db/messages/request-messages.ts';
import { renderMessage } from './render-message.ts';
import type { Channels, SendOutcome } from './transport.ts';

/**
 * The interval at which the sender looks for due messages, in milliseconds. It is short enough that they are sent within a
 * minute.
 */
const POLL_MS = 20_000;
/**
 * The maximum number of clients of a practice who, in one run, get a message that pets are due again. More would delay other
 * messages.
 */
const MAX_RECALL_CLIENTS_PER_RUN = 40;
/** The maximum number of concurrent attempts of one channel, each with its own connection. */
const PARALLEL_ATTEMPTS = 4;
/**
 * The maximum age of a claim, in milliseconds. A message with an older claim is not attempted, because the machine may have
 * slept since.
 */
const FRESH_CLAIM_MS = 15_000;
/**
 * How long recording an outcome is retried while the database is unavailable, in milliseconds. It is shorter than the
 * lifetime of a claim.
 */
const OUTCOME_RETRY_LIMIT_MS = 100_000;
const OUTCOME_RETRY_DELAY_MS = 5_000;
/**
 * The time for which a stop waits for running attempts, in milliseconds. Messages whose attempt is still running then
 * become `unknown`.
 */
const STOP_TIMEOUT_MS = 20_000;

export interface Sender {
  /** Starts sending due messages, and continues until `stop`. */
  start(): void;
  /** Sends the messages that are due now, and resolves when all attempts have ended. */
  run(): Promise<void>;
  /** Makes the first attempt to send a message that was just added by hand. */
  sendNow(message: { companyId: string; id: string }): void;
  /** Starts no further attempts, and waits for the running ones. */
  stop(): Promise<void>;
}

/**
 * Creates the sender of a service. It looks for due messages again each time, so nothing is lost or stale if it is
 * stopped or killed. Several services on one database share the work, because each message is claimed before it is
 * sent. Each channel has a loop of its own, so that a slow one does not hold up the other. Logs contain only ids.
 *
 * @example createSender({ database, channels, publicUrl, logger }).start()
 */
export function createSender({
  database: { sql },
  channels: transports,
  publicUrl,
  logger,
  clock = Date.now,
  schedule = scheduleByTimers,
}: {
  database: Pick<Database, 'sql'>;
  channels: Channels;
  /** The URL of the public door, without a trailing slash; null if there is none. */
  publicUrl: string | null;
  logger: Logger;
  /** Returns epoch milliseconds. */
  clock?: (() => number) | undefined;
  schedule?: Schedule | undefined;
}): Sender {
  const channels = listAvailableChannels(transports);
  const running = new Set<Promise<unknown>>();
  const timers = new Set<() => void>();
  let isStopping = false;

  const currentOptions = () => ({ channels, publicUrl, now: clock() });

  /** Returns a function that sends a message now; null if it must not be sent any more. */
  function prepareSend({ id, to, content, claimedAt }: ClaimedMessage): (() => Promise<SendOutcome>) | null {
    if (clock() - claimedAt > FRESH_CLAIM_MS) return null;
    const { subject, text, html, calendar } = renderMessage(content, clock());
    const { email, sms } = transports;
    if (content.channel === 'sms') return sms && (() => sms.send({ id, to, text }));
    const replyTo = content.store.email;
    const unsubscribeUrl = content.kind === 'due' ? content.link : null;
    const written = { subject: subject ?? '', text, html: html ?? '', calendar };
    return email && (() => email.send({ id, to, ...written, replyTo, unsubscribeUrl: unsubscribeUrl }));
  }

  /** Sends a claimed message and records the outcome. */
  async function attempt(message: ClaimedMessage): Promise<void> {
    const { companyId, id, attempts, content } = message;
    const about = { companyId, messageId: id, kind: content.kind, channel: content.channel, attempt: attempts };
    const startedAt = clock();
    let outcome: SendOutcome = { status: 'not_handed_over' };
    try {
      const send = prepareSend(message);
      if (send !== null) {
        // The outcome stays `unknown` if `send` throws.
        outcome = { status: 'unknown' };
        outcome = await send();
      }
    } catch (error) {
      logger.error({ ...about, err: error }, 'a message could not be sent');
    }
    const level = outcome.status === 'sent' ? 'info' : 'warn';
    logger[level]({ ...about, ...outcome, ms: clock() - startedAt }, 'a message to a client');
    await recordOutcome(message, outcome);
  }

  async function recordOutcome(message: ClaimedMessage, outcome: SendOutcome): Promise<void> {
    for (;;) {
      try {
        return await finishMessage(sql, message, outcome, clock());
      } catch (error) {
        const isLate = clock() - message.claimedAt > OUTCOME_RETRY_LIMIT_MS;
        if (isStopping || isLate || !isDatabaseUnavailable(error)) {
          const about = { companyId: message.companyId, messageId: message.id, err: error };
          logger.error(about, 'how a message was sent could not be noted, so it becomes unknown');
          return;
        }
        await pause(OUTCOME_RETRY_DELAY_MS);
      }
    }
  }

  async function attemptWaiting(waiting: { companyId: string; id: string }): Promise<void> {
    const claimed = await claimWaitingMessage(sql, waiting, currentOptions());
    if (claimed !== null) await attempt(claimed);
  }

  async function attemptAnswer(request: { companyId: string; id: string }): Promise<void> {
    const claimed = await claimRequestMessage(sql, request, currentOptions());
    if (claimed !== null) await attempt(claimed);
  }

  async function sendDueMessages(client: { companyId: string; clientId: string }): Promise<void> {
    while (!isStopping) {
      const claimed = await claimDueMessage(sql, client, currentOptions());
      if (claimed === null) return;
      await attempt(claimed);
    }
  }

  async function sendRecallMessage(client: { companyId: string; clientId: string }): Promise<void> {
    const claimed = await claimRecallMessage(sql, client, currentOptions());
    if (claimed !== null) await attempt(claimed);
  }

  /** Runs tasks in order, a few at a time. If one fails, the others still run, unless the database is unavailable. */
  async function runAll(tasks: (() => Promise<void>)[]): Promise<void> {
    const left = tasks.values();
    async function runNext() {
      for (const task of left) {
        if (isStopping) return;
        await task().catch((error: unknown) => {
          if (isDatabaseUnavailable(error)) throw error;
          logger.error({ err: error }, 'a message could not be claimed');
        });
      }
    }
    await Promise.all(Array.from({ length: PARALLEL_ATTEMPTS }, runNext));
  }

  /** Sends the due messages of a channel. */
  async function sendThrough(channel: MessageChannel): Promise<void> {
    const waiting = await findWaitingMessages(sql, channel, clock());
    const tasks = waiting.map((message) => () => attemptWaiting(message));
    if (channel === 'email') {
      const requests = await findDueRequests(sql, clock());
      tasks.push(...requests.map((request) => () => attemptAnswer(request)));
    }
    const companies = await findSendingCompanies(sql);
    for (const company of companies) {
      const clientIds = await findDueClients(sql, { ...company, channels, now: clock() }, channel);
      tasks.push(...clientIds.map((clientId) => () => sendDueMessages({ companyId: company.companyId, clientId })));
    }
    for (const { companyId, settings } of companies) {
      const clientIds = await findDueRecallClients(sql, { companyId, settings, channels, now: clock() }, channel);
      tasks.push(
        ...clientIds
          .slice(0, MAX_RECALL_CLIENTS_PER_RUN)
          .map((clientId) => () => sendRecallMessage({ companyId, clientId })),
      );
    }
    await runAll(tasks);
  }

  const loops = [
    () => giveUpClaims(sql, clock()),
    ...messageChannels.filter((channel) => channels.includes(channel)).map((channel) => () => sendThrough(channel)),
  ];

  function track(work: Promise<void>, failure: string): Promise<void> {
    const tracked = work
      .catch((error: unknown) => logger.error({ err: error }, failure))
      .finally(() => running.delete(tracked));
    running.add(tracked);
    return tracked;
  }

  async function runRepeatedly(loop: () => Promise<void>): Promise<void> {
    await track(loop(), 'messages that are due could not be sent; trying again soon');
    if (isStopping) return;
    const cancel = schedule(POLL_MS, () => {
      timers.delete(cancel);
      void runRepeatedly(loop);
    });
    timers.add(cancel);
  }

  return {
    start() {
      for (const loop of loops) void runRepeatedly(loop);
    },
    async run() {
      await Promise.all(loops.map((loop) => loop()));
    },
    sendNow(message) {
      if (isStopping) return;
      void track(attemptWaiting(message), 'a message by hand could not be sent; trying again soon');
    },
    async stop() {
      isStopping = true;
      for (const cancel of timers) cancel();
      timers.clear();
      const timeout = new AbortController();
      const late = pause(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal, ref: false }).catch(() => undefined);
      await Promise.race([Promise.all(running), late]);
      timeout.abort();
    },
  };
}
