import { t } from '@lingui/core/macro';
import type { FocusEvent, ReactNode } from 'react';
import { texts } from '#app/text/shared-texts.ts';
import { Button } from './button.tsx';
import { SkipLink } from './skip-link.tsx';
import { ANSWER_LIST_ID, type useListFocus } from './use-list-focus.ts';
import type { useStableRows } from './use-stable-rows.ts';

interface StableListProps {
  stable: Pick<ReturnType<typeof useStableRows>, 'handlers' | 'release'> & { waiting: readonly unknown[] };
  focus: Pick<ReturnType<typeof useListFocus>, 'handlers'>;
  /** Says how many more rows will appear once the pointer has left the list. */
  waitingText: (count: number) => string;
  isLoading: boolean;
  /** The content of the line above the list. */
  summary: ReactNode;
  children: ReactNode;
}

/**
 * A list whose rows await an answer and stay in place, with a line above it. See {@link useStableRows} and {@link
 * useListFocus}.
 */
export function StableList({ stable, focus, waitingText, isLoading, summary, children }: StableListProps) {
  const { waiting, release, handlers } = stable;
  const listHandlers = {
    ...handlers,
    ...focus.handlers,
    onFocus(event: FocusEvent) {
      focus.handlers.onFocus(event);
      handlers.onFocus();
    },
    onBlur(event: FocusEvent) {
      focus.handlers.onBlur(event);
      handlers.onBlur(event);
    },
  };
  return (
    <>
      <SkipLink to={ANSWER_LIST_ID}>{t`Skip to list`}</SkipLink>
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface px-3 py-1 text-sm">
        {summary}
        <p role="status" className="ms-auto flex min-h-7 items-center gap-2 empty:hidden">
          {waiting.length === 0 ? null : (
            <>
              {waitingText(waiting.length)}
              <Button compact onClick={release}>
                {texts.show}
              </Button>
            </>
          )}
        </p>
      </div>
      <div
        id={ANSWER_LIST_ID}
        tabIndex={-1}
        aria-busy={isLoading}
        className="min-h-0 grow overflow-y-auto pb-24 outline-none"
        {...listHandlers}
      >
        {children}
      </div>
    </>
  );
}
