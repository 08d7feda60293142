import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedAvailabilitySchema } from '#contract/availability.ts';
import { openEmbeddedDatabase } from '#service/db/database.ts';
import { createService } from '#service/service.ts';
import { addEmployee, addPractice, keyOf } from '#testing/practice-rows.ts';
import { markdownTable, quantile } from './api/measure.ts';

export const usage = `npm run bench -- availability [options]
  --vets N      people whose week is copied, each with five shifts and five breaks: at most 50 (default 40)
  --rounds N    how often (default 7)
`;
export const defaults = { vets: 40, rounds: 7 };

/** The number of concurrent requests when each shift is a separate request. */
const AT_ONCE = 4;
const WEEKDAYS = [0, 1, 2, 3, 4];
const MONDAY = Date.parse('2026-03-02T00:00Z');
const HOUR_MS = 3_600_000;

/** `npm run bench -- availability`: copies last week as a single change, and with one request per shift and day. */
export async function run({ vets, rounds }: typeof defaults): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-plan-'));
  const database = await openEmbeddedDatabase({ dataDir: folder });
  try {
    const practice = await addPractice(database);
    const { companyId, stores } = practice;
    const people: string[] = [];
    for (let nth = 0; nth < vets; nth += 1)
      people.push(await addEmployee(database, { companyId, storeIds: stores, permissions: [] }));
    const authorization = `Bearer ${await keyOf(database, practice.vet)}`;
    let now = MONDAY;
    // Each request is in a different minute, so that the budget is never used up.
    const service = createService({
      database,
      clock: () => {
        now += 60_000;
        return now;
      },
    });
    let requests = 0;
    async function change(body: object) {
      requests += 1;
      const answer = await service.request('/v1/availability/changes', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ companyId, ...body }),
      });
      if (answer.status !== 200) throw new Error(await answer.text());
      return changedAvailabilitySchema.parse(await answer.json()).put;
    }

    /** A shift or a break of an employee on the days of a week. */
    const daysOf = (employeeId: string, kind: string, [from, to]: readonly [number, number], week: number) => {
      const seriesId = randomUUID();
      return WEEKDAYS.map((day) => {
        const midnight = MONDAY + (7 * week + day) * 24 * HOUR_MS;
        const [start, end] = [from, to].map((hour) => new Date(midnight + hour * HOUR_MS).toISOString());
        return { id: randomUUID(), kind, storeId: stores[0], employeeId, start, end, seriesId };
      });
    };
    const weekOf = (week: number) =>
      people.flatMap((employeeId) => [
        daysOf(employeeId, 'on_duty', [8, 17], week),
        daysOf(employeeId, 'unavailable', [12, 13], week),
      ]);

    async function timed(work: () => Promise<unknown>) {
      const before = requests;
      const startedAt = performance.now();
      await work();
      return { ms: performance.now() - startedAt, requests: requests - before };
    }
    const asOne: Awaited<ReturnType<typeof timed>>[] = [];
    const undone: typeof asOne = [];
    const asMany: typeof asOne = [];
    for (let round = 0; round < rounds; round += 1) {
      const put = weekOf(2 * round).flat();
      let entries: Awaited<ReturnType<typeof change>> = [];
      asOne.push(
        await timed(async () => {
          entries = await change({ put });
        }),
      );
      const remove = entries.map(({ id, updatedAt: expectedUpdatedAt }) => ({ id, expectedUpdatedAt }));
      undone.push(await timed(() => change({ remove })));
      const shifts = weekOf(2 * round + 1);
      asMany.push(
        await timed(async () => {
          const sendNext = async () => {
            for (let shift = shifts.pop(); shift; shift = shifts.pop()) await change({ put: shift });
          };
          await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
        }),
      );
    }
    const medianMs = (measured: typeof asOne) =>
      quantile(
        measured.map(({ ms }) => ms),
        0.5,
      );
    const usual = medianMs(asOne);
    const row = (name: string, measured: typeof asOne) => {
      const ms = medianMs(measured);
      return [name, String(measured[0]?.requests), ms.toFixed(0), `${(ms / usual).toFixed(2)}×`];
    };
    console.log(
      markdownTable([
        [`a week of ${vets} vets`, 'requests', 'ms', 'ratio'],
        row('copied, one change', asOne),
        row('undone, one change', undone),
        row(`copied, a request for each shift, ${AT_ONCE} at a time`, asMany),
      ]),
    );
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
