import { shownLocale } from '#app/language/shown-language.ts';
import { factsText } from '#app/text/list-text.ts';
import { zoneCity } from '#app/text/time-text.ts';
import { isTimeZone } from '#contract/practice-setup.ts';
import { matchesWords, normalizeText } from '#reading/text.ts';

/** An IANA time zone with the text by which people know it: `Berlin, Germany`. */
export interface ZoneChoice {
  readonly zone: string;
  readonly text: string;
}

const MAX_OPTIONS = 50;
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The countries of the zones, in the language of the page; empty in browsers without this data. */
function loadZoneCountries(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(shownLocale, { type: 'region', fallback: 'none' });
  const countries = new Map<string, string>();
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${code}`);
    const name = names.of(code);
    for (const zone of (name && locale.getTimeZones?.()) || []) if (name) countries.set(zone, name);
  }
  return countries;
}

let countries: ReadonlyMap<string, string> | undefined;

export function toZoneChoice(zone: string): ZoneChoice {
  countries ??= loadZoneCountries();
  return { zone, text: factsText([zoneCity(zone), countries.get(zone)]) };
}

/**
 * All zones. The zone `near` (an IANA name) comes first, then the zones in its area, then the others; each group is sorted by
 * text.
 */
export function listZoneChoices(near: string): ZoneChoice[] {
  const areaOf = (zone: string) => zone.split('/')[0];
  const zoneRank = ({ zone }: ZoneChoice) => (zone === near ? 0 : areaOf(zone) === areaOf(near) ? 1 : 2);
  return [...new Set([...Intl.supportedValuesOf('timeZone'), near, 'UTC'])]
    .map(toZoneChoice)
    .sort((one, other) => zoneRank(one) - zoneRank(other) || one.text.localeCompare(other.text, shownLocale));
}

/**
 * Finds the zones that match the typed text: a city, a country, an area, or an IANA name. A zone whose full IANA name was
 * typed comes first.
 */
export function findZones(choices: readonly ZoneChoice[], typed: string): ZoneChoice[] {
  const text = typed.trim();
  const found = choices.filter(({ zone, text: shown }) =>
    matchesWords([shown, zone.replaceAll(/[/_]/g, ' '), zone], text),
  );
  const exactMatch = choices.find(({ zone }) => normalizeText(zone) === normalizeText(text));
  // A valid IANA name that this browser does not list, such as an older name of a city, is accepted, too.
  if (found.length === 0 && text.includes('/') && isTimeZone(text)) return [toZoneChoice(text)];
  return [...(exactMatch ? [exactMatch] : []), ...found.filter((choice) => choice !== exactMatch)].slice(
    0,
    MAX_OPTIONS,
  );
}
