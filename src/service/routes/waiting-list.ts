import { extensions } from '#contract/extensions.ts';
import { requireStores } from '#service/db/authentication.ts';
import { notFoundError } from '#service/db/manage/lock-practice.ts';
import { changeVersionedRecord, createVersionedRecord } from '#service/db/manage/versioned-record.ts';
import { inTransaction } from '#service/db/run-query.ts';
import { findWaitingList, waitingListKind } from '#service/db/waiting-list.ts';
import { sortUnique } from '#service/domain/appointment-query.ts';
import { paginate } from '#service/domain/cursor.ts';
import { addEndpoint, type EndpointContext, readId } from './endpoint.ts';

/** Adds the endpoints for the waiting list, beyond the specification. */
export function addWaitingListEndpoints(context: EndpointContext): void {
  const { database, clock } = context;

  addEndpoint(context, extensions.listWaitingList, ({ input, caller, storeIds }) => {
    const { companyId, status = null, petId = null, limit } = input;
    const scope = {
      secret: caller.cursorSecret,
      endpoint: 'waiting-list',
      query: [companyId, sortUnique(storeIds), status, petId],
    };
    return paginate(scope, input.cursor, (position) =>
      findWaitingList(database, { companyId, storeIds, status, petId }, { limit, position }),
    );
  });

  addEndpoint(context, extensions.createWaitingListEntry, ({ input, caller, create }) => {
    requireStores(caller, [{ field: 'storeId', id: input.storeId }]);
    const entry = {
      ...input,
      employeeId: input.employeeId ?? null,
      durationMinutes: input.durationMinutes ?? undefined,
      until: input.until ?? null,
      weekdays: input.weekdays ?? [],
      earliest: input.earliest ?? null,
      latest: input.latest ?? null,
      notes: input.notes ?? null,
      status: 'waiting' as const,
      appointmentId: null,
    };
    return create((transaction, now) =>
      createVersionedRecord({ transaction, actor: caller, now }, waitingListKind(caller.storeIds), entry),
    );
  });

  addEndpoint(context, extensions.changeWaitingListEntry, (request) => {
    const { input, caller } = request;
    if (input.storeId !== undefined) requireStores(caller, [{ field: 'storeId', id: input.storeId }]);
    const { status, weekdays } = input;
    const change = {
      ...input,
      id: readId(request, () => notFoundError('id: must be a UUID')),
      weekdays: weekdays === null ? [] : weekdays,
      ...(status !== undefined && status !== 'booked' && { appointmentId: null }),
    };
    return inTransaction(database.sql, (transaction) =>
      changeVersionedRecord({ transaction, actor: caller, clock }, waitingListKind(caller.storeIds), change),
    );
  });
}
