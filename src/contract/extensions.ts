import * as z from 'zod/mini';
import { appointmentPageSchema, appointmentSchema, createdSchema } from '#contract/appointment.ts';
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
import { createdSeriesSchema, createSeriesSchema } from '#contract/appointment-series.ts';
import {
  availabilityChangedMeanwhileSchema,
  availabilityPageSchema,
  availabilityQuerySchema,
  changeAvailabilitySchema,
  changedAvailabilitySchema,
} from '#contract/availability.ts';
import { calls } from '#contract/calls.ts';
import {
  duplicatesSchema,
  transferConflictSchema,
  transferredSchema,
  transferSchema,
} from '#contract/client-duplicates.ts';
import {
  changeClientSchema,
  changePetSchema,
  clientChangedMeanwhileSchema,
  clientSchema,
  createClientSchema,
  createPetSchema,
  keyHolderSchema,
  petChangedMeanwhileSchema,
  petSchema,
} from '#contract/clients-pets-staff.ts';
import {
  companyQuerySchema,
  cursorSchema,
  type Endpoint,
  extensionTag,
  recordParamsSchema,
} from '#contract/endpoint.ts';
import { limitSchema as limit, unresolvedRecordSchema } from '#contract/page.ts';
import {
  changeWaitingListEntrySchema,
  createWaitingListEntrySchema,
  waitingListChangedMeanwhileSchema,
  waitingListEntrySchema,
  waitingListPageSchema,
  waitingListQuerySchema,
} from '#contract/waiting-list.ts';

/**
 * The endpoints beyond the specification that a desk uses, keyed by operation name (for managing the practice see
 * `practice-endpoints.ts`). With another practice system they are used only if its `/openapi.json` describes them.
 */
