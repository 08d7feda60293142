import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { optionalParam } from '#app/text/search-params.ts';
import { datePattern } from '#contract/date-time.ts';
import { splitListParam } from '#contract/list-param.ts';
import { ALL_STORES, type BoardView } from '#scheduling/board-day.ts';

export const viewLabels: Readonly<Record<BoardView, string>> = translateOnRead({
  rooms: () => t({ message: 'Rooms', comment: 'a view of the board: a column for each room' }),
  vets: () => t({ message: 'Vets', comment: 'a view of the board: a column for each vet' }),
  week: () => t({ message: 'Week', comment: 'a view of the board: a column for each day of a week' }),
  list: () => t({ message: 'List', comment: 'a view of the board: the visits of the day by time' }),
  flow: () =>
    t({ message: 'Flow', comment: 'a view of the board: columns by status, who waits and who is being seen' }),
});

/**
 * The height of an hour: `fit` fits all opening hours into the screen, `comfortable` has a fixed height and scrolls.
 */
export const boardDensities = ['fit', 'comfortable'] as const;
export type BoardDensity = (typeof boardDensities)[number];

export const densityLabels: Readonly<Record<BoardDensity, string>> = translateOnRead({
  fit: () => t({ message: 'Whole day', comment: 'how dense the board is: all opening hours fit on the screen' }),
  comfortable: () =>
    t({ message: 'Comfortable', comment: 'how dense the board is: hours are taller and the board scrolls' }),
});

/** The filters of the board; an empty list filters nothing. */
export interface BoardFilters {
  statuses: readonly string[];
  /** Ids of employees, or {@link UNASSIGNED} for appointments without one. */
  vets: readonly string[];
  /** Visit categories. */
  types: readonly string[];
  /** Ids of rooms; only for a week. */
  rooms: readonly string[];
  /** Words that must all occur in the text of a block. */
  text: string;
  /** A filter for appointments that need attention now; only applies to today's board. */
  now: NowFilter | null;
}

/** The states of appointments that need attention now: late, waiting, or running over. */
export const nowFilters = ['late', 'waiting', 'over'] as const;
export type NowFilter = (typeof nowFilters)[number];

/** The value for unassigned appointments in the list of vets. */
export const UNASSIGNED = 'none';

/** A list in one search param: comma-separated text from the URL, or an array from navigation within the app. */
const list = optionalParam(
  z.pipe(
    z.union([z.array(z.string()), z.pipe(z.string(), z.transform(splitListParam))]),
    z.transform((items) => [...new Set(items.filter((item) => item !== ''))]),
  ),
);

/** The ids of stores, or {@link ALL_STORES}. */
const stores = z.union([z.literal(ALL_STORES), list]);

const text = optionalParam(z.string().check(z.minLength(1)));
const date = optionalParam(z.string().check(z.regex(datePattern)));
/** A wall-clock time in the zone of the booking's store: `2026-03-29T09:30`. */
const wallTime = optionalParam(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)));
/** A date, or a wall-clock time. */
const dateOrTime = optionalParam(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/)));
const flag = optionalParam(
  z.union([
    z.pipe(
      z.literal('1'),
      z.transform((): true => true),
    ),
    z.literal(true),
  ]),
);

/**
 * The state of the board in the URL, so that reload, back and a shared link give the same screen. An invalid param is
 * dropped, except for those that identify a screen, so that the board can report them.
 */
export const boardSearchSchema = z.object({
  company: text,
  /**
   * The day in the stores' own calendars; today if it is missing. It comes from the link unchecked, so it may not be a
   * date.
   */
  date: text,
  /** The view. It comes from the link unchecked, so it may not be a view. */
  view: text,
  store: stores,
  vet: list,
  status: list,
  type: list,
  /** The rooms that the week is filtered by. */
  room: list,
  q: text,
  now: optionalParam(z.enum(nowFilters)),
  /** The vet who is away. */
  away: text,
  /** The first day on which the vet is away, or a wall-clock time in the plan's zone. */
  awayFrom: dateOrTime,
  /**
   * The last day on which the vet is away, or a wall-clock time as in `awayFrom`. If it is missing, the panel asks for
   * it.
   */
  awayUntil: dateOrTime,
  /** The room or the store whose appointments conflict with the plan: `room:ID` or `store:ID`. */
  blocked: text,
  /** The appointment whose details are open. */
  appointment: text,
  /** Whether the booking form is open; its initial values follow. */
  new: flag,
  pet: text,
  bookStore: text,
  bookRoom: text,
  bookVet: text,
  bookType: text,
  /** The day of the appointment that the booking follows up on. */
  bookAfter: date,
  /** The phone number of a client to be registered with the booking. */
  bookPhone: text,
  start: wallTime,
  end: wallTime,
  /** Whether the booking is for a walk-in patient. */
  walkin: flag,
  /** Whether the pet is to be put on the waiting list. */
  wait: flag,
  /** The appointment that is being rescheduled. */
  move: text,
  /** The request from the web site that is being booked with another time, vet or room. */
  request: text,
  /** The day that the calendar showed before the panel changed it. */
  back: date,
  /** The page of the app from which the panel was opened, and to which it returns; missing for the calendar. */
  from: optionalParam(z.string().check(z.regex(/^\/(?![/\\])/))),
  /** Opens the search with an empty field. */
  find: flag,
  /** Opens the search with the phone number of a caller, in any spelling. Telephone programs link to it. */
  phone: text,
});
export type BoardSearch = z.infer<typeof boardSearchSchema>;

/** The ids of the stores in the URL; empty for all stores. */
export function storeIdsIn({ store = [] }: Pick<BoardSearch, 'store'>): readonly string[] {
  return store === ALL_STORES ? [] : store;
}

/** The params of the booking panel, all unset; merged into the URL when it closes. */
export const bookingParams = {
  new: undefined,
  pet: undefined,
  bookStore: undefined,
  bookRoom: undefined,
  bookVet: undefined,
  bookType: undefined,
  bookAfter: undefined,
  bookPhone: undefined,
  start: undefined,
  end: undefined,
  walkin: undefined,
  wait: undefined,
  move: undefined,
  request: undefined,
  back: undefined,
  from: undefined,
} as const satisfies Partial<BoardSearch>;

/** The params of the list of appointments of a vet who is away, or in a blocked room or store, all unset. */
export const awayParams = {
  away: undefined,
  awayFrom: undefined,
  awayUntil: undefined,
  blocked: undefined,
} as const satisfies Partial<BoardSearch>;

/** The params of the search, all unset; merged into the URL when it closes. */
export const searchParams = { find: undefined, phone: undefined } as const satisfies Partial<BoardSearch>;

/** Whether a view has columns with hours. */
export function isCalendar(view: BoardView): boolean {
  return view === 'rooms' || view === 'vets' || view === 'week';
}
