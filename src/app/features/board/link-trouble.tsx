import { Unlink } from 'lucide-react';
import { Button } from '#app/components/button.tsx';
import { isolated } from '#app/text/isolated.ts';

interface Link {
  /** What the address names; undefined where it names none. */
  company: string | undefined;
  stores: readonly string[] | undefined;
}

interface Shown {
  company: { id: string; name: string; storesListed: boolean; stores: readonly { id: string }[] };
  stores: readonly { id: string; name: string }[];
}

/** What the address names and nobody knows, and what is shown instead; null where there is nothing amiss. */
export function linkTroubleOf({ company, stores }: Link, shown: Shown): string | null {
  const instead = new Intl.ListFormat('en').format(shown.stores.map(({ name }) => isolated(name)));
  if (company !== undefined && company !== shown.company.id)
    return `This link names a company that you can’t open here. You see ${isolated(shown.company.name) || 'another one'}.`;
  // Where the practice system lists no stores, any may exist.
  if (stores === undefined || !shown.company.storesListed) return null;
  const unknown = stores.filter((id) => shown.company.stores.every((store) => store.id !== id));
  if (unknown.length === 0) return null;
  return `This link names ${unknown.length === 1 ? 'a store that does not exist' : `${unknown.length} stores that do not exist`}. You see ${instead}.`;
}

/** Said above the board, which shows what it can. */
export function LinkTrouble({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <div role="status" className="flex items-center gap-3 bg-warn-soft px-3 py-1.5 text-sm text-ink">
      <Unlink aria-hidden="true" size={16} className="shrink-0 text-warn" />
      <p className="min-w-0 grow" dir="auto">
        {text}
      </p>
      <Button compact onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  );
}
