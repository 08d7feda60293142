import { CircleAlert } from 'lucide-react';
import { StatusIcon } from '#app/appearance/status-icon.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { LabelledMessageIcon } from '#app/components/message-icon.tsx';
import { PresenceIcon } from '#app/components/presence.tsx';
import { UnsavedIcon } from '#app/components/unsaved-icon.tsx';
import type { AppointmentView } from '#app/features/board/appointment-view.ts';
import { findBlockMark } from '#app/features/board/block-mark.ts';
import { useBoard } from '#app/features/board/board-context.ts';
import { isUrgent } from '#app/text/arrival-text.ts';

/** The classes of a row. If its mark does not fit beside the name, the mark wraps to a second line. */
export const WEEK_ROW_CLASS =
  'flex min-h-9 w-full flex-wrap items-center gap-x-1.5 rounded-sm px-1 py-0.5 text-start text-sm lg:min-h-6 lg:text-xs';
/** The classes of a time. All are as wide as the longest time of the day, so that the names are aligned. */
export const WEEK_TIME_CLASS = 'min-w-(--longest-time) shrink-0 text-end text-muted tabular-nums';

/**
 * Where the lists are side by side, rows are narrow, so the name fades out beneath the message icon at its end. Where the lists
 * are stacked, rows have space for both.
 */
const NAME_UNDER_ICON_CLASS =
  'max-lg:pe-4 lg:[mask-image:linear-gradient(to_right,#000_calc(100%-1.5rem),transparent_calc(100%-1rem))] lg:rtl:[mask-image:linear-gradient(to_left,#000_calc(100%-1.5rem),transparent_calc(100%-1rem))]';

/**
 * An appointment on a day of the week: its status, time and pet, and a mark if it needs attention; on a narrow screen also the
 * client, visit type and vet.
 */
export function WeekRow({ facts, isTabStop }: { facts: AppointmentView; isTabStop: boolean }) {
  const { onOpen } = useBoard();
  const { item, concerns, clash, messageMark, isDimmed } = facts;
  const { display } = item;
  const mark = findBlockMark(concerns, clash !== '');
  const nameLook = isDimmed
    ? 'text-muted line-through'
    : isUrgent(concerns)
      ? 'font-semibold text-danger'
      : 'font-medium';
  return (
    <button
      type="button"
      data-appointment={facts.id}
      data-stop={item.key}
      data-faded={facts.isFaded || undefined}
      data-fresh={facts.isFresh || undefined}
      data-unsaved={facts.isUnsaved || undefined}
      aria-current={facts.isSelected || undefined}
      aria-label={facts.label}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onOpen(facts.id)}
      className={`${WEEK_ROW_CLASS} scroll-my-14 hover:bg-accent-soft focus-visible:-outline-offset-2 aria-current:bg-accent-soft aria-current:ring-2 aria-current:ring-accent aria-current:ring-inset data-faded:opacity-40 data-fresh:ring-2 data-fresh:ring-accent data-fresh:ring-inset`}
    >
      <span className={`${display.tint} grid size-4 shrink-0 place-items-center rounded-sm border`}>
        <StatusIcon status={display.value} />
      </span>
      <bdi className={WEEK_TIME_CLASS}>{item.time}</bdi>
      <bdi
        className={`max-w-[calc(100%-2rem-var(--longest-time))] truncate lg:grow ${messageMark === null ? '' : NAME_UNDER_ICON_CLASS} ${nameLook}`}
      >
        {item.heading}
      </bdi>
      {/*
        The icon may appear after the day is drawn. It has no width, so it makes nothing wrap, and lies over the end
        of the name.
      */}
      <LabelledMessageIcon mark={messageMark} className="-ms-1.5 w-0 shrink-0 -translate-x-3.5 rtl:translate-x-3.5" />
      <span dir="auto" className="min-w-0 grow basis-24 truncate text-xs text-muted lg:hidden">
        <InlineTexts of={item.awaitsPet ? [] : [item.client, item.type, item.vet]} />
      </span>
      {item.alert === '' ? null : <CircleAlert aria-hidden="true" size={12} className="shrink-0 text-warn" />}
      <PresenceIcon text={facts.presence} className="shrink-0" />
      {facts.isUnsaved ? <UnsavedIcon /> : null}
      {mark === null ? null : (
        <span data-mark={mark.kind} title={clash || facts.concern} className="attention-mark ms-auto shrink-0">
          {mark.text}
        </span>
      )}
    </button>
  );
}
