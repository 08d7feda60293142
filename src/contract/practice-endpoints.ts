import * as z from 'zod/mini';
import { createdSchema } from '#contract/appointment.ts';
import { appointmentTypeSchema, companySchema, roomSchema, storeSchema } from '#contract/clients-pets-staff.ts';
import { company, cursor, type Endpoint, extensionTag, recordParams } from '#contract/endpoint.ts';
import { limitSchema as limit, unresolvedRecordSchema } from '#contract/page.ts';
import { exportPageSchema, practiceExportQuerySchema } from '#contract/practice-export.ts';
import { importedRecordsSchema, importLimits, importRecordsSchema } from '#contract/practice-import.ts';
import {
  changeCompanySchema,
  issuedKeySchema,
  issueKeySchema,
  keyPageSchema,
  managedBodies,
  managedEmployeeSchema,
  practiceHistoryPageSchema,
} from '#contract/practice-management.ts';
import { receivedIdSchema, receivedPageSchema } from '#contract/received.ts';
import {
  receivedImportedRecordsSchema,
  receivedIssuedKeySchema,
  receivedKeySchema,
  receivedManagedEmployeeSchema,
  receivedPracticeChangeSchema,
} from '#contract/received-practice.ts';

const managementEndpoint = { permission: 'practice.write', tag: extensionTag } as const;
const listEndpoint = { ...managementEndpoint, method: 'GET', input: z.extend(company, { limit, cursor }) } as const;

/** The endpoints that add and change the records of a kind; a change returns the record. */
function recordEndpoints<const Path extends `/v1/${string}`, Create, Change, Record>(
  path: Path,
  bodies: { create: Create; change: Change },
  record: Record,
) {
  const created = { response: createdSchema, received: receivedIdSchema, creates: true } as const;
  return {
    create: { ...managementEndpoint, method: 'POST', path, input: bodies.create, ...created },
    change: {
      ...managementEndpoint,
      method: 'PATCH',
      path: `${path}/{id}`,
      params: recordParams,
      input: bodies.change,
      response: record,
    },
  } as const;
}

const stores = recordEndpoints('/v1/stores', managedBodies.store, storeSchema);
const rooms = recordEndpoints('/v1/rooms', managedBodies.room, roomSchema);
const appointmentTypes = recordEndpoints('/v1/appointment-types', managedBodies.appointmentType, appointmentTypeSchema);
const employees = recordEndpoints('/v1/employees', managedBodies.employee, managedEmployeeSchema);

