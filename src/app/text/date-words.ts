import { dateLooks } from '#app/scheduling/time-text.ts';
import { folded } from './word-match.ts';

/** How a language names days, months and relative dates, and writes dates: from `Intl`, with further words. */
export interface DateWords {
  /** The text as it is compared: no case, no accents, digits from 0 to 9. */
  plain: (text: string) => string;
  /** Every name of each month, January first. */
  months: readonly (readonly string[])[];
  /** Every name of each weekday, Monday first. */
  weekdays: readonly (readonly string[])[];
  /** The words between the parts of a date. */
  fillers: ReadonlySet<string>;
  monthFirst: boolean;
  /** The day or the year of an instant in UTC, in the calendar of the language. */
  numberOf: (part: 'day' | 'year', instant: number) => number;
  /** The formats of dates, in UTC. */
  looks: readonly Intl.DateTimeFormat[];
  /** Relative dates in words, `tomorrow`, and in numbers, `in 1 day`. */
  distances: readonly Intl.RelativeTimeFormat[];
  /** Further words, folded like the text. */
  days: ReadonlyMap<string, number>;
  next: ReadonlySet<string>;
  last: ReadonlySet<string>;
  otherDistances: ReadonlyMap<string, string>;
}

const MONTH_LOOKS = [
  { month: 'long' },
  { month: 'short' },
  // Many languages inflect the name beside a day.
  { month: 'long', day: 'numeric', year: 'numeric' },
  { month: 'short', day: 'numeric', year: 'numeric' },
] as const satisfies Intl.DateTimeFormatOptions[];
const WEEKDAY_LOOKS = [{ weekday: 'long' }, { weekday: 'short' }] as const satisfies Intl.DateTimeFormatOptions[];

const known = new Map<string, DateWords>();

/** The words of a language. */
export function dateWords(locale: string): DateWords {
  const before = known.get(locale);
  if (before) return before;
  const made = makeWords(locale);
  known.set(locale, made);
  return made;
}

