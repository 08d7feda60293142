import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { appointmentTypeQueries } from '#app/api/appointment-type-queries.ts';
import { byId, type Directory } from '#app/api/directory.ts';
import { employeeQueries } from '#app/api/employee-queries.ts';
import { enumQueries } from '#app/api/enum-queries.ts';
import { createEnumLooks } from '#app/appearance/enum-look.ts';
import { useDesk } from '#app/routes/use-desk.ts';
import type { ReceivedPet } from '#contract/received.ts';

const NO_PETS: ReadonlyMap<string, ReceivedPet> = new Map();

/**
 * What the ids and values of the company's appointments stand for, with the names of the given pets. A list that cannot be loaded leaves its names out; the
 * board is there all the same.
 */
export function useReference(pets: ReadonlyMap<string, ReceivedPet> = NO_PETS) {
  const api = useApi();
  const { company, fallbackZone } = useDesk();
  const enums = useQuery(enumQueries.ofCompany(api, company.id));
  const employees = useQuery(employeeQueries.ofCompany(api, company.id));
  const types = useQuery(appointmentTypeQueries.ofCompany(api, company.id));

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
  return { enums, employees, types, directory, ...looks };
}
