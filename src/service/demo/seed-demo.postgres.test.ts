import { randomUUID } from 'node:crypto';
import { eq, lte } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointment.ts';
import type { Database } from '#service/db/database.ts';
import { readMessageSettings } from '#service/db/messages/message-settings.ts';
import {
  appointmentHistory,
  appointmentMessages,
  appointments,
  availability,
  clientAnswers,
  messages,
  pets,
  recallAttempts,
  recalls,
  waitingList,
} from '#service/db/schema.ts';
import { openOwnDatabase } from '#testing/databases.ts';
import { createDemoAppointments } from './demo-appointments.ts';
import { createDemoAvailability } from './demo-availability.ts';
import { createDemoHistory } from './demo-history.ts';
import { createDemoMessages } from './demo-messages.ts';
import { createDemoPeriod, createDemoPractice } from './demo-practice.ts';
import { readDatabaseContent, seedDemo } from './seed-demo.ts';
import { createDemoSeries } from './series.ts';

const period = createDemoPeriod(Temporal.PlainDate.from('2026-11-20'));
const practice = createDemoPractice(1, period.today);

let database: Database;
beforeEach(async () => {
  database = await openOwnDatabase();
});
afterEach(() => database.close());

describe('seedDemo', () => {
  it('writes all or nothing', async () => {
    const interrupted = seedDemo(database, {
      practice,
      period,
      appointments: 1_500,
      onProgress: () => {
        throw new Error('interrupted');
      },
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(await readDatabaseContent(database)).toBe('nothing');
  });

  it('is distinguished from every other practice, whatever its seed', async () => {
    expect(await readDatabaseContent(database)).toBe('nothing');
    await seedDemo(database, { practice: createDemoPractice(4, period.today), period, appointments: 0 });
    expect(await readDatabaseContent(database)).toBe('demo');
    await database.sql`insert into companies (company_id, name) values (${randomUUID()}::uuid, 'Our own')`;
    expect(await readDatabaseContent(database)).toBe('own');
  });

  it('writes the practice once, as it was generated, even if two processes do it', async () => {
    const progress: number[] = [];
    const generated = [...createDemoAppointments(practice, period)].flat();
    const seed = () => seedDemo(database, { practice, period, onProgress: (written) => progress.push(written) });
    expect(await seed()).toEqual({ appointments: generated.length });
    expect(progress.at(-1)).toEqual(generated.length);
    await seed();

    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    const stored = await database.db.select({ record: appointments.record }).from(appointments);
    expect(stored.map(({ record }) => JSON.parse(record)).sort(byId)).toEqual(generated.sort(byId));
    const planned = createDemoAvailability(practice, {
      from: period.today.subtract({ days: 45 }),
      until: period.today.add({ days: 45 }),
    });
    const plan = await database.db.select().from(availability);
    const iso = (instant: string) => new Date(instant).toISOString();
    const storedPlan = plan.map(({ stayClass: _, ...entry }) => ({
      ...entry,
      start: iso(entry.start),
      end: iso(entry.end),
      createdAt: iso(entry.createdAt),
      updatedAt: iso(entry.updatedAt),
    }));
    expect(storedPlan.sort(byId)).toEqual(planned.sort(byId));
    expect(await database.db.$count(pets)).toBe(practice.pets.length);

    const [series] = createDemoSeries(practice, period.today);
    const count = await database.db.$count(appointments, eq(appointments.seriesId, series?.seriesId ?? ''));
    expect(count).toBe(6);
    const waiting = await database.db.select().from(waitingList);
    expect(waiting.filter(({ status }) => status === 'waiting')).toHaveLength(12);
    const booked = waiting.find(({ status }) => status === 'booked');
    expect(generated.find(({ id }) => id === booked?.appointmentId)).toMatchObject({ petId: booked?.petId });
    expect(await readMessageSettings(database.sql, practice.company.id)).toMatchObject({ isOn: true });
    const sent = createDemoMessages(practice, period, generated);
    expect(await database.db.$count(messages)).toBe(sent.messages.length);
    expect(await database.db.$count(appointmentMessages)).toBe(sent.sentFor.length);
    expect(await database.db.$count(clientAnswers)).toBe(sent.answers.length);
    const now = period.today.add({ days: 60 }).toString();
    const due = await database.db.select().from(recalls).where(lte(recalls.dueOn, now));
    expect(due.map(({ status, madeBy }) => [status, madeBy])).toEqual(Array.from({ length: 5 }, () => ['due', null]));
    expect(await database.db.$count(recalls)).toBeGreaterThan(100);
    expect(await database.db.$count(recallAttempts)).toBe(2);
    const isRecent = ({ start }: Appointment) => Math.abs(Date.parse(start) - period.now) < 30 * 86_400_000;
    const cancelled = generated.find((row) => row.status === 'cancelled' && isRecent(row));
    if (cancelled === undefined) throw new Error('the demo has no appointment that was cancelled');
    const history = await database.db
      .select()
      .from(appointmentHistory)
      .where(eq(appointmentHistory.appointmentId, cancelled.id))
      .orderBy(appointmentHistory.at);
    const asStored = history.map(({ at, changes, reason }) => ({ at: iso(at), changes, reason }));
    expect(asStored).toEqual(
      createDemoHistory(cancelled, null).map(({ at, changes, reason = null }) => ({ at, changes, reason })),
    );
  });
});
