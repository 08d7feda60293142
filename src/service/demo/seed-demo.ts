import { count, inArray, type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Appointment } from '#contract/appointment.ts';
import type { Database } from '#service/db/database.ts';
import {
  appointments,
  appointmentTypes,
  clients,
  companies,
  employees,
  pets,
  rooms,
  stores,
} from '#service/db/schema.ts';
import { sortNameOf, wordsOf } from '#service/domain/search-words.ts';
import { demoAppointments } from './demo-appointments.ts';
import { createDemoPractice, type DemoCompany } from './demo-practice.ts';

/** Rows that are sent to the database at once: some hundred kilobytes. */
const BATCH = 1_000;

export interface SeedDemoOptions {
  /** Today, in the zone of the practice's first store: the period and the statuses are around it. */
  today: Temporal.PlainDate;
  seed: number;
  /** How many appointments the demo has in all; without it, those of 45 days to either side of today. */
  appointments?: number;
  /** Told after each batch how many appointments of how many are written. */
  onProgress?: (done: number, total: number) => void;
}

type Transaction = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

/** Whether the database holds a practice already, the demo or a real one. */
export async function hasPractice({ db }: Database): Promise<boolean> {
  const found = await db.select({ companyId: companies.companyId }).from(companies).limit(1);
  return found.length > 0;
}

async function writePractice(tx: Transaction, { company, employees: staff, ...demo }: DemoCompany): Promise<void> {
  const companyId = company.id;
  const named = (...names: string[]) => ({ sortName: sortNameOf(...names), words: wordsOf(...names) });

  await tx.insert(companies).values({ companyId, name: company.name }).onConflictDoNothing();
  await tx
    .insert(stores)
    .values(company.stores.map(({ rooms: _, ...store }, position) => ({ ...store, position })))
    .onConflictDoNothing();
  await tx
    .insert(rooms)
    .values(
      company.stores.flatMap((store) =>
        store.rooms.map((room, position) => ({ ...room, companyId, storeId: store.id, position })),
      ),
    )
    .onConflictDoNothing();
  await tx
    .insert(employees)
    .values(staff.map((employee) => ({ ...employee, ...named(employee.firstName, employee.lastName) })))
    .onConflictDoNothing();
  await tx
    .insert(appointmentTypes)
    .values(demo.types.map((type) => ({ ...type, ...named(type.name) })))
    .onConflictDoNothing();
  await tx
    .insert(clients)
    .values(demo.clients.map((client) => ({ ...client, ...named(client.firstName, client.lastName) })))
    .onConflictDoNothing();
  await tx
    .insert(pets)
    .values(
      demo.pets.map((pet) => ({ ...pet, sortName: sortNameOf(pet.name), words: wordsOf(pet.name, pet.clientName) })),
    )
    .onConflictDoNothing();
}

/** The columns that a demo appointment fills, with their types and where they come from. */
const columns: readonly (readonly [name: string, type: string, value: (appointment: Appointment) => unknown])[] = [
  ['company_id', 'uuid', (appointment) => appointment.companyId],
  ['id', 'uuid', (appointment) => appointment.id],
  ['store_id', 'uuid', (appointment) => appointment.storeId],
  ['pet_id', 'uuid', (appointment) => appointment.petId],
  ['client_id', 'uuid', (appointment) => appointment.clientId],
  ['store_invoice_id', 'uuid', (appointment) => appointment.storeInvoiceId],
  ['billing_context_id', 'uuid', (appointment) => appointment.billingContextId],
  ['title', 'text', (appointment) => appointment.title],
  ['start_at', 'timestamptz', (appointment) => appointment.start],
  ['end_at', 'timestamptz', (appointment) => appointment.end],
  ['notes', 'text', (appointment) => appointment.notes],
  ['booking_notes', 'text', (appointment) => appointment.bookingNotes],
  ['client_notes', 'text', (appointment) => appointment.clientNotes],
  ['status', 'text', (appointment) => appointment.status],
  ['location', 'text', (appointment) => appointment.location],
  ['room_id', 'uuid', (appointment) => appointment.roomId],
  ['checked_in_at', 'timestamptz', (appointment) => appointment.checkedInAt],
  ['created_from', 'text', (appointment) => appointment.createdFrom],
  ['visit_type_id', 'uuid', (appointment) => appointment.visitTypeId],
  ['visit_type_name', 'text', (appointment) => appointment.visitTypeName],
  ['visit_type_category', 'text', (appointment) => appointment.visitTypeCategory],
  ['created_at', 'timestamptz', (appointment) => appointment.createdAt],
  ['updated_at', 'timestamptz', (appointment) => appointment.updatedAt],
  ['employee_ids', 'uuid[]', (appointment) => appointment.employees.map(({ id }) => id)],
  [
    'main_employee_ids',
    'uuid[]',
    (appointment) => appointment.employees.flatMap(({ id, isMainEmployee }) => (isMainEmployee ? [id] : [])),
  ],
  ['title_words', 'text[]', (appointment) => wordsOf(appointment.title)],
];

// One JSON parameter a batch: bound one by one, a million rows would be twenty-six million parameters.
const names = columns.map(([name]) => name).join(', ');
const values = columns.map(([name]) => (name === 'title_words' ? 'array_to_tsvector(title_words)' : name)).join(', ');
const types = columns.map(([name, type]) => `${name} ${type}`).join(', ');

function insertAppointments(batch: readonly Appointment[]): SQL {
  const rows = batch.map((appointment) =>
    Object.fromEntries(columns.map(([name, , value]) => [name, value(appointment)])),
  );
  return sql`
    insert into ${appointments} (${sql.raw(names)})
    select ${sql.raw(values)} from json_to_recordset(${JSON.stringify(rows)}::text::json) as batch(${sql.raw(types)})
    on conflict do nothing`;
}

/**
 * Writes the demo practice in one transaction and resolves with how many appointments its companies then have. What is
 * there already stays as it is, so writing the same once more changes nothing. Memory is bounded however many there are.
 */
export async function seedDemo(database: Database, options: SeedDemoOptions): Promise<{ appointments: number }> {
  const { today, seed, onProgress } = options;
  const practice = createDemoPractice(seed);
  const wanted = options.appointments;
  // Around today there are a few thousand: known at once, so that the progress has its total.
  const days = wanted === undefined ? [...demoAppointments(practice, { today, seed })] : null;
  const total = wanted ?? days?.reduce((sum, day) => sum + day.length, 0) ?? 0;

  return database.db.transaction(async (tx) => {
    for (const demo of practice) await writePractice(tx, demo);
    let done = 0;
    let batch: Appointment[] = [];
    const flush = async () => {
      if (batch.length === 0) return;
      await tx.execute(insertAppointments(batch));
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
