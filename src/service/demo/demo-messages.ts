import { Temporal } from 'temporal-polyfill';
import type { Appointment } from '#contract/appointment.ts';
import { type AppointmentMessageKind, messageChannels } from '#contract/enums.ts';
import { deriveUuid } from '#service/db/column-types.ts';
import type { appointmentMessages, clientAnswers, messages } from '#service/db/schema.ts';
import type { PracticeRecords } from '#service/db/write-practice.ts';
import { findContact } from '#service/domain/messages-due.ts';
import { createDemoHistory } from './demo-history.ts';
import type { DemoPeriod } from './demo-practice.ts';
import { createRandom } from './random.ts';

type MessageRow = typeof messages.$inferInsert & { clientId: string };
type AnswerRow = typeof clientAnswers.$inferInsert;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The number of days since the demo practice switched messages on. */
export const MESSAGE_DAYS = 10;
const [EARLIEST, LATEST] = ['08:00', '20:00'] as const;

/** The notes of clients who want another time. */
const notes = [
  'Something came up at work. Would an afternoon later this week be possible?',
  'Could we come an hour later? I have to pick up my daughter at school first.',
];

/** Whether an appointment is tomorrow or a few days later. */
const isWithinNextDays = (start: string, now: number) => {
  const days = (Date.parse(start) - now) / DAY_MS;
  return days > 0.6 && days < 6;
};

const toIso = (epochMs: number) => new Date(epochMs).toISOString();

/** Returns the instant itself if it is in the sending hours of the zone, otherwise the next instant at which they begin. */
function moveIntoHours(epochMs: number, timeZone: string): number {
  const moment = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
  const clock = moment.toPlainTime();
  if (Temporal.PlainTime.compare(clock, EARLIEST) >= 0 && Temporal.PlainTime.compare(clock, LATEST) <= 0)
    return epochMs;
  const day = moment.toPlainDate().add({ days: Temporal.PlainTime.compare(clock, LATEST) > 0 ? 1 : 0 });
  return day.toZonedDateTime({ timeZone, plainTime: EARLIEST }).epochMilliseconds;
}

interface MomentRange {
  timeZone: string;
  since: number;
  until: number;
}

/**
 * The times at which the messages about an appointment were sent, each with its kind, and the time at which the client
 * cancelled it through the link, null if the client did not. All times are epoch milliseconds.
 */
function computeMoments(appointment: Appointment, { timeZone, since, until }: MomentRange) {
  const start = Date.parse(appointment.start);
  const createdAt = Date.parse(appointment.createdAt);
  const cancelledAt = appointment.status === 'cancelled' ? Date.parse(appointment.updatedAt) : null;
  const last = cancelledAt === null ? undefined : createDemoHistory(appointment, 'desk').at(-1);
  const isByLink = cancelledAt !== null && last?.employeeId === null && last.reason === 'Client';
  const due: [AppointmentMessageKind, number][] = [];
  if (start - createdAt > 2 * HOUR_MS) due.push(['confirmation', createdAt + 5 * MINUTE_MS]);
  if (start - createdAt > DAY_MS) due.push(['reminder', start - DAY_MS]);
  if (cancelledAt !== null && last?.reason !== 'Client') due.push(['cancellation', cancelledAt + 5 * MINUTE_MS]);
  return {
    cancelledByLinkAt: isByLink ? cancelledAt : null,
    moments: due
      .filter(([, moment]) => moment >= since && moment <= until)
      .map(([kind, moment]) => ({ kind, moment: moveIntoHours(moment, timeZone) }))
      .filter(
        ({ kind, moment }) =>
          moment <= until &&
          moment < start - 5 * MINUTE_MS &&
          (kind === 'cancellation' || cancelledAt === null || moment < cancelledAt),
      ),
  };
}

/**
 * The messages of the demo practice about appointments, and the answers of clients, as if messages had been on for
 * {@link MESSAGE_DAYS} days. The address of one client does not exist, the outcome of one message is unknown, and two clients
 * want another time. The same appointments always give the same messages.
 */
