import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Company } from '#contract/resources.ts';
import type { Database } from './database.ts';
import { companies, rooms, stores } from './schema.ts';

/** A company with those of its stores that are named, each with its rooms, all by their order. */
export async function findCompany(
  { db }: Database,
  { companyId, storeIds }: { companyId: string; storeIds: readonly string[] },
): Promise<Company | null> {
  const [[company], storeRows, roomRows] = await Promise.all([
    db.select({ name: companies.name }).from(companies).where(eq(companies.companyId, companyId)),
    db
      .select()
      .from(stores)
      .where(and(eq(stores.companyId, companyId), inArray(stores.id, [...storeIds])))
      .orderBy(asc(stores.position), asc(stores.id)),
    db
      .select({ id: rooms.id, name: rooms.name, storeId: rooms.storeId })
      .from(rooms)
      .where(and(eq(rooms.companyId, companyId), inArray(rooms.storeId, [...storeIds])))
      .orderBy(asc(rooms.position), asc(rooms.id)),
  ]);
  if (company === undefined) return null;
  return {
    id: companyId,
    name: company.name,
    stores: storeRows.map(({ id, name, timeZone, openingHours }) => ({
      id,
      companyId,
      name,
      timeZone,
      openingHours: openingHours.map(({ weekday, opens, closes }) => ({ weekday, opens, closes })),
      rooms: roomRows.filter((room) => room.storeId === id).map((room) => ({ id: room.id, name: room.name })),
    })),
  };
}

/** The ids of the stores of every company, by their order. */
export async function storesByCompany({ db }: Database): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ companyId: companies.companyId, storeId: stores.id })
    .from(companies)
    .leftJoin(stores, eq(stores.companyId, companies.companyId))
    .orderBy(asc(companies.position), asc(companies.companyId), asc(stores.position), asc(stores.id));
  const byCompany = new Map<string, string[]>();
  for (const { companyId, storeId } of rows) {
    const storeIds = byCompany.get(companyId) ?? [];
    if (storeId !== null) storeIds.push(storeId);
    byCompany.set(companyId, storeIds);
  }
  return byCompany;
}
