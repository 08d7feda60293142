import '#scheduling/temporal.ts';

/*
 * Appointments for other calendar programs, as iCalendar (RFC 5545). Nothing depends on the time of writing: the same
 * appointments always give the same text.
 */

/** An appointment for another calendar program. All times are epoch milliseconds. */
export interface CalendarEvent {
  /**
   * The id of the appointment. A program that already has the event, from a feed or an attachment, recognises it by the id
   * and updates it.
   */
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** The IANA zone of the store. */
  readonly timeZone: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: 'confirmed' | 'tentative' | 'cancelled';
  readonly title: string;
  /** The place of the appointment; empty if it is unknown. */
  readonly location: string;
  /** The lines of the description. */
  readonly description: readonly string[];
}

/** The calendar of a feed: its name, and the ISO 8601 duration after which programs should read it again. */
interface PublishedCalendar {
  readonly name: string;
  readonly readAgainAfter: string;
}

/** The iCalendar text of some events; `published` is null for the attachment of an e-mail. */
export function writeCalendar(events: readonly CalendarEvent[], published: PublishedCalendar | null): string {
  const zones = new Map<string, readonly ZonePeriod[]>();
  for (const zone of new Set(events.map(({ timeZone }) => timeZone))) {
    const there = events.filter(({ timeZone }) => timeZone === zone);
    zones.set(zone, findPeriods(zone, there));
  }
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Frontdesk//Frontdesk//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'],
    ...(published === null
      ? []
      : [
          `X-WR-CALNAME:${escapeText(published.name)}`,
          `X-PUBLISHED-TTL:${published.readAgainAfter}`,
          `REFRESH-INTERVAL;VALUE=DURATION:${published.readAgainAfter}`,
        ]),
    ...[...zones].flatMap(([zone, periods]) => createZoneLines(zone, periods)),
    ...events.flatMap((event) => createEventLines(event, zones.get(event.timeZone) ?? [])),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function createEventLines(event: CalendarEvent, periods: readonly ZonePeriod[]): string[] {
  const { id, start, end, timeZone, createdAt, updatedAt, status, title, location, description } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${id}@frontdesk`,
    `DTSTAMP:${formatUtc(updatedAt)}`,
    // A later version of an event needs a higher number. The seconds from its creation to its last change are such a
    // number, so no counter is needed.
    `SEQUENCE:${Math.max(0, Math.floor((updatedAt - createdAt) / 1000))}`,
    `LAST-MODIFIED:${formatUtc(updatedAt)}`,
    `DTSTART${formatTime(timeZone, periods, start)}`,
    `DTEND${formatTime(timeZone, periods, end)}`,
    `SUMMARY:${escapeText(title)}`,
    ...(location === '' ? [] : [`LOCATION:${escapeText(location)}`]),
    ...(description.length === 0 ? [] : [`DESCRIPTION:${description.map(escapeText).join('\\n')}`]),
    `STATUS:${status.toUpperCase()}`,
    'END:VEVENT',
  ];
}

/**
 * A period of a zone from one clock change until the next, with the offsets from UTC before and during the period, in
 * milliseconds.
 */
interface ZonePeriod {
  readonly start: number;
  readonly before: number;
  readonly offset: number;
  readonly isDaylight: boolean;
}

const DAY = 86_400_000;

/** The periods of a zone that cover the events, and a day before and after them. */
function findPeriods(zone: string, events: readonly CalendarEvent[]): ZonePeriod[] {
  let [from, until] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { start, end } of events) {
    from = Math.min(from, start, end);
    until = Math.max(until, start, end);
  }
  const zonedTime = (instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  const offsetOf = ({ offsetNanoseconds }: Temporal.ZonedDateTime) => offsetNanoseconds / 1e6;
  const first = zonedTime(from - DAY);
  const periods: ZonePeriod[] = [];
  // If the clocks of the zone never changed before, the first period begins at an arbitrary time before all events.
  const begin = first.getTimeZoneTransition('previous') ?? first.subtract({ years: 1 });
  for (let start: Temporal.ZonedDateTime | null = begin; start !== null; ) {
    const { epochMilliseconds, year } = start;
    if (epochMilliseconds > until + DAY) break;
    const offset = offsetOf(start);
    const ofYear = [1, 7].map((month) =>
      offsetOf(Temporal.PlainDate.from({ year, month, day: 1 }).toZonedDateTime(zone)),
    );
    const before = offsetOf(zonedTime(epochMilliseconds - 1));
    periods.push({ start: epochMilliseconds, before, offset, isDaylight: offset > Math.min(...ofYear) });
    start = start.getTimeZoneTransition('next');
  }
  return periods;
}

function createZoneLines(zone: string, periods: readonly ZonePeriod[]): string[] {
  const periodLines = ({ start, before, offset, isDaylight }: ZonePeriod) => {
    const name = isDaylight ? 'DAYLIGHT' : 'STANDARD';
    return [
      `BEGIN:${name}`,
      `DTSTART:${formatDigits(start + before)}`,
      `TZOFFSETFROM:${formatOffset(before)}`,
      `TZOFFSETTO:${formatOffset(offset)}`,
      `END:${name}`,
    ];
  };
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...periods.flatMap(periodLines), 'END:VTIMEZONE'];
}

/** Formats an offset as `+HHMM`, or as `+HHMMSS` for the local times that were used before there were time zones. */
function formatOffset(offset: number): string {
  const seconds = Math.round(Math.abs(offset) / 1000);
  const parts = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    ...(seconds % 60 === 0 ? [] : [seconds % 60]),
  ];
  return (offset < 0 ? '-' : '+') + parts.map((part) => String(part).padStart(2, '0')).join('');
}

/**
 * Formats an instant on the clock of a zone, or in UTC if the clock shows that time twice, because programs interpret such a
 * time differently.
 */
function formatTime(zone: string, periods: readonly ZonePeriod[], instant: number): string {
  const isRepeated = ({ start, before, offset }: ZonePeriod) => Math.abs(instant - start) <= before - offset;
  const period = periods.findLast(({ start }) => start <= instant);
  if (period === undefined || periods.some(isRepeated)) return `:${formatUtc(instant)}`;
  return `;TZID=${zone}:${formatDigits(instant + period.offset)}`;
}

const formatUtc = (instant: number) => `${formatDigits(instant)}Z`;

/** Formats an instant in UTC as `YYYYMMDDTHHMMSS`. */
const formatDigits = (instant: number) => new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');

/** The value of a TEXT property. Line breaks and other control characters become blanks. */
const escapeText = (text: string) =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll(/[\\;,]/g, (character) => `\\${character}`);

const MAX_OCTETS = 75;

/** Folds a line into parts of at most 75 octets of UTF-8 without splitting a character. */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= MAX_OCTETS) return line;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
