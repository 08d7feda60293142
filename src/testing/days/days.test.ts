import { expect, test } from 'vitest';
import { rounds } from '#testing/rounds.ts';
import { firstDate, runDay } from './day.ts';
import { practiceSystemInMemory } from './practice-systems.ts';
import { virtualizeTests } from './virtual-time.ts';

virtualizeTests();

const run = (seed: number) => runDay({ seed, system: practiceSystemInMemory({ today: firstDate, appointments: 24 }) });

const requestedDay = process.env['DAY'];
const seeds =
  requestedDay === undefined
    ? Array.from({ length: rounds({ few: 3, ci: 5, many: 50 }) }, (_, index) => index + 1)
    : [];

test.each(seeds)('after day %i every calendar shows the content of the practice system', async (seed) => {
  await run(seed);
});

if (requestedDay !== undefined) {
  test('after the day of DAY every calendar shows the content of the practice system', async () => {
    const trace = await run(Number(requestedDay));
    process.stdout.write(`${trace.join('\n')}\n`);
  });
}

test('the same seed gives the same day', async () => {
  expect(await run(1)).toEqual(await run(1));
});
