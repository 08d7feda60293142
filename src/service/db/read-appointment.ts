import { type SQL, sql } from 'drizzle-orm';
import { ServiceError } from '#contract/error.ts';
import type { RecordKey } from './authentication.ts';
import { arrayLiteral } from './column-types.ts';
import type { Database } from './database.ts';
import { runQueryForBytes } from './run-query.ts';

/** The condition for an appointment that has this id and is in one of these stores. */
export function appointmentByIdCondition({ companyId, id, storeIds }: RecordKey): SQL {
  return sql`company_id = ${companyId}::uuid and id = ${id}::uuid and store_id = any(${arrayLiteral(storeIds)}::uuid[])`;
}

/** The 404 for an appointment that does not exist or is not accessible. */
export function appointmentNotFoundError(): ServiceError {
  return new ServiceError('not_found', 'id: no such appointment, or this key cannot access it');
}

/** The stored JSON of an appointment, which has only the id if the appointment is unresolved; null if it does not exist. */
export async function findAppointment({ sql: executor }: Database, key: RecordKey): Promise<Uint8Array | null> {
  const [row] = await runQueryForBytes(
    executor,
    sql`select record from appointments where ${appointmentByIdCondition(key)}`,
  );
  return row?.[0] ?? null;
}
