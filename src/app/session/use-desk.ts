import { useQuery } from '@tanstack/react-query';
import { createContext } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { type DeskCompany, type Directory, indexById } from '#app/api/directory.ts';
import { appointmentTypeQueries, employeeQueries, enumQueries } from '#app/api/reference.ts';
import { useFailure } from '#app/api/use-failure.ts';
import { useRequiredContext } from '#app/api/use-required-context.ts';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import { fallbackZoneOf } from '#app/session/fallback-zone.ts';
import { texts } from '#app/text/shared-texts.ts';
import { changeableFields } from '#contract/appointment-rules.ts';
import type { DeskSession } from '#contract/desk.ts';
import type { ReceivedPet } from '#contract/received.ts';
import { zoneOfStore } from '#scheduling/calendar-day.ts';

export type ChangeableField = (typeof changeableFields)[number];

/** What every screen needs: the session, the company, and what both of them allow. */
export interface Desk {
  session: DeskSession;
  /** The selected company. */
  company: DeskCompany;
  /** All companies that the person can access. */
  companies: readonly DeskCompany[];
  /** The IANA zone of stores that have none of their own. */
  fallbackZone: string;
  /** Why the user may not book; null if they may, or if their permission is unknown. */
  bookingRefusal: string | null;
  /**
   * The fields of an appointment that can be changed; empty if the person has no permission, or the practice system
   * does not support changes.
   */
  changeable: ReadonlySet<ChangeableField>;
  /** Whether the practice system has a plan of shifts and blocks that the person may read. */
  hasPlan: boolean;
  /** Whether the practice system has messages to clients, or their answers, that the person may read. */
  hasMessages: boolean;
  /** Whether the practice system has requests from the web site that the person may read. */
  hasOnlineRequests: boolean;
}

/** Returns the desk for a session and one of its companies. */
export function buildDesk(session: DeskSession, companies: readonly DeskCompany[], company: DeskCompany): Desk {
  const { canWrite, capabilities } = session;
  const fields = canWrite === false ? [] : (capabilities.changeAppointment?.fields ?? []);
  return {
    session,
    company,
    companies,
    fallbackZone: fallbackZoneOf(session),
    bookingRefusal: canWrite === false ? texts.viewOnly : null,
    changeable: new Set(changeableFields.filter((field) => fields.includes(field))),
    hasPlan: capabilities.listAvailability !== undefined,
    hasMessages: capabilities.listMessages !== undefined || capabilities.listClientAnswers !== undefined,
    hasOnlineRequests: capabilities.listOnlineRequests !== undefined,
  };
}

/** The context with session and company for every screen, which the layout route provides once both are loaded. */
export const DeskContext = createContext<Desk | null>(null);
export const useDesk = () => useRequiredContext(DeskContext, 'DeskContext');

/** Returns the stores with an IANA zone each: those without one get the fallback zone. */
export function useZonedStores<Store extends { readonly timeZone: string | null }>(stores: readonly Store[]) {
  const { fallbackZone } = useDesk();
  return stores.map((store) => ({ ...store, timeZone: zoneOfStore(store, fallbackZone) }));
}

const NO_PETS: ReadonlyMap<string, ReceivedPet> = new Map();

/**
 * The company's reference data: the names of staff and visit types, labels and colours of enum values, and the given
 * pets. The layout route's loader starts loading these lists, but no screen waits for them: while a list is missing, so
 * are its names. `unloaded` has the lists that could not be loaded.
 */
export function useReference(pets: ReadonlyMap<string, ReceivedPet> = NO_PETS) {
  const api = useApi();
  const { company, fallbackZone } = useDesk();
  const enums = useQuery(enumQueries.ofCompany(api, company.id));
  const employees = useQuery(employeeQueries.ofCompany(api, company.id));
  const types = useQuery(appointmentTypeQueries.ofCompany(api, company.id));

  const errors = { enums: useFailure(enums), vets: useFailure(employees), types: useFailure(types) };
  const unloaded = [
    { name: 'vets', error: errors.vets, list: employees } as const,
    { name: 'types', error: errors.types, list: types } as const,
    { name: 'enums', error: errors.enums, list: enums } as const,
  ].filter(({ error, list }) => error !== null && list.data === undefined);

  const directory: Directory = {
    company,
    fallbackZone,
    employees: indexById(employees.data?.records ?? []),
    types: indexById(types.data?.records ?? []),
    pets,
  };
  const displays = {
    statuses: createEnumDisplays(enums.data, 'APPOINTMENT_STATUS'),
    categories: createEnumDisplays(enums.data, 'VISIT_TYPE_CATEGORY'),
    origins: createEnumDisplays(enums.data, 'APPOINTMENT_CREATED_FROM'),
  };
  return { enums, employees, types, unloaded, directory, ...displays };
}
