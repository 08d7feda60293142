import { allClientTexts } from '#client-texts/all-client-texts.ts';
import { dateText } from '#client-texts/date-text.ts';
import {
  fillPlaceholders,
  maxSmsLength,
  type Placeholder,
  smsLength,
  smsParts,
} from '#contract/message-placeholders.ts';
import { writeCalendar } from '#service/domain/icalendar.ts';
import { htmlOf, isolate } from './safe-text.ts';
import type { AppointmentContent, MessageContent, MessagedAppointment, RenderedMessage } from './transport.ts';

/**
 * The text of a message: the practice's own, or the built-in one, filled with what is true now. `now` (epoch milliseconds)
 * decides whether dates need a year.
 */
export function renderMessage(content: MessageContent, now: number): RenderedMessage {
  const { channel, language } = content;
  const link = content.kind === 'request_declined' ? null : content.link;
  const values = placeholderValues(content, now);
  const [own, builtIn] = [ownText(content), builtInText(content)];
  // An own text of which nothing remains, because it only has placeholders that are empty, says nothing.
  const body = [own?.body, builtIn.body].map((text) => filled(text, values)).find((text) => text !== '') ?? '';
  if (channel === 'sms') {
    const text = cutToParts(body, link);
    return { subject: null, text, html: null, calendar: null, parts: smsParts(text) };
  }
  const subjects = [own?.subject, builtIn.subject].map((text) => filled(text, values));
  const subject = (subjects.find((text) => text !== '') ?? '').replaceAll(/\s+/g, ' ');
  const html = htmlOf(body, { subject, link, language, direction: allClientTexts[language].direction });
  return { subject, text: body, html, calendar: 'appointments' in content ? calendarOf(content) : null, parts: null };
}

const filled = (text: string | null | undefined, values: Readonly<Record<Value, string>>) =>
  fillPlaceholders((text ?? '').replaceAll(/\r\n?/g, '\n'), values).trim();

function ownText(content: MessageContent) {
  if (content.kind === 'request_declined') return undefined;
  const { texts, kind, channel, language } = content;
  return texts.find((text) => text.kind === kind && text.channel === channel && text.language === language);
}

/** The built-in text; a line with the link asks for a call where there is no link. */
function builtInText(content: MessageContent): { subject: string | null; body: string } {
  const { messages, requests, withoutLink, dueWithoutLink } = allClientTexts[content.language];
  if (content.kind === 'request_declined') return requests.request_declined;
  const { kind, channel, link } = content;
  const isNewTime = content.kind === 'confirmation' && content.isMoved;
  // The answer to a request is an e-mail.
  const { email, sms } =
    kind === 'request_booked' ? { email: requests[kind], sms: requests[kind] } : messages[isNewTime ? 'moved' : kind];
  const { subject, body } = channel === 'email' ? email : { subject: null, body: sms.body };
  if (link !== null) return { subject, body };
  const instead = (kind === 'due' ? dueWithoutLink : withoutLink)[channel];
  const lines = body.split('\n').map((line) => (line.includes('{link}') ? instead : line));
  return { subject, body: lines.join('\n') };
}

/** What texts are filled with: own texts with the placeholders of the contract, a refusal with its reason, too. */
type Value = Placeholder | 'reason';

/** What a message says of an appointment, of one that was asked for, or of a pet that is due again. */
type Occasion = Pick<MessagedAppointment, 'petName' | 'typeName' | 'start'> & { readonly preparation: string | null };

