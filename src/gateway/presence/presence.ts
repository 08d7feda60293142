import { Hono } from 'hono';
import type { z } from 'zod';
import { deskPresenceRequestSchema } from '#contract/desk-endpoints.ts';
import { type DeskActivity, type DeskPresence, deskEventTimes } from '#contract/desk-events.ts';
import { ServiceError } from '#contract/error.ts';
import { jsonHeaders, readInput } from '#gateway/access/browser-security.ts';
import type { KeyRights } from '#gateway/access/key-rights.ts';
import type { GatewayEnv } from '#gateway/access/keyring.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import type { Credential } from '#gateway/upstream/practice-api.ts';
import type { ReadAccess } from './store-access.ts';

/** The maximum number of active tabs; additional ones are not shown. */
const MAX_TABS = 2_000;
/** The maximum length of a displayed name, in characters. */
const MAX_NAME_LENGTH = 80;
/** The minimum interval between two messages. The changes in between are sent together. */
const COLLECT_MS = 250;
/** The delay before the stores of a key are read again after a failure. */
const RETRY_MS = 5_000;

/** The owner of a tab: the key, and the session unless the key is shared. */
export interface Participant {
  readonly credential: Credential;
  readonly sessionId: string | null;
  /** The name that colleagues see; null if unknown. */
  readonly name: string | null;
}

/** The last reported activity of a tab. */
interface Tab extends Participant {
  readonly desk: string;
  readonly activity: DeskActivity;
  readonly until: number;
}

interface PresenceListener {
  readonly credential: Credential;
  readonly send: (presence: DeskPresence) => void;
  /** The last message sent, as JSON. */
  sent: string;
  cancelRetry: (() => void) | null;
}

interface CompanyPresence {
  readonly tabs: Map<string, Tab>;
  readonly listeners: Set<PresenceListener>;
  readonly sending: ReturnType<typeof createThrottle>;
}

/**
 * Keeps in memory who is booking or changing what, as long as their tabs keep reporting it, and sends it to everyone
 * with access to the store. A gateway has only the activities of its own browsers.
 */
