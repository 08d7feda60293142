import { z } from 'zod';
import {
  appointmentListQuerySchema,
  appointmentPageSchema,
  createAppointmentSchema,
  createdAppointmentSchema,
} from '#contract/appointment.ts';
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
  employeeListQuerySchema,
  employeePageSchema,
  enumsQuerySchema,
  petListQuerySchema,
  petPageSchema,
  pingQuerySchema,
} from '#contract/resources.ts';

/**
 * An endpoint of the practice API: the one description that the service's routes, checks and `/openapi.json`, and the
 * gateway's list of allowed requests are made from.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Path parameters stand in braces: `/v1/enums/{enumName}`. */
  readonly path: `/${string}`;
  readonly params?: z.ZodObject;
  /** The query once decoded; `companyId` and `storeIds` in here or in the body are what the key must have access to. */
  readonly query?: z.ZodObject;
  /** The JSON body; a request without it, or with properties that it does not name, is refused. */
  readonly body?: z.ZodObject;
  /** The body of the answer 200. */
  readonly response: z.ZodType;
  /** What the employee behind the key must be granted; null where access to the company is enough. */
  readonly permission: Permission | null;
  /** Whether it changes anything, which a read only key may not (section 5.6). */
  readonly writes: boolean;
  /** The statuses other than 200 that it may answer with, each with the error body of section 7. */
  readonly errors: readonly EndpointErrorStatus[];
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
}

export type EndpointErrorStatus = 400 | 401 | 403 | 404 | 413 | 429 | 500;

/** All endpoints of the document (section 4) by the name of what they do. */
export const endpoints = {
  ping: {
    method: 'GET',
    path: '/ping',
    query: pingQuerySchema,
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
    query: appointmentListQuerySchema,
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
    body: createAppointmentSchema,
    response: createdAppointmentSchema,
    permission: 'appointments.write',
    writes: true,
    errors: [400, 401, 403, 404, 413, 429, 500],
    tag: 'Appointments',
    summary: 'Create an appointment',
    description:
      'In the first store of storeIds, in its first room that is free for the whole time. Answers with the id of the new appointment.',
  },
  searchAppointments: {
    method: 'POST',
    path: '/v1/appointments/search',
    body: appointmentSearchSchema,
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
    query: companyListQuerySchema,
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
    query: clientListQuerySchema,
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
    query: petListQuerySchema,
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
    query: employeeListQuerySchema,
    response: employeePageSchema,
    permission: 'employees.read',
    writes: false,
    errors: [400, 401, 403, 404, 429, 500],
    tag: 'Practice',
    summary: 'List the employees of the stores',
    description: 'Of the stores of an employee, those in reach of the key are told.',
  },
  listAppointmentTypes: {
    method: 'GET',
    path: '/v1/appointment-types',
    query: appointmentTypeListQuerySchema,
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
    query: enumsQuerySchema,
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
    query: enumsQuerySchema,
    response: z.array(enumEntrySchema),
    permission: null,
    writes: false,
    errors: [400, 401, 403, 404, 429, 500],
    tag: 'Enums',
    summary: 'The values of one enum',
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
