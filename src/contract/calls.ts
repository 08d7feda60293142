import type { Call } from '#contract/endpoint.ts';
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
import { receivedDuplicatesSchema, receivedTransferSchema } from '#contract/received-duplicates.ts';
import { receivedCreatedSeriesSchema, receivedWaitingListEntrySchema } from '#contract/received-waiting-list.ts';

/*
 * How the operations of the practice API are called: all that the app needs to know of them. The tables of endpoints
 * (`endpoints.ts`, `extensions.ts`, `practice-endpoints.ts`) add what the service checks and describes.
 */

const appointments = receivedPageSchema(receivedAppointmentSchema);

/** The operations that a desk uses, by name, in the specification and beyond it. */
export const calls = {
  // Of the specification
  ping: { method: 'GET', path: '/ping', permission: null },
  listAppointments: {
    method: 'GET',
    path: '/v1/appointments',
    permission: 'appointments.read',
    received: appointments,
  },
  createAppointment: {
    method: 'POST',
    path: '/v1/appointments',
    permission: 'appointments.write',
    received: receivedIdSchema,
  },
  searchAppointments: {
    method: 'POST',
    path: '/v1/appointments/search',
    permission: 'appointments.read',
    received: appointments,
  },
  listCompanies: {
    method: 'GET',
    path: '/v1/companies',
    permission: null,
    received: receivedPageSchema(receivedCompanySchema),
  },
  listClients: {
    method: 'GET',
    path: '/v1/clients',
    permission: 'clients.read',
    received: receivedPageSchema(receivedClientSchema),
  },
  listPets: {
    method: 'GET',
    path: '/v1/pets',
    permission: 'pets.read',
    received: receivedPageSchema(receivedPetSchema),
  },
  listEmployees: {
    method: 'GET',
    path: '/v1/employees',
    permission: 'employees.read',
    received: receivedPageSchema(receivedEmployeeSchema),
  },
  listAppointmentTypes: {
    method: 'GET',
    path: '/v1/appointment-types',
    permission: 'appointment_types.read',
    received: receivedPageSchema(receivedAppointmentTypeSchema),
  },
  listEnums: { method: 'GET', path: '/v1/enums', permission: null, received: receivedEnumsSchema },
  getEnum: { method: 'GET', path: '/v1/enums/{enumName}', permission: null },

  // Beyond it
  getMe: { method: 'GET', path: '/v1/me', permission: null },
  getAppointment: {
    method: 'GET',
    path: '/v1/appointments/{id}',
    permission: 'appointments.read',
    received: receivedAppointmentSchema,
  },
  changeAppointment: {
    method: 'PATCH',
    path: '/v1/appointments/{id}',
    permission: 'appointments.write',
    received: receivedAppointmentSchema,
  },
  deleteAppointment: { method: 'DELETE', path: '/v1/appointments/{id}', permission: 'appointments.write' },
  listAppointmentHistory: {
    method: 'GET',
    path: '/v1/appointments/{id}/history',
    permission: 'appointments.read',
    received: receivedPageSchema(receivedHistoryEntrySchema),
  },
  giveReason: {
    method: 'POST',
    path: '/v1/appointments/{id}/reason',
    permission: 'appointments.write',
    received: receivedHistoryEntrySchema,
  },
  listHistory: {
    method: 'GET',
    path: '/v1/appointment-history',
    permission: 'appointments.read',
    received: receivedPageSchema(receivedTaggedHistoryEntrySchema),
  },
  createSeries: {
    method: 'POST',
    path: '/v1/appointments/series',
    permission: 'appointments.write',
    received: receivedCreatedSeriesSchema,
  },
  listSeries: {
    method: 'GET',
    path: '/v1/appointments/{id}/series',
    permission: 'appointments.read',
    received: appointments,
  },
  listWaitingList: {
    method: 'GET',
    path: '/v1/waiting-list',
    permission: 'appointments.read',
    received: receivedPageSchema(receivedWaitingListEntrySchema),
  },
  createWaitingListEntry: {
    method: 'POST',
    path: '/v1/waiting-list',
    permission: 'appointments.write',
    received: receivedIdSchema,
  },
  changeWaitingListEntry: {
    method: 'PATCH',
    path: '/v1/waiting-list/{id}',
    permission: 'appointments.write',
    received: receivedWaitingListEntrySchema,
  },
  createClient: { method: 'POST', path: '/v1/clients', permission: 'clients.write', received: receivedIdSchema },
  getClient: { method: 'GET', path: '/v1/clients/{id}', permission: 'clients.read', received: receivedClientSchema },
  changeClient: {
    method: 'PATCH',
    path: '/v1/clients/{id}',
    permission: 'clients.write',
    received: receivedClientSchema,
  },
  listDuplicates: {
    method: 'GET',
    path: '/v1/client-duplicates',
    permission: 'clients.write',
    received: receivedDuplicatesSchema,
  },
  transferClient: {
    method: 'POST',
    path: '/v1/client-transfers',
    permission: 'clients.write',
    received: receivedTransferSchema,
  },
  createPet: { method: 'POST', path: '/v1/pets', permission: 'pets.write', received: receivedIdSchema },
  getPet: { method: 'GET', path: '/v1/pets/{id}', permission: 'pets.read', received: receivedPetSchema },
  changePet: { method: 'PATCH', path: '/v1/pets/{id}', permission: 'pets.write', received: receivedPetSchema },
  listAvailability: {
    method: 'GET',
    path: '/v1/availability',
    permission: 'appointments.read',
    received: receivedPageSchema(receivedAvailabilitySchema),
  },
  changeAvailability: {
    method: 'POST',
    path: '/v1/availability/changes',
    permission: 'availability.write',
    received: receivedPlanChangeSchema,
  },
  listEvents: { method: 'GET', path: '/v1/events', permission: 'appointments.read' },
} as const satisfies Record<string, Call>;
