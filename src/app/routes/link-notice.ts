import { plural, t } from '@lingui/core/macro';
import { showNotice } from '#app/components/show-notice.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import type { unknownNames } from '#app/session/board-choice.ts';
import { type BoardScreenView, viewLabels } from '#app/session/board-search.ts';
import { isolated } from '#app/text/isolated.ts';

/** Says in a notice what a link names that does not exist; nothing where the text is empty. */
export function showLinkNotice(text: string): void {
  if (text !== '') showNotice({ id: 'link', tone: 'warn', title: text });
}

/** A text about a link that names a company out of reach, and about the company that is shown instead. */
export function unknownCompanyText({ name }: { name: string }): string {
  const shownCompany = isolated(name);
  return shownCompany === ''
    ? t`This link names a company that you can’t open here. You see another one.`
    : t`This link names a company that you can’t open here. You see ${shownCompany}.`;
}

/** A text about the stores, day and view of a link that do not exist, and what is shown instead; else empty. */
export function unknownNamesText(
  { stores: unknown, date, view: isViewUnknown }: ReturnType<typeof unknownNames>,
  shown: { stores: readonly { name: string }[]; view: BoardScreenView },
): string {
  const shownStores = new Intl.ListFormat(shownLocale).format(shown.stores.map(({ name }) => isolated(name)));
  const view = viewLabels[shown.view];
  return [
    unknown > 0
      ? t`${plural(unknown, {
          one: `This link names a store that does not exist. You see ${shownStores}.`,
          other: `This link names # stores that do not exist. You see ${shownStores}.`,
        })}`
      : '',
    date ? t`This link names a day that does not exist. You see today.` : '',
    isViewUnknown ? t`This link names a view that does not exist. You see ${view}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
