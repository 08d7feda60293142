import { z } from 'zod';
import { appointmentOriginSchema, visitTypeCategorySchema } from '#contract/enums.ts';
import { limitSchema } from '#contract/page.ts';
import { dateTimeSchema, queryTextSchema, textSchema, uuidSchema } from '#contract/primitives.ts';

/** Bounds of the search grammar (section 8). */
export const searchBounds = { in: { min: 1, max: 100 }, or: { min: 1, max: 10 } } as const;

function equality<Value extends z.ZodType>(value: Value) {
  return z
    .strictObject({
      eq: value,
      in: z.array(value).min(searchBounds.in.min).max(searchBounds.in.max),
      isNull: z.boolean(),
    })
    .partial();
}

const uuidOperators = equality(uuidSchema).meta({ id: 'UuidOperators' });
const stringOperators = equality(textSchema.min(1)).meta({ id: 'StringOperators' });
const categoryOperators = equality(visitTypeCategorySchema).meta({ id: 'VisitTypeCategoryOperators' });
const originOperators = equality(appointmentOriginSchema).meta({ id: 'CreatedFromOperators' });

/** `between` is [from, to], both ends included; `gt` and `lt` are strict (section 4.4). */
const dateTimeOperators = z
  .strictObject({
    gt: dateTimeSchema,
    gte: dateTimeSchema,
    lt: dateTimeSchema,
    lte: dateTimeSchema,
    between: z
      .tuple([dateTimeSchema, dateTimeSchema], 'must be an array of two date-times, [from, to]')
      .meta({ minItems: 2, maxItems: 2 }),
    isNull: z.boolean(),
  })
  .partial()
  .meta({ id: 'DateTimeOperators' });

/** The fields of a filter branch with the operators of each (section 4.4). An empty operator object constrains nothing. */
const searchBranchSchema = z
  .strictObject({
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
  })
  .partial()
  .meta({ id: 'SearchBranch' });
export type SearchBranch = z.infer<typeof searchBranchSchema>;

/** A filter: its fields combined with AND, and with one of the `or` branches where there are any (section 4.4). */
const searchFilterSchema = searchBranchSchema
  .extend({ or: z.array(searchBranchSchema).min(searchBounds.or.min).max(searchBounds.or.max).optional() })
  .meta({ id: 'SearchFilter' });
export type SearchFilter = z.infer<typeof searchFilterSchema>;

/** The body of `POST /v1/appointments/search` (section 4.4). Only `companyId` is required. */
export const appointmentSearchSchema = z
  .strictObject({
    companyId: uuidSchema,
    storeIds: z.array(uuidSchema).min(1).optional(),
    limit: limitSchema,
    cursor: z.string().nullable().default(null),
    query: queryTextSchema.optional(),
    filter: searchFilterSchema.optional(),
  })
  .meta({ id: 'AppointmentSearch' });
/** What a client sends. */
export type AppointmentSearchInput = z.input<typeof appointmentSearchSchema>;
/** What the service works on, defaults filled in. */
export type AppointmentSearch = z.infer<typeof appointmentSearchSchema>;
