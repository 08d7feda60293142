import * as z from 'zod/mini';
import { pageLimit } from '#contract/day-search.ts';

const limitProblem = `must be a whole number from ${pageLimit.min} to ${pageLimit.max}`;

/** The maximum number of records in a page: 1 to 500, by default 100 (section 8 of the specification). */
export const limitSchema = z._default(
  z.int(limitProblem).check(z.minimum(pageLimit.min, limitProblem), z.maximum(pageLimit.max, limitProblem)),
  pageLimit.default,
);

/** A stored record that fails output validation, so only its id is returned (specification, section 2: unresolved record). */
export const unresolvedRecordSchema = z
  .strictObject({ id: z.string() })
  .register(z.globalRegistry, { id: 'UnresolvedRecord' });
export type UnresolvedRecord = z.infer<typeof unresolvedRecordSchema>;

/**
 * Creates the schema of a page, which every list and search returns (specification, section 2). `totalCount` counts the
 * matches on all pages.
 */
export function createPageSchema<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({
    data: z.array(item),
    nextCursor: z.nullable(z.string()),
    hasMore: z.boolean(),
    totalCount: z.int().check(z.minimum(0)),
  });
}

/** Creates the schema of a page of records, in which the id replaces a record that fails output validation. */
export function createRecordPageSchema<Item extends z.ZodMiniType>(record: Item, id: string) {
  return createPageSchema(z.union([record, unresolvedRecordSchema])).register(z.globalRegistry, { id });
}
