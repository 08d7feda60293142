import { allClientTexts } from '#client-texts/all-client-texts.ts';
import { formatDateAndTime } from '#client-texts/date-text.ts';
import {
  countSmsParts,
  fillPlaceholders,
  maxSmsLength,
  measureSms,
  type Placeholder,
} from '#contract/message-placeholders.ts';
import { writeCalendar } from '#service/domain/icalendar.ts';
import { isolate, renderHtml } from './safe-text.ts';
import type { AppointmentContent, MessageContent, MessagedAppointment, RenderedMessage } from './transport.ts';

/**
 * The text of a message: the practice's own, or the built-in one, filled with current values. Dates have a year unless it is
 * that of `now` (epoch milliseconds).
 */
export function renderMessage(content: MessageContent, now: number): RenderedMessage {
  const { channel, language } = content;
  const link = content.kind === 'request_declined' ? null : content.link;
  const values = computePlaceholderValues(content, now);
  const [own, builtIn] = [findPracticeText(content), findBuiltInText(content)];
  // If all placeholders of the practice's own text are empty and nothing else remains, the built-in text is used.
  const body = [own?.body, builtIn.body].map((text) => fillText(text, values)).find((text) => text !== '') ?? '';
  if (channel === 'sms') {
    const text = cutToParts(body, link);
    return { subject: null, text, html: null, calendar: null, parts: countSmsParts(text) };
  }
  const subjects = [own?.subject, builtIn.subject].map((text) => fillText(text, values));
  const subject = (subjects.find((text) => text !== '') ?? '').replaceAll(/\s+/g, ' ');
  const html = renderHtml(body, { subject, link, language, direction: allClientTexts[language].direction });
  return {
    subject,
    text: body,
    html,
    calendar: 'appointments' in content ? renderCalendar(content) : null,
    parts: null,
  };
}

const fillText = (text: string | null | undefined, values: Readonly<Record<ValueName, string>>) =>
  fillPlaceholders((text ?? '').replaceAll(/\r\n?/g, '\n'), values).trim();

function findPracticeText(content: MessageContent) {
  if (content.kind === 'request_declined') return undefined;
  const { texts, kind, channel, language } = content;
  return texts.find((text) => text.kind === kind && text.channel === channel && text.language === language);
}

/** The built-in text. Without a link, the line with the link is replaced by a line that asks the client to call. */
function findBuiltInText(content: MessageContent): { subject: string | null; body: string } {
  const { messages, requests, withoutLink, dueWithoutLink } = allClientTexts[content.language];
  if (content.kind === 'request_declined') return requests.request_declined;
  const { kind, channel, link } = content;
  const isNewTime = content.kind === 'confirmation' && content.isMoved;
  // The answer to a request is always an e-mail, so it has only one text.
  const { email, sms } =
    kind === 'request_booked' ? { email: requests[kind], sms: requests[kind] } : messages[isNewTime ? 'moved' : kind];
  const { subject, body } = channel === 'email' ? email : { subject: null, body: sms.body };
  if (link !== null) return { subject, body };
  const instead = (kind === 'due' ? dueWithoutLink : withoutLink)[channel];
  const lines = body.split('\n').map((line) => (line.includes('{link}') ? instead : line));
  return { subject, body: lines.join('\n') };
}

/** The names of the values in texts: the placeholders of the contract, and the reason for a refusal. */
type ValueName = Placeholder | 'reason';

/** What a message says about an appointment, a requested appointment, or a pet that is due again. */
type MessageSubject = Pick<MessagedAppointment, 'petName' | 'typeName' | 'start'> & {
  readonly preparation: string | null;
};

