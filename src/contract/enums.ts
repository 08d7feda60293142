import * as z from 'zod/mini';

/**
 * The eight statuses of an appointment (section 3 of the specification): first those that an appointment goes through,
 * in order, then those of an appointment that does not take place.
 */
export const appointmentStatuses = [
  'requested',
  'confirmed',
  'checked_in',
  'in_progress',
  'ready_for_checkout',
  'completed',
  'cancelled',
  'no_show',
] as const;

/** The categories of an appointment type (section 2 of the specification). */
export const visitTypeCategories = [
  'admin',
  'consult',
  'daycare',
  'dental',
  'diagnostics',
  'euthanasia',
  'grooming',
  'group_training',
  'group_walking',
  'health',
  'hospital',
  'in_home',
  'individual_training',
  'individual_walking',
  'nurse',
  'other',
  'overnight',
  'surgical',
  'vaccination',
  'fee',
] as const;

/** The origins of an appointment: the ways in which it can have been created (section 2 of the specification). */
export const appointmentOrigins = ['app', 'plugin', 'work', 'migration', 'external_api'] as const;

export const appointmentStatusSchema = z.enum(appointmentStatuses);
export type AppointmentStatus = z.infer<typeof appointmentStatusSchema>;

export const visitTypeCategorySchema = z.enum(visitTypeCategories);
export type VisitTypeCategory = z.infer<typeof visitTypeCategorySchema>;

export const appointmentOriginSchema = z.enum(appointmentOrigins);
export type AppointmentOrigin = z.infer<typeof appointmentOriginSchema>;

/** The origin of appointments that are created through the practice API, including those booked at a desk. */
export const apiOrigin = 'external_api' satisfies AppointmentOrigin;

/**
 * The kinds of availability entries. `on_duty`: an employee works at a store. `unavailable`: a store, a room or an
 * employee cannot be booked.
 */
export const availabilityKinds = ['on_duty', 'unavailable'] as const;
export const availabilityKindSchema = z.enum(availabilityKinds);
export type AvailabilityKind = z.infer<typeof availabilityKindSchema>;

/**
 * The statuses of an entry on the waiting list. An entry that is `booked` has an appointment; a pet whose entry is
 * `withdrawn` no longer waits.
 */
export const waitingStatuses = ['waiting', 'booked', 'withdrawn'] as const;
export const waitingStatusSchema = z.enum(waitingStatuses);
export type WaitingStatus = z.infer<typeof waitingStatusSchema>;

/** The languages in which clients are written to (BCP 47). */
export const clientLanguages = ['en', 'de', 'fr', 'es', 'nl', 'ar'] as const;
export const clientLanguageSchema = z.enum(clientLanguages);
export type ClientLanguage = (typeof clientLanguages)[number];

/** The ways in which messages reach clients. */
export const messageChannels = ['email', 'sms'] as const;
export const messageChannelSchema = z.enum(messageChannels);
export type MessageChannel = (typeof messageChannels)[number];

/** The ways in which a client may want to receive messages; `none` for a client who wants no messages. */
export const contactChoices = [...messageChannels, 'none'] as const;
export const contactChoiceSchema = z.enum(contactChoices);
export type ContactChoice = (typeof contactChoices)[number];

/** The kinds of messages about an appointment, which can be sent by hand. */
export const appointmentMessageKinds = ['confirmation', 'reminder', 'cancellation'] as const;
export type AppointmentMessageKind = (typeof appointmentMessageKinds)[number];

/**
 * The kinds of messages that a practice switches on and can write its own texts for. `due` tells a client that pets are
 * due again.
 */
export const practiceMessageKinds = [...appointmentMessageKinds, 'due'] as const;
export type PracticeMessageKind = (typeof practiceMessageKinds)[number];

/** All kinds of messages to clients. `request_booked` and `request_declined` answer a request from the web site. */
export const messageKinds = [...practiceMessageKinds, 'request_booked', 'request_declined'] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * The answers that clients can give about an appointment. `cancelled` is only given through the link in a message; the
 * desk changes the status of the appointment instead.
 */
