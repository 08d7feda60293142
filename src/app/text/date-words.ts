import { folded } from '#app/language/folded.ts';
import { withDigits } from '#app/language/number-words.ts';
import { dateLooks } from '#app/scheduling/time-text.ts';

export const distanceUnits = ['day', 'week', 'month'] as const;
export type DistanceUnit = (typeof distanceUnits)[number];

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
  /** Further words for distances from today, folded like the text, in each unit. */
  said: Readonly<Record<DistanceUnit, ReadonlyMap<string, readonly number[]>>>;
  /** Words beside a weekday: its next occurrence, that or the one of next week, its last occurrence. */
  beside: Readonly<Record<'coming' | 'next' | 'last', ReadonlySet<string>>>;
  /** Takes a part of the day off the end of a text: `monday morning` is `monday`. */
  partOfDay: RegExp | null;
  respelled: readonly (readonly [other: RegExp, own: string])[];
  /** The same text with numbers in digits. */
  inDigits: (text: string) => string;
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
      return formats.flatMap((one) => {
        const name = plain(one.formatToParts(date).find(({ type }) => type === kind)?.value ?? '').replace(/\.$/, '');
        // Arabic days and months are said without their article, too.
        return name.startsWith('ال') ? [name, name.slice(2)] : [name];
      });
    });
  }
  const shorthand = shorthandOf(locale);
  const setOf = (words: string) => new Set(words.split(' ').filter(Boolean).map(plain));
  const withOthers = (all: readonly string[][], others: Readonly<Record<string, number>>) =>
    all.map((one, index) => [
      ...one,
      ...Object.keys(others)
        .filter((name) => others[name] === index)
        .map(plain),
    ]);
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
    months: withOthers(names('month', 12, MONTH_LOOKS), shorthand.months ?? {}),
    weekdays: withOthers(names('weekday', 7, WEEKDAY_LOOKS), shorthand.weekdays ?? {}),
    fillers: new Set([
      ...setOf(shorthand.fillers),
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
    said: {
      day: saidOf(shorthand.day ?? {}, plain),
      week: saidOf(shorthand.week ?? {}, plain),
      month: saidOf(shorthand.month ?? {}, plain),
    },
    beside: { coming: setOf(shorthand.coming), next: setOf(shorthand.next), last: setOf(shorthand.last) },
    partOfDay: shorthand.partsOfDay ? new RegExp(`(?<=\\p{L}|\\d|\\.) ?(?:${shorthand.partsOfDay})$`, 'u') : null,
    respelled: shorthand.respelled ?? [],
    inDigits: (text) => withDigits(text, [new Intl.Locale(locale).language]),
  };
}

/** Phrases of a language for distances from today; several numbers where people mean different things by one. */
type Said = Readonly<Record<string, number | readonly number[]>>;

function saidOf(said: Said, plain: (text: string) => string): ReadonlyMap<string, readonly number[]> {
  return new Map(Object.entries(said).map(([text, distances]) => [plain(text), [distances].flat()]));
}

/**
 * Words of a language about days that `Intl` does not know. They are compared without case and accents. Several words
 * stand in one text, with spaces between them.
 */
interface Shorthand {
  /** Distances from today. */
  day?: Said;
  week?: Said;
  month?: Said;
  /** Further names, by the number of the month (January 0) or weekday (Monday 0). */
  months?: Readonly<Record<string, number>>;
  weekdays?: Readonly<Record<string, number>>;
  /** Words beside a weekday that mean its next occurrence. */
  coming: string;
  /** Words beside a weekday that mean its next occurrence to some, and the one of next week to others. */
  next: string;
  /** Words beside a weekday that mean its last occurrence. */
  last: string;
  /** Words that are skipped, such as articles. */
  fillers: string;
  /** A pattern of the parts of the day, which may be named after a day; folded. */
  partsOfDay?: string;
  /** Other spellings, each with the one that is read; folded. */
  respelled?: readonly (readonly [other: RegExp, own: string])[];
}

const none: Shorthand = { coming: '', next: '', last: '', fillers: '' };

