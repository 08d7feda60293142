import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '#app/components/button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { ConfirmQuestion } from '#app/editor/confirm-question.tsx';
import { texts } from '#app/text/shared-texts.ts';

interface CredentialListProps<Item> {
  title: string;
  /** Undefined while the items are loading, and if they could not be loaded. */
  items: readonly Item[] | undefined;
  /** Why the items could not be loaded; null if there was no error. */
  failure: unknown;
  onRetry: () => void;
  /** The message that is shown if the items could not be loaded. */
  failed: string;
  /** The text for an empty list. */
  empty: string;
  /** Renders an item as a keyed list item. */
  row: (item: Item) => ReactNode;
  children?: ReactNode;
}

/** A list below the form of a person, for example the list of their keys. */
export function CredentialList<Item>(props: CredentialListProps<Item>) {
  const { title, items, failure, onRetry, failed, empty, row, children } = props;
  return (
    <section aria-label={title} className="flex flex-col gap-2 border-t border-line pt-3">
      <h2 className="font-semibold">{title}</h2>
      {items === undefined ? (
        failure === null ? (
          <p className="text-muted">{texts.loading}</p>
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

interface CredentialRowProps {
  texts: readonly string[];
  /** Whether the key or PIN is no longer valid. */
  isFaded?: boolean;
  /** The button that revokes the key or removes the PIN, with its accessible name; null if that is impossible. */
  button: { text: string; name: string } | null;
  /** The question that is asked before the key or PIN is revoked or removed. */
  question: Omit<ComponentProps<typeof ConfirmQuestion>, 'onClose'>;
}

/** A key or PIN of a person, with a button that revokes or removes it. */
export function CredentialRow({ texts, isFaded = false, button, question }: CredentialRowProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <li className="py-1.5">
      <div className="flex flex-wrap items-center gap-x-3">
        <p className={`min-w-0 grow basis-48 ${isFaded ? 'text-muted' : ''}`}>
          <InlineTexts of={texts} />
        </p>
        {button ? (
          <Button
            compact
            tone="quiet"
            aria-label={button.name}
            aria-expanded={isAsking}
            // The second click of a double click does not close the question again.
            onClick={({ detail }) => (isAsking && detail > 1 ? undefined : setAsking(!isAsking))}
          >
            {button.text}
          </Button>
        ) : null}
      </div>
      {button && isAsking ? <ConfirmQuestion {...question} onClose={() => setAsking(false)} /> : null}
    </li>
  );
}
