import {
  type AppointmentMessageKind,
  appointmentMessageKinds,
  type ClientLanguage,
  type ContactChoice,
  type MessageChannel,
  type MessageKind,
  type PracticeMessageKind,
} from '#contract/enums.ts';
import type { NotSendableReason } from '#contract/messages.ts';
import type { SendingHours } from './sending-hours.ts';

/*
 * Determines when messages to clients are due. Nothing is scheduled in advance: everything follows from the current state.
 * The moment of a message is the time at which it becomes due, whether or not that is within the sending hours. Instants
 * are epoch milliseconds.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The time after a booking, a move or a cancellation at which its message becomes due. Until then, a slip can be corrected. */
const SETTLING_MS = 5 * MINUTE_MS;
/** A change of the start by more than this is a move. */
const MOVE_MS = 5 * MINUTE_MS;
/** A booking is confirmed only if its start is more than this time after it. */
const MIN_CONFIRMATION_LEAD_MS = 2 * HOUR_MS;
/** The time for which a message is due. If it cannot be sent in that period, it is not sent at all. */
const DUE_DURATION_MS = 6 * HOUR_MS;

/** The earliest moment of any message that is still due now or will be due later. */
export const findEarliestMoment = (hours: SendingHours, now: number): number =>
  hours.earliestFor(now - DUE_DURATION_MS);

/** The time of the earliest booking, move or cancellation whose message has this moment or a later one. */
export const findEarliestChange = (moment: number): number => moment - SETTLING_MS;

/** The properties of a client that determine which messages they get. */
export interface Recipient {
  readonly id: string;
  readonly isActive: boolean;
  readonly contactBy: ContactChoice | null;
  /** The way in which the client wants to hear that pets are due again; null for the same way as other messages. */
  readonly recallsBy: ContactChoice | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly language: ClientLanguage | null;
}

/** The properties of an appointment that determine which messages are sent about it. */
export interface MessageableAppointment {
  readonly id: string;
  readonly storeId: string;
  readonly client: Recipient;
  readonly pet: { readonly isAlive: boolean; readonly isActive: boolean };
  /** Whether clients get messages about appointments of this visit type; false if the appointment has no type. */
  readonly isTypeMessaged: boolean;
  /** Whether the appointment comes from another program or from an export. */
  readonly isImported: boolean;
  readonly status: string;
  readonly start: number;
  readonly createdAt: number;
  /** The changes of the appointment's start. */
  readonly moves: readonly { readonly at: number; readonly from: number; readonly to: number }[];
  /** The latest change of the status after the appointment was created; null if there was none. */
  readonly statusChange: { readonly at: number; readonly reason: string | null } | null;
  /**
   * The messages that were sent or tried, in the order in which they were sent; one that was not sent has the place of its
   * creation.
   */
  readonly messages: readonly {
    readonly id: string;
    readonly kind: MessageKind;
    readonly forStart: number;
    readonly isFailed: boolean;
  }[];
  /**
   * The request from the web site for which the appointment was booked; null if there was none. `isMessageAhead` is true
   * until the message that answers the request has been sent, or can no longer be sent.
   */
  readonly request: { readonly answeredAt: number; readonly isMessageAhead: boolean } | null;
}

/** The settings that decide which messages are due. */
export interface DueSettings {
  readonly confirmation: { readonly isOn: boolean };
  readonly reminder: { readonly isOn: boolean; readonly hoursBefore: number };
  readonly cancellation: { readonly isOn: boolean };
  readonly due: { readonly isOn: boolean; readonly daysBefore: number };
  readonly language: ClientLanguage;
}

/** The context that, apart from the appointments and recalls, decides which messages are due. */
export interface DueContext {
  readonly settings: DueSettings;
  /** The channels that are set up on the server. */
  readonly channels: readonly MessageChannel[];
  /** The sending hours of a store. */
  readonly hoursOf: (storeId: string) => SendingHours;
}

/** The channel and the address at which a client is reached. */
export interface Contact {
  readonly channel: MessageChannel;
  readonly to: string;
}

/** The e-mail address or phone number of a client for a channel; null if there is none. */
export const findAddress = (client: Recipient, channel: MessageChannel): string | null =>
  (channel === 'email' ? client.email : client.phone) || null;

