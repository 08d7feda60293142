import { normalizeText } from '#app/language/normalize-text.ts';
import { dateLooks } from '#app/scheduling/time-text.ts';
import { westernDigits, withDigits } from './number-words.ts';

export const distanceUnits = ['day', 'week', 'month'] as const;
export type DistanceUnit = (typeof distanceUnits)[number];

const dayParts = ['morning', 'afternoon', 'evening'] as const;
/** A part of the day as people name it. */
export type DayPart = (typeof dayParts)[number];

/** A part of the day at the end of a text, and what stands before it: empty where it stands alone. */
export interface PartAfter {
  part: DayPart;
  before: string;
}

/** How a language names days, months and relative dates, and writes dates: from `Intl`, with further words. */
export interface DateWords {
  /** The text as it is compared: no case, no accents, digits from 0 to 9. */
  plain: (text: string) => string;
  /** The same without an article before it, which people leave away in distances: `the day after tomorrow`. */
  distance: (text: string) => string;
  /** Every name of each month, January first. */
  months: readonly (readonly string[])[];
  /** Every name of each weekday, Monday first. */
  weekdays: readonly (readonly string[])[];
  /** The words between the parts of a date. */
  fillers: ReadonlySet<string>;
  monthFirst: boolean;
  /** The year of an instant in UTC, in the calendar of the language. */
  yearOf: (instant: number) => number;
  /** The number of the day of an instant in UTC, in the calendar of the language. */
  dayOf: (instant: number) => number;
  /** The day of an instant in UTC in all ways in which the app writes it, as `runsOf` leaves them. */
  written: (instant: number) => readonly string[];
  /** The ways to say a number of days, weeks or months from today: `tomorrow` and `in 1 day`. */
  phrases: (distance: `${number} ${DistanceUnit}`) => readonly string[];
  /** Further words for distances from today, in each unit. */
  said: Readonly<Record<DistanceUnit, ReadonlyMap<string, readonly number[]>>>;
  /** Words beside a weekday: its next occurrence, that or the one of next week, its last occurrence. */
  beside: Readonly<Record<'coming' | 'next' | 'last', ReadonlySet<string>>>;
  /** The part of the day at the end of a plain text: `monday morning`, `freitagnachmittag`; null where there is none. */
  dayPart: (plain: string) => PartAfter | null;
  respelled: readonly (readonly [other: RegExp, own: string])[];
  /** The same text with numbers in digits. */
  inDigits: (text: string) => string;
}

/** What follows the number of a day in one of the languages: `23rd`, `1er`, `1ste`. */
export const ORDINAL_ENDINGS = 'st|nd|rd|th|er|ste|de|e|o|a';

const MONTH_LOOKS = [
  { month: 'long' },
  { month: 'short' },
  // Many languages inflect the name beside a day.
  { month: 'long', day: 'numeric', year: 'numeric' },
  { month: 'short', day: 'numeric', year: 'numeric' },
] as const satisfies Intl.DateTimeFormatOptions[];
const WEEKDAY_LOOKS = [{ weekday: 'long' }, { weekday: 'short' }] as const satisfies Intl.DateTimeFormatOptions[];

/** The same function, which makes each value once: text is read anew with each letter that is typed. */
export function remember<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/** The letters and digits of a text, without signs and spaces. */
export function runsOf(text: string): string {
  return text.match(/\d+|\p{L}+/gu)?.join(' ') ?? '';
}

