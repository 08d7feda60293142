import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { FieldChange, HistoryValues } from '#contract/appointment-change.ts';
import type { AnswerChoice } from '#contract/client-answers.ts';
import type { OpeningHours } from '#contract/clients-pets-staff.ts';
import type {
  AvailabilityKind,
  ClientLanguage,
  ContactChoice,
  MessageChannel,
  MessageKind,
  MessageStatus,
  OnlineRequestStatus,
  RecallAttemptWay,
  RecallStatus,
  WaitingStatus,
} from '#contract/enums.ts';
import type { MessageFailureReason, MessageText } from '#contract/messages.ts';
import type { OnlineBooking, TurnedAwayReason } from '#contract/online-booking.ts';
import type { ImportLineKind } from '#contract/practice-import.ts';
import type { ManagedKind, PracticeChange } from '#contract/practice-management.ts';
import { bytes, exactText, instant, textArray, transactionId, uuidArray, wordVector } from './column-types.ts';

/* The first column of every primary key and every index, so that a company can move to another server. */
const companyIdColumn = () => uuid('company_id').notNull();
/** The sort and search columns of a name, whose values `sortNameOf` and `wordsOf` compute. */
const nameColumns = () => ({ sortName: exactText('sort_name').notNull(), words: wordVector('words').notNull() });

export const companies = pgTable('companies', {
  companyId: uuid('company_id').primaryKey(),
  name: exactText('name').notNull(),
  /** The position of the company among all companies. */
  position: integer('position').notNull().default(0),
  /** The secret that signs the cursors of this company's lists. */
  cursorSecret: bytes('cursor_secret')
    .notNull()
    .default(sql`decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')`),
  /**
   * A number that increases whenever an appointment is deleted, or is changed other than by a request. That invalidates cached
   * counts. Changes by requests are in `superseded_appointments`, a table created by migrations and triggers.
   */
  appointmentsEpoch: integer('appointments_epoch').notNull().default(0),
});

export const stores = pgTable(
  'stores',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    name: exactText('name').notNull(),
    /** The IANA time zone. */
    timeZone: exactText('time_zone').notNull(),
    openingHours: jsonb('opening_hours').$type<OpeningHours[]>().notNull().default([]),
    phone: exactText('phone'),
    email: exactText('email'),
    /** The postal address, in one to four lines; null if none is given. */
    address: exactText('address'),
    website: exactText('website'),
    /** The position of the store among the stores of the company. */
    position: integer('position').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const rooms = pgTable(
  'rooms',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    storeId: uuid('store_id').notNull(),
    name: exactText('name').notNull(),
    /** The position of the room among the rooms of its store. A new appointment gets the first free room that suits. */
    position: integer('position').notNull().default(0),
    /** The categories of the visit types that the room is for; empty for all. */
    categories: textArray('categories').notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('rooms_store').on(table.companyId, table.storeId, table.position),
  ],
);

export const employees = pgTable(
  'employees',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    storeIds: uuidArray('store_ids').notNull(),
    firstName: exactText('first_name').notNull(),
    lastName: exactText('last_name').notNull(),
    role: exactText('role').notNull(),
    permissions: textArray('permissions').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    ...nameColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('employees_name').on(table.companyId, table.sortName, table.id),
  ],
);

export const apiKeys = pgTable(
  'api_keys',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    employeeId: uuid('employee_id').notNull(),
    /** The SHA-256 hash of the whole key. The key itself is not stored. */
    keyHash: bytes('key_hash').notNull(),
    access: exactText('access').$type<'read_only' | 'read_write'>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** The time of expiry; null for a key that does not expire. */
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('api_keys_hash').on(table.companyId, table.keyHash),
  ],
);

/**
 * The rate limit window of each key. The table is unlogged, because a request must not wait for the disk. If the windows
 * are lost in a crash, new ones are opened, which is harmless.
 */
