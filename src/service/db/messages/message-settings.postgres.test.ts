import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inTransaction } from '#service/db/run-query.ts';
import { openSharedDatabase } from '#testing/databases.ts';
import { readMessageSettings } from './message-settings.ts';

test('whether messages are on can be read by a user of PostgreSQL who is no superuser', async () => {
  const { sql } = await openSharedDatabase();
  const companyId = randomUUID();
  const role = `reader_${companyId.replaceAll('-', '')}`;
  const settings = await inTransaction(sql, async (transaction) => {
    await transaction`insert into companies (company_id, name) values (${companyId}, 'Vets')`;
    await transaction.unsafe(`create role ${role}`);
    await transaction.unsafe(`grant select on all tables in schema public to ${role}`);
    await transaction.unsafe(`set local role ${role}`);
    const read = await readMessageSettings(transaction, companyId);
    await transaction.unsafe(`reset role; drop owned by ${role}; drop role ${role}`);
    return read;
  });
  expect(settings).toMatchObject({ isOn: false, language: 'en', earliest: '08:00' });
});
