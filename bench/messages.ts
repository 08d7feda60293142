import postgres from 'postgres';
import { connectPostgres } from '#service/db/database.ts';
import { findDueClients } from '#service/db/messages/due-clients.ts';
import {
  findSendingCompanies,
  readMessageSettings,
  writeMessageSettings,
} from '#service/db/messages/message-settings.ts';
import { createDataset } from './api/dataset.ts';
import { type Ask, markdownTable, measureInTurns } from './api/measure.ts';
import { startDatabase } from './api/processes.ts';

export const usage = `npm run bench -- messages [options]
  --appointments N   how many appointments the practice has (default 1000000)
  --imported N       how many appointments came with an import an hour ago (default 50000)
`;
export const defaults = { appointments: 1_000_000, imported: 50_000 };

/** A Monday in the last weeks of the data, at 10:00 on the stores' clocks. */
const NOW = Date.parse('2026-12-07T15:00:00Z');
const at = new Date(NOW).toISOString();

/** `npm run bench -- messages`: how long it takes to find which clients are written to now. */
export async function run({ appointments, imported }: typeof defaults): Promise<void> {
  const server = await startDatabase();
  const { url } = server;
  const loader = postgres(url, { max: 1, onnotice: () => {} });
  const database = await connectPostgres({ url, max: 2 });
  try {
    console.log(`Node ${process.version}; writing ${appointments} appointments …`);
    const { companyId } = await createDataset(loader, appointments);
    await loader`update clients set email = 'client@example.com'`;
    // As it is at that moment: nothing is booked later, and what is to come has not changed since it was booked.
    await loader`delete from appointments where created_at > ${at}::timestamptz`;
    await loader`update appointments set updated_at = created_at where start_at > ${at}::timestamptz`;
    await loader.unsafe('vacuum analyze clients, appointments');
    const { updatedAt: expectedUpdatedAt, ...off } = await readMessageSettings(database.sql, companyId);
    const change = { ...off, companyId, expectedUpdatedAt, isOn: true };
    const settings = await writeMessageSettings(database.sql, change, { channels: [], clock: Date.now });
    const timeZones = ['America/New_York'];
    const query = { companyId, settings, timeZones, channels: ['email'] as const, now: NOW };
    const due = async () => (await findDueClients(database.sql, query, 'email')).length;

    const measure = async (name: string, ask: Ask) => {
      const { p50, p95 } = (await measureInTurns(new Map([[name, ask]]), { rounds: 5, each: 10 })).get(name) ?? {};
      return [name, String(await due()), p50?.toFixed(1) ?? '', p95?.toFixed(1) ?? ''];
    };
    const find: Ask = async () => void (await due());
    const rows = [await measure('a day of messages is due', find)];
    // What was due is sent, so that little is left, as after each minute.
    await loader`
      insert into appointment_messages (company_id, appointment_id, kind, for_start, message_id)
      select company_id, id, kind, start_at, id from appointments
      cross join lateral unnest(array['confirmation', 'reminder', 'cancellation']) kind
      where company_id = ${companyId}::uuid and start_at > ${at}::timestamptz
        and start_at < ${at}::timestamptz + case kind when 'reminder' then interval '24 hours' else interval '60 days' end
        and created_at < ${at}::timestamptz - case kind when 'reminder' then interval '0' else interval '10 minutes' end`;
    await loader.unsafe('vacuum analyze appointment_messages');
    rows.push(await measure('all of it is sent but the last minutes', find));
    await loader`
      update appointments set created_from = 'migration', updated_at = ${at}::timestamptz - interval '1 hour'
      where company_id = ${companyId}::uuid and id in (
        select id from appointments where company_id = ${companyId}::uuid order by start_at desc limit ${imported}
      )`;
    rows.push(await measure(`${imported} were imported an hour ago`, find));
    await loader`update message_settings set switched_on_in = null`;
    rows.push(await measure('messages are off', async () => void (await findSendingCompanies(database.sql))));
    console.log(`\n${appointments.toLocaleString('en')} appointments\n`);
    console.log(markdownTable([['', 'clients', 'p50 ms', 'p95 ms'], ...rows]));
  } finally {
    await loader.end();
    await database.close();
    await server.stop();
  }
}
