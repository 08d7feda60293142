import type * as z from 'zod/mini';
import { extensions } from '#contract/endpoints.ts';
import { ServiceError } from '#contract/error.ts';
import type { IssuedKey } from '#contract/practice-management.ts';
import { findCompany } from '#service/db/lookups.ts';
import { changeAppointmentType, createAppointmentType } from '#service/db/manage/appointment-types.ts';
import { changeEmployee, createEmployee, findEmployee } from '#service/db/manage/employees.ts';
import { findKeys, issueKey, revokeKey } from '#service/db/manage/keys.ts';
import { type Managing, notFound } from '#service/db/manage/managing.ts';
import { findPracticeHistory } from '#service/db/manage/practice-history.ts';
import {
  changeCompany,
  changeRoom,
  changeStore,
  createRoom,
  createStore,
  deleteRoom,
} from '#service/db/manage/stores-and-rooms.ts';
import { importLines } from '#service/db/practice-import/import-lines.ts';
import { inTransaction } from '#service/db/run-query.ts';
import { uniqueSorted } from '#service/domain/appointment-query.ts';
import { pageOf } from '#service/domain/cursor.ts';
import { addEndpoint, type EndpointContext, type EndpointRequest, idOf, keyOf } from './endpoint.ts';

type Request = EndpointRequest<z.ZodMiniObject>;

const noId = () => notFound('id: must be a UUID');

/** What sets up the practice itself, beyond the document: its stores, rooms, appointment types, people and keys, and their history. */
export function addPracticeEndpoints(context: EndpointContext): void {
  const { database, clock } = context;

  /** Runs a change in a transaction, in the name of the caller. */
  const change = <Result>({ caller }: Pick<Request, 'caller'>, work: (by: Managing) => Promise<Result>) =>
    inTransaction(database.sql, (transaction) => work({ transaction, actor: caller, now: clock() }));

  /** The same for what is new, of which it gives the id. */
  const create = (
    { caller, create: once }: Pick<Request, 'caller' | 'create'>,
    work: (by: Managing) => Promise<string>,
  ) => once((transaction, now) => work({ transaction, actor: caller, now }));

  addEndpoint(context, extensions.changeCompany, async (request) => {
    await change(request, (by) => changeCompany(by, { ...request.input, id: idOf(request, noId) }));
    const company = await findCompany(database, request.caller);
    if (company === null) throw notFound('id: there is no such company');
    return company;
  });

  addEndpoint(context, extensions.createStore, (request) => create(request, (by) => createStore(by, request.input)));

  addEndpoint(context, extensions.changeStore, async (request) => {
    const id = idOf(request, noId);
    await change(request, (by) => changeStore(by, { ...request.input, id }));
    const company = await findCompany(database, request.caller);
    const store = company?.stores.find((one) => one.id === id);
    if (store === undefined) throw notFound('id: there is no such store in reach');
    return store;
  });

  addEndpoint(context, extensions.createRoom, (request) => create(request, (by) => createRoom(by, request.input)));

  addEndpoint(context, extensions.changeRoom, (request) =>
    change(request, (by) => changeRoom(by, { ...request.input, id: idOf(request, noId) })),
  );

  addEndpoint(context, extensions.deleteRoom, async (request) => {
    await change(request, (by) => deleteRoom(by, { ...request.input, id: idOf(request, noId) }));
    return true as const;
  });

  addEndpoint(context, extensions.createAppointmentType, (request) =>
    create(request, (by) => createAppointmentType(by, request.input)),
  );

  addEndpoint(context, extensions.changeAppointmentType, (request) =>
    change(request, (by) => changeAppointmentType(by, { ...request.input, id: idOf(request, noId) })),
  );

  addEndpoint(context, extensions.createEmployee, (request) =>
    create(request, (by) => createEmployee(by, request.input)),
  );

  addEndpoint(context, extensions.getEmployee, (request) => findEmployee(database.sql, keyOf(request, noId)));

  addEndpoint(context, extensions.changeEmployee, (request) =>
    change(request, (by) => changeEmployee(by, { ...request.input, id: idOf(request, noId) })),
  );

  addEndpoint(context, extensions.listKeys, (request) => {
    const { caller, input } = request;
    const key = keyOf(request, noId);
    const scope = { secret: caller.cursorSecret, endpoint: 'keys', query: [key.companyId, key.id] };
    return pageOf(scope, input.cursor, (position) => findKeys(database, key, { limit: input.limit, position }));
  });

  addEndpoint(context, extensions.issueKey, async (request) => {
    const issued: IssuedKey[] = [];
    const id = await create(request, async (by) => {
      const key = await issueKey(by, { ...request.input, id: idOf(request, noId) });
      issued.push(key);
      return key.id;
    });
    const [key] = issued;
    if (key === undefined) {
      const suggestion = `the key ${id} was issued with this Idempotency-Key, and is shown only once: revoke it and issue another`;
      throw new ServiceError('already_issued', suggestion);
    }
    return key;
  });

  addEndpoint(context, extensions.revokeKey, async (request) => {
    await change(request, (by) => revokeKey(by, { ...request.input, id: idOf(request, noId) }));
    return true as const;
  });

  addEndpoint(context, extensions.importRecords, ({ caller, input }) =>
    importLines(database, input, { actor: caller, clock }),
  );

  addEndpoint(context, extensions.listPracticeHistory, ({ caller, storeIds, input }) => {
    const { companyId, cursorSecret: secret } = caller;
    const scope = { secret, endpoint: 'practice-history', query: [companyId, uniqueSorted(storeIds)] };
    return pageOf(scope, input.cursor, (position) =>
      findPracticeHistory(database, { companyId, storeIds }, { limit: input.limit, position }),
    );
  });
}
