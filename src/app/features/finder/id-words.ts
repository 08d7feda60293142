import { t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { translated } from '#app/language/translated.ts';
import { ANY, NONE } from './finder-search.ts';

/** What is typed into a filter by an id for no id, and for whichever id, in the shown language. */
export const idWords = translated({
  [NONE]: () =>
    t({ message: 'none', comment: 'Typed into a filter by an id: appointments without one', context: 'no id' }),
  [ANY]: () =>
    t({
      message: 'any',
      comment: 'Typed into a filter by an id: appointments that have one',
      context: 'some id',
    }),
});

const KINDS = [NONE, ANY] as const;

/** What a filter by an id is set to by a text: {@link NONE} and {@link ANY} by their words, in English, too; an id stays as it is. */
export function idTyped(text: string): string {
  const word = text.toLocaleLowerCase(shownLocale);
  return KINDS.find((kind) => word === kind || word === idWords[kind].toLocaleLowerCase(shownLocale)) ?? text;
}

/** The text for what a filter by an id is set to. */
export function idShown(value: string): string {
  return value === NONE || value === ANY ? idWords[value] : value;
}
