import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { viewLabels } from '#app/addresses/board-search.ts';
import type { EnumDisplay } from '#app/appearance/enum-display.ts';
import { StatusIcon } from '#app/appearance/status-icon.tsx';
import { useMinute } from '#app/browser/use-now.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { addTitleIfTruncated } from '#app/features/board/appointment-elements.ts';
import { AppointmentTile } from '#app/features/board/appointment-tile.tsx';
import { type AppointmentView, useAppointmentViews } from '#app/features/board/appointment-view.ts';
import { type BoardFocus, useBoard } from '#app/features/board/board-context.ts';
import {
  type BoardAppointment,
  listBoardAppointments,
  listWaitingVisits,
} from '#app/features/board/model/board-appointments.ts';
import { buildStatusFacets } from '#app/features/board/model/board-filters.ts';
import { useNextStep } from '#app/features/board/next-step.ts';
import { EmptyDay } from '#app/features/board/notices/empty-day.tsx';
import { zoneLabel } from '#app/features/board/store-names.ts';
import { useStops } from '#app/features/board/use-stops.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { elapsedText } from '#app/text/arrival-text.ts';
import { presentSince } from '#scheduling/arrival.ts';
import { hasEnded, isDimmed, recordedTime } from '#scheduling/visit.ts';

/** The drag-and-drop data type of a tile. Its data is the id of the appointment. */
const TILE_DATA_TYPE = 'application/x-frontdesk-appointment';

/** Sorts patients who are here first, by arrival, then all others by start time. */
function byFlowOrder(now: number) {
  const arrivalTime = ({ item, day }: BoardAppointment) =>
    presentSince(item.appointment, now, day.zone) ?? Number.POSITIVE_INFINITY;
  return (one: BoardAppointment, other: BoardAppointment): number => {
    const [since, otherSince] = [arrivalTime(one), arrivalTime(other)];
    if (since !== otherSince) return since < otherSince ? -1 : 1;
    const [start, otherStart] = [recordedTime(one.item.appointment).start, recordedTime(other.item.appointment).start];
    return start - otherStart || (one.item.key < other.item.key ? -1 : 1);
  };
}

/** How long a patient has been here; empty for a patient who is not here. */
function timeHereText({ item, day }: AppointmentView, now: number): string {
  const since = presentSince(item.appointment, now, day.zone);
  if (since === null) return '';
  const duration = elapsedText(since, now);
  if (duration === '') return t`just arrived`;
  return t({ message: `here ${duration}`, comment: 'how long a patient has been here' });
}

