import type { StartRequest } from '#app/api/preloaded-responses.ts';
import { readPerson } from '#app/api/stored-person.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { regionFirstWeekday } from '#app/language/shown-language.ts';
import { isSignOutDue } from '#app/session/desk-lock.ts';
import type { StartQuery } from '#contract/desk-start.ts';
import { joinListParam } from '#contract/list-param.ts';

/** The preferences of the tab, as they are stored (`session/preferences.ts`). */
export function readRawPreferences(): Readonly<Record<string, unknown>> {
  return { ...readStored(localStore, 'frontdesk.board'), ...readStored(sessionStore, 'frontdesk.tab') };
}

function readStored(store: Pick<Storage, 'getItem'>, key: string): Record<string, unknown> {
  try {
    return JSON.parse(store.getItem(key) ?? '{}');
  } catch {
    return {};
  }
}

interface PageEnvironment {
  fetch: (address: string) => Promise<Response>;
  /** The URL of the page. */
  location: Pick<Location, 'pathname' | 'search'>;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** Requests what a page needs first. Returns null if this browser has to sign out before anything is requested. */
export function sendStartRequest({ fetch, location, now }: PageEnvironment): StartRequest | null {
  if (isSignOutDue(localStore, now)) return null;
  const response = fetch(buildStartUrl(location, now)).catch(() => null);
  return { response, sentAt: now, person: readPerson(localStore) };
}

/** The URL of the start request, built from the page's URL and the stored preferences, without the app's schemas. */
export function buildStartUrl(location: PageEnvironment['location'], now: number): string {
  const { company, store, date, view } = Object.fromEntries(new URLSearchParams(location.search));
  const { companyId, storeIds, view: lastView, firstWeekday } = readRawPreferences();
  const query: Record<keyof StartQuery, unknown> = {
    board: location.pathname === '/' ? '1' : '',
    ...{ company, store, date, view, lastView },
    lastCompany: companyId,
    lastStores: Array.isArray(storeIds) ? joinListParam(storeIds.map(String)) : storeIds,
    // `Temporal` is preferred, because `Intl` takes much longer.
    zone: globalThis.Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    now,
    // Determined only for a week view, because this takes the browser a long time.
    firstWeekday: [view, lastView].includes('week') ? (firstWeekday ?? regionFirstWeekday()) : null,
  };
  const presentParams = Object.entries(query).filter(([, value]) => value != null && value !== '');
  return `/desk/start?${new URLSearchParams(presentParams.map(([name, value]) => [name, String(value)]))}`;
}
