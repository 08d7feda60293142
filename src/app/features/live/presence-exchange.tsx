import { useEffect } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { listenToDesk } from '#app/api/desk-events.ts';
import { newId } from '#app/browser/new-id.ts';
import { localActivity, setPresence, subscribeToActivities } from '#app/changes/presence.ts';
import { changingPresenceText } from '#app/text/presence-text.ts';
import {
  type Colleague,
  type DeskActivity,
  type DeskPresence,
  deskEventTimes,
  presenceCall,
} from '#contract/desk-events.ts';

const PRESENCE_TIMES = {
  /** The minimum time between two reports, so that typing does not send one for each key. */
  minIntervalMs: 1_000,
  timeoutMs: 4_000,
  /** After this long without interaction, no activity is reported: the person may have left a form open. */
  idleMs: 5 * 60_000,
} as const;

/** The id of this tab among all tabs at all desks. */
const ownDeskId = newId();

const NO_ACTIVITY = 'null';

/** What colleagues are doing with each appointment, in words, keyed by appointment id. */
function describeChanges(colleagues: readonly Colleague[]): ReadonlyMap<string, string> {
  const names = new Map<string, (string | null)[]>();
  for (const { name, activity } of colleagues) {
    if (activity.kind !== 'changing') continue;
    names.set(activity.appointmentId, [...(names.get(activity.appointmentId) ?? []), name]);
  }
  return new Map([...names].map(([id, of]) => [id, changingPresenceText(of)]));
}

function publishColleagues(colleagues: readonly Colleague[]) {
  setPresence({ colleagues, changing: describeChanges(colleagues) });
}

interface ExchangeOptions {
  api: ApiClient;
  companyId: string;
  /** Stops the exchange. */
  signal: AbortSignal;
}

/**
 * Reports to colleagues what this tab is doing, as long as someone is using it, and receives what they are doing. A
 * failed report is ignored until the next one is due.
 */
function exchangePresence({ api, companyId, signal }: ExchangeOptions): void {
  if (signal.aborted) return;
  /** The activity that was last sent to the gateway, as JSON. */
  let sent = NO_ACTIVITY;
  let sentAt = Number.NEGATIVE_INFINITY;
  let touchedAt = performance.now();
  let isSending = false;

  function currentActivity(): DeskActivity | null {
    const isIdle = performance.now() - touchedAt >= PRESENCE_TIMES.idleMs;
    return signal.aborted || isIdle ? null : localActivity();
  }

  /**
   * Sends changes, and repeats an ongoing activity before the gateway forgets it: one request at a time, so that none
   * overtakes another.
   */
  async function sendActivity() {
    const activity = currentActivity();
    const text = JSON.stringify(activity);
    const pause = text === sent ? deskEventTimes.presenceEveryMs : PRESENCE_TIMES.minIntervalMs;
    const isDue = text === NO_ACTIVITY ? sent !== NO_ACTIVITY : performance.now() >= sentAt + pause;
    if (isSending || !isDue) return;
    isSending = true;
    sent = text;
    sentAt = performance.now();
    const limit = AbortSignal.timeout(PRESENCE_TIMES.timeoutMs);
    await api.call(presenceCall, { companyId, desk: ownDeskId, activity }, { signal: limit }).catch(() => undefined);
    isSending = false;
    if (currentActivity() === null) void sendActivity();
  }

  function recordUse() {
    touchedAt = performance.now();
  }

  function sendDeparture() {
    if (sent === NO_ACTIVITY) return;
    sent = NO_ACTIVITY;
    const body = JSON.stringify({ companyId, desk: ownDeskId, activity: null });
    navigator.sendBeacon(presenceCall.path, new Blob([body], { type: 'application/json' }));
  }

  const listening = { capture: true, passive: true, signal };
  for (const name of ['pointerdown', 'keydown', 'input']) window.addEventListener(name, recordUse, listening);
  window.addEventListener('pagehide', sendDeparture, { signal });
  const timer = setInterval(sendActivity, PRESENCE_TIMES.minIntervalMs);
  const onPresence = ({ desks }: DeskPresence) => publishColleagues(desks.filter(({ desk }) => desk !== ownDeskId));
  const stops = [subscribeToActivities(() => void sendActivity()), listenToDesk(companyId, { onPresence }, api.person)];
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    for (const stop of stops) stop();
    publishColleagues([]);
    // After the end of the exchange, this reports that the person is no longer doing anything here.
    void sendActivity();
  });
  void sendActivity();
}

/** Reports to colleagues what this tab is doing, and receives what they are doing, while it is mounted. */
export function PresenceExchange({ companyId }: { companyId: string }) {
  const api = useApi();
  useEffect(() => {
    const controller = new AbortController();
    exchangePresence({ api, companyId, signal: controller.signal });
    return () => controller.abort();
  }, [api, companyId]);
  return null;
}