export function createPresence(options: {
  readAccess: ReadAccess;
  clock: Environment['clock'];
  schedule: Environment['schedule'];
}) {
  const { readAccess, clock, schedule } = options;
  const companies = new Map<string, CompanyPresence>();
  let cancelExpiry: (() => void) | null = null;

  function getOrCreateCompany(id: string): CompanyPresence {
    const existing = companies.get(id);
    if (existing !== undefined) return existing;
    const sending = createThrottle({ clock, schedule }, () => {
      for (const listener of company.listeners) void sendToListener(listener, id, company);
    });
    const company: CompanyPresence = { tabs: new Map(), listeners: new Set(), sending };
    companies.set(id, company);
    return company;
  }

  function removeIdleCompany(id: string, { tabs, listeners, sending }: CompanyPresence): void {
    if (tabs.size > 0 || listeners.size > 0) return;
    sending.stop();
    companies.delete(id);
  }

  async function sendToListener(listener: PresenceListener, id: string, company: CompanyPresence): Promise<void> {
    try {
      const isAccessible = company.tabs.size === 0 ? null : await readAccess(listener.credential, id);
      if (!company.listeners.has(listener)) return;
      const desks = [...company.tabs.values()]
        .filter(({ activity }) => isAccessible?.(activity.storeId))
        .map(({ desk, name, activity }) => ({ desk, name, activity }));
      const text = JSON.stringify(desks);
      if (text === listener.sent) return;
      listener.sent = text;
      listener.send({ desks });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (!company.listeners.has(listener)) return;
      listener.cancelRetry ??= schedule(RETRY_MS, () => {
        listener.cancelRetry = null;
        void sendToListener(listener, id, company);
      });
    }
  }

  /** Removes the tabs of a company that match `isOver`, and the company itself if it then has neither tabs nor listeners. */
  function removeTabs(id: string, company: CompanyPresence, isOver: (tab: Tab) => boolean): void {
    for (const [key, tab] of company.tabs) {
      if (!isOver(tab)) continue;
      company.tabs.delete(key);
      company.sending.soon();
    }
    removeIdleCompany(id, company);
  }

  function addTab(key: string, tab: Tab, { tabs, sending }: CompanyPresence): void {
    const before = tabs.get(key);
    if (before === undefined && countTabs() >= MAX_TABS) return;
    tabs.set(key, tab);
    const isSame = before?.name === tab.name && JSON.stringify(before.activity) === JSON.stringify(tab.activity);
    if (!isSame) sending.soon();
    cancelExpiry ??= schedule(deskEventTimes.presenceExpiryMs, removeExpiredTabs);
  }

  const countTabs = () => [...companies.values()].reduce((sum, { tabs }) => sum + tabs.size, 0);

  /** Removes activities that were not repeated in time. */
  function removeExpiredTabs(): void {
    cancelExpiry = null;
    for (const [id, company] of companies) removeTabs(id, company, ({ until }) => until <= clock());
    const ends = [...companies.values()].flatMap(({ tabs }) => [...tabs.values()].map(({ until }) => until));
    if (ends.length > 0) cancelExpiry = schedule(Math.min(...ends) - clock(), removeExpiredTabs);
  }

  return {
    /**
     * Sets the activity of the tab `desk` in a company; `activity` is null if it has ended. Throws `not_found` for a store
     * that the key cannot access, and a `ServiceError` if the key's stores could not be read.
     */
    async update(
      { companyId, desk, activity }: z.infer<typeof deskPresenceRequestSchema>,
      participant: Participant,
    ): Promise<void> {
      const id = companyId.toLowerCase();
      const isAccessible = await readAccess(participant.credential, id);
      if (isAccessible === null || (activity !== null && !isAccessible(activity.storeId)))
        throw new ServiceError('not_found', 'No such company or store, or this key cannot access it.');
      const key = `${participant.sessionId ?? participant.credential.keyHash} ${desk}`;
      const company = getOrCreateCompany(id);
      if (activity !== null) {
        const name = participant.name === null ? null : [...participant.name].slice(0, MAX_NAME_LENGTH).join('');
        const until = clock() + deskEventTimes.presenceExpiryMs;
        addTab(key, { ...participant, name, desk, activity, until }, company);
      } else if (company.tabs.delete(key)) company.sending.soon();
      removeIdleCompany(id, company);
    },
    /**
     * Sends the activities in a company, limited to the stores that this key can access, at once if there are any and after
     * every change. The returned function stops the sending.
     */
    listen(companyId: string, credential: Credential, send: PresenceListener['send']): () => void {
      const company = getOrCreateCompany(companyId);
      const listener: PresenceListener = { credential, send, sent: '[]', cancelRetry: null };
      company.listeners.add(listener);
      void sendToListener(listener, companyId, company);
      return () => {
        company.listeners.delete(listener);
        listener.cancelRetry?.();
        removeIdleCompany(companyId, company);
      };
    },
    /** Removes the tabs of a session or, with `everywhere`, all tabs of its key. */
    leave({ sessionId, credential }: Pick<Participant, 'sessionId' | 'credential'>, everywhere: boolean): void {
      const isSelected = (tab: Tab) =>
        everywhere ? tab.credential.keyHash === credential.keyHash : tab.sessionId === sessionId;
      for (const [id, company] of companies) removeTabs(id, company, isSelected);
    },
    /** Stops sending and cancels the timers. */
    close(): void {
      cancelExpiry?.();
      cancelExpiry = null;
      for (const { sending } of companies.values()) sending.stop();
    },
  };
}

export type Presence = ReturnType<typeof createPresence>;

/**
 * Limits how often `run` is called. `soon` calls it at once or, if the last call was less than {@link COLLECT_MS} ago,
 * as soon as that time has passed.
 */
function createThrottle({ clock, schedule }: Pick<Environment, 'clock' | 'schedule'>, run: () => void) {
  let next = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  function runNow() {
    cancel = null;
    next = clock() + COLLECT_MS;
    run();
  }
  return {
    soon() {
      if (cancel !== null) return;
      if (clock() >= next) runNow();
      else cancel = schedule(next - clock(), runNow);
    },
    stop: () => cancel?.(),
  };
}

/** `POST /desk/presence`: sets the activity of a browser tab under the name of its session. */
export function createPresenceRoutes(options: {
  presence: Presence;
  keyRights: Pick<KeyRights, 'get'>;
}): Hono<GatewayEnv> {
  const { presence, keyRights } = options;
  return new Hono<GatewayEnv>().post('/desk/presence', async function update(c) {
    const input = await readInput(c, deskPresenceRequestSchema);
    const { credential, session } = c.var;
    const name = session === null ? null : ((await keyRights.get(credential)).name ?? session.name);
    await presence.update(input, { credential, sessionId: session?.id ?? null, name });
    return c.json({}, 200, jsonHeaders);
  });
}
