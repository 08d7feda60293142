import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#service/db/database.ts';
import { appointments, availability, pets } from '#service/db/schema.ts';
import { openOwnDatabase } from '#testing/databases.ts';
import { demoAppointments } from './demo-appointments.ts';
import { createDemoPractice } from './demo-practice.ts';
import { demoAvailability } from './rota.ts';
import { heldBy, seedDemo } from './seed-demo.ts';

const today = Temporal.PlainDate.from('2026-11-20');

// Each test writes a practice of its own seed into the same database. (The browser tests start on an embedded one.)
let database: Database;
beforeAll(async () => {
  database = await openOwnDatabase();
});
afterAll(() => database.close());

/** Everything that the seeding wrote, as text; without the columns that the database fills in by itself. */
async function contents() {
  const tables = [
    'companies',
    'stores',
    'rooms',
    'employees',
    'appointment_types',
    'clients',
    'pets',
    'appointments',
    'availability',
  ];
  const written: [string, unknown][] = [];
  for (const table of tables) {
    const [row] = await database.sql.unsafe(
      `select count(*)::int as rows, md5(string_agg((to_jsonb(t) - 'cursor_secret' - 'added_by')::text, ',' order by to_jsonb(t)->>'id', to_jsonb(t)->>'company_id')) as digest from ${table} t`,
    );
    written.push([table, row]);
  }
  return Object.fromEntries(written);
}

describe('seedDemo', () => {
  it('writes all or nothing', async () => {
    const interrupted = seedDemo(database, {
      today,
      seed: 1,
      appointments: 1_500,
      onProgress: () => {
        throw new Error('interrupted');
      },
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(await heldBy(database)).toBe('nothing');
  });

  it('is told from every other practice, whatever its seed', async () => {
    const own = await openOwnDatabase();
    expect(await heldBy(own)).toBe('nothing');
    await seedDemo(own, { today, seed: 4, appointments: 0 });
    expect(await heldBy(own)).toBe('demo');
    await own.sql`insert into companies (company_id, name) values (${randomUUID()}::uuid, 'Our own')`;
    expect(await heldBy(own)).toBe('own');
    await own.close();
  });

  it('changes nothing when it is done again', async () => {
    await seedDemo(database, { today, seed: 3, appointments: 500 });
    const before = await contents();
    expect(await seedDemo(database, { today, seed: 3, appointments: 500 })).toEqual({ appointments: 500 });
    expect(await contents()).toEqual(before);
  });

  it('grows a practice to the number asked for, also on a later day', async () => {
    const companies = (await database.db.query.companies.findMany()).length;
    await seedDemo(database, { today, seed: 2, appointments: 300 });
    expect(await seedDemo(database, { today, seed: 2, appointments: 700 })).toEqual({ appointments: 700 });
    const later = await seedDemo(database, { today: today.add({ days: 3 }), seed: 2, appointments: 700 });
    expect(later.appointments).toBeGreaterThan(700);
    expect(await database.db.query.companies.findMany()).toHaveLength(companies + 2);
  });

  it('writes the practice and every appointment as it was generated', async () => {
    const progress: [number, number][] = [];
    const seeded = await seedDemo(database, {
      today,
      seed: 1,
      onProgress: (done, total) => progress.push([done, total]),
    });
    expect(await heldBy(database)).toBe('demo');

    const practice = createDemoPractice(1);
    const generated = [...demoAppointments(practice, { today, seed: 1 })].flat();
    expect(seeded).toEqual({ appointments: generated.length });
    expect(progress.at(-1)).toEqual([generated.length, generated.length]);

    const companyIds = practice.map(({ company }) => company.id);
    const stored = await database.db
      .select({ record: appointments.record })
      .from(appointments)
      .where(inArray(appointments.companyId, companyIds));
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(stored.map(({ record }) => JSON.parse(record)).sort(byId)).toEqual(generated.sort(byId));
    const planned = demoAvailability(practice, {
      from: today.subtract({ days: 45 }),
      until: today.add({ days: 45 }),
      seed: 1,
    });
    const plan = await database.db.select().from(availability).where(inArray(availability.companyId, companyIds));
    const iso = (instant: string) => new Date(instant).toISOString();
    const storedPlan = plan.map(({ stayClass: _, ...entry }) => ({
      ...entry,
      start: iso(entry.start),
      end: iso(entry.end),
      createdAt: iso(entry.createdAt),
      updatedAt: iso(entry.updatedAt),
    }));
    expect(storedPlan.sort(byId)).toEqual(planned.sort(byId));
    expect(await database.db.$count(pets, inArray(pets.companyId, companyIds))).toBe(655);
  });
});
