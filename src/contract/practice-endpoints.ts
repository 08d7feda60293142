import * as z from 'zod/mini';
import { createdSchema } from '#contract/appointment.ts';
import { appointmentTypeSchema, companySchema, roomSchema, storeSchema } from '#contract/clients-pets-staff.ts';
import {
  companyQuerySchema,
  cursorSchema,
  type Endpoint,
  extensionTag,
  recordParamsSchema,
} from '#contract/endpoint.ts';
import { limitSchema as limit, unresolvedRecordSchema } from '#contract/page.ts';
import { practiceCalls } from '#contract/practice-calls.ts';
import { exportPageSchema, practiceExportQuerySchema } from '#contract/practice-export.ts';
import { importedRecordsSchema, importLimits, importRecordsSchema } from '#contract/practice-import.ts';
import {
  changeCompanySchema,
  issuedKeySchema,
  issueKeySchema,
  keyPageSchema,
  managedEmployeeSchema,
  managementBodySchemas,
  practiceHistoryPageSchema,
} from '#contract/practice-management.ts';

const tag = extensionTag;
/** The options of an endpoint that lists all records the key can access, page by page. */
const listOptions = { input: z.extend(companyQuerySchema, { limit, cursor: cursorSchema }), tag } as const;
const createOptions = { response: createdSchema, creates: true, tag } as const;

/** The endpoints for managing the practice, an extension of the specification, keyed by operation name. */
export const practiceEndpoints = {
  changeCompany: {
    ...practiceCalls.changeCompany,
    params: recordParamsSchema,
    input: changeCompanySchema,
    response: companySchema,
    tag,
    summary: 'Rename the company',
  },
  createStore: {
    ...practiceCalls.createStore,
    input: managementBodySchemas.store.create,
    ...createOptions,
    summary: 'Add a store',
    description:
      'Answers with the id of the new store, which its creator and everyone who had every store can access at once. Its name is unique in the company.',
  },
  changeStore: {
    ...practiceCalls.changeStore,
    params: recordParamsSchema,
    input: managementBodySchemas.store.change,
    response: storeSchema,
    tag,
    summary: 'Change a store or its opening hours',
    description: 'Its name is unique in the company.',
  },
  createRoom: {
    ...practiceCalls.createRoom,
    input: managementBodySchemas.room.create,
    ...createOptions,
    summary: 'Add a room',
    description: 'Answers with the id of the new room, the last of its store. Its name is unique in the store.',
  },
  changeRoom: {
    ...practiceCalls.changeRoom,
    params: recordParamsSchema,
    input: managementBodySchemas.room.change,
    response: roomSchema,
    tag,
    summary: 'Change or move a room',
    description: 'Its name is unique in the store.',
  },
  deleteRoom: {
    ...practiceCalls.deleteRoom,
    params: recordParamsSchema,
    input: companyQuerySchema,
    response: z.literal(true),
    conflict: { when: 'in_use: the room has a visit that has not ended, neither cancelled nor a no-show' },
    tag,
    summary: 'Delete a room',
  },
  createAppointmentType: {
    ...practiceCalls.createAppointmentType,
    input: managementBodySchemas.appointmentType.create,
    ...createOptions,
    summary: 'Add an appointment type',
    description: 'Answers with the id of the new type. Its name is unique in the company.',
  },
  changeAppointmentType: {
    ...practiceCalls.changeAppointmentType,
    params: recordParamsSchema,
    input: managementBodySchemas.appointmentType.change,
    response: appointmentTypeSchema,
    tag,
    summary: 'Change an appointment type',
    description: 'Visits that are booked keep name and category. Its name is unique in the company.',
  },
  createEmployee: {
    ...practiceCalls.createEmployee,
    input: managementBodySchemas.employee.create,
    ...createOptions,
    summary: 'Add an employee',
    description: 'Answers with the id of the new employee. No one can grant a permission or a store that they lack.',
  },
  getEmployee: {
    ...practiceCalls.getEmployee,
    params: recordParamsSchema,
    input: companyQuerySchema,
    response: z.union([managedEmployeeSchema, unresolvedRecordSchema]),
    tag,
    summary: 'Read an employee with their permissions',
  },
  changeEmployee: {
    ...practiceCalls.changeEmployee,
    params: recordParamsSchema,
    input: managementBodySchemas.employee.change,
    response: managedEmployeeSchema,
    conflict: { when: 'last_manager: no one else who is active has the permission practice.write' },
    tag,
    summary: 'Change an employee',
    description:
      'A person cannot give a permission or a store that they lack, nor change permissions, stores or isActive of one who has what they lack. The keys of one who becomes inactive are revoked for good.',
  },
  listKeys: {
    ...practiceCalls.listKeys,
    ...listOptions,
    params: recordParamsSchema,
    response: keyPageSchema,
    summary: 'List the keys of an employee',
    description: 'The newest first; never the keys themselves.',
  },
  issueKey: {
    ...practiceCalls.issueKey,
    params: recordParamsSchema,
    input: issueKeySchema,
    response: issuedKeySchema,
    creates: true,
    conflict: { when: 'already_issued: with this Idempotency-Key the key was issued, and it is shown only once' },
    tag,
    summary: 'Issue a key',
    description:
      'The answer is the only time that the key is shown. The employee must be active. `expiresAt` is in the future; a key that expires issues none that lasts longer, and without `expiresAt` the new key then expires with it.',
  },
  revokeKey: {
    ...practiceCalls.revokeKey,
    params: recordParamsSchema,
    input: companyQuerySchema,
    response: z.literal(true),
    tag,
    summary: 'Revoke a key',
    description: 'True also where it is revoked already.',
  },
  importRecords: {
    ...practiceCalls.importRecords,
    input: importRecordsSchema,
    maxBytes: importLimits.bytes,
    response: importedRecordsSchema,
    tag,
    summary: 'Import records from another program',
    description:
      'Each record is known by its source and its id there: the same request again changes nothing. What was changed here since stays, and is listed in `kept`. A thousand lines at a time are one transaction. Needs all stores of the company, and for lines of clients, pets and appointments also the permission to write these (`clients.write`, `pets.write`, `appointments.write`), in a dry run as well. A pet takes `dueOn` and `dueFor` together, which makes it due again and needs `appointments.write`; a name in `dueFor` is that of an active visit type. The body has at most 4 MiB.',
  },
  exportPractice: {
    ...practiceCalls.exportPractice,
    input: practiceExportQuerySchema,
    response: exportPageSchema,
    tag,
    summary: 'Export the appointments, pets, clients or people',
    description:
      'A page of the rows of one file, by id, with the columns of docs/practice-api/additions.md. What the rows of `appointments` refer to is in `pets`, `clients` and `people`, if these are read after it, in this order. `total` is the number of rows, on the first page only. Needs all stores of the company, and also the permissions `appointments.read`, `pets.read`, `clients.read` and `employees.read`.',
  },
  listPracticeHistory: {
    ...practiceCalls.listPracticeHistory,
    ...listOptions,
    response: practiceHistoryPageSchema,
    summary: 'Who changed what of the practice',
    description: 'The newest change first, only of stores that the key can access.',
  },
} as const satisfies Record<string, Endpoint>;
