import { plural, t } from '@lingui/core/macro';
import { Unlink } from 'lucide-react';
import { Button } from '#app/components/button.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import type { UnknownNames } from '#app/session/board-search.ts';
import { type BoardScreenView, viewLabels } from '#app/session/board-search.ts';
import { isolated } from '#app/text/isolated.ts';
import { BoardNotice } from './board-notice.tsx';

/** What is shown instead. */
interface ShownInstead {
  company: { name: string };
  stores: readonly { name: string }[];
  view: BoardScreenView;
}

/** A text about what a link names that is not known, and what is shown instead. */
export function linkWarningText(unknown: UnknownNames, shown: ShownInstead): string {
  const view = viewLabels[shown.view];
  return [
    unknown.company || unknown.stores > 0 ? placeText(unknown, shown) : '',
    unknown.date ? t`This link names a day that does not exist. You see today.` : '',
    unknown.view ? t`This link names a view that does not exist. You see ${view}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function placeText({ company, stores: unknown }: UnknownNames, shown: ShownInstead): string {
  if (company) {
    const shownCompany = isolated(shown.company.name);
    return shownCompany === ''
      ? t`This link names a company that you can’t open here. You see another one.`
      : t`This link names a company that you can’t open here. You see ${shownCompany}.`;
  }
  const shownStores = new Intl.ListFormat(shownLocale).format(shown.stores.map(({ name }) => isolated(name)));
  return t`${plural(unknown, {
    one: `This link names a store that does not exist. You see ${shownStores}.`,
    other: `This link names # stores that do not exist. You see ${shownStores}.`,
  })}`;
}

interface LinkWarningProps {
  unknown: UnknownNames;
  shown: ShownInstead;
  onDismiss: () => void;
}

/** A warning above the board about a link that names something unknown. */
export function LinkWarning({ unknown, shown, onDismiss }: LinkWarningProps) {
  return (
    <BoardNotice
      icon={Unlink}
      role="status"
      action={
        <Button compact onClick={onDismiss}>
          {t`Dismiss`}
        </Button>
      }
    >
      {linkWarningText(unknown, shown)}
    </BoardNotice>
  );
}
