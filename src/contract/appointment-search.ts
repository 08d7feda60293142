import * as z from 'zod/mini';
import { searchBounds } from '#contract/day-search.ts';
import { cursorSchema, storeIdsSchema } from '#contract/endpoint.ts';
import { appointmentOriginSchema, visitTypeCategorySchema } from '#contract/enums.ts';
import { limitSchema } from '#contract/page.ts';
import { dateTimeSchema, queryTextSchema, uuidSchema } from '#contract/primitives.ts';
import { storableTextSchema } from '#contract/text.ts';

function equalitySchema<Value extends z.ZodMiniType>(value: Value) {
  return z.partial(
    z.strictObject({
      eq: value,
      in: z.array(value).check(z.minLength(searchBounds.in.min), z.maxLength(searchBounds.in.max)),
      isNull: z.boolean(),
    }),
  );
}

const uuidOperators = equalitySchema(uuidSchema).register(z.globalRegistry, { id: 'UuidOperators' });
const stringOperators = equalitySchema(storableTextSchema.check(z.minLength(1))).register(z.globalRegistry, {
  id: 'StringOperators',
});
const categoryOperators = equalitySchema(visitTypeCategorySchema).register(z.globalRegistry, {
  id: 'VisitTypeCategoryOperators',
});
const originOperators = equalitySchema(appointmentOriginSchema).register(z.globalRegistry, {
  id: 'CreatedFromOperators',
});

/** `between` is [from, to] and includes both ends; `gt` and `lt` are strict (section 4.4 of the specification). */
const dateTimeOperators = z
  .partial(
    z.strictObject({
      gt: dateTimeSchema,
      gte: dateTimeSchema,
      lt: dateTimeSchema,
      lte: dateTimeSchema,
      between: z
        .tuple([dateTimeSchema, dateTimeSchema], 'must be an array of two date-times, [from, to]')
        .register(z.globalRegistry, { minItems: 2, maxItems: 2 }),
      isNull: z.boolean(),
    }),
  )
  .register(z.globalRegistry, { id: 'DateTimeOperators' });

/**
 * The fields of a filter branch with their operators (section 4.4 of the specification). An empty operator object
 * constrains nothing.
 */
const searchBranchSchema = z
  .partial(
    z.strictObject({
      storeId: uuidOperators,
      clientId: uuidOperators,
      petId: uuidOperators,
      employeeId: uuidOperators,
      visitTypeId: uuidOperators,
      roomId: uuidOperators,
      storeInvoiceId: uuidOperators,
      billingContextId: uuidOperators,
      status: stringOperators,
      title: stringOperators,
      visitTypeCategory: categoryOperators,
      createdFrom: originOperators,
      checkedInAt: dateTimeOperators,
      start: dateTimeOperators,
      end: dateTimeOperators,
      createdAt: dateTimeOperators,
      updatedAt: dateTimeOperators,
    }),
  )
  .register(z.globalRegistry, { id: 'SearchBranch' });
export type SearchBranch = z.infer<typeof searchBranchSchema>;

/**
 * A filter: all its fields must match and, if there are `or` branches, at least one of them must match (section 4.4 of
 * the specification).
 */
const searchFilterSchema = z
  .extend(searchBranchSchema, {
    or: z.optional(
      z.array(searchBranchSchema).check(z.minLength(searchBounds.or.min), z.maxLength(searchBounds.or.max)),
    ),
  })
  .register(z.globalRegistry, { id: 'SearchFilter' });
export type SearchFilter = z.infer<typeof searchFilterSchema>;

/** The sort orders of a search: newest created first, earliest start first, latest start first; ties are ordered by id. */
const searchOrderSchema = z.enum(['created', 'start', '-start']);
export type SearchOrder = z.infer<typeof searchOrderSchema>;

/** The body of `POST /v1/appointments/search` (section 4.4 of the specification). Only `companyId` is required. */
export const appointmentSearchSchema = z
  .strictObject({
    companyId: uuidSchema,
    storeIds: storeIdsSchema,
    limit: limitSchema,
    cursor: cursorSchema,
    query: z.optional(queryTextSchema),
    order: z._default(searchOrderSchema, 'created'),
    filter: z.optional(searchFilterSchema),
  })
  .register(z.globalRegistry, { id: 'AppointmentSearch' });
/** The request as sent to the API, before it is parsed. */
export type AppointmentSearchInput = z.input<typeof appointmentSearchSchema>;
/** The parsed request, with defaults filled in. */
export type AppointmentSearch = z.infer<typeof appointmentSearchSchema>;
