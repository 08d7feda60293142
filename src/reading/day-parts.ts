import { normalizeText } from './text.ts';

const dayParts = ['morning', 'afternoon', 'evening'] as const;
/** A part of the day, such as the afternoon. */
export type DayPart = (typeof dayParts)[number];

/** A part of the day at the end of a text, and the text before it, which may be empty. */
export interface TrailingDayPart {
  part: DayPart;
  before: string;
}

/**
 * The patterns of the words for parts of the day, which stand alone or after a day. They match normalised text. Noon
 * begins the afternoon.
 */
const patterns: Readonly<Record<string, Readonly<Record<DayPart, string>>>> = {
  en: {
    morning: String.raw`(?:in the )?morning|(?<=\p{L} ?)am`,
    afternoon: String.raw`(?:in the )?afternoon|(?<!\d ?)pm`,
    evening: '(?:in the )?evening|night',
  },
  de: {
    morning: '(?:in der )?fruh|(?:am )?(?:(?<!uber|ueber)morgens?|vormittags?)',
    afternoon: '(?:am )?(?:mittags?|nachmittags?)',
    evening: '(?:am )?abends?',
  },
  fr: {
    morning: '(?:au |le |du )?matin',
    afternoon: "midi|(?:a |dans l'|de l'|l')?apres[- ]midi",
    evening: '(?:au |le |du )?soir',
  },
  es: {
    morning: '(?:por|en|a|de) la manana|(?<=^esta )manana|temprano',
    afternoon: '(?:(?:por|en|a|de) la )?tarde|al? (?:la )?mediodia',
    evening: '(?:(?:por|en|a|de) la )?noche',
  },
  nl: {
    morning: "(?:'s )?(?:ochtends?|(?<!over)morgens?)|in de ochtend|vroeg",
    afternoon: "(?:'s |in de )?middags?",
    evening: "(?:'s |in de )?avonds?",
  },
  ar: {
    morning: 'صباحا?|الصباح|الصبح',
    afternoon: 'ظهرا?|الظهر|بعد الظهر|عصرا?|العصر',
    evening: 'مساء|المسا|المساء|بالليل',
  },
};

/** In Arabic, the part of the day may precede the day. */
const PART_FIRST = /^(صباح|مساء|ظهر|عصر) (.+)$/;

/**
 * Reads the part of the day at the end of a text in the language of a BCP 47 tag or in English, such as `tomorrow afternoon`
 * and `this morning`; null for a text without one.
 */
export function readDayPart(text: string, locale: string): TrailingDayPart | null {
  const plain = normalizeText(text).replace(PART_FIRST, '$2 $1');
  for (const language of [new Intl.Locale(locale).language, 'en']) {
    for (const part of dayParts) {
      const words = patterns[language]?.[part];
      // Some languages write the part of the day and the day as one word.
      const found = words && new RegExp(`^(?:(.*?(?:\\p{L}|\\d|\\.)) ?)??(?:${words})$`, 'u').exec(plain);
      if (found) return { part, before: found[1] ?? '' };
    }
  }
  return null;
}
