import { asc, eq } from 'drizzle-orm';
import type { Database } from '#service/db/database.ts';
import { companies, employees } from '#service/db/schema.ts';

/** An employee as an administrator sees her. */
export interface AdminEmployee {
  id: string;
  companyId: string;
  storeIds: string[];
  firstName: string;
  lastName: string;
  role: string;
  permissions: string[];
  isActive: boolean;
}

/** All employees of all companies, the first company's first and by name. */
export async function listEmployees(database: Database): Promise<AdminEmployee[]> {
  const rows = await database.db
    .select({
      id: employees.id,
      companyId: employees.companyId,
      storeIds: employees.storeIds,
      firstName: employees.firstName,
      lastName: employees.lastName,
      role: employees.role,
      permissions: employees.permissions,
      isActive: employees.isActive,
    })
    .from(companies)
    .innerJoin(employees, eq(employees.companyId, companies.companyId))
    .orderBy(asc(companies.position), asc(companies.companyId), asc(employees.sortName), asc(employees.id));
  return rows.map((row) => ({ ...row, storeIds: [...row.storeIds], permissions: [...row.permissions] }));
}
