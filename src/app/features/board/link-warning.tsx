import { plural, t } from '@lingui/core/macro';
import { Unlink } from 'lucide-react';
import { Button } from '#app/components/button.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { isolated } from '#app/text/isolated.ts';

interface Link {
  /** The company and the stores in the address; undefined where it has none. */
  company: string | undefined;
  stores: readonly string[] | undefined;
}

interface Shown {
  company: { id: string; name: string; storesListed: boolean; stores: readonly { id: string }[] };
  stores: readonly { id: string; name: string }[];
}

/**
 * A text about a company or stores of the address that are not known, and what is shown instead; null where all are
 * known.
 */
export function linkWarningOf({ company, stores }: Link, shown: Shown): string | null {
  if (company !== undefined && company !== shown.company.id) {
    const shownCompany = isolated(shown.company.name);
    return shownCompany === ''
      ? t`This link names a company that you can’t open here. You see another one.`
      : t`This link names a company that you can’t open here. You see ${shownCompany}.`;
  }
  // Where the practice system lists no stores, any store may exist.
  if (stores === undefined || !shown.company.storesListed) return null;
  const unknown = stores.filter((id) => shown.company.stores.every((store) => store.id !== id)).length;
  if (unknown === 0) return null;
  const shownStores = new Intl.ListFormat(shownLocale).format(shown.stores.map(({ name }) => isolated(name)));
  return t`${plural(unknown, {
    one: `This link names a store that does not exist. You see ${shownStores}.`,
    other: `This link names # stores that do not exist. You see ${shownStores}.`,
  })}`;
}

/** A warning above the board about a link that names something unknown. */
export function LinkWarning({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <div role="status" className="flex items-center gap-3 bg-warn-soft px-3 py-1.5 text-sm text-ink">
      <Unlink aria-hidden="true" size={16} className="shrink-0 text-warn" />
      <p className="min-w-0 grow" dir="auto">
        {text}
      </p>
      <Button compact onClick={onDismiss}>
        {t`Dismiss`}
      </Button>
    </div>
  );
}
