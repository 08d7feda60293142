import { createContext, use } from 'react';
import type { Plan } from '#app/api/availability.ts';
import type { Directory } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import type { BookingPlace, DraftBooking } from '#app/scheduling/booking-place.ts';
import type { Owner } from '#app/scheduling/in-the-way.ts';
import type { BoardChoice } from '#app/session/board-choice.ts';
import type {
  BoardDensity,
  BoardFilters,
  BoardScreenView,
  OverviewLength,
  StoreChoice,
} from '#app/session/board-search.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { Facets } from './model/board-filters.ts';
import type { BoardModel } from './model/board-model.ts';
import type { BoardPlan } from './plan/board-plan.ts';
import { appointmentIdAt } from './visit-elements.ts';

/** A change of the address or of this browser's preferences. */
export interface BoardChange {
  date?: string;
  view?: BoardScreenView;
  stores?: StoreChoice;
  filters?: Partial<BoardFilters>;
  hide?: boolean;
  length?: OverviewLength;
  density?: BoardDensity;
}

/** An error of the shown day. */
export interface DayFault {
  error: unknown;
  /** How much of the day is loaded. */
  known: 'none' | 'part' | 'all';
  /** When the loaded day was last known to be up to date, as text; null where it is now. */
  asOf: string | null;
}

/** How much of the day is loaded. */
export interface DayState {
  /** The first page of the day is still loading. */
  pending: boolean;
  /**
   * The names of the first day are there, or took too long: until then no blocks are drawn, so that they are drawn
   * only once.
   */
  ready: boolean;
  /** Some of the day is not loaded, could not be loaded, or is out of date: time that looks free may be taken. */
  incomplete: boolean;
  fetching: boolean;
  /** Ids of appointments that others changed a moment ago. */
  freshIds: ReadonlySet<string>;
  /** Ids of appointments with a change that is not saved yet. */
  unsavedIds: ReadonlySet<string>;
  /** Null while nothing is wrong. */
  fault: DayFault | null;
  onRetry: () => void;
}

/** The appointment to focus; each new object focuses once. */
export interface BoardFocus {
  id: string;
  /** Whether to turn "Hide others" off where that hides it. */
  shown?: boolean;
}

/** What to show, from the address, the preferences and the size of the screen. */
interface ShownChoice
  extends Pick<
    BoardChoice,
    'date' | 'today' | 'view' | 'firstWeekday' | 'calendarUnavailable' | 'stores' | 'filters' | 'hide' | 'length'
  > {
  /** Whether the screen is so small that all of it scrolls as one page. */
  cramped: boolean;
  density: BoardDensity;
  storeIds: readonly string[];
}

/** The board as it is shown: what its header, views and foot line read with {@link useBoard}. */
export interface ShownBoard {
  board: BoardModel;
  /** Who is on duty and what is blocked on the shown days. */
  plan: Plan;
  /** What the calendar shows of it; null where the practice system has no plan, and until it is loaded. */
  boardPlan: BoardPlan | null;
  directory: Directory;
  statuses: EnumDisplays;
  choice: ShownChoice;
  /** Ids of the appointments that the filters leave out. */
  filteredOut: ReadonlySet<string>;
  facets: Facets;
  day: DayState;
  /** Whether there will be enough of the day, with names, to draw; until then an outline is shown. */
  awaited: boolean;
  /** The booking in the panel beside the board; whether that panel is open, and not under the details. */
  booking: { isOpen: boolean; isInFront: boolean; draft: DraftBooking | null };
  selectedId: string | null;
  focus: BoardFocus | null;
  canBook: boolean;
  onChange: (change: BoardChange) => void;
  onOpen: (appointmentId: string) => void;
  onBook: (place: BookingPlace) => void;
  /** Shows the appointments of a person on the shown day, to be given to others. */
  onGive: (owner: Owner) => void;
}

export const BoardContext = createContext<ShownBoard | null>(null);

/** The board that a component is part of. */
export function useBoard(): ShownBoard {
  const shown = use(BoardContext);
  if (!shown) throw new Error('A part of the board stands outside of it.');
  return shown;
}

/** The appointment that an event is about: the one of its block, else the one whose details are open. */
export function appointmentAt(target: EventTarget | null, shown: ShownBoard): ReceivedAppointment | null {
  const id = appointmentIdAt(target) ?? shown.selectedId;
  return shown.board.appointments.find((appointment) => appointment.id === id) ?? null;
}
