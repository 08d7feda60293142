import { sql } from 'drizzle-orm';
import type { output } from 'zod/mini';
import type { OpeningHours, Room } from '#contract/clients-pets-staff.ts';
import { ServiceError } from '#contract/error.ts';
import type {
  changeCompanySchema,
  changeRoomSchema,
  changeStoreSchema,
  createRoomSchema,
  createStoreSchema,
} from '#contract/practice-management.ts';
import { takesItsTime } from '#service/db/appointment-filter.ts';
import { deleteAvailabilityOfRoom } from '#service/db/change-availability.ts';
import { arrayLiteral, instantLiteral, orderedUuid, parseArray } from '#service/db/column-types.ts';
import { lockStoreForRooms } from '#service/db/create-appointment.ts';
import { runQuery } from '#service/db/run-query.ts';
import {
  type ChangeOf,
  changed,
  type LockedPractice,
  lockPractice,
  type Managing,
  notFound,
  requireAllStores,
  requireOwnName,
} from './managing.ts';
import { changesBetween, creationOf, noteChange, removalOf } from './practice-history.ts';

/** Renames the company. */
export async function changeCompany(by: Managing, change: ChangeOf<typeof changeCompanySchema>): Promise<void> {
  const { companyId, id } = change;
  const practice = await lockPractice(by, companyId);
  requireAllStores(practice);
  if (id !== companyId) throw notFound('id: there is no such company');
  const before = { name: practice.name };
  const after = changed(before, change);
  const changes = changesBetween(before, after);
  if (changes.length === 0) return;
  await runQuery(by.transaction, sql`update companies set name = ${after.name} where company_id = ${companyId}::uuid`);
  await noteChange(by, {
    companyId,
    kind: 'company',
    recordId: companyId,
    name: before.name,
    action: 'changed',
    changes,
    storeIds: [],
  });
}

interface StoreValues {
  name: string;
  timeZone: string;
  openingHours: OpeningHours[];
}

async function storesOf({ transaction }: Managing, companyId: string): Promise<(StoreValues & { id: string })[]> {
  return runQuery(
    transaction,
    sql`select id, name, time_zone as "timeZone", opening_hours as "openingHours" from stores where company_id = ${companyId}::uuid`,
  );
}

/** Adds a store as the last, and gives its id. Its maker and all who had every store have it at once. */
export async function createStore(by: Managing, store: output<typeof createStoreSchema>): Promise<string> {
  const { companyId, name, timeZone, openingHours } = store;
  const practice = await lockPractice(by, companyId);
  requireAllStores(practice);
  requireOwnName(name, await storesOf(by, companyId), 'a store');
  const id = orderedUuid(by.now);
  await runQuery(
    by.transaction,
    sql`insert into stores (company_id, id, name, time_zone, opening_hours, position)
      select ${companyId}::uuid, ${id}::uuid, ${name}, ${timeZone}, ${JSON.stringify(openingHours)}::text::jsonb,
        coalesce(max(s.position) + 1, 0)
      from stores s where s.company_id = ${companyId}::uuid`,
  );
  await runQuery(
    by.transaction,
    sql`update employees set store_ids = store_ids || ${id}::uuid
      where company_id = ${companyId}::uuid
        and (id = ${by.actor?.employeeId ?? null}::uuid or store_ids @> ${arrayLiteral(practice.companyStoreIds)}::uuid[])`,
  );
  const changes = creationOf({ name, timeZone, openingHours });
  await noteChange(by, { companyId, kind: 'store', recordId: id, name, action: 'created', changes, storeIds: [id] });
  return id;
}

/** Changes a store. */
export async function changeStore(by: Managing, change: ChangeOf<typeof changeStoreSchema>): Promise<void> {
  const { companyId, id } = change;
  const { storeIds } = await lockPractice(by, companyId);
  const stores = await storesOf(by, companyId);
  const store = stores.find((one) => one.id === id && storeIds.includes(id));
  if (store === undefined) throw notFound('id: there is no such store in reach');
  const { id: _, ...before } = store;
  const after = changed(before, change);
  const changes = changesBetween(before, after);
  if (changes.length === 0) return;
  if (after.name !== before.name) {
    const others = stores.filter((one) => one !== store);
    requireOwnName(after.name, others, 'a store');
  }
  await runQuery(
    by.transaction,
    sql`update stores set name = ${after.name}, time_zone = ${after.timeZone},
        opening_hours = ${JSON.stringify(after.openingHours)}::text::jsonb
      where company_id = ${companyId}::uuid and id = ${id}::uuid`,
  );
  const { name } = before;
  await noteChange(by, { companyId, kind: 'store', recordId: id, name, action: 'changed', changes, storeIds: [id] });
}

interface RoomRow {
  id: string;
  name: string;
  /** An array literal. */
  categories: string;
}

/** The rooms of a store, in their order. */
async function roomsOf({ transaction }: Managing, companyId: string, storeId: string): Promise<Room[]> {
  const rows = await runQuery<RoomRow>(
    transaction,
    sql`select id, name, categories from rooms where company_id = ${companyId}::uuid and store_id = ${storeId}::uuid
      order by position, id`,
  );
  return rows.map((row) => ({ ...row, categories: parseArray(row.categories) }));
}

