import * as z from 'zod/mini';
import {
  appointmentListQuerySchema,
  appointmentPageSchema,
  appointmentSchema,
  createAppointmentRequestSchema,
  createdSchema,
} from '#contract/appointment.ts';
import {
  appointmentHistoryPageSchema,
  changeAppointmentSchema,
  changedMeanwhileSchema,
} from '#contract/appointment-change.ts';
import { appointmentSearchSchema } from '#contract/appointment-search.ts';
import {
  appointmentTypePageSchema,
  appointmentTypeSchema,
  clientPageSchema,
  companyPageSchema,
  companySchema,
  createClientSchema,
  createPetSchema,
  employeePageSchema,
  keyHolderSchema,
  petPageSchema,
  roomSchema,
  storeSchema,
} from '#contract/clients-pets-staff.ts';
import { enumEntrySchema, enumNames, enumsSchema } from '#contract/enums.ts';
import { limitSchema as limit, unresolvedRecordSchema } from '#contract/page.ts';
import type { Permission } from '#contract/permissions.ts';
import {
  changeAppointmentTypeSchema,
  changeCompanySchema,
  changeEmployeeSchema,
  changeRoomSchema,
  changeStoreSchema,
  createAppointmentTypeSchema,
  createEmployeeSchema,
  createRoomSchema,
  createStoreSchema,
  issuedKeySchema,
  issueKeySchema,
  keyPageSchema,
  managedEmployeeSchema,
  practiceHistoryPageSchema,
} from '#contract/practice-management.ts';
import { queryTextSchema, uuidSchema } from '#contract/primitives.ts';

/**
 * An endpoint of the practice API: the one description from which the service's routes and checks, `/openapi.json`,
 * and the gateway's list of allowed requests are derived.
 */
export interface Endpoint<
  Input extends z.ZodMiniObject = z.ZodMiniObject,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path parameters stand in braces: `/v1/enums/{enumName}`. */
  readonly path: `/${string}`;
  readonly params?: z.ZodMiniObject;
  /**
   * The decoded query of a GET or a DELETE, the JSON body of anything else (section 1). Its `companyId` and `storeIds`, where it has them,
   * are what the key must have access to.
   */
  readonly input: Input;
  /** The body of the response 200. */
  readonly response: Response;
  /** The permission that the employee behind the key needs; null where access to the company is enough. */
  readonly permission: Permission | null;
  /** Whether it creates something and so accepts the header `Idempotency-Key`. */
  readonly creates?: true;
  /** When it answers 409, besides a create whose idempotency key is being used, and with which body where it is not the error body of section 7. */
  readonly conflict?: { readonly when: string; readonly body?: z.ZodMiniType };
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
}

/** Whether an endpoint writes, which a read-only key may not (section 5.6). Keys and their like are read with a permission to write. */
export function writes({ method, permission }: Pick<Endpoint, 'method' | 'permission'>): boolean {
  return method !== 'GET' && (permission?.endsWith('.write') ?? false);
}

/** The OpenAPI tag of what our own service offers beyond the document. */
export const extensionTag = 'Beyond the document';

/** The query of what is read as a whole: the enums, the holder of the key; every other GET but one (section 1) has it, too. */
const company = z.object({ companyId: uuidSchema });
const storeIds = z.optional(z.array(uuidSchema).check(z.minLength(1)));
const cursor = z._default(z.nullable(z.string()), null);
/** The parameters of every look-up list; `query` matches prefixes of the words of a name. */
const lookup = { limit, cursor, query: z.optional(queryTextSchema) };
/**
 * The query of clients and pets: a number matches the end of clients' phone numbers, a term with @ their e-mail
 * addresses. The description announces this as `x-frontdesk-query`.
 */
