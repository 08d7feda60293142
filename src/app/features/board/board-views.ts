import { t } from '@lingui/core/macro';
import type { Plan } from '#app/api/availability.ts';
import type { Directory } from '#app/api/directory.ts';
import { translated } from '#app/language/translated.ts';
import type { BookingPlace, DraftBooking } from '#app/scheduling/booking-place.ts';
import type { eventsOfDraft } from './calendar/draft-events.ts';
import type { BoardFilters } from './model/board-filters.ts';
import type { BoardModel } from './model/board-model.ts';
import type { DayFault } from './notices/day-error.tsx';
import type { BoardPlan } from './plan/board-plan.ts';

/** The views of the board, as the address names them, in the order in which they are offered. */
export const boardScreenViews = ['rooms', 'vets', 'week', 'list', 'overview', 'flow'] as const;
export type BoardScreenView = (typeof boardScreenViews)[number];

/** The labels of the views. */
export const viewLabels: Readonly<Record<BoardScreenView, string>> = translated({
  rooms: () => t({ message: 'Rooms', comment: 'a view of the board: a column for each room' }),
  vets: () => t({ message: 'Vets', comment: 'a view of the board: a column for each vet' }),
  week: () => t({ message: 'Week', comment: 'a view of the board: a column for each day of a week' }),
  list: () => t({ message: 'List', comment: 'a view of the board: the visits of the day by time' }),
  overview: () => t({ message: 'Overview', comment: 'a view of the board: free times by room and by vet' }),
  flow: () =>
    t({ message: 'Flow', comment: 'a view of the board: columns by status, who waits and who is being seen' }),
});

/** The choice of all stores, also of those that are opened later. */
export const ALL_STORES = 'all';
/** The chosen stores: their ids, or all. */
export type StoreChoice = string[] | typeof ALL_STORES;

/**
 * The height of an hour: `fit` fits all opening hours into the screen, `comfortable` has a fixed height and scrolls.
 */
export const boardDensities = ['fit', 'comfortable'] as const;
export type BoardDensity = (typeof boardDensities)[number];

/** The labels of the densities. */
export const densityLabels: Readonly<Record<BoardDensity, string>> = translated({
  fit: () => t({ message: 'Whole day', comment: 'how dense the board is: all opening hours fit on the screen' }),
  comfortable: () =>
    t({ message: 'Comfortable', comment: 'how dense the board is: hours are taller and the board scrolls' }),
});

/** How long an appointment may be for which Overview shows free time, in minutes; the first unless another is chosen. */
export const overviewLengths = [15, 30, 45, 60] as const;
export type OverviewLength = (typeof overviewLengths)[number];

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

/** The booking in the panel, with what draws it, which is loaded with the panel. */
export interface DrawnDraft extends DraftBooking {
  eventsOf: typeof eventsOfDraft;
}

/** What draws the plan, and what it draws of these days; null while that is not known. */
export interface DrawnPlan {
  drawing: typeof import('./plan/plan-on-board.tsx');
  shown: BoardPlan | null;
}

/** What each view of the day is given. */
export interface DayViewProps {
  board: BoardModel;
  /** Who is on duty and what is blocked on these days. */
  plan: Plan;
  /** Null where the practice system has no plan, and until what draws it is loaded. */
  drawnPlan: DrawnPlan | null;
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
