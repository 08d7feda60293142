import type {
  CalendarOptions,
  EventDisplayInfo,
  EventDropInfo,
  EventInput,
  EventResizeDoneInfo,
} from '@fullcalendar/react';
import type { EventCallbacks } from '#app/features/board/calendar/block-events.ts';
import type { BlockStates } from '#app/features/board/calendar/block-states.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { clockText } from '#app/scheduling/time-text.ts';
import type { BoardView } from '#app/session/board-search.ts';
import type { Band, BoardPlan } from './board-plan.ts';

/** Where a band would be. */
export interface BandPlace extends Interval {
  columnId: string;
}

/** The band that can be moved and stretched, since somebody has chosen it. */
export interface ChosenBand {
  id: string;
  /** Where the keys have moved it to, which is not saved yet; null where they have not. */
  moved: BandPlace | null;
}

/** What the events of bands are drawn with and do; the board tells it what it shows, so that its own functions stay the same. */
export interface BandsOnBoard {
  /** What FullCalendar asks of a band that is a block, for which `isCancelled` tells whether its drag was cancelled. */
  callbacks: (isCancelled: (event: Event | undefined) => boolean) => EventCallbacks;
  /** The options for those behind the visits. */
  behind: Pick<CalendarOptions, `backgroundEvent${string}` & keyof CalendarOptions>;
  /** Whether a click there is on a band that can be chosen, and not on the time behind it. */
  takesClick: (target: EventTarget | null) => boolean;
  /** Called with what bands do at present. */
  follow: (host: BandHost | null) => void;
}

interface BandHost {
  /** Whether bands of entries can be chosen. */
  canChoose: boolean;
  onChoose: (bandId: string) => void;
  onOpen: (band: Band) => void;
  /** Called when a band was dropped; false where that changes nothing, or is not possible. */
  onDrop: (band: Band, to: BandPlace) => boolean;
}

/** The attribute of what a band is drawn as. */
export const BAND = 'data-band';

export function bandIdAt(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest(`[${BAND}]`)?.getAttribute(BAND) ?? null) : null;
}

const bandOf = ({ extendedProps }: EventDropInfo['event']): Band => extendedProps['band'];

/** FullCalendar compares events by identity. */
const drawn = new WeakMap<Band, EventInput>();

/** The columns that the entry of a band can be moved to: rooms of its store, or vets; none for what is of the whole store. */
export function targetsOf(
  { kind, columnId, entry }: Band,
  view: BoardView,
  columns: readonly BoardColumn[],
): readonly BoardColumn[] {
  const isOfBoth = entry?.roomId != null && entry.employeeId !== null;
  if (view === 'rooms' && kind === 'blocked' && !isOfBoth)
    return columns.filter(({ roomId, storeId }) => roomId !== null && storeId === entry?.storeId);
  if (view === 'vets' && kind === 'away' && !isOfBoth) {
    const own = columns.find(({ id }) => id === columnId);
    return columns.filter(({ employeeId, sectionId }) => employeeId !== null && sectionId === own?.sectionId);
  }
  return [];
}

/** The bands as FullCalendar's events: behind the visits, but for the chosen one, which is a block that can be moved. */
export function bandEvents(
  { bands }: BoardPlan,
  {
    view,
    columns,
    chosen,
    canChange,
  }: {
    view: BoardView;
    columns: readonly BoardColumn[];
    chosen: ChosenBand | null;
    canChange: boolean;
  },
): EventInput[] {
  // The columns of a week are days, and FullCalendar draws what goes over several of them in each.
  const once = new Set<string>();
  return bands.flatMap((band) => {
    const { id, columnId, entry, title, label, start, end, isUnsaved } = band;
    if (view === 'week' && entry !== null) {
      if (once.has(entry.id)) return [];
      once.add(entry.id);
    }
    const shared = { id, columnId, band, title, label, ...(view === 'week' ? {} : { resourceId: columnId }) };
    if (id === chosen?.id) {
      const { moved } = chosen;
      return {
        ...shared,
        ...(view === 'week' || moved === null ? {} : { resourceId: moved.columnId }),
        start: moved?.start ?? start,
        end: moved?.end ?? end,
        editable: canChange,
        resourceEditable: canChange && targetsOf(band, view, columns).length > 1,
        className: isUnsaved ? 'chosen-band plan-unsaved' : 'chosen-band',
      };
    }
    let event = drawn.get(band);
    if (event === undefined) {
      const className = `plan-band plan-${band.kind} ${isUnsaved ? 'plan-unsaved' : ''}`;
      event = { ...shared, start, end, display: 'background', className };
      drawn.set(band, event);
    }
    return event;
  });
}

function timesOf({ start, end }: EventDropInfo['event'], { zone }: Band): string {
  return [start, end].map((time) => (time ? clockText(zone, time.getTime()) : '')).join(' – ');
}

export function createBands(states: BlockStates): BandsOnBoard {
  let host: BandHost | null = null;
  const elements = new Set<HTMLElement>();
  const name = (element: HTMLElement) => element.setAttribute('role', host?.canChoose ? 'button' : 'img');

  function mark(band: Band, element: HTMLElement): void {
    if (band.entry === null) {
      // The heading of the column tells it in words.
      element.ariaHidden = 'true';
      return;
    }
    element.setAttribute(BAND, band.id);
    elements.add(element);
    name(element);
    states.attach(band.id, element);
  }
  const unmark = ({ event, el }: { event: EventDisplayInfo['event']; el: HTMLElement }) => {
    elements.delete(el);
    states.detach(event.id, el, el.matches(':focus'));
  };

  return {
    follow(next) {
      const could = host?.canChoose;
      host = next;
      if (host?.canChoose !== could) for (const element of elements) name(element);
    },
    takesClick: (target) => host?.canChoose === true && bandIdAt(target) !== null,
    behind: {
      backgroundEventTitleClass: 'plan-title',
      backgroundEventDidMount({ event, el }) {
        // Also called for the time that visits take.
        const band: Band | undefined = event.extendedProps['band'];
        if (band) mark(band, el);
      },
      backgroundEventWillUnmount: unmark,
    },
    callbacks(isCancelled) {
      function dropped(info: EventDropInfo | EventResizeDoneInfo, columnId: string | undefined) {
        const band = bandOf(info.event);
        const { start, end, allDay } = info.event;
        const to = start &&
          end &&
          !allDay && { start: start.getTime(), end: end.getTime(), columnId: columnId ?? band.columnId };
        if (isCancelled(info.jsEvent) || !to || !host?.onDrop(band, to)) info.revert();
      }
      return {
        eventDidMount({ event, el, isMirror }) {
          if (!isMirror) mark(bandOf(event), el);
        },
        eventWillUnmount: unmark,
        eventContent({ event, isMirror }) {
          const band = bandOf(event);
          const times = timesOf(event, band);
          return isMirror ? `${times} ${band.title}` : `${band.title} ${times}`;
        },
        eventClick({ event, el, jsEvent }) {
          const band = bandOf(event);
          if (band.entry === null || !host?.canChoose) return;
          // The second click of two is on the block that the first one has made of it; one by a key counts none.
          const isChosen = el.matches('.chosen-band');
          if (!isChosen) host.onChoose(band.id);
          else if (jsEvent.detail !== 1) host.onOpen(band);
        },
        eventDrop: (info) => dropped(info, info.event.getResources()[0]?.id),
        eventResize: (info) => dropped(info, undefined),
      };
    },
  };
}
