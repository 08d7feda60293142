import { CircleAlert } from 'lucide-react';
import { ClashSign, StatusIcon } from '#app/appearance/status-icon.tsx';
import { PresenceSign } from '#app/components/presence.tsx';
import { UnsavedSign } from '#app/components/unsaved-sign.tsx';
import { useBoard } from '#app/features/board/board-context.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { visitOf } from '#app/features/board/visit-text.tsx';
import { isUrgent } from '#app/text/arrival-text.ts';
import { useWeek } from './week-context.ts';

/** As wide as the longest time of the day, so that the names are aligned. */
export const WEEK_TIME = 'min-w-(--longest-time) shrink-0 text-end text-[0.6875rem] text-muted tabular-nums';

/** An appointment on a day of the week: status, time, pet, and the mark for attention. */
export function WeekRow({ item }: { item: BoardItem }) {
  const { board } = useBoard();
  const { factsOf, tabStop } = useWeek();
  const visit = visitOf(board, item);
  if (visit === null) return null;
  const facts = factsOf(visit);
  const { display, heading } = item;
  return (
    <button
      type="button"
      data-appointment={facts.id}
      data-key={item.key}
      data-faded={facts.isFaded || undefined}
      data-fresh={facts.isFresh || undefined}
      data-unsaved={facts.isUnsaved || undefined}
      aria-current={facts.isSelected || undefined}
      aria-label={facts.label}
      tabIndex={tabStop === item.key ? 0 : -1}
      className="flex h-6 w-full scroll-my-14 items-center gap-1.5 rounded-sm px-1 text-start text-xs hover:bg-accent-soft focus-visible:-outline-offset-2 aria-current:bg-accent-soft aria-current:ring-2 aria-current:ring-accent aria-current:ring-inset data-faded:opacity-40 data-fresh:ring-2 data-fresh:ring-accent data-fresh:ring-inset"
    >
      <span className={`${display.tint} grid size-4 shrink-0 place-items-center rounded-sm border`}>
        <StatusIcon status={display.value} />
      </span>
      <bdi className={WEEK_TIME}>{item.time}</bdi>
      <bdi
        className={`min-w-0 grow truncate ${facts.isDimmed ? 'text-muted line-through' : isUrgent(facts.concerns) ? 'font-semibold text-danger' : 'font-medium'}`}
      >
        {heading}
      </bdi>
      {item.alert === '' ? null : <CircleAlert aria-hidden="true" size={12} className="shrink-0 text-warn" />}
      <ClashSign text={facts.clash} />
      <PresenceSign text={facts.presence} className="shrink-0" />
      {facts.isUnsaved ? <UnsavedSign /> : null}
    </button>
  );
}