export const rateLimitWindows = pgTable(
  'request_windows',
  {
    companyId: companyIdColumn(),
    keyId: uuid('key_id').notNull(),
    openedAt: instant('opened_at').notNull(),
    used: integer('used').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.keyId] })],
);

export const clients = pgTable(
  'clients',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    firstName: exactText('first_name').notNull(),
    lastName: exactText('last_name').notNull(),
    email: exactText('email'),
    phone: exactText('phone'),
    alert: exactText('alert'),
    /** The way in which the client wants to get messages; null if the client has not been asked. */
    contactBy: exactText('contact_by').$type<ContactChoice>(),
    /** The way in which the client wants to hear that pets are due again; null for the same way as `contactBy`. */
    recallsBy: exactText('recalls_by').$type<ContactChoice>(),
    /** The language in which the client gets messages; null for the language of the message settings. */
    language: exactText('language').$type<ClientLanguage>(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    ...nameColumns(),
    /** The reversed digits of the phone number, because numbers are searched by their end. */
    phoneKey: exactText('phone_key').generatedAlwaysAs(
      sql`left(reverse(regexp_replace(phone, '[^0-9]', '', 'g')), 200)`,
    ),
    /** The e-mail address in lower case; the collation "C" lower-cases only A to Z. */
    emailKey: exactText('email_key').generatedAlwaysAs(sql`left(lower(email), 200)`),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('clients_name').on(table.companyId, table.sortName, table.id),
    index('clients_phone').on(table.companyId, table.phoneKey),
    index('clients_email').on(table.companyId, table.emailKey),
    index('clients_words').using('gin', table.companyId, table.words).with({ fastupdate: false }),
  ],
);

export const pets = pgTable(
  'pets',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    name: exactText('name').notNull(),
    species: exactText('species').notNull(),
    breed: exactText('breed'),
    sex: exactText('sex'),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    deceasedOn: date('deceased_on', { mode: 'string' }),
    alert: exactText('alert'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The result of `sortNameOf(name)`. */
    sortName: exactText('sort_name').notNull(),
    /** The result of `wordsOf(name, client.firstName, client.lastName)`: a pet is also found by its client's names. */
    words: wordVector('words').notNull().default(sql`''::tsvector`),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('pets_name').on(table.companyId, table.sortName, table.id),
    index('pets_client').on(table.companyId, table.clientId, table.sortName, table.id),
    index('pets_words').using('gin', table.companyId, table.words).with({ fastupdate: false }),
  ],
);

export const appointmentTypes = pgTable(
  'appointment_types',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    name: exactText('name').notNull(),
    category: exactText('category').notNull(),
    durationMinutes: integer('duration_minutes').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** Whether clients get messages about appointments of the type. */
    isMessaged: boolean('is_messaged').notNull().default(true),
    /** What clients have to do before the appointment; null if there is nothing to do. */
    preparation: exactText('preparation'),
    /** The number of months after which a pet is due again; null if it never is. */
    recallMonths: integer('recall_months'),
    ...nameColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('appointment_types_name').on(table.companyId, table.sortName, table.id),
  ],
);

/*
 * Appointments. The columns accept what a migrated practice may contain, even if the contract does not allow it (any status,
 * a missing title …). Values that fit no typed column are in `raw` under the field's name. The API returns only the id of a
 * row that the contract does not allow.
 */
