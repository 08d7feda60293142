import { t } from '@lingui/core/macro';
import { runsAgainstPage } from '#app/language/line-direction.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { isolated } from './isolated.ts';

const list = new Intl.ListFormat(shownLocale, { type: 'unit' });

/** Some things one after another, as they stand in a sentence: `vets, visit types, pets`. */
export function listText(items: readonly string[]): string {
  return list.format(items);
}

function besideEachOther(before: string, next: string): string {
  return t({
    message: `${before}, ${next}`,
    comment: 'Two facts of one thing side by side, such as a store and a room: only the sign between them is said.',
  });
}

/** The sign between two facts, asked for once: the names of blocks are made by the thousand. */
let divider: string | undefined;

/**
 * What is known of one thing, side by side and not in a sentence: `Dog, Labrador, 7 years old`. What is empty is left out. What
 * is written in letters that run the other way than the page is isolated, so that it turns neither its neighbours nor their numbers.
 */
export function factsText(facts: readonly (string | null | undefined)[]): string {
  divider ??= besideEachOther('', '');
  return facts
    .filter((fact): fact is string => fact !== null && fact !== undefined && fact !== '')
    .map((fact) => (runsAgainstPage(fact) ? isolated(fact) : fact))
    .join(divider);
}
