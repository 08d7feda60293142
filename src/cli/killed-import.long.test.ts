import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedDatabase } from '#service/db/database.ts';
import { makeEmptyDatabase } from '#testing/databases.ts';
import { addPractice } from '#testing/practice-rows.ts';
import { embeddedDatabaseDir } from './data-dir.ts';

const require = createRequire(import.meta.url);
const program = require.resolve('#testing/import-until-killed.js');
const ROUNDS = 8;
const RECORDS = 2_500;

let place: string;
let folder: string;
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'frontdesk-killed-import-'));
  folder = join(place, 'export');
  mkdirSync(folder);
  const write = (name: string, headings: string, row: (nth: number) => string) =>
    writeFileSync(
      join(folder, name),
      [headings, ...Array.from({ length: RECORDS }, (_, nth) => row(nth)), ''].join('\n'),
    );
  write('clients.csv', 'id,first name,last name,phone', (nth) => `${nth},Ann,Lee ${nth % 900},020 ${nth}`);
  write('pets.csv', 'id,client id,name,species', (nth) => `${nth},${(nth * 7) % RECORDS},Rex ${nth},Dog`);
  write(
    'appointments.csv',
    'date,start,patient id,vet,room,type',
    (nth) => `2026-03-02,${10 + (nth % 8)}:00,${nth},Dr. Mensah ${nth % 12},Room ${nth % 5},Check ${nth % 6}`,
  );
  const dataDir = embeddedDatabaseDir(join(place, 'before'));
  await makeEmptyDatabase(dataDir);
  const database = await openEmbeddedDatabase({ dataDir });
  await addPractice(database);
  await database.close();
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Runs an import, and kills the process after `ms`; null: lets it finish. Returns how long it took. */
async function importAndKill(dataDir: string, ms: number | null): Promise<number> {
  const victim = spawn(process.execPath, [program, dataDir, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(victim, 'exit');
  let startedAt = 0;
  let took = 0;
  for await (const line of createInterface({ input: victim.stdout })) {
    if (line === 'begun') {
      startedAt = performance.now();
      if (ms !== null) void pause(ms).then(() => victim.kill('SIGKILL'));
    }
    if (line === 'done') took = performance.now() - startedAt;
  }
  const [code] = await exited;
  if (ms === null) expect(code).toBe(0);
  return took;
}

/** Everything that an import wrote. Newly created records get different ids each time. */
async function contents(dataDir: string) {
  const database = await openEmbeddedDatabase({ dataDir: embeddedDatabaseDir(dataDir) });
  try {
    const [all] = await database.sql`select
      (select json_agg(json_build_array(id, first_name, last_name, phone, words) order by id) from clients) as clients,
      (select json_agg(json_build_array(id, client_id, name, species, words) order by id) from pets) as pets,
      (select json_agg(json_build_array(a.id, a.pet_id, a.title, a.start_at, a.end_at, a.status, r.name, e.last_name, t.name) order by a.id)
        from appointments a left join rooms r on r.id = a.room_id left join employees e on e.id = a.employee_ids[1]
        left join appointment_types t on t.id = a.visit_type_id) as visits,
      (select json_agg(json_build_array(id, kind, key) order by id) from imported_records) as imported,
      (select json_agg(json_build_array(last_name, role) order by last_name, role) from employees) as people,
      (select json_agg(name order by name) from rooms) as rooms, (select json_agg(name order by name) from appointment_types) as types,
      (select json_agg(json_build_array(kind, name, action) order by kind, name, action) from practice_history) as history,
      (select count(*)::int from appointment_history) as entries`;
    return { ...all };
  } finally {
    await database.close();
  }
}

test('an import that is killed at any instant and repeated has the same result as an uninterrupted one', async () => {
  const dataDirOf = (round: number) => {
    const dataDir = join(place, `round ${round}`);
    cpSync(join(place, 'before'), dataDir, { recursive: true });
    return dataDir;
  };
  const uninterrupted = dataDirOf(0);
  const took = await importAndKill(uninterrupted, null);
  const expected = await contents(uninterrupted);
  expect(expected['visits']).toHaveLength(RECORDS);
  let killed = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const dataDir = dataDirOf(round);
    if ((await importAndKill(dataDir, (took * round) / (ROUNDS + 1))) === 0) killed += 1;
    await importAndKill(dataDir, null);
    expect(await contents(dataDir)).toEqual(expected);
    rmSync(dataDir, { recursive: true });
  }
  process.stdout.write(`imports that were killed: ${killed} of ${ROUNDS}\n`);
  expect(killed).toBeGreaterThan(ROUNDS / 2);
});
