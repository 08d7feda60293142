import { memo, type ReactNode, useDeferredValue } from 'react';
import { BoardContext, type BoardState } from './board-context.ts';

interface FreezeWhileProps {
  isStale: boolean;
  children: ReactNode;
}

/** Renders its children, but keeps showing the previous ones while `isStale` is true. */
const FreezeWhile = memo(
  ({ children }: FreezeWhileProps) => children,
  (_, { isStale }) => isStale,
);

/** The keys that move the focus between blocks. They are ignored while the view is stale; other shortcuts keep working. */
const MOVE_KEYS = /^(?:Arrow\w+|Home|End)$/;

/**
 * Draws the selected day and view without delaying the response to a press: the browser can draw the pressed button at
 * once, although hundreds of blocks take longer. Until they are drawn, the previous ones are veiled and cannot be
 * clicked.
 */
export function DeferredView({ shown, children }: { shown: BoardState; children: ReactNode }) {
  const { view, date, storeIds } = shown.choice;
  const place = `${view} ${date} ${storeIds.join()}`;
  const isStale = useDeferredValue(place) !== place;
  return (
    <div
      aria-busy={isStale}
      className="relative flex min-w-0 grow"
      // The veil keeps the mouse from the previous blocks, but not keys: Enter would click a block, and arrow keys
      // would open the next one while details are open.
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
