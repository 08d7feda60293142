import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { useChanges } from '#app/api/appointment-changes.ts';
import { usePresence } from '#app/api/presence.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { PresenceSign } from '#app/components/presence.tsx';
import { Texts } from '#app/components/texts.tsx';
import { UnsavedSign } from '#app/components/unsaved-sign.tsx';
import type { DayViewProps } from '#app/features/board/board-views.ts';
import { statusFacets } from '#app/features/board/model/board-filters.ts';
import { NoMatches } from '#app/features/board/notices/no-matches.tsx';
import { ClashSign, StatusIcon } from '#app/features/board/status-icon.tsx';
import { titleWhenTruncated, useFocusVisit } from '#app/features/board/visit-elements.ts';
import {
  agoText,
  arrivalOf,
  clashNote,
  clockOwner,
  hereSince,
  maybeMoreWaiting,
  noOneWaiting,
  storeNamesOf,
  type Visit,
  visitsOf,
  waitingOf,
  zonesOf,
} from '#app/features/board/visit-text.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { clockText, dayText } from '#app/scheduling/time-text.ts';
import { hasEnded, isDimmed, recordedTime } from '#app/scheduling/visit.ts';
import { viewLabels } from '#app/session/board-search.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';

interface DayFlowProps extends DayViewProps {
  statuses: EnumDisplays;
}

/** The data type of a dragged card: the id of its appointment. */
const DRAGGED = 'application/x-frontdesk-appointment';

/** Sorts patients who are here first, by arrival; then all others by the time of the visit. */
function inFlow(now: number) {
  return (one: Visit, other: Visit): number => {
    const since = hereSince(one.item.appointment, now, one.day.clock) ?? Number.POSITIVE_INFINITY;
    const otherSince = hereSince(other.item.appointment, now, other.day.clock) ?? Number.POSITIVE_INFINITY;
    if (since !== otherSince) return since < otherSince ? -1 : 1;
    const [start, otherStart] = [recordedTime(one.item.appointment).start, recordedTime(other.item.appointment).start];
    return start - otherStart || (one.item.key < other.item.key ? -1 : 1);
  };
}

