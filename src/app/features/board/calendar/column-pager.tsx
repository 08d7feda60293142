import { t } from '@lingui/core/macro';
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

import { sessionStore } from '#app/browser/storage.ts';
import { IconButton } from '#app/components/icon-button.tsx';
import { Menu, MenuChoice } from '#app/components/menu.tsx';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import { isRightToLeft } from '#app/language/line-direction.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import type { ColumnsView } from '#scheduling/board-day.ts';

interface ColumnPagerProps {
  view: ColumnsView;
  /** The element that scrolls. The columns in it snap to its edge, as set in `board.css`. */
  scroller: RefObject<HTMLElement | null>;
  /** The columns that are not collapsed, in the order of the calendars. */
  columns: readonly BoardColumn[];
  /** Whether the calendars are drawn. */
  isDrawn: boolean;
  /**
   * Whether the calendar is about to scroll to an appointment, so that the pager must not scroll to the last column.
   */
  hasTarget: boolean;
}

const findHeadings = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('.calendar-heading')];

/** The index of the column that is shown or, during a swipe, nearest to the edge. */
function findShownColumnIndex(root: HTMLElement): number {
  const startOf = (element: HTMLElement) => element.getBoundingClientRect()[isRightToLeft ? 'right' : 'left'];
  const start = startOf(root);
  const distances = findHeadings(root).map((heading) => Math.abs(startOf(heading) - start));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

function scrollToColumn(root: HTMLElement | null, index: number): void {
  if (root) findHeadings(root)[index]?.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'instant' });
}

/**
 * A bar for phones, where a single column fills the screen. It names this column and has buttons that show the others,
 * as an alternative to a swipe. After a reload, the same column is shown again.
 */
export function ColumnPager({ view, scroller, columns, isDrawn, hasTarget }: ColumnPagerProps) {
  const [shown, setShown] = useState(0);
  const index = Math.min(shown, columns.length - 1);
  const key = `column.${view}`;
  const ids = columns.map(({ id }) => id).join('\n');

  const restore = useEffectEvent((root: HTMLElement) => {
    if (!hasTarget) scrollToColumn(root, ids.split('\n').indexOf(sessionStore.getItem(key) ?? ''));
  });
  useEffect(() => {
    const root = scroller.current;
    if (!root || !isDrawn) return;
    restore(root);
    const onScroll = () => {
      const at = findShownColumnIndex(root);
      setShown(at);
      sessionStore.setItem(key, ids.split('\n')[at] ?? '');
    };
    onScroll();
    root.addEventListener('scroll', onScroll, { passive: true });
    return () => root.removeEventListener('scroll', onScroll);
  }, [scroller, isDrawn, key, ids]);

  const column = columns[index];
  if (!column) return <div className="h-11 shrink-0 border-b border-line bg-surface" />;
  const isRooms = view !== 'vets';
  const position = (index + 1).toLocaleString(shownLocale);
  const count = columns.length.toLocaleString(shownLocale);
  const title = isolateText(column.title);
  const text = t({ message: `${title} · ${position} of ${count}`, comment: 'title: the room or vet that is shown' });
  const label = isRooms ? t`Room` : t`Vet`;
  const [BackIcon, ForwardIcon] = isRightToLeft ? [ChevronRight, ChevronLeft] : [ChevronLeft, ChevronRight];
  const buttonClass = 'grid size-11 shrink-0 place-items-center text-ink hover:bg-sunken aria-disabled:opacity-30';
  return (
    // biome-ignore lint/a11y/useSemanticElements: not a group of fields.
    <div role="group" aria-label={label} className="flex h-11 shrink-0 items-center border-b border-line bg-surface">
      <IconButton
        label={isRooms ? t`Previous room` : t`Previous vet`}
        icon={BackIcon}
        aria-disabled={index === 0}
        onClick={() => scrollToColumn(scroller.current, index - 1)}
        className={buttonClass}
      />
      <Menu
        label={label}
        trigger={
          <button
            type="button"
            className="flex h-11 min-w-0 grow items-center justify-center gap-1.5 text-sm font-semibold hover:bg-sunken"
          >
            <span className="truncate tabular-nums">{text}</span>
            <ChevronDown aria-hidden="true" size={15} className="shrink-0 text-muted" />
          </button>
        }
      >
        <MenuChoice
          label={label}
          value={column.id}
          first={column.id}
          options={columns.map(({ id, title: name, group }) => ({
            value: id,
            content: (
              <>
                <bdi>{name}</bdi>
                {group === column.group ? null : <bdi className="text-xs text-muted">{group}</bdi>}
              </>
            ),
          }))}
          onChoose={(id) =>
            scrollToColumn(
              scroller.current,
              columns.findIndex((one) => one.id === id),
            )
          }
        />
      </Menu>
      <IconButton
        label={isRooms ? t`Next room` : t`Next vet`}
        icon={ForwardIcon}
        aria-disabled={index === columns.length - 1}
        onClick={() => scrollToColumn(scroller.current, index + 1)}
        className={buttonClass}
      />
      <span aria-live="polite" className="sr-only">
        {text}
      </span>
    </div>
  );
}
