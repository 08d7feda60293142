import type { Call } from '#contract/endpoint.ts';
import { createReceivedPageSchema, receivedIdSchema } from '#contract/received.ts';
import {
  receivedExportPageSchema,
  receivedImportedRecordsSchema,
  receivedIssuedKeySchema,
  receivedKeySchema,
  receivedManagedEmployeeSchema,
  receivedPracticeChangeSchema,
} from '#contract/received-practice.ts';

const permission = 'practice.write';
const createCall = { method: 'POST', permission, received: receivedIdSchema } as const;
const changeCall = { method: 'PATCH', permission } as const;

/** The calls with which the practice is managed, keyed by operation name. */
export const practiceCalls = {
  changeCompany: { ...changeCall, path: '/v1/companies/{id}' },
  createStore: { ...createCall, path: '/v1/stores' },
  changeStore: { ...changeCall, path: '/v1/stores/{id}' },
  createRoom: { ...createCall, path: '/v1/rooms' },
  changeRoom: { ...changeCall, path: '/v1/rooms/{id}' },
  deleteRoom: { method: 'DELETE', path: '/v1/rooms/{id}', permission },
  createAppointmentType: { ...createCall, path: '/v1/appointment-types' },
  changeAppointmentType: { ...changeCall, path: '/v1/appointment-types/{id}' },
  createEmployee: { ...createCall, path: '/v1/employees' },
  getEmployee: { method: 'GET', path: '/v1/employees/{id}', permission, received: receivedManagedEmployeeSchema },
  changeEmployee: { ...changeCall, path: '/v1/employees/{id}' },
  listKeys: {
    method: 'GET',
    path: '/v1/employees/{id}/keys',
    permission,
    received: createReceivedPageSchema(receivedKeySchema),
  },
  issueKey: { method: 'POST', path: '/v1/employees/{id}/keys', permission, received: receivedIssuedKeySchema },
  revokeKey: { method: 'DELETE', path: '/v1/keys/{id}', permission },
  importRecords: { method: 'POST', path: '/v1/practice/import', permission, received: receivedImportedRecordsSchema },
  exportPractice: { method: 'GET', path: '/v1/practice/export', permission, received: receivedExportPageSchema },
  listPracticeHistory: {
    method: 'GET',
    path: '/v1/practice/history',
    permission,
    received: createReceivedPageSchema(receivedPracticeChangeSchema),
  },
} as const satisfies Record<string, Call>;
