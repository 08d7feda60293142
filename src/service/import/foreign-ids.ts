import { sql } from 'drizzle-orm';
import { uuidSchema } from '#contract/primitives.ts';
import { arrayLiteral, uuidOf } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { importedIdOf } from '#service/db/practice-import/importing.ts';
import { runQuery } from '#service/db/run-query.ts';

const referredTables = {
  client: 'clients',
  pet: 'pets',
  room: 'rooms',
  appointment_type: 'appointment_types',
  employee: 'employees',
} as const;
export type ReferredKind = keyof typeof referredTables;

/** That a record refers to another by a value, which may be any. */
export interface Reference {
  to: ReferredKind;
  companyId: string;
  value: unknown;
}

/** A text that is the same for references to the same. */
export const nameOf = ({ to, companyId, value }: Reference) => `${to} ${companyId} ${JSON.stringify(value)}`;

/** The UUID that a value is, or under which a record of such an id is kept; null where it is no id at all. */
export function ownIdOf(companyId: string, value: unknown): string | null {
  const uuid = uuidSchema.safeParse(value);
  if (uuid.success) return uuid.data;
  return typeof value === 'string' || typeof value === 'number' ? uuidOf(JSON.stringify([companyId, value])) : null;
}

/**
 * What references by ids that are no UUIDs mean, by {@link nameOf}: a record of the same import, one that was taken over from the
 * source under that id, or one of an earlier import.
 */
export async function findForeignIds(
  database: Database,
  references: readonly Reference[],
  options: { source: string; isOfImport(to: ReferredKind, companyId: string, id: string): boolean },
): Promise<Map<string, string>> {
  const { source, isOfImport } = options;
  const meant = new Map<string, string>();
  const groups = new Map<string, Map<string, Reference & { own: string; taken: string }>>();
  for (const reference of references) {
    const { to, companyId, value } = reference;
    const own = uuidSchema.safeParse(value).success ? null : ownIdOf(companyId, value);
    if (own === null) continue;
    if (isOfImport(to, companyId, own)) {
      meant.set(nameOf(reference), own);
      continue;
    }
    const taken = importedIdOf({ companyId, source }, to, String(value));
    const group = groups.get(`${to} ${companyId}`) ?? new Map();
    groups.set(`${to} ${companyId}`, group.set(nameOf(reference), { ...reference, own, taken }));
  }
  for (const group of groups.values()) {
    const recordOf = await readRecords(database, [...group.values()]);
    for (const [name, { own, taken }] of group) {
      const id = recordOf.get(taken) ?? recordOf.get(own);
      if (id !== undefined) meant.set(name, id);
    }
  }
  return meant;
}

/** The records that are known by the ids of references to one kind in one company. */
async function readRecords(database: Database, group: readonly (Reference & { own: string; taken: string })[]) {
  const recordOf = new Map<string, string>();
  const [first] = group;
  if (first === undefined) return recordOf;
  const { to, companyId } = first;
  const ids = arrayLiteral(group.flatMap(({ own, taken }) => [own, taken]));
  const rows = await runQuery<{ id: string; record_id: string }>(
    database.sql,
    sql`select id, id as record_id from ${sql.identifier(referredTables[to])}
        where company_id = ${companyId}::uuid and id = any(${ids}::uuid[])
      union all
      select id, record_id from imported_records where company_id = ${companyId}::uuid and id = any(${ids}::uuid[])`,
  );
  // What an import kept of an id counts before a record that has it.
  for (const { id, record_id } of rows) recordOf.set(id, record_id);
  return recordOf;
}
