import { memo, type ReactNode, useDeferredValue } from 'react';

/** What was drawn last, for as long as it is left. */
const Kept = memo(
  ({ children }: { left: boolean; children: ReactNode }) => children,
  (_, { left }) => left,
);

/** The keys that move from block to block. The shortcuts of the board go on, such as another press for the next day. */
const MOVING = /^(?:Arrow\w+|Home|End)$/;

/**
 * Draws what is shown of a place, a day of stores in a view, so that a press that leads to another one is answered in the first
 * frame: hundreds of blocks take the browser longer. What is left is veiled and cannot be clicked until they are there.
 */
export function DeferredView({ place, children }: { place: string; children: ReactNode }) {
  const left = useDeferredValue(place) !== place;
  return (
    <div
      aria-busy={left}
      className="relative flex min-w-0 grow"
      // No veil is in the way of keys: Enter on a block is a click, and arrows open the next one where details are open.
      onClickCapture={(event) => (left ? event.stopPropagation() : undefined)}
      onKeyDownCapture={(event) =>
        left && !event.altKey && MOVING.test(event.key) ? event.stopPropagation() : undefined
      }
    >
      <Kept left={left}>{children}</Kept>
      {left ? <div className="absolute inset-0 z-30 bg-surface/80" /> : null}
    </div>
  );
}