export const clientAnswers = ['confirmed', 'another_time', 'cancelled'] as const;

/** The outcome of an attempt to send a message; `sending` until the attempt has ended. */
export const messageStatuses = ['sending', 'sent', 'failed', 'unknown'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/**
 * The state of a request from the web site. An open request that no one answered in time is `expired`; this status is derived
 * and never stored.
 */
export const onlineRequestStatuses = ['open', 'booked', 'declined', 'expired'] as const;
export type OnlineRequestStatus = (typeof onlineRequestStatuses)[number];

/** The statuses of a recall that can be set. */
export const settableRecallStatuses = ['due', 'done', 'declined'] as const;
/**
 * The state of a recall. A due recall is `booked` while the pet has an appointment of the type; this status is derived and
 * never stored.
 */
export const recallStatuses = [...settableRecallStatuses, 'booked'] as const;
export type RecallStatus = (typeof recallStatuses)[number];

/** The ways in which someone can try to reach a client about a recall. */
export const recallAttemptWays = ['call', ...messageChannels] as const;
export type RecallAttemptWay = (typeof recallAttemptWays)[number];

/**
 * The reasons to suspect that two clients are the same person: the same phone number, or the same name and a pet of the
 * same name.
 */
export const duplicateReasons = ['phone', 'name_and_pet'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

export const employeeRoles = ['vet', 'nurse', 'receptionist', 'groomer', 'trainer', 'manager'] as const;
export const employeeRoleSchema = z.enum(employeeRoles);
export type EmployeeRole = z.infer<typeof employeeRoleSchema>;

/** The suggested reasons for a cancellation or a no-show. They are stored in English and displayed in every language. */
export const suggestedReasons = ['Client', 'Practice', 'Recovered', 'Other'] as const;

/**
 * The reasons for which the practice refuses to import a line.
 *
 * - `no_client`, `no_pet`, `no_employee`, `no_room`, `no_type`: the line refers to a record that does not exist
 * - `several_clients`, `several_pets`: several records have the name that the line refers to
 * - `last_manager`: the line would deactivate the last manager
 * - `more_rights`: the person has a permission or a store that the caller lacks
 * - `name_taken`: another visit type, or another room of the store, has the name
 * - `ends_before_start`: an appointment ends before or at its start
 */
export const importRefusals = [
  'no_client',
  'no_pet',
  'no_employee',
  'no_room',
  'no_type',
  'several_clients',
  'several_pets',
  'last_manager',
  'more_rights',
  'name_taken',
  'ends_before_start',
] as const;
export type ImportRefusal = (typeof importRefusals)[number];

/** The enum names that `GET /v1/enums/{enumName}` accepts (section 4.5 of the specification). */
export const enumNames = ['APPOINTMENT_STATUS', 'VISIT_TYPE_CATEGORY', 'APPOINTMENT_CREATED_FROM'] as const;
export type EnumName = (typeof enumNames)[number];

/**
 * The labels of enum values of our own practice API that differ from the plain label of the value. One map has those of all enums,
 * because no two enums have a value in common.
 */
const specialLabels: ReadonlyMap<string, string> = new Map<
  AppointmentStatus | VisitTypeCategory | AppointmentOrigin,
  string
>([
  ['no_show', 'No-show'],
  ['admin', 'Administration'],
  ['consult', 'Consultation'],
  ['daycare', 'Day care'],
  ['health', 'Health check'],
  ['in_home', 'Home visit'],
  ['overnight', 'Overnight stay'],
  ['surgical', 'Surgery'],
  ['app', 'Staff app'],
  ['plugin', 'Online booking'],
  ['work', 'Work app'],
  ['migration', 'Migrated'],
  ['external_api', 'Connected system'],
]);

/** The plain label of a value: `ready_for_checkout` → `Ready for checkout`. Empty if the value has no letters. */
export function plainLabel(value: string): string {
  const words = value.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The label that our own practice API returns for an enum value. The app shows it in the person's language. */
export const defaultLabel = (value: string): string => specialLabels.get(value) ?? plainLabel(value);
