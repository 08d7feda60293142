import type { Call } from '#contract/endpoint.ts';
import {
  receivedAppointmentSchema as appointment,
  receivedAppointmentTypeSchema as appointmentType,
  receivedClientSchema as client,
  receivedCompanySchema as company,
  receivedEmployeeSchema as employee,
  receivedEnumsSchema as enums,
  receivedHistoryEntrySchema as historyEntry,
  receivedIdSchema as id,
  receivedKeyHolderSchema as keyHolder,
  createReceivedPageSchema as pageOf,
  receivedPetSchema as pet,
  receivedTaggedHistoryEntrySchema as taggedHistoryEntry,
} from '#contract/received.ts';
import {
  receivedAvailabilitySchema as availability,
  receivedPlanChangeSchema as planChange,
} from '#contract/received-availability.ts';
import {
  receivedDuplicatePairsSchema as duplicates,
  receivedTransferSchema as transfer,
} from '#contract/received-duplicates.ts';
import {
  receivedCreatedSeriesSchema as series,
  receivedWaitingListEntrySchema as waitingListEntry,
} from '#contract/received-waiting-list.ts';

/*
 * The calls (see {@link Call}) of the practice API's operations: everything that the app needs to know about them. The tables
 * of endpoints (`endpoints.ts`, `extensions.ts`, `practice-endpoints.ts`) add what the service checks and describes.
 */

const appointmentPage = pageOf(appointment);

/** The operations that a desk uses, keyed by name: first the operations of the specification, then our extensions. */
export const calls = {
  // Operations of the specification
  ping: { method: 'GET', path: '/ping', permission: null },
  listAppointments: {
    method: 'GET',
    path: '/v1/appointments',
    permission: 'appointments.read',
    received: appointmentPage,
  },
  createAppointment: { method: 'POST', path: '/v1/appointments', permission: 'appointments.write', received: id },
  searchAppointments: {
    method: 'POST',
    path: '/v1/appointments/search',
    permission: 'appointments.read',
    received: appointmentPage,
  },
  listCompanies: { method: 'GET', path: '/v1/companies', permission: null, received: pageOf(company) },
  listClients: { method: 'GET', path: '/v1/clients', permission: 'clients.read', received: pageOf(client) },
  listPets: { method: 'GET', path: '/v1/pets', permission: 'pets.read', received: pageOf(pet) },
  listEmployees: { method: 'GET', path: '/v1/employees', permission: 'employees.read', received: pageOf(employee) },
  listAppointmentTypes: {
    method: 'GET',
    path: '/v1/appointment-types',
    permission: 'appointment_types.read',
    received: pageOf(appointmentType),
  },
  listEnums: { method: 'GET', path: '/v1/enums', permission: null, received: enums },
  getEnum: { method: 'GET', path: '/v1/enums/{enumName}', permission: null },

  // Operations beyond the specification
  getMe: { method: 'GET', path: '/v1/me', permission: null, received: keyHolder },
  getAppointment: {
    method: 'GET',
    path: '/v1/appointments/{id}',
    permission: 'appointments.read',
    received: appointment,
  },
  changeAppointment: {
    method: 'PATCH',
    path: '/v1/appointments/{id}',
    permission: 'appointments.write',
    received: appointment,
  },
  deleteAppointment: { method: 'DELETE', path: '/v1/appointments/{id}', permission: 'appointments.write' },
  listAppointmentHistory: {
    method: 'GET',
    path: '/v1/appointments/{id}/history',
    permission: 'appointments.read',
    received: pageOf(historyEntry),
  },
  giveReason: {
    method: 'POST',
    path: '/v1/appointments/{id}/reason',
    permission: 'appointments.write',
    received: historyEntry,
  },
  listHistory: {
    method: 'GET',
    path: '/v1/appointment-history',
    permission: 'appointments.read',
    received: pageOf(taggedHistoryEntry),
  },
  createSeries: { method: 'POST', path: '/v1/appointments/series', permission: 'appointments.write', received: series },
  listSeries: {
    method: 'GET',
    path: '/v1/appointments/{id}/series',
    permission: 'appointments.read',
    received: appointmentPage,
  },
  listWaitingList: {
    method: 'GET',
    path: '/v1/waiting-list',
    permission: 'appointments.read',
    received: pageOf(waitingListEntry),
  },
  createWaitingListEntry: { method: 'POST', path: '/v1/waiting-list', permission: 'appointments.write', received: id },
  changeWaitingListEntry: {
    method: 'PATCH',
    path: '/v1/waiting-list/{id}',
    permission: 'appointments.write',
    received: waitingListEntry,
  },
  createClient: { method: 'POST', path: '/v1/clients', permission: 'clients.write', received: id },
  getClient: { method: 'GET', path: '/v1/clients/{id}', permission: 'clients.read', received: client },
  changeClient: { method: 'PATCH', path: '/v1/clients/{id}', permission: 'clients.write', received: client },
  listDuplicates: { method: 'GET', path: '/v1/client-duplicates', permission: 'clients.write', received: duplicates },
  transferClient: { method: 'POST', path: '/v1/client-transfers', permission: 'clients.write', received: transfer },
  createPet: { method: 'POST', path: '/v1/pets', permission: 'pets.write', received: id },
  getPet: { method: 'GET', path: '/v1/pets/{id}', permission: 'pets.read', received: pet },
  changePet: { method: 'PATCH', path: '/v1/pets/{id}', permission: 'pets.write', received: pet },
  listAvailability: {
    method: 'GET',
    path: '/v1/availability',
    permission: 'appointments.read',
    received: pageOf(availability),
  },
  changeAvailability: {
    method: 'POST',
    path: '/v1/availability/changes',
    permission: 'availability.write',
    received: planChange,
  },
  listEvents: { method: 'GET', path: '/v1/events', permission: 'appointments.read' },
} as const satisfies Record<string, Call>;
