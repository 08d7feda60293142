import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '#app/api/api-context.ts';
import { companyQueries } from '#app/api/company-queries.ts';
import type { DeskCompany } from '#app/api/directory.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import {
  bookingRefusalOf,
  type ChangeableField,
  changeableOf,
  companyOf,
  fallbackZoneOf,
} from '#app/routes/board-choice.ts';
import { readTabPreferences } from '#app/routes/preferences.ts';
import type { DeskSession } from '#contract/desk.ts';

const deskApi = getRouteApi('/desk');

/** Session and company, the base of every screen. */
export interface Desk {
  session: DeskSession;
  /** The selected company. */
  company: DeskCompany;
  /** All companies in reach. */
  companies: readonly DeskCompany[];
  /** The zone of stores that name none. */
  fallbackZone: string;
  /** Why booking is not possible; null where it is. */
  bookingRefusal: string | null;
  /**
   * The fields of an appointment that can be changed; empty where the person may not, or the practice system cannot.
   */
  changeable: ReadonlySet<ChangeableField>;
}

/** Session and company for components inside `DeskLayout`, which renders them only once both are loaded. */
export function useDesk(): Desk {
  const api = useApi();
  const { data: session } = useSuspenseQuery(sessionQueries.current(api));
  const { data: companies } = useSuspenseQuery(companyQueries.list(api));
  const wanted = deskApi.useSearch();
  const company = companyOf(companies.records, wanted, readTabPreferences(localStore, sessionStore));
  if (!company) throw new Error('DeskLayout shows no screen without a company.');
  return {
    session,
    company,
    companies: companies.records,
    fallbackZone: fallbackZoneOf(session),
    bookingRefusal: bookingRefusalOf(session),
    changeable: changeableOf(session),
  };
}
