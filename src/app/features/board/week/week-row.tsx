import { t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { PresenceSign } from '#app/components/presence.tsx';
import { UnsavedSign } from '#app/components/unsaved-sign.tsx';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { ClashSign, StatusIcon } from '#app/features/board/status-icon.tsx';
import { arrivalOf, clashNote } from '#app/features/board/visit-text.tsx';
import { dayInterval } from '#app/scheduling/calendar-day.ts';
import { isDimmed } from '#app/scheduling/visit.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { useWeek } from './week-context.ts';

/** An appointment on a day of the week: status, time, pet, and what needs somebody. */
export function WeekRow({ item, column }: { item: BoardItem; column: BoardColumn }) {
  const week = useWeek();
  const { appointment, display, heading } = item;
  const { id, petId } = appointment;
  const arrival = arrivalOf(appointment, week.now, dayInterval(column.zone, column.date));
  const clash = clashNote(week.board.clashes.get(id) ?? [], week.directory, column.zone);
  const alert = (petId === null ? null : week.directory.pets.get(petId)?.alert) ?? '';
  const changing = week.changing.get(id) ?? '';
  const isUnsaved = week.unsavedIds.has(id);
  const isCancelled = isDimmed(appointment);
  const needs = arrival?.kind === 'waiting' ? '' : (arrival?.text ?? '');
  return (
    <button
      type="button"
      data-appointment={id}
      data-key={item.key}
      data-faded={week.filteredOut.has(id) || undefined}
      data-fresh={week.freshIds.has(id) || undefined}
      data-unsaved={isUnsaved || undefined}
      aria-current={week.selectedId === id || undefined}
      aria-label={factsText([
        item.label,
        arrival?.text,
        clash,
        alert === ''
          ? ''
          : t({ message: `Alert: ${alert}`, comment: 'an alert of a pet or a client, such as “bites”' }),
        changing,
        isUnsaved ? words.notSavedYet : '',
      ])}
      tabIndex={week.tabStop === item.key ? 0 : -1}
      className="flex h-6 w-full scroll-my-14 items-center gap-1.5 rounded-sm px-1 text-start text-xs hover:bg-accent-soft focus-visible:-outline-offset-2 aria-current:bg-accent-soft aria-current:ring-2 aria-current:ring-accent aria-current:ring-inset data-faded:opacity-40 data-fresh:ring-2 data-fresh:ring-accent data-fresh:ring-inset"
    >
      <span className={`${display.tint} grid size-4 shrink-0 place-items-center rounded-sm border`}>
        <StatusIcon status={display.value} />
      </span>
      <bdi className="week-time">{item.time}</bdi>
      <bdi
        className={`min-w-0 grow truncate ${isCancelled ? 'text-muted line-through' : needs === '' ? 'font-medium' : 'font-semibold text-danger'}`}
      >
        {heading}
      </bdi>
      {alert === '' ? null : <CircleAlert aria-hidden="true" size={12} className="shrink-0 text-warn" />}
      <ClashSign text={clash} />
      <PresenceSign text={changing} className="shrink-0" />
      {isUnsaved ? <UnsavedSign /> : null}
    </button>
  );
}
