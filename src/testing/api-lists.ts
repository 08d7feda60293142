import { z } from 'zod';
import { pageSchema } from '#contract/page.ts';
import { pagesOf, type ServiceClient } from './service.ts';

/** Every list of records of the practice API, in the order of their references. */
const lists = [
  'companies',
  'employees',
  'appointment-types',
  'clients',
  'pets',
  'availability',
  'appointments',
] as const;

const recordPageSchema = pageSchema(z.record(z.string(), z.unknown()));

/** All records of a company that its lists serve, by the names of the lists; of the plan, those from 2026-01-01 to 2026-12-31. */
export async function readLists(
  client: ServiceClient,
  companyId: string,
): Promise<Record<(typeof lists)[number], Record<string, unknown>[]>> {
  const read = async (name: string) => {
    const query = {
      ...(name !== 'companies' && { companyId }),
      ...(name === 'availability' && { start: '2026-01-01T00:00Z', end: '2027-01-01T00:00Z' }),
    };
    const records: Record<string, unknown>[] = [];
    const page = async (cursor: string) => {
      const answer = await client.get(`/v1/${name}`, { ...query, limit: '500', ...(cursor !== '' && { cursor }) });
      return recordPageSchema.parse(answer.body);
    };
    for await (const { data } of pagesOf(page)) records.push(...data);
    return records;
  };
  return {
    companies: await read('companies'),
    employees: await read('employees'),
    'appointment-types': await read('appointment-types'),
    clients: await read('clients'),
    pets: await read('pets'),
    availability: await read('availability'),
    appointments: await read('appointments'),
  };
}
