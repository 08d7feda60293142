import { z } from 'zod';
import { appointmentSchema, assignedEmployeeSchema } from '#contract/appointment.ts';
import { appointmentOrigins, appointmentStatuses, visitTypeCategories } from '#contract/enums.ts';
import type { ImportRecord } from './import-kind.ts';
import { ImportValues, importedId, unknownTime } from './import-values.ts';
import { wordsOf } from './search-words.ts';

/** The columns of `appointments` for an imported record; instants in ISO 8601. */
export interface ImportedAppointment {
  company_id: string;
  id: string;
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
  employee_ids: string[];
  main_employee_ids: string[];
  title_words: string[];
  raw: Record<string, string> | null;
}

const fields = Object.keys(appointmentSchema.shape);
const mayBeNull = new Set(
  Object.entries(appointmentSchema.shape)
    .filter(([, schema]) => schema.safeParse(null).success)
    .map(([field]) => field),
);

/**
 * An appointment of a migrated practice as it is: what the contract does not allow is kept in a column that takes it, or
 * aside in `raw`, and such a row is served as its id. `odd` says what is odd. `storeIds` are the company's stores; a
 * record of none of them is kept in the first.
 */
export function importAppointment(
  record: ImportRecord,
  { companyId, storeIds, line }: { companyId: string; storeIds: readonly [string, ...string[]]; line: string },
): { row: ImportedAppointment; odd: string[] } {
  const values = new ImportValues(record);
  const id = importedId(values, companyId, line);
  const title = values.text('title');
  const createdAt = values.instant('createdAt');
  const updatedAt = values.instant('updatedAt');
  const start = values.instant('start');
  const created = createdAt ?? updatedAt ?? start ?? unknownTime;
  for (const field of ['createdAt', 'updatedAt']) {
    if (values.value(field) === null) values.aside(field, 'is missing');
  }
  const row = {
    company_id: companyId,
    id,
    store_id: storeOf(values, storeIds),
    pet_id: values.uuid('petId'),
    client_id: values.uuid('clientId'),
    store_invoice_id: values.uuid('storeInvoiceId'),
    billing_context_id: values.uuid('billingContextId'),
    title,
    start_at: start,
    end_at: values.instant('end'),
    notes: values.text('notes'),
    booking_notes: values.text('bookingNotes'),
    client_notes: values.text('clientNotes'),
    status: values.token('status', appointmentStatuses),
    location: values.text('location'),
    room_id: values.uuid('roomId'),
    checked_in_at: values.instant('checkedInAt'),
    created_from: values.token('createdFrom', appointmentOrigins),
    visit_type_id: values.uuid('visitTypeId'),
    visit_type_name: values.text('visitTypeName'),
    visit_type_category: values.token('visitTypeCategory', visitTypeCategories),
    created_at: created,
    updated_at: updatedAt ?? created,
    ...staffOf(values),
    title_words: wordsOf(title ?? ''),
  };
  values.ignoreAllBut(fields);
  for (const field of fields) {
    const required = !mayBeNull.has(field) && field !== 'employees' && field !== 'companyId' && field !== 'storeId';
    if (required && values.value(field) === null && !Object.hasOwn(values.raw, field))
      values.note(`${field} is missing`);
  }
  const raw = Object.keys(values.raw).length > 0 ? values.raw : null;
  return { row: { ...row, raw }, odd: [...new Set(values.odd)] };
}

function storeOf(values: ImportValues, storeIds: readonly [string, ...string[]]): string {
  const asked = values.uuid('storeId');
  if (asked !== null && storeIds.includes(asked)) return asked;
  values.aside('storeId', `is no store of the company: kept in ${storeIds[0]}`);
  return storeIds[0];
}

function staffOf(values: ImportValues): Pick<ImportedAppointment, 'employee_ids' | 'main_employee_ids'> {
  const given = values.value('employees') ?? [];
  const parsed = z.array(assignedEmployeeSchema).safeParse(given);
  const usable = Array.isArray(given)
    ? given.flatMap((entry: unknown) => {
        const assigned = assignedEmployeeSchema.safeParse(entry);
        return assigned.success ? [assigned.data] : [];
      })
    : [];
  const ids = new Set(usable.map((employee) => employee.id));
  if (!parsed.success) values.aside('employees', 'are not a list of { id, isMainEmployee }');
  else if (ids.size < usable.length) values.aside('employees', 'name somebody twice');
  const main = usable.filter((employee) => employee.isMainEmployee).map((employee) => employee.id);
  return { employee_ids: [...ids], main_employee_ids: [...new Set(main)] };
}
