import { Writable } from 'node:stream';
import { pino } from 'pino';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresDatabase } from '#testing/databases.ts';
import { createNotifications } from './notifications.ts';

const times = { checkMs: 20, deafMs: 200, firstPauseMs: 10, longestPauseMs: 40 };
/** A logger, and what it has said. */
function listenedTo() {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, logger: pino({ level: 'info' }, sink) };
}
let url: string;
let sql: postgres.Sql;
const reach = (application_name: string) =>
  postgres(url, { max: 1, fetch_types: false, onnotice: () => {}, connection: { application_name } });

beforeAll(async () => {
  url = await createPostgresDatabase();
  sql = reach('sender');
});
afterAll(() => sql.end());

it('reaches who listens at another gateway, also after its connection was lost', async () => {
  const { lines, logger } = listenedTo();
  // However busy the machine is.
  const patient = { ...times, deafMs: 60_000 };
  const gateways = ['one', 'two'].map((name) =>
    createNotifications({ sql, connect: () => reach(`listens ${name}`), channel: 'told', logger, times: patient }),
  );
  const heard: string[][] = [[], []];
  gateways.forEach((gateway, nth) => void gateway.subscribe((payload) => heard[nth]?.push(payload)));
  const tell = (text: string) =>
    expect
      .poll(() => {
        gateways[0]?.send(text);
        return heard.every((texts) => texts.includes(text));
      })
      .toBe(true);
  await tell('hello');
  const [ended] = await sql`select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
    where application_name like 'listens %' and datname = current_database()`;
  expect(ended?.['count']).toBe(2);
  await tell('again');
  // Its checks of itself are for nobody else.
  expect(heard.flat().filter((text) => text !== 'hello' && text !== 'again')).toEqual([]);
  await Promise.all(gateways.map((gateway) => gateway.close()));
  expect(lines).toEqual([]);
});

it('says once that nothing is heard, as through a pooler, and when it is again', async () => {
  const { lines, logger } = listenedTo();
  let isPooled = true;
  const gateway = createNotifications({
    sql,
    channel: 'pooled',
    logger,
    times,
    connect: () => {
      const connection = reach('pooled');
      // A pooler gives the next transaction another connection: what listens is not ours.
      return isPooled ? Object.assign(connection, { listen: async () => connection`select 1` }) : connection;
    },
  });
  gateway.subscribe(() => undefined);
  const said = () => lines.map((line) => (line.includes('other gateways are not heard') ? 'not heard' : 'heard again'));
  await expect.poll(said).toEqual(['not heard']);
  isPooled = false;
  await expect.poll(() => said().slice(0, 2)).toEqual(['not heard', 'heard again']);
  await gateway.close();
  // On a busy machine it may be late once more; what has been said is not said again.
  expect(said().filter((what, nth, all) => what === all[nth - 1])).toEqual([]);
});