export function createDemoMessages(
  practice: Pick<PracticeRecords, 'company' | 'clients' | 'pets' | 'types'>,
  { now, recordedUntil }: DemoPeriod,
  appointments: readonly Appointment[],
): { messages: MessageRow[]; sentFor: (typeof appointmentMessages.$inferInsert)[]; answers: AnswerRow[] } {
  const { company } = practice;
  const since = now - MESSAGE_DAYS * DAY_MS;
  const zones = new Map(company.stores.map(({ id, timeZone }) => [id, timeZone]));
  const clients = new Map(practice.clients.filter(({ isActive }) => isActive).map((client) => [client.id, client]));
  const activePets = new Set(practice.pets.filter(({ isActive }) => isActive).map(({ id }) => id));
  const messagedTypes = new Set(practice.types.filter(({ isMessaged }) => isMessaged).map(({ id }) => id));
  const messagesByKey = new Map<string, MessageRow>();
  const byLink = new Map<string, number>();
  const starts = new Map(appointments.map(({ id, start }) => [id, start]));
  const sortKey = ({ start, id }: Appointment) => start + id;
  for (const appointment of appointments.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))) {
    const { id, clientId, storeId, start, visitTypeId } = appointment;
    const client = clients.get(clientId);
    const timeZone = zones.get(storeId);
    const contact = client && findContact('reminder', client, messageChannels);
    if (!contact || timeZone === undefined || !activePets.has(appointment.petId)) continue;
    if (!messagedTypes.has(visitTypeId ?? '') || appointment.createdFrom === 'migration') continue;
    const { moments, cancelledByLinkAt } = computeMoments(appointment, {
      ...{ timeZone, since, until: recordedUntil - MINUTE_MS },
    });
    for (const { kind, moment } of moments) {
      const day = Temporal.Instant.from(start).toZonedDateTimeISO(timeZone).toPlainDate();
      // A client who brings several pets on one day gets one reminder about the appointments that were booked by then.
      const ofDay = [kind, storeId, clientId, day].join('/');
      const isShared = kind === 'reminder' && appointment.createdAt < (messagesByKey.get(ofDay)?.createdAt ?? start);
      const key = isShared ? ofDay : [kind, id].join('/');
      const random = createRandom(key, 'message');
      const createdAt = moment + random.integer(2_000, 50_000);
      const message = messagesByKey.get(key) ?? {
        ...{ companyId: company.id, id: deriveUuid([company.id, 'message', key].join('/')), kind, clientId, storeId },
        ...{ ...contact, language: client.language ?? 'en', appointmentIds: [] },
        ...{ status: 'sent', reason: null, attempts: 1 },
        ...{ forStart: start, createdAt: toIso(createdAt), updatedAt: toIso(createdAt + random.integer(400, 3_000)) },
      };
      messagesByKey.set(key, { ...message, appointmentIds: [...message.appointmentIds, id] });
      if (cancelledByLinkAt !== null) byLink.set(id, cancelledByLinkAt);
    }
  }
  const nextMessages = [...messagesByKey.values()].filter(
    ({ forStart, channel, kind }) => isWithinNextDays(forStart, now) && channel === 'email' && kind !== 'cancellation',
  );
  const noAddress = nextMessages.find(({ clientId }, nth) => nth > 2 && clients.get(clientId)?.phone != null)?.clientId;
  const unknown = nextMessages.find(({ clientId }, nth) => nth > 7 && clientId !== noAddress)?.id;
  const rows = [...messagesByKey.values()].map((message): MessageRow => {
    if (message.clientId === noAddress) return { ...message, status: 'failed', reason: 'no_such_address' };
    return message.id === unknown ? { ...message, status: 'unknown' } : message;
  });
  return {
    messages: rows,
    sentFor: rows.flatMap(({ id: messageId, companyId, kind, appointmentIds, forStart }) =>
      appointmentIds.map((id) => ({
        ...{ companyId, appointmentId: id, kind, forStart: starts.get(id) ?? forStart, messageId },
      })),
    ),
    answers: createAnswers(rows, appointments, { now, recordedUntil, byLink }),
  };
}

interface AnswerTimes extends Pick<DemoPeriod, 'now' | 'recordedUntil'> {
  /** The times at which clients cancelled appointments through the link, keyed by appointment id. */
  byLink: ReadonlyMap<string, number>;
}

/** The latest answers to messages that were sent. */
function createAnswers(
  sent: readonly MessageRow[],
  appointments: readonly Appointment[],
  { now, recordedUntil, byLink }: AnswerTimes,
): AnswerRow[] {
  const byId = new Map(appointments.map((appointment) => [appointment.id, appointment]));
  /** The time at which the latest message about each appointment was sent, keyed by appointment id. */
  const latest = new Map<string, number>();
  for (const { kind, status, createdAt, appointmentIds } of sent)
    if (status === 'sent' && kind !== 'cancellation')
      for (const id of appointmentIds) latest.set(id, Math.max(latest.get(id) ?? 0, Date.parse(createdAt)));
  let remaining = notes;
  return [...latest].flatMap(([id, sentAt]): AnswerRow[] => {
    const appointment = byId.get(id);
    if (!appointment) return [];
    const random = createRandom(id, 'answer');
    const { companyId, start: forStart, status } = appointment;
    const answer = { companyId, appointmentId: id, forStart, note: null };
    const linkedAt = byLink.get(id);
    if (linkedAt !== undefined) return [{ ...answer, answer: 'cancelled', at: toIso(linkedAt) }];
    const end = Math.min(recordedUntil, Date.parse(forStart) - 30 * MINUTE_MS);
    const at = sentAt + random.integer(3, 300) * MINUTE_MS;
    if (status === 'cancelled' || status === 'no_show' || at > end) return [];
    const [note, ...others] = remaining;
    if (note !== undefined && status === 'confirmed' && isWithinNextDays(forStart, now) && random.chance(0.07)) {
      remaining = others;
      return [{ ...answer, answer: 'another_time', note, at: toIso(at) }];
    }
    return random.chance(0.65) ? [{ ...answer, answer: 'confirmed', at: toIso(at) }] : [];
  });
}
