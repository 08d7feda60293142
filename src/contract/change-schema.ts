import * as z from 'zod/mini';
import { serviceErrorSchema } from '#contract/error.ts';
import { dateTimeSchema, uuidSchema } from '#contract/primitives.ts';

/**
 * Creates the shape of a PATCH body: the fields in `besides`, which are always present, and all other fields, which may
 * be absent.
 */
export function createChangeShape<Besides extends z.core.$ZodShape, Shape extends z.core.$ZodShape>(
  besides: Besides,
  fields: Shape,
) {
  const optional = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, z.optional(field)]));
  return { ...besides, ...(optional as { [Name in keyof Shape]: z.ZodMiniOptional<Shape[Name]> }) };
}

/** Creates the schema of a PATCH body, which must have at least one of `fields`. `id` names it in `/openapi.json`. */
export function createChangeSchema<Schema extends z.ZodMiniObject>(id: string, fields: object, schema: Schema): Schema {
  const names = Object.keys(fields);
  const checked = schema.check(
    z.refine((body: object) => names.some((name) => Reflect.get(body, name) !== undefined), {
      error: `name at least one change: ${names.join(', ')}`,
    }),
  );
  const everything = { minProperties: Object.keys(schema.shape).length };
  z.globalRegistry.add(checked, {
    id,
    ...(names.length === 1 ? everything : { anyOf: names.map((name) => ({ required: [name] })) }),
  });
  return checked;
}

/**
 * The additional fields in the PATCH of a versioned record. `expectedUpdatedAt` is the `updatedAt` that the caller has read.
 */
export const versionFields = { companyId: uuidSchema, expectedUpdatedAt: dateTimeSchema };

/**
 * Creates the schema of the 409 response to a change; `id` names it in `/openapi.json`. `data.current` is the current
 * record, if the key may read it.
 */
export function createConflictSchema<Record extends z.ZodMiniType>(id: string, record: Record) {
  const data = z.extend(serviceErrorSchema.shape.data, { current: z.optional(record) });
  return z.extend(serviceErrorSchema, { data }).register(z.globalRegistry, { id });
}
