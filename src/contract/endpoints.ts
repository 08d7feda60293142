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
  deleteAppointmentSchema,
  giveReasonSchema,
  historyEntrySchema,
  historyPageSchema,
  historyQuerySchema,
} from '#contract/appointment-change.ts';
import { appointmentSearchSchema } from '#contract/appointment-search.ts';
import { createdSeriesSchema, createSeriesSchema } from '#contract/appointment-series.ts';
import {
  availabilityChangedMeanwhileSchema,
  availabilityPageSchema,
  availabilityQuerySchema,
  changeAvailabilitySchema,
  changedAvailabilitySchema,
} from '#contract/availability.ts';
import {
  appointmentTypePageSchema,
  changeClientSchema,
  changePetSchema,
  clientChangedMeanwhileSchema,
  clientPageSchema,
  clientSchema,
  companyPageSchema,
  createClientSchema,
  createPetSchema,
  employeePageSchema,
  keyHolderSchema,
  petChangedMeanwhileSchema,
  petPageSchema,
  petSchema,
} from '#contract/clients-pets-staff.ts';
import { company, cursor, type Endpoint, extensionTag, one, storeIds } from '#contract/endpoint.ts';
import { enumEntrySchema, enumNames, enumsSchema } from '#contract/enums.ts';
import { limitSchema as limit, unresolvedRecordSchema } from '#contract/page.ts';
import { queryTextSchema, uuidSchema } from '#contract/primitives.ts';
import {
  receivedAppointmentSchema,
  receivedAppointmentTypeSchema,
  receivedClientSchema,
  receivedCompanySchema,
  receivedEmployeeSchema,
  receivedEnumsSchema,
  receivedHistoryEntrySchema,
  receivedIdSchema,
  receivedPageSchema,
  receivedPetSchema,
  receivedTaggedHistoryEntrySchema,
} from '#contract/received.ts';
import { receivedAvailabilitySchema, receivedPlanChangeSchema } from '#contract/received-availability.ts';
import { receivedCreatedSeriesSchema, receivedWaitingListEntrySchema } from '#contract/received-waiting-list.ts';
import {
  changeWaitingListEntrySchema,
  createWaitingListEntrySchema,
  waitingListChangedMeanwhileSchema,
  waitingListEntrySchema,
  waitingListPageSchema,
  waitingListQuerySchema,
} from '#contract/waiting-list.ts';

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
/** Beyond the document: true for active records only, false for inactive ones only. */
const isActive = z.optional(z.boolean());

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
    received: receivedPageSchema(receivedAppointmentSchema),
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
    summary: 'List the companies in reach, with their stores and rooms',
  },
  listClients: {
    method: 'GET',
    path: '/v1/clients',
    input: z.extend(company, { ...lookup, query: personQuery, isActive }),
    response: clientPageSchema,
    received: receivedPageSchema(receivedClientSchema),
    permission: 'clients.read',
    tag: 'Practice',
    summary: 'List clients',
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

/**
 * The endpoints beyond the document that a desk uses, by operation name (`practice-endpoints.ts` has those for managing the
 * practice). With another practice system they are used only if its `/openapi.json` describes them.
 */
export const extensions = {
  getMe: {
    method: 'GET',
    path: '/v1/me',
    input: company,
    response: z.union([keyHolderSchema, unresolvedRecordSchema]),
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
    received: receivedAppointmentSchema,
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
    received: receivedAppointmentSchema,
    permission: 'appointments.write',
    conflict: { when: 'The appointment has been changed in the meantime', body: changedMeanwhileSchema },
    tag: extensionTag,
    summary: 'Change an appointment',
    description:
      'Answers with the record as it is then. Where expectedUpdatedAt is not its present updatedAt, nothing is changed, and the response 409 has the record in data.current. A request whose changes are there already changes nothing and succeeds, so it can be repeated. The statuses checked_in, in_progress, ready_for_checkout and completed set checkedInAt where it is null; requested and confirmed empty it.',
  },
  deleteAppointment: {
    method: 'DELETE',
    path: '/v1/appointments/{id}',
    params: one,
    input: deleteAppointmentSchema,
    response: z.literal(true),
    permission: 'appointments.write',
    conflict: {
      when: 'changed_meanwhile: the appointment has been changed in the meantime; not_removable: it was booked more than 10 minutes ago or by another employee, or another employee has changed it',
      body: changedMeanwhileSchema,
    },
    tag: extensionTag,
    summary: 'Take a booking back',
    description:
      'For 10 minutes after its create, for a key of the employee who booked it by this API, and while nobody else has changed it; else cancel it. The appointment and its history are gone then. A create that is sent again with its Idempotency-Key still answers with the id, and creates nothing.',
  },
  listAppointmentHistory: {
    method: 'GET',
    path: '/v1/appointments/{id}/history',
    params: one,
    input: z.extend(company, { limit, cursor }),
    response: appointmentHistoryPageSchema,
    received: receivedPageSchema(receivedHistoryEntrySchema),
    permission: 'appointments.read',
    tag: extensionTag,
    summary: 'Who changed what of an appointment',
    description:
      'The newest change first; the create is the oldest entry. An entry has the reason of its change where one was given.',
  },
  giveReason: {
    method: 'POST',
    path: '/v1/appointments/{id}/reason',
    params: one,
    input: giveReasonSchema,
    response: historyEntrySchema,
    received: receivedHistoryEntrySchema,
    permission: 'appointments.write',
    tag: extensionTag,
    summary: 'Give the reason of a change of status afterwards',
    description:
      'Sets the reason of the change whose history entry has this `at`, which is the `updatedAt` that it gave the appointment; null removes it. The appointment stays as it is, and so does its updatedAt. 404 where there is no such change of its status. It can be repeated.',
  },
  listHistory: {
    method: 'GET',
    path: '/v1/appointment-history',
    input: historyQuerySchema,
    response: historyPageSchema,
    received: receivedPageSchema(receivedTaggedHistoryEntrySchema),
    permission: 'appointments.read',
    tag: extensionTag,
    summary: 'Who changed what of the appointments of some days',
    description:
      'The history entries of all appointments that start from `start` on and before `end`, at most 100 days, by `at`, then `appointmentId`.',
  },
  createSeries: {
    method: 'POST',
    path: '/v1/appointments/series',
    input: createSeriesSchema,
    response: createdSeriesSchema,
    received: receivedCreatedSeriesSchema,
    permission: 'appointments.write',
    creates: true,
    tag: extensionTag,
    summary: 'Book several appointments of a pet at once',
    description:
      'All of them or none, each as a create has it, one request of the rate limit. Answers with the ids of the series and of its appointments, in the order of the times.',
  },
  listSeries: {
    method: 'GET',
    path: '/v1/appointments/{id}/series',
    params: one,
    input: z.extend(company, { limit, cursor }),
    response: appointmentPageSchema,
    received: receivedPageSchema(receivedAppointmentSchema),
    permission: 'appointments.read',
    tag: extensionTag,
    summary: 'The appointments that were booked together with this one',
    description: 'By start, the unresolved ones last; of an appointment that was booked alone, just itself.',
  },
  listWaitingList: {
    method: 'GET',
    path: '/v1/waiting-list',
    input: waitingListQuerySchema,
    response: waitingListPageSchema,
    received: receivedPageSchema(receivedWaitingListEntrySchema),
    permission: 'appointments.read',
    tag: extensionTag,
    summary: 'Who waits for an appointment',
    description: 'The oldest first. Entries of stores out of reach are left out.',
  },
  createWaitingListEntry: {
    method: 'POST',
    path: '/v1/waiting-list',
    input: createWaitingListEntrySchema,
    response: createdSchema,
    received: receivedIdSchema,
    permission: 'appointments.write',
    creates: true,
    tag: extensionTag,
    summary: 'Put a pet on the waiting list',
    description:
      'Answers with the id of the entry. The client is that of the pet, the duration that of the visit type where it is left out.',
  },
  changeWaitingListEntry: {
    method: 'PATCH',
    path: '/v1/waiting-list/{id}',
    params: one,
    input: changeWaitingListEntrySchema,
    response: waitingListEntrySchema,
    received: receivedWaitingListEntrySchema,
    permission: 'appointments.write',
    conflict: { when: 'The entry has been changed in the meantime', body: waitingListChangedMeanwhileSchema },
    tag: extensionTag,
    summary: 'Change an entry of the waiting list',
    description:
      'Answers with the entry as it is then. Where expectedUpdatedAt is not its present updatedAt, nothing is changed, and the response 409 has the entry in data.current. A request whose changes are there already changes nothing and succeeds, so it can be repeated. The status booked needs the appointmentId of an appointment of the company in the same request; with any other status there is none.',
  },
  createClient: {
    method: 'POST',
    path: '/v1/clients',
    input: createClientSchema,
    response: createdSchema,
    received: receivedIdSchema,
    permission: 'clients.write',
    creates: true,
    tag: extensionTag,
    summary: 'Register a client',
    description:
      'Answers with the id of the new client. Clients may share a name, a phone number or an e-mail address.',
  },
  getClient: {
    method: 'GET',
    path: '/v1/clients/{id}',
    params: one,
    input: company,
    response: z.union([clientSchema, unresolvedRecordSchema]),
    received: receivedClientSchema,
    permission: 'clients.read',
    tag: extensionTag,
    summary: 'Read a client',
  },
  changeClient: {
    method: 'PATCH',
    path: '/v1/clients/{id}',
    params: one,
    input: changeClientSchema,
    response: clientSchema,
    received: receivedClientSchema,
    permission: 'clients.write',
    conflict: {
      when: 'The client has been changed in the meantime',
      body: clientChangedMeanwhileSchema,
      permission: 'clients.read',
    },
    tag: extensionTag,
    summary: 'Change a client',
    description:
      'Answers with the record as it is then. Where expectedUpdatedAt is not its present updatedAt, nothing is changed, and the response 409 has the record in data.current. A request whose changes are there already changes nothing and succeeds, so it can be repeated.',
  },
  createPet: {
    method: 'POST',
    path: '/v1/pets',
    input: createPetSchema,
    response: createdSchema,
    received: receivedIdSchema,
    permission: 'pets.write',
    creates: true,
    tag: extensionTag,
    summary: 'Register a pet of a client',
    description: 'Answers with the id of the new pet.',
  },
  getPet: {
    method: 'GET',
    path: '/v1/pets/{id}',
    params: one,
    input: company,
    response: z.union([petSchema, unresolvedRecordSchema]),
    received: receivedPetSchema,
    permission: 'pets.read',
    tag: extensionTag,
    summary: 'Read a pet',
  },
  changePet: {
    method: 'PATCH',
    path: '/v1/pets/{id}',
    params: one,
    input: changePetSchema,
    response: petSchema,
    received: receivedPetSchema,
    permission: 'pets.write',
    conflict: {
      when: 'The pet has been changed in the meantime',
      body: petChangedMeanwhileSchema,
      permission: 'pets.read',
    },
    tag: extensionTag,
    summary: 'Change a pet, or move it to another client',
    description:
      'Answers with the record as it is then; 409 and repeating as in the change of a client. The titles of appointments to come that the service composed of the former name follow the new one.',
  },
  listAvailability: {
    method: 'GET',
    path: '/v1/availability',
    input: availabilityQuerySchema,
    response: availabilityPageSchema,
    received: receivedPageSchema(receivedAvailabilitySchema),
    permission: 'appointments.read',
    tag: extensionTag,
    summary: 'Who is on duty, and what cannot be booked',
    description:
      'The entries that overlap the time from start until end, at most 400 days, by start, then id. Entries of stores out of reach are left out, and with storeIds those of other stores; those without a store are always there.',
  },
  changeAvailability: {
    method: 'POST',
    path: '/v1/availability/changes',
    input: changeAvailabilitySchema,
    response: changedAvailabilitySchema,
    received: receivedPlanChangeSchema,
    permission: 'availability.write',
    conflict: { when: 'Entries have been changed in the meantime', body: availabilityChangedMeanwhileSchema },
    tag: extensionTag,
    summary: 'Change the plan',
    description:
      'Adds, replaces and removes 1 to 500 entries in one transaction, all of them or none. The caller chooses the ids. An entry of put without expectedUpdatedAt is new, one with it replaces the entry that is there. Where an expectedUpdatedAt is not the present one, or a new id is taken, nothing is changed, and the response 409 has those entries in data.current. What is as it should be already is no conflict, so a request whose response was lost can be repeated. Duty needs a store and an employee; what is unavailable is a store, a room of a store, an employee (anywhere without a store), or a room and an employee.',
  },
} as const satisfies Record<string, Endpoint>;
