import { memo, type ReactNode, useDeferredValue } from 'react';
import { BoardContext, type BoardState } from './board-context.ts';

interface FreezeWhileProps {
  isStale: boolean;
  children: ReactNode;
}

/** Keeps rendering its previous content while it is stale. */
const FreezeWhile = memo(
  ({ children }: FreezeWhileProps) => children,
  (_, { isStale }) => isStale,
);

/**
 * The keys that move from block to block. Other shortcuts of the board keep working, such as the one for the next day.
 */
const MOVE_KEYS = /^(?:Arrow\w+|Home|End)$/;

/**
 * Draws the selected day and view so that a press that changes them gets a response in the first frame, although
 * hundreds of blocks take the browser longer. Until they are drawn, the previous ones are veiled and cannot be clicked.
 */
export function DeferredView({ shown, children }: { shown: BoardState; children: ReactNode }) {
  const { view, date, storeIds } = shown.choice;
  const place = `${view} ${date} ${storeIds.join()}`;
  const isStale = useDeferredValue(place) !== place;
  return (
    <div
      aria-busy={isStale}
      className="relative flex min-w-0 grow"
      // The veil does not block keys: Enter on a block is a click, and arrow keys open the next one while details are
      // open.
      onClickCapture={(event) => (isStale ? event.stopPropagation() : undefined)}
      onKeyDownCapture={(event) =>
        isStale && !event.altKey && MOVE_KEYS.test(event.key) ? event.stopPropagation() : undefined
      }
    >
      <FreezeWhile isStale={isStale}>
        <BoardContext value={shown}>{children}</BoardContext>
      </FreezeWhile>
      {isStale ? <div className="absolute inset-0 z-30 bg-surface/80" /> : null}
    </div>
  );
}
