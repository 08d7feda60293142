import * as z from 'zod/mini';
import { createPageSchema } from '#contract/page.ts';
import { instantSchema, uuidSchema } from '#contract/primitives.ts';

/*
 * Calendar feeds: the appointments of an employee or of a store, for another calendar program, at a secret address of the
 * public door.
 */

/** The body of `POST /v1/feeds`: names either an employee or a store. `withNames` defaults to false. */
export const createFeedSchema = z
  .strictObject({
    companyId: uuidSchema,
    employeeId: z.nullish(uuidSchema),
    storeId: z.nullish(uuidSchema),
    withNames: z.nullish(z.boolean()),
  })
  .check(
    z.refine(({ employeeId, storeId }) => (employeeId == null) !== (storeId == null), {
      path: ['employeeId'],
      error: 'name either an employee or a store',
    }),
  )
  .register(z.globalRegistry, { id: 'CreateFeed', oneOf: [{ required: ['employeeId'] }, { required: ['storeId'] }] });

/** A new feed. This is the only time that its address is shown. */
export const createdFeedSchema = z
  .strictObject({ id: uuidSchema, url: z.url() })
  .register(z.globalRegistry, { id: 'CreatedFeed' });
export type CreatedFeed = z.infer<typeof createdFeedSchema>;

/** A feed without its address. `lastReadAt` is null until a calendar program has read it. */
export const feedSchema = z
  .strictObject({
    id: uuidSchema,
    employeeId: z.nullable(uuidSchema),
    storeId: z.nullable(uuidSchema),
    withNames: z.boolean(),
    createdBy: uuidSchema,
    createdAt: instantSchema,
    lastReadAt: z.nullable(instantSchema),
  })
  .register(z.globalRegistry, { id: 'Feed' });
export type Feed = z.infer<typeof feedSchema>;

/** A page of feeds, newest first. */
export const feedPageSchema = createPageSchema(feedSchema).register(z.globalRegistry, { id: 'FeedPage' });
