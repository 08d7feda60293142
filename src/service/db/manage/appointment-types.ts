import { sql } from 'drizzle-orm';
import type { output } from 'zod/mini';
import { type AppointmentType, appointmentTypeSchema } from '#contract/clients-pets-staff.ts';
import type { changeAppointmentTypeSchema, createAppointmentTypeSchema } from '#contract/practice-management.ts';
import { orderedUuid } from '#service/db/column-types.ts';
import { runQuery } from '#service/db/run-query.ts';
import { appointmentTypes } from '#service/db/schema.ts';
import { insertNewRows, rowOf, updateRows } from '#service/db/write-rows.ts';
import { nameKeysOf } from '#service/domain/search-words.ts';
import {
  type ChangeOf,
  changed,
  lockPractice,
  type Managing,
  notFound,
  requireAllStores,
  requireOwnName,
  requireSound,
} from './managing.ts';
import { changesBetween, creationOf, noteChange } from './practice-history.ts';

interface TypeRow {
  id: string;
  name: string;
  /** May be none of the contract where it was imported. */
  category: string;
  durationMinutes: number;
  isActive: boolean;
}

/** The appointment types of the company, inactive ones included. */
function typesOf({ transaction }: Managing, companyId: string): Promise<TypeRow[]> {
  return runQuery(
    transaction,
    sql`select id, name, category, duration_minutes as "durationMinutes", is_active as "isActive"
      from appointment_types where company_id = ${companyId}::uuid`,
  );
}

/** Adds an appointment type, and gives its id. */
export async function createAppointmentType(
  by: Managing,
  type: output<typeof createAppointmentTypeSchema>,
): Promise<string> {
  const { companyId, name, category, durationMinutes } = type;
  requireAllStores(await lockPractice(by, companyId));
  requireOwnName(name, await typesOf(by, companyId), 'an appointment type');
  const id = orderedUuid(by.now);
  const row = rowOf(appointmentTypes, { ...type, id, ...nameKeysOf(name) });
  await runQuery(by.transaction, insertNewRows(appointmentTypes, [row]));
  await noteChange(by, {
    companyId,
    kind: 'appointment_type',
    recordId: id,
    name,
    action: 'created',
    changes: creationOf({ name, category, durationMinutes }),
    storeIds: [],
  });
  return id;
}

/** Changes an appointment type, and gives it as it is then. Visits that are booked keep name and category. */
export async function changeAppointmentType(
  by: Managing,
  change: ChangeOf<typeof changeAppointmentTypeSchema>,
): Promise<AppointmentType> {
  const { companyId, id } = change;
  requireAllStores(await lockPractice(by, companyId));
  const types = await typesOf(by, companyId);
  const type = types.find((one) => one.id === id);
  if (type === undefined) throw notFound('id: there is no such appointment type');
  const { id: _, ...before } = type;
  const after = changed(before, change);
  const record = requireSound(appointmentTypeSchema, { id, companyId, ...after });
  const changes = changesBetween(before, after);
  if (changes.length === 0) return record;
  const others = types.filter((one) => one !== type);
  if (after.name !== before.name) requireOwnName(after.name, others, 'an appointment type');
  await runQuery(
    by.transaction,
    updateRows(appointmentTypes, [rowOf(appointmentTypes, { ...record, ...nameKeysOf(after.name) })]),
  );
  await noteChange(by, {
    companyId,
    kind: 'appointment_type',
    recordId: id,
    name: before.name,
    action: 'changed',
    changes,
    storeIds: [],
  });
  return record;
}
