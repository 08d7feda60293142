import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Appointment } from '#contract/appointment.ts';
import type { Database } from '#service/db/database.ts';
import { databaseIdentity } from '#service/db/messages/message-settings.ts';
import {
  appointmentHistory,
  appointmentMessages,
  appointments,
  availability,
  bookingPages,
  bookingRefusals,
  clientAnswers,
  companies,
  messages,
  onlineBooking,
  onlineRequests,
  recallAttempts,
  recalls,
  waitingList,
} from '#service/db/schema.ts';
import { type PracticeRecords, writePractice } from '#service/db/write-practice.ts';
import { insertNewRows, toColumnRow } from '#service/db/write-rows.ts';
import { wordsOf } from '#service/domain/search-words.ts';
import { createDemoAppointments, DEMO_DAYS } from './demo-appointments.ts';
import { createDemoAvailability } from './demo-availability.ts';
import { createDemoHistory } from './demo-history.ts';
import { createDemoMessages, MESSAGE_DAYS } from './demo-messages.ts';
import { type DemoPeriod, isDemoCompany } from './demo-practice.ts';
import { createDemoOnlineBooking } from './online-booking.ts';
import { createDemoRecalls } from './recalls.ts';
import { createDemoSeries, type DemoSeries } from './series.ts';
import { createDemoWaitingList } from './waiting-list.ts';

/** The number of rows sent to the database in one batch, which are a few hundred kilobytes. */
const BATCH_SIZE = 1_000;
/** The number of days before today at which the history of appointments begins. */
const HISTORY_DAYS = 35;

interface SeedDemoOptions {
  practice: PracticeRecords;
  period: DemoPeriod;
  /** The total number of appointments. Without it, the demo covers 45 days to either side of today. */
  appointments?: number | undefined;
  /** Called after each batch with the number of appointments written so far. */
  onProgress?: (written: number) => void;
}

/** What the database contains: nothing, only the demo practice, or a real practice. */
export async function readDatabaseContent({ db }: Database): Promise<'nothing' | 'demo' | 'own'> {
  const found = await db.select({ companyId: companies.companyId }).from(companies);
  if (found.length === 0) return 'nothing';
  return found.every(({ companyId }) => isDemoCompany(companyId)) ? 'demo' : 'own';
}

/** An appointment as a row of its table, keyed by column. */
function toRow({ employees: staff, ...appointment }: Appointment, series: readonly DemoSeries[]) {
  return toColumnRow(appointments, {
    ...appointment,
    employeeIds: staff.map(({ id }) => id),
    mainEmployeeIds: staff.flatMap(({ id, isMainEmployee }) => (isMainEmployee ? [id] : [])),
    titleWords: wordsOf(appointment.title),
    seriesId: series.find(({ pet }) => pet.id === appointment.petId)?.seriesId ?? null,
  });
}

function toHistoryRows(appointment: Appointment, receptionist: string | null) {
  const { id: appointmentId, companyId } = appointment;
  return createDemoHistory(appointment, receptionist).map(({ reason = null, ...entry }) =>
    toColumnRow(appointmentHistory, { companyId, appointmentId, ...entry, reason }),
  );
}

/**
 * Writes the demo practice in one transaction and resolves with the number of its appointments. Existing rows stay unchanged,
 * so two processes may run it concurrently. Memory use is bounded, however many appointments there are.
 */
export async function seedDemo(database: Database, options: SeedDemoOptions): Promise<{ appointments: number }> {
  const { practice, period, onProgress } = options;
  return database.db.transaction(async (tx) => {
    await writePractice(tx, practice);
    const from = period.today.subtract({ days: DEMO_DAYS });
    const until = period.today.add({ days: DEMO_DAYS });
    const plan = createDemoAvailability(practice, { from, until });
    await tx.execute(
      insertNewRows(
        availability,
        plan.map((entry) => toColumnRow(availability, entry)),
      ),
    );
    const series = createDemoSeries(practice, period.today);
    const receptionist = practice.employees.find(({ role }) => role === 'receptionist')?.id ?? null;
    const historyFrom = period.now - HISTORY_DAYS * 86_400_000;
    const messagesFrom = period.now - MESSAGE_DAYS * 86_400_000;
    /** The pets and visit types of all appointments, as `petId visitTypeId`. */
    const visits = new Set<string>();
    /** The appointments that may have messages. */
    const recent: Appointment[] = [];
    let booked: Appointment | undefined;
    let written = 0;
    let batch: Appointment[] = [];
    const flush = async () => {
      if (batch.length === 0) return;
      await tx.execute(
        insertNewRows(
          appointments,
          batch.map((appointment) => toRow(appointment, series)),
        ),
      );
      const history = batch
        .filter(({ start }) => Date.parse(start) >= historyFrom)
        .flatMap((appointment) => toHistoryRows(appointment, receptionist));
      if (history.length > 0) await tx.execute(insertNewRows(appointmentHistory, history));
      written += batch.length;
      batch = [];
      onProgress?.(written);
    };
    for (const day of createDemoAppointments(practice, period, options.appointments)) {
      batch.push(...day);
      for (const { petId, visitTypeId } of day) visits.add(`${petId} ${visitTypeId}`);
      recent.push(...day.filter(({ start }) => Date.parse(start) >= messagesFrom));
      booked ??= day.find(
        ({ status, start, visitTypeName }) =>
          status === 'confirmed' && visitTypeName === 'Consultation' && Date.parse(start) > period.now,
      );
      if (batch.length >= BATCH_SIZE) await flush();
    }
    await flush();
    const entries = createDemoWaitingList(practice, period, booked);
    await tx.execute(
      insertNewRows(
        waitingList,
        entries.map((entry) => toColumnRow(waitingList, entry)),
      ),
    );
    const sent = createDemoMessages(practice, period, recent);
    const add = async <Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]) => {
      if (rows.length > 0)
        await tx.execute(
          insertNewRows(
            table,
            rows.map((row) => toColumnRow<PgTable, object>(table, row)),
          ),
        );
    };
    // Switches messages on in this database. In any other database, such as one restored from a dump, they count as off.
    await tx.execute(
      sql`update message_settings set switched_on_in = ${databaseIdentity} where company_id = ${practice.company.id}::uuid`,
    );
    await add(messages, sent.messages);
    await add(appointmentMessages, sent.sentFor);
    await add(clientAnswers, sent.answers);
    const online = createDemoOnlineBooking(practice, period, { appointments: recent, plan });
    await add(onlineBooking, [online.settings]);
    await add(bookingPages, online.pages);
    await add(onlineRequests, online.requests);
    await add(bookingRefusals, online.refusals);
    const due = createDemoRecalls(practice, period, visits);
    await add(recalls, due.recalls);
    await add(recallAttempts, due.attempts);
    return { appointments: written };
  });
}
