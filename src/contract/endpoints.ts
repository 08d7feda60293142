import * as z from 'zod/mini';
import {
  appointmentListQuerySchema,
  appointmentPageSchema,
  createAppointmentRequestSchema,
  createdSchema,
} from '#contract/appointment.ts';
import { appointmentSearchSchema } from '#contract/appointment-search.ts';
import { calls } from '#contract/calls.ts';
import {
  appointmentTypePageSchema,
  clientPageSchema,
  companyPageSchema,
  employeePageSchema,
  petPageSchema,
} from '#contract/clients-pets-staff.ts';
import { companyQuerySchema, cursorSchema, type Endpoint, storeIdsSchema } from '#contract/endpoint.ts';
import { enumEntrySchema, enumsSchema } from '#contract/enum-entries.ts';
import { enumNames } from '#contract/enums.ts';
import { limitSchema as limit } from '#contract/page.ts';
import { queryTextSchema, uuidSchema } from '#contract/primitives.ts';

/** The parameters of every lookup list; `query` matches prefixes of the words of a name. */
const lookupInput = { limit, cursor: cursorSchema, query: z.optional(queryTextSchema) };
/**
 * The query for clients and pets. Besides the words of names, digits match the end of a client's phone number, and a
 * term with an @ matches the beginning of a client's e-mail address. The OpenAPI description announces this as
 * `x-frontdesk-query`.
 */
const clientOrPetQuerySchema = z.optional(
  queryTextSchema.check(
    z.meta({
      description:
        'White-space separated terms, each the beginning of a word of a name, or, where it holds an @, of an e-mail address. At least 4 digits with nothing but blanks and + - ( ) / . between them are the end of a phone number, a leading 0 or + dropped. 1 to 200 UTF-16 units. Without NUL and without half of a surrogate pair.',
      param: { 'x-frontdesk-query': ['name', 'phone', 'email'] },
    }),
  ),
);
/** Beyond the specification: true for active records only, false for inactive ones only, absent for both. */
const isActiveSchema = z.optional(z.boolean());

/** Beyond the specification: if true, clients come with their pets and are found by the names of their pets as well. */
const withPetsSchema = z.optional(z.boolean());

/** All endpoints of section 4 of the specification, keyed by operation name. */
export const endpoints = {
  ping: {
    ...calls.ping,
    input: z.extend(companyQuerySchema, { storeIds: storeIdsSchema }),
    response: z.literal('pong'),
    tag: 'Service',
    summary: 'Health check',
  },
  listAppointments: {
    ...calls.listAppointments,
    input: appointmentListQuerySchema,
    response: appointmentPageSchema,
    tag: 'Appointments',
    summary: 'List appointments',
    description:
      'By creation date, then id. "Since", "after" and "before" are strict. A record whose stored values are not what the specification allows is an object with only its id.',
  },
  createAppointment: {
    ...calls.createAppointment,
    input: createAppointmentRequestSchema,
    response: createdSchema,
    creates: true,
    tag: 'Appointments',
    summary: 'Create an appointment',
    description:
      'In the first store of storeIds, in its first room that is free for the whole time. Answers with the id of the new appointment.',
  },
  searchAppointments: {
    ...calls.searchAppointments,
    input: appointmentSearchSchema,
    response: appointmentPageSchema,
    tag: 'Appointments',
    summary: 'Search appointments',
    description:
      'Creates nothing. The newest created come first; with the order start the earliest start, with -start the latest. Where a start is missing, it counts as the latest. A cursor is for its order alone. Every white-space separated term of the query must begin a word of the title; the fields of the filter are combined with AND, and with one of the branches of `or`.',
  },
  listCompanies: {
    ...calls.listCompanies,
    input: z.object(lookupInput),
    response: companyPageSchema,
    tag: 'Practice',
    summary: 'List the accessible companies, with their stores and rooms',
  },
  listClients: {
    ...calls.listClients,
    input: z.extend(companyQuerySchema, {
      ...lookupInput,
      query: clientOrPetQuerySchema,
      isActive: isActiveSchema,
      withPets: withPetsSchema,
    }),
    response: clientPageSchema,
    tag: 'Practice',
    summary: 'List clients',
    description:
      'In the order of first name, then last name, without regard to case and accents. With `withPets` each client has `pets`, by name, and the query matches the names of a pet and its client together.',
  },
  listPets: {
    ...calls.listPets,
    input: z.extend(companyQuerySchema, {
      clientId: z.optional(uuidSchema),
      ...lookupInput,
      query: clientOrPetQuerySchema,
      isActive: isActiveSchema,
    }),
    response: petPageSchema,
    tag: 'Practice',
    summary: 'List pets',
    description: 'The query matches the names of the pet and of its client together.',
  },
  listEmployees: {
    ...calls.listEmployees,
    input: z.extend(companyQuerySchema, { storeIds: storeIdsSchema, ...lookupInput }),
    response: employeePageSchema,
    tag: 'Practice',
    summary: 'List the employees of the stores',
    description:
      'Of the stores of an employee, only those that the key has access to are listed; permissions only for who has practice.write.',
  },
  listAppointmentTypes: {
    ...calls.listAppointmentTypes,
    input: z.extend(companyQuerySchema, lookupInput),
    response: appointmentTypePageSchema,
    tag: 'Practice',
    summary: 'List appointment types',
  },
  listEnums: {
    ...calls.listEnums,
    input: companyQuerySchema,
    response: enumsSchema,
    tag: 'Enums',
    summary: 'All enumerated values with their labels and colours',
  },
  getEnum: {
    ...calls.getEnum,
    params: z.object({ enumName: z.string().register(z.globalRegistry, { examples: [...enumNames] }) }),
    input: companyQuerySchema,
    response: z.array(enumEntrySchema),
    tag: 'Enums',
    summary: 'The values of one enum',
  },
} as const satisfies Record<string, Endpoint>;
