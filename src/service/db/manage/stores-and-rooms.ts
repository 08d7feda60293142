import { sql } from 'drizzle-orm';
import { ServiceError } from '#contract/error.ts';
import { occupiesRoom } from '#service/db/appointment-filter.ts';
import { deleteAvailabilityOfRoom } from '#service/db/change-availability.ts';
import { arrayLiteral, instantLiteral } from '#service/db/column-types.ts';
import { lockStoreForRooms } from '#service/db/create-appointment.ts';
import { runQuery } from '#service/db/run-query.ts';
import { companies, rooms, stores } from '#service/db/schema.ts';
import type { RecordId, RowOf } from './kind.ts';
import { type Managing, notFound, requireAllStores } from './managing.ts';
import { declarePart, remove } from './parts.ts';

export const company = declarePart<RowOf<typeof companies, 'name'>>({
  name: 'company',
  label: 'company',
  table: companies,
  fields: ['name'],
  nameOf: ({ name }) => name,
});

export const store = declarePart<RowOf<typeof stores, 'name' | 'timeZone' | 'openingHours'>>({
  name: 'store',
  label: 'store',
  table: stores,
  fields: ['name', 'timeZone', 'openingHours'],
  nameOf: ({ name }) => name,
  storesOf: (_store, id) => [id],
  siblings: () => sql`true`,
  check(_by, { practice, before }) {
    if (before === null) requireAllStores(practice);
  },
  /** A new store is immediately within reach of its creator and of all employees who had every store. */
  async written({ transaction, actor }, { practice: { companyId, companyStoreIds }, id, before }) {
    if (before !== null) return;
    await runQuery(
      transaction,
      sql`update employees set store_ids = store_ids || ${id}::uuid
        where company_id = ${companyId}::uuid
          and (id = ${actor?.employeeId ?? null}::uuid or store_ids @> ${arrayLiteral(companyStoreIds)}::uuid[])`,
    );
  },
});

/** A room's `position` is its place among the rooms of its store, 0 for the first; beyond the end, it becomes the last. */
export const room = declarePart<RowOf<typeof rooms, 'storeId' | 'name' | 'categories' | 'position'>>({
  name: 'room',
  label: 'room',
  table: rooms,
  fields: ['storeId', 'name', 'categories', 'position'],
  nameOf: ({ name }) => name,
  storesOf: ({ storeId }) => [storeId],
  siblings: ({ storeId }) => sql`${rooms.storeId} = ${storeId}::uuid`,
  fromStored: (row, place) => ({ ...row, position: place }),
  toStored: (row, siblings) => ({ ...row, position: Math.min(row.position, siblings.length - 1) }),
  check(_by, { practice, before, after: { storeId } }) {
    if (before === null && !practice.storeIds.includes(storeId)) {
      throw notFound('storeId: there is no such store in reach');
    }
  },
  async written({ transaction }, { practice: { companyId }, id, before, after, isChanged }, siblings) {
    if (before === null || !isChanged('position')) return;
    const order = siblings.map((one) => one.id).filter((other) => other !== id);
    order.splice(after.position, 0, id);
    await runQuery(
      transaction,
      sql`update rooms set position = ordered.nth - 1
        from unnest(${arrayLiteral(order)}::uuid[]) with ordinality as ordered(id, nth)
        where rooms.company_id = ${companyId}::uuid and rooms.id = ordered.id and rooms.position <> ordered.nth - 1`,
    );
  },
});

/**
 * Deletes a room with its availability entries. Throws 409 while it has an appointment that has not ended, in whichever
 * store.
 */
export async function deleteRoom(by: Managing, { companyId, id }: RecordId): Promise<void> {
  await remove(by, room, { companyId, id }, async ({ storeId }) => {
    // Until this is committed, the room cannot be booked, and no appointment can be moved to it.
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
          and ${occupiesRoom()}
        limit 1`,
    );
    if (visits.length > 0) {
      throw new ServiceError('in_use', 'the room has visits that have not ended: move or cancel them first');
    }
    await deleteAvailabilityOfRoom(by.transaction, { companyId, id });
  });
}
