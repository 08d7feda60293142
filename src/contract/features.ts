import type { Capabilities } from '#contract/desk.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import type { Operation } from '#contract/operations.ts';

/**
 * The operations that a feature needs, each with the optional inputs that must be accepted. A create may need the header {@link
 * idempotencyKeyHeader} as well.
 */
type FeatureNeeds = Partial<Record<Operation, readonly string[]>>;

/**
 * A feature that people see, such as a screen or a button: its name, and the operations that a practice API must
 * describe for it.
 */
interface Feature {
  readonly name: string;
  readonly needs: FeatureNeeds;
}

const idempotencyKeyInput = [idempotencyKeyHeader];

/** The features that work with every practice API that follows the specification. */
export const baseFeatures: readonly string[] = [
  'Calendar of the day and the week, by store and room, filtered by vet and status',
  'New appointment, walk-in, and times that are free',
  'Appointments: search and CSV',
  'Requests and Calls, to look at',
  'Clients and pets, by name, with their appointments',
  'Reports: counts by day, vet and visit type',
];

/**
 * The features that depend on what the practice API describes, grouped by area. Managing the practice requires the permission
 * `practice.write`, which `getMe` reports. `frontdesk check` and the page for vendors are generated from this table, and a test
 * fails if the app uses an operation or an input that is not in it.
 */
