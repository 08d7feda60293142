import type { Plan } from '#app/api/availability.ts';
import type { Directory } from '#app/api/directory.ts';
import type { BookingPlace } from '#app/scheduling/booking-place.ts';
import type {
  BoardDensity,
  BoardFilters,
  BoardScreenView,
  OverviewLength,
  StoreChoice,
} from '#app/session/board-search.ts';
import type { BoardModel } from './model/board-model.ts';
import type { DayFault } from './notices/day-error.tsx';
import type { BoardPlan } from './plan/board-plan.ts';

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
  fault: Omit<DayFault, 'missing'> | null;
  onRetry: () => void;
}

/** The appointment to focus; each new object focuses once. */
export interface BoardFocus {
  id: string;
  /** Whether to turn "Hide others" off where that hides it. */
  shown?: boolean;
}

/** What each view of the day is given. */
export interface DayViewProps {
  board: BoardModel;
  /** Who is on duty and what is blocked on these days. */
  plan: Plan;
  /** What the calendar shows of it; null where the practice system has no plan, and until it is loaded. */
  boardPlan: BoardPlan | null;
  directory: Directory;
  /** Ids of the appointments that the filters leave out. */
  filteredOut: ReadonlySet<string>;
  hide: boolean;
  selectedId: string | null;
  /** Ids of appointments that others changed a moment ago. */
  freshIds: ReadonlySet<string>;
  /** Ids of appointments with a change that is not saved yet. */
  unsavedIds: ReadonlySet<string>;
  focus: BoardFocus | null;
  /** Whether some of the day is still loading, or could not be loaded. */
  incomplete: boolean;
  /** Some of it could not be loaded. */
  failed: boolean;
  canBook: boolean;
  onOpen: (appointmentId: string) => void;
  onBook: (place: BookingPlace) => void;
  onClearFilters: () => void;
}
