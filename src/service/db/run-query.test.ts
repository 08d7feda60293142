import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { databaseKind, openSharedDatabase } from '#testing/databases.ts';
import { inTransactionEndingWith } from './run-query.ts';

describe(`a transaction on ${databaseKind} that ends with a pending statement`, () => {
  test('is committed without waiting for the result of that statement', async () => {
    const { sql, close } = await openSharedDatabase();
    const id = randomUUID();
    const answer: { give?: () => void } = {};
    const result = inTransactionEndingWith(sql, async (transaction) => {
      await transaction`insert into companies (company_id, name) values (${id}::uuid, 'Last')`;
      return { last: new Promise<string>((resolve) => (answer.give = () => resolve('done'))) };
    });
    const find = () => sql`select name from companies where company_id = ${id}::uuid`;
    await expect.poll(find).toEqual([{ name: 'Last' }]);
    answer.give?.();
    expect(await result).toBe('done');
    await close();
  });

  test('is rolled back, and fails, if that statement fails', async () => {
    const { sql, close } = await openSharedDatabase();
    const id = randomUUID();
    // The first time, the statement is prepared, and the commit waits for that.
    for (const _time of ['first', 'second']) {
      const result = inTransactionEndingWith(sql, async (transaction) => {
        await transaction`insert into companies (company_id, name) values (${id}::uuid, 'Never')`;
        return { last: transaction`select 1 / ${0}::int`.then(() => 'done') };
      });
      await expect(result).rejects.toMatchObject({ code: '22012' });
      expect(await sql`select name from companies where company_id = ${id}::uuid`).toEqual([]);
    }
    await close();
  });
});
