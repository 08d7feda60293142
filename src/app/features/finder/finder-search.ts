import { z } from 'zod';
import { FIRST_DATE, LAST_DATE } from '#app/scheduling/calendar-day.ts';
import { splitListParam } from '#app/text/search-params.ts';
import { dateSchema } from '#contract/primitives.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is exactly the character that is dropped.
const NEVER_ALLOWED = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
/** Text without the characters that the API refuses: NUL and lone surrogates. */
const clean = z.string().overwrite((text) => text.replace(NEVER_ALLOWED, ''));

/** A list in one search param: comma-separated text from the address, or an array where the app navigates. */
const list = z
  .union([z.array(clean), clean.transform(splitListParam)])
  .transform((items) => [...new Set(items.filter((item) => item !== ''))])
  .transform((items) => (items.length > 0 ? items : undefined))
  .optional()
  .catch(undefined);
const text = clean.min(1).max(200).optional().catch(undefined);
const date = dateSchema
  .refine((day) => day >= FIRST_DATE && day <= LAST_DATE)
  .optional()
  .catch(undefined);

/** The value for "none" in a filter by ids: nobody assigned, no room, no type. */
export const NONE = 'none';

/** The value for "any" in a filter by a single id. */
export const ANY = 'any';

/**
 * The state of the appointment list in the address, so that reload, back and a shared link give the same list. Dates
 * are calendar days of the stores, both included. An invalid param is dropped.
 */
export const finderSearchSchema = z.object({
  company: text,
  /** Free text over titles (section 4.4). */
  q: text,
  store: list,
  status: list,
  vet: list,
  type: list,
  category: list,
  origin: list,
  room: list,
  pet: text,
  client: text,
  title: text,
  invoice: text,
  billing: text,
  from: date,
  to: date,
  endFrom: date,
  endTo: date,
  createdFrom: date,
  createdTo: date,
  updatedFrom: date,
  updatedTo: date,
  inFrom: date,
  inTo: date,
  checkedIn: z.enum(['yes', 'no']).optional().catch(undefined),
  /**
   * The API sorts by creation date, newest first or `oldest` first. By appointment date (`earliest` or `latest` first)
   * the result is sorted here once all of it is loaded.
   */
  sort: z.enum(['oldest', 'earliest', 'latest']).optional().catch(undefined),
});
export type FinderSearch = z.infer<typeof finderSearchSchema>;

/** Whether anything but the company and the order is set. */
export function hasFilters({ company: _company, sort: _sort, ...filters }: FinderSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}
