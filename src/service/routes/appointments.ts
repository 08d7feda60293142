import type { AppointmentListQuery } from '#contract/appointment.ts';
import type { AppointmentSearch, SearchFilter } from '#contract/appointment-search.ts';
import { instantOf } from '#contract/date-time.ts';
import { endpoints } from '#contract/endpoints.ts';
import { invalidInput } from '#contract/error.ts';
import { extensions } from '#contract/extensions.ts';
import { findHistories, findHistory, giveReason } from '#service/db/appointment-history.ts';
import { createSeries, deriveAppointmentIds, findSeries } from '#service/db/appointment-series.ts';
import type { Caller } from '#service/db/authentication.ts';
import { changeAppointment } from '#service/db/change-appointment.ts';
import { createAppointment } from '#service/db/create-appointment.ts';
import { deleteAppointment } from '#service/db/delete-appointment.ts';
import { type AppointmentPage, createCountCache, findAppointments } from '#service/db/find-appointments.ts';
import { appointmentNotFoundError, findAppointment } from '#service/db/read-appointment.ts';
import { inTransaction } from '#service/db/run-query.ts';
import {
  type AppointmentQuery,
  sortUnique,
  toAppointmentSort,
  toCanonicalQuery,
} from '#service/domain/appointment-query.ts';
import { paginate } from '#service/domain/cursor.ts';
import { wordsOf } from '#service/domain/search-words.ts';
import { addEndpoint, type EndpointContext, readRecordKey } from './endpoint.ts';

/**
 * Adds the endpoints that list, create and search appointments (sections 4.2 to 4.4 of the specification) and, beyond the
 * specification, those for single appointments, series and histories.
 */
export function addAppointmentEndpoints(context: EndpointContext): void {
  const { database, clock } = context;
  const counts = createCountCache();

  const readPage = (
    { cursorSecret: secret }: Caller,
    endpoint: string,
    query: AppointmentQuery,
    cursor: string | null,
  ) =>
    paginateRecords({ secret, endpoint, query: toCanonicalQuery(query) }, cursor, (after) =>
      findAppointments({ database, counts }, query, after),
    );

  addEndpoint(context, endpoints.listAppointments, ({ input, caller, storeIds }) =>
    readPage(caller, 'list', toListQuery(input, storeIds), input.cursor),
  );

  addEndpoint(context, endpoints.searchAppointments, ({ input, caller, storeIds }) =>
    readPage(caller, 'search', toSearchQuery(input, storeIds), input.cursor),
  );

  addEndpoint(context, endpoints.createAppointment, ({ input, caller, storeIds: [storeId], create }) => {
    if (storeId === undefined) throw invalidInput('storeIds', 'must name a store');
    const appointment = { ...input, storeId, createdBy: caller.employeeId };
    return create((transaction, now) => createAppointment(transaction, appointment, now));
  });

  addEndpoint(context, extensions.createSeries, async ({ input, caller, storeIds: [storeId], create }) => {
    if (storeId === undefined) throw invalidInput('storeIds', 'must name a store');
    const series = { ...input, storeId, createdBy: caller.employeeId };
    const seriesId = await create((transaction, now) => createSeries(transaction, series, now));
    return { seriesId, appointmentIds: deriveAppointmentIds(seriesId, input.times.length) };
  });

  // `search` and `series` are not appointment ids: their paths have no other methods.
  for (const { path } of [endpoints.searchAppointments, extensions.createSeries])
    context.app.on(['GET', 'PATCH', 'DELETE'], path, (c) => c.notFound());

  addEndpoint(context, extensions.getAppointment, async (request) => {
    const record = await findAppointment(database, readRecordKey(request, appointmentNotFoundError));
    if (record === null) throw appointmentNotFoundError();
    return new Uint8Array(record);
  });

  addEndpoint(context, extensions.changeAppointment, async (request) => {
    const { caller, input: change } = request;
    const options = { ...readRecordKey(request, appointmentNotFoundError), change, changedBy: caller.employeeId };
    return Buffer.from(await changeAppointment(database, options, clock));
  });

  addEndpoint(context, extensions.deleteAppointment, async (request) => {
    const { expectedUpdatedAt } = request.input;
    const deletion = {
      ...readRecordKey(request, appointmentNotFoundError),
      expectedUpdatedAt,
      deletedBy: request.caller.employeeId,
    };
    await inTransaction(database.sql, (transaction) => deleteAppointment(transaction, deletion));
    return true as const;
  });

  addEndpoint(context, extensions.listAppointmentHistory, (request) => {
    const { caller, input } = request;
    const key = readRecordKey(request, appointmentNotFoundError);
    const scope = { secret: caller.cursorSecret, endpoint: 'history', query: [key.companyId, key.id] };
    return paginate(scope, input.cursor, async (position) => {
      const found = await findHistory(database, key, { limit: input.limit, position });
      if (found === null) throw appointmentNotFoundError();
      return found;
    });
  });

  addEndpoint(context, extensions.giveReason, (request) => {
    const { caller, input } = request;
    const given = { ...input, givenBy: caller.employeeId };
    return giveReason(database, readRecordKey(request, appointmentNotFoundError), given, clock);
  });

  addEndpoint(context, extensions.listHistory, ({ input, caller, storeIds }) => {
    const { companyId, limit } = input;
    const [start, end] = [instantOf(input.start), instantOf(input.end)];
    const scope = {
      secret: caller.cursorSecret,
      endpoint: 'histories',
      query: [companyId, sortUnique(storeIds), start, end],
    };
    return paginate(scope, input.cursor, (position) =>
      findHistories(database, { companyId, storeIds, start, end }, { limit, position }),
    );
  });

  addEndpoint(context, extensions.listSeries, (request) => {
    const { caller, input } = request;
    const key = readRecordKey(request, appointmentNotFoundError);
    const scope = { secret: caller.cursorSecret, endpoint: 'series', query: [key.companyId, key.id] };
    return paginateRecords(scope, input.cursor, async (position) => {
      const found = await findSeries(database, key, { limit: input.limit, position });
      if (found === null) throw appointmentNotFoundError();
      return found;
    });
  });
}

