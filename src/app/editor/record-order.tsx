import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Failure } from '#app/components/failure.tsx';
import { IconButton } from '#app/components/icon-button.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { useEditor } from './editor.ts';
import type { RecordKind } from './record-kind.ts';

/** Moves the records of a kind whose `position` can be changed. A move is shown immediately. */
export function useRecordOrder<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>(
  kind: RecordKind<Item, Name, Reference>,
  listed: readonly Item[],
) {
  const { api, companyId, offered, send, refresh } = useEditor();
  const { change } = kind;
  const [announcement, setAnnouncement] = useState('');
  const moving = useMutation({
    // Requests are sent one at a time, since each position depends on the previous moves.
    scope: { id: `moving ${kind.name}` },
    mutationFn: ({ id, position }: { id: string; position: number }) =>
      change ? send(() => api.call(change, { companyId, id, position })) : Promise.resolve(),
    onSettled: () => refresh(),
  });
  /** The pending order, until the practice system has confirmed it. */
  const [order, setOrder] = useState<readonly string[]>([]);
  const items = moving.isPending ? [...listed].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) : listed;

  /**
   * The button that was last pressed. It is focused again after a move, since a row that moves in the DOM loses the
   * focus.
   */
  const pressedButton = useRef<HTMLButtonElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the order of the rows changes.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) pressedButton.current?.focus();
  }, [items.map(({ id }) => id).join()]);

  const canMove =
    listed.length > 1 && change !== undefined && (offered(change.operation)?.fields.includes('position') ?? false);

  return {
    items,
    canMove,
    move(item: Item, position: number, button: HTMLButtonElement) {
      pressedButton.current = button;
      const ids = items.map(({ id }) => id).filter((id) => id !== item.id);
      setOrder(ids.toSpliced(position, 0, item.id));
      const name = isolateText(kind.title(item));
      const [place, count] = [position + 1, items.length];
      setAnnouncement(
        t({ message: `${name} is now ${place} of ${count}`, comment: 'read out: the place in an order' }),
      );
      moving.mutate({ id: item.id, position });
    },
    message: canMove ? (
      <>
        <p role="status" className="sr-only">
          {announcement}
        </p>
        {moving.error ? (
          <Failure
            look="danger"
            error={moving.error}
            onRetry={() => moving.variables && moving.mutate(moving.variables)}
          >
            {t`The order couldn’t be changed.`}
          </Failure>
        ) : null}
      </>
    ) : null,
  };
}

interface MoveButtonsProps {
  name: string;
  /** The position of the record in the list, counted from 0. */
  place: number;
  count: number;
  onMove: (to: number, button: HTMLButtonElement) => void;
}

export function MoveButtons({ name: title, place, count, onMove }: MoveButtonsProps) {
  const name = isolateText(title);
  return (
    <>
      <IconButton
        label={t`Move ${name} up`}
        icon={ChevronUp}
        aria-disabled={place === 0}
        onClick={({ currentTarget }) => (place === 0 ? undefined : onMove(place - 1, currentTarget))}
      />
      <IconButton
        label={t`Move ${name} down`}
        icon={ChevronDown}
        aria-disabled={place === count - 1}
        onClick={({ currentTarget }) => (place === count - 1 ? undefined : onMove(place + 1, currentTarget))}
      />
    </>
  );
}
