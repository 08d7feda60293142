import { useEffect } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { listenToDesk } from '#app/api/desk-events.ts';
import { localActivity, setPresence, subscribeToPresence } from '#app/api/presence.ts';
import { newId } from '#app/browser/new-id.ts';
import { changingText } from '#app/text/presence-text.ts';
import { type Colleague, type DeskActivity, deskEventTimes, presenceEndpoint } from '#contract/desk-events.ts';

/** In milliseconds. */
const TIMES = {
  /** What changes while somebody types is told at most this often. */
  pacedMs: 1_000,
  timeoutMs: 4_000,
  /** Who has touched nothing for this long has left the form open. */
  idleMs: 5 * 60_000,
} as const;

/** Tells the tabs of a browser, and the desks, apart. */
const ownDesk = newId();

const NOTHING = 'null';

/** What is told of the visits that colleagues are changing. */
function changingTexts(colleagues: readonly Colleague[]): ReadonlyMap<string, string> {
  const names = new Map<string, (string | null)[]>();
  for (const { name, activity } of colleagues) {
    if (activity.kind !== 'changing') continue;
    names.set(activity.appointmentId, [...(names.get(activity.appointmentId) ?? []), name]);
  }
  return new Map([...names].map(([id, of]) => [id, changingText(of)]));
}

function take(colleagues: readonly Colleague[]) {
  setPresence({ colleagues, changing: changingTexts(colleagues) });
}

interface ExchangeOptions {
  api: ApiClient;
  companyId: string;
  /** Ends it. */
  signal: AbortSignal;
}

/**
 * Tells colleagues what this tab is doing as long as it lasts and somebody is there, and learns what they are doing. What fails is
 * left to the next time: nobody is told of it, and nothing waits for it.
 */
function exchangePresence({ api, companyId, signal }: ExchangeOptions): void {
  if (signal.aborted) return;
  /** What the gateway was told last, as JSON. */
  let told = NOTHING;
  let sentAt = Number.NEGATIVE_INFINITY;
  let touchedAt = performance.now();
  let sending: Promise<unknown> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isIdle = () => performance.now() - touchedAt >= TIMES.idleMs;
  const current = (): DeskActivity | null => (signal.aborted || isIdle() ? null : localActivity());

  async function post(activity: DeskActivity | null): Promise<void> {
    told = JSON.stringify(activity);
    sentAt = performance.now();
    const signal = AbortSignal.timeout(TIMES.timeoutMs);
    await api.call(presenceEndpoint, { companyId, desk: ownDesk, activity }, { signal }).catch(() => undefined);
  }

  /** One request at a time, so that none overtakes another. */
  function plan() {
    clearTimeout(timer);
    if (sending !== null) return;
    const wanted = JSON.stringify(current());
    const isSame = wanted === told;
    if (isSame && wanted === NOTHING) return;
    const every = wanted === NOTHING ? 0 : isSame ? deskEventTimes.presenceEveryMs : TIMES.pacedMs;
    timer = setTimeout(send, Math.max(0, sentAt + every - performance.now()));
  }

  function send() {
    sending = post(current()).finally(() => {
      sending = null;
      plan();
    });
  }

  function touch() {
    const wasIdle = isIdle();
    touchedAt = performance.now();
    if (wasIdle) plan();
  }

  function leave() {
    if (told === NOTHING) return;
    told = NOTHING;
    const body = JSON.stringify({ companyId, desk: ownDesk, activity: null });
    navigator.sendBeacon(presenceEndpoint.path, new Blob([body], { type: 'application/json' }));
  }

  const listening = { capture: true, passive: true, signal };
  for (const name of ['pointerdown', 'keydown', 'input']) window.addEventListener(name, touch, listening);
  window.addEventListener('pagehide', leave, { signal });
  window.addEventListener('pageshow', plan, { signal });
  const stops = [
    subscribeToPresence(plan),
    listenToDesk(
      companyId,
      {
        onPresence({ desks }) {
          take(desks.filter(({ desk }) => desk !== ownDesk));
        },
      },
      api.person,
    ),
  ];
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop();
    take([]);
    // The company is left, or the board: what was begun there is over.
    plan();
  });
  plan();
}

/** Tells colleagues what this tab is doing, and learns what they are, while it is mounted. */
export function PresenceExchange({ companyId }: { companyId: string }) {
  const api = useApi();
  useEffect(() => {
    const left = new AbortController();
    exchangePresence({ api, companyId, signal: left.signal });
    return () => left.abort();
  }, [api, companyId]);
  return null;
}
