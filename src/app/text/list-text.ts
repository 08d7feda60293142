import { t } from '@lingui/core/macro';
import { hasOppositeDirection } from '#app/language/line-direction.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { isolateText } from './isolate-text.ts';

const list = new Intl.ListFormat(shownLocale, { type: 'unit' });

/** A list within a sentence: `vets, visit types, pets`. */
export function listText(items: readonly string[]): string {
  return list.format(items);
}

function pairText(before: string, next: string): string {
  return t({
    message: `${before}, ${next}`,
    comment: 'Two facts of one thing side by side, such as a store and a room: only the sign between them is said.',
  });
}

/** The separator between facts, computed once, since it is used for thousands of blocks. */
let divider: string | undefined;

/**
 * Facts about one subject side by side, not as a sentence: `Dog, Labrador, 7 years old`. Empty ones are left out. Facts
 * in a script that runs in the opposite direction to the page's are isolated, so that they do not reorder their
 * neighbours.
 */
export function factsText(facts: readonly (string | null | undefined)[]): string {
  divider ??= pairText('', '');
  return facts
    .filter((fact): fact is string => fact !== null && fact !== undefined && fact !== '')
    .map((fact) => (hasOppositeDirection(fact) ? isolateText(fact) : fact))
    .join(divider);
}
