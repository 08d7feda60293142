import { expect, test } from 'vitest';
import { appointments, companies } from '#service/db/schema.ts';
import { openOwnDatabase } from '#testing/databases.ts';
import { seedCommand } from './seed.ts';

test('the demo practice is written once, whatever the options the second time', async () => {
  const database = await openOwnDatabase();
  const run = async (options: object) => {
    const printed: string[] = [];
    await seedCommand.run({ database, print: (line) => void printed.push(line), log: () => undefined }, options);
    return printed;
  };
  expect(await run({ date: '2026-11-20', appointments: 30 })).toEqual([
    'The demo practice is ready, with 30 appointments.',
  ]);
  expect(await run({ seed: 2, appointments: 60 })).toEqual(['The demo practice already exists and stays unchanged.']);
  expect([await database.db.$count(companies), await database.db.$count(appointments)]).toEqual([1, 30]);
  await database.close();
});
