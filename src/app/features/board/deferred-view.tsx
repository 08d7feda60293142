import { memo, type ReactNode, useDeferredValue } from 'react';
import { BoardContext, type ShownBoard } from './board-context.ts';

interface FreezeWhileProps {
  isStale: boolean;
  children: ReactNode;
}

/** Keeps what it rendered last while it is stale. */
const FreezeWhile = memo(
  ({ children }: FreezeWhileProps) => children,
  (_, { isStale }) => isStale,
);

/** The keys that move from block to block. The shortcuts of the board go on, such as another press for the next day. */
const MOVING = /^(?:Arrow\w+|Home|End)$/;

/**
 * Draws a day of stores in a view so that a press that leads to another one is answered in the first frame: hundreds of
 * blocks take the browser longer. Until they are there the previous ones are veiled and cannot be clicked.
 */
export function DeferredView({ shown, children }: { shown: ShownBoard; children: ReactNode }) {
  const { view, date, storeIds } = shown.choice;
  const place = `${view} ${date} ${storeIds.join()}`;
  const isStale = useDeferredValue(place) !== place;
  return (
    <div
      aria-busy={isStale}
      className="relative flex min-w-0 grow"
      // No veil is in the way of keys: Enter on a block is a click, and arrows open the next one where details are open.
      onClickCapture={(event) => (isStale ? event.stopPropagation() : undefined)}
      onKeyDownCapture={(event) =>
        isStale && !event.altKey && MOVING.test(event.key) ? event.stopPropagation() : undefined
      }
    >
      <FreezeWhile isStale={isStale}>
        <BoardContext value={shown}>{children}</BoardContext>
      </FreezeWhile>
      {isStale ? <div className="absolute inset-0 z-30 bg-surface/80" /> : null}
    </div>
  );
}
