import { count, inArray } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Appointment } from '#contract/appointment.ts';
import type { Database } from '#service/db/database.ts';
import { appointments, availability, companies } from '#service/db/schema.ts';
import { writePractice } from '#service/db/write-practice.ts';
import { insertNewRows, rowOf } from '#service/db/write-rows.ts';
import { wordsOf } from '#service/domain/search-words.ts';
import { DEMO_DAYS, demoAppointments } from './demo-appointments.ts';
import { createDemoPractice, isDemoCompany } from './demo-practice.ts';
import { demoAvailability } from './rota.ts';

/** Rows that are sent to the database at once: some hundred kilobytes. */
const BATCH = 1_000;

interface SeedDemoOptions {
  /** Today, in the zone of the practice's first store: the period and the statuses are around it. */
  today: Temporal.PlainDate;
  seed: number;
  /** For tests: markup, formulas and statements among the names. */
  hostileNames?: boolean;
  /** How many appointments the demo has in all; without it, those of 45 days to either side of today. */
  appointments?: number;
  /** Told after each batch how many appointments of how many are written. */
  onProgress?: (done: number, total: number) => void;
}

/** What the database holds: nothing, the demo practice alone, or a practice of one's own. */
export async function heldBy({ db }: Database): Promise<'nothing' | 'demo' | 'own'> {
  const found = await db.select({ companyId: companies.companyId }).from(companies);
  if (found.length === 0) return 'nothing';
  return found.every(({ companyId }) => isDemoCompany(companyId)) ? 'demo' : 'own';
}

/** An appointment as a row of its table, by column. */
function toRow({ employees: staff, ...appointment }: Appointment) {
  return rowOf(appointments, {
    ...appointment,
    employeeIds: staff.map(({ id }) => id),
    mainEmployeeIds: staff.flatMap(({ id, isMainEmployee }) => (isMainEmployee ? [id] : [])),
    titleWords: wordsOf(appointment.title),
  });
}

/**
 * Writes the demo practice in one transaction and resolves with how many appointments its companies then have. What is
 * there already stays as it is, so writing the same once more changes nothing. Memory is bounded however many there are.
 */
export async function seedDemo(database: Database, options: SeedDemoOptions): Promise<{ appointments: number }> {
  const { today, seed, onProgress } = options;
  const practice = createDemoPractice(seed, { hostileNames: options.hostileNames ?? false });
  const wanted = options.appointments;
  // Around today there are a few thousand: known at once, so that the progress has its total.
  const days = wanted === undefined ? [...demoAppointments(practice, { today, seed })] : null;
  const total = wanted ?? days?.reduce((sum, day) => sum + day.length, 0) ?? 0;

  return database.db.transaction(async (tx) => {
    for (const demo of practice) await writePractice(tx, demo);
    const plan = demoAvailability(practice, {
      from: today.subtract({ days: DEMO_DAYS }),
      until: today.add({ days: DEMO_DAYS }),
      seed,
    });
    await tx.execute(
      insertNewRows(
        availability,
        plan.map((entry) => rowOf(availability, entry)),
      ),
    );
    let done = 0;
    let batch: Appointment[] = [];
    const flush = async () => {
      if (batch.length === 0) return;
      await tx.execute(insertNewRows(appointments, batch.map(toRow)));
      done += batch.length;
      batch = [];
      onProgress?.(done, total);
    };
    for (const day of days ?? demoAppointments(practice, { today, seed, appointments: total })) {
      batch.push(...day);
      if (batch.length >= BATCH) await flush();
    }
    await flush();

    const companyIds = practice.map(({ company }) => company.id);
    const [counted] = await tx
      .select({ appointments: count() })
      .from(appointments)
      .where(inArray(appointments.companyId, companyIds));
    return { appointments: counted?.appointments ?? 0 };
  });
}