function placeholderValues(content: MessageContent, now: number): Record<Value, string> {
  const { channel, language, client, store } = content;
  const isRefusal = content.kind === 'request_declined';
  const isDue = content.kind === 'due';
  const appointments: readonly Occasion[] =
    'appointments' in content
      ? content.appointments
      : (isDue ? content.recalls : [content.request]).map((one) => ({ ...one, preparation: null }));
  const { direction } = allClientTexts[language];
  const { timeZone } = store;
  const isolated = (text: string | null) => isolate(text ?? '', direction);
  const petsOf = (some: readonly Occasion[]) => distinct(some.map(({ petName }) => isolated(petName)));
  const list = (items: readonly string[]) => new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(items);
  const pets = petsOf(appointments);

  /** What differs between appointments, each with those that have it. */
  const groups = (read: (appointment: Occasion) => string) =>
    distinct(appointments.map(read))
      .filter((value) => value !== '')
      .map((value) => ({ value, pets: petsOf(appointments.filter((one) => read(one) === value)) }));
  /** A list of such values, each with its pets where they differ. */
  const named = (values: ReturnType<typeof groups>) =>
    list(
      values.map(({ value, pets: some }) =>
        pets.length === 1 || values.length === 1 ? value : `${value} (${list(some)})`,
      ),
    );
  const preparations = groups(({ preparation }) => isolated(preparation));
  const isForAll = pets.length === 1 || (preparations.length === 1 && preparations[0]?.pets.length === pets.length);

  const yearOf = (instant: number) => new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(instant);
  function dateOf(start: string) {
    const style = channel === 'sms' ? 'short' : 'long';
    const hasYear = yearOf(Date.parse(start)) !== yearOf(now);
    const { date } = dateText(start, { language, timeZone, style, hasYear });
    return channel === 'sms' ? inGsmLetters(date) : date;
  }
  const types = groups(({ typeName }) => isolated(typeName));
  return {
    pet: list(pets),
    client: isolated(`${client.firstName} ${client.lastName}`.trim()),
    // Appointments are of one day.
    date: isDue
      ? named(groups(({ start }) => dateOf(start)))
      : dateOf(appointments[0]?.start ?? new Date(now).toISOString()),
    time: isDue ? '' : named(groups(({ start }) => dateText(start, { language, timeZone }).time)),
    store: isolated(store.name),
    address: isolated(store.address),
    phone: isolated(store.phone),
    type: isDue ? named(types) : list(types.map(({ value }) => value)),
    preparation: preparations.map(({ value, pets: some }) => (isForAll ? value : `${list(some)}: ${value}`)).join('\n'),
    link: (isRefusal ? null : content.link) ?? '',
    reason: isolated(isRefusal ? content.reason : null),
  };
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Without the accents (`sábado`, `août`) that would make an SMS of 160 characters three; Arabic stays as it is. */
const inGsmLetters = (text: string) =>
  [...text]
    .map((letter) => (smsLength(letter).isGsm ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('');

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The longest beginning of an SMS that fits four parts, in whole characters. Where that would lose the link, the words before
 * the link are cut instead.
 */
function cutToParts(text: string, link: string | null): string {
  const whole = longestBeginning(text, '');
  const at = link === null ? -1 : text.indexOf(link);
  if (link === null || at < 0 || at + link.length <= whole.length) return whole;
  const before = text.slice(0, at);
  const words = before.trimEnd();
  // The blank or line break before the link stays, so that phones see where the link begins.
  return longestBeginning(words, before.slice(words.length) + link);
}

/** The longest beginning of a text that, with its ending, fits four parts. */
function longestBeginning(text: string, ending: string): string {
  let end = 0;
  for (const { index, segment } of characters.segment(text)) {
    const { length, isGsm } = smsLength(text.slice(0, index + segment.length) + ending);
    if (length > maxSmsLength(isGsm)) break;
    end = index + segment.length;
  }
  return text.slice(0, end) + ending;
}

/** The appointments for the client's calendar program. */
function calendarOf({ store, appointments, link }: AppointmentContent): string {
  const location = store.address === null ? store.name : `${store.name}, ${store.address.replaceAll('\n', ', ')}`;
  return writeCalendar(
    appointments.map(({ id, petName, typeName, preparation, start, end, isCancelled, createdAt, updatedAt }) => ({
      id,
      start: Date.parse(start),
      end: Date.parse(end),
      timeZone: store.timeZone,
      createdAt: Date.parse(createdAt),
      updatedAt: Date.parse(updatedAt),
      status: isCancelled ? 'cancelled' : 'confirmed',
      title: `${petName}, ${store.name}`,
      location,
      description: [typeName, preparation, store.phone, link].filter((line) => line !== null),
    })),
    null,
  );
}
