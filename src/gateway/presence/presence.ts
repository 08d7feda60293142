import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { z } from 'zod';
import { type DeskPresence, deskEventTimes, deskPresenceRequestSchema } from '#contract/desk-events.ts';
import { ServiceError } from '#contract/error.ts';
import { jsonHeaders, readInput } from '#gateway/access/browser-security.ts';
import type { KeyRights } from '#gateway/access/key-rights.ts';
import type { GatewayEnv } from '#gateway/access/keyring.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import type { Notifications } from '#gateway/shared/notifications.ts';
import type { Credential } from '#gateway/upstream/connection.ts';
import type { ReachOf } from './reach.ts';
import { createRelay, MAX_NAME, type PresenceMessage, paced, tabOf } from './relay.ts';

/** Limits of what is remembered: of the tabs of a session, of a company, and of all. What is too much is not told. */
const MOST = { ofSession: 8, ofCompany: 300, ofAll: 10_000 } as const;
/** When it is asked again what a key reaches, after that could not be message. */
const RETRY_MS = 5_000;
/** Who says something: the key, and the session unless the key is shared. */
export interface Participant {
  readonly credential: Credential;
  readonly sessionId: string | null;
  /** What colleagues are told. */
  readonly name: string | null;
}

interface Entry extends PresenceMessage {
  readonly until: number;
  /** Null where another gateway told it. */
  readonly keyHash: string | null;
}

interface Listener {
  readonly credential: Credential;
  readonly tell: (presence: DeskPresence) => void;
  told: string;
  cancelRetry: (() => void) | null;
}

interface Company {
  readonly entries: Map<string, Entry>;
  readonly listeners: Set<Listener>;
  readonly telling: ReturnType<typeof paced>;
}

const ownerOf = ({ sessionId, credential }: Pick<Participant, 'sessionId' | 'credential'>) =>
  createHash('sha256')
    .update(`presence ${sessionId ?? credential.keyHash}`)
    .digest('base64url')
    .slice(0, 16);

/**
 * Who is booking and changing what: remembered while it is repeated, told to those who reach the store, and kept nowhere. With a
 * `notifier` gateways know it of each other's desks.
 */
