import { CancelledError, type QueryClient } from '@tanstack/react-query';
import { type BoardChoice, chooseBoard } from '#app/addresses/board-choice.ts';
import { type BoardSearch, storeIdsIn } from '#app/addresses/board-search.ts';
import type { ApiClient } from '#app/api/api-client.ts';
import { retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { appointmentQueries } from '#app/api/appointments.ts';
import { type DeskCompany, storesOf } from '#app/api/directory.ts';
import { petQueries } from '#app/api/pets.ts';
import { appointmentTypeQueries, companyQueries, employeeQueries, enumQueries } from '#app/api/reference.ts';
import { sessionQueries } from '#app/api/session.ts';
import { screenSpace } from '#app/browser/screen-space.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';

import { fallbackZoneOf } from '#app/session/fallback-zone.ts';
import { type Preferences, readFirstWeekday, readTabPreferences } from '#app/session/preferences.ts';
import type { DeskSession } from '#contract/desk.ts';
import { selectCompany, toColumnsView } from '#scheduling/board-day.ts';
import { createSearchForDays, listStoreDays } from '#scheduling/shown-days.ts';

export interface RouterContext {
  api: ApiClient;
  queryClient: QueryClient;
}

/** The session, the company and the preferences, which determine what a URL shows. */
export interface LoadedDesk {
  session: DeskSession;
  company: DeskCompany;
  preferences: Preferences;
}

/** Loads session and companies; null while signed out, or if the person can access no company. */
export async function loadDesk(
  context: RouterContext,
  search: Pick<BoardSearch, 'company'>,
): Promise<LoadedDesk | null> {
  const { api, queryClient } = context;
  const session = await queryClient.ensureQueryData(sessionQueries.current(api));
  if (!session.signedIn) return null;
  const companies = await queryClient.ensureQueryData(companyQueries.list(api)).catch((error: unknown) => {
    if (error instanceof CancelledError) return null;
    throw error;
  });
  // In the meantime, the person has signed out, or someone else has signed in.
  if (companies === null) return loadDesk(context, search);
  const { records } = companies;
  const preferences = readTabPreferences(localStore, sessionStore);
  const company = selectCompany(records, search, preferences);
  return company ? { session, company, preferences } : null;
}

// The errors of the following requests are ignored here: the screens retry these queries and show their errors.

/** Prefetches the names of a company's staff and visit types, and the labels and colours of its statuses. */
export function prefetchReference({ api, queryClient }: RouterContext, { company }: LoadedDesk): void {
  void queryClient.prefetchQuery(enumQueries.ofCompany(api, company.id));
  void queryClient.prefetchQuery(employeeQueries.ofCompany(api, company.id));
  void queryClient.prefetchQuery(appointmentTypeQueries.ofCompany(api, company.id));
}

/** Returns what the board shows at a URL. */
export function boardChoiceAt({ session, company, preferences }: LoadedDesk, search: BoardSearch): BoardChoice {
  return chooseBoard({
    search,
    preferences,
    company,
    stores: storesOf(company, storeIdsIn(search)),
    fallbackZone: fallbackZoneOf(session),
    space: screenSpace(),
    now: Date.now(),
  });
}

/** Prefetches the day that a URL shows, and the names of the pets. */
export function prefetchDay({ api, queryClient }: RouterContext, desk: LoadedDesk, search: BoardSearch): void {
  const { session, company } = desk;
  const choice = boardChoiceAt(desk, search);
  const days = listStoreDays({
    ...{ ...choice, view: toColumnsView(choice.view), fallbackZone: fallbackZoneOf(session) },
    firstWeekday: readFirstWeekday,
  });
  void queryClient.prefetchInfiniteQuery(appointmentQueries.day(api, createSearchForDays(company, days)));
  void queryClient.prefetchInfiniteQuery({
    ...petQueries.names(api, { companyId: company.id }),
    retry: retryUntilLoadedOptions.retry,
  });
}

/**
 * Prefetches what the calendar at a URL needs. Returns null as {@link loadDesk} does, and if loading fails, since the
 * screen shows the error itself.
 */
export async function prefetchBoard(context: RouterContext, search: BoardSearch): Promise<LoadedDesk | null> {
  const desk = await loadDesk(context, search).catch(() => null);
  if (desk === null) return null;
  prefetchReference(context, desk);
  prefetchDay(context, desk, search);
  return desk;
}
