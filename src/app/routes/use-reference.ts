import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { appointmentTypeQueries } from '#app/api/appointment-type-queries.ts';
import { byId, type Directory } from '#app/api/directory.ts';
import { employeeQueries } from '#app/api/employee-queries.ts';
import { enumQueries } from '#app/api/enum-queries.ts';
import { useFailure } from '#app/api/failures.ts';
import { createEnumLooks } from '#app/appearance/enum-look.ts';
import { useDesk } from '#app/routes/use-desk.ts';
import type { ReceivedPet } from '#contract/received.ts';

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
  const looks = useMemo(
    () => ({
      statuses: createEnumLooks(enums.data, 'APPOINTMENT_STATUS'),
      categories: createEnumLooks(enums.data, 'VISIT_TYPE_CATEGORY'),
      origins: createEnumLooks(enums.data, 'APPOINTMENT_CREATED_FROM'),
    }),
    [enums.data],
  );
  return { enums, employees, types, unloaded, directory, ...looks };
}
