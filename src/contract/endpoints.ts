import { z } from 'zod';
import {
  appointmentListQuerySchema,
  appointmentPageSchema,
  appointmentSchema,
  createAppointmentRequestSchema,
  createdSchema,
} from '#contract/appointment.ts';
import {
  appointmentHistoryPageSchema,
  appointmentHistoryQuerySchema,
  appointmentParamsSchema,
  appointmentQuerySchema,
  changeAppointmentSchema,
  changedMeanwhileSchema,
  oneAppointmentSchema,
} from '#contract/appointment-change.ts';
import { appointmentSearchSchema } from '#contract/appointment-search.ts';
import { enumEntrySchema, enumNames, enumsSchema } from '#contract/enums.ts';
import type { Permission } from '#contract/permissions.ts';
import {
  appointmentTypeListQuerySchema,
  appointmentTypePageSchema,
  clientListQuerySchema,
  clientPageSchema,
  companyListQuerySchema,
  companyPageSchema,
  createClientSchema,
  createPetSchema,
  employeeListQuerySchema,
  employeePageSchema,
  enumsQuerySchema,
  keyHolderQuerySchema,
  keyHolderSchema,
  petListQuerySchema,
  petPageSchema,
  pingQuerySchema,
} from '#contract/resources.ts';

/**
 * An endpoint of the practice API: the one description from which the service's routes and checks, `/openapi.json`,
 * and the gateway's list of allowed requests are derived.
 */
export interface Endpoint<Input extends z.ZodObject = z.ZodObject, Response extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Path parameters stand in braces: `/v1/enums/{enumName}`. */
  readonly path: `/${string}`;
  readonly params?: z.ZodObject;
  /**
   * The decoded query of a GET, the JSON body of anything else (section 1). Its `companyId` and `storeIds`, where it has them,
   * are what the key must have access to.
   */
  readonly input: Input;
  /** The body of the response 200. */
  readonly response: Response;
  /** The permission that the employee behind the key needs; null where access to the company is enough. */
  readonly permission: Permission | null;
  /** Whether it writes, which a read-only key may not (section 5.6). */
  readonly writes: boolean;
  /** Whether it creates something and so accepts the header `Idempotency-Key`. */
  readonly creates?: true;
  /** The statuses other than 200, each with the error body of section 7. */
  readonly errors: readonly EndpointErrorStatus[];
  /** The body of 409 where it is not the error body of section 7. */
  readonly conflict?: z.ZodType;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
}

export type EndpointErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500;

/** The OpenAPI tag of what our own service offers beyond the document. */
export const additionTag = 'Beyond the document';

/** All endpoints of the document (section 4) by operation name. */
export const endpoints = {
  ping: {
    method: 'GET',
    path: '/ping',
    input: pingQuerySchema,
    response: z.literal('pong'),
    permission: null,
    writes: false,
    errors: [400, 401, 403, 404, 429, 500],
    tag: 'Service',
    summary: 'Health check',
  },
  listAppointments: {
    method: 'GET',
    path: '/v1/appointments',
    input: appointmentListQuerySchema,
    response: appointmentPageSchema,
    permission: 'appointments.read',
    writes: false,
    errors: [400, 401, 403, 404, 429, 500],
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
    writes: true,
    creates: true,
    errors: [400, 401, 403, 404, 409, 413, 422, 429, 500],
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
    writes: false,
    errors: [400, 401, 403, 404, 413, 429, 500],
    tag: 'Appointments',
    summary: 'Search appointments',
    description:
      'Creates nothing. The newest created come first. Every white-space separated term of the query must begin a word of the title; the fields of the filter are combined with AND, and with one of the branches of `or`.',
  },
  listCompanies: {
    method: 'GET',
    path: '/v1/companies',
    input: companyListQuerySchema,
    response: companyPageSchema,
    permission: null,
    writes: false,
    errors: [400, 401, 429, 500],
    tag: 'Practice',
    summary: 'List the companies in reach, with their stores and rooms',
  },
  listClients: {
    method: 'GET',
    path: '/v1/clients',
    input: clientListQuerySchema,
    response: clientPageSchema,
    permission: 'clients.read',
    writes: false,
    errors: [400, 401, 403, 429, 500],
    tag: 'Practice',
    summary: 'List clients',
  },
  listPets: {
    method: 'GET',
    path: '/v1/pets',
    input: petListQuerySchema,
    response: petPageSchema,
    permission: 'pets.read',
    writes: false,
    errors: [400, 401, 403, 429, 500],
    tag: 'Practice',
    summary: 'List pets',
    description: 'The query matches the names of the pet and of its client together.',
  },
  listEmployees: {
    method: 'GET',
    path: '/v1/employees',
    input: employeeListQuerySchema,
    response: employeePageSchema,
    permission: 'employees.read',
    writes: false,
    errors: [400, 401, 403, 404, 429, 500],
    tag: 'Practice',
    summary: 'List the employees of the stores',
    description: 'Of the stores of an employee, only those that the key has access to are listed.',
  },
  listAppointmentTypes: {
    method: 'GET',
    path: '/v1/appointment-types',
    input: appointmentTypeListQuerySchema,
    response: appointmentTypePageSchema,
    permission: 'appointment_types.read',
    writes: false,
    errors: [400, 401, 403, 429, 500],
    tag: 'Practice',
    summary: 'List appointment types',
  },
  listEnums: {
    method: 'GET',
    path: '/v1/enums',
    input: enumsQuerySchema,
    response: enumsSchema,
    permission: null,
    writes: false,
    errors: [400, 401, 403, 429, 500],
    tag: 'Enums',
    summary: 'All enumerated values with their labels and colours',
  },
  getEnum: {
    method: 'GET',
    path: '/v1/enums/{enumName}',
    params: z.object({ enumName: z.string().meta({ examples: [...enumNames] }) }),
    input: enumsQuerySchema,
    response: z.array(enumEntrySchema),
    permission: null,
    writes: false,
    errors: [400, 401, 403, 404, 429, 500],
    tag: 'Enums',
    summary: 'The values of one enum',
  },
} as const satisfies Record<string, Endpoint>;

