import { memoize } from '#reading/date-words.ts';
import { readDates, readWeek } from '#reading/dates.ts';
import { type DayPart, readDayPart } from '#reading/day-parts.ts';
import { matchesWords, normalizeText } from '#reading/text.ts';
import { parseClockTime, parseDuration, parseStart } from '#reading/times.ts';
import { likelyHours, type OpeningHours } from '#scheduling/opening-hours.ts';
import type { ClockTime } from '#scheduling/wall-clock.ts';

interface NamedRecord {
  id: string;
  name: string;
}

/** What the words of a search may refer to. */
interface Vocabulary {
  /** `YYYY-MM-DD` */
  today: string;
  /** The BCP 47 tag of the words' language. */
  locale: string;
  /** If several vets match, the first in this order is chosen. */
  vets: readonly NamedRecord[];
  /** A time of day is read within the hours of the named store, otherwise of the first. */
  stores: readonly (NamedRecord & { openingHours: OpeningHours })[];
  rooms: readonly (NamedRecord & { storeId: string })[];
  types: readonly NamedRecord[];
}

/** The meaning of a text such as `tomorrow afternoon Mensah 30 min`: each part is null if it is not named. */
export interface SearchWords {
  /** The first and last of the named days, `YYYY-MM-DD`, today or later: a single day, or the days of a week. */
  days: { first: string; last: string } | null;
  /** The morning ends at 12:00, the afternoon when the store closes. */
  part: 'morning' | 'afternoon' | null;
  /** The earliest start on each of the days. */
  time: ClockTime | null;
  /** The length of the time that is searched for. */
  minutes: number | null;
  vetId: string | null;
  /** The named store, or the one that the room is in. */
  storeId: string | null;
  roomId: string | null;
  typeId: string | null;
  /** Whether a word such as "free" or "slot" asks for free times. */
  isFree: boolean;
  /** Whether a word such as "away" or "sick" stands beside the name of a vet. */
  isAway: boolean;
  /** The words that were not understood, as typed. */
  rest: readonly string[];
}

/**
 * The recognised parts of a text. The time is still as typed, because how it is parsed depends on the part of the day and the
 * store.
 */
interface NamedParts {
  days?: { first: string; last: string };
  part?: DayPart;
  time?: string;
  minutes?: number;
  vetId?: string;
  storeId?: string;
  /** The room's name as typed. Several stores may have a room of that name, so the named store decides which one it is. */
  room?: string;
  typeId?: string;
}

/** A possible meaning of some words. The division of the text with the highest total score is used. */
interface PartReading {
  parts: NamedParts;
  score: number;
  isFree?: boolean;
  isAway?: boolean;
}

const MAX_WORDS = 20;
const MAX_WORDS_OF_PART = 5;
const MAX_TEXT_LENGTH = 160;
const MIN_LETTERS_OF_NAME = 2;
/** The maximum length that is recognised, in minutes. Longer appointments are stays, which this search does not find. */
const MAX_MINUTES = 480;
/** A form such as `1h30` is read as a length up to this many minutes; above that, a form such as `14h30` is a time of day. */
const MAX_CLOCK_LIKE_MINUTES = 300;
/** The word “evening” is read as the afternoon from this time on, because the search has no evening. */
const EVENING: ClockTime = { hour: 17, minute: 0 };

const MINUTES_AT_END = /\p{Nd} ?(?:min\p{L}*\.?|دق\p{L}*)$/iu;

/** The score of a word without a meaning, so low that any other reading is better. */
const REST_SCORE = -10;
/**
 * The score of a part of the day. It is lower than that of a day or a time, for words that can mean either: the German
 * `morgen` means tomorrow rather than morning.
 */
const SCORE_OF_DAY_PART = 1.9;
const SCORE_OF_TIME = 3.5;
/**
 * The score that each part adds. It is negative, so that `day after tomorrow` is read as one day rather than as several
 * parts.
 */
const READING_SCORE = -3;

const wordSet = (...languages: string[]) =>
  new Set(languages.flatMap((words) => words.split(' ').map((word) => normalizeText(word))));

/** Filler words in all languages. */
const FILLER_WORDS = wordSet(
  'a an the with at for in on by from after dr doctor any time next',
  'mit bei für um am im ab nach zum beim nächste nächster nächsten herr frau',
  'avec chez pour à au le la les en de du dès après docteur prochain',
  'con para a al el la las los en de desde doctor doctora próximo próxima',
  'met bij voor om op de het vanaf na dokter volgende',
  'مع عند في لدى من بعد الدكتور الدكتورة دكتور دكتورة',
);

/** Words that ask for free times, in all languages. */
const FREE_TIME_WORDS = wordSet(
  'free slot slots available appointment',
  'frei freie freier freien termin termine',
  'libre libres rendez-vous rdv disponible',
  'cita citas',
  'vrij vrije afspraak',
  'متاح موعد',
);

/** Words that say that someone is away, in all languages. */
const ABSENCE_WORDS = wordSet(
  'away sick ill off absent holiday vacation leave',
  'weg krank abwesend urlaub fehlt fehlend',
  'absent absente malade congé congés vacances',
  'ausente enfermo enferma vacaciones baja',
  'weg ziek afwezig vakantie verlof',
  'غائب غائبه مريض مريضه اجازه إجازة',
);

