import { z } from 'zod';
import { boardScreenViews } from '#app/features/board/board-views.ts';
import { splitListParam } from '#app/text/list-param.ts';
import { dateSchema } from '#contract/primitives.ts';

/** A list in one search param: text with commas, or the list itself where the app navigates. */
const list = z
  .union([z.array(z.string()), z.string().transform(splitListParam)])
  .transform((items) => [...new Set(items.filter((item) => item !== ''))])
  .optional()
  .catch(undefined);

const text = z.string().min(1).optional().catch(undefined);
const date = dateSchema.optional().catch(undefined);
/** A wall-clock time of the store to book in, `2026-03-29T09:30`. */
const wallTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)
  .optional()
  .catch(undefined);
const flag = z
  .union([z.literal('1').transform((): true => true), z.literal(true)])
  .optional()
  .catch(undefined);

/**
 * Everything that the board shows, so that reload, back and a sent link give the same screen. A param that makes no sense
 * is left out rather than refused.
 */
export const boardSearchSchema = z.object({
  company: text,
  /** The day in the stores' own calendars; today where it is missing. */
  date,
  view: z.enum(boardScreenViews).optional().catch(undefined),
  store: list,
  vet: list,
  status: list,
  type: list,
  q: text,
  /** Hides what the filters leave out instead of fading it. */
  hide: flag,
  /** The appointment whose details are open. */
  appointment: text,
  /** Whether the booking form is open, and what it begins with. */
  new: flag,
  pet: text,
  bookStore: text,
  bookRoom: text,
  bookVet: text,
  bookType: text,
  start: wallTime,
  end: wallTime,
});
export type BoardSearch = z.infer<typeof boardSearchSchema>;

/** The params that only the booking form has; they leave the address with it. */
export const bookingParams = {
  new: undefined,
  pet: undefined,
  bookStore: undefined,
  bookRoom: undefined,
  bookVet: undefined,
  bookType: undefined,
  start: undefined,
  end: undefined,
} as const satisfies Partial<BoardSearch>;