function makeWords(locale: string): DateWords {
  const digits = [...new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)].reverse();
  const foreign = digits[0] === '0' ? null : new RegExp(`[${digits.join('')}]`, 'gu');
  function plain(text: string) {
    const western = foreign ? text.replace(foreign, (digit) => String(digits.indexOf(digit))) : text;
    // Arabic digits are read in every language, and typographic apostrophes as plain ones.
    const plainSigns = western
      .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
      .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
      .replace(/[’ʼ´`]/g, "'");
    return folded(plainSigns)
      .replace(/[\s\p{Cf}]+/gu, ' ')
      .trim();
  }
  const format = (look: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...look, timeZone: 'UTC' });
  function names(kind: 'month' | 'weekday', count: number, looks: readonly Intl.DateTimeFormatOptions[]) {
    const formats = looks.map((look) => (kind === 'month' ? format({ ...look, calendar: 'gregory' }) : format(look)));
    return Array.from({ length: count }, (_, index) => {
      // The first of each month of 2024; 1 January 2024 was a Monday.
      const date = kind === 'month' ? Date.UTC(2024, index, 1) : Date.UTC(2024, 0, 1 + index);
      return formats.map((one) => plain(one.formatToParts(date).find(({ type }) => type === kind)?.value ?? ''));
    });
  }
  const shorthand: Shorthand = shorthandOf(locale);
  const looks = [
    ...Object.values(dateLooks),
    { month: 'long', day: 'numeric', year: 'numeric' },
    { month: 'long', day: 'numeric' },
    { month: 'numeric', day: 'numeric', year: 'numeric' },
  ] as const satisfies Intl.DateTimeFormatOptions[];
  const formats = looks.map(format);
  const parts = { day: format({ day: 'numeric' }), year: format({ year: 'numeric' }) };
  const order = format({ day: 'numeric', month: 'numeric' })
    .formatToParts(0)
    .map(({ type }) => type);
  return {
    plain,
    months: names('month', 12, MONTH_LOOKS),
    weekdays: names('weekday', 7, WEEKDAY_LOOKS),
    fillers: new Set([
      ...shorthand.fillers.map(plain),
      ...formats
        .flatMap((one) => one.formatToParts(0))
        .flatMap(({ type, value }) => (type === 'literal' ? (plain(value).match(/\p{L}+/gu) ?? []) : [])),
    ]),
    monthFirst: order.indexOf('month') < order.indexOf('day'),
    numberOf: (part, instant) => Number(/\d+/.exec(plain(parts[part].format(instant)))),
    looks: formats,
    distances: [
      new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
      new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
    ],
    days: new Map(Object.entries(shorthand.days).map(([text, days]) => [plain(text), days])),
    next: new Set(shorthand.next.map(plain)),
    last: new Set(shorthand.last.map(plain)),
    otherDistances: new Map(Object.entries(shorthand.distances).map(([said, own]) => [plain(said), plain(own)])),
  };
}

/** Words of a language about days that `Intl` does not know. They are compared without case and accents. */
interface Shorthand {
  /** Words for a day, counted from today. */
  days: Readonly<Record<string, number>>;
  /** Words beside a weekday that mean its next occurrence. */
  next: readonly string[];
  /** Words beside a weekday that mean its last occurrence. */
  last: readonly string[];
  /** Words that are skipped, such as articles. */
  fillers: readonly string[];
  /** Other beginnings of a relative date, each with that of `Intl`: `en 3 días` is `dentro de 3 días`. */
  distances: Readonly<Record<string, string>>;
}

const none: Shorthand = { days: {}, next: [], last: [], fillers: [], distances: {} };

const byLanguage: Readonly<Record<string, Shorthand>> = {
  en: {
    ...none,
    days: {
      tmr: 1,
      tmrw: 1,
      'day after tomorrow': 2,
      'the day after tomorrow': 2,
      'day before yesterday': -2,
      'the day before yesterday': -2,
    },
    next: ['next', 'coming', 'this'],
    last: ['last'],
    fillers: ['of', 'the', 'on'],
  },
  de: {
    ...none,
    days: { uebermorgen: 2 },
    next: [
      ...['nächster', 'nächsten', 'nächste', 'nächstes', 'naechster', 'naechsten', 'naechste'],
      ...['kommender', 'kommenden', 'kommende', 'dieser', 'diesen', 'diese'],
    ],
    last: ['letzter', 'letzten', 'letzte', 'voriger', 'vorigen', 'vorige', 'vergangener', 'vergangenen'],
    fillers: ['am', 'der', 'den', 'dem', 'vom'],
  },
  fr: {
    ...none,
    days: { 'après demain': 2, 'avant hier': -2 },
    next: ['prochain', 'vient', 'ce'],
    last: ['dernier', 'passé'],
    fillers: ['le', 'qui', 'du', 'de'],
  },
  es: {
    ...none,
    days: { antier: -2, 'antes de ayer': -2 },
    next: ['próximo', 'viene', 'este'],
    last: ['pasado', 'último'],
    fillers: ['el', 'que', 'día', 'de', 'del'],
    distances: { en: 'dentro de' },
  },
  nl: {
    ...none,
    next: ['volgende', 'komende', 'aanstaande', 'deze', 'aankomende'],
    last: ['vorige', 'afgelopen'],
    fillers: ['op', 'de', 'van'],
  },
  ar: {
    ...none,
    days: { غد: 1, 'بعد غد': 2, 'بعد غدا': 2, 'أول من أمس': -2, 'قبل أمس': -2 },
    next: ['القادم', 'المقبل', 'التالي', 'هذا'],
    last: ['الماضي', 'الفائت'],
    fillers: ['يوم', 'في'],
    distances: { بعد: 'خلال' },
  },
};

/** The shorthand of a BCP 47 tag's language; empty for a language that is not listed. */
export function shorthandOf(locale: string): Shorthand {
  return byLanguage[new Intl.Locale(locale).language] ?? none;
}
