import type { Appointment } from '#contract/appointment.ts';
import { type ClientAnswer, clientAnswersQuerySchema, giveAnswerSchema } from '#contract/client-answers.ts';
import type { AppointmentType, Client, Company, Pet } from '#contract/clients-pets-staff.ts';
import { instantOf, nextUpdatedAt } from '#contract/date-time.ts';
import type { AppointmentMessageKind, MessageChannel, PracticeMessageKind } from '#contract/enums.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { countSmsParts, fillPlaceholders } from '#contract/message-placeholders.ts';
import {
  type Message,
  type MessagePreview,
  type MessageSettings,
  type MessagesDue,
  messagesDueQuerySchema,
  type NotSendableReason,
  previewMessageSchema,
  putMessageSettingsSchema,
  sendMessageSchema,
} from '#contract/messages.ts';
import { fullName } from '#contract/practice-setup.ts';
import { zoneOfStore } from '#scheduling/calendar-day.ts';
import type { CheckedRequest } from './check-request.ts';

export type MessagesInMemory = ReturnType<typeof createMessagesInMemory>;

const FIVE_MINUTES = 5 * 60_000;
const HOUR = 3_600_000;

/** What is sent without an own text; the service has texts in six languages. */
const subjects: Readonly<Record<PracticeMessageKind, string>> = {
  confirmation: '{pet} is booked for {date} at {time}',
  reminder: '{pet} has an appointment on {date} at {time}',
  cancellation: 'The appointment of {pet} on {date} at {time} is cancelled',
  due: '{pet} is due again on {date}',
};

/**
 * The messages of a practice in memory: off and without messages at first, with e-mail and SMS set up. Throws the errors that
 * the service would send. Nothing goes out by itself: a message is there once it is added, or sent by a request.
 */
