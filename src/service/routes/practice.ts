import type * as z from 'zod/mini';
import { appointmentTypeSchema, type Company } from '#contract/clients-pets-staff.ts';
import { ServiceError } from '#contract/error.ts';
import { practiceEndpoints } from '#contract/practice-endpoints.ts';
import { exportPermissions } from '#contract/practice-export.ts';
import { type IssuedKey, managedEmployeeSchema } from '#contract/practice-management.ts';
import type { Caller } from '#service/db/authentication.ts';
import { findCompany } from '#service/db/lookups.ts';
import { appointmentTypeDefinition } from '#service/db/manage/appointment-types.ts';
import { employeeDefinition, findEmployee } from '#service/db/manage/employees.ts';
import { findKeys, issueKey, revokeKey } from '#service/db/manage/keys.ts';
import { insufficientAccessError, notFoundError } from '#service/db/manage/lock-practice.ts';
import { findPracticeHistory } from '#service/db/manage/practice-history.ts';
import {
  changeRecord,
  createRecord,
  type PracticeRecordKind,
  recordNotFoundError,
} from '#service/db/manage/practice-record.ts';
import { companyDefinition, deleteRoom, roomDefinition, storeDefinition } from '#service/db/manage/stores-and-rooms.ts';
import { findExportPage } from '#service/db/practice-export/export-page.ts';
import { importLines } from '#service/db/practice-import/import-lines.ts';
import { inTransaction } from '#service/db/run-query.ts';
import type { PartialRow, Writer } from '#service/db/write-records.ts';
import { sortUnique } from '#service/domain/appointment-query.ts';
import { paginate } from '#service/domain/cursor.ts';
import { addEndpoint, type EndpointContext, type EndpointRequest, readId, readRecordKey } from './endpoint.ts';

type PracticeRequest = EndpointRequest<z.ZodMiniObject>;

/** Throws 403 unless the caller may read everything in the practice, in all its stores. */
function requireWholePractice({ permissions, storeIds, companyStoreIds }: Caller): void {
  const lacking = exportPermissions.find((permission) => !permissions.includes(permission));
  if (lacking !== undefined) throw insufficientAccessError(`the employee of this key lacks the permission ${lacking}`);
  if (!companyStoreIds.every((id) => storeIds.includes(id)))
    throw insufficientAccessError('an export is of the whole company, and the key cannot access all its stores');
}

const invalidIdError = () => notFoundError('id: must be a UUID');

/**
 * Adds the endpoints for managing the practice, beyond the specification: its stores, rooms, appointment types, people and
 * keys, and their history.
 */
