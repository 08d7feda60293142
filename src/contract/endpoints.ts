import { z } from 'zod';
import {
  appointmentListQuerySchema,
  appointmentPageSchema,
  createAppointmentRequestSchema,
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
export interface Endpoint<Input extends z.ZodObject = z.ZodObject, Response extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST';
  /** Path parameters stand in braces: `/v1/enums/{enumName}`. */
  readonly path: `/${string}`;
  readonly params?: z.ZodObject;
  /**
   * The decoded query of a GET, the JSON body of a POST (section 1). Its `companyId` and `storeIds`, where it has them,
   * are what the key must have access to.
   */
  readonly input: Input;
  /** The body of the response 200. */
  readonly response: Response;
  /** What the employee behind the key must be granted; null where access to the company is enough. */
  readonly permission: Permission | null;
  /** Whether it changes anything, which a read only key may not (section 5.6). */
  readonly writes: boolean;
  /** The statuses other than 200 that it may respond with, each with the error body of section 7. */
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
    description: 'Of the stores of an employee, those in reach of the key are told.',
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

export type EndpointName = keyof typeof endpoints;