/**
 * The endpoints of our own service beyond the document, by operation name. They are used with another practice API
 * only where its `/openapi.json` describes them.
 */
export const additions = {
  getMe: {
    method: 'GET',
    path: '/v1/me',
    input: keyHolderQuerySchema,
    response: keyHolderSchema,
    permission: null,
    writes: false,
    errors: [400, 401, 403, 429, 500],
    tag: additionTag,
    summary: 'Whose key this is, and what it may do',
    description: 'The employee that the key acts as, with the permissions and the stores that they have.',
  },
  getAppointment: {
    method: 'GET',
    path: '/v1/appointments/{id}',
    params: appointmentParamsSchema,
    input: appointmentQuerySchema,
    response: oneAppointmentSchema,
    permission: 'appointments.read',
    writes: false,
    errors: [400, 401, 403, 404, 429, 500],
    tag: additionTag,
    summary: 'Read an appointment',
  },
  changeAppointment: {
    method: 'PATCH',
    path: '/v1/appointments/{id}',
    params: appointmentParamsSchema,
    input: changeAppointmentSchema,
    response: appointmentSchema,
    permission: 'appointments.write',
    writes: true,
    errors: [400, 401, 403, 404, 409, 413, 429, 500],
    conflict: changedMeanwhileSchema,
    tag: additionTag,
    summary: 'Change an appointment',
    description:
      'Answers with the record as it is then. Where expectedUpdatedAt is not its present updatedAt, nothing is changed, and the response 409 has the record in data.current. A request whose changes are there already changes nothing and succeeds, so it can be repeated. The statuses checked_in, in_progress, ready_for_checkout and completed set checkedInAt where it is null; requested and confirmed empty it.',
  },
  listAppointmentHistory: {
    method: 'GET',
    path: '/v1/appointments/{id}/history',
    params: appointmentParamsSchema,
    input: appointmentHistoryQuerySchema,
    response: appointmentHistoryPageSchema,
    permission: 'appointments.read',
    writes: false,
    errors: [400, 401, 403, 404, 429, 500],
    tag: additionTag,
    summary: 'Who changed what of an appointment',
    description: 'The newest change first; the create is the oldest entry.',
  },
  createClient: {
    method: 'POST',
    path: '/v1/clients',
    input: createClientSchema,
    response: createdSchema,
    permission: 'clients.write',
    writes: true,
    creates: true,
    errors: [400, 401, 403, 409, 413, 422, 429, 500],
    tag: additionTag,
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
    writes: true,
    creates: true,
    errors: [400, 401, 403, 409, 413, 422, 429, 500],
    tag: additionTag,
    summary: 'Register a pet of a client',
    description: 'Answers with the id of the new pet.',
  },
} as const satisfies Record<string, Endpoint>;