export const features: Readonly<Record<string, readonly Feature[]>> = {
  Appointments: [
    { name: 'Status: confirm, check in, no-show, cancel', needs: { changeAppointment: ['status'] } },
    { name: 'Reschedule, drag and stretch on the calendar', needs: { changeAppointment: ['start', 'end'] } },
    { name: 'Reassign to another vet', needs: { changeAppointment: ['employeeId'] } },
    { name: 'Choose the room', needs: { changeAppointment: ['roomId'] } },
    { name: 'Edit the notes', needs: { changeAppointment: ['notes'] } },
    { name: 'Change the visit type', needs: { changeAppointment: ['visitTypeId'] } },
    { name: 'Compare with a colleague’s change after a conflict', needs: { getAppointment: [] } },
    { name: 'Undo of a booking', needs: { deleteAppointment: [] } },
    { name: 'Reason of a cancellation or a no-show', needs: { giveReason: [] } },
    { name: 'History of an appointment', needs: { listAppointmentHistory: [] } },
    { name: 'Waiting times in Reports', needs: { listHistory: [] } },
    { name: 'Appointments sorted by start', needs: { searchAppointments: ['order'] } },
    { name: 'A colleague’s change at once, not within seconds', needs: { listEvents: [] } },
  ],
  Booking: [
    { name: 'A booking is sent again after a lost answer', needs: { createAppointment: idempotencyKeyInput } },
    { name: 'Repeat: several appointments at once', needs: { createSeries: [], listSeries: [] } },
    {
      name: 'New client and pet while booking',
      needs: { createClient: idempotencyKeyInput, createPet: idempotencyKeyInput },
    },
  ],
  'Waiting list': [
    { name: 'Waiting list', needs: { listWaitingList: [] } },
    {
      name: 'Put a pet on the waiting list',
      needs: { listWaitingList: [], createWaitingListEntry: idempotencyKeyInput },
    },
    {
      name: 'Change an entry, and book from the list',
      needs: { listWaitingList: [], changeWaitingListEntry: ['status'] },
    },
  ],
  'Due again': [
    { name: 'Pets that are due again', needs: { listRecalls: [] } },
    {
      name: 'Later, Not wanted, and another date',
      needs: { listRecalls: [], changeRecall: ['dueOn', 'snoozedUntil', 'status'] },
    },
    { name: 'Called', needs: { listRecalls: [], createRecallAttempt: idempotencyKeyInput } },
    { name: 'Make a pet due for a visit', needs: { listRecalls: [], createRecall: idempotencyKeyInput } },
  ],
  Clients: [
    { name: 'Find clients by phone and e-mail', needs: { listClients: ['phone', 'email'] } },
    { name: 'Find pets by their client’s phone and e-mail', needs: { listPets: ['phone', 'email'] } },
    { name: 'Clients with their pets in one list', needs: { listClients: ['withPets'] } },
    { name: 'Client and pet as they are now, with alerts', needs: { getClient: [], getPet: [] } },
    { name: 'New client', needs: { createClient: [] } },
    { name: 'Change a client', needs: { changeClient: [] } },
    { name: 'New pet of a client', needs: { createPet: [] } },
    { name: 'Breed of a new pet', needs: { createPet: ['breed'] } },
    { name: 'Change a pet', needs: { changePet: [] } },
    { name: 'Possible duplicates', needs: { listDuplicates: [], transferClient: [], getClient: [] } },
  ],
  Shifts: [
    { name: 'Shifts, and who is on duty on the calendar', needs: { listAvailability: [] } },
    {
      name: 'Plan shifts, Time off, Block time',
      needs: { listAvailability: [], changeAvailability: ['put', 'remove'] },
    },
  ],
  Practice: [
    { name: 'Name of the practice', needs: { getMe: [], changeCompany: [] } },
    { name: 'Add a store', needs: { getMe: [], createStore: [] } },
    { name: 'Change a store and its hours', needs: { getMe: [], changeStore: [] } },
    { name: 'How a store is reached', needs: { getMe: [], changeStore: ['phone', 'email', 'address', 'website'] } },
    { name: 'Add a room', needs: { getMe: [], createRoom: [] } },
    { name: 'Change a room', needs: { getMe: [], changeRoom: [] } },
    { name: 'Order of the rooms', needs: { getMe: [], changeRoom: ['position'] } },
    { name: 'Delete a room', needs: { getMe: [], deleteRoom: [] } },
    { name: 'Add a visit type', needs: { getMe: [], createAppointmentType: [] } },
    { name: 'Change a visit type', needs: { getMe: [], changeAppointmentType: [] } },
    {
      name: 'Visit types without messages, and what to do before a visit',
      needs: { getMe: [], changeAppointmentType: ['isMessaged', 'preparation'] },
    },
    {
      name: 'Visit types after which a pet is due again',
      needs: { getMe: [], changeAppointmentType: ['recallMonths'] },
    },
    { name: 'Add a person', needs: { getMe: [], createEmployee: [] } },
    { name: 'Change a person and their access', needs: { getMe: [], getEmployee: [], changeEmployee: [] } },
    { name: 'Keys of a person', needs: { getMe: [], listKeys: [], issueKey: [], revokeKey: [] } },
    { name: 'Import from another program', needs: { getMe: [], importRecords: [] } },
    { name: 'Export', needs: { getMe: [], exportPractice: [] } },
    { name: 'History of the practice', needs: { getMe: [], listPracticeHistory: [] } },
  ],
  Messages: [
    {
      name: 'Confirmations and reminders, with the practice’s own texts',
      needs: { getMe: [], getMessageSettings: [], putMessageSettings: [], countMessagesDue: [], previewMessage: [] },
    },
    {
      name: 'How a client is written to, and in which language',
      needs: { changeClient: ['contactBy', 'language'] },
    },
    {
      name: 'How a client is written to when a pet is due again',
      needs: { changeClient: ['recallsBy'] },
    },
    { name: 'Messages of an appointment and of a client', needs: { listMessages: [] } },
    { name: 'Send a message now', needs: { listMessages: [], previewMessage: [], sendMessage: idempotencyKeyInput } },
    { name: 'What clients answered: calendar, Requests and Calls', needs: { listClientAnswers: [] } },
    { name: 'Note an answer by telephone', needs: { listClientAnswers: [], giveClientAnswer: [] } },
    { name: 'My calendar elsewhere', needs: { getMe: [], createFeed: [], listFeeds: [], endFeed: [] } },
    {
      name: 'My calendar elsewhere with names of pets and clients',
      needs: { getMe: [], createFeed: ['withNames'], listFeeds: [], endFeed: [] },
    },
    { name: 'Free times, for other programs', needs: { listFreeTimes: [] } },
  ],
  'Web site': [
    {
      name: 'Booking page for the web site',
      needs: {
        getMe: [],
        getOnlineBooking: [],
        putOnlineBooking: [],
        getBookingServer: [],
        countTurnedAway: [],
      },
    },
    {
      name: 'Requests from the web site: booked in one press, declined with a reason',
      needs: { listOnlineRequests: [], bookOnlineRequest: idempotencyKeyInput, declineOnlineRequest: [] },
    },
  ],
  'Signing in': [{ name: 'Who is signed in, and what they may do', needs: { getMe: [] } }],
};

/** An operation or an input that a practice API lacks. */
export interface MissingCapability {
  readonly operation: Operation;
  /** The input that is missing; null if the operation itself is missing. */
  readonly input: string | null;
}

/** The capabilities that a practice API lacks for a feature; none if the feature is available. */
export function findMissingCapabilities({ needs }: Feature, capabilities: Capabilities): MissingCapability[] {
  return (Object.entries(needs) as [Operation, readonly string[]][]).flatMap(
    ([operation, inputs]): MissingCapability[] => {
      const capability = capabilities[operation];
      if (capability === undefined) return [{ operation, input: null }];
      const acceptsInput = (input: string) =>
        input === idempotencyKeyHeader ? capability.idempotent : capability.fields.includes(input);
      return inputs.filter((input) => !acceptsInput(input)).map((input) => ({ operation, input }));
    },
  );
}
