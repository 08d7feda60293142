import { normalizeText } from './text.ts';

export type DistanceUnit = 'day' | 'week' | 'month';

/**
 * A distance from today. Without a `count`, the text has the number, and `sign` says whether it is in the future or the past.
 */
export type Distance = { unit: DistanceUnit; count: number } | { unit: DistanceUnit; sign: 1 | -1 };

/** The names of days, months and relative dates in a language: from `Intl`, with additional words. */
export interface DateWords {
  /** Every name of each month, January first. */
  months: readonly (readonly string[])[];
  /** Every name of each weekday, Monday first. */
  weekdays: readonly (readonly string[])[];
  /** The words between the parts of a date. */
  fillers: ReadonlySet<string>;
  /** Whether dates made of numbers alone begin with the month. */
  monthFirst: boolean;
  /** The distances from today, keyed by their phrases, with `#` for the number. */
  distances: ReadonlyMap<string, Distance>;
  /**
   * Normalises a phrase for comparison: without an article, which people often omit, and with the usual preposition.
   */
  normalizePhrase: (plain: string) => string;
  /**
   * Texts such as `Monday week` for the day a number of weeks after the next occurrence of a weekday, which is the
   * first group.
   */
  weeksAfter: readonly { pattern: RegExp; weeks: number }[];
  /**
   * Words beside a weekday, such as `this Monday` for its next occurrence, `next Monday` for that day or a week later,
   * and `last Monday` for its last occurrence.
   */
  weekdayModifiers: Readonly<Record<'coming' | 'next' | 'last', ReadonlySet<string>>>;
}

/** Words about days in a language that `Intl` does not know. A text may contain several words, separated by spaces. */
interface ExtraWords {
  /** Other locales of the language, for their names of months. */
  locales?: readonly string[];
  /** Articles that may precede a distance. */
  article?: string;
  /**
   * The words that people type before a future distance, and the words that `Intl` puts there instead: `en 3 días`,
   * `dentro de 3 días`.
   */
  futureWords?: readonly [typed: RegExp, intl: string];
  /** Phrases for a number of days from today, without articles and separated by `|`. */
  day?: Readonly<Record<number, string>>;
  /** Phrases for a number of weeks from today, likewise. */
  week?: Readonly<Record<number, string>>;
  /** Phrases for a number of months from today, likewise. */
  month?: Readonly<Record<number, string>>;
  /** Phrases for a number of weeks, counted from today, or from the next occurrence of a weekday if they stand next to one. */
  inWeeks?: Readonly<Record<number, string>>;
  /** Idioms for a number of weeks after the next occurrence of a weekday, with `#` for the weekday: `Monday week`. */
  weeksAfter?: Readonly<Record<number, string>>;
  /** Additional names of weekdays (Monday 0). */
  weekdays?: Readonly<Record<number, string>>;
  /** Words next to a weekday that mean its next occurrence. */
  coming: string;
  /** Words next to a weekday that mean its next occurrence to some people, and the same day next week to others. */
  next: string;
  /** Words next to a weekday that mean its last occurrence. */
  last: string;
  /** Words that are skipped, such as articles. */
  fillers: string;
}

