import type postgres from 'postgres';
import { z } from 'zod';
import { connectPostgres } from '#service/db/database.ts';
import { createService } from '#service/service.ts';
import { startPostgres } from '#testing/postgres.ts';
import { addPractice, bookable, keyOf } from '#testing/practice-rows.ts';
import { type Ask, markdownTable, measureInTurns } from './api/measure.ts';
import { measuredCorePrefix } from './api/processes.ts';

export const usage = `npm run bench -- availability [options]
  --entries N    size of the larger plan (default 1000000); the smaller has 10000
`;
export const defaults = { entries: 1_000_000 };

const STORES = 20;
/** The entries of a week: shifts and lunches of each day, blocked rooms, and holidays of some days. */
const A_WEEK = 1_000;
const SMALL = 10_000;
const WEEK_MS = 7 * 24 * 3_600_000;
/** A Monday, in the middle of both plans. */
const monday = Date.parse('2026-03-02T00:00:00Z');

/** `npm run bench -- availability`: a week of 20 stores, and the room of a create, among many entries and among few, in one run. */
export async function run({ entries: larger }: typeof defaults): Promise<void> {
  const settings = ['shared_buffers=512MB', 'max_wal_size=4GB'];
  const server = await startPostgres({ settings, prefix: [...measuredCorePrefix] });
  try {
    const sizes = [SMALL, larger];
    const practices = [];
    for (const entries of sizes) practices.push({ entries, ...(await openPractice(server.url, entries)) });
    const rows = [['p50 / p95 in ms', ...sizes.map((entries) => `${entries} entries`), 'ratio']];
    for (const question of ['week', 'create'] as const) {
      const ways = new Map<string, Ask>(practices.map((practice) => [String(practice.entries), practice[question]]));
      const measured = [...(await measureInTurns(ways, { rounds: 40, each: 5 })).values()];
      const [small, large] = measured;
      const ratio = (large?.p50 ?? Number.NaN) / (small?.p50 ?? Number.NaN);
      rows.push([
        question === 'week' ? `week of ${STORES} stores, ${A_WEEK} entries` : 'create of an appointment',
        ...measured.map(({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`),
        `${ratio.toFixed(2)}×`,
      ]);
    }
    console.log(markdownTable(rows));
    for (const { close } of practices) await close();
  } finally {
    await server.stop();
  }
}

const pageSchema = z.object({ data: z.array(z.unknown()), nextCursor: z.string().nullable() });

/** A practice in a database of its own, asked in process. */
async function openPractice(url: string, entries: number) {
  const name = `plan_${entries}`;
  const admin = await connectPostgres({ url, max: 1 });
  await admin.sql.unsafe(`create database ${name}`);
  await admin.close();
  const database = await connectPostgres({ url: url.replace(/\/postgres$/, `/${name}`), max: 2 });
  const practice = await addPractice(database);
  await addPlan(database.sql, practice.companyId, entries);
  let now = Date.now();
  // A minute between any two, so that the budget of the key is never used up.
  const app = createService({ database, clock: () => (now += 60_000) });
  const headers = {
    Authorization: `Bearer ${await keyOf(database, practice.vet)}`,
    'Content-Type': 'application/json',
  };
  const answer = async (path: string, init: RequestInit = {}) => {
    const response = await app.request(path, { ...init, headers });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json() as Promise<unknown>;
  };
  return {
    close: () => database.close(),
    async week(nth: number) {
      const start = monday + ((nth % 5) - 2) * WEEK_MS;
      let found = 0;
      let cursor: string | null = '';
      while (cursor !== null) {
        const query = new URLSearchParams({
          ...{ companyId: practice.companyId, start: new Date(start).toISOString() },
          ...{ end: new Date(start + WEEK_MS).toISOString(), limit: '500', cursor },
        });
        const page = pageSchema.parse(await answer(`/v1/availability?${query}`));
        found += page.data.length;
        cursor = page.nextCursor;
      }
      if (found < A_WEEK) throw new Error(`a week has ${found} entries`);
    },
    async create(nth: number) {
      const start = monday + (9 * 60 + nth * 20) * 60_000;
      const times = { start: new Date(start).toISOString(), end: new Date(start + 1_200_000).toISOString() };
      await answer('/v1/appointments', { method: 'POST', body: JSON.stringify({ ...bookable(practice), ...times }) });
    },
  };
}

/** As many weeks as make so many entries, half of them before the middle. The first store and its room are those of the practice. */
async function addPlan(sql: postgres.Sql, companyId: string, entries: number): Promise<void> {
  await sql`
    insert into stores (company_id, id, name, time_zone, position)
    select ${companyId}::uuid, gen_random_uuid(), 'Store ' || n, 'Europe/Amsterdam', n from generate_series(3, ${STORES}::int) n`;
  await sql`update employees set store_ids = (select array_agg(id) from stores where company_id = ${companyId}::uuid)
    where company_id = ${companyId}::uuid`;
  await sql`
    with places as (
      select array_agg(s.id order by s.position) as stores,
             array_agg((select r.id from rooms r where r.company_id = s.company_id and r.store_id = s.id limit 1) order by s.position) as rooms
      from stores s where s.company_id = ${companyId}::uuid
    ), planned as (
      select n, n / ${A_WEEK}::int - ${Math.floor(entries / A_WEEK / 2)}::int as week, n % ${STORES}::int + 1 as store, n % ${A_WEEK}::int / ${STORES}::int as nth
      from generate_series(0, ${entries - 1}::int) n
    ), timed as (
      select *, ${new Date(monday).toISOString()}::timestamptz + week * interval '7 days' + (nth % 7) * interval '1 day'
        + case when nth < 35 then interval '8 hours' else interval '12 hours' end as start_at,
        case when nth < 35 then interval '8 hours' when nth < 42 then interval '30 minutes' when nth < 49 then interval '2 hours'
          else interval '5 days' end as lasting
      from planned
    )
    insert into availability
      (company_id, id, kind, store_id, employee_id, room_id, start_at, end_at, title, created_at, updated_at)
    select ${companyId}::uuid, gen_random_uuid(), case when nth < 35 then 'on_duty' else 'unavailable' end, stores[store],
      case when nth < 42 or nth = 49 then md5(store || '/' || nth % 7)::uuid end,
      case when nth between 42 and 48 then rooms[store] end, start_at, start_at + lasting,
      case when nth >= 35 then 'Lunch' end, start_at, start_at
    from timed, places`;
  await sql`vacuum (analyze) availability`;
}
