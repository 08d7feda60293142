import './board.css';
import { t } from '@lingui/core/macro';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BoardScreenView } from '#app/session/board-search.ts';
import { chipOutlines } from './controls/filter-bar.tsx';

const outline = 'h-8 shrink-0 rounded-md bg-sunken';
/** Nothing is known of the stores yet: the hours of a usual day. In a class, since the page allows no inline style. */
const usual = '[--hour:10%] [--strip:0px]';

interface BoardSkeletonProps {
  view: BoardScreenView;
  children: ReactNode;
}

/** The board while the first requests are loading. */
export function BoardSkeleton({ view, children }: BoardSkeletonProps) {
  return (
    <main aria-busy="true" aria-label={t`Loading the board`} className="flex h-full flex-col overflow-hidden bg-ground">
      <BoardOutline view={view} />
      {children}
    </main>
  );
}

/** The outline of the board, without words; nothing moves when the board replaces it. */
export function BoardOutline({ view }: { view: BoardScreenView }) {
  return (
    <>
      <div className="flex h-[84px] shrink-0 flex-wrap items-center gap-x-2 px-2 sm:h-[48px] sm:flex-nowrap sm:px-3 xl:gap-x-3">
        <div className="flex h-[44px] items-center gap-x-2 max-sm:w-full">
          <div className={`${outline} w-32`} />
          <div className={`${outline} w-44`} />
        </div>
        <div className="flex h-[40px] grow items-center gap-x-2 max-sm:w-full xl:gap-x-3">
          <div className={`${outline} w-32`} />
          <div className={`${outline} w-24 lg:w-80`} />
          <div className={`${outline} ms-auto flex w-20 items-center px-3 text-muted min-[1200px]:w-40`}>
            <Plus aria-hidden="true" size={16} />
          </div>
        </div>
      </div>
      <div className="flex h-[40px] shrink-0 items-center gap-1 overflow-hidden border-y border-line bg-surface px-2 sm:px-3">
        {chipOutlines}
      </div>
      {view === 'list' ? (
        <div className="min-h-0 grow overflow-hidden bg-surface">
          <ListSkeleton />
        </div>
      ) : view === 'overview' || view === 'flow' ? (
        <div className="grow" />
      ) : (
        <div className="board-calendar">
          <div className="calendar-band" />
          <div className={`calendar-scroller ${usual}`}>
            <div className="calendar-section grow">
              <CalendarSkeleton headings={unknownHeadings(view)} />
            </div>
          </div>
          <div className="calendar-band" data-side="after" />
        </div>
      )}
      <div className="h-[33px] shrink-0 border-t border-line bg-surface" />
    </>
  );
}

/** Headings of columns whose number and names are not known: the days of a week, or some columns. */
export function unknownHeadings(view: string): string[] {
  return Array.from({ length: view === 'week' ? 7 : 5 }, () => '');
}

/** The outline of a calendar, in its place until it is drawn. */
export function CalendarSkeleton({ headings }: { headings: readonly string[] }) {
  return (
    <div aria-hidden="true" className="calendar-skeleton">
      {headings.map((heading, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings may be the same.
        <div key={index}>
          <bdi>{heading}</bdi>
        </div>
      ))}
    </div>
  );
}

/** The outline of the rows of a list, in their place while they load. */
export function ListSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same bar eight times.
        <div key={index} className="flex flex-col gap-2 border-b border-line px-3 py-3">
          <div className="h-3 w-40 rounded bg-sunken" />
          <div className="h-3 w-64 max-w-full rounded bg-sunken" />
        </div>
      ))}
    </div>
  );
}
