import * as z from 'zod/mini';
import {
  appointmentListQuerySchema,
  appointmentPageSchema,
  createAppointmentRequestSchema,
  createdSchema,
} from '#contract/appointment.ts';
import { appointmentSearchSchema } from '#contract/appointment-search.ts';
import {
  appointmentTypePageSchema,
  clientPageSchema,
  companyPageSchema,
  employeePageSchema,
  petPageSchema,
} from '#contract/clients-pets-staff.ts';
import { company, cursor, type Endpoint, storeIds } from '#contract/endpoint.ts';
import { enumEntrySchema, enumNames, enumsSchema } from '#contract/enums.ts';
import { limitSchema as limit } from '#contract/page.ts';
import { queryTextSchema, uuidSchema } from '#contract/primitives.ts';
import {
  receivedAppointmentSchema,
  receivedAppointmentTypeSchema,
  receivedClientSchema,
  receivedCompanySchema,
  receivedEmployeeSchema,
  receivedEnumsSchema,
  receivedIdSchema,
  receivedPageSchema,
  receivedPetSchema,
} from '#contract/received.ts';

/** The parameters of every lookup list; `query` matches prefixes of the words of a name. */
const lookup = { limit, cursor, query: z.optional(queryTextSchema) };
/**
 * The query for clients and pets: digits match the end of clients' phone numbers, a term with @ their email addresses. The
 * OpenAPI description announces this as `x-frontdesk-query`.
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
/** Beyond the specification: true for active records only, false for inactive ones only. */
const isActive = z.optional(z.boolean());

/** Beyond the specification: true for clients with their pets, found by the names of the pets, too. */
const withPets = z.optional(z.boolean());

/** All endpoints of the specification (section 4) by operation name. */
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
    received: receivedPageSchema(receivedAppointmentSchema),
    permission: 'appointments.read',
    tag: 'Appointments',
    summary: 'List appointments',
    description:
      'By creation date, then id. "Since", "after" and "before" are strict. A record whose stored values are not what the specification allows is an object with only its id.',
  },
  createAppointment: {
    method: 'POST',
    path: '/v1/appointments',
    input: createAppointmentRequestSchema,
    response: createdSchema,
    received: receivedIdSchema,
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
    received: receivedPageSchema(receivedAppointmentSchema),
    permission: 'appointments.read',
    tag: 'Appointments',
    summary: 'Search appointments',
    description:
      'Creates nothing. The newest created come first; with the order start the earliest start, with -start the latest. Where a start is missing, it counts as the latest. A cursor is for its order alone. Every white-space separated term of the query must begin a word of the title; the fields of the filter are combined with AND, and with one of the branches of `or`.',
  },
  listCompanies: {
    method: 'GET',
    path: '/v1/companies',
    input: z.object(lookup),
    response: companyPageSchema,
    received: receivedPageSchema(receivedCompanySchema),
    permission: null,
    tag: 'Practice',
    summary: 'List the accessible companies, with their stores and rooms',
  },
  listClients: {
    method: 'GET',
    path: '/v1/clients',
    input: z.extend(company, { ...lookup, query: personQuery, isActive, withPets }),
    response: clientPageSchema,
    received: receivedPageSchema(receivedClientSchema),
    permission: 'clients.read',
    tag: 'Practice',
    summary: 'List clients',
    description:
      'In the order of first name, then last name, without regard to case and accents. With `withPets` each client has `pets`, by name, and the query matches the names of a pet and its client together.',
  },
  listPets: {
    method: 'GET',
    path: '/v1/pets',
    input: z.extend(company, { clientId: z.optional(uuidSchema), ...lookup, query: personQuery, isActive }),
    response: petPageSchema,
    received: receivedPageSchema(receivedPetSchema),
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
    received: receivedPageSchema(receivedEmployeeSchema),
    permission: 'employees.read',
    tag: 'Practice',
    summary: 'List the employees of the stores',
    description:
      'Of the stores of an employee, only those that the key has access to are listed; permissions only for who has practice.write.',
  },
  listAppointmentTypes: {
    method: 'GET',
    path: '/v1/appointment-types',
    input: z.extend(company, lookup),
    response: appointmentTypePageSchema,
    received: receivedPageSchema(receivedAppointmentTypeSchema),
    permission: 'appointment_types.read',
    tag: 'Practice',
    summary: 'List appointment types',
  },
  listEnums: {
    method: 'GET',
    path: '/v1/enums',
    input: company,
    response: enumsSchema,
    received: receivedEnumsSchema,
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
