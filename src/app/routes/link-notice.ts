import { plural, t } from '@lingui/core/macro';
import type { unknownNames } from '#app/addresses/board-choice.ts';
import { type BoardScreenView, viewLabels } from '#app/addresses/board-search.ts';
import { showNotice } from '#app/components/show-notice.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { isolated } from '#app/text/isolated.ts';

/** Shows a notice about the parts of a link that do not exist; nothing if the text is empty. */
export function showLinkNotice(text: string): void {
  if (text !== '') showNotice({ id: 'link', tone: 'warn', title: text });
}

/** A text about a link to a company out of reach, and about the company that is shown instead. */
export function unknownCompanyText({ name }: { name: string }): string {
  const shownCompany = isolated(name);
  return shownCompany === ''
    ? t`You can’t open the company in this link here. Showing another company instead.`
    : t`You can’t open the company in this link here. Showing ${shownCompany} instead.`;
}

/** A text about the stores, day and view of a link that do not exist, and what is shown instead; otherwise empty. */
export function unknownNamesText(
  { stores: unknown, date, view: isViewUnknown }: ReturnType<typeof unknownNames>,
  shown: { stores: readonly { name: string }[]; view: BoardScreenView },
): string {
  const shownStores = new Intl.ListFormat(shownLocale).format(shown.stores.map(({ name }) => isolated(name)));
  const view = viewLabels[shown.view];
  return [
    unknown > 0
      ? t`${plural(unknown, {
          one: `This link’s store doesn’t exist. Showing ${shownStores} instead.`,
          other: `# of this link’s stores don’t exist. Showing ${shownStores} instead.`,
        })}`
      : '',
    date ? t`This link’s day doesn’t exist. Showing today instead.` : '',
    isViewUnknown ? t`This link’s view doesn’t exist. Showing ${view} instead.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