export const appointments = pgTable(
  'appointments',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    storeId: uuid('store_id').notNull(),
    petId: uuid('pet_id'),
    clientId: uuid('client_id'),
    storeInvoiceId: uuid('store_invoice_id'),
    billingContextId: uuid('billing_context_id'),
    title: exactText('title'),
    start: instant('start_at'),
    end: instant('end_at'),
    notes: exactText('notes'),
    bookingNotes: exactText('booking_notes'),
    clientNotes: exactText('client_notes'),
    status: exactText('status'),
    location: exactText('location'),
    roomId: uuid('room_id'),
    checkedInAt: instant('checked_in_at'),
    createdFrom: exactText('created_from'),
    visitTypeId: uuid('visit_type_id'),
    visitTypeName: exactText('visit_type_name'),
    visitTypeCategory: exactText('visit_type_category'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** All assigned employees, in order. */
    employeeIds: uuidArray('employee_ids').notNull().default([]),
    /** The main employees among `employeeIds`. */
    mainEmployeeIds: uuidArray('main_employee_ids').notNull().default([]),
    /** The result of `wordsOf(title)`. */
    titleWords: wordVector('title_words').notNull(),
    raw: jsonb('raw').$type<Record<string, unknown>>(),
    /**
     * The id that is shared by all appointments that were booked together; null for a single one. Records do not include it.
     */
    seriesId: uuid('series_id'),
    /**
     * The duration class: appointments of the classes 0 to 6 last at most 1, 4, 16, 64, 256, 1024 and 8192 hours, those of 7
     * last longer, those of -1 end before they start, and those of 8 have no start or no end. Appointments that overlap a
     * window are found in the index by one short range of starts per class, however long the longest appointment is.
     */
    stayClass: smallint('stay_class').generatedAlwaysAs(
      sql`case when start_at is null or end_at is null then 8 when end_at < start_at then -1 when end_at - start_at <= interval '1 hour' then 0 when end_at - start_at <= interval '4 hours' then 1 when end_at - start_at <= interval '16 hours' then 2 when end_at - start_at <= interval '64 hours' then 3 when end_at - start_at <= interval '256 hours' then 4 when end_at - start_at <= interval '1024 hours' then 5 when end_at - start_at <= interval '8192 hours' then 6 else 7 end`,
    ),
    /**
     * The transaction that wrote this version of the row. A cached count is brought up to date by counting only the rows
     * that were written since.
     */
    addedBy: transactionId('added_by').notNull().default(sql`pg_current_xact_id()`),
    /**
     * The JSON record that the API returns, which has only the id if the row does not match the contract. It is a generated
     * column, so it is never out of date. Its function is generated from the contract (`record-function.ts`).
     */
    record: exactText('record')
      .notNull()
      .generatedAlwaysAs((): SQL => {
        const names = Object.values(recordColumns()).map((column) => column.name);
        return sql.raw(`appointment_record(${names.join(', ')})`);
      }),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('appointments_created').on(table.companyId, table.createdAt, table.id, table.storeId),
    index('appointments_start').on(
      table.companyId,
      sql`coalesce(start_at, 'infinity'::timestamptz)`,
      table.id,
      table.storeId,
    ),
    index('appointments_stay').on(table.companyId, table.storeId, table.stayClass, table.start),
    index('appointments_status').on(table.companyId, table.status, table.createdAt, table.id, table.storeId),
    index('appointments_client').on(table.companyId, table.clientId, table.createdAt, table.id),
    index('appointments_pet').on(table.companyId, table.petId, table.createdAt, table.id),
    index('appointments_updated').on(table.companyId, table.updatedAt),
    index('appointments_checked_in').on(table.companyId, table.checkedInAt),
    index('appointments_room').on(table.companyId, table.roomId),
    index('appointments_visit_type').on(table.companyId, table.visitTypeId),
    index('appointments_category').on(table.companyId, table.visitTypeCategory),
    index('appointments_origin').on(table.companyId, table.createdFrom),
    index('appointments_invoice').on(table.companyId, table.storeInvoiceId).where(sql`store_invoice_id is not null`),
    index('appointments_billing')
      .on(table.companyId, table.billingContextId)
      .where(sql`billing_context_id is not null`),
    index('appointments_series').on(table.companyId, table.seriesId).where(sql`series_id is not null`),
    index('appointments_added').on(table.companyId, table.addedBy),
    index('appointments_words').using('gin', table.companyId, table.titleWords).with({ fastupdate: false }),
    index('appointments_employees').using('gin', table.companyId, table.employeeIds).with({ fastupdate: false }),
    index('appointments_title_keys')
      .using('gin', table.companyId, sql`appointment_title_keys(store_id, start_at, title_words)`)
      .with({ fastupdate: false }),
  ],
);