export function addPracticeEndpoints(context: EndpointContext): void {
  const { database, clock } = context;

  async function requireCompany(caller: Caller): Promise<Company> {
    const found = await findCompany(database, caller);
    if (found === null) throw recordNotFoundError(companyDefinition);
    return found;
  }

  /** Runs a change in a transaction on behalf of the caller. */
  const runChange = <Result>({ caller }: Pick<PracticeRequest, 'caller'>, work: (by: Writer) => Promise<Result>) =>
    inTransaction(database.sql, (transaction) => work({ transaction, actor: caller, now: clock() }));

  /** Runs a create request in a transaction on behalf of the caller, and returns the id of the new record. */
  const runCreate = (
    { caller, create: once }: Pick<PracticeRequest, 'caller' | 'create'>,
    work: (by: Writer) => Promise<string>,
  ) => once((transaction, now) => work({ transaction, actor: caller, now }));

  type RecordRequest<Row> = {
    caller: Caller;
    params: PracticeRequest['params'];
    input: { companyId: string } & PartialRow<Row>;
  };
  const addRecord = <Row extends object>(
    request: RecordRequest<Row> & Pick<PracticeRequest, 'create'>,
    kind: PracticeRecordKind<Row>,
  ) => runCreate(request, (by) => createRecord(by, kind, request.input));
  /** Changes the record with the id in the path, and returns it. */
  const patchRecord = <Row extends object>(request: RecordRequest<Row>, kind: PracticeRecordKind<Row>) =>
    runChange(request, (by) => changeRecord(by, kind, { ...request.input, id: readId(request, invalidIdError) }));

  addEndpoint(context, practiceEndpoints.changeCompany, async (request) => {
    await patchRecord(request, companyDefinition);
    return requireCompany(request.caller);
  });
  addEndpoint(context, practiceEndpoints.createStore, (request) => addRecord(request, storeDefinition));
  addEndpoint(context, practiceEndpoints.changeStore, async (request) => {
    const { id } = await patchRecord(request, storeDefinition);
    const { stores } = await requireCompany(request.caller);
    const changed = stores.find((one) => one.id === id);
    if (changed === undefined) throw recordNotFoundError(storeDefinition);
    return changed;
  });
  addEndpoint(context, practiceEndpoints.createRoom, (request) => addRecord(request, roomDefinition));
  addEndpoint(context, practiceEndpoints.changeRoom, async (request) => {
    const { id, name, categories } = await patchRecord(request, roomDefinition);
    return { id, name, categories: [...categories] };
  });
  addEndpoint(context, practiceEndpoints.deleteRoom, async (request) => {
    await runChange(request, (by) => deleteRoom(by, { ...request.input, id: readId(request, invalidIdError) }));
    return true as const;
  });
  addEndpoint(context, practiceEndpoints.createAppointmentType, (request) =>
    addRecord(request, appointmentTypeDefinition),
  );
  addEndpoint(context, practiceEndpoints.changeAppointmentType, async (request) =>
    appointmentTypeSchema.parse(await patchRecord(request, appointmentTypeDefinition)),
  );
  addEndpoint(context, practiceEndpoints.createEmployee, (request) => addRecord(request, employeeDefinition));
  addEndpoint(context, practiceEndpoints.changeEmployee, async (request) => {
    const { storeIds, ...changed } = await patchRecord(request, employeeDefinition);
    const isVisible = (id: string) => request.caller.storeIds.includes(id);
    return managedEmployeeSchema.parse({ ...changed, storeIds: storeIds.filter(isVisible) });
  });

  addEndpoint(context, practiceEndpoints.getEmployee, (request) =>
    findEmployee(database.sql, readRecordKey(request, invalidIdError)),
  );

  addEndpoint(context, practiceEndpoints.listKeys, (request) => {
    const { caller, input } = request;
    const key = readRecordKey(request, invalidIdError);
    const scope = { secret: caller.cursorSecret, endpoint: 'keys', query: [key.companyId, key.id] };
    return paginate(scope, input.cursor, (position) => findKeys(database, key, { limit: input.limit, position }));
  });

  addEndpoint(context, practiceEndpoints.issueKey, async (request) => {
    const issued: IssuedKey[] = [];
    const id = await runCreate(request, async (by) => {
      const key = await issueKey(by, { ...request.input, id: readId(request, invalidIdError) });
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

  addEndpoint(context, practiceEndpoints.revokeKey, async (request) => {
    await runChange(request, (by) => revokeKey(by, { ...request.input, id: readId(request, invalidIdError) }));
    return true as const;
  });

  addEndpoint(context, practiceEndpoints.importRecords, ({ caller, input }) =>
    importLines(database, input, { actor: caller, clock }),
  );

  addEndpoint(context, practiceEndpoints.exportPractice, async ({ caller, input: { file, cursor } }) => {
    const { companyId, cursorSecret: secret } = caller;
    requireWholePractice(caller);
    const scope = { secret, endpoint: 'practice-export', query: [companyId, file] };
    const { data, nextCursor } = await paginate(scope, cursor, async (position) => {
      const { position: last, ...page } = await findExportPage(database, { companyId, file }, position);
      return { data: page, position: last, totalCount: 0 };
    });
    return { ...data, nextCursor };
  });

  addEndpoint(context, practiceEndpoints.listPracticeHistory, ({ caller, storeIds, input }) => {
    const { companyId, cursorSecret: secret } = caller;
    const scope = { secret, endpoint: 'practice-history', query: [companyId, sortUnique(storeIds)] };
    return paginate(scope, input.cursor, (position) =>
      findPracticeHistory(database, { companyId, storeIds }, { limit: input.limit, position }),
    );
  });
}
