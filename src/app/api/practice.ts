import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type ApiClient, type CreateOptions, type RequestOptions, sendCreate } from '#app/api/api-client.ts';
import { byCursor, loadAllPages, PAGE_LIMIT } from '#app/api/pages.ts';
import { appointmentTypeQueries, companyQueries, employeeQueries } from '#app/api/reference.ts';
import { type Capabilities, type DeskSession, deskSessionSchema } from '#contract/desk.ts';
import type { Operation } from '#contract/endpoints.ts';
import type { ImportRecords } from '#contract/practice-import.ts';
import type {
  changeAppointmentTypeSchema,
  changeCompanySchema,
  changeEmployeeSchema,
  changeRoomSchema,
  changeStoreSchema,
  createAppointmentTypeSchema,
  createEmployeeSchema,
  createRoomSchema,
  createStoreSchema,
  issueKeySchema,
} from '#contract/practice-management.ts';
import { receivedPageSchema } from '#contract/received.ts';
import {
  type ReceivedImportedRecords,
  receivedImportedRecordsSchema,
  receivedIssuedKeySchema,
  receivedKeySchema,
  receivedManagedEmployeeSchema,
  receivedPracticeChangeSchema,
} from '#contract/received-practice.ts';

// The practice itself: its stores, rooms, visit types, people and keys, where the practice API can change them (`Capabilities`).

const keysSchema = receivedPageSchema(receivedKeySchema);
const historySchema = receivedPageSchema(receivedPracticeChangeSchema);

const pathTo = (list: string, id: string) => `/api/v1/${list}/${encodeURIComponent(id)}`;
const keysPath = (employeeId: string) => `${pathTo('employees', employeeId)}/keys`;

interface OneEmployee {
  companyId: string;
  employeeId: string;
}

export const practiceQueries = {
  all: () => ['practice'] as const,
  /** An employee with what they may do; `purpose` `poll` reads them with the lowest priority. */
  employee: (api: ApiClient, { companyId, employeeId }: OneEmployee, purpose?: 'poll') =>
    queryOptions({
      queryKey: [...practiceQueries.all(), 'employee', { companyId, employeeId }] as const,
      queryFn: ({ signal }) =>
        api.get(pathTo('employees', employeeId), receivedManagedEmployeeSchema, {
          query: { companyId },
          signal,
          ...(purpose && { purpose }),
        }),
      staleTime: 60_000,
    }),
  /** The keys of an employee, the newest first. */
  keys: (api: ApiClient, { companyId, employeeId }: OneEmployee) =>
    queryOptions({
      queryKey: [...practiceQueries.all(), 'keys', { companyId, employeeId }] as const,
      queryFn: ({ signal }) =>
        loadAllPages((cursor) =>
          api.get(keysPath(employeeId), keysSchema, { query: { companyId, limit: PAGE_LIMIT, cursor }, signal }),
        ),
    }),
  /** Who changed what, the newest first, page by page. */
  history: (api: ApiClient, companyId: string) =>
    infiniteQueryOptions({
      queryKey: [...practiceQueries.all(), 'history', { companyId }] as const,
      queryFn: ({ pageParam, signal }) =>
        api.get('/api/v1/practice/history', historySchema, {
          query: { companyId, limit: 50, cursor: pageParam },
          signal,
        }),
      ...byCursor,
    }),
};

/** Reads again all that a change of the practice may have changed on any screen. */
export function refreshPractice(queryClient: QueryClient, api: ApiClient, companyId: string): Promise<unknown> {
  const keys = [
    companyQueries.list(api).queryKey,
    employeeQueries.ofCompany(api, companyId).queryKey,
    appointmentTypeQueries.ofCompany(api, companyId).queryKey,
    practiceQueries.all(),
  ];
  return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

type Body<Schema extends z.ZodMiniType> = Omit<z.input<Schema>, 'companyId'>;

/** The changed record in the answer is not used: the lists are read again. */
const anyAnswer = z.unknown();

/**
 * The requests that change the practice. Creates answer with the id of what was made, and may be repeated with an idempotency
 * key, which is sent where the practice API accepts it; a change has only the fields that change.
 */
export function practiceRequests(api: ApiClient, companyId: string, capabilities: Capabilities) {
  const change = (list: string, id: string, changes: object) =>
    api.patch(pathTo(list, id), { companyId, ...changes }, anyAnswer);
  const optionsOf = (operation: Operation, options: CreateOptions): CreateOptions =>
    capabilities[operation]?.idempotent ? options : {};
  return {
    changeCompany: (changes: Body<typeof changeCompanySchema>) => change('companies', companyId, changes),
    createStore: (store: Body<typeof createStoreSchema>, options: CreateOptions) =>
      sendCreate(api, '/api/v1/stores', { companyId, ...store }, optionsOf('createStore', options)),
    changeStore: (id: string, changes: Body<typeof changeStoreSchema>) => change('stores', id, changes),
    createRoom: (room: Body<typeof createRoomSchema>, options: CreateOptions) =>
      sendCreate(api, '/api/v1/rooms', { companyId, ...room }, optionsOf('createRoom', options)),
    changeRoom: (id: string, changes: Body<typeof changeRoomSchema>) => change('rooms', id, changes),
    deleteRoom: (id: string) => api.delete(pathTo('rooms', id), { query: { companyId } }),
    createType: (type: Body<typeof createAppointmentTypeSchema>, options: CreateOptions) =>
      sendCreate(api, '/api/v1/appointment-types', { companyId, ...type }, optionsOf('createAppointmentType', options)),
    changeType: (id: string, changes: Body<typeof changeAppointmentTypeSchema>) =>
      change('appointment-types', id, changes),
    createEmployee: (employee: Body<typeof createEmployeeSchema>, options: CreateOptions) =>
      sendCreate(api, '/api/v1/employees', { companyId, ...employee }, optionsOf('createEmployee', options)),
    changeEmployee: (id: string, changes: Body<typeof changeEmployeeSchema>) => change('employees', id, changes),
    /** The answer is the only time that the key is told. */
    issueKey: (employeeId: string, key: Body<typeof issueKeySchema>, options: CreateOptions) =>
      api.post(keysPath(employeeId), { companyId, ...key }, receivedIssuedKeySchema, optionsOf('issueKey', options)),
    revokeKey: (id: string) => api.delete(pathTo('keys', id), { query: { companyId } }),
  };
}
export type PracticeRequests = ReturnType<typeof practiceRequests>;

/** Tells the gateway again whose key it is, before what only that person may do. */
export function confirmKey(api: ApiClient, apiKey: string): Promise<DeskSession> {
  return api.post('/desk/session/confirm', { apiKey }, deskSessionSchema);
}

/** Takes over records from another program, or says what would become of them. The same again changes nothing: it may be repeated. */
export function importRecords(api: ApiClient, part: ImportRecords, options: Pick<RequestOptions, 'signal'>) {
  // Whose outcome is missing could not be told.
  const isWhole = z.refine<ReceivedImportedRecords>(({ lines }) => lines.length === part.lines.length);
  return api.post('/api/v1/practice/import', part, receivedImportedRecordsSchema.check(isWhole), options);
}
