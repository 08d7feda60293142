import { dateWords, namesIn, remember } from './date-words.ts';
import { normalizeText } from './text.ts';
import { parseClockTime, parseClosing } from './times.ts';

/** A time of an ISO weekday (Monday 1) at which a store is open, `HH:MM` to `HH:MM` or `24:00`. */
interface OpenTime {
  weekday: number;
  opens: string;
  closes: string;
}

/** The error, and the part of the text that contains it. */
export interface HoursFault {
  kind: 'unknown' | 'no_days' | 'no_times' | 'no_end' | 'order' | 'overlap';
  part: string;
}

const wordSet = (words: string) => new Set(normalizeText(words).split(' '));

/** Words between two days, or between two times. */
const UNTIL = wordSet('- – — to till until bis a à al hasta au jusqu’à t/m tot حتى الى إلى');
/** Words before a time, after it, and between days or times. */
const FILLERS = wordSet(
  'from of and & + / at open h uhr uhr. von ab und geöffnet offen de des du et ouvert heures y desde las la el abierto horas van en om uur u geopend من و الساعة مفتوح',
);
const DAILY = wordSet('daily täglich quotidien diario dagelijks يوميا');
const CLOSED = wordSet('closed zu geschlossen fermé cerrado dicht gesloten مغلق');

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
/** Times with minutes and am or pm, words, and single characters. */
const TOKEN =
  /\d{1,4}(?:[:.h]\d{2}(?!\d)| h \d{2}(?! ?h|\d))?(?:[ap]\b| ?(?:[ap]\.? ?m\b\.?|(?:ص|م|صباحا|مساء)(?!\p{L})))?|t\/m|\p{L}+\.?(?:'\p{L}+)?|[-–—/&+]|[,;،\n]|\S/gu;

/** The weekdays (Monday 1) by all prefixes of their names in a language and in English. */
const weekdaysOf = remember((locale: string) => {
  const byName = new Map<string, number | null>();
  const languages = [dateWords(locale).weekdays, namesIn(['en'], 'weekday')];
  for (const weekdays of languages) {
    const own = new Map<string, number | null>();
    for (const [index, names] of weekdays.entries())
      for (const name of names)
        for (let length = Math.min(2, name.length); length <= name.length; length += 1) {
          const text = name.slice(0, length);
          own.set(text, own.has(text) && own.get(text) !== index + 1 ? null : index + 1);
        }
    // A whole name takes precedence over the prefix of another.
    for (const [index, names] of weekdays.entries()) for (const name of names) own.set(name, index + 1);
    for (const [text, weekday] of own) if (!byName.has(text)) byName.set(text, weekday);
  }
  return byName;
});

/** Days with their times, as far as they have been read. */
interface Group {
  days: number[];
  /** Opening and closing times alternately, as typed. */
  times: string[];
  isClosed: boolean;
  text: string;
}

const emptyGroup = (days: readonly number[] = []): Group => ({ days: [...days], times: [], isClosed: false, text: '' });

/**
 * Reads the opening hours of a week in one line, as people write them in the language of a BCP 47 tag or in English: `Mon–Fri
 * 8:00–18:00, Sat 9–13`, `Mo-Do 8-12 14-18 Uhr`, `lun-ven 8h-18h`. A closing hour is after the opening hour: `9-1` is until
 * 13:00. Days that are not named are closed. Returns the hours in the order of the week, or the first error.
 */
export function readOpeningHours(text: string, locale: string): { hours: OpenTime[] } | { fault: HoursFault } {
  const weekdays = weekdaysOf(locale);
  const groups: Group[] = [];
  let group = emptyGroup();
  let until: 'day' | 'time' | null = null;
  let last: 'day' | 'time' | null = null;

  function finish(days: readonly number[] = []) {
    if (group.text !== '') groups.push(group);
    group = emptyGroup(days);
    until = null;
    last = null;
  }

  const plain = normalizeText(text.replaceAll('\n', ';'));
  let end = 0;
  for (const { 0: token, index } of plain.matchAll(TOKEN)) {
    const word = token.replace(/\.$/, '');
    const weekday = weekdays.get(word);
    if (/^[,;،]$/.test(token)) {
      // Days whose times have not come yet belong to what follows: `Mon, Wed 8–12`.
      if (group.times.length > 0 || group.isClosed) finish();
      continue;
    }
    const isNewDay = typeof weekday === 'number' || DAILY.has(word);
    if (isNewDay && (group.times.length > 0 || group.isClosed)) finish();
    group.text = `${group.text}${group.text === '' ? '' : plain.slice(end, index)}${token}`;
    end = index + token.length;
    if (UNTIL.has(word) && last !== null) until = last;
    else if (DAILY.has(word)) group.days.push(...EVERY_DAY);
    else if (CLOSED.has(word)) group.isClosed = true;
    else if (typeof weekday === 'number') {
      const from = until === 'day' ? (group.days.at(-1) ?? weekday) : weekday;
      for (let day = from; ; day = (day % 7) + 1) {
        if (!group.days.includes(day)) group.days.push(day);
        if (day === weekday) break;
      }
      [last, until] = ['day', null];
    } else if (/^\d/.test(token)) {
      const isEnd = group.times.length % 2 === 1;
      if (isEnd && until !== 'time') return { fault: { kind: 'no_end', part: group.text } };
      group.times.push(token);
      [last, until] = ['time', null];
    } else if (!FILLERS.has(word)) return { fault: { kind: 'unknown', part: token } };
  }
  finish();
  return hoursOf(groups);
}

function hoursOf(groups: readonly Group[]): ReturnType<typeof readOpeningHours> {
  const hours: OpenTime[] = [];
  let days: readonly number[] = [];
  for (const { days: own, times, isClosed, text: part } of groups) {
    // `Mon–Fri 8–12, 14–18`
    days = own.length > 0 ? own : days;
    if (days.length === 0) return { fault: { kind: 'no_days', part } };
    if (isClosed) continue;
    if (times.length === 0) return { fault: { kind: 'no_times', part } };
    if (times.length % 2 === 1) return { fault: { kind: 'no_end', part } };
    let closedAt = 0;
    for (let nth = 0; nth < times.length; nth += 2) {
      // After a break it is the afternoon: `8-12 2-6`.
      const opens = parseClockTime(
        times[nth] ?? '',
        (morning, afternoon) => morning < closedAt && closedAt <= afternoon,
      );
      const closes = parseClosing(times[nth + 1] ?? '', opens);
      if (opens === null || closes === null) return { fault: { kind: 'unknown', part } };
      const [from, to] = [clockOf(opens), clockOf(closes)];
      closedAt = closes.hour * 60 + closes.minute;
      if (from >= to) return { fault: { kind: 'order', part } };
      for (const weekday of days) {
        if (hours.some((one) => one.weekday === weekday && one.opens < to && from < one.closes))
          return { fault: { kind: 'overlap', part } };
        hours.push({ weekday, opens: from, closes: to });
      }
    }
  }
  return { hours: hours.sort((one, other) => one.weekday - other.weekday || (one.opens < other.opens ? -1 : 1)) };
}

const clockOf = ({ hour, minute }: { hour: number; minute: number }) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

interface Look {
  /** BCP 47 tag of the language of the weekdays. */
  locale: string;
  /** A localised time of day, from `HH:MM`. */
  time: (clock: string) => string;
}

/**
 * Opening hours in the form that {@link readOpeningHours} reads: `Mon–Thu 8:00–12:00 14:00–18:00, Fri 8:00–12:00`. Empty if
 * closed all week.
 */
export function openingHoursText(hours: readonly OpenTime[], { locale, time }: Look): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  const nameOf = (weekday: number) => format.format(Date.UTC(2024, 0, weekday));
  const runs: { from: number; to: number; times: string }[] = [];
  for (const weekday of EVERY_DAY) {
    const ofDay = hours
      .filter((one) => one.weekday === weekday)
      .sort((one, other) => (one.opens < other.opens ? -1 : 1));
    const times = ofDay.map(({ opens, closes }) => `${time(opens)}–${time(closes)}`).join(' ');
    const last = runs.at(-1);
    if (last?.to === weekday - 1 && last.times === times) last.to = weekday;
    else if (times !== '') runs.push({ from: weekday, to: weekday, times });
  }
  const separator = new Intl.Locale(locale).language === 'ar' ? '، ' : ', ';
  return runs
    .map(({ from, to, times }) => `${nameOf(from)}${from === to ? '' : `–${nameOf(to)}`} ${times}`)
    .join(separator);
}
