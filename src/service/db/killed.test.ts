import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { appointmentPageSchema, appointmentSchema } from '#contract/appointment.ts';
import { appointmentHistoryPageSchema } from '#contract/appointment-change.ts';
import { noValues, valuesOf } from '#service/domain/appointment-change.ts';
import { makeEmptyDatabase } from '#testing/databases.ts';
import { addPractice, bookable, keyOf } from '#testing/practice.ts';
import { rounds } from '#testing/rounds.ts';
import { createTestService } from '#testing/service.ts';
import { openEmbeddedDatabase } from './database.ts';

const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-killed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ok = z.literal(200);
/** What the victim says of an answer. */
const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create'), status: ok, id: z.string(), idempotencyKey: z.string() }),
  z.object({ kind: z.literal('change'), status: ok, id: z.string(), record: appointmentSchema }),
]);

test('killed at any instant, nothing answered is lost, nothing is half there, and history and record agree', async () => {
  const dataDir = join(folder, 'db');
  await makeEmptyDatabase(dataDir);
  const first = await openEmbeddedDatabase({ dataDir });
  const practice = await addPractice(first);
  const key = await keyOf(first, practice.vet);
  await first.close();
  const body = { ...bookable(practice), employeeId: practice.vet, notes: 'x'.repeat(3_000) };

  const answered: z.infer<typeof lineSchema>[] = [];
  const answersBeforeKill = [18, 1, 61, 3, 34, 52, 20, 7].slice(0, rounds({ few: 1, many: 8 }));
  for (const enough of answersBeforeKill) {
    const program = require.resolve('#testing/write-until-killed.js');
    const victim = spawn(process.execPath, [program, dataDir, JSON.stringify({ key, body })], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(victim, 'exit');
    let said = 0;
    for await (const line of createInterface({ input: victim.stdout })) {
      answered.push(lineSchema.parse(JSON.parse(line)));
      said += 1;
      if (said === enough) victim.kill('SIGKILL');
    }
    await exited;
  }
  expect(answered.length).toBeGreaterThanOrEqual(answersBeforeKill.reduce((sum, answers) => sum + answers));

  const database = await openEmbeddedDatabase({ dataDir });
  const client = createTestService(database).client(key);
  const { companyId } = practice;
  const kept = new Map<string, z.infer<typeof appointmentSchema>>();
  let cursor = '';
  do {
    const answer = await client.get('/v1/appointments', { companyId, limit: '500', cursor });
    const page = appointmentPageSchema.parse(answer.body);
    for (const item of page.data) kept.set(item.id, appointmentSchema.parse(item));
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  const created = answered.filter((line) => line.kind === 'create');
  expect(created.filter(({ id }) => !kept.has(id))).toEqual([]);
  // At most the create that was under way each time was committed without being answered.
  expect(kept.size - created.length).toBeLessThanOrEqual(answersBeforeKill.length);

  const changes = answered.filter((line) => line.kind === 'change');
  let noted = 0;
  for (const record of kept.values()) {
    const answer = await client.get(`/v1/appointments/${record.id}/history`, { companyId });
    const { data } = appointmentHistoryPageSchema.parse(answer.body);
    noted += data.length - 1;
    const versions = new Map<string, object>();
    let values: object = noValues;
    for (const entry of [...data].reverse()) {
      values = { ...values, ...Object.fromEntries(entry.changes.map(({ field, to }) => [field, to])) };
      versions.set(entry.at, values);
    }
    expect([data[0]?.at, values]).toEqual([record.updatedAt, valuesOf(record)]);
    for (const change of changes.filter(({ id }) => id === record.id)) {
      expect(versions.get(change.record.updatedAt)).toEqual(valuesOf(change.record));
    }
  }
  expect(noted).toBeGreaterThanOrEqual(changes.length);
  expect(noted - changes.length).toBeLessThanOrEqual(answersBeforeKill.length);

  const again = created.at(-1);
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': again?.idempotencyKey ?? '' };
  expect((await client.post('/v1/appointments', body, headers)).body).toBe(again?.id);
  await database.close();
}, 180_000);
