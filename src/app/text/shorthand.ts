/** What a language says of days that `Intl` does not know. Every entry is compared without case and accents. */
export interface Shorthand {
  /** Words for a day, counted from today. */
  days: Readonly<Record<string, number>>;
  /** Words beside a weekday that mean the next of it. */
  next: readonly string[];
  /** Words beside a weekday that mean the last one. */
  last: readonly string[];
  /** Words that say nothing by themselves, such as the article of a day. */
  fillers: readonly string[];
  /** Other words at the beginning of a distance, and those of `Intl`: `en 3 días` is `dentro de 3 días`. */
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

/** That of a BCP 47 tag's language; of one that is not listed, none. */
export function shorthandOf(locale: string): Shorthand {
  return byLanguage[new Intl.Locale(locale).language] ?? none;
}
