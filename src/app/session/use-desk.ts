import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { byId, type DeskCompany, type Directory } from '#app/api/directory.ts';
import { useFailure } from '#app/api/failures.tsx';
import { appointmentTypeQueries, companyQueries, employeeQueries, enumQueries } from '#app/api/reference.ts';
import { sessionQueries } from '#app/api/session.ts';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { companyOf, fallbackZoneOf } from '#app/session/company.ts';
import { readTabPreferences } from '#app/session/preferences.ts';
import { words } from '#app/text/shared-texts.ts';
import { changeableFields } from '#contract/appointment-rules.ts';
import type { DeskSession } from '#contract/desk.ts';
import type { ReceivedPet } from '#contract/received.ts';

const deskApi = getRouteApi('/desk');

export type ChangeableField = (typeof changeableFields)[number];

const NOTHING: ReadonlySet<ChangeableField> = new Set();
const changeable = new WeakMap<readonly string[], ReadonlySet<ChangeableField>>();

/** The fields of an appointment that the user can change; the same set for the same session. */
function changeableOf({ canWrite, capabilities }: DeskSession): ReadonlySet<ChangeableField> {
  const fields = capabilities.changeAppointment?.fields;
  if (canWrite === false || fields === undefined) return NOTHING;
  const known = changeable.get(fields) ?? new Set(changeableFields.filter((field) => fields.includes(field)));
  changeable.set(fields, known);
  return known;
}

/** Session and company, the base of every screen. */
interface Desk {
  session: DeskSession;
  /** The selected company. */
  company: DeskCompany;
  /** All companies in reach. */
  companies: readonly DeskCompany[];
  /** The zone of stores that name none. */
  fallbackZone: string;
  /** Why the user may not book; null where they may, or where it is not known. */
  bookingRefusal: string | null;
  /**
   * The fields of an appointment that can be changed; empty where the person may not, or the practice system cannot.
   */
  changeable: ReadonlySet<ChangeableField>;
  /** Whether the practice system has a plan of who is on duty and what is blocked that the person may read. */
  hasPlan: boolean;
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
    bookingRefusal: session.canWrite === false ? words.viewOnly : null,
    changeable: changeableOf(session),
    hasPlan: session.capabilities.listAvailability !== undefined,
  };
}

const NO_PETS: ReadonlyMap<string, ReceivedPet> = new Map();

/**
 * The company's reference data: names of staff and types, looks of enum values, with the given pets. These lists are
 * primed by the layout route's loader but do not suspend: where one cannot be loaded its names are missing until it is,
 * which `unloaded` says, and the screen works without them.
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

  const directory = useMemo<Directory>(
    () => ({
      company,
      fallbackZone,
      employees: byId(employees.data?.records ?? []),
      types: byId(types.data?.records ?? []),
      pets,
    }),
    [company, fallbackZone, employees.data, types.data, pets],
  );
  const displays = useMemo(
    () => ({
      statuses: createEnumDisplays(enums.data, 'APPOINTMENT_STATUS'),
      categories: createEnumDisplays(enums.data, 'VISIT_TYPE_CATEGORY'),
      origins: createEnumDisplays(enums.data, 'APPOINTMENT_CREATED_FROM'),
    }),
    [enums.data],
  );
  return { enums, employees, types, unloaded, directory, ...displays };
}