/** The columns that are written for an appointment. All are required, so that a forgotten column is a type error. */
export type AppointmentColumns = Required<Omit<typeof appointments.$inferInsert, 'raw' | 'addedBy' | 'seriesId'>>;

/** The columns that the history of an appointment records; the assigned employees are in two columns. */
export type HistoryColumn = Exclude<keyof HistoryValues, 'employeeId'> | 'employeeIds' | 'mainEmployeeIds';

/** The columns that a record is built from, keyed by field: one for each field, but two for the employees, and `raw`. */
export function recordColumns() {
  const { titleWords, seriesId, stayClass, addedBy, record, ...columns } = getTableColumns(appointments);
  return columns;
}

/**
 * The number of appointments that a store has in each status (null for no status): the sum of the deltas that triggers add
 * for each statement. Deltas are added and never changed, so that writers do not wait for one another, and are compacted
 * from time to time.
 */
export const appointmentTotals = pgTable(
  'appointment_totals',
  {
    companyId: companyIdColumn(),
    storeId: uuid('store_id').notNull(),
    status: exactText('status'),
    held: bigint('held', { mode: 'number' }).notNull(),
  },
  (table) => [index('appointment_totals_key').on(table.companyId, table.storeId, table.status, table.held)],
);

/**
 * The history of appointments: one entry for each change, written in the same transaction as the change. The `at` of an entry
 * is the appointment's new `updated_at`. The first entry is the creation; for an appointment that is older than its history,
 * it is an entry without changes.
 */
export const appointmentHistory = pgTable(
  'appointment_history',
  {
    companyId: companyIdColumn(),
    appointmentId: uuid('appointment_id').notNull(),
    at: instant('at').notNull(),
    /** The employee who made the change; null if unknown. */
    employeeId: uuid('employee_id'),
    changes: jsonb('changes').$type<readonly FieldChange[]>().notNull(),
    /** The reason given for the change of status; null if none was given. */
    reason: exactText('reason'),
    /** The time at which the reason was first given; null if there is none, or if it was given with the change. */
    reasonAt: instant('reason_at'),
    /** The employee who gave the reason; null if there is none, or if it was given with the change. */
    reasonEmployeeId: uuid('reason_employee_id'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.appointmentId, table.at] })],
);

/**
 * The history of the practice itself: one entry for each change, written in the same transaction as the change. Changes to
 * a company wait for one another, and each gets a later `at` than the previous one.
 */
export const practiceHistory = pgTable(
  'practice_history',
  {
    companyId: companyIdColumn(),
    at: instant('at').notNull(),
    id: uuid('id').notNull(),
    /** The employee who made the change; null for the command line on the server. */
    employeeId: uuid('employee_id'),
    kind: exactText('kind').$type<ManagedKind>().notNull(),
    recordId: uuid('record_id').notNull(),
    name: exactText('name').notNull(),
    action: exactText('action').$type<PracticeChange['action']>().notNull(),
    changes: jsonb('changes').$type<PracticeChange['changes']>().notNull(),
    /**
     * The stores that the entry concerns: it is visible to everyone who can access one of them. Empty for the whole company.
     */
    storeIds: uuidArray('store_ids').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.at] })],
);