/**
 * Creates a parser for search words, which may be in any order. A word without a meaning is part of `rest`: it is neither
 * ignored, nor does it hide what the other words mean. The parser caches the readings of words, since a text grows one letter
 * at a time.
 */
export function createWordReader(vocabulary: Vocabulary): (text: string) => SearchWords {
  const { today, stores, rooms } = vocabulary;
  const readingsOf = memoize((words: string) => listReadings(words, vocabulary));

  return (text) => {
    const words = splitWords(text);
    const isReadable = text.length <= MAX_TEXT_LENGTH && words.length <= MAX_WORDS;
    const read = isReadable ? findBestReading(words, readingsOf) : { ...EMPTY_READING, rest: words };
    // Without a vet, "sick" and "holiday" have no special meaning.
    const { parts, isFree, isAway, rest } =
      read.isAway && read.parts.vetId === undefined
        ? findBestReading(words, (part) => readingsOf(part).filter((reading) => !reading.isAway))
        : read;
    const { days = null, part: dayPart, minutes = null, vetId = null, storeId = null, typeId = null } = parts;
    const named = parts.room === undefined ? [] : bestNameMatches(rooms, parts.room).found;
    const room = named.find((one) => storeId === null || one.storeId === storeId);
    const part = dayPart === 'evening' ? 'afternoon' : (dayPart ?? null);
    const hours = stores.find(({ id }) => id === (room?.storeId ?? storeId)) ?? stores[0];
    const clock =
      parts.time === undefined
        ? null
        : part === null
          ? parseStart(parts.time, likelyHours(hours?.openingHours ?? [], days?.first ?? today))
          : parseClockTime(parts.time, () => part === 'afternoon');
    return {
      days,
      part,
      time: clock ?? (dayPart === 'evening' ? EVENING : null),
      minutes,
      vetId,
      storeId: room?.storeId ?? storeId,
      roomId: room?.id ?? null,
      typeId,
      isFree,
      isAway,
      // If the named store has no such room, the words of the room's name are not understood.
      rest: parts.room !== undefined && room === undefined ? [...rest, ...splitWords(parts.room)] : rest,
    };
  };
}

function splitWords(text: string): string[] {
  return text
    .replace(/[\p{Cf}]+/gu, '')
    .split(/\s+/)
    .map((word) => word.replace(/^[,;،]+|[,;،?]+$/g, ''))
    .filter((word) => word !== '');
}

interface SearchReading {
  parts: NamedParts;
  isFree: boolean;
  isAway: boolean;
  rest: readonly string[];
  score: number;
}

const EMPTY_READING: SearchReading = { parts: {}, isFree: false, isAway: false, rest: [], score: 0 };

/** Finds the best way to divide the words into parts, each of which may occur only once. */
function findBestReading(
  words: readonly string[],
  readingsOf: (words: string) => readonly PartReading[],
): SearchReading {
  const best = new Map<string, SearchReading>();

  /** The best reading of the words from an index on, without the parts that are already named. */
  function bestFrom(at: number, takenParts: readonly string[]): SearchReading {
    if (at === words.length) return EMPTY_READING;
    const key = `${at} ${takenParts.join()}`;
    const before = best.get(key);
    if (before !== undefined) return before;
    const withoutFirstWord = bestFrom(at + 1, takenParts);
    let found: SearchReading = {
      ...withoutFirstWord,
      rest: [words[at] ?? '', ...withoutFirstWord.rest],
      score: withoutFirstWord.score + REST_SCORE,
    };
    for (let end = at + 1; end <= Math.min(words.length, at + MAX_WORDS_OF_PART); end += 1) {
      for (const { parts, score, isFree = false, isAway = false } of readingsOf(words.slice(at, end).join(' '))) {
        const names = Object.keys(parts);
        if (names.some((name) => takenParts.includes(name))) continue;
        const next = bestFrom(end, [...takenParts, ...names].sort());
        const total = next.score + score + READING_SCORE;
        if (total > found.score)
          found = {
            parts: { ...parts, ...next.parts },
            isFree: isFree || next.isFree,
            isAway: isAway || next.isAway,
            rest: next.rest,
            score: total,
          };
      }
    }
    best.set(key, found);
    return found;
  }

  return bestFrom(0, []);
}

