import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { listen } from '#cli/serve.ts';
import { createDoor } from '#door/door.ts';
import { connectPostgres } from '#service/db/database.ts';
import { findFreeTimes } from '#service/db/free-times.ts';
import { createDataset } from './api/dataset.ts';
import { type Ask, createHttpClient, markdownTable, measureInTurns } from './api/measure.ts';
import { startDatabase } from './api/processes.ts';

export const usage = `npm run bench -- website [options]
  --appointments N   how many appointments the practice has (default 1000000)
  --held N           how many requests from the web site hold a time (default 200)
`;
export const defaults = { appointments: 1_000_000, held: 200 };

/** A Monday in the last weeks of the data, at 10:00 on the stores' clocks. */
const NOW = Date.parse('2026-12-07T15:00:00Z');
const HOUR = 3_600_000;

const weekdays = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));

/**
 * `npm run bench -- website`: how long the steps of the booking page take until the first byte, among a million appointments,
 * beside the free times of one day by the function that finds them for the API.
 */
export async function run({ appointments, held }: typeof defaults): Promise<void> {
  const server = await startDatabase();
  const { url } = server;
  const loader = postgres(url, { max: 1, onnotice: () => {} });
  const database = await connectPostgres({ url, max: 2 });
  try {
    console.log(`Node ${process.version}; writing ${appointments} appointments …`);
    const { companyId, storeIds, typeIds } = await createDataset(loader, appointments);
    const [storeId = ''] = storeIds;
    const types = typeIds.map((visitTypeId) => ({ visitTypeId, isOn: true, publicName: null }));
    const at = new Date(NOW).toISOString();
    await loader`update stores set opening_hours = ${JSON.stringify(weekdays)}::text::jsonb`;
    await loader`
      insert into online_booking (company_id, types, notice_hours, days_ahead, daily_limit, origins, updated_at)
      values (${companyId}, ${JSON.stringify(types)}::text::jsonb, 4, 20, 200, '[]', ${at})`;
    await loader`
      insert into booking_pages (company_id, store_id, is_on, slug, position)
      values (${companyId}, ${storeId}, true, 'bench', 0)`;
    await loader`
      insert into online_requests (company_id, id, store_id, visit_type_id, start_at, end_at, first_name, last_name, email,
        phone, pet_name, species, language, status, created_at, updated_at)
      select ${companyId}, gen_random_uuid(), ${storeId}, ${typeIds[0] ?? ''},
        ${at}::timestamptz + n * interval '1 hour', ${at}::timestamptz + n * interval '1 hour' + interval '30 minutes',
        'A', 'Client', 'client@example.com', '555 0100', 'Rex', 'Dog', 'en', 'open',
        ${at}::timestamptz - interval '2 days', ${at}::timestamptz - interval '2 days'
      from generate_series(1, ${held}::int) n`;
    await loader.unsafe('vacuum analyze');
    const [type = ''] = typeIds;
    const day = { start: NOW + 4 * HOUR, end: NOW + 28 * HOUR };
    const criteria = { employeeId: null, roomId: null, petId: null, durationMinutes: null, step: 15 };
    const query = { companyId, storeIds: [storeId], visitTypeId: type, ...criteria, ...day };
    const page = { limit: 100, position: null, now: NOW };
    const free = await findFreeTimes(database, query, page);
    const [first] = free.data;
    if (first === undefined) throw new Error('there is no free time to choose');

    const door = createDoor({
      database,
      clock: () => NOW,
      email: { send: () => Promise.resolve({ status: 'sent' }) },
    });
    const { port, close } = await listen({ fetch: door.fetch, host: '127.0.0.1', port: 0 });
    const http = createHttpClient(port);
    // Each request comes from another address, so that none is over the limit.
    const read = (path: string) => http(path, { headers: { 'x-forwarded-for': randomUUID() } });
    const get = (path: string) => async () => void (await read(path));
    if (!(await read(`/book/bench?type=${type}`)).includes('name="start"')) throw new Error('the page offers no time');
    const ways = new Map<string, Ask>([
      ['/health', get('/health')],
      ['the free times of a day', async () => void (await findFreeTimes(database, query, page))],
      ['what for', get('/book/bench')],
      ['when: the first days', get(`/book/bench?type=${type}`)],
      ['when: a later day', get(`/book/bench?type=${type}&date=2026-12-10`)],
      ['when: later days', get(`/book/bench?type=${type}&from=2026-12-17`)],
      ['who', get(`/book/bench?type=${type}&start=${encodeURIComponent(first.start)}`)],
    ]);
    const measured = await measureInTurns(ways, { rounds: 5, each: 10 });
    const base = measured.get('the free times of a day')?.p50 ?? Number.NaN;
    const rows = [...measured].map(([name, { p50, p95 }]) => [
      ...[name, p50.toFixed(1), p95.toFixed(1), `${(p50 / base).toFixed(2)}×`],
    ]);
    console.log(`\n${appointments.toLocaleString('en')} appointments, ${free.totalCount} free times in the day\n`);
    console.log(markdownTable([['', 'p50 ms', 'p95 ms', 'to the free times'], ...rows]));
    await close();
  } finally {
    await loader.end();
    await database.close();
    await server.stop();
  }
}