/** The endpoints for managing the practice, an extension of the specification, by operation name. */
export const practiceEndpoints = {
  changeCompany: {
    ...managementEndpoint,
    method: 'PATCH',
    params: recordParams,
    path: '/v1/companies/{id}',
    input: changeCompanySchema,
    response: companySchema,
    summary: 'Rename the company',
  },
  createStore: {
    ...stores.create,
    summary: 'Add a store',
    description:
      'Answers with the id of the new store, which its creator and everyone who had every store can access at once. Its name is unique in the company.',
  },
  changeStore: {
    ...stores.change,
    summary: 'Change a store or its opening hours',
    description: 'Its name is unique in the company.',
  },
  createRoom: {
    ...rooms.create,
    summary: 'Add a room',
    description: 'Answers with the id of the new room, the last of its store. Its name is unique in the store.',
  },
  changeRoom: {
    ...rooms.change,
    summary: 'Change or move a room',
    description: 'Its name is unique in the store.',
  },
  deleteRoom: {
    ...managementEndpoint,
    method: 'DELETE',
    path: '/v1/rooms/{id}',
    params: recordParams,
    input: company,
    response: z.literal(true),
    conflict: { when: 'in_use: the room has a visit that has not ended, neither cancelled nor a no-show' },
    summary: 'Delete a room',
  },
  createAppointmentType: {
    ...appointmentTypes.create,
    summary: 'Add an appointment type',
    description: 'Answers with the id of the new type. Its name is unique in the company.',
  },
  changeAppointmentType: {
    ...appointmentTypes.change,
    summary: 'Change an appointment type',
    description: 'Visits that are booked keep name and category. Its name is unique in the company.',
  },
  createEmployee: {
    ...employees.create,
    summary: 'Add an employee',
    description: 'Answers with the id of the new employee. No one can grant a permission or a store that they lack.',
  },
  getEmployee: {
    ...managementEndpoint,
    method: 'GET',
    path: '/v1/employees/{id}',
    params: recordParams,
    input: company,
    response: z.union([managedEmployeeSchema, unresolvedRecordSchema]),
    received: receivedManagedEmployeeSchema,
    summary: 'Read an employee with their permissions',
  },
  changeEmployee: {
    ...employees.change,
    conflict: { when: 'last_manager: no one else who is active has the permission practice.write' },
    summary: 'Change an employee',
    description:
      'A person cannot give a permission or a store that they lack, nor change permissions, stores or isActive of one who has what they lack. The keys of one who becomes inactive are revoked for good.',
  },
  listKeys: {
    ...listEndpoint,
    path: '/v1/employees/{id}/keys',
    params: recordParams,
    response: keyPageSchema,
    received: receivedPageSchema(receivedKeySchema),
    summary: 'List the keys of an employee',
    description: 'The newest first; never the keys themselves.',
  },
  issueKey: {
    ...managementEndpoint,
    method: 'POST',
    path: '/v1/employees/{id}/keys',
    params: recordParams,
    input: issueKeySchema,
    response: issuedKeySchema,
    received: receivedIssuedKeySchema,
    creates: true,
    conflict: { when: 'already_issued: with this Idempotency-Key the key was issued, and it is shown only once' },
    summary: 'Issue a key',
    description:
      'The answer is the only time that the key is shown. The employee must be active. `expiresAt` is in the future; a key that expires issues none that lasts longer, and without `expiresAt` the new key then expires with it.',
  },
  revokeKey: {
    ...managementEndpoint,
    method: 'DELETE',
    path: '/v1/keys/{id}',
    params: recordParams,
    input: company,
    response: z.literal(true),
    summary: 'Revoke a key',
    description: 'True also where it is revoked already.',
  },
  importRecords: {
    ...managementEndpoint,
    method: 'POST',
    path: '/v1/practice/import',
    input: importRecordsSchema,
    maxBytes: importLimits.bytes,
    response: importedRecordsSchema,
    received: receivedImportedRecordsSchema,
    summary: 'Import records from another program',
    description:
      'Each record is known by its source and its id there: the same request again changes nothing. What was changed here since stays, and is listed in `kept`. A thousand lines at a time are one transaction. Needs all stores of the company, and for lines of clients, pets and appointments also the permission to write these (`clients.write`, `pets.write`, `appointments.write`), in a dry run as well. The body has at most 4 MiB.',
  },
  exportPractice: {
    ...managementEndpoint,
    method: 'GET',
    path: '/v1/practice/export',
    input: practiceExportQuerySchema,
    response: exportPageSchema,
    received: exportPageSchema,
    summary: 'Export the appointments, pets, clients or people',
    description:
      'A page of the rows of one file, by id, with the columns of docs/practice-api/additions.md. What the rows of `appointments` refer to is in `pets`, `clients` and `people`, if these are read after it, in this order. `total` is the number of rows, on the first page only. Needs all stores of the company, and also the permissions `appointments.read`, `pets.read`, `clients.read` and `employees.read`.',
  },
  listPracticeHistory: {
    ...listEndpoint,
    path: '/v1/practice/history',
    response: practiceHistoryPageSchema,
    received: receivedPageSchema(receivedPracticeChangeSchema),
    summary: 'Who changed what of the practice',
    description: 'The newest change first, only of stores that the key can access.',
  },
} as const satisfies Record<string, Endpoint>;