/** All possible meanings of some consecutive words. */
function listReadings(text: string, { today, locale, vets, stores, rooms, types }: Vocabulary): PartReading[] {
  const count = text.split(' ').length;
  const found: PartReading[] = [];
  const addReading = (parts: NamedParts, scoreOfWord: number) => found.push({ parts, score: scoreOfWord * count });
  const plain = normalizeText(text);
  // A filler word is not taken as the beginning of a name or a day, as `the` would be of Theodora.
  const isFiller = FILLER_WORDS.has(plain);
  const isBare = /^\d+$/.test(text);

  const { part, before = '' } = readDayPart(text, locale) ?? {};
  if (part !== undefined && before === '') addReading({ part }, SCORE_OF_DAY_PART);
  // `3 in the afternoon` is a time of day. The German `9:00 morgen` is not, since `morgen` after a time means tomorrow.
  const isDay = () => readDates(text.split(' ').at(-1) ?? '', { today, locale }).length > 0;
  if (part !== undefined && parseClockTime(before) && !isDay()) addReading({ part, time: before }, SCORE_OF_TIME);
  const days = isFiller ? null : readDays(text, before || text, { today, locale });
  if (days && part !== undefined && before !== '') {
    // In `fri 3 in the afternoon`, `3` is a time rather than a date.
    const wordsOfDay = Math.min(count, before.split(' ').length);
    found.push({ parts: { days, part }, score: wordsOfDay * 4 + (count - wordsOfDay) * SCORE_OF_DAY_PART });
  } else if (days) {
    addReading({ days }, days.first === days.last ? 4 : 4.3);
  }

  const minutes = parseDuration(text);
  const isLength = minutes !== null && minutes <= MAX_MINUTES;
  if (isLength && !isBare) addReading({ minutes }, minutes <= MAX_CLOCK_LIKE_MINUTES ? 4.5 : 3);
  else if (isLength && minutes >= 10 && minutes % 5 === 0) addReading({ minutes }, 1);

  // A number of minutes is a length: `14 Uhr 30 Min`.
  const isTime = /[\p{L}:]|^\d{1,2}\.\d{2}$/u.test(text) && !MINUTES_AT_END.test(text);
  if ((isTime || isBare) && parseClockTime(text))
    addReading({ time: text }, isBare ? 0.5 : text.includes(':') ? 5 : SCORE_OF_TIME);

  for (const { list, name } of [
    { list: vets, name: 'vetId' },
    { list: stores, name: 'storeId' },
    { list: rooms, name: 'room' },
    { list: types, name: 'typeId' },
  ] as const) {
    const { found: named, isWhole } = bestNameMatches<NamedRecord>(list, text);
    const [first] = named;
    if (first && (isWhole || !isFiller)) addReading({ [name]: name === 'room' ? text : first.id }, isWhole ? 4.2 : 3);
  }
  if (isFiller) addReading({}, 0);
  if (FREE_TIME_WORDS.has(plain)) found.push({ parts: {}, score: 0, isFree: true });
  if (ABSENCE_WORDS.has(plain)) found.push({ parts: {}, score: 0, isAway: true });
  return found;
}

/** The days that a text names: a single day, or all days of a week if a week is all that precedes a part of the day. */
function readDays(text: string, beforePart: string, options: { today: string; locale: string }) {
  const { today } = options;
  const week = readWeek(beforePart, options);
  if (week !== null && week.last >= today) return week.first >= today ? week : { ...week, first: today };
  // A bare number is a day only next to a month or a weekday.
  if (/^\d{1,4}$/.test(text)) return null;
  const dates = [text, beforePart].flatMap((part) => readDates(part, options));
  const date = dates.find((day) => day >= today);
  return date === undefined ? null : { first: date, last: date };
}

/**
 * Finds the records whose names contain all words of the text; if there are none, those with words that begin with them. A
 * number must be a whole word, so that `Room 1` does not find Room 10.
 */
function bestNameMatches<Item extends NamedRecord>(
  list: readonly Item[],
  text: string,
): { found: Item[]; isWhole: boolean } {
  const terms = normalizeText(text).split(' ');
  const numbers = terms.filter((term) => /^\d+$/.test(term));
  const letters = terms.filter((term) => /\p{L}/u.test(term) && [...term].length >= MIN_LETTERS_OF_NAME);
  if (letters.length === 0 || letters.length + numbers.length < terms.length) return { found: [], isWhole: false };
  const containsWords = ({ name }: Item, wanted: readonly string[]) => {
    const words = normalizeText(name).split(/[^\p{L}\p{N}]+/u);
    return wanted.every((term) => words.includes(term));
  };
  const partialMatches = list.filter((item) => matchesWords([item.name], text) && containsWords(item, numbers));
  const completeMatches = partialMatches.filter((item) => containsWords(item, terms));
  return completeMatches.length > 0
    ? { found: completeMatches, isWhole: true }
    : { found: partialMatches, isWhole: false };
}

const hasTime = ({ days, part, time, minutes }: SearchWords) => (days ?? part ?? time ?? minutes) !== null;

/**
 * Whether the words ask for free times: they name a length, a day with a time, at least two of time, place, vet and type, or
 * one of these next to a word such as "free". If there are unknown words, a time or a length is required, since a client may
 * have the same name as a vet or a store.
 */
export function asksForFreeTimes(words: SearchWords): boolean {
  if (words.isAway) return false;
  const { rest, isFree, days, part, time, minutes, vetId, storeId, roomId, typeId } = words;
  if (rest.length > 0 && !hasTime(words)) return false;
  const place = roomId ?? storeId;
  const count = [days ?? part ?? time, vetId, place, typeId].filter((one) => one !== null).length;
  const isExactDay = days !== null && (part ?? time) !== null;
  return minutes !== null || isExactDay || count > 1 || (isFree && count > 0);
}
