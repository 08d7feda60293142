import { shownLocale } from '#app/language/shown-language.ts';

// Numbers that are reserved for examples, in countries that have such numbers.
const NORTH_AMERICA = '(555) 010-1234';
const examples: Readonly<Record<string, string>> = {
  ...{ US: NORTH_AMERICA, CA: NORTH_AMERICA, GB: '020 7946 0123', IE: '01 234 5678', AU: '(02) 5550 1234' },
  ...{ DE: '030 23125 123', AT: '01 234 5678', CH: '044 123 45 67', NL: '020 123 4567', BE: '02 123 45 67' },
  ...{ FR: '01 99 00 12 34', ES: '612 345 678', MX: '55 1234 5678', EG: '010 1234 5678', SA: '050 123 4567' },
};

/** An example of a phone number in a locale's country or, if there is none, in the main country of its language. */
export function phoneExample(locale: string = shownLocale): string {
  const { language, region = '' } = new Intl.Locale(locale).maximize();
  const usual = new Intl.Locale(language).maximize().region ?? '';
  return examples[region] ?? examples[usual] ?? NORTH_AMERICA;
}
