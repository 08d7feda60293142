import { useLoadedPages } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import type { ReceivedPet } from '#contract/received.ts';
import { normalizeText } from '#reading/text.ts';

/** The species, breeds and sexes of the pets on file, the most frequent first. */
export interface SpeciesOnFile {
  species: string[];
  /** The breeds of the typed species. */
  breeds: string[];
  sexes: string[];
}

/** The species and sexes of all loaded pets, and the breeds of those with the typed species. */
export function useSpeciesOnFile(companyId: string, typed: string): SpeciesOnFile {
  const pages = useLoadedPages(petQueries, companyId);
  return speciesOnFile(
    pages.flatMap(({ records }) => records),
    typed,
  );
}

/** See {@link useSpeciesOnFile}. Spellings that differ only in case or accents count as the same. */
export function speciesOnFile(
  pets: readonly Pick<ReceivedPet, 'species' | 'breed' | 'sex'>[],
  typed: string,
): SpeciesOnFile {
  const normalizeSpelling = (text: string) => normalizeText(text).trim().replace(/\s+/g, ' ');
  const plainTyped = normalizeSpelling(typed);
  const same = new Set(
    pets.map(({ species }) => species).filter((species) => normalizeSpelling(species) === plainTyped),
  );
  return {
    species: sortByFrequency(pets.map(({ species }) => species)),
    breeds: sortByFrequency(
      pets.flatMap(({ species, breed }) => (plainTyped !== '' && same.has(species) && breed ? [breed] : [])),
    ),
    sexes: sortByFrequency(pets.flatMap(({ sex }) => sex ?? [])),
  };
}

function sortByFrequency(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const merged = new Map<string, { text: string; count: number }>();
  for (const [text, count] of [...counts].sort(([, one], [, other]) => other - one)) {
    const key = normalizeText(text).trim();
    const before = merged.get(key);
    if (key !== '') merged.set(key, { text: before?.text ?? text.trim(), count: (before?.count ?? 0) + count });
  }
  return [...merged.values()].sort((one, other) => other.count - one.count).map(({ text }) => text);
}