/** The way in which a client wants to get a message of this kind; null if the client has not been asked. */
const findContactChoice = (kind: PracticeMessageKind, { contactBy, recallsBy }: Recipient): ContactChoice | null =>
  kind === 'due' ? (recallsBy ?? contactBy) : contactBy;

/**
 * The channel and the address by which a client gets a message: in the way that they chose, otherwise by e-mail if they
 * have an address, otherwise by SMS. Null for a client who wants no such messages or cannot be reached by the channels of
 * the server.
 */
export function findContact(
  kind: PracticeMessageKind,
  client: Recipient,
  channels: readonly MessageChannel[],
): Contact | null {
  const choice = findContactChoice(kind, client);
  const choices: readonly MessageChannel[] = choice === null ? ['email', 'sms'] : choice === 'none' ? [] : [choice];
  for (const channel of choices) {
    const to = findAddress(client, channel);
    if (to !== null && channels.includes(channel)) return { channel, to };
  }
  return null;
}

/** Whether a status was changed at the client's request: the reason is `Client`, with or without a text. */
const isByClient = (reason: string | null) => reason !== null && /^Client(?:: |$)/.test(reason);

/** Whether an appointment with this status is still to come. */
export const isUpcoming = (status: string): boolean => status === 'requested' || status === 'confirmed';

/** Whether a message of a kind fits the status of an appointment. */
const fitsStatus = (kind: AppointmentMessageKind, status: string) =>
  kind === 'cancellation' ? status === 'cancelled' : isUpcoming(status);

/** Whether a message may have told the client a start that differs from this one. */
const namesAnotherStart = ({ kind, forStart, isFailed }: MessageableAppointment['messages'][number], start: number) =>
  kind !== 'cancellation' && !isFailed && Math.abs(forStart - start) > MOVE_MS;

/** Whether an earlier message told the client another start, so that the present start is news to them. */
export const isMoved = ({ messages, start }: MessageableAppointment): boolean =>
  messages.some((message) => namesAnotherStart(message, start));

/**
 * Whether a message of this kind was sent or tried for this start, or for a start that hardly differs. The answer to a request
 * from the web site confirms the appointment. A confirmation no longer counts once a later message named another start.
 */
function hasMessage(kind: AppointmentMessageKind, { messages, start }: MessageableAppointment): boolean {
  const isConfirmation = kind === 'confirmation';
  const outdated = isConfirmation ? messages.findLastIndex((message) => namesAnotherStart(message, start)) : -1;
  return messages
    .slice(outdated + 1)
    .some(
      (message) =>
        (message.kind === kind || (isConfirmation && message.kind === 'request_booked')) &&
        Math.abs(message.forStart - start) <= MOVE_MS,
    );
}

/** The time of the last move by more than {@link MOVE_MS}; null if there was none. */
function findLastMove({ moves }: MessageableAppointment): number | null {
  const real = moves.filter(({ from, to }) => Math.abs(to - from) > MOVE_MS);
  return real.length === 0 ? null : Math.max(...real.map(({ at }) => at));
}

/**
 * The moment at which a message about an appointment in its present status becomes due, regardless of the sending hours.
 * Null if there is no such message.
 */
export function findMessageMoment(
  kind: AppointmentMessageKind,
  appointment: MessageableAppointment,
  settings: DueSettings,
): number | null {
  const { start, status, createdAt, statusChange, messages, request } = appointment;
  if (!fitsStatus(kind, status)) return null;
  const lastMove = findLastMove(appointment);
  const booked = Math.max(createdAt, lastMove ?? createdAt);
  if (kind === 'confirmation') {
    // The answer to the request already confirms the booking.
    if (request !== null && lastMove === null) return null;
    return start > booked + MIN_CONFIRMATION_LEAD_MS ? booked + SETTLING_MS : null;
  }
  if (kind === 'reminder') {
    const moment = start - settings.reminder.hoursBefore * HOUR_MS;
    return moment < booked ? null : moment;
  }
  // Without a change of status, the appointment was created as cancelled, so there was never a booking to cancel.
  if (statusChange === null || isByClient(statusChange.reason) || start <= statusChange.at) return null;
  const wasTold = messages.some((message) => message.kind !== 'cancellation' && !message.isFailed);
  const isSlip = statusChange.at - createdAt <= SETTLING_MS && !wasTold;
  return isSlip ? null : statusChange.at + SETTLING_MS;
}