/** Availability entries: who is on duty, and what cannot be booked. */
export const availability = pgTable(
  'availability',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    kind: exactText('kind').$type<AvailabilityKind>().notNull(),
    storeId: uuid('store_id'),
    employeeId: uuid('employee_id'),
    roomId: uuid('room_id'),
    start: instant('start_at').notNull(),
    end: instant('end_at').notNull(),
    title: exactText('title'),
    /**
     * The id that is shared by all entries that belong together, such as the occurrences of a recurrence; null for a single
     * one.
     */
    seriesId: uuid('series_id'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The duration class, as for appointments: 0 to 5 for at most 1, 4, 16, 64, 256 and 1024 hours, 6 for longer entries. */
    stayClass: smallint('stay_class')
      .notNull()
      .generatedAlwaysAs(
        sql`case when end_at - start_at <= interval '1 hour' then 0 when end_at - start_at <= interval '4 hours' then 1 when end_at - start_at <= interval '16 hours' then 2 when end_at - start_at <= interval '64 hours' then 3 when end_at - start_at <= interval '256 hours' then 4 when end_at - start_at <= interval '1024 hours' then 5 else 6 end`,
      ),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('availability_stay').on(table.companyId, table.stayClass, table.start, table.id),
    index('availability_series').on(table.companyId, table.seriesId).where(sql`series_id is not null`),
    index('availability_room').on(table.companyId, table.roomId).where(sql`room_id is not null`),
  ],
);

/** Pets that wait for an appointment. */
export const waitingList = pgTable(
  'waiting_list',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    storeId: uuid('store_id').notNull(),
    petId: uuid('pet_id').notNull(),
    /** The client of the pet; a trigger updates it when the pet moves to another client. */
    clientId: uuid('client_id').notNull(),
    visitTypeId: uuid('visit_type_id').notNull(),
    employeeId: uuid('employee_id'),
    durationMinutes: integer('duration_minutes').notNull(),
    from: date('from_date', { mode: 'string' }).notNull(),
    until: date('until_date', { mode: 'string' }),
    weekdays: jsonb('weekdays').$type<number[]>().notNull(),
    /** The earliest time of day that suits the client, `HH:MM` on the store's clock; null for any. */
    earliest: exactText('earliest'),
    /** The latest time of day that suits the client, `HH:MM` on the store's clock; null for any. */
    latest: exactText('latest'),
    notes: exactText('notes'),
    status: exactText('status').$type<WaitingStatus>().notNull(),
    appointmentId: uuid('appointment_id'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('waiting_list_created').on(table.companyId, table.createdAt, table.id),
    index('waiting_list_status').on(table.companyId, table.status, table.createdAt, table.id),
    index('waiting_list_pet').on(table.companyId, table.petId),
    index('waiting_list_appointment').on(table.companyId, table.appointmentId).where(sql`appointment_id is not null`),
  ],
);

/**
 * The message settings of each company: when and in which way its clients get messages. A trigger adds the row of a new
 * company.
 */
export const messageSettings = pgTable('message_settings', {
  companyId: uuid('company_id').primaryKey(),
  /**
   * The database in which messages were switched on, as `<system identifier>/<oid>`; null if they are off. In any other
   * database, such as a restored one, they are off as well.
   */
  switchedOnIn: exactText('switched_on_in'),
  language: exactText('language').$type<ClientLanguage>().notNull().default('en'),
  /** The time of day from which messages are sent, `HH:MM` on the store's clock. */
  earliest: exactText('earliest').notNull().default('08:00'),
  /** The time of day until which messages are sent, `HH:MM` on the store's clock. */
  latest: exactText('latest').notNull().default('20:00'),
  sendsConfirmations: boolean('sends_confirmations').notNull().default(true),
  sendsReminders: boolean('sends_reminders').notNull().default(true),
  remindHoursBefore: integer('remind_hours_before').notNull().default(24),
  sendsCancellations: boolean('sends_cancellations').notNull().default(true),
  sendsRecalls: boolean('sends_recalls').notNull().default(true),
  recallDaysBefore: integer('recall_days_before').notNull().default(14),
  cancelUntilHours: integer('cancel_until_hours').default(24),
  texts: jsonb('texts').$type<MessageText[]>().notNull().default([]),
  updatedAt: instant('updated_at').notNull().default(sql`now()`),
});

