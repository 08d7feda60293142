import { expect, test } from 'vitest';
import { z } from 'zod';
import type { AppointmentSearchInput } from '#contract/appointment-search.ts';
import type { Database } from '#service/db/database.ts';
import { addPractice, keyOf } from '#testing/practice-rows.ts';
import { createTestService, pagesOf } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';

/** More rows than are sorted for each page. */
const ROWS = 10_500;
const LIMIT = 500;

interface PlanNode {
  'Index Name'?: string | undefined;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number | undefined;
  Plans?: PlanNode[] | undefined;
}
const nodeSchema: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Index Name': z.string().optional(),
    'Actual Rows': z.number(),
    'Rows Removed by Filter': z.number().optional(),
    Plans: z.array(nodeSchema).optional(),
  }),
);
/** The ids are enough for ten thousand records. */
const pageSchema = z.object({ data: z.array(z.object({ id: z.string() })), nextCursor: z.string().nullable() });
const explainedSchema = z.tuple([z.object({ Plan: nodeSchema })]);

/** A database that records the statements that read the pages of a search. */
function watching(database: Database) {
  const statements: { text: string; values: string[] }[] = [];
  const sql = new Proxy(database.sql, {
    get(target, name) {
      if (name !== 'unsafe') return Reflect.get(target, name);
      return (text: string, values: string[], options: object) => {
        if (text.includes('page as (')) statements.push({ text, values });
        return target.unsafe(text, values, options);
      };
    },
  });
  return { database: { ...database, sql }, statements };
}

describeService('a search by start among many appointments', (suite) => {
  test('walks every match once in pages, and each page reads only what it shows', async () => {
    const { database } = suite();
    const practice = await addPractice(database);
    const { companyId, stores } = practice;
    // Four appointments share every start; some have no start, so they are unresolved.
    await database.sql`
      insert into appointments (company_id, id, store_id, pet_id, client_id, title, start_at, end_at, status, created_from,
        visit_type_category, created_at, updated_at, title_words)
      select ${companyId}::uuid, gen_random_uuid(), (array[${stores[0]}, ${stores[1]}]::uuid[])[1 + n % 2], ${practice.pet}::uuid,
        ${practice.client}::uuid, 'Rex', case when n % 100 > 0 then timestamptz '2026-01-01Z' + (n / 4 * 7919 % 3000) * interval '1 hour' end,
        timestamptz '2027-01-01Z', 'confirmed', 'app', 'consult', now(), now(), ''
      from generate_series(1, ${ROWS}::int) n`;
    await database.sql`analyze appointments`;
    const watched = watching(database);
    const client = createTestService(watched.database).client(await keyOf(database, practice.vet));

    async function idsOf(search: Omit<AppointmentSearchInput, 'companyId'>): Promise<string[]> {
      const ids: string[] = [];
      const read = async (cursor: string) => {
        const body = { companyId, limit: LIMIT, ...search, cursor: cursor === '' ? null : cursor };
        return pageSchema.parse((await client.post('/v1/appointments/search', body)).body);
      };
      for await (const { data } of pagesOf(read)) ids.push(...data.map(({ id }) => id));
      return ids;
    }
    const sorted = await database.sql<{ id: string }[]>`
      select id from appointments where company_id = ${companyId}::uuid order by start_at nulls last, id`;
    const all = sorted.map(({ id }) => id);
    expect(await idsOf({ order: '-start' })).toEqual(all.toReversed());
    watched.statements.length = 0;
    expect(await idsOf({ order: 'start' })).toEqual(all);

    async function rowsReadBy({ text, values }: { text: string; values: string[] }): Promise<number> {
      const [row] = await database.sql.unsafe(`explain (analyze, format json) ${text}`, values);
      const nodes: PlanNode[] = [explainedSchema.parse(Object.values(row ?? {})[0])[0].Plan];
      for (const node of nodes) nodes.push(...(node.Plans ?? []));
      const scan = nodes.find((node) => node['Index Name'] === 'appointments_start');
      return scan === undefined ? Number.NaN : scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0);
    }
    const pages = watched.statements;
    expect(pages.length).toBe(ROWS / LIMIT);
    for (const page of [pages[0], pages[4], pages[9]]) expect(page && (await rowsReadBy(page))).toBe(LIMIT + 1);
  });
});
