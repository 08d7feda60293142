import { type ReactNode, useId } from 'react';
import { Popover } from '#app/components/popover.tsx';

interface FootLineProps {
  received: number;
  drawn: number;
  filtered: number;
  unresolvedIds: readonly string[];
  /** What is said of the connection. */
  live: ReactNode;
  children?: ReactNode;
}

/** The line at the foot: how live the board is, and that received = drawn + filtered + unresolved. */
export function FootLine({ received, drawn, filtered, unresolvedIds, live, children }: FootLineProps) {
  const listId = useId();
  return (
    <footer className="flex flex-wrap items-center gap-x-4 border-t border-line bg-surface px-3 py-1 text-xs whitespace-nowrap text-muted tabular-nums">
      {live}
      <span data-testid="counts">
        {received} received = {drawn} drawn + {filtered} filtered + {unresolvedIds.length} unresolved
      </span>
      {unresolvedIds.length > 0 ? (
        <Popover
          label={`${unresolvedIds.length} unresolved records`}
          buttonClass="font-medium text-warn underline"
          button="Which?"
        >
          <div className="max-w-80 p-1.5 text-sm">
            <p id={listId}>The service could not read these records. They are appointments of this day all the same:</p>
            <ul aria-labelledby={listId} className="mt-2 font-mono text-xs break-all whitespace-normal select-all">
              {unresolvedIds.map((id, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: records without any id are told apart by their place.
                <li key={`${id} ${index}`}>{id === '' ? 'a record without an id' : id}</li>
              ))}
            </ul>
          </div>
        </Popover>
      ) : null}
      {children}
    </footer>
  );
}
