import { createContext } from 'react';
import type { BoardChoice } from '#app/addresses/board-choice.ts';
import type { BoardDensity, BoardFilters } from '#app/addresses/board-search.ts';
import type { Directory } from '#app/api/directory.ts';
import { useRequiredContext } from '#app/api/use-required-context.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import type { Plan } from '#app/days/availability.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BoardView, StoreChoice } from '#scheduling/board-day.ts';
import type { BookingPlace, DraftBooking } from '#scheduling/booking-place.ts';
import type { MessageStates } from '#scheduling/message-mark.ts';
import { appointmentIdAt } from './appointment-elements.ts';
import type { Facets } from './model/board-filters.ts';
import type { BoardModel } from './model/board-model.ts';
import type { BoardPlan } from './plan/board-plan.ts';

/** A change to what the board shows, which is saved in the URL or in this browser's preferences. */
export interface BoardChange {
  date?: string;
  view?: BoardView;
  stores?: StoreChoice;
  filters?: Partial<BoardFilters>;
  density?: BoardDensity;
}

/** Why the shown day could not be loaded or refreshed, and how much of it is on screen nevertheless. */
export interface DayProblem {
  error: unknown;
  /** How much of the day is loaded. */
  loaded: 'none' | 'part' | 'all';
  /** When the loaded day was last up to date, as text; null if it is up to date now. */
  asOf: string | null;
}

/** How far the shown day has been loaded, and what is new in it. */
export interface DayState {
  /** Whether the first page of the day is still loading. */
  pending: boolean;
  /**
   * Whether everything that determines where blocks are drawn is loaded, or has taken too long. Names and marks that
   * load later move no block.
   */
  ready: boolean;
  /** Whether some of the day is missing or out of date, so that time that looks free may be taken. */
  isIncomplete: boolean;
  fetching: boolean;
  /** Ids of appointments that other people changed a moment ago. */
  freshIds: ReadonlySet<string>;
  /** Ids of appointments with unsaved changes. */
  unsavedIds: ReadonlySet<string>;
  /** Why the day could not be loaded or refreshed; null if it could. */
  problem: DayProblem | null;
  onRetry: () => void;
}

/** The appointment, or blocked time, to focus. Each new object focuses it once. */
export interface BoardFocus {
  id: string;
}

/** What the board shows, as determined by the URL, the preferences and the screen size. */
interface BoardSelection
  extends Pick<BoardChoice, 'date' | 'today' | 'view' | 'calendarUnavailable' | 'stores' | 'filters'> {
  /** Whether the screen is so small that everything scrolls as one page. */
  cramped: boolean;
  density: BoardDensity;
  storeIds: readonly string[];
}

/** The state of the board that header, views and status bar read with {@link useBoard}. */
export interface BoardState {
  board: BoardModel;
  /** Shifts and blocked time on the shown days. */
  plan: Plan;
  /** What the calendar shows of the plan; null while it is loading, or if the practice system has no plan. */
  boardPlan: BoardPlan | null;
  /**
   * Clients' answers and undelivered messages. Empty until they are loaded; null if the practice system has neither.
   */
  messageStates: MessageStates | null;
  directory: Directory;
  statuses: EnumDisplays;
  choice: BoardSelection;
  /** Ids of the appointments that the filters exclude. */
  filteredOut: ReadonlySet<string>;
  facets: Facets;
  day: DayState;
  /** Whether the day is still loading, so that a skeleton is shown instead. */
  awaited: boolean;
  /** The booking panel beside the board: whether it is open, whether it is in front of the details, and its draft. */
  booking: { isOpen: boolean; isInFront: boolean; draft: DraftBooking | null };
  /** Whether the calendar draws the whole day, from midnight to midnight. */
  allHours: { isOn: boolean; set: (isOn: boolean) => void };
  /** The id of the appointment whose details are open; null if none are. */
  selectedId: string | null;
  /** What is to be focused; null if the focus stays where it is. */
  focus: BoardFocus | null;
  canBook: boolean;
  onChange: (change: BoardChange) => void;
  onOpen: (appointmentId: string) => void;
  onBook: (place: BookingPlace) => void;
  /** Opens the panel that lists the appointments of a vet who is away, starting from a date (`YYYY-MM-DD`). */
  onAway: (vetId: string, from: string) => void;
}

export const BoardContext = createContext<BoardState | null>(null);
export const useBoard = () => useRequiredContext(BoardContext, 'BoardContext');

/**
 * Finds the appointment to which an event refers: the one in whose element it happened, otherwise the one whose details
 * are open.
 */
export function appointmentAt(target: EventTarget | null, shown: BoardState): ReceivedAppointment | null {
  const id = appointmentIdAt(target) ?? shown.selectedId;
  return shown.board.appointments.find((appointment) => appointment.id === id) ?? null;
}