const extraWords: Readonly<Record<string, ExtraWords>> = {
  en: {
    article: 'the',
    day: {
      [-2]: 'day before yesterday',
      0: 'tonight|this morning|this afternoon|this evening',
      1: 'tmr',
      2: 'day after tomorrow',
    },
    week: { [-1]: 'a week ago', 1: 'coming week', 2: 'week after next' },
    inWeeks: { 1: 'in a week|in one week' },
    weeksAfter: {
      1: '# week|a week #|week on #|a week on #|week from #|a week from #|one week from #|# after next',
      2: 'two weeks on #|two weeks from #|2 weeks from #|# fortnight|a fortnight on #',
    },
    weekdays: { 2: 'weds' },
    coming: 'coming this',
    next: 'next',
    last: 'last',
    fillers: 'of the on',
  },
  de: {
    locales: ['de-AT'],
    article: 'die',
    day: { 2: 'uebermorgen' },
    week: {
      [-1]: 'vorige woche|vor einer woche',
      1: 'kommende woche|kommender woche|nächster woche|naechste woche',
      2: 'übernächste woche|uebernaechste woche',
    },
    inWeeks: { 1: 'in einer woche' },
    weeksAfter: {
      1: '# in acht tagen|# in 8 tagen|übernächsten #|am übernächsten #|uebernaechsten #|am uebernaechsten #',
      2: '# in zwei wochen|# in vierzehn tagen|# in 14 tagen',
    },
    month: { 1: 'in einem monat|kommenden monat' },
    weekdays: { 5: 'sonnabend' },
    coming: 'kommender kommenden kommende dieser diesen diese dieses',
    next: 'nächster nächsten nächste nächstes naechster naechsten naechste naechstes',
    last: 'letzter letzten letzte letztes voriger vorigen vorige vergangener vergangenen',
    fillers: 'am der den dem vom im in',
  },
  fr: {
    article: 'la|le',
    day: { 0: 'ce matin|cet après-midi|cet après midi|ce soir', 2: 'après demain' },
    week: { [-1]: 'semaine passée|il y a une semaine', 1: 'semaine qui vient|semaine suivante' },
    inWeeks: { 1: 'dans une semaine' },
    weeksAfter: {
      1: '# en huit|# en 8|# dans huit jours|# dans 8 jours',
      2: '# en quinze|# en 15|# dans deux semaines|# dans quinze jours|# dans 15 jours',
    },
    month: { 0: 'ce mois', 1: 'mois qui vient|dans un mois' },
    coming: 'vient ce',
    next: 'prochain',
    last: 'dernier passé',
    fillers: 'le qui du de la',
  },
  es: {
    article: 'la|el',
    futureWords: [/^en /, 'dentro de '],
    day: { [-2]: 'antes de ayer', 0: 'esta mañana|esta tarde|esta noche' },
    week: { 1: 'semana que viene|semana próxima|semana siguiente', [-1]: 'hace una semana' },
    inWeeks: { 1: 'dentro de una semana|en una semana' },
    weeksAfter: {
      1: '# en ocho|# en ocho días|# en 8 días|# dentro de ocho días|# dentro de 8 días',
      2: '# en quince|# en quince días|# en 15 días|# dentro de quince días|# en dos semanas|# dentro de dos semanas',
    },
    month: { 1: 'mes que viene|mes próximo|dentro de un mes' },
    coming: 'viene este',
    next: 'próximo',
    last: 'pasado último',
    fillers: 'el que día de del',
  },
  nl: {
    article: 'de',
    futureWords: [/^in (?=\d)/, 'over '],
    day: { 0: 'vanmorgen|vanochtend|vanmiddag|vanavond' },
    week: { [-1]: 'afgelopen week|een week geleden', 1: 'komende week|aanstaande week' },
    inWeeks: { 1: 'over een week' },
    weeksAfter: {
      1: '# over acht dagen|# over 8 dagen|overvolgende #',
      2: '# over twee weken|# over veertien dagen|# over 14 dagen',
    },
    month: { [-1]: 'afgelopen maand', 1: 'komende maand|over een maand' },
    coming: 'komende aanstaande deze aankomende',
    next: 'volgende',
    last: 'vorige afgelopen jongstleden',
    fillers: 'op de van den',
  },
  ar: {
    locales: ['ar-LB'],
    futureWords: [/^(?:بعد|في غضون) (?=\d|اسبوع|شهر|يومين)/, 'خلال '],
    day: {
      [-2]: 'أول من أمس|قبل أمس',
      [-1]: 'البارحة|امبارح|مبارح',
      0: 'النهارده|هذا الصباح|هذا المساء',
      1: 'غد|الغد|بكرة|بكرا|باكر',
      2: 'بعد غد|بعد غدا|بعد بكرة|بعد بكرا',
    },
    week: { [-1]: 'قبل أسبوع', 1: 'الأسبوع المقبل|الأسبوع الجاي|الأسبوع التالي' },
    inWeeks: { 1: 'بعد أسبوع|خلال أسبوع|في غضون أسبوع', 2: 'بعد أسبوعين|خلال أسبوعين|في غضون أسبوعين' },
    weeksAfter: { 1: '# بعد القادم|# بعد المقبل|# بعد الجاي|# بعد التالي' },
    month: { [-1]: 'قبل شهر', 1: 'خلال شهر|الشهر المقبل|الشهر الجاي' },
    weekdays: { 0: 'الاتنين', 1: 'التلات' },
    coming: 'القادم المقبل التالي هذا الجاي',
    next: '',
    last: 'الماضي الفائت',
    fillers: 'يوم في من',
  },
};

/** The words that `Intl` does not know, for the language of a BCP 47 tag. */
export const findExtraWords = (locale: string): ExtraWords =>
  extraWords[new Intl.Locale(locale).language] ?? { coming: '', next: '', last: '', fillers: '' };

/** Memoises a function, since text is parsed again with each typed letter. */
export function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const stored = values.get(key);
    if (stored !== undefined) return stored;
    const value = compute(key);
    values.set(key, value);
    return value;
  };
}

const createWordSet = (words: string) => new Set(normalizeText(words).split(' ').filter(Boolean));

/**
 * The formats from which the names of months and weekdays are taken. There are several for months, because many
 * languages inflect the name of a month next to a day.
 */
const NAME_FORMATS = {
  month: [
    { month: 'long' },
    { month: 'short' },
    { month: 'long', day: 'numeric', year: 'numeric' },
    { month: 'short', day: 'numeric', year: 'numeric' },
  ],
  weekday: [{ weekday: 'long' }, { weekday: 'short' }],
} as const satisfies Record<string, Intl.DateTimeFormatOptions[]>;