const byLanguage: Readonly<Record<string, Shorthand>> = {
  en: {
    day: {
      tmr: 1,
      tmrw: 1,
      tonight: 0,
      'this morning': 0,
      'this afternoon': 0,
      'this evening': 0,
      'day after tomorrow': 2,
      'the day after tomorrow': 2,
      'day before yesterday': -2,
      'the day before yesterday': -2,
    },
    week: {
      'a week': 1,
      fortnight: 2,
      'a fortnight': 2,
      'in a fortnight': 2,
      'week after next': 2,
      'the week after next': 2,
      'coming week': 1,
    },
    weekdays: { weds: 2 },
    coming: 'coming this',
    next: 'next',
    last: 'last',
    fillers: 'of the on',
    partsOfDay: '(?:in the )?(?:morning|afternoon|evening|am|pm)|night|at noon',
    respelled: [
      [/^(?:in )?(?:an?|the) (week|month|day)(?=$| ago)/, '1 $1'],
      [/^in an? /, 'in 1 '],
      [/^(.+) from (?:now|today)$/, 'in $1'],
      [/^in an? (\w+)'s time$/, 'in 1 $1'],
      [/s' time$/, 's'],
      [/^(?:a )?week (?:on |from )?(.+)$/, '$1 in 1 week'],
      [/^(.+) week$/, '$1 in 1 week'],
    ],
  },
  de: {
    day: { uebermorgen: 2, 'in acht tagen': [7, 8] },
    week: {
      'kommende woche': 1,
      'die kommende woche': 1,
      'kommender woche': 1,
      'nächster woche': 1,
      'naechste woche': 1,
      'naechster woche': 1,
      'dieser woche': 0,
      'übernächste woche': 2,
      'übernächster woche': 2,
      'uebernaechste woche': 2,
      'vorige woche': -1,
      'vergangene woche': -1,
    },
    month: { 'kommenden monat': 1, 'naechsten monat': 1, 'übernächsten monat': 2 },
    weekdays: { sonnabend: 5 },
    coming: 'kommender kommenden kommende dieser diesen diese dieses',
    next: 'nächster nächsten nächste nächstes naechster naechsten naechste naechstes',
    last: 'letzter letzten letzte letztes voriger vorigen vorige vergangener vergangenen',
    fillers: 'am der den dem vom im in',
    partsOfDay:
      '(?:in der )?fruh|morgens?|vormittags?|mittags?|nachmittags?|abends?|nachts?|am (?:morgen|vormittag|nachmittag|abend)',
  },
  fr: {
    day: {
      'après demain': 2,
      'avant hier': -2,
      'ce matin': 0,
      'cet après-midi': 0,
      'cet après midi': 0,
      'ce soir': 0,
      'dans huit jours': [7, 8],
      'dans quinze jours': [14, 15],
      'dans 15 jours': [14, 15],
    },
    week: {
      'semaine prochaine': 1,
      'la semaine qui vient': 1,
      'semaine qui vient': 1,
      'la semaine suivante': 1,
      'semaine dernière': -1,
      'la semaine passée': -1,
    },
    month: { 'mois prochain': 1, 'le mois qui vient': 1, 'ce mois': 0 },
    coming: 'vient ce',
    next: 'prochain',
    last: 'dernier passé',
    fillers: 'le qui du de la',
    partsOfDay: "(?:au )?matin|midi|(?:a |dans l'|l')?apres[- ]midi|(?:au )?soir",
    respelled: [
      [/ premier /, ' 1 '],
      [/^premier /, '1 '],
      [/^d'ici /, 'dans '],
      [/^(.+) en huit$/, '$1 dans 1 semaine'],
      [/^(.+) en quinze$/, '$1 dans 2 semaines'],
    ],
  },
  es: {
    day: {
      antier: -2,
      'antes de ayer': -2,
      'esta mañana': 0,
      'esta tarde': 0,
      'esta noche': 0,
      'en ocho días': [7, 8],
      'de hoy en ocho': [7, 8],
      'en quince días': [14, 15],
      'dentro de quince días': [14, 15],
      'en 15 días': [14, 15],
    },
    week: {
      'la semana que viene': 1,
      'semana que viene': 1,
      'la semana próxima': 1,
      'próxima semana': 1,
      'semana próxima': 1,
      'la otra semana': 1,
      'la semana siguiente': 1,
      'semana pasada': -1,
    },
    month: { 'el mes que viene': 1, 'mes que viene': 1, 'el mes próximo': 1, 'próximo mes': 1, 'mes pasado': -1 },
    coming: 'viene este',
    next: 'próximo',
    last: 'pasado último',
    fillers: 'el que día de del',
    partsOfDay:
      '(?:por|en|a) la (?:manana|tarde|noche|mediodia)|al? mediodia|a primera hora|a ultima hora|temprano|tarde',
    respelled: [
      [/^(.+ )?primero (?=de )/, '$11 '],
      [/^en /, 'dentro de '],
      [/^de aqui a /, 'dentro de '],
    ],
  },
  nl: {
    day: {
      vanochtend: 0,
      vanmorgen: 0,
      vanmiddag: 0,
      vanavond: 0,
      morgenochtend: 1,
      morgenvroeg: 1,
      morgenmiddag: 1,
      morgenavond: 1,
      'over acht dagen': [7, 8],
    },
    week: {
      'komende week': 1,
      'aanstaande week': 1,
      'aankomende week': 1,
      'afgelopen week': -1,
      'de volgende week': 1,
      'week erop': 1,
    },
    month: { 'komende maand': 1, 'afgelopen maand': -1 },
    coming: 'komende aanstaande deze aankomende',
    next: 'volgende',
    last: 'vorige afgelopen jongstleden',
    fillers: 'op de van den',
    partsOfDay: "(?:'s )?(?:ochtends?|morgens?|middags?|avonds?)|(?:in de )?(?:ochtend|middag|avond)|vroeg",
    respelled: [
      [/\ba\.?s\b\.?/, 'aanstaande'],
      [/\bjl\b\.?/, 'jongstleden'],
      [/^in (\d|een\b|twee\b|drie\b|vier\b)/, 'over $1'],
      [/^(.+ )?eerste (?=\p{L})/u, '$11 '],
    ],
  },
  ar: {
    day: {
      غد: 1,
      الغد: 1,
      بكرة: 1,
      بكرا: 1,
      باكر: 1,
      'بعد غد': 2,
      'بعد غدا': 2,
      'بعد بكرة': 2,
      'بعد بكرا': 2,
      النهارده: 0,
      النهاردا: 0,
      البارحة: -1,
      امبارح: -1,
      مبارح: -1,
      'أول من أمس': -2,
      'أول امبارح': -2,
      'قبل أمس': -2,
      'بعد يوم': 1,
      'هذا الصباح': 0,
      'هذا المساء': 0,
    },
    week: {
      'بعد أسبوع': 1,
      'خلال أسبوع': 1,
      'قبل أسبوع': -1,
      'الأسبوع المقبل': 1,
      'الأسبوع الجاي': 1,
      'الأسبوع التالي': 1,
      'الأسبوع الفائت': -1,
      'الأسبوع اللي فات': -1,
    },
    month: { 'بعد شهر': 1, 'خلال شهر': 1, 'قبل شهر': -1, 'الشهر المقبل': 1, 'الشهر الجاي': 1 },
    months: { شباط: 1, آذار: 2, نيسان: 3, أيار: 4, حزيران: 5, تموز: 6, آب: 7, أيلول: 8, إبريل: 3 },
    weekdays: { الاتنين: 0, اتنين: 0, التلات: 1, تلات: 1, الثلاثا: 1, التلاتاء: 1, الأربع: 2, أربع: 2 },
    coming: 'القادم المقبل التالي هذا الجاي',
    next: '',
    last: 'الماضي الفائت',
    fillers: 'يوم في من',
    partsOfDay: 'صباحا|الصبح|ظهرا|الظهر|بعد الظهر|عصرا|العصر|مساء|المسا|المساء|بالليل',
    respelled: [
      [/^(?:صباح|مساء|ظهر|عصر) /, ''],
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
