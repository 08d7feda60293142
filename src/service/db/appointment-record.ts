import { z } from 'zod';
import type { Appointment } from '#contract/appointment.ts';
import {
  type AppointmentOrigin,
  type AppointmentStatus,
  appointmentOrigins,
  appointmentStatuses,
  type VisitTypeCategory,
  visitTypeCategories,
} from '#contract/enums.ts';
import type { UnresolvedRecord } from '#contract/page.ts';
import { parseArray } from './column-types.ts';
import { isoInstant } from './instants.ts';

/** A row of `appointments` as the driver gives it. */
export interface AppointmentRow {
  id: string;
  company_id: string;
  store_id: string;
  pet_id: string | null;
  client_id: string | null;
  store_invoice_id: string | null;
  billing_context_id: string | null;
  title: string | null;
  start_at: string | null;
  end_at: string | null;
  notes: string | null;
  booking_notes: string | null;
  client_notes: string | null;
  status: string | null;
  location: string | null;
  room_id: string | null;
  checked_in_at: string | null;
  created_from: string | null;
  visit_type_id: string | null;
  visit_type_name: string | null;
  visit_type_category: string | null;
  created_at: string;
  updated_at: string;
  employee_ids: string;
  main_employee_ids: string;
  raw: unknown;
}

/** The columns of {@link AppointmentRow}. */
export const appointmentColumns =
  'id, company_id, store_id, pet_id, client_id, store_invoice_id, billing_context_id, title, start_at, end_at, notes, booking_notes, client_notes, status, location, room_id, checked_in_at, created_from, visit_type_id, visit_type_name, visit_type_category, created_at, updated_at, employee_ids, main_employee_ids, raw';

/** What `raw` holds of an id: its JSON text. */
const keptAside = z.object({ id: z.string() });

type AssignedEmployee = Appointment['employees'][number];

/**
 * The record that a row holds, or its id alone where the stored values are not what the contract allows (section 2,
 * "Unresolved record"). The checks are those of `appointmentSchema` on what these column types can hold: a page has
 * hundreds of rows, and the schema itself would cost more than the database.
 */
export function appointmentOf(row: AppointmentRow): Appointment | UnresolvedRecord {
  const { title, start_at, end_at, status, created_from, visit_type_category, pet_id, client_id } = row;
  const employees = employeesOf(row);
  const sound =
    row.raw === null &&
    title !== null &&
    isInstant(start_at) &&
    isInstant(end_at) &&
    isInstant(row.created_at) &&
    isInstant(row.updated_at) &&
    (row.checked_in_at === null || isInstant(row.checked_in_at)) &&
    isOneOf(statuses, status) &&
    isOneOf(origins, created_from) &&
    isOneOf(categories, visit_type_category) &&
    isUuid(row.id) &&
    isUuid(row.company_id) &&
    isUuid(row.store_id) &&
    isUuid(pet_id) &&
    isUuid(client_id) &&
    isUuidOrNull(row.store_invoice_id) &&
    isUuidOrNull(row.billing_context_id) &&
    isUuidOrNull(row.room_id) &&
    isUuidOrNull(row.visit_type_id) &&
    employees.every(({ id }) => isUuid(id));
  if (!sound) return { id: givenId(row) };
  return {
    id: row.id,
    petId: pet_id,
    clientId: client_id,
    storeId: row.store_id,
    companyId: row.company_id,
    storeInvoiceId: row.store_invoice_id,
    billingContextId: row.billing_context_id,
    title,
    start: isoInstant(start_at),
    end: isoInstant(end_at),
    notes: row.notes,
    bookingNotes: row.booking_notes,
    clientNotes: row.client_notes,
    status,
    location: row.location,
    roomId: row.room_id,
    checkedInAt: row.checked_in_at === null ? null : isoInstant(row.checked_in_at),
    createdFrom: created_from,
    visitTypeId: row.visit_type_id,
    visitTypeName: row.visit_type_name,
    visitTypeCategory: visit_type_category,
    createdAt: isoInstant(row.created_at),
    updatedAt: isoInstant(row.updated_at),
    employees,
  };
}

/** A migrated row may have had an id that is no UUID: it is known by that one. */
function givenId({ id, raw }: AppointmentRow): string {
  const given = keptAside.safeParse(raw);
  const original: unknown = given.success ? JSON.parse(given.data.id) : null;
  return typeof original === 'string' ? original : id;
}

function employeesOf(row: AppointmentRow): AssignedEmployee[] {
  if (row.employee_ids === '{}') return [];
  const main = parseArray(row.main_employee_ids);
  return parseArray(row.employee_ids).map((id) => ({ id, isMainEmployee: main.includes(id) }));
}

const statuses: ReadonlySet<AppointmentStatus> = new Set(appointmentStatuses);
const origins: ReadonlySet<AppointmentOrigin> = new Set(appointmentOrigins);
const categories: ReadonlySet<VisitTypeCategory> = new Set(visitTypeCategories);

function isOneOf<Value extends string>(values: ReadonlySet<Value>, value: string | null): value is Value {
  const known: ReadonlySet<string | null> = values;
  return known.has(value);
}

const NIL = '00000000-0000-0000-0000-000000000000';
const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Whether a uuid as PostgreSQL writes it, of any version and variant, is one that section 2 allows. */
function isUuid(text: string | null): text is string {
  if (text === null) return false;
  const version = text.charAt(14);
  const variant = text.charAt(19);
  return (
    (version >= '1' && version <= '8' && (variant === '8' || variant === '9' || variant === 'a' || variant === 'b')) ||
    text === NIL ||
    text === MAX
  );
}

function isUuidOrNull(text: string | null): boolean {
  return text === null || isUuid(text);
}

/** Whether an instant as PostgreSQL writes it is of the years 0001 to 9999: not `infinity`, BC, or of five digits. */
function isInstant(text: string | null): text is string {
  return text !== null && text.charAt(4) === '-' && !text.endsWith('BC');
}
