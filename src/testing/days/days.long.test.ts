import { beforeAll, test } from 'vitest';
import { firstDate, runDay } from './day.ts';
import { openPracticeService, type PracticeService } from './practice-systems.ts';
import { virtualizeTests } from './virtual-time.ts';

const DAYS = 1000;
const AT_ONCE = 25;

let service: PracticeService;
beforeAll(async () => {
  service = await openPracticeService();
});
virtualizeTests();

// Each day has its own company in one database.
const run = async (seed: number) => runDay({ seed, system: await service.practice({ today: firstDate }) });

const requestedDay = process.env['DAY'];
const groups =
  requestedDay === undefined ? Array.from({ length: DAYS / AT_ONCE }, (_, group) => group * AT_ONCE + 1) : [];

test.each(groups)('after the days from %i on, every calendar shows the content of the service', async (first) => {
  for (let seed = first; seed < first + AT_ONCE; seed += 1) await run(seed);
});

if (requestedDay !== undefined) {
  test('runs the requested day', async () => {
    process.stdout.write(`${(await run(Number(requestedDay))).join('\n')}\n`);
  });
}