const personQuery = z.optional(
  queryTextSchema.check(
    z.meta({
      description:
        'White-space separated terms, each the beginning of a word of a name, or, where it holds an @, of an e-mail address. At least 4 digits with nothing but blanks and + - ( ) / . between them are the end of a phone number, a leading 0 or + dropped. 1 to 200 UTF-16 units. Without NUL and without half of a surrogate pair.',
      param: { 'x-frontdesk-query': ['name', 'phone', 'email'] },
    }),
  ),
);
/** The path parameter of one record. A value that is not a UUID gets 404 rather than 400. */
const one = z.object({ id: z.string() });

/** All endpoints of the document (section 4) by operation name. */
export const endpoints = {
  ping: {
    method: 'GET',
    path: '/ping',
    input: z.extend(company, { storeIds }),
    response: z.literal('pong'),
    permission: null,
    tag: 'Service',
    summary: 'Health check',
  },
  listAppointments: {
    method: 'GET',
    path: '/v1/appointments',
    input: appointmentListQuerySchema,
    response: appointmentPageSchema,
    permission: 'appointments.read',
    tag: 'Appointments',
    summary: 'List appointments',
    description:
      'By creation date, then id. "Since", "after" and "before" are strict. A record whose stored values are not what the document allows is an object with its id alone.',
  },
  createAppointment: {
    method: 'POST',
    path: '/v1/appointments',
    input: createAppointmentRequestSchema,
    response: createdSchema,
    permission: 'appointments.write',
    creates: true,
    tag: 'Appointments',
    summary: 'Create an appointment',
    description:
      'In the first store of storeIds, in its first room that is free for the whole time. Answers with the id of the new appointment.',
  },
  searchAppointments: {
    method: 'POST',
    path: '/v1/appointments/search',
    input: appointmentSearchSchema,
    response: appointmentPageSchema,
    permission: 'appointments.read',
    tag: 'Appointments',
    summary: 'Search appointments',
    description:
      'Creates nothing. The newest created come first. Every white-space separated term of the query must begin a word of the title; the fields of the filter are combined with AND, and with one of the branches of `or`.',
  },
  listCompanies: {
    method: 'GET',
    path: '/v1/companies',
    input: z.object(lookup),
    response: companyPageSchema,
    permission: null,
    tag: 'Practice',
    summary: 'List the companies in reach, with their stores and rooms',
  },
  listClients: {
    method: 'GET',
    path: '/v1/clients',
    input: z.extend(company, { ...lookup, query: personQuery }),
    response: clientPageSchema,
    permission: 'clients.read',
    tag: 'Practice',
    summary: 'List clients',
  },
  listPets: {
    method: 'GET',
    path: '/v1/pets',
    input: z.extend(company, { clientId: z.optional(uuidSchema), ...lookup, query: personQuery }),
    response: petPageSchema,
    permission: 'pets.read',
    tag: 'Practice',
    summary: 'List pets',
    description: 'The query matches the names of the pet and of its client together.',
  },
  listEmployees: {
    method: 'GET',
    path: '/v1/employees',
    input: z.extend(company, { storeIds, ...lookup }),
    response: employeePageSchema,
    permission: 'employees.read',
    tag: 'Practice',
    summary: 'List the employees of the stores',
    description: 'Of the stores of an employee, only those that the key has access to are listed.',
  },
  listAppointmentTypes: {
    method: 'GET',
    path: '/v1/appointment-types',
    input: z.extend(company, lookup),
    response: appointmentTypePageSchema,
    permission: 'appointment_types.read',
    tag: 'Practice',
    summary: 'List appointment types',
  },
  listEnums: {
    method: 'GET',
    path: '/v1/enums',
    input: company,
    response: enumsSchema,
    permission: null,
    tag: 'Enums',
    summary: 'All enumerated values with their labels and colours',
  },
  getEnum: {
    method: 'GET',
    path: '/v1/enums/{enumName}',
    params: z.object({ enumName: z.string().register(z.globalRegistry, { examples: [...enumNames] }) }),
    input: company,
    response: z.array(enumEntrySchema),
    permission: null,
    tag: 'Enums',
    summary: 'The values of one enum',
  },
} as const satisfies Record<string, Endpoint>;

