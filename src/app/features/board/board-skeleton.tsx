import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { chipOutlines } from './filter-bar.tsx';

const outline = 'h-8 shrink-0 rounded-md bg-sunken';

/** The outline of the board while the first requests are loading; nothing moves when the board replaces it. */
export function BoardSkeleton({ children }: { children: ReactNode }) {
  return (
    <main aria-busy="true" aria-label={t`Loading the board`} className="flex h-full flex-col bg-ground">
      <div className="flex h-[84px] shrink-0 flex-wrap items-center gap-x-3 px-2 sm:h-[48px] sm:px-3">
        <div className={`${outline} w-32`} />
        <div className={`${outline} w-48`} />
        <div className={`${outline} w-40`} />
      </div>
      <div className="flex h-[40px] shrink-0 items-center gap-1 overflow-hidden border-y border-line bg-surface px-2 sm:px-3">
        {chipOutlines}
      </div>
      <div className="grid min-h-0 grow grid-cols-[3rem_repeat(5,1fr)] gap-px">
        {Array.from({ length: 6 }, (_, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the outline never changes.
          <div key={column} className="bg-surface">
            <div className="m-2 h-6 rounded bg-sunken" />
          </div>
        ))}
      </div>
      <div className="h-6 bg-surface" />
      {children}
    </main>
  );
}
