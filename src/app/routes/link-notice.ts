import { plural, t } from '@lingui/core/macro';
import type { findMissingParts } from '#app/addresses/board-choice.ts';
import { viewLabels } from '#app/addresses/board-search.ts';
import { showNotice } from '#app/components/show-notice.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import type { BoardView } from '#scheduling/board-day.ts';

/** Shows a notice about the parts of a link that do not exist; shows nothing if the text is empty. */
export function showLinkNotice(text: string): void {
  if (text !== '') showNotice({ id: 'link', tone: 'warn', title: text });
}

/** Says that the person has no access to the company in a link, and which company is shown instead. */
export function unknownCompanyText({ name }: { name: string }): string {
  const shownCompany = isolateText(name);
  return shownCompany === ''
    ? t`You don’t have access to the company in this link. Showing another company instead.`
    : t`You don’t have access to the company in this link. Showing ${shownCompany} instead.`;
}

/** Says which store, date or view in a link does not exist, and what is shown instead; empty if all exist. */
export function missingPartsText(
  { stores: unknownStoreCount, date, view: isViewUnknown }: ReturnType<typeof findMissingParts>,
  shown: { stores: readonly { name: string }[]; view: BoardView },
): string {
  const shownStores = new Intl.ListFormat(shownLocale).format(shown.stores.map(({ name }) => isolateText(name)));
  const view = viewLabels[shown.view];
  return [
    unknownStoreCount > 0
      ? t`${plural(unknownStoreCount, {
          one: `The store in this link doesn’t exist. Showing ${shownStores} instead.`,
          other: `# of the stores in this link don’t exist. Showing ${shownStores} instead.`,
        })}`
      : '',
    date ? t`The date in this link doesn’t exist. Showing today instead.` : '',
    isViewUnknown ? t`The view in this link doesn’t exist. Showing ${view} instead.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