export const extensions = {
  getMe: {
    ...calls.getMe,
    input: companyQuerySchema,
    response: z.union([keyHolderSchema, unresolvedRecordSchema]),
    tag: extensionTag,
    summary: 'Whose key this is, and what it may do',
    description: 'The employee that the key acts as, with the permissions and the stores that they have.',
  },
  getAppointment: {
    ...calls.getAppointment,
    params: recordParamsSchema,
    input: companyQuerySchema,
    response: z.union([appointmentSchema, unresolvedRecordSchema]),
    tag: extensionTag,
    summary: 'Read an appointment',
  },
  changeAppointment: {
    ...calls.changeAppointment,
    params: recordParamsSchema,
    input: changeAppointmentSchema,
    response: appointmentSchema,
    conflict: { when: 'The appointment has been changed in the meantime', body: changedMeanwhileSchema },
    tag: extensionTag,
    summary: 'Change an appointment',
    description:
      'Answers with the record as it is then. Where expectedUpdatedAt is not its present updatedAt, nothing is changed, and the response 409 has the record in data.current. A request whose changes are there already changes nothing and succeeds, so it can be repeated. The statuses checked_in, in_progress, ready_for_checkout and completed set checkedInAt where it is null; requested and confirmed empty it.',
  },
  deleteAppointment: {
    ...calls.deleteAppointment,
    params: recordParamsSchema,
    input: deleteAppointmentSchema,
    response: z.literal(true),
    conflict: {
      when: 'changed_meanwhile: the appointment has been changed in the meantime; not_removable: it was booked more than 10 minutes ago or by another employee, or another employee has changed it',
      body: changedMeanwhileSchema,
    },
    tag: extensionTag,
    summary: 'Take a booking back',
    description:
      'For 10 minutes after its create, for a key of the employee who booked it by this API, and while no one else has changed it; otherwise cancel it. The appointment and its history are deleted. A create that is sent again with its Idempotency-Key still answers with the id, and creates nothing.',
  },
  listAppointmentHistory: {
    ...calls.listAppointmentHistory,
    params: recordParamsSchema,
    input: z.extend(companyQuerySchema, { limit, cursor: cursorSchema }),
    response: appointmentHistoryPageSchema,
    tag: extensionTag,
    summary: 'Who changed what of an appointment',
    description:
      'The newest change first; the create is the oldest entry. An entry has the reason of its change where one was given, when and by whom.',
  },
  giveReason: {
    ...calls.giveReason,
    params: recordParamsSchema,
    input: giveReasonSchema,
    response: historyEntrySchema,
    conflict: {
      when: 'not_changeable: another employee gave the reason, or it was given more than a day ago',
    },
    tag: extensionTag,
    summary: 'Give the reason for a change of status afterwards',
    description:
      'Sets the reason for the change whose history entry has this `at`, which is the `updatedAt` that it gave the appointment; null removes it. Where there is none yet, anyone may give it; then only its author may change or remove it, within a day. The appointment stays as it is, and so does its updatedAt. 404 where there is no such change of its status. It can be repeated.',
  },
  listHistory: {
    ...calls.listHistory,
    input: historyQuerySchema,
    response: historyPageSchema,
    tag: extensionTag,
    summary: 'Who changed what of the appointments of some days',
    description:
      'The history entries of all appointments that start from `start` on and before `end`, by `at`, then `appointmentId`; `end` is after `start`, by at most 100 days.',
  },
  createSeries: {
    ...calls.createSeries,
    input: createSeriesSchema,
    response: createdSeriesSchema,
    creates: true,
    tag: extensionTag,
    summary: 'Book several appointments of a pet at once',
    description:
      'All of them or none, each as a create has it, one request of the rate limit. Each `end` is after its `start`, and each `start` later than the one before. Answers with the ids of the series and of its appointments, in the order of the times.',
  },
  listSeries: {
    ...calls.listSeries,
    params: recordParamsSchema,
    input: z.extend(companyQuerySchema, { limit, cursor: cursorSchema }),
    response: appointmentPageSchema,
    tag: extensionTag,
    summary: 'The appointments that were booked together with this one',
    description: 'By start, the unresolved ones last; of an appointment that was booked alone, just itself.',
  },
  listWaitingList: {
    ...calls.listWaitingList,
    input: waitingListQuerySchema,
    response: waitingListPageSchema,
    tag: extensionTag,
    summary: 'Who waits for an appointment',
    description: 'The oldest first. Entries of stores that the key cannot access are left out.',
  },
  createWaitingListEntry: {
    ...calls.createWaitingListEntry,
    input: createWaitingListEntrySchema,
    response: createdSchema,
    creates: true,
    tag: extensionTag,
    summary: 'Put a pet on the waiting list',
    description:
      'Answers with the id of the entry. The client is that of the pet, the duration that of the visit type where it is left out. `until` is not before `from`, and the duration fits between `earliest` and `latest`.',
  },
  changeWaitingListEntry: {
    ...calls.changeWaitingListEntry,
    params: recordParamsSchema,
    input: changeWaitingListEntrySchema,
    response: waitingListEntrySchema,
    conflict: { when: 'The entry has been changed in the meantime', body: waitingListChangedMeanwhileSchema },
    tag: extensionTag,
    summary: 'Change an entry of the waiting list',
    description:
      'Answers with the entry as it is then. Where expectedUpdatedAt is not its present updatedAt, nothing is changed, and the response 409 has the entry in data.current. A request whose changes are there already changes nothing and succeeds, so it can be repeated. The status booked needs the appointmentId of an appointment of the company in the same request; with any other status there is none. `until` is not before `from`, and the duration fits between `earliest` and `latest`.',
  },
  createClient: {
    ...calls.createClient,
    input: createClientSchema,
    response: createdSchema,
    creates: true,
    tag: extensionTag,
    summary: 'Register a client',
    description:
      'Answers with the id of the new client. Clients may share a name, a phone number or an e-mail address.',
  },
  getClient: {
    ...calls.getClient,
    params: recordParamsSchema,
    input: companyQuerySchema,
    response: z.union([clientSchema, unresolvedRecordSchema]),
    tag: extensionTag,
    summary: 'Read a client',
  },
  changeClient: {
    ...calls.changeClient,
    params: recordParamsSchema,
    input: changeClientSchema,
    response: clientSchema,
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
  listDuplicates: {
    ...calls.listDuplicates,
    input: companyQuerySchema,
    response: duplicatesSchema,
    tag: extensionTag,
    summary: 'Clients who may be the same person',
    description:
      'Pairs of active clients with the same phone number, or with the same name and a pet of the same name. At most 100, the likeliest first; `total` counts all.',
  },
  transferClient: {
    ...calls.transferClient,
    input: transferSchema,
    response: transferredSchema,
    conflict: {
      when: 'One of the clients, or what is to be transferred, has been changed in the meantime',
      body: transferConflictSchema,
      permission: 'clients.read',
    },
    tag: extensionTag,
    summary: 'Transfer pets and appointments from one client to another',
    description:
      'Moves these pets and appointments and changes both clients, all in one transaction or nothing; `to` is another client than `from`. Needs pets.write and appointments.write as well. A client who becomes inactive by it keeps no pets and appointments: where others are left, 409. What is as requested already changes nothing and succeeds, so the request can be repeated. The same request with the clients exchanged undoes it.',
  },
  createPet: {
    ...calls.createPet,
    input: createPetSchema,
    response: createdSchema,
    creates: true,
    tag: extensionTag,
    summary: 'Register a pet of a client',
    description:
      'Answers with the id of the new pet. `dateOfBirth` is not in the future: not after today in the store of the company that is furthest ahead.',
  },
  getPet: {
    ...calls.getPet,
    params: recordParamsSchema,
    input: companyQuerySchema,
    response: z.union([petSchema, unresolvedRecordSchema]),
    tag: extensionTag,
    summary: 'Read a pet',
  },
  changePet: {
    ...calls.changePet,
    params: recordParamsSchema,
    input: changePetSchema,
    response: petSchema,
    conflict: {
      when: 'The pet has been changed in the meantime',
      body: petChangedMeanwhileSchema,
      permission: 'pets.read',
    },
    tag: extensionTag,
    summary: 'Change a pet, or move it to another client',
    description:
      'Answers with the record as it is then; 409 and repeating as in a change to a client. `deceasedOn` is not before `dateOfBirth`, and neither is in the future: not after today in the store of the company that is furthest ahead. The titles of appointments to come that the service composed of the former name follow the new one.',
  },
  listAvailability: {
    ...calls.listAvailability,
    input: availabilityQuerySchema,
    response: availabilityPageSchema,
    tag: extensionTag,
    summary: 'Who is on duty, and what cannot be booked',
    description:
      'The entries that overlap the time from start until end, by start, then id; `end` is after `start`, by at most 400 days. Entries of stores that the key cannot access are left out, and with storeIds those of other stores; those without a store are always there.',
  },
  changeAvailability: {
    ...calls.changeAvailability,
    input: changeAvailabilitySchema,
    response: changedAvailabilitySchema,
    conflict: { when: 'Entries have been changed in the meantime', body: availabilityChangedMeanwhileSchema },
    tag: extensionTag,
    summary: 'Change the plan',
    description:
      'Adds, replaces and removes 1 to 500 entries in one transaction, all of them or none. The caller chooses the ids. An entry of put without expectedUpdatedAt is new, one with it replaces the entry that is there. Where an expectedUpdatedAt is not the present one, or a new id is taken, nothing is changed, and the response 409 has those entries in data.current. What is as it should be already is no conflict, so a request whose response was lost can be repeated. A shift needs a store and an employee; what is unavailable is a store, a room of a store, an employee (anywhere without a store), or a room and an employee. The `end` of an entry is after its `start`, by at most 366 days.',
  },
} as const satisfies Record<string, Endpoint>;
