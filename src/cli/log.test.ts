import { expect, test } from 'vitest';
import { ServiceError } from '#contract/error.ts';
import { clients } from '#service/db/schema.ts';
import { createService } from '#service/service.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addPractice, keyOf } from '#testing/practice-rows.ts';
import { createLogger } from './log.ts';

const secret = 'Annabel-Berg';

function openLog() {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
  return { logger, text: () => lines.join('') };
}

async function openPractice() {
  const database = await openSharedMemoryDatabase();
  return { database, practice: await addPractice(database) };
}

test('the log has the error of a failed request, without the row that PostgreSQL reports', async () => {
  const { database, practice } = await openPractice();
  await database.sql`alter table clients add constraint no_such_client check (last_name <> ${database.sql.unsafe(`'${secret}'`)})`;
  try {
    const { logger, text } = openLog();
    const service = createService({ database, logger });
    const headers = {
      Authorization: `Bearer ${await keyOf(database, practice.vet)}`,
      'Content-Type': 'application/json',
    };
    const body = JSON.stringify({ companyId: practice.companyId, firstName: 'Ann', lastName: secret });
    expect((await service.request('/v1/clients', { method: 'POST', headers, body })).status).toBe(500);
    const failed = JSON.parse(text()) as { err: object };
    expect(failed.err).toMatchObject({ type: 'PostgresError', code: '23514', constraint_name: 'no_such_client' });
    expect(text()).not.toContain(secret);
  } finally {
    await database.sql`alter table clients drop constraint no_such_client`;
    await database.close();
  }
});

test('the log has a failed statement, without its values', async () => {
  const { database, practice } = await openPractice();
  const { companyId } = practice;
  const row = { companyId, firstName: secret, lastName: `${secret}\n${secret}`, sortName: '', words: [] };
  const insert = async () => {
    await database.db.insert(clients).values({ ...row, id: practice.client, createdAt: 'never', updatedAt: 'never' });
  };
  const failure = await insert().catch((error: unknown) => error);
  await database.close();
  expect(String(failure)).toContain(secret);
  for (const err of [failure, new ServiceError('internal_error', 'quote the id', { cause: failure })]) {
    const { logger, text } = openLog();
    logger.error({ err }, 'failed');
    expect(text()).toContain('insert into');
    expect(text()).toMatch(/log\.test\.ts/);
    expect(text()).not.toContain(secret);
  }
});