function computePlaceholderValues(content: MessageContent, now: number): Record<ValueName, string> {
  const { channel, language, client, store } = content;
  const isRefusal = content.kind === 'request_declined';
  const isDue = content.kind === 'due';
  const appointments: readonly MessageSubject[] =
    'appointments' in content
      ? content.appointments
      : (isDue ? content.recalls : [content.request]).map((one) => ({ ...one, preparation: null }));
  const { direction } = allClientTexts[language];
  const { timeZone } = store;
  const isolateText = (text: string | null) => isolate(text ?? '', direction);
  const listPets = (some: readonly MessageSubject[]) =>
    removeDuplicates(some.map(({ petName }) => isolateText(petName)));
  const joinList = (items: readonly string[]) =>
    new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(items);
  const pets = listPets(appointments);

  /** The distinct values of the appointments, each with the pets that have it. */
  const groupByValue = (read: (appointment: MessageSubject) => string) =>
    removeDuplicates(appointments.map(read))
      .filter((value) => value !== '')
      .map((value) => ({ value, pets: listPets(appointments.filter((one) => read(one) === value)) }));
  /** Lists the values of {@link groupByValue}, each with its pets if there are several values. */
  const listWithPets = (values: ReturnType<typeof groupByValue>) =>
    joinList(
      values.map(({ value, pets: some }) =>
        pets.length === 1 || values.length === 1 ? value : `${value} (${joinList(some)})`,
      ),
    );
  const preparations = groupByValue(({ preparation }) => isolateText(preparation));
  const isForAll = pets.length === 1 || (preparations.length === 1 && preparations[0]?.pets.length === pets.length);

  const formatYear = (instant: number) => new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(instant);
  function formatDate(start: string) {
    const style = channel === 'sms' ? 'short' : 'long';
    const hasYear = formatYear(Date.parse(start)) !== formatYear(now);
    const { date } = formatDateAndTime(start, { language, timeZone, style, hasYear });
    return channel === 'sms' ? toGsmLetters(date) : date;
  }
  const types = groupByValue(({ typeName }) => isolateText(typeName));
  return {
    pet: joinList(pets),
    client: isolateText(`${client.firstName} ${client.lastName}`.trim()),
    // All appointments of a message are on the same day.
    date: isDue
      ? listWithPets(groupByValue(({ start }) => formatDate(start)))
      : formatDate(appointments[0]?.start ?? new Date(now).toISOString()),
    time: isDue ? '' : listWithPets(groupByValue(({ start }) => formatDateAndTime(start, { language, timeZone }).time)),
    store: isolateText(store.name),
    address: isolateText(store.address),
    phone: isolateText(store.phone),
    type: isDue ? listWithPets(types) : joinList(types.map(({ value }) => value)),
    preparation: preparations
      .map(({ value, pets: some }) => (isForAll ? value : `${joinList(some)}: ${value}`))
      .join('\n'),
    link: (isRefusal ? null : content.link) ?? '',
    reason: isolateText(isRefusal ? content.reason : null),
  };
}

const removeDuplicates = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Removes accents (`sábado`, `août`) that would turn one SMS of 160 characters into three; Arabic stays as it is. */
const toGsmLetters = (text: string) =>
  [...text]
    .map((letter) => (measureSms(letter).isGsm ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('');

const characterSegmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The longest beginning of an SMS that fits into four parts, in whole characters. If that would lose the link, the words
 * before the link are cut instead.
 */
function cutToParts(text: string, link: string | null): string {
  const whole = cutBeforeEnding(text, '');
  const at = link === null ? -1 : text.indexOf(link);
  if (link === null || at < 0 || at + link.length <= whole.length) return whole;
  const before = text.slice(0, at);
  const words = before.trimEnd();
  // The blank or line break before the link stays, so that phones see where the link begins.
  return cutBeforeEnding(words, before.slice(words.length) + link);
}

/** Shortens a text so that it fits into four parts of an SMS together with its ending, which is kept whole. */
function cutBeforeEnding(text: string, ending: string): string {
  let end = 0;
  for (const { index, segment } of characterSegmenter.segment(text)) {
    const { length, isGsm } = measureSms(text.slice(0, index + segment.length) + ending);
    if (length > maxSmsLength(isGsm)) break;
    end = index + segment.length;
  }
  return text.slice(0, end) + ending;
}

/** The appointments for the client's calendar program. */
function renderCalendar({ store, appointments, link }: AppointmentContent): string {
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
