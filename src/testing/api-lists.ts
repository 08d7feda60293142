import { z } from 'zod';
import { pageSchema } from '#contract/page.ts';
import { pagesOf, type ServiceClient } from './service.ts';

const recordPageSchema = pageSchema(z.record(z.string(), z.unknown()));

/**
 * All records of a company that the lists of the practice API return, ordered so that records refer only to earlier ones; of
 * availability only the entries of 2026.
 */
export async function readLists(client: ServiceClient, companyId: string): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = [];
  const ofCompany = { companyId, limit: '500' };
  for (const [name, query] of [
    ['companies', { limit: '500' }],
    ['employees', ofCompany],
    ['appointment-types', ofCompany],
    ['clients', ofCompany],
    ['pets', ofCompany],
    ['availability', { ...ofCompany, start: '2026-01-01T00:00Z', end: '2027-01-01T00:00Z' }],
    ['appointments', ofCompany],
    ['waiting-list', ofCompany],
  ] as const) {
    const read = async (cursor: string) =>
      recordPageSchema.parse((await client.get(`/v1/${name}`, { ...query, ...(cursor !== '' && { cursor }) })).body);
    for await (const { data } of pagesOf(read)) records.push(...data);
  }
  return records;
}