/** The words of a language. */
export const dateWords = remember((locale: string): DateWords => {
  const digits = [...new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)].reverse();
  const foreign = digits[0] === '0' ? null : new RegExp(`[${digits.join('')}]`, 'gu');
  function plain(text: string) {
    const western = foreign ? text.replace(foreign, (digit) => String(digits.indexOf(digit))) : text;
    // Arabic digits are read in every language, and typographic apostrophes as plain ones.
    const plainSigns = westernDigits(western).replace(/[’ʼ´`]/g, "'");
    return normalizeText(plainSigns)
      .replace(/[\s\p{Cf}]+/gu, ' ')
      .trim();
  }
  const format = (look: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...look, timeZone: 'UTC' });
  function names(kind: 'month' | 'weekday', count: number, looks: readonly Intl.DateTimeFormatOptions[]) {
    const formats = looks.map((look) => (kind === 'month' ? format({ ...look, calendar: 'gregory' }) : format(look)));
    return Array.from({ length: count }, (_, index) => {
      // The first of each month of 2024; 1 January 2024 was a Monday.
      const date = kind === 'month' ? Date.UTC(2024, index, 1) : Date.UTC(2024, 0, 1 + index);
      return formats.flatMap((one) => {
        const name = plain(one.formatToParts(date).find(({ type }) => type === kind)?.value ?? '').replace(/\.$/, '');
        // Arabic days and months are said without their article, too.
        return name.startsWith('ال') ? [name, name.slice(2)] : [name];
      });
    });
  }
  const languages = [new Intl.Locale(locale).language];
  const shorthand = shorthandOf(locale);
  const setOf = (words: string) => new Set(words.split(' ').filter(Boolean).map(plain));
  const withOthers = (all: readonly string[][], others: ByNumber | undefined) =>
    all.map((one, index) => [...one, ...(others?.[index]?.split('|').map(plain) ?? [])]);
  const article = new RegExp(`^(?:${shorthand.article ?? ''}) `);
  const distance = (text: string) => plain(text).replace(article, '');
  const looks = [
    ...Object.values(dateLooks),
    { month: 'long', day: 'numeric', year: 'numeric' },
    { month: 'long', day: 'numeric' },
    { month: 'numeric', day: 'numeric', year: 'numeric' },
  ] as const satisfies Intl.DateTimeFormatOptions[];
  const formats = looks.map(format);
  const numberIn = (look: Intl.DateTimeFormatOptions) => {
    const one = format(look);
    return remember((instant: number) => Number(/\d+/.exec(plain(one.format(instant)))));
  };
  const distances = (['auto', 'always'] as const).map((numeric) => new Intl.RelativeTimeFormat(locale, { numeric }));
  const order = format({ day: 'numeric', month: 'numeric' })
    .formatToParts(0)
    .map(({ type }) => type);
  return {
    plain,
    distance,
    months: withOthers(names('month', 12, MONTH_LOOKS), shorthand.months),
    weekdays: withOthers(names('weekday', 7, WEEKDAY_LOOKS), shorthand.weekdays),
    fillers: new Set([
      ...setOf(shorthand.fillers),
      ...formats
        .flatMap((one) => one.formatToParts(0))
        .flatMap(({ type, value }) => (type === 'literal' ? (plain(value).match(/\p{L}+/gu) ?? []) : [])),
    ]),
    monthFirst: order.indexOf('month') < order.indexOf('day'),
    yearOf: numberIn({ year: 'numeric' }),
    dayOf: numberIn({ day: 'numeric' }),
    written: remember((instant) => formats.map((one) => runsOf(plain(one.format(instant))))),
    phrases: remember((away) => {
      const [count, unit] = away.split(' ') as [string, DistanceUnit];
      return distances.map((one) => distance(one.format(Number(count), unit)));
    }),
    said: {
      day: numbersByText(shorthand.day ?? {}, distance),
      week: numbersByText(shorthand.week ?? {}, distance),
      month: numbersByText(shorthand.month ?? {}, distance),
    },
    beside: { coming: setOf(shorthand.coming), next: setOf(shorthand.next), last: setOf(shorthand.last) },
    dayPart: dayPartReader(shorthand.partsOfDay),
    respelled: shorthand.respelled ?? [],
    inDigits: (text) => withDigits(text, languages),
  };
});

/** Words and phrases by the number that they mean, or by several (`7|8`) where people mean different things by one. */
type ByNumber = Readonly<Record<string, string>>;

function numbersByText(table: ByNumber, normalize: (text: string) => string): ReadonlyMap<string, readonly number[]> {
  return new Map(
    Object.entries(table).flatMap(([numbers, texts]) =>
      texts.split('|').map((text) => [normalize(text), numbers.split('|').map(Number)] as const),
    ),
  );
}

function dayPartReader(patterns: Shorthand['partsOfDay']): DateWords['dayPart'] {
  const readers = dayParts.flatMap((part) => {
    const words = patterns?.[part];
    // Some languages write it together with the day.
    return words ? [{ part, pattern: new RegExp(`^(?:(.*?(?:\\p{L}|\\d|\\.)) ?)??(?:${words})$`, 'u') }] : [];
  });
  return (plain) => {
    for (const { part, pattern } of readers) {
      const found = pattern.exec(plain);
      if (found) return { part, before: found[1] ?? '' };
    }
    return null;
  };
}

/**
 * Words of a language about days that `Intl` does not know. They are compared without case and accents. Several words
 * stand in one text, with spaces between them.
 */
interface Shorthand {
  /** A pattern of articles that may stand before a distance, or be left away. */
  article?: string;
  /** Distances from today, without articles. */
  day?: ByNumber;
  week?: ByNumber;
  month?: ByNumber;
  /** Further names, by the number of the month (January 0) or weekday (Monday 0). */
  months?: ByNumber;
  weekdays?: ByNumber;
  /** Words beside a weekday that mean its next occurrence. */
  coming: string;
  /** Words beside a weekday that mean its next occurrence to some, and the one of next week to others. */
  next: string;
  /** Words beside a weekday that mean its last occurrence. */
  last: string;
  /** Words that are skipped, such as articles. */
  fillers: string;
  /** Patterns of the parts of the day, which stand alone or after a day; normalized. Noon begins the afternoon. */
  partsOfDay?: Readonly<Record<DayPart, string>>;
  /** Other spellings, each with the one that is read; normalized. */
  respelled?: readonly (readonly [other: RegExp, own: string])[];
}

const none: Shorthand = { coming: '', next: '', last: '', fillers: '' };

const byLanguage: Readonly<Record<string, Shorthand>> = {
  en: {
    article: 'the',
    day: {
      '-2': 'day before yesterday',
      0: 'tonight|this morning|this afternoon|this evening',
      1: 'tmr|tmrw',
      2: 'day after tomorrow',
    },
    week: { 1: 'a week|coming week', 2: 'fortnight|a fortnight|in a fortnight|week after next' },
    weekdays: { 2: 'weds' },
    coming: 'coming this',
    next: 'next',
    last: 'last',
    fillers: 'of the on',
    partsOfDay: {
      morning: String.raw`(?:in the )?morning|early|(?<=\p{L} ?)am`,
      afternoon: String.raw`(?:in the )?afternoon|at noon|(?<!\d ?)pm`,
      evening: '(?:in the )?evening|(?<!fort)night',
    },
    respelled: [
      [/^(?:in )?(?:an?|the) (week|month|day)(?=$| ago)/, '1 $1'],
      [/^in an? /, 'in 1 '],
      [/^(.+) from (?:now|today)$/, 'in $1'],
      [/^in an? (\w+)'s time$/, 'in 1 $1'],
      [/s' time$/, 's'],
      [/^(?:a )?week (?:on |from )?(.+)$/, '$1 in 1 week'],
      [/^(?!the\b)(.+) week$/, '$1 in 1 week'],
    ],
  },
  de: {
    article: 'die',
    day: { 2: 'uebermorgen', '7|8': 'in acht tagen' },
    week: {
      '-1': 'vorige woche|vergangene woche',
      0: 'dieser woche',
      1: 'kommende woche|kommender woche|nächster woche|naechste woche|naechster woche',
      2: 'übernächste woche|übernächster woche|uebernaechste woche',
    },
    month: { 1: 'kommenden monat|naechsten monat', 2: 'übernächsten monat' },
    weekdays: { 5: 'sonnabend' },
    coming: 'kommender kommenden kommende dieser diesen diese dieses',
    next: 'nächster nächsten nächste nächstes naechster naechsten naechste naechstes',
    last: 'letzter letzten letzte letztes voriger vorigen vorige vergangener vergangenen',
    fillers: 'am der den dem vom im in',
    partsOfDay: {
      morning: '(?:in der )?fruh|(?:am )?(?:(?<!uber|ueber)morgens?|vormittags?)',
      afternoon: '(?:am )?(?:mittags?|nachmittags?)',
      evening: '(?:am )?abends?|nachts?',
    },
  },
  fr: {
    article: 'la|le',
    day: {
      '-2': 'avant hier',
      0: 'ce matin|cet après-midi|cet après midi|ce soir',
      2: 'après demain',
      '7|8': 'dans huit jours',
      '14|15': 'dans 15 jours',
    },
    week: { '-1': 'semaine passée', 1: 'semaine qui vient|semaine suivante' },
    month: { 0: 'ce mois', 1: 'mois qui vient' },
    coming: 'vient ce',
    next: 'prochain',
    last: 'dernier passé',
    fillers: 'le qui du de la',
    partsOfDay: {
      morning: '(?:au |le )?matin',
      afternoon: "midi|(?:a |dans l'|l')?apres[- ]midi",
      evening: '(?:au |le )?soir',
    },
    respelled: [
      [/ premier /, ' 1 '],
      [/^premier /, '1 '],
      [/^d'ici /, 'dans '],
      [/^(.+) en huit$/, '$1 dans 1 semaine'],
      [/^(.+) en quinze$/, '$1 dans 2 semaines'],
    ],
  },
  es: {
    article: 'la|el',
    day: {
      '-2': 'antier|antes de ayer',
      0: 'esta mañana|esta tarde|esta noche',
      '7|8': 'en ocho días|de hoy en ocho',
      '14|15': 'dentro de quince días|en 15 días',
    },
    week: { 1: 'semana que viene|semana próxima|otra semana|semana siguiente' },
    month: { 1: 'mes que viene|mes próximo' },
    coming: 'viene este',
    next: 'próximo',
    last: 'pasado último',
    fillers: 'el que día de del',
    partsOfDay: {
      morning: '(?:por|en|a) la manana|(?<=^esta )manana|a primera hora|temprano',
      afternoon: '(?:(?:por|en|a) la )?tarde|al? (?:la )?mediodia|a ultima hora',
      evening: '(?:(?:por|en|a) la )?noche',
    },
    respelled: [
      [/^(.+ )?primero (?=de )/, '$11 '],
      [/^en /, 'dentro de '],
      [/^de aqui a /, 'dentro de '],
    ],
  },
  nl: {
    article: 'de',
    day: { 0: 'vanmorgen|vanochtend|vanmiddag|vanavond', '7|8': 'over acht dagen' },
    week: { '-1': 'afgelopen week', 1: 'komende week|aanstaande week|aankomende week|week erop' },
    month: { '-1': 'afgelopen maand', 1: 'komende maand' },
    coming: 'komende aanstaande deze aankomende',
    next: 'volgende',
    last: 'vorige afgelopen jongstleden',
    fillers: 'op de van den',
    partsOfDay: {
      morning: "(?:'s )?(?:ochtends?|(?<!over)morgens?)|in de ochtend|vroeg",
      afternoon: "(?:'s |in de )?middags?",
      evening: "(?:'s |in de )?avonds?",
    },
    respelled: [
      [/\ba\.?s\b\.?/, 'aanstaande'],
      [/\bjl\b\.?/, 'jongstleden'],
      [/^in (\d|een\b|twee\b|drie\b|vier\b)/, 'over $1'],
      [/^(.+ )?eerste (?=\p{L})/u, '$11 '],
    ],
  },
  ar: {
    day: {
      '-2': 'أول من أمس|أول امبارح|قبل أمس',
      '-1': 'البارحة|امبارح|مبارح',
      0: 'النهارده|النهاردا|هذا الصباح|هذا المساء',
      1: 'غد|الغد|بكرة|بكرا|باكر',
      2: 'بعد غد|بعد غدا|بعد بكرة|بعد بكرا',
    },
    week: {
      '-1': 'قبل أسبوع|الأسبوع الفائت|الأسبوع اللي فات',
      1: 'خلال أسبوع|الأسبوع المقبل|الأسبوع الجاي|الأسبوع التالي',
    },
    month: { '-1': 'قبل شهر', 1: 'خلال شهر|الشهر المقبل|الشهر الجاي' },
    months: { 1: 'شباط', 2: 'آذار', 3: 'نيسان', 4: 'أيار', 5: 'حزيران', 6: 'تموز', 7: 'آب', 8: 'أيلول' },
    weekdays: { 0: 'الاتنين|اتنين', 1: 'تلات|التلاتاء' },
    coming: 'القادم المقبل التالي هذا الجاي',
    next: '',
    last: 'الماضي الفائت',
    fillers: 'يوم في من',
    partsOfDay: {
      morning: 'صباحا?|الصباح|الصبح',
      afternoon: 'ظهرا?|الظهر|بعد الظهر|عصرا?|العصر',
      evening: 'مساء|المسا|المساء|بالليل',
    },
    respelled: [
      [/^(صباح|مساء|ظهر|عصر) (.+)$/, '$2 $1'],
      [/^(?:بعد|في غضون) /, 'خلال '],
      // The month is often told by its number.
      [/(\d{1,2}) شهر (\d{1,2})$/, '$1/$2'],
      [/تشرين الاول/, 'اكتوبر'],
      [/تشرين الثاني/, 'نوفمبر'],
      [/كانون الاول/, 'ديسمبر'],
      [/كانون الثاني/, 'يناير'],
    ],
  },
};

/** The shorthand of a BCP 47 tag's language; empty for a language that is not listed. */
export function shorthandOf(locale: string): Shorthand {
  return byLanguage[new Intl.Locale(locale).language] ?? none;
}
