import { normalizeText } from '#reading/text.ts';

/**
 * The species that have an icon of their own: the words for each, keyed by the class that selects the icon from the
 * sprite (`species-icons.svg`). Practices write species as they like, in their own language.
 */
const wordsByIconClass = {
  '[--species:1]': ['dog', 'canine', 'hund', 'chien', 'perro', 'hond', 'كلب'],
  '[--species:2]': ['cat', 'feline', 'katze', 'kater', 'chat', 'gato', 'kat', 'قط', 'قطة'],
  '[--species:3]': ['rabbit', 'bunny', 'kaninchen', 'hase', 'lapin', 'conejo', 'konijn', 'أرنب'],
  '[--species:4]': ['bird', 'parrot', 'budgie', 'chicken', 'vogel', 'papagei', 'oiseau', 'ave', 'pájaro', 'طائر'],
  '[--species:5]': ['fish', 'fisch', 'poisson', 'pez', 'vis', 'سمك'],
  '[--species:6]': ['turtle', 'tortoise', 'reptile', 'schildkröte', 'tortue', 'tortuga', 'schildpad', 'سلحفاة'],
  '[--species:7]': [
    'rat',
    'mouse',
    'hamster',
    'gerbil',
    'guinea pig',
    'ratte',
    'maus',
    'meerschweinchen',
    'cobaye',
    'cavia',
  ],
};

/** The classes of the icons, keyed by the normalised words. */
const iconClasses: ReadonlyMap<string, string> = new Map(
  Object.entries(wordsByIconClass).flatMap(([sign, list]) =>
    list.map((word): [string, string] => [normalizeText(word), sign]),
  ),
);

/** The classes for the icon of a species, a paw if it has none of its own; empty without a species. */
export function speciesClass(species: string): string {
  const name = normalizeText(species);
  return name === '' ? '' : `species ${iconClasses.get(name) ?? ''}`.trim();
}
