import type { StartQuery } from '#contract/desk-start.ts';
import { joinListParam } from '#contract/list-param.ts';

interface Opening {
  /** The URL of the page. */
  location: Pick<Location, 'pathname' | 'search'>;
  /** The stored preferences of the browser and of the tab (`session/preferences.ts`), as they are. */
  preferences: Readonly<Record<string, unknown>>;
  zone: string;
  /** Milliseconds since 1970. */
  now: number;
  /** The ISO weekday on which weeks begin in the browser's region. */
  regionWeekday: number;
}

/** The address at which a page requests what it needs first, from what is known without the app's schemas. */
export function startAddress({ location, preferences, zone, now, regionWeekday }: Opening): string {
  const { company, store, date, view } = Object.fromEntries(new URLSearchParams(location.search));
  const { companyId, storeIds, view: lastView, firstWeekday } = preferences;
  const query: Record<keyof StartQuery, unknown> = {
    board: location.pathname === '/' ? '1' : '',
    ...{ company, store, date, view, lastView },
    lastCompany: companyId,
    lastStores: Array.isArray(storeIds) ? joinListParam(storeIds.map(String)) : storeIds,
    ...{ zone, now, firstWeekday: firstWeekday ?? regionWeekday },
  };
  const given = Object.entries(query).filter(([, value]) => value != null && value !== '');
  return `/desk/start?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