/** The messages to clients, each with its latest attempt. Their texts are not stored. */
export const messages = pgTable(
  'messages',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    kind: exactText('kind').$type<MessageKind>().notNull(),
    channel: exactText('channel').$type<MessageChannel>().notNull(),
    /** The client; null for a message that declines a request from the web site. Such a message has no appointments either. */
    clientId: uuid('client_id'),
    storeId: uuid('store_id').notNull(),
    /** The appointments in the order of their starts, all at the store. */
    appointmentIds: uuidArray('appointment_ids').notNull(),
    /** The e-mail address or phone number of the recipient. */
    to: exactText('recipient').notNull(),
    language: exactText('language').$type<ClientLanguage>().notNull(),
    status: exactText('status').$type<MessageStatus>().notNull(),
    reason: exactText('reason').$type<MessageFailureReason>(),
    /** The start of the first appointment, or of the declined request, or of the first due date. */
    forStart: instant('for_start').notNull(),
    /** Whether a person sent the message by hand. */
    isByHand: boolean('is_by_hand').notNull().default(false),
    /** The number of attempts so far, at most five. */
    attempts: integer('attempts').notNull().default(0),
    /** The time of the next attempt, for a failed message or one that was sent by hand; null if none is planned. */
    retryAt: instant('retry_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('messages_created').on(table.companyId, table.createdAt, table.id),
    index('messages_client').on(table.companyId, table.clientId, table.createdAt, table.id),
    index('messages_appointments').using('gin', table.companyId, table.appointmentIds).with({ fastupdate: false }),
    index('messages_sending').on(table.companyId, table.updatedAt).where(sql`status = 'sending'`),
    index('messages_retry').on(table.companyId, table.retryAt).where(sql`retry_at is not null`),
    index('messages_failed').on(table.companyId, table.status, table.createdAt, table.id),
  ],
);

/**
 * The kinds of messages that were sent, or tried, for each start of an appointment. The primary key allows one message of
 * each kind for a start.
 */
