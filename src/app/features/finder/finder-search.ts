import * as z from 'zod/mini';
import { isUsableDate } from '#app/scheduling/calendar-day.ts';
import { optionalParam, splitListParam } from '#app/text/search-params.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is exactly the character that is dropped.
const NEVER_ALLOWED = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
/** Text without the characters that the API refuses: NUL and lone surrogates. */
const clean = z.string().check(z.overwrite((text) => text.replace(NEVER_ALLOWED, '')));

/** A list in one search param: comma-separated text from the address, or an array where the app navigates. */
const list = optionalParam(
  z.pipe(
    z.union([z.array(clean), z.pipe(clean, z.transform(splitListParam))]),
    z.transform((items) => {
      const distinct = [...new Set(items.filter((item) => item !== ''))];
      return distinct.length > 0 ? distinct : undefined;
    }),
  ),
);
const text = optionalParam(clean.check(z.minLength(1), z.maxLength(200)));
const date = optionalParam(z.string().check(z.refine(isUsableDate)));

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
  checkedIn: optionalParam(z.enum(['yes', 'no'])),
  /**
   * The API sorts by creation date, newest first or `oldest` first. By appointment date (`earliest` or `latest` first)
   * the result is sorted here once all of it is loaded.
   */
  sort: optionalParam(z.enum(['oldest', 'earliest', 'latest'])),
});
export type FinderSearch = z.infer<typeof finderSearchSchema>;

/** Whether anything but the company and the order is set. */
export function hasFilters({ company: _company, sort: _sort, ...filters }: FinderSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}
