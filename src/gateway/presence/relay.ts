import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { deskActivitySchema } from '#contract/desk-events.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import type { Notifications } from '#gateway/shared/notifications.ts';
import { parseJson } from '#gateway/upstream/connection.ts';

/** How long several changes are gathered before they are told, to browsers and to other gateways. */
const GATHERED_MS = 250;
/** PostgreSQL takes no notification of 8000 bytes. */
const MAX_BYTES = 7_500;
/** The longest name that is told, in characters. */
export const MAX_NAME = 80;

const presenceMessageSchema = z.strictObject({
  company: z.string().min(1).max(100),
  /** Whose the tab is: tells sessions apart and opens none. */
  owner: z.string().min(1).max(64),
  desk: z.uuid(),
  name: z
    .string()
    .max(4 * MAX_NAME)
    .nullable(),
  activity: z.nullable(deskActivitySchema),
});
/** What a tab of a session said last that it is doing; null for nothing any more. */
export type PresenceMessage = z.infer<typeof presenceMessageSchema>;
const notificationSchema = z.strictObject({ from: z.uuid(), said: z.array(presenceMessageSchema) });

/** Names the tab of a session. */
export const tabOf = ({ owner, desk }: Pick<PresenceMessage, 'owner' | 'desk'>) => `${owner} ${desk}`;

/** Runs what is to be done soon: at once, and after that at most once in {@link GATHERED_MS}. */
export function paced({ clock, schedule }: Pick<Environment, 'clock' | 'schedule'>, run: () => void) {
  let next = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  function now() {
    cancel = null;
    next = clock() + GATHERED_MS;
    run();
  }
  return {
    soon() {
      if (cancel !== null) return;
      if (clock() >= next) now();
      else cancel = schedule(next - clock(), now);
    },
    stop: () => cancel?.(),
  };
}

/**
 * Tells other gateways what is said at this one, several in one message, and hears of them. What is lost is repeated. Without a notifier
 * there are none.
 */
export function createRelay(options: {
  notifier: Notifications | null;
  environment: Pick<Environment, 'clock' | 'schedule'>;
  onMessage: (message: PresenceMessage) => void;
}) {
  const { notifier, environment, onMessage } = options;
  const self = randomUUID();
  /** What others are not told yet, by company and tab. */
  const unsent = new Map<string, PresenceMessage>();
  const sending = paced(environment, send);
  let leave: (() => void) | null = null;

  function receive(payload: string): void {
    const { data } = notificationSchema.safeParse(parseJson(payload));
    if (data !== undefined && data.from !== self) data.said.forEach(onMessage);
  }

  function send(): void {
    let [batch, bytes] = [[] as string[], 0];
    const flush = () => {
      if (batch.length > 0) notifier?.send(`{"from":"${self}","said":[${batch.join()}]}`);
      [batch, bytes] = [[], 0];
    };
    for (const message of unsent.values()) {
      const text = JSON.stringify(message);
      const more = Buffer.byteLength(text) + 1;
      if (bytes + more > MAX_BYTES) flush();
      batch.push(text);
      bytes += more;
    }
    flush();
    unsent.clear();
  }

  return {
    /** Begins to hear of others. */
    join(): void {
      leave ??= notifier?.subscribe(receive) ?? null;
    },
    publish(message: PresenceMessage): void {
      if (notifier === null) return;
      unsent.set(`${message.company} ${tabOf(message)}`, message);
      sending.soon();
    },
    close(): void {
      leave?.();
      leave = null;
      sending.stop();
    },
  };
}
