import * as z from 'zod/mini';
import { serviceErrorSchema } from '#contract/error.ts';
import { dateTimeSchema, uuidSchema } from '#contract/primitives.ts';

/** The shape of a PATCH: what is always there, and fields that may each be left out. Null empties what can be empty. */
export function changeShape<Besides extends z.core.$ZodShape, Shape extends z.core.$ZodShape>(
  besides: Besides,
  fields: Shape,
) {
  const optional = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, z.optional(field)]));
  return { ...besides, ...(optional as { [Name in keyof Shape]: z.ZodMiniOptional<Shape[Name]> }) };
}

/** The body of a PATCH, which names at least one of the fields. */
export function changeSchema<Schema extends z.ZodMiniObject>(id: string, fields: object, schema: Schema): Schema {
  const names = Object.keys(fields);
  const checked = schema.check(
    z.refine((body: object) => names.some((name) => Reflect.get(body, name) !== undefined), {
      error: `name at least one change: ${names.join(', ')}`,
    }),
  );
  z.globalRegistry.add(checked, { id, anyOf: names.map((name) => ({ required: [name] })) });
  return checked;
}

/** What the PATCH of a record with versions has besides its fields: `expectedUpdatedAt` is the `updatedAt` that the client read. */
export const versioned = { companyId: uuidSchema, expectedUpdatedAt: dateTimeSchema };

/** The 409 of a change: `data.current` is the record as it is now, for a key that may read it. */
export function meanwhileSchema<Record extends z.ZodMiniType>(id: string, record: Record) {
  const data = z.extend(serviceErrorSchema.shape.data, { current: z.optional(record) });
  return z.extend(serviceErrorSchema, { data }).register(z.globalRegistry, { id });
}