export function createPresence(options: {
  reachOf: ReachOf;
  clock: Environment['clock'];
  schedule: Environment['schedule'];
  notifier: Notifications | null;
}) {
  const { reachOf, clock, schedule, notifier } = options;
  const companies = new Map<string, Company>();
  const relay = createRelay({
    notifier,
    environment: { clock, schedule },
    onMessage: (message) => take(message, null),
  });
  let count = 0;
  let cancelExpiry: (() => void) | null = null;

  function companyOf(id: string): Company {
    const known = companies.get(id);
    if (known !== undefined) return known;
    const telling = paced({ clock, schedule }, () => tellAll(id, company));
    const company: Company = { entries: new Map(), listeners: new Set(), telling };
    companies.set(id, company);
    return company;
  }

  function dropIfIdle(id: string, { entries, listeners, telling }: Company): void {
    if (entries.size > 0 || listeners.size > 0) return;
    telling.stop();
    companies.delete(id);
  }

  function tellAll(id: string, company: Company): void {
    for (const listener of company.listeners) void tell(id, company, listener);
  }

  async function tell(id: string, company: Company, listener: Listener): Promise<void> {
    try {
      const isInReach = company.entries.size === 0 ? null : await reachOf(listener.credential, id);
      if (!company.listeners.has(listener)) return;
      const within = isInReach === null ? [] : [...company.entries.values()];
      const desks = within.flatMap(({ desk, name, activity }) =>
        activity !== null && isInReach?.(activity.storeId) ? [{ desk, name, activity }] : [],
      );
      const text = JSON.stringify(desks);
      if (text === listener.told) return;
      listener.told = text;
      listener.tell({ desks });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (!company.listeners.has(listener)) return;
      listener.cancelRetry ??= schedule(RETRY_MS, () => {
        listener.cancelRetry = null;
        void tell(id, company, listener);
      });
    }
  }

  /** Remembers what was said, or forgets what ended. */
  function take(message: PresenceMessage, by: Pick<Participant, 'sessionId' | 'credential'> | null): void {
    const key = tabOf(message);
    const company = companyOf(message.company);
    const { entries, telling } = company;
    const before = entries.get(key);
    if (message.activity === null) {
      if (entries.delete(key)) {
        count -= 1;
        telling.soon();
      }
      dropIfIdle(message.company, company);
      return;
    }
    if (before === undefined) {
      if (by?.sessionId) makeRoom(entries, message.owner);
      if (entries.size >= MOST.ofCompany || count >= MOST.ofAll) {
        dropIfIdle(message.company, company);
        return;
      }
      count += 1;
    }
    const until = clock() + deskEventTimes.presenceKeptMs;
    entries.set(key, { ...message, until, keyHash: by?.credential.keyHash ?? null });
    const isSame =
      before?.name === message.name && JSON.stringify(before.activity) === JSON.stringify(message.activity);
    if (!isSame) telling.soon();
    cancelExpiry ??= schedule(deskEventTimes.presenceKeptMs, expire);
  }

  /** Forgets the oldest tab of a session that has too many. */
  function makeRoom(entries: Company['entries'], session: string): void {
    const tabs = [...entries.keys()].filter((key) => key.startsWith(`${session} `));
    const [oldest] = tabs;
    if (oldest !== undefined && tabs.length >= MOST.ofSession && entries.delete(oldest)) count -= 1;
  }

  /** Forgets what was not repeated. */
  function expire(): void {
    cancelExpiry = null;
    let next = Number.POSITIVE_INFINITY;
    for (const [id, company] of companies) {
      for (const [key, { until }] of company.entries) {
        if (until > clock()) next = Math.min(next, until);
        else if (company.entries.delete(key)) {
          count -= 1;
          company.telling.soon();
        }
      }
      dropIfIdle(id, company);
    }
    if (next < Number.POSITIVE_INFINITY) cancelExpiry = schedule(next - clock(), expire);
  }

  return {
    /**
     * What the tab `desk` of a company is doing; null for nothing any more. Throws `not_found` for what its key does not reach, and
     * what says that its reach is not known now.
     */
    async say(
      { companyId, desk, activity }: z.infer<typeof deskPresenceRequestSchema>,
      participant: Participant,
    ): Promise<void> {
      relay.join();
      const company = companyId.toLowerCase();
      const isInReach = await reachOf(participant.credential, company);
      if (isInReach === null || (activity !== null && !isInReach(activity.storeId)))
        throw new ServiceError('not_found', 'There is no such company or store within reach of this key.');
      const name = participant.name === null ? null : [...participant.name].slice(0, MAX_NAME).join('');
      const message = { company, owner: ownerOf(participant), desk, name, activity };
      take(message, participant);
      relay.publish(message);
    },
    /**
     * Tells of the colleagues of a company, as far as this key reaches their stores, and again whenever that changes; nothing as long
     * as there are none. The returned function ends it.
     */
    listen(companyId: string, credential: Credential, onPresence: Listener['tell']): () => void {
      relay.join();
      const company = companyOf(companyId);
      const listener: Listener = { credential, tell: onPresence, told: '[]', cancelRetry: null };
      company.listeners.add(listener);
      void tell(companyId, company, listener);
      return () => {
        company.listeners.delete(listener);
        listener.cancelRetry?.();
        dropIfIdle(companyId, company);
      };
    },
    /** Ends what a session said, or all that was said with its key. */
    leave(participant: Pick<Participant, 'sessionId' | 'credential'>, everywhere: boolean): void {
      const owner = ownerOf(participant);
      for (const { entries } of [...companies.values()]) {
        for (const { until, keyHash, ...message } of [...entries.values()]) {
          const isTheirs = message.owner === owner || (everywhere && keyHash === participant.credential.keyHash);
          if (!isTheirs) continue;
          take({ ...message, activity: null }, null);
          relay.publish({ ...message, activity: null });
        }
      }
    },
    /** Ends timers and the exchange with other gateways. */
    close(): void {
      relay.close();
      cancelExpiry?.();
      cancelExpiry = null;
      for (const { telling } of companies.values()) telling.stop();
    },
  };
}

export type Presence = ReturnType<typeof createPresence>;

/** `POST /desk/presence`: what a tab of the browser is doing, said under the name of its session. */
export function presenceRoutes(options: { presence: Presence; keyRights: Pick<KeyRights, 'of'> }): Hono<GatewayEnv> {
  const { presence, keyRights } = options;
  return new Hono<GatewayEnv>().post('/desk/presence', async function say(c) {
    const said = await readInput(c, deskPresenceRequestSchema);
    const { credential, session } = c.var;
    const name = session === null ? null : ((await keyRights.of(credential)).name ?? session.name);
    await presence.say(said, { credential, sessionId: session?.id ?? null, name });
    return c.json({}, 200, jsonHeaders);
  });
}