/** Adds a room as the last of its store, and gives its id. */
export async function createRoom(by: Managing, room: output<typeof createRoomSchema>): Promise<string> {
  const { companyId, storeId, name } = room;
  const practice = await lockPractice(by, companyId);
  if (!practice.storeIds.includes(storeId)) throw notFound('storeId: there is no such store in reach');
  requireOwnName(name, await roomsOf(by, companyId, storeId), 'a room');
  const id = orderedUuid(by.now);
  const categories = [...new Set(room.categories ?? [])];
  await runQuery(
    by.transaction,
    sql`insert into rooms (company_id, id, store_id, name, position, categories)
      select ${companyId}::uuid, ${id}::uuid, ${storeId}::uuid, ${name}, coalesce(max(r.position) + 1, 0),
        ${arrayLiteral(categories)}::text[]
      from rooms r where r.company_id = ${companyId}::uuid and r.store_id = ${storeId}::uuid`,
  );
  const changes = creationOf({ storeId, name, categories });
  await noteChange(by, {
    companyId,
    kind: 'room',
    recordId: id,
    name,
    action: 'created',
    changes,
    storeIds: [storeId],
  });
  return id;
}

/** A room in reach with all the rooms of its store. Throws 404 where there is none. */
async function findRoom(by: Managing, { companyId, storeIds }: LockedPractice, id: string) {
  const [row] = await runQuery<{ store_id: string }>(
    by.transaction,
    sql`select store_id from rooms where company_id = ${companyId}::uuid and id = ${id}::uuid
      and store_id = any(${arrayLiteral(storeIds)}::uuid[])`,
  );
  const rooms = row === undefined ? [] : await roomsOf(by, companyId, row.store_id);
  const place = rooms.findIndex((one) => one.id === id);
  const room = rooms[place];
  if (row === undefined || room === undefined) throw notFound('id: there is no such room in reach');
  return { storeId: row.store_id, rooms, place, room };
}

/** Changes a room, or its place among the rooms of its store, and gives it as it is then. */
export async function changeRoom(by: Managing, change: ChangeOf<typeof changeRoomSchema>): Promise<Room> {
  const { companyId, id, name, categories } = change;
  const practice = await lockPractice(by, companyId);
  const { storeId, rooms, place, room } = await findRoom(by, practice, id);
  const before = { name: room.name, categories: room.categories, position: place };
  const after = changed(before, {
    name,
    categories: categories === undefined ? undefined : [...new Set(categories)],
    position: change.position === undefined ? undefined : Math.min(change.position, rooms.length - 1),
  });
  const changes = changesBetween(before, after);
  if (changes.length === 0) return room;
  const others = rooms.filter((one) => one !== room);
  if (after.name !== before.name) requireOwnName(after.name, others, 'a room');
  await runQuery(
    by.transaction,
    sql`update rooms set name = ${after.name}, categories = ${arrayLiteral(after.categories)}::text[]
      where company_id = ${companyId}::uuid and id = ${id}::uuid`,
  );
  if (after.position !== before.position) {
    const order = others.map((one) => one.id);
    order.splice(after.position, 0, id);
    await runQuery(
      by.transaction,
      sql`update rooms set position = ordered.nth - 1
        from unnest(${arrayLiteral(order)}::uuid[]) with ordinality as ordered(id, nth)
        where rooms.company_id = ${companyId}::uuid and rooms.id = ordered.id and rooms.position <> ordered.nth - 1`,
    );
  }
  await noteChange(by, {
    companyId,
    kind: 'room',
    recordId: id,
    name: before.name,
    action: 'changed',
    changes,
    storeIds: [storeId],
  });
  return { id, name: after.name, categories: after.categories };
}

/** Deletes a room, and what is planned of it. Throws 409 while it has a visit that has not ended, whichever store that is of. */
export async function deleteRoom(by: Managing, { companyId, id }: { companyId: string; id: string }): Promise<void> {
  const practice = await lockPractice(by, companyId);
  const { storeId, room, place } = await findRoom(by, practice, id);
  // Nobody books it, nor moves a visit into it, before this is done.
  await runQuery(by.transaction, lockStoreForRooms({ companyId, storeId }));
  await runQuery(
    by.transaction,
    sql`select from rooms where company_id = ${companyId}::uuid and id = ${id}::uuid for update`,
  );
  const visits = await runQuery(
    by.transaction,
    sql`select from appointments
      where company_id = ${companyId}::uuid and room_id = ${id}::uuid
        and coalesce(end_at, start_at) > ${instantLiteral(by.now)}::timestamptz
        and ${takesItsTime()}
      limit 1`,
  );
  if (visits.length > 0) {
    throw new ServiceError('in_use', 'the room has visits that have not ended: move or cancel them first');
  }
  await deleteAvailabilityOfRoom(by.transaction, { companyId, id });
  await runQuery(by.transaction, sql`delete from rooms where company_id = ${companyId}::uuid and id = ${id}::uuid`);
  const { name, categories } = room;
  await noteChange(by, {
    companyId,
    kind: 'room',
    recordId: id,
    name,
    action: 'removed',
    changes: removalOf({ storeId, name, categories, position: place }),
    storeIds: [storeId],
  });
}
