import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { appointmentPageSchema, appointmentSchema } from '#contract/appointment.ts';
import { emptyArchive } from '#testing/databases.ts';
import { addPractice, bookable, keyOf } from '#testing/practice.ts';
import { rounds } from '#testing/rounds.ts';
import { createTestService } from '#testing/service.ts';
import { openEmbeddedDatabase } from './database.ts';

const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-killed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('killed at any instant, nothing acknowledged is lost and nothing is half there', async () => {
  const dataDir = join(folder, 'db');
  const first = await openEmbeddedDatabase({ dataDir, archive: await emptyArchive() });
  const practice = await addPractice(first);
  const key = await keyOf(first, practice.vet);
  await first.close();
  const body = {
    ...bookable(practice),
    employeeId: practice.vet,
    notes: 'x'.repeat(3_000),
  };

  const acknowledged: string[] = [];
  const createsBeforeKill = [17, 1, 60, 3, 33].slice(0, rounds({ few: 1, many: 5 }));
  for (const enough of createsBeforeKill) {
    const victim = spawn(
      process.execPath,
      [require.resolve('#testing/create-until-killed.js'), dataDir, JSON.stringify({ key, body })],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const exited = once(victim, 'exit');
    let said = 0;
    for await (const line of createInterface({ input: victim.stdout })) {
      const [status, id = ''] = line.split(' ');
      expect(status).toBe('200');
      acknowledged.push(id);
      said += 1;
      if (said === enough) victim.kill('SIGKILL');
    }
    await exited;
  }

  const database = await openEmbeddedDatabase({ dataDir });
  const client = createTestService(database).client(key);
  const kept: string[] = [];
  let cursor = '';
  do {
    const answer = await client.get('/v1/appointments', { companyId: practice.companyId, limit: '500', cursor });
    const page = appointmentPageSchema.parse(answer.body);
    kept.push(...page.data.map((item) => appointmentSchema.parse(item)).map((item) => item.id));
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  expect(acknowledged.length).toBeGreaterThanOrEqual(createsBeforeKill.reduce((sum, creates) => sum + creates));
  expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([]);
  // At most the create that was under way each time was committed without being answered.
  expect(kept.length - acknowledged.length).toBeLessThanOrEqual(createsBeforeKill.length);
  await database.close();
}, 180_000);