/** The interval in which a message is due, including both ends. */
export interface DueInterval {
  readonly from: number;
  readonly until: number;
}

/**
 * The interval in which a message that becomes due at `moment` can be sent. It begins within the sending hours of the store.
 */
export function createDueInterval(moment: number, hours: SendingHours): DueInterval {
  const from = hours.within(moment);
  return { from, until: from + DUE_DURATION_MS };
}

/**
 * The interval in which a message of a kind is due; null if it was already sent or tried, or never is due. `isAfterAnswer` is
 * true if it begins only once the answer to the request from the web site is no longer due.
 */
function findDueInterval(
  kind: AppointmentMessageKind,
  appointment: MessageableAppointment,
  context: DueContext,
): (DueInterval & { readonly isAfterAnswer: boolean }) | null {
  const { client, pet } = appointment;
  const isExcluded = appointment.isImported || !appointment.isTypeMessaged || !context.settings[kind].isOn;
  if (isExcluded || !client.isActive || !pet.isActive || !pet.isAlive) return null;
  if (hasMessage(kind, appointment)) return null;
  const moment = findMessageMoment(kind, appointment, context.settings);
  if (moment === null) return null;
  const hours = context.hoursOf(appointment.storeId);
  const { from, until } = createDueInterval(moment, hours);
  const { request, start } = appointment;
  if (kind !== 'confirmation' || request === null || !request.isMessageAhead || !context.channels.includes('email'))
    return from < start ? { from, until, isAfterAnswer: false } : null;
  // The answer to the request is sent first, and states the new time. The confirmation is due only once the answer no
  // longer is.
  const afterAnswer = Math.max(from, createDueInterval(request.answeredAt, hours).until + 1);
  return afterAnswer < start && afterAnswer <= until ? { from: afterAnswer, until, isAfterAnswer: true } : null;
}

/** A message that is due, or will be due. */
export interface DueMessage<Appointment extends MessageableAppointment> {
  readonly kind: AppointmentMessageKind;
  readonly contact: Contact;
  readonly language: ClientLanguage;
  /** The appointments that the message is about, ordered by start; at least one. */
  readonly appointments: readonly [Appointment, ...Appointment[]];
  /** The time from which the message is due: the earliest such time of its appointments. */
  readonly from: number;
}

/**
 * The messages that are due now, or will be if nothing changes, in the order in which they are due. Appointments with the
 * same client, kind, store and day share a message. An appointment whose message is no longer due is left out. One whose
 * request is still to be answered is not confirmed along with others, because the answer confirms it. Nor are appointments
 * with a new time confirmed along with new ones, because the client has to read that the former time is void.
 */
export function findUpcomingMessages<Appointment extends MessageableAppointment>(
  appointments: readonly Appointment[],
  context: DueContext,
  now: number,
): DueMessage<Appointment>[] {
  const groups = new Map<string, DueMessage<Appointment>>();
  const byStart = appointments
    .filter(({ start }) => start > now)
    .sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  for (const appointment of byStart) {
    const { client, storeId, start } = appointment;
    for (const kind of appointmentMessageKinds) {
      const contact = findContact(kind, client, context.channels);
      if (contact === null) continue;
      const time = findDueInterval(kind, appointment, context);
      if (time === null || time.until < now) continue;
      const date = context.hoursOf(storeId).dateOf(start);
      const waitsForAnswer = time.isAfterAnswer && time.from > now;
      const isNewTime = kind === 'confirmation' && isMoved(appointment);
      const key = `${client.id} ${storeId} ${kind} ${date} ${waitsForAnswer} ${isNewTime}`;
      const group = groups.get(key);
      const language = client.language ?? context.settings.language;
      groups.set(
        key,
        group === undefined
          ? { kind, contact, language, appointments: [appointment], from: time.from }
          : { ...group, appointments: [...group.appointments, appointment], from: Math.min(group.from, time.from) },
      );
    }
  }
  return [...groups.values()].sort((a, b) => a.from - b.from);
}