/** The day in columns by status: how far each visit has come, and who has waited how long. */
export function DayFlow(props: DayFlowProps) {
  const { board, statuses, filteredOut, hide, selectedId, focus, incomplete, onClearFilters, onOpen } = props;
  const changes = useChanges();
  const { changing } = usePresence();
  const root = useRef<HTMLElement>(null);
  useFocusVisit(root, focus);
  const now = useMinute();
  const rooms = new Map(board.columns.map((column) => [column.id, column.title]));
  const { days } = board;
  const zones = zonesOf(days);
  const names = storeNamesOf(days);
  const places = new Map(
    days.map(({ store, zone }) => [store.id, [names.get(store.id) ?? '', zones.several ? clockOwner(zone) : '']]),
  );
  const visits = visitsOf(board).filter(({ item }) => !hide || !filteredOut.has(item.appointment.id));
  const lanes = statusFacets(
    visits.map(({ item }) => item.appointment),
    statuses,
  ).map(({ display }) => ({
    display,
    isOver: hasEnded({ status: display.value }) || isDimmed({ status: display.value }),
    visits: visits.filter(({ item }) => item.appointment.status === display.value).sort(inFlow(now)),
  }));
  const waiting = waitingOf(visits, now);
  const [longest] = waiting;
  const count = waiting.length;
  const patient = longest?.visit.item.heading;
  const duration = longest && (agoText(longest.since, now) || t`less than a minute`);
  return (
    <section
      ref={root}
      aria-label={viewLabels.flow}
      onPointerOver={titleWhenTruncated}
      className="flex min-h-0 min-w-0 grow flex-col overflow-auto group-data-cramped/screen:overflow-visible"
    >
      <p className="px-3 pt-2 text-sm text-muted">
        {longest ? (
          <span className="text-ink">
            <Trans>
              <strong className="font-semibold">
                <Plural value={count} one="# waiting" other="# waiting" />
              </strong>
              , longest <bdi className="font-semibold">{patient}</bdi> for {duration}
            </Trans>
          </span>
        ) : hide && visits.length === 0 && filteredOut.size > 0 ? (
          <NoMatches onClear={onClearFilters} />
        ) : incomplete ? null : (
          noOneWaiting()
        )}
        {incomplete ? ` ${maybeMoreWaiting()}` : ''}
      </p>
      {zones.note === '' ? null : <p className="px-3 text-xs text-muted">{zones.note}</p>}
      <div className="flex min-h-0 grow flex-col gap-2 p-3 sm:flex-row sm:overflow-x-auto">
        {lanes.map(({ display, isOver, visits: own }) => (
          <section
            key={display.value}
            aria-label={display.label}
            onDragOver={(event) => {
              if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
            }}
            onDrop={(event) => {
              const id = event.dataTransfer.getData(DRAGGED);
              const dropped = board.appointments.find((appointment) => appointment.id === id);
              if (!dropped) return;
              event.preventDefault();
              changes.change(dropped, { status: display.value });
            }}
            className={`flex flex-col rounded-lg bg-sunken ${isOver ? 'sm:w-29 sm:shrink-0' : 'sm:min-w-37 sm:flex-1'} ${own.length === 0 ? 'max-sm:hidden' : ''} ${own.some((visit) => waiting.some((one) => one.visit === visit)) ? 'max-sm:order-first' : ''}`}
          >
            <h2
              className={`flex items-center gap-1 py-2 text-xs font-semibold max-2xl:sm:text-[0.6875rem] ${isOver ? 'px-2.5 sm:px-1.5' : 'px-2.5'}`}
            >
              <StatusIcon status={display.value} />
              <bdi className="min-w-0 truncate">{display.label}</bdi>
              <span className="ms-auto font-normal text-muted tabular-nums">
                {own.length.toLocaleString(shownLocale)}
              </span>
            </h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keyboard, too. */}
            <ul tabIndex={0} className="flex min-h-0 flex-col gap-1.5 px-1.5 pb-2 sm:grow sm:overflow-y-auto">
              {own.map((visit) => (
                <li key={visit.item.key}>
                  <Card
                    visit={visit}
                    place={places.get(visit.day.store.id) ?? []}
                    room={rooms.get(visit.item.columnId) ?? ''}
                    now={now}
                    clash={clashNote(
                      board.clashes.get(visit.item.appointment.id) ?? [],
                      props.directory,
                      visit.day.zone,
                    )}
                    brief={isOver}
                    unsaved={props.unsavedIds.has(visit.item.appointment.id)}
                    others={changing.get(visit.item.appointment.id) ?? ''}
                    faded={filteredOut.has(visit.item.appointment.id)}
                    selected={selectedId === visit.item.appointment.id}
                    draggable={changes.can.has('status')}
                    onOpen={onOpen}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

interface CardProps {
  visit: Visit;
  /** The store and whose clock its times are on, where there are several. */
  place: readonly string[];
  room: string;
  now: number;
  /** Names what it clashes with. */
  clash: string;
  /** Whether it is over, so that where it is one of many lanes its name and time are enough. */
  brief: boolean;
  /** Whether a change of it is not saved yet. */
  unsaved: boolean;
  /** What is told of colleagues who are changing it; empty for nobody. */
  others: string;
  faded: boolean;
  selected: boolean;
  /** Whether it can be dragged to another status. */
  draggable: boolean;
  onOpen: (appointmentId: string) => void;
}

function hereText(duration: string): string {
  if (duration === '') return t`here since now`;
  return t({ message: `here ${duration}`, comment: 'how long a patient has been here' });
}

function Card(props: CardProps) {
  const { visit, place, room, now, clash, brief, unsaved, others, faded, selected, draggable, onOpen } = props;
  const { item, day } = visit;
  const { start } = recordedTime(item.appointment);
  const arrival = arrivalOf(item.appointment, now, day.clock);
  const here = hereSince(item.appointment, now, day.clock);
  const more = brief ? 'sm:hidden' : '';
  const told = arrival?.text ?? (here === null ? '' : hereText(agoText(here, now)));
  return (
    <button
      type="button"
      data-appointment={item.appointment.id}
      aria-label={brief ? factsText([item.label, unsaved ? words.notSavedYet : '', others]) : undefined}
      title={brief ? item.label : undefined}
      aria-current={selected || undefined}
      draggable={draggable}
      // Touch scrolls, or opens the menu with a long press.
      onPointerDown={({ currentTarget, pointerType }) => {
        currentTarget.draggable = draggable && pointerType !== 'touch';
      }}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(DRAGGED, item.appointment.id);
        dataTransfer.effectAllowed = 'move';
      }}
      onClick={() => onOpen(item.appointment.id)}
      className={`${faded ? 'border-line bg-surface text-muted' : item.display.tint} relative block w-full rounded-md border py-1.5 text-start ${brief ? 'px-2.5 sm:px-1.5' : 'px-2.5'} text-xs aria-[current]:ring-1 aria-[current]:ring-current aria-[current]:ring-inset`}
    >
      <span className="flex flex-wrap items-baseline gap-x-2">
        <bdi
          // It wraps to the next line where a date takes the room.
          className={`min-w-20 grow basis-0 truncate text-sm ${faded ? '' : 'font-semibold'} ${isDimmed(item.appointment) ? 'line-through' : ''}`}
        >
          {item.heading}
        </bdi>
        <ClashSign text={clash} />
        {unsaved ? <UnsavedSign /> : null}
        <PresenceSign text={others} className="absolute -end-1.5 -top-1.5 rounded-full bg-raised p-0.5" />
        <span className="shrink-0 tabular-nums">
          {start < day.clock.start ? dayText(day.zone, start) : clockText(day.zone, start)}
        </span>
      </span>
      <span className={`block break-words empty:hidden ${more}`}>
        <Texts of={place} />
      </span>
      {/* It has its line before the name is there. */}
      <bdi className={`block min-h-4 truncate ${more}`}>{item.client}</bdi>
      <span className={`flex flex-wrap gap-x-1.5 ${more}`}>
        <span className="flex max-w-full whitespace-pre [&_bdi]:truncate">
          <Texts of={[room, item.initials]} />
        </span>
        <bdi className="max-w-full truncate">{item.type}</bdi>
      </span>
      {told === '' ? null : <strong className="block font-semibold tabular-nums">{told}</strong>}
    </button>
  );
}
