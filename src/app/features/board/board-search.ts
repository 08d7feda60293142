import * as z from 'zod/mini';
import { ALL_STORES } from '#app/features/board/board-views.ts';
import { optionalParam, splitListParam } from '#app/text/search-params.ts';
import { datePattern } from '#contract/date-time.ts';

/** A list in one search param: comma-separated text from the address, or an array where the app navigates. */
const list = optionalParam(
  z.pipe(
    z.union([z.array(z.string()), z.pipe(z.string(), z.transform(splitListParam))]),
    z.transform((items) => [...new Set(items.filter((item) => item !== ''))]),
  ),
);

/** Ids of stores, or all that there are. */
const stores = z.union([z.literal(ALL_STORES), list]);

const text = optionalParam(z.string().check(z.minLength(1)));
const date = optionalParam(z.string().check(z.regex(datePattern)));
/** A wall-clock time of the store to book in, `2026-03-29T09:30`. */
const wallTime = optionalParam(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)));
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
 * The state of the board in the address, so that reload, back and a shared link give the same screen. An invalid param
 * is dropped, but what names another screen is kept, so that the board can say so.
 */
export const boardSearchSchema = z.object({
  company: text,
  /** The day in the stores' own calendars; today where it is missing. As the link has it, which may be no date. */
  date: text,
  /** As the link has it, which may be no view. */
  view: text,
  store: stores,
  vet: list,
  status: list,
  type: list,
  q: text,
  /** Hides appointments that do not match the filters, instead of fading them. */
  hide: flag,
  /** The appointment whose details are open. */
  appointment: text,
  /** Whether the booking form is open; followed by its initial values. */
  new: flag,
  pet: text,
  bookStore: text,
  bookRoom: text,
  bookVet: text,
  bookType: text,
  bookFrom: date,
  start: wallTime,
  end: wallTime,
});
export type BoardSearch = z.infer<typeof boardSearchSchema>;

/** The ids of the stores that the address names. */
export function storeIdsIn({ store = [] }: BoardSearch): readonly string[] {
  return store === ALL_STORES ? [] : store;
}

/** The params of the booking form, all unset; merged into the address when it closes. */
export const bookingParams = {
  new: undefined,
  pet: undefined,
  bookStore: undefined,
  bookRoom: undefined,
  bookVet: undefined,
  bookType: undefined,
  bookFrom: undefined,
  start: undefined,
  end: undefined,
} as const satisfies Partial<BoardSearch>;