function isDue(
  { from, appointments: [{ storeId }] }: DueMessage<MessageableAppointment>,
  context: DueContext,
  now: number,
) {
  return from <= now && context.hoursOf(storeId).isOpen(now);
}

export function findDueMessages<Appointment extends MessageableAppointment>(
  appointments: readonly Appointment[],
  context: DueContext,
  now: number,
): DueMessage<Appointment>[] {
  return findUpcomingMessages(appointments, context, now).filter((message) => isDue(message, context, now));
}

/**
 * An appointment as if it did not have the given message, which waits for its next attempt. Null if another message has
 * replaced that one for the appointment. Null as well if it is a confirmation and a later message named another start,
 * because the present start then gets a new confirmation.
 */
export function withoutMessage<Appointment extends MessageableAppointment>(
  message: { readonly id: string; readonly kind: AppointmentMessageKind },
  appointment: Appointment,
): Appointment | null {
  const { messages, start } = appointment;
  const at = messages.findIndex(({ id }) => id === message.id);
  const isOutdated = messages.slice(at + 1).some((later) => namesAnotherStart(later, start));
  if (at < 0 || (message.kind === 'confirmation' && isOutdated)) return null;
  return { ...appointment, messages: messages.toSpliced(at, 1) };
}

/**
 * A message that was not handed over, with the appointments that still belong to it, if it is due again. The result is
 * `later` outside of the sending hours; null if the message is no longer due, or no appointment has it any more.
 */
export function findMessageToRetry<Appointment extends MessageableAppointment>(
  message: { readonly id: string; readonly kind: AppointmentMessageKind },
  appointments: readonly Appointment[],
  context: DueContext,
  now: number,
): DueMessage<Appointment> | 'later' | null {
  const own = appointments.flatMap((appointment) => {
    const isFor = appointment.messages.some(
      ({ id, forStart }) => id === message.id && Math.abs(forStart - appointment.start) <= MOVE_MS,
    );
    return (isFor && withoutMessage(message, appointment)) || [];
  });
  const upcoming = findUpcomingMessages(own, context, now).find(({ kind }) => kind === message.kind);
  if (upcoming === undefined) return null;
  return isDue(upcoming, context, now) ? upcoming : 'later';
}

/**
 * The reason why a message about an appointment cannot be sent by hand or, for the kind `due`, why a message that the pet
 * is due again would not be sent. Null if there is no reason. `isOn` is false in a demo.
 */
export function findNotSendableReason(
  kind: PracticeMessageKind,
  appointment: MessageableAppointment,
  { isOn, channels, now }: { isOn: boolean; channels: readonly MessageChannel[]; now: number },
): NotSendableReason | null {
  const { client, pet, status, start, isTypeMessaged } = appointment;
  if (!isOn || !isTypeMessaged) return 'off';
  if (findContactChoice(kind, client) === 'none') return 'opted_out';
  if (findContact(kind, client, channels) === null) return 'no_channel';
  if (!pet.isAlive) return 'pet_is_dead';
  if (!client.isActive || !pet.isActive) return 'inactive';
  if (kind === 'due') return null;
  if (start <= now || !(isUpcoming(status) || status === 'cancelled')) return 'begun';
  return fitsStatus(kind, status) ? null : 'cancelled';
}

/**
 * How long after its creation a message by hand is attempted. It is sent at any hour, and only for a short while, because no
 * one expects it much later.
 */
const BY_HAND_DURATION_MS = 15 * MINUTE_MS;

/** A message by hand about one appointment, which is due at once; null if it cannot be sent, or is too old. */
export function createMessageByHand<Appointment extends MessageableAppointment>(
  { kind, createdAt }: { kind: AppointmentMessageKind; createdAt: number },
  appointment: Appointment,
  { settings, channels }: Pick<DueContext, 'settings' | 'channels'>,
  now: number,
): DueMessage<Appointment> | null {
  const contact = findContact(kind, appointment.client, channels);
  const isSendable = findNotSendableReason(kind, appointment, { isOn: true, channels, now }) === null;
  if (contact === null || !isSendable || now - createdAt > BY_HAND_DURATION_MS) return null;
  const language = appointment.client.language ?? settings.language;
  return { kind, contact, language, appointments: [appointment], from: createdAt };
}