/** An instant in each month of a year, and on each day of a week from Monday, from which the names are formatted. */
const SAMPLE_INSTANTS = {
  month: Array.from({ length: 12 }, (_, index) => Date.UTC(2024, index, 1)),
  weekday: Array.from({ length: 7 }, (_, index) => Date.UTC(2024, 0, 1 + index)),
};

/**
 * Lists the names of each month (January first) or weekday (Monday first) in several locales, normalised for comparison.
 */
export function listNames(locales: readonly string[], kind: 'month' | 'weekday'): string[][] {
  const formats = locales.flatMap((locale) =>
    NAME_FORMATS[kind].map(
      (look) => new Intl.DateTimeFormat(locale, { ...look, calendar: 'gregory', timeZone: 'UTC' }),
    ),
  );
  return SAMPLE_INSTANTS[kind].map((instant) => {
    const names = formats.map((format) => {
      const name = format.formatToParts(instant).find(({ type }) => type === kind)?.value ?? '';
      return normalizeText(name).replace(/\.$/, '');
    });
    // Arabic days are also written without their article.
    return [...new Set(names.flatMap((name) => (name.startsWith('ال') ? [name, name.slice(2)] : [name])))];
  });
}

/** Numbers that, taken together, need every plural form of a language. */
const SAMPLE_COUNTS = [0, 1, 2, 3, 5, 11, 21, 100];

/** Each phrase of a list (phrases are separated by `|`), normalised and paired with its count. */
const listPhrases = (list: Readonly<Record<number, string>> = {}) =>
  Object.entries(list).flatMap(([count, phrases]) =>
    phrases.split('|').map((phrase) => [Number(count), normalizeText(phrase)] as const),
  );

/**
 * Builds the patterns of texts about a weekday in a number of weeks. The number of weeks may precede or follow the
 * weekday, unless an idiom fixes the order.
 */
function buildWeeksAfter({ inWeeks, weeksAfter }: ExtraWords): DateWords['weeksAfter'] {
  const inBothOrders = listPhrases(inWeeks).flatMap(([weeks, phrase]) => [
    [weeks, `# ${phrase}`] as const,
    [weeks, `${phrase} #`] as const,
  ]);
  return [...inBothOrders, ...listPhrases(weeksAfter)].map(([weeks, template]) => ({
    weeks,
    pattern: new RegExp(`^${template.replace('#', '(.+)')}$`),
  }));
}

function buildDistances(
  locale: string,
  { day, week, inWeeks, month }: ExtraWords,
  phrase: DateWords['normalizePhrase'],
): DateWords['distances'] {
  const distances = new Map<string, Distance>();
  for (const unit of ['day', 'week', 'month'] as const) {
    for (const numeric of ['always', 'auto'] as const) {
      const format = new Intl.RelativeTimeFormat(locale, { numeric });
      for (const [count, sign] of SAMPLE_COUNTS.flatMap((one) => [[one, 1] as const, [-one, -1] as const])) {
        const text = phrase(normalizeText(format.format(count, unit)));
        const template = text.replace(/\d+/, '#');
        distances.set(template, template === text ? { unit, count } : { unit, sign });
      }
    }
    const further = { day: [day], week: [week, inWeeks], month: [month] }[unit];
    for (const [count, one] of further.flatMap(listPhrases)) distances.set(phrase(one), { unit, count });
  }
  return distances;
}

/** The words for dates in the language of a BCP 47 tag. */
export const getDateWords = memoize((locale: string): DateWords => {
  const further = findExtraWords(locale);
  const locales = [locale, ...(further.locales ?? [])];
  const article = new RegExp(`^(?:${further.article ?? ''}) `);
  const [other, own] = further.futureWords ?? [/^$/, ''];
  const normalizePhrase = (plain: string) => plain.replace(article, '').replace(other, own);
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).formatToParts(0);
  const order = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' }).formatToParts(0);
  const between = parts.flatMap(({ type, value }) => (type === 'literal' ? (value.match(/\p{L}+/gu) ?? []) : []));
  const weekdays = listNames([locale], 'weekday');
  return {
    months: listNames(locales, 'month'),
    weekdays: weekdays.map((names, index) => [...names, ...createWordSet(further.weekdays?.[index] ?? '')]),
    fillers: createWordSet([further.fillers, ...between].join(' ')),
    monthFirst: order.findIndex(({ type }) => type === 'month') < order.findIndex(({ type }) => type === 'day'),
    distances: buildDistances(locale, further, normalizePhrase),
    normalizePhrase: normalizePhrase,
    weeksAfter: buildWeeksAfter(further),
    weekdayModifiers: {
      coming: createWordSet(further.coming),
      next: createWordSet(further.next),
      last: createWordSet(further.last),
    },
  };
});
