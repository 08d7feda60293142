import { normalizeText } from '#reading/text.ts';

/**
 * The species that have a sign of their own, with the words for them: practices write species as they like, in their own
 * language.
 */
const words = {
  dog: ['dog', 'canine', 'hund', 'chien', 'perro', 'hond', 'كلب'],
  cat: ['cat', 'feline', 'katze', 'kater', 'chat', 'gato', 'kat', 'قط', 'قطة'],
  rabbit: ['rabbit', 'bunny', 'kaninchen', 'hase', 'lapin', 'conejo', 'konijn', 'أرنب'],
  bird: ['bird', 'parrot', 'budgie', 'chicken', 'vogel', 'papagei', 'oiseau', 'ave', 'pájaro', 'طائر'],
  fish: ['fish', 'fisch', 'poisson', 'pez', 'vis', 'سمك'],
  turtle: ['turtle', 'tortoise', 'reptile', 'schildkröte', 'tortue', 'tortuga', 'schildpad', 'سلحفاة'],
  rat: ['rat', 'mouse', 'hamster', 'gerbil', 'guinea pig', 'ratte', 'maus', 'meerschweinchen', 'cobaye', 'cavia'],
} as const;

/** The name of the sign, by word. */
const signs: ReadonlyMap<string, string> = new Map(
  Object.entries(words).flatMap(([sign, list]) => list.map((word): [string, string] => [normalizeText(word), sign])),
);

/** The class for the sign of a species: `species species-dog`, or `species` alone for a paw; empty without a species. */
export function speciesClass(species: string): string {
  const name = normalizeText(species);
  if (name === '') return '';
  const sign = signs.get(name);
  return sign === undefined ? 'species' : `species species-${sign}`;
}