/**
 * The endpoints of our own service beyond the document, by operation name. They are used with another practice API
 * only where its `/openapi.json` describes them.
 */
export const extensions = {
  getMe: {
    method: 'GET',
    path: '/v1/me',
    input: company,
    response: keyHolderSchema,
    permission: null,
    tag: extensionTag,
    summary: 'Whose key this is, and what it may do',
    description: 'The employee that the key acts as, with the permissions and the stores that they have.',
  },
  getAppointment: {
    method: 'GET',
    path: '/v1/appointments/{id}',
    params: one,
    input: company,
    response: z.union([appointmentSchema, unresolvedRecordSchema]),
    permission: 'appointments.read',
    tag: extensionTag,
    summary: 'Read an appointment',
  },
  changeAppointment: {
    method: 'PATCH',
    path: '/v1/appointments/{id}',
    params: one,
    input: changeAppointmentSchema,
    response: appointmentSchema,
    permission: 'appointments.write',
    conflict: { when: 'The appointment has been changed meanwhile', body: changedMeanwhileSchema },
    tag: extensionTag,
    summary: 'Change an appointment',
    description:
      'Answers with the record as it is then. Where expectedUpdatedAt is not its present updatedAt, nothing is changed, and the response 409 has the record in data.current. A request whose changes are there already changes nothing and succeeds, so it can be repeated. The statuses checked_in, in_progress, ready_for_checkout and completed set checkedInAt where it is null; requested and confirmed empty it.',
  },
  listAppointmentHistory: {
    method: 'GET',
    path: '/v1/appointments/{id}/history',
    params: one,
    input: z.extend(company, { limit, cursor }),
    response: appointmentHistoryPageSchema,
    permission: 'appointments.read',
    tag: extensionTag,
    summary: 'Who changed what of an appointment',
    description: 'The newest change first; the create is the oldest entry.',
  },
  createClient: {
    method: 'POST',
    path: '/v1/clients',
    input: createClientSchema,
    response: createdSchema,
    permission: 'clients.write',
    creates: true,
    tag: extensionTag,
    summary: 'Register a client',
    description:
      'Answers with the id of the new client. Clients may share a name, a phone number or an e-mail address.',
  },
  createPet: {
    method: 'POST',
    path: '/v1/pets',
    input: createPetSchema,
    response: createdSchema,
    permission: 'pets.write',
    creates: true,
    tag: extensionTag,
    summary: 'Register a pet of a client',
    description: 'Answers with the id of the new pet.',
  },
  // What follows sets up the practice itself.
  changeCompany: {
    method: 'PATCH',
    path: '/v1/companies/{id}',
    params: one,
    input: changeCompanySchema,
    response: companySchema,
    permission: 'practice.write',
    tag: extensionTag,
    summary: 'Rename the company',
  },
  createStore: {
    method: 'POST',
    path: '/v1/stores',
    input: createStoreSchema,
    response: createdSchema,
    permission: 'practice.write',
    creates: true,
    tag: extensionTag,
    summary: 'Add a store',
    description:
      'Answers with the id of the new store, which is at once within reach of its maker and of all who had every store. Its name is unique in the company.',
  },
  changeStore: {
    method: 'PATCH',
    path: '/v1/stores/{id}',
    params: one,
    input: changeStoreSchema,
    response: storeSchema,
    permission: 'practice.write',
    tag: extensionTag,
    summary: 'Change a store or its opening hours',
  },
  createRoom: {
    method: 'POST',
    path: '/v1/rooms',
    input: createRoomSchema,
    response: createdSchema,
    permission: 'practice.write',
    creates: true,
    tag: extensionTag,
    summary: 'Add a room',
    description: 'Answers with the id of the new room, the last of its store. Its name is unique in the store.',
  },
  changeRoom: {
    method: 'PATCH',
    path: '/v1/rooms/{id}',
    params: one,
    input: changeRoomSchema,
    response: roomSchema,
    permission: 'practice.write',
    tag: extensionTag,
    summary: 'Change or move a room',
  },
  deleteRoom: {
    method: 'DELETE',
    path: '/v1/rooms/{id}',
    params: one,
    input: company,
    response: z.literal(true),
    permission: 'practice.write',
    conflict: { when: 'in_use: the room has a visit that has not ended, neither cancelled nor a no-show' },
    tag: extensionTag,
    summary: 'Delete a room',
  },
  createAppointmentType: {
    method: 'POST',
    path: '/v1/appointment-types',
    input: createAppointmentTypeSchema,
    response: createdSchema,
    permission: 'practice.write',
    creates: true,
    tag: extensionTag,
    summary: 'Add an appointment type',
    description: 'Answers with the id of the new type. Its name is unique in the company.',
  },
  changeAppointmentType: {
    method: 'PATCH',
    path: '/v1/appointment-types/{id}',
    params: one,
    input: changeAppointmentTypeSchema,
    response: appointmentTypeSchema,
    permission: 'practice.write',
    tag: extensionTag,
    summary: 'Change an appointment type',
    description: 'Visits that are booked keep name and category.',
  },
  createEmployee: {
    method: 'POST',
    path: '/v1/employees',
    input: createEmployeeSchema,
    response: createdSchema,
    permission: 'practice.write',
    creates: true,
    tag: extensionTag,
    summary: 'Add an employee',
    description: 'Answers with the id of the new employee. Nobody gives a permission or a store that they lack.',
  },
  getEmployee: {
    method: 'GET',
    path: '/v1/employees/{id}',
    params: one,
    input: company,
    response: z.union([managedEmployeeSchema, unresolvedRecordSchema]),
    permission: 'practice.write',
    tag: extensionTag,
    summary: 'Read an employee with their permissions',
  },
  changeEmployee: {
    method: 'PATCH',
    path: '/v1/employees/{id}',
    params: one,
    input: changeEmployeeSchema,
    response: managedEmployeeSchema,
    permission: 'practice.write',
    conflict: { when: 'last_manager: nobody else who is active has the permission practice.write' },
    tag: extensionTag,
    summary: 'Change an employee',
    description:
      'Nobody gives a permission or a store that they lack, nor changes permissions, stores or isActive of one who has what they lack. The keys of one who becomes inactive are revoked for good.',
  },
  listKeys: {
    method: 'GET',
    path: '/v1/employees/{id}/keys',
    params: one,
    input: z.extend(company, { limit, cursor }),
    response: keyPageSchema,
    permission: 'practice.write',
    tag: extensionTag,
    summary: 'List the keys of an employee',
    description: 'The newest first; never the keys themselves.',
  },
  issueKey: {
    method: 'POST',
    path: '/v1/employees/{id}/keys',
    params: one,
    input: issueKeySchema,
    response: issuedKeySchema,
    permission: 'practice.write',
    creates: true,
    conflict: { when: 'already_issued: with this Idempotency-Key the key was issued, and it is shown only once' },
    tag: extensionTag,
    summary: 'Issue a key',
    description: 'The answer is the only time that the key is shown. The employee must be active.',
  },
  revokeKey: {
    method: 'DELETE',
    path: '/v1/keys/{id}',
    params: one,
    input: company,
    response: z.literal(true),
    permission: 'practice.write',
    tag: extensionTag,
    summary: 'Revoke a key',
    description: 'True also where it is revoked already.',
  },
  listPracticeHistory: {
    method: 'GET',
    path: '/v1/practice/history',
    input: z.extend(company, { limit, cursor }),
    response: practiceHistoryPageSchema,
    permission: 'practice.write',
    tag: extensionTag,
    summary: 'Who changed what of the practice',
    description: 'The newest change first, those of the stores in reach.',
  },
} as const satisfies Record<string, Endpoint>;
