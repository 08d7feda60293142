import { sql } from 'drizzle-orm';
import { ServiceError } from '#contract/error.ts';
import { occupiesRoomCondition } from '#service/db/appointment-filter.ts';
import { deleteAvailabilityOfRoom } from '#service/db/change-availability.ts';
import { arrayLiteral, instantLiteral } from '#service/db/column-types.ts';
import { lockStoreForRooms } from '#service/db/create-appointment.ts';
import { readRows } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { companies, rooms, stores } from '#service/db/schema.ts';
import type { RecordFields, RecordId, Writer } from '#service/db/write-records.ts';
import { notFoundError, requireAllStores } from './lock-practice.ts';
import { definePracticeRecordKind, removeRecord } from './practice-record.ts';

export const companyDefinition = definePracticeRecordKind<RecordFields<typeof companies, 'name'>>({
  label: 'company',
  table: companies,
  fields: ['name'],
  history: { kind: 'company', nameOf: ({ name }) => name },
});

export const storeDefinition = definePracticeRecordKind<
  RecordFields<typeof stores, 'name' | 'timeZone' | 'openingHours' | 'phone' | 'email' | 'address' | 'website'>
>({
  label: 'store',
  table: stores,
  fields: ['name', 'timeZone', 'openingHours', 'phone', 'email', 'address', 'website'],
  history: { kind: 'store', nameOf: ({ name }) => name, storesOf: (_store, id) => [id] },
  siblings: () => sql`true`,
  check(_by, { practice, before }) {
    if (before === null) requireAllStores(practice);
  },
  /** Gives access to a new store to all employees who can access every other store. Its creator is one of them. */
  async applyConsequences({ transaction }, companyId, changes) {
    for (const { id, before } of changes) {
      if (before !== null) continue;
      await runQuery(
        transaction,
        sql`update employees set store_ids = store_ids || ${id}::uuid
          where company_id = ${companyId}::uuid and store_ids @> array(
            select other.id from stores other where other.company_id = ${companyId}::uuid and other.id <> ${id}::uuid
          )`,
      );
    }
  },
});

/**
 * Describes the rooms of a practice. The `position` of a room is its place among the rooms of its store, 0 for the first. A
 * position beyond the end puts the room last.
 */
export const roomDefinition = definePracticeRecordKind<
  RecordFields<typeof rooms, 'storeId' | 'name' | 'categories' | 'position'>
>({
  label: 'room',
  table: rooms,
  fields: ['storeId', 'name', 'categories', 'position'],
  history: { kind: 'room', nameOf: ({ name }) => name, storesOf: ({ storeId }) => [storeId] },
  siblings: ({ storeId }) => sql`${rooms.storeId} = ${storeId}::uuid`,
  fromStored: (row, position) => ({ ...row, position }),
  toStored: (row, siblings) => ({ ...row, position: Math.min(row.position, siblings.length - 1) }),
  check(_by, { practice, before, after: { storeId } }) {
    if (before === null && !practice.storeIds.includes(storeId)) {
      throw notFoundError('storeId: no such store, or this key cannot access it');
    }
  },
  /** After a room has moved, the positions of the other rooms of its store are adjusted. */
  async applyConsequences({ transaction }, companyId, changes) {
    for (const { id, before, after } of changes) {
      if (before === null || after === null || before.position === after.position) continue;
      const others = sql`where company_id = ${companyId}::uuid and store_id = ${after.storeId}::uuid and id <> ${id}::uuid`;
      const order = (await readRows(transaction, rooms, ['id'], sql`${others} order by position, id`)).map(
        (one) => one.id,
      );
      order.splice(after.position, 0, id);
      await runQuery(
        transaction,
        sql`update rooms set position = ordered.nth - 1
          from unnest(${arrayLiteral(order)}::uuid[]) with ordinality as ordered(id, nth)
          where rooms.company_id = ${companyId}::uuid and rooms.id = ordered.id and rooms.position <> ordered.nth - 1`,
      );
    }
  },
});

/**
 * Deletes a room with its availability entries. Throws 409 while it has an appointment, in any store, that has not ended.
 */
export async function deleteRoom(by: Writer, { companyId, id }: RecordId): Promise<void> {
  await removeRecord(by, roomDefinition, { companyId, id }, async ({ storeId }) => {
    // With this lock, the room cannot be booked, and no appointment can be moved to it, until the transaction is committed.
    await runQuery(by.transaction, lockStoreForRooms({ companyId, storeId }));
    await runQuery(
      by.transaction,
      sql`select from rooms where company_id = ${companyId}::uuid and id = ${id}::uuid for update`,
    );
    const upcoming = await runQuery(
      by.transaction,
      sql`select from appointments
        where company_id = ${companyId}::uuid and room_id = ${id}::uuid
          and coalesce(end_at, start_at) > ${instantLiteral(by.now)}::timestamptz
          and ${occupiesRoomCondition()}
        limit 1`,
    );
    if (upcoming.length > 0) {
      throw new ServiceError('in_use', 'the room has appointments that have not ended: move or cancel them first');
    }
    await deleteAvailabilityOfRoom(by.transaction, { companyId, id });
  });
}