export const appointmentMessages = pgTable(
  'appointment_messages',
  {
    companyId: companyIdColumn(),
    appointmentId: uuid('appointment_id').notNull(),
    kind: exactText('kind').$type<MessageKind>().notNull(),
    forStart: instant('for_start').notNull(),
    messageId: uuid('message_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.appointmentId, table.kind, table.forStart] })],
);

/** The links in messages: each attempt has one of its own. */
export const messageLinks = pgTable(
  'message_links',
  {
    companyId: companyIdColumn(),
    /** The SHA-256 hash of the token in the URL. */
    tokenHash: bytes('token_hash').notNull(),
    messageId: uuid('message_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.tokenHash] })],
);

/** The latest answer of a client for each appointment. */
export const clientAnswers = pgTable(
  'client_answers',
  {
    companyId: companyIdColumn(),
    appointmentId: uuid('appointment_id').notNull(),
    answer: exactText('answer').$type<AnswerChoice>().notNull(),
    note: exactText('note'),
    at: instant('at').notNull(),
    /** The start for which the answer was given. The answer does not count for any other start. */
    forStart: instant('for_start').notNull(),
    /** The employee who noted the answer at the desk; null if the client used the link. */
    employeeId: uuid('employee_id'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.appointmentId] })],
);

/** Calendar feeds for other programs: of an employee or of a store. */
export const feeds = pgTable(
  'feeds',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    employeeId: uuid('employee_id'),
    storeId: uuid('store_id'),
    withNames: boolean('with_names').notNull(),
    /** The SHA-256 hash of the token in the URL. */
    tokenHash: bytes('token_hash').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    lastReadAt: instant('last_read_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('feeds_token').on(table.companyId, table.tokenHash),
  ],
);

/** The settings of the booking pages of a company. There is no row until someone sets them. */
export const onlineBooking = pgTable('online_booking', {
  companyId: uuid('company_id').primaryKey(),
  types: jsonb('types').$type<OnlineBooking['types']>().notNull(),
  noticeHours: integer('notice_hours').notNull(),
  daysAhead: integer('days_ahead').notNull(),
  dailyLimit: integer('daily_limit').notNull(),
  origins: jsonb('origins').$type<string[]>().notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** The booking pages of stores. A slug is unique on the server, which is checked under a lock. */
export const bookingPages = pgTable(
  'booking_pages',
  {
    companyId: companyIdColumn(),
    storeId: uuid('store_id').notNull(),
    isOn: boolean('is_on').notNull(),
    slug: exactText('slug'),
    /** The position of the page in the settings. */
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.storeId] }),
    uniqueIndex('booking_pages_slug').on(table.companyId, table.slug),
  ],
);

/** The details that a visitor typed on a booking page, until the correct code turns them into a request. */
export interface BookingDetails {
  visitTypeId: string;
  /** ISO 8601. */
  start: string;
  /** ISO 8601. */
  end: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  petName: string;
  species: string;
  note: string | null;
}

/** The forms of booking pages for which a code was sent. They are deleted after a day. */
export const bookingForms = pgTable(
  'booking_forms',
  {
    companyId: companyIdColumn(),
    /** The SHA-256 hash of the token in the form. */
    tokenHash: bytes('token_hash').notNull(),
    storeId: uuid('store_id').notNull(),
    details: jsonb('details').$type<BookingDetails>().notNull(),
    language: exactText('language').$type<ClientLanguage>().notNull(),
    /** The time at which the correct code was typed; null before that. */
    provenAt: instant('proven_at'),
    /** The request that the form became; null before that. A form becomes only one request. */
    requestId: uuid('request_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.tokenHash] }),
    index('booking_forms_created').on(table.companyId, table.createdAt),
  ],
);

/** The codes that were sent for forms. They are deleted after a day. */
export const bookingCodes = pgTable(
  'booking_codes',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    /** The form's `tokenHash`. */
    formHash: bytes('form_hash').notNull(),
    /** The SHA-256 hash of the e-mail address in lower case. */
    emailHash: bytes('email_hash').notNull(),
    /** The SHA-256 hash of the form's token and the code. */
    codeHash: bytes('code_hash').notNull(),
    wrongTries: integer('wrong_tries').notNull().default(0),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('booking_codes_form').on(table.companyId, table.formHash, table.sentAt),
    index('booking_codes_email').on(table.companyId, table.emailHash, table.sentAt),
    index('booking_codes_sent').on(table.companyId, table.sentAt),
  ],
);

/** The number of visitors whom the limits of booking pages turned away on each date of the store's calendar. */
export const bookingRefusals = pgTable(
  'booking_refusals',
  {
    companyId: companyIdColumn(),
    storeId: uuid('store_id').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    reason: exactText('reason').$type<TurnedAwayReason>().notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.storeId, table.date, table.reason] })],
);

/** Requests for an appointment from the web site. */
export const onlineRequests = pgTable(
  'online_requests',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    storeId: uuid('store_id').notNull(),
    visitTypeId: uuid('visit_type_id').notNull(),
    start: instant('start_at').notNull(),
    end: instant('end_at').notNull(),
    firstName: exactText('first_name').notNull(),
    lastName: exactText('last_name').notNull(),
    email: exactText('email').notNull(),
    phone: exactText('phone').notNull(),
    petName: exactText('pet_name').notNull(),
    species: exactText('species').notNull(),
    note: exactText('note'),
    language: exactText('language').$type<ClientLanguage>().notNull(),
    /** An expired request is stored as open, because expiry follows from the time. */
    status: exactText('status').$type<Exclude<OnlineRequestStatus, 'expired'>>().notNull(),
    /** The reason for declining the request, which the e-mail to the client includes. */
    reason: exactText('reason'),
    appointmentId: uuid('appointment_id'),
    /** The time at which the request was booked or declined. */
    answeredAt: instant('answered_at'),
    /**
     * The database in which the request was answered, as `<system identifier>/<oid>`: a copy of the database does not send the
     * e-mail again.
     */
    answeredIn: exactText('answered_in'),
    /** The message to the client with the answer; null until it is claimed. */
    messageId: uuid('message_id'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('online_requests_start').on(table.companyId, table.start, table.id),
    index('online_requests_status').on(table.companyId, table.status, table.start, table.id),
    index('online_requests_created').on(table.companyId, table.storeId, table.createdAt),
    index('online_requests_answered')
      .on(table.companyId, table.answeredAt)
      .where(sql`message_id is null and answered_at is not null`),
    index('online_requests_message').on(table.companyId, table.messageId).where(sql`message_id is not null`),
    index('online_requests_appointment')
      .on(table.companyId, table.appointmentId)
      .where(sql`appointment_id is not null`),
  ],
);

