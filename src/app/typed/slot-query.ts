import { normalizeText } from '#app/language/normalize-text.ts';
import type { OpeningHours } from '#app/scheduling/opening-hours.ts';
import type { ClockTime } from '#app/scheduling/wall-clock.ts';
import { remember } from './date-words.ts';
import { readDates } from './dates.ts';
import { matchesWords } from './names.ts';
import { parseClockTime, parseDuration, parseStart } from './times.ts';

/** Something that is asked for by its name. */
interface Named {
  id: string;
  name: string;
}

interface SlotQueryWords {
  /** `YYYY-MM-DD` */
  today: string;
  locale?: string | undefined;
  /** Each in the order in which one of several that fit is taken. */
  vets: readonly Named[];
  /** A time of day is read within the hours of the store that is named, else of the first. */
  stores: readonly (Named & { openingHours: OpeningHours })[];
  types: readonly Named[];
}

/** What is asked for in words, `tomorrow Mensah 30 min`: each part null where it is not named. */
export interface SlotQuery {
  /** `YYYY-MM-DD`, today or later. */
  date: string | null;
  /** The earliest start on that day. */
  time: ClockTime | null;
  /** The length in minutes. */
  minutes: number | null;
  vetId: string | null;
  storeId: string | null;
  typeId: string | null;
  /** Words that mean nothing here, as typed. */
  unread: readonly string[];
}

type Kind = Exclude<keyof SlotQuery, 'unread'>;
const kinds: readonly Kind[] = ['date', 'time', 'minutes', 'vetId', 'storeId', 'typeId'];

/** The parts that were found; the time as typed, since the day and the store decide how it is read. */
type Parts = Partial<Omit<SlotQuery, 'time'> & { time: string }>;

/** What a part of the text may be, and how well it fits; the best sum wins. */
interface Reading {
  kind: Kind | null;
  part: Parts;
  score: number;
}

const MAX_WORDS = 14;
const MAX_WORDS_OF_PART = 5;
const MAX_LENGTH = 100;
const MIN_LETTERS_OF_NAME = 2;
/** Longer ones are stays, which nobody looks for by words. */
const MAX_MINUTES = 480;
/** What could be either is a length up to here (`1h30`), and a time of day from then on (`14h30`). */
const MAX_MINUTES_OVER_TIME = 300;

const MINUTES_AFTER = /\p{Nd} ?(?:min\p{L}*\.?|دق\p{L}*)$/iu;

/** What a word that means nothing costs: any other reading of it is better. */
const UNREAD_SCORE = -10;

/** Words around the parts that mean nothing by themselves, in all languages. */
const FILLERS = new Set(
  [
    'a an the with at for in on by dr doctor free any slot slots time appointment next',
    'mit bei für um am im zum beim frei freie freier freien termin termine nächste nächster nächsten herr frau',
    'avec chez pour à au le la les en de du libre libres docteur rendez-vous rdv prochain',
    'con para a al el la las los en de libre libres doctor doctora cita próximo próxima',
    'met bij voor om op de het vrij vrije dokter afspraak volgende',
    'مع عند في لدى الدكتور الدكتورة دكتور دكتورة موعد متاح',
  ].flatMap((words) => words.split(' ').map(normalizeText)),
);

/**
 * Makes the reader of what is asked for in words. It knows the parts that it has read, since the text grows by a letter at
 * a time. Null for a text of which no word means anything here.
 */