/** The day in lanes by status: how far each appointment has progressed, and how long each patient has waited. */
export function DayFlow() {
  const nextStepOf = useNextStep();
  const { board, statuses, day, focus, selectedId, onOpen } = useBoard();
  const { isIncomplete } = day;
  const { can, change } = useChanges();
  const canChange = can.has('status');
  const root = useRef<HTMLElement>(null);
  const now = useMinute();
  const factsOf = useAppointmentViews(now);
  const [target, setTarget] = useState<string | null>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const visits = listBoardAppointments(board);
  const waiting = listWaitingVisits(visits, now);
  const isWaiting = (visit: BoardAppointment) => waiting.some((one) => one.visit === visit);
  const lanes = buildStatusFacets(
    visits.map(({ item }) => item.appointment),
    statuses,
  ).map(({ display }) => {
    const own = visits.filter(({ item }) => item.appointment.status === display.value).sort(byFlowOrder(now));
    const isOver = hasEnded({ status: display.value }) || isDimmed({ status: display.value });
    const isOpen = !isOver || unfolded.has(display.value) || own.some(({ item }) => item.appointment.id === selectedId);
    return { display, visits: own, isOver, isOpen };
  });
  // Opens the lane of an appointment that is to be focused, once for each `focus` object.
  const [lastFocus, setLastFocus] = useState<BoardFocus | null>(null);
  const laneOfFocus = lanes.find((lane) => lane.visits.some(({ item }) => item.appointment.id === focus?.id));
  if (laneOfFocus !== undefined && focus !== lastFocus) {
    setLastFocus(focus);
    setUnfolded(new Set([...unfolded, laneOfFocus.display.value]));
  }
  const stops = useStops(
    root,
    lanes.flatMap((lane) => (lane.isOpen ? lane.visits.map(({ item }) => item.appointment.id) : [])),
  );

  const renderTile = (visit: BoardAppointment) => {
    const facts = factsOf(visit);
    return (
      <li key={facts.id}>
        <AppointmentTile
          facts={facts}
          here={facts.concern === '' ? timeHereText(facts, now) : ''}
          isTabStop={stops.tabStop === facts.id}
          step={nextStepOf(visit)}
          drag={{
            draggable: canChange,
            // A tile cannot be dragged by touch, which scrolls. A tap opens the details, which offer the next step.
            onPointerDown: ({ currentTarget, pointerType }) => {
              currentTarget.draggable = canChange && pointerType !== 'touch';
            },
            onDragStart: ({ dataTransfer }) => {
              dataTransfer.setData(TILE_DATA_TYPE, facts.id);
              dataTransfer.effectAllowed = 'move';
            },
            onDragEnd: () => setTarget(null),
          }}
          onOpen={onOpen}
        />
      </li>
    );
  };
  /** The event handlers with which a lane accepts dropped tiles. */
  const dropHandlers = (display: EnumDisplay) => ({
    'data-target': target === display.value || undefined,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(TILE_DATA_TYPE)) return;
      event.preventDefault();
      setTarget(display.value);
    },
    onDrop(event: DragEvent) {
      const id = event.dataTransfer.getData(TILE_DATA_TYPE);
      const dropped = board.appointments.find((appointment) => appointment.id === id);
      setTarget(null);
      if (!dropped) return;
      event.preventDefault();
      change(dropped, { status: display.value });
    },
  });
  const renderLane = ({ display, visits: own, isOver, isOpen }: (typeof lanes)[number]) => (
    <section
      key={display.value}
      aria-label={display.label}
      {...dropHandlers(display)}
      className={`${LANE} ${isOver ? '' : 'sm:min-w-37 sm:flex-1'} ${own.length === 0 ? 'max-sm:hidden' : ''} ${own.some(isWaiting) ? 'max-sm:order-first' : ''}`}
    >
      {isOver ? (
        <h2>
          <button
            type="button"
            aria-expanded={isOpen}
            disabled={own.length === 0}
            onClick={() => {
              const others = [...unfolded].filter((value) => value !== display.value);
              setUnfolded(new Set(isOpen ? others : [...others, display.value]));
            }}
            className={`${HEADING} w-full rounded-lg text-start enabled:hover:text-accent disabled:text-muted`}
          >
            <LaneHeading display={display} count={own.length} />
            <ChevronRight
              aria-hidden="true"
              size={14}
              className={`shrink-0 ${own.length === 0 ? 'invisible' : ''} ${isOpen ? 'rotate-90' : 'rtl:-scale-x-100'}`}
            />
          </button>
        </h2>
      ) : (
        <h2 className={`${HEADING} sticky top-0 z-10 rounded-t-lg bg-sunken`}>
          <LaneHeading display={display} count={own.length} />
        </h2>
      )}
      {isOpen && own.length > 0 ? <ul className="flex flex-col gap-1.5 px-1.5 pb-2">{own.map(renderTile)}</ul> : null}
    </section>
  );

  const zone = new Set(board.days.map((day) => day.zone)).size === 1 ? (board.days[0]?.zone ?? '') : '';
  const over = lanes.filter(({ isOver }) => isOver);
  return (
    <section
      ref={root}
      aria-label={viewLabels.flow}
      onPointerOver={addTitleIfTruncated}
      {...stops.handlers}
      className="flex min-h-0 min-w-0 grow flex-col overflow-auto px-3 group-data-cramped/screen:overflow-visible"
    >
      <p className="sticky start-0 w-fit py-2 text-sm text-muted">
        {zone !== '' && zoneLabel(zone) !== '' ? `${zoneLabel(zone)} · ` : ''}
        <WaitingText waiting={waiting} now={now} isQuiet={isIncomplete || visits.length === 0} />
        {isIncomplete ? ` ${t`Others may be waiting: part of this day isn’t loaded.`}` : ''}
      </p>
      {visits.length === 0 && !isIncomplete ? (
        <EmptyDay />
      ) : (
        <div className="flex grow flex-col gap-2 pb-3 sm:flex-row">
          {lanes.filter(({ isOver }) => !isOver).map(renderLane)}
          {over.length === 0 ? null : (
            <div
              className={`flex flex-col gap-2 ${over.some(({ isOpen, visits: own }) => isOpen && own.length > 0) ? 'sm:min-w-37 sm:flex-1' : 'sm:w-40 sm:shrink-0'}`}
            >
              {over.map(renderLane)}
            </div>
          )}
        </div>
      )}
    </section>
  );
}

const LANE = 'flex flex-col rounded-lg bg-sunken data-target:ring-2 data-target:ring-accent';
const HEADING = 'flex items-center gap-1.5 px-2.5 py-2 text-xs font-semibold';

function LaneHeading({ display, count }: { display: EnumDisplay; count: number }): ReactNode {
  return (
    <>
      <StatusIcon status={display.value} />
      <bdi className="min-w-0 truncate">{display.label}</bdi>
      <span className="ms-auto font-normal text-muted tabular-nums">{count.toLocaleString(shownLocale)}</span>
    </>
  );
}

interface WaitingTextProps {
  waiting: ReturnType<typeof listWaitingVisits>;
  now: number;
  /** Whether to leave out the text if no one is waiting. */
  isQuiet: boolean;
}

/** Says how many patients are waiting, and who has waited longest. */
function WaitingText({ waiting, now, isQuiet }: WaitingTextProps) {
  const [longest] = waiting;
  if (!longest) return isQuiet ? null : t`No one is waiting.`;
  const count = waiting.length;
  const patient = longest.visit.item.heading;
  const duration = elapsedText(longest.since, now) || t`less than a minute`;
  return (
    <span className="text-ink">
      <Trans>
        <strong className="font-semibold">
          <Plural value={count} one="# waiting" other="# waiting" />
        </strong>
        , <bdi className="font-semibold">{patient}</bdi> the longest ({duration})
      </Trans>
    </span>
  );
}
