import type { ReactNode } from 'react';
import { Failure } from '#app/components/failure.tsx';
import { words } from '#app/text/shared-texts.ts';

interface PersonListProps<Item> {
  title: string;
  /** Undefined while they are loading. */
  items: readonly Item[] | undefined;
  /** Why they could not be loaded; null if there was no error. */
  failure: unknown;
  onRetry: () => void;
  /** The error message. */
  failed: string;
  /** The text for an empty list. */
  empty: string;
  /** A list item with its key. */
  row: (item: Item) => ReactNode;
  children?: ReactNode;
}

/** A list below the form of a person, such as their keys. */
export function PersonList<Item>(props: PersonListProps<Item>) {
  const { title, items, failure, onRetry, failed, empty, row, children } = props;
  return (
    <section aria-label={title} className="flex flex-col gap-2 border-t border-line pt-3">
      <h2 className="font-semibold">{title}</h2>
      {items === undefined ? (
        failure === null ? (
          <p className="text-muted">{words.loading}</p>
        ) : (
          <Failure look="danger" error={failure} onRetry={onRetry}>
            {failed}
          </Failure>
        )
      ) : items.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">{items.map(row)}</ul>
      )}
      {children}
    </section>
  );
}