export function createMessagesInMemory(held: {
  company: Company;
  appointments: Appointment[];
  clients: readonly Client[];
  pets: readonly Pet[];
  types: readonly AppointmentType[];
  /** Cancels an appointment as a client does by the link. */
  cancel: (id: string) => void;
}) {
  const { company, appointments, clients, pets, types } = held;
  const settings: MessageSettings = {
    isOn: false,
    channels: ['email', 'sms'],
    language: 'en',
    earliest: '08:00',
    latest: '20:00',
    confirmation: { isOn: true },
    reminder: { isOn: true, hoursBefore: 24 },
    cancellation: { isOn: true },
    due: { isOn: true, daysBefore: 14 },
    cancelUntilHours: 24,
    texts: [],
    updatedAt: '2025-01-06T08:00:00.000Z',
  };
  /** Newest first. */
  const messages: Message[] = [];
  const answers = new Map<string, ClientAnswer>();
  /** How the next messages that a request sends end. */
  const outcome: Pick<Message, 'status' | 'reason'> = { status: 'sent', reason: null };

  function find(id: string): Appointment {
    const found = appointments.find((one) => one.id === id.toLowerCase());
    if (found === undefined) throw new ServiceError('not_found', 'id: there is no such appointment');
    return found;
  }

  /** The appointment that a request names in its body. */
  function named(id: string): Appointment {
    const found = appointments.find((one) => one.id === id.toLowerCase());
    if (found === undefined) throw invalidInput('appointmentId', 'the company has no such appointment');
    return found;
  }

  /** How the client of an appointment is written to. */
  function addressOf(
    { clientId }: Appointment,
    wanted: MessageChannel | null = null,
    kind: PracticeMessageKind = 'reminder',
  ) {
    const client = clients.find(({ id }) => id === clientId);
    const addresses = { email: client?.email ?? null, sms: client?.phone ?? null };
    const contactBy = (kind === 'due' ? client?.recallsBy : null) ?? client?.contactBy ?? null;
    const isThere = (channel: MessageChannel) => settings.channels.includes(channel) && addresses[channel] !== null;
    const wishes: readonly MessageChannel[] =
      wanted !== null ? [wanted] : contactBy === null || contactBy === 'none' ? ['email', 'sms'] : [contactBy];
    const channel = wishes.find(isThere) ?? null;
    const language = client?.language ?? settings.language;
    return { client, contactBy, channel, language, to: channel && addresses[channel] };
  }

  /** Why a message about an appointment cannot be sent; null if it can. */
  function reasonOf(appointment: Appointment, kind: PracticeMessageKind): NotSendableReason | null {
    const { status, petId, visitTypeId, start } = appointment;
    const type = types.find(({ id }) => id === visitTypeId);
    const pet = pets.find(({ id }) => id === petId);
    const { client, contactBy, channel } = addressOf(appointment, null, kind);
    if (!settings.isOn || type?.isMessaged === false) return 'off';
    if (contactBy === 'none') return 'opted_out';
    if (channel === null) return 'no_channel';
    if (pet && pet.deceasedOn !== null) return 'pet_is_dead';
    if (!client?.isActive || !pet?.isActive) return 'inactive';
    if (kind === 'due') return null;
    if (!['requested', 'confirmed', 'cancelled'].includes(status) || instantOf(start) <= Date.now()) return 'begun';
    return (status === 'cancelled') === (kind === 'cancellation') ? null : 'cancelled';
  }

  function preview(body: unknown): MessagePreview {
    const wanted = previewMessageSchema.parse(body);
    const appointment = named(wanted.appointmentId);
    const { kind } = wanted;
    const reason = reasonOf(appointment, kind);
    const { client, channel, to, language: own } = addressOf(appointment, wanted.channel ?? null, kind);
    const nothing = { channel: null, to: null, language: null, subject: null, body: null, parts: null };
    if (channel === null) return { ...nothing, reason };
    const language = wanted.language ?? own;
    const store = company.stores.find(({ id }) => id === appointment.storeId);
    const zone = store === undefined ? 'UTC' : zoneOfStore(store, 'UTC');
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: zone }).format(instantOf(appointment.start));
    const values = {
      pet: pets.find(({ id }) => id === appointment.petId)?.name ?? '',
      client: client === undefined ? '' : fullName(client),
      date: format({ dateStyle: 'full' }),
      time: kind === 'due' ? '' : format({ timeStyle: 'short' }),
      store: store?.name ?? '',
      address: store?.address ?? '',
      phone: store?.phone ?? '',
      type: appointment.visitTypeName ?? '',
      preparation: types.find(({ id }) => id === appointment.visitTypeId)?.preparation ?? '',
      link: 'https://example.com/a/preview',
    };
    const text = settings.texts.find(
      (one) => one.kind === kind && one.channel === channel && one.language === language,
    ) ?? { subject: subjects[kind], body: `${subjects[kind]}.\n{type}, {store}\n{link}` };
    const filled = fillPlaceholders(text.body, values);
    return {
      ...{ channel, to, language, reason, body: filled },
      subject: channel === 'email' ? fillPlaceholders(text.subject ?? '', values) : null,
      parts: channel === 'sms' ? countSmsParts(filled) : null,
    };
  }

  /** Adds a message as if it had gone out by itself; by default a reminder by e-mail that was sent now. */
  function add(given: Partial<Message> & { appointmentIds: string[] }): Message {
    const now = new Date().toISOString();
    const [first] = given.appointmentIds.map(find).sort((one, other) => instantOf(one.start) - instantOf(other.start));
    if (first === undefined) throw new Error('a message is about an appointment');
    const address = addressOf(first, given.channel ?? null);
    const message: Message = {
      id: crypto.randomUUID(),
      companyId: company.id,
      kind: 'reminder',
      channel: address.channel ?? 'email',
      clientId: first.clientId,
      to: address.to ?? '',
      language: address.language,
      status: 'sent',
      reason: null,
      forStart: first.start,
      createdAt: now,
      updatedAt: given.createdAt ?? now,
      ...given,
    };
    messages.unshift(message);
    messages.sort((one, other) => instantOf(other.createdAt) - instantOf(one.createdAt));
    return message;
  }

  function send(body: unknown): string {
    const { appointmentId, kind } = sendMessageSchema.parse(body);
    const appointment = named(appointmentId);
    const reason = reasonOf(appointment, kind);
    if (reason !== null) throw new ServiceError('not_sendable', `the message cannot be sent: ${reason}`, { reason });
    return add({ appointmentIds: [appointment.id], kind, ...outcome }).id;
  }

  /** Answers as the client does by the link, or the desk after a call. */
  function give(appointmentId: string, answer: ClientAnswer['answer'], note: string | null = null): ClientAnswer {
    const { id, start } = find(appointmentId);
    const before = answers.get(id);
    if (before?.answer === answer && before.forStart === start && before.note === note) return before;
    const next = { appointmentId: id, answer, note, at: new Date().toISOString(), forStart: start };
    answers.set(id, next);
    if (answer === 'cancelled') held.cancel(id);
    return next;
  }

  function put(body: unknown): MessageSettings {
    const { expectedUpdatedAt, companyId: _, ...wanted } = putMessageSettingsSchema.parse(body);
    const texts = wanted.texts.map((text) => ({ ...text, subject: text.subject ?? null }));
    const next = { ...settings, ...wanted, texts };
    if (JSON.stringify(next) === JSON.stringify(settings)) return settings;
    if (instantOf(expectedUpdatedAt) !== instantOf(settings.updatedAt))
      throw new ServiceError('changed_meanwhile', 'check the current settings', { current: { ...settings } });
    const updatedAt = new Date(nextUpdatedAt(Date.now(), settings.updatedAt)).toISOString();
    return Object.assign(settings, next, { updatedAt });
  }

  /** The messages whose moment comes before an instant, roughly: without hours of the day and real moves. */
  function countDue(query: URLSearchParams): MessagesDue {
    const until = instantOf(messagesDueQuerySchema.shape.until.parse(query.get('until')));
    const due = new Map<string, AppointmentMessageKind>();
    for (const one of appointments) {
      const start = instantOf(one.start);
      const { channel, contactBy } = addressOf(one);
      if (channel === null || contactBy === 'none' || start <= Date.now() || one.createdFrom === 'migration') continue;
      const moments: readonly (readonly [AppointmentMessageKind, number])[] =
        one.status === 'cancelled'
          ? [['cancellation', instantOf(one.updatedAt) + FIVE_MINUTES]]
          : one.status === 'requested' || one.status === 'confirmed'
            ? [
                ['confirmation', instantOf(one.createdAt) + FIVE_MINUTES],
                ['reminder', start - settings.reminder.hoursBefore * HOUR],
              ]
            : [];
      for (const [kind, moment] of moments) {
        const isSent = messages.some(
          (message) =>
            message.kind === kind && message.forStart === one.start && message.appointmentIds.includes(one.id),
        );
        const isDue = settings[kind].isOn && moment <= until && moment > Date.now() - 6 * HOUR;
        if (isDue && !isSent) due.set(`${kind} ${one.clientId} ${one.storeId} ${one.start.slice(0, 10)}`, kind);
      }
    }
    const kinds = [...due.values()];
    const count = (kind: AppointmentMessageKind) => kinds.filter((one) => one === kind).length;
    const byKind = {
      confirmation: count('confirmation'),
      reminder: count('reminder'),
      cancellation: count('cancellation'),
      due: 0,
    };
    return { count: kinds.length, byKind };
  }

  function listMessages(query: URLSearchParams): Message[] {
    const { appointmentId, clientId, status, from, until } = Object.fromEntries(query);
    return messages
      .filter((one) => appointmentId === undefined || one.appointmentIds.includes(appointmentId))
      .filter((one) => (clientId ?? one.clientId) === one.clientId && (status ?? one.status) === one.status)
      .filter(({ createdAt }) => from === undefined || instantOf(createdAt) >= instantOf(from))
      .filter(({ createdAt }) => until === undefined || instantOf(createdAt) < instantOf(until));
  }

  function listAnswers(query: URLSearchParams): ClientAnswer[] {
    const { start = '', end = '', storeIds } = Object.fromEntries(query);
    clientAnswersQuerySchema.parse({ ...Object.fromEntries(query), storeIds: storeIds?.split(','), limit: 100 });
    return appointments
      .filter((one) => instantOf(one.start) >= instantOf(start) && instantOf(one.start) < instantOf(end))
      .filter(({ storeId }) => storeIds === undefined || storeIds.split(',').includes(storeId))
      .sort((one, other) => instantOf(one.start) - instantOf(other.start))
      .flatMap((one) => {
        const answer = answers.get(one.id);
        return answer?.forStart === one.start ? [answer] : [];
      });
  }

  return {
    settings,
    messages,
    answers,
    outcome,
    add,
    /** Changes a message, such as when an attempt ends. */
    change(id: string, changes: Partial<Message>): void {
      const at = messages.findIndex((one) => one.id === id);
      const before = messages[at];
      if (before !== undefined) messages[at] = { ...before, updatedAt: new Date().toISOString(), ...changes };
    },
    answer: give,
    /**
     * The response to a request about messages and answers, with the list that it pages and the creates that run once; null
     * for any other.
     */
    respond(
      request: CheckedRequest,
      { page, once }: { page: (records: readonly unknown[]) => unknown; once: (create: () => string) => string },
    ): unknown {
      const { name, query, body } = request;
      const [, answered] = /^POST \/v1\/client-answers\/([^/]+)$/.exec(name) ?? [];
      if (answered !== undefined) {
        const { answer, note = null } = giveAnswerSchema.parse(body);
        return give(answered, answer, note);
      }
      switch (name) {
        case 'GET /v1/message-settings':
          return settings;
        case 'PUT /v1/message-settings':
          return put(body);
        case 'GET /v1/messages':
          return page(listMessages(query));
        case 'POST /v1/messages':
          return once(() => send(body));
        case 'POST /v1/messages/preview':
          return preview(body);
        case 'GET /v1/messages/due':
          return countDue(query);
        case 'GET /v1/client-answers':
          return page(listAnswers(query));
        default:
          return null;
      }
    },
  };
}
