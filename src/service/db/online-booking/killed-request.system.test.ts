import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedDatabase } from '#service/db/database.ts';
import { createFormToken } from '#service/domain/booking-code.ts';
import { addBookingPage, bookingDetails } from '#testing/booking-page-rows.ts';
import { makeEmptyDatabase } from '#testing/databases.ts';
import { addPractice, type TestPractice } from '#testing/practice-rows.ts';
import { proveForm, saveForm } from './booking-forms.ts';
import { readBookingPage } from './booking-page.ts';

const require = createRequire(import.meta.url);
const program = require.resolve('#testing/request-until-killed.js');
/** Monday at 8:00 in Amsterdam, when the store opens. */
const now = Date.parse('2026-03-02T07:00:00Z');
const slug = 'tom-and-jerry';
const clock = () => now;

let place: string;
let practice: TestPractice;
/** The form whose code was sent. */
let sent: { token: string; code: string };
const formWith = (token: string) => ({
  ...{ token, language: 'en' as const, sendAgain: false },
  details: bookingDetails(practice, { start: '2026-03-02T09:00:00.000Z' }),
});

async function withDatabase<Result>(
  dataDir: string,
  work: (
    database: Awaited<ReturnType<typeof openEmbeddedDatabase>>,
    page: NonNullable<Awaited<ReturnType<typeof readBookingPage>>>,
  ) => Promise<Result>,
): Promise<Result> {
  const database = await openEmbeddedDatabase({ dataDir });
  const page = await readBookingPage(database, slug, now);
  if (page === null) throw new Error('the page is off');
  const result = await work(database, page);
  await database.close();
  return result;
}

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'frontdesk-killed-request-'));
  const dataDir = join(place, 'before');
  await makeEmptyDatabase(dataDir);
  const database = await openEmbeddedDatabase({ dataDir });
  practice = await addPractice(database);
  await addBookingPage(database, practice, { slug });
  await database.close();
  sent = await withDatabase(dataDir, async (opened, page) => {
    const token = createFormToken();
    const outcome = await saveForm(opened, page, formWith(token), clock);
    if (outcome.kind !== 'code') throw new Error(outcome.kind);
    return { token, code: outcome.code };
  });
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Sends a form, or its code, from another process, which is killed at a statement. */
async function sendAndKill(
  dataDir: string,
  statement: string,
  { token, code }: { token: string; code: string | null },
) {
  const input = JSON.stringify({ slug, now, form: formWith(token), code });
  const victim = spawn(process.execPath, ['--liftoff-only', program, dataDir, statement, input], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = await once(victim, 'exit');
  expect(signal).toBe('SIGKILL');
}

const copyOf = (name: string) => {
  const dataDir = join(place, name);
  cpSync(join(place, 'before'), dataDir, { recursive: true });
  return dataDir;
};

test.each([
  'from "booking_forms"',
  'set "proven_at"',
  'pg_advisory_xact_lock',
  'insert into "online_requests"',
  'set "request_id"',
  'commit',
  'committed',
])(
  'a service that is killed before %j has taken the time or has not, and the code takes it once',
  async (statement) => {
    const dataDir = copyOf(`prove ${statement.replaceAll(/\W/g, ' ')}`);
    await sendAndKill(dataDir, statement, sent);
    await withDatabase(dataDir, async (database, page) => {
      const stored = () => database.sql`select r.id, f.request_id, f.proven_at is not null as is_proven
      from booking_forms f left join online_requests r on r.company_id = f.company_id
      where f.company_id = ${practice.companyId}::uuid`;
      const before = await stored();
      const id = before[0]?.['id'] ?? null;
      // All of it or nothing.
      expect(before).toEqual([{ id, request_id: id, is_proven: id !== null }]);
      expect(id !== null).toBe(statement === 'committed');
      const again = await proveForm(database, page, sent, clock);
      expect(again).toMatchObject({ kind: 'accepted', ...(id !== null && { request: { id } }) });
      expect(await stored()).toHaveLength(1);
    });
  },
);

test.each(['insert into "booking_forms"', 'insert into "booking_codes"', 'committed'])(
  'a service that is killed before %j, when the details are sent, has taken nothing, and a code can be had again',
  async (statement) => {
    const dataDir = copyOf(`store ${statement.replaceAll(/\W/g, ' ')}`);
    const token = createFormToken();
    await sendAndKill(dataDir, statement, { token, code: null });
    await withDatabase(dataDir, async (database, page) => {
      expect(await database.sql`select from online_requests where company_id = ${practice.companyId}::uuid`).toEqual(
        [],
      );
      const again = await saveForm(database, page, { ...formWith(token), sendAgain: true }, clock);
      if (again.kind !== 'code') throw new Error(again.kind);
      expect(await proveForm(database, page, { token, code: again.code }, clock)).toMatchObject({ kind: 'accepted' });
    });
  },
);