/** A page as JSON. Records are stored as JSON and passed on without parsing. */
async function paginateRecords(
  scope: Parameters<typeof paginate>[0],
  cursor: string | null,
  find: (after: string | null) => Promise<AppointmentPage>,
) {
  const { records, ...rest } = await paginate(scope, cursor, find);
  return Buffer.concat([Buffer.from('{"data":['), records, Buffer.from(`],${JSON.stringify(rest).slice(1)}`)]);
}

/**
 * Converts the parameters of the list to a query. "Since", "before" and "after" exclude the instant itself (section 4.2 of the
 * specification).
 */
function toListQuery(list: AppointmentListQuery, storeIds: readonly string[]): AppointmentQuery {
  const filter: SearchFilter = {
    updatedAt: instantRange(list.updatedSince, list.updatedBefore),
    createdAt: instantRange(list.createdSince, list.createdBefore),
    start: instantRange(list.startDate ?? null, list.endDate ?? null),
    status: equalTo(list.status),
    clientId: equalTo(list.clientId),
    petId: equalTo(list.petId),
    employeeId: equalTo(list.employeeId),
  };
  const { companyId, direction, limit } = list;
  return { companyId, storeIds, filter, terms: [], sort: { by: 'created', direction }, limit };
}

function toSearchQuery(search: AppointmentSearch, storeIds: readonly string[]): AppointmentQuery {
  const { companyId, filter = {}, query = '', order, limit } = search;
  return { companyId, storeIds, filter, terms: wordsOf(query), sort: toAppointmentSort(order), limit };
}

function instantRange(after: string | null, before: string | null): { gt?: string; lt?: string } {
  return { ...(after === null ? {} : { gt: after }), ...(before === null ? {} : { lt: before }) };
}

function equalTo(value: string | undefined): { eq?: string } {
  return value === undefined ? {} : { eq: value };
}
