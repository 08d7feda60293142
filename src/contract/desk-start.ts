import * as z from 'zod/mini';

/*
 * `GET /desk/start`: the responses to the first requests of a page, which the gateway sends while the page is still loading its
 * code. The response is newline-delimited JSON. Each line is a {@link startLineSchema}: first the session; then, if someone is
 * signed in, the companies; then the keys of all further requests (`requestKey`); then the response to each of these, as soon
 * as it arrives. A request that fails has no `answer`: the page sends it itself, and shows its error.
 */

/**
 * The query of `GET /desk/start`, as text. `board` is present if the page shows the calendar. `company`, `store`,
 * `date` and `view` are the values in the URL; `lastCompany`, `lastStores` and `lastView` are the last choices in the
 * browser (`store` and `lastStores` are `all` or a list, see `list-param.ts`). `zone` is the browser's IANA zone, `now`
 * its clock in milliseconds since 1970, and `firstWeekday` the ISO weekday on which its weeks begin.
 */
export const startParams = [
  ...(['board', 'company', 'store', 'date', 'view', 'lastCompany', 'lastStores', 'lastView'] as const),
  ...(['zone', 'now', 'firstWeekday'] as const),
] as const;
export type StartQuery = Partial<Record<(typeof startParams)[number], string>>;

const startResponseSchema = z.object({
  /** Identifies the request, as `requestKey` computes it. */
  request: z.string(),
  /** The `person` of the session in which the request was sent; null with a shared key. */
  person: z.nullable(z.string()),
  /** The headers that the app reads, under the names in `deskHeaders`. */
  headers: z._default(z.record(z.string(), z.string()), {}),
  answer: z.optional(z.unknown()),
});

export const startLineSchema = z.union([z.object({ asked: z.array(z.string()) }), startResponseSchema]);
export type StartResponse = z.infer<typeof startResponseSchema>;
