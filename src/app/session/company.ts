import type { BoardSearch } from '#app/addresses/board-search.ts';
import type { DeskCompany } from '#app/api/directory.ts';
import type { Preferences } from '#app/session/preferences.ts';
import { browserZone } from '#app/text/time-text.ts';
import type { DeskSession } from '#contract/desk.ts';
import { zoneOfStore } from '#scheduling/calendar-day.ts';

/** The zone of stores without one: the configured zone, otherwise the browser's. */
export function fallbackZoneOf(session: DeskSession): string {
  return zoneOfStore(session, browserZone);
}

/** The company of the URL, otherwise of the preferences, otherwise the first that the person can access. */
export function companyOf(
  companies: readonly DeskCompany[],
  search: Pick<BoardSearch, 'company'>,
  preferences: Pick<Preferences, 'companyId'>,
): DeskCompany | undefined {
  const preferredId = search.company ?? preferences.companyId;
  return companies.find((candidate) => candidate.id === preferredId) ?? companies[0];
}
