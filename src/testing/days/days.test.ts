import { expect, test } from 'vitest';
import { firstDate, runDay } from './day.ts';
import { practiceSystemInMemory } from './practice-systems.ts';
import { virtualizeTests } from './virtual-time.ts';

virtualizeTests();

const run = (seed: number) => runDay({ seed, system: practiceSystemInMemory({ today: firstDate, appointments: 24 }) });

const asked = process.env['DAY'];
const groups =
  asked === undefined ? [0, 1, 2, 3, 4].map((group) => ({ from: group * 10 + 1, to: group * 10 + 10 })) : [];

test.each(groups)(
  'after the days $from to $to every board shows what the practice system holds',
  async ({ from, to }) => {
    for (let seed = from; seed <= to; seed += 1) await run(seed);
  },
);

if (asked !== undefined) {
  test('the day that was asked for', async () => {
    const trace = await run(Number(asked));
    process.stdout.write(`${trace.join('\n')}\n`);
  });
}

test('the same seed is the same day', async () => {
  expect(await run(3)).toEqual(await run(3));
});