export function createSlotQueryReader({
  today,
  locale,
  vets,
  stores,
  types,
}: SlotQueryWords): (text: string) => SlotQuery | null {
  const names = [
    { kind: 'vetId', list: vets },
    { kind: 'storeId', list: stores },
    { kind: 'typeId', list: types },
  ] as const;

  const readingsOf = remember((part: string): readonly Reading[] => {
    const readings: Reading[] = [];
    const isBare = /^\d+$/.test(part);
    const [date] = readDates(part, { today, locale }).filter((day) => day >= today);
    // A number alone is a day only beside a month or a weekday.
    if (date !== undefined && !/^\d{1,4}$/.test(part)) readings.push({ kind: 'date', part: { date }, score: 4 });
    const minutes = parseDuration(part);
    const isLength = minutes !== null && minutes <= MAX_MINUTES;
    if (isLength && !isBare) {
      readings.push({ kind: 'minutes', part: { minutes }, score: minutes <= MAX_MINUTES_OVER_TIME ? 4.5 : 3 });
    } else if (isLength && minutes >= 10 && minutes % 5 === 0) {
      readings.push({ kind: 'minutes', part: { minutes }, score: 1 });
    }
    // `930` may be anything, and what is in minutes is a length: `14 Uhr 30 Min`.
    const isTime = /[\p{L}:]|^\d{1,2}\.\d{2}$/u.test(part) && !MINUTES_AFTER.test(part);
    if (isTime && parseClockTime(part)) {
      readings.push({ kind: 'time', part: { time: part }, score: part.includes(':') ? 5 : 3.5 });
    }
    for (const { kind, list } of names) {
      const named = namedBest(list, part);
      if (named) readings.push({ kind, part: { [kind]: named.id }, score: named.isWhole ? 4.2 : 3 });
    }
    if (FILLERS.has(normalizeText(part))) readings.push({ kind: null, part: {}, score: 0 });
    return readings;
  });

  return (text) => {
    const words = text.length > MAX_LENGTH ? [] : wordsOf(text);
    if (words.length === 0 || words.length > MAX_WORDS) return null;
    const best = new Map<string, { parts: Parts; score: number }>();

    /** The best reading of the words from one on, with the kinds that are not taken yet. */
    function from(at: number, taken: ReadonlySet<Kind>): { parts: Parts; score: number } {
      if (at === words.length) return { parts: {}, score: 0 };
      const key = `${at} ${kinds.filter((kind) => taken.has(kind)).join()}`;
      const before = best.get(key);
      if (before !== undefined) return before;
      let found: { parts: Parts; score: number } | null = null;
      for (let end = at + 1; end <= Math.min(words.length, at + MAX_WORDS_OF_PART); end += 1) {
        for (const { kind, part, score } of readingsOf(words.slice(at, end).join(' '))) {
          if (kind !== null && taken.has(kind)) continue;
          const rest = from(end, kind === null ? taken : new Set([...taken, kind]));
          // Each part costs a little: `day after tomorrow` is one.
          const total = rest.score + score * (end - at) - 3;
          if (found === null || total > found.score) {
            found = { parts: { ...part, ...rest.parts }, score: total };
          }
        }
      }
      const rest = from(at + 1, taken);
      if (found === null || rest.score + UNREAD_SCORE > found.score) {
        const unread = [words[at] ?? '', ...(rest.parts.unread ?? [])];
        found = { parts: { ...rest.parts, unread }, score: rest.score + UNREAD_SCORE };
      }
      best.set(key, found);
      return found;
    }

    const { unread = [], ...parts } = from(0, new Set()).parts;
    if (Object.keys(parts).length === 0) return null;
    const { date = null, time, minutes = null, vetId = null, storeId = null, typeId = null } = parts;
    const store = stores.find(({ id }) => id === storeId) ?? stores[0];
    const clock = time === undefined ? null : parseStart(time, store?.openingHours ?? [], date ?? today);
    return { date, time: clock, minutes, vetId, storeId, typeId, unread };
  };
}

function wordsOf(text: string): string[] {
  return text
    .replace(/[\p{Cf}]+/gu, '')
    .split(/\s+/)
    .map((word) => word.replace(/^[,;،]+|[,;،]+$/g, ''))
    .filter((word) => word !== '');
}

/** The first with a whole word of that name, else the first with one that begins so. */
function namedBest(list: readonly Named[], part: string): { id: string; isWhole: boolean } | null {
  const terms = normalizeText(part).split(' ');
  if (!terms.every((term) => /\p{L}/u.test(term) && [...term].length >= MIN_LETTERS_OF_NAME)) return null;
  const begun = list.filter(({ name }) => matchesWords([name], part));
  const isWhole = ({ name }: Named) => {
    const words = normalizeText(name).split(/[^\p{L}\p{N}]+/u);
    return terms.every((term) => words.includes(term));
  };
  const whole = begun.find(isWhole);
  const found = whole ?? begun[0];
  return found ? { id: found.id, isWhole: whole !== undefined } : null;
}

/**
 * Whether free times answer a query: it says how long, or at least two things about when, where, with whom and what for.
 * With words that mean nothing it has to say when or how long, since names of people may be names of vets and stores, too.
 */
export function asksForFreeTimes(query: SlotQuery): boolean {
  const parts = kinds.filter((kind) => query[kind] !== null);
  if (query.unread.length > 0 && !parts.some((kind) => kind === 'date' || kind === 'time' || kind === 'minutes'))
    return false;
  return query.minutes !== null || parts.length > 1;
}