/** Pets that are due again. A pet has at most one recall of a type with the status `due`. */
export const recalls = pgTable(
  'recalls',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    petId: uuid('pet_id').notNull(),
    visitTypeId: uuid('visit_type_id').notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** A booked recall is stored as due, because the booking follows from the appointments. */
    status: exactText('status').$type<Exclude<RecallStatus, 'booked'>>().notNull(),
    snoozedUntil: date('snoozed_until', { mode: 'string' }),
    /** The completed appointment that created the recall; null if a person or an import created it. */
    madeBy: uuid('made_by'),
    /** Whether an import created the recall. Clients then get no message that would have been due before the import. */
    isImported: boolean('is_imported').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('recalls_due').on(table.companyId, table.dueOn, table.id),
    index('recalls_status').on(table.companyId, table.status, table.dueOn, table.id),
    index('recalls_pet').on(table.companyId, table.petId),
    index('recalls_made_by').on(table.companyId, table.madeBy).where(sql`made_by is not null`),
    uniqueIndex('recalls_open').on(table.companyId, table.petId, table.visitTypeId).where(sql`status = 'due'`),
  ],
);

/** The attempts of people to reach clients about recalls. Attempts by message are in {@link recallMessages}. */
export const recallAttempts = pgTable(
  'recall_attempts',
  {
    companyId: companyIdColumn(),
    id: uuid('id').notNull(),
    recallId: uuid('recall_id').notNull(),
    at: instant('at').notNull(),
    employeeId: uuid('employee_id').notNull(),
    how: exactText('how').$type<RecallAttemptWay>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('recall_attempts_recall').on(table.companyId, table.recallId, table.at),
  ],
);

/**
 * The messages that were sent, or tried, for the due dates of recalls. The primary key allows only one for each recall and due
 * date.
 */
export const recallMessages = pgTable(
  'recall_messages',
  {
    companyId: companyIdColumn(),
    recallId: uuid('recall_id').notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    messageId: uuid('message_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.recallId, table.dueOn] }),
    index('recall_messages_message').on(table.companyId, table.messageId),
  ],
);

/** The records that were imported from other programs, with the ids that they have there. */
export const importedRecords = pgTable(
  'imported_records',
  {
    companyId: companyIdColumn(),
    /** The result of `idOfLine`: the id of an exported record, or an id derived from source, kind and key. */
    id: uuid('id').notNull(),
    /** The name of the program. */
    source: exactText('source').notNull(),
    kind: exactText('kind').$type<ImportLineKind>().notNull(),
    /** The id of the record in its source. */
    key: exactText('key').notNull(),
    /** The id of the record in this database. */
    recordId: uuid('record_id').notNull(),
    /** The last imported value of each field, to distinguish changes made in Frontdesk from changes made in the program. */
    imported: jsonb('imported').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    // Only these kinds need the index, because the `record_id` of clients, pets and appointments is the same as `id`.
    index('imported_records_managed')
      .on(table.companyId, table.recordId)
      .where(sql`kind in ('employee', 'room', 'appointment_type')`),
  ],
);

/** The create requests of the last day that had an idempotency key, with the id in each response. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    companyId: companyIdColumn(),
    apiKeyId: uuid('api_key_id').notNull(),
    idempotencyKey: exactText('idempotency_key').notNull(),
    /** The SHA-256 hash of the method, the path and the body. */
    request: bytes('request').notNull(),
    createdId: uuid('created_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.apiKeyId, table.idempotencyKey] }),
    index('idempotency_keys_age').on(table.companyId, table.createdAt),
  ],
);
