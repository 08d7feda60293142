import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { appointmentPageSchema, appointmentSchema } from '#contract/appointment.ts';
import { appointmentHistoryPageSchema, emptyHistoryValues, historyValuesOf } from '#contract/appointment-change.ts';
import { availabilityPageSchema } from '#contract/availability.ts';
import { clientSchema } from '#contract/clients-pets-staff.ts';
import type { Database } from '#service/db/database.ts';
import { addPractice, bookable, keyOf } from './practice-rows.ts';
import { createTestService, pagesOf } from './service.ts';

const require = createRequire(import.meta.url);

const ok = z.literal(200);
/** A response as reported by the victim process. */
const answerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create'),
    status: ok,
    id: z.string(),
    idempotencyKey: z.string(),
    /** Whether the booking is undone next. */
    isSlip: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('change'), status: ok, id: z.string(), record: appointmentSchema }),
  z.object({ kind: z.literal('plan'), status: ok, title: z.string() }),
  z.object({ kind: z.literal('deletion'), status: ok, id: z.string() }),
  z.object({ kind: z.literal('correction'), status: ok, record: clientSchema }),
]);

/** The end of the title that availability entries get in their second change. */
const LATER = ' later';

/** The number of responses before the kill, round by round. */
const ANSWERS = [18, 1, 61, 3, 34, 52, 20, 7];

/** Rounds in which a process books, changes and undoes appointments and changes availability, until it or its database is killed. */
export interface KillRounds {
  /** Writes to `where`, a data folder or an address; after enough responses, `kill` ends the victim or the database. */
  run(where: string, kill?: (victim: ChildProcess) => void): Promise<void>;
  /** Checks that nothing acknowledged is lost, nothing is half written, and history and record agree. */
  check(database: Database): Promise<void>;
  readonly answered: number;
}

export async function prepareKillRounds(database: Database): Promise<KillRounds> {
  const practice = await addPractice(database);
  const key = await keyOf(database, practice.vet);
  const { companyId } = practice;
  const body = { ...bookable(practice), employeeId: practice.vet, notes: 'x'.repeat(3_000) };
  const program = require.resolve('#testing/write-until-killed.js');
  const answered: z.infer<typeof answerSchema>[] = [];
  let kills = 0;

  return {
    get answered() {
      return answered.length;
    },
    async run(where, kill = (victim) => victim.kill('SIGKILL')) {
      const enough = ANSWERS[kills % ANSWERS.length] ?? 1;
      const victim = spawn(
        process.execPath,
        ['--liftoff-only', program, where, JSON.stringify({ key, body, clientId: practice.client })],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const exited = once(victim, 'exit');
      let answerCount = 0;
      for await (const line of createInterface({ input: victim.stdout })) {
        const answer = answerSchema.safeParse(JSON.parse(line));
        // Its database is gone: all it can do is report that.
        if (!answer.success && answerCount >= enough) victim.kill('SIGKILL');
        else answered.push(answerSchema.parse(JSON.parse(line)));
        answerCount += 1;
        if (answerCount !== enough) continue;
        // Each time at another point.
        await pause(kills % 5);
        kill(victim);
      }
      await exited;
      expect(answerCount).toBeGreaterThanOrEqual(enough);
      kills += 1;
    },
    async check(database) {
      const client = createTestService(database).client(key);
      const storedById = new Map<string, z.infer<typeof appointmentSchema>>();
      const read = async (cursor: string) =>
        appointmentPageSchema.parse((await client.get('/v1/appointments', { companyId, limit: '500', cursor })).body);
      for await (const page of pagesOf(read))
        for (const item of page.data) storedById.set(item.id, appointmentSchema.parse(item));
      const created = answered.filter((line) => line.kind === 'create');
      const deleted = new Set(answered.filter((line) => line.kind === 'deletion').map(({ id }) => id));
      expect([...storedById.keys()].filter((id) => deleted.has(id))).toEqual([]);
      // At most the pending request of each round was committed without a response.
      const lost = created.filter(({ id }) => !storedById.has(id) && !deleted.has(id));
      const createdIds = new Set(created.map(({ id }) => id));
      const unanswered = [...storedById.keys()].filter((id) => !createdIds.has(id));
      expect(lost.length + unanswered.length).toBeLessThanOrEqual(kills);
      expect(lost.filter(({ isSlip }) => !isSlip)).toEqual([]);
      const orphans = await database.sql`select from appointment_history h where h.company_id = ${companyId}::uuid
        and not exists (select from appointments a where a.company_id = h.company_id and a.id = h.appointment_id)`;
      expect(orphans).toHaveLength(0);

      const changes = answered.filter((line) => line.kind === 'change');
      let noted = 0;
      for (const record of storedById.values()) {
        const answer = await client.get(`/v1/appointments/${record.id}/history`, { companyId });
        const { data } = appointmentHistoryPageSchema.parse(answer.body);
        noted += data.length - 1;
        const versions = new Map<string, object>();
        let values: object = emptyHistoryValues;
        for (const entry of [...data].reverse()) {
          values = { ...values, ...Object.fromEntries(entry.changes.map(({ field, to }) => [field, to])) };
          versions.set(entry.at, values);
        }
        expect([data[0]?.at, values]).toEqual([record.updatedAt, historyValuesOf(record)]);
        for (const change of changes.filter(({ id }) => id === record.id)) {
          expect(versions.get(change.record.updatedAt)).toEqual(historyValuesOf(change.record));
        }
      }
      expect(noted).toBeGreaterThanOrEqual(changes.length);
      expect(noted - changes.length).toBeLessThanOrEqual(kills);

      // Each availability change is applied completely or not at all.
      const counts = new Map<string, number>();
      const window = { companyId, start: body.start, end: body.end, limit: '500' };
      const readPlan = async (cursor: string) =>
        availabilityPageSchema.parse((await client.get('/v1/availability', { ...window, cursor })).body);
      for await (const page of pagesOf(readPlan))
        for (const entry of page.data) counts.set(entry.title ?? '', (counts.get(entry.title ?? '') ?? 0) + 1);
      const wholeOf = (title: string) => (title.endsWith(LATER) ? 3 : 5);
      expect([...counts].filter(([title, count]) => count !== wholeOf(title))).toEqual([]);
      const lostPlans = answered.filter(
        (line) => line.kind === 'plan' && !counts.has(line.title) && !counts.has(`${line.title}${LATER}`),
      );
      expect(lostPlans).toEqual([]);
      for (const title of counts.keys()) expect(counts.has(`${title}${LATER}`)).toBe(false);
      const planned = answered.filter((line) => line.kind === 'plan' && !line.title.endsWith(LATER)).length;
      expect(counts.size - planned).toBeLessThanOrEqual(kills);

      const corrections = answered.flatMap((line) => (line.kind === 'correction' ? [line.record] : []));
      const stored = clientSchema.parse((await client.get(`/v1/clients/${practice.client}`, { companyId })).body);
      const last = corrections.at(-1);
      const missing = Number(stored.alert) - Number(last?.alert ?? 0);
      if (missing === 0 && last !== undefined) expect(stored).toEqual(last);
      // At most the pending correction of each round was committed without a response.
      expect(missing).toBeGreaterThanOrEqual(0);
      expect(missing).toBeLessThanOrEqual(kills);

      const again = created.at(-1);
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': again?.idempotencyKey ?? '' };
      expect((await client.post('/v1/appointments', body, headers)).body).toBe(again?.id);
    },
  };
}
