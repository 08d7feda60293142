import * as z from 'zod/mini';
import { enumNames } from '#contract/enums.ts';

export const enumNameSchema = z.enum(enumNames);

/** An enum value with its label and its colour as `#rrggbb`. */
export const enumEntrySchema = z
  .strictObject({
    value: z.string().check(z.minLength(1)),
    label: z.string().check(z.minLength(1)),
    color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  })
  .register(z.globalRegistry, { id: 'EnumEntry' });
export type EnumEntry = z.infer<typeof enumEntrySchema>;

/** The body of `GET /v1/enums`: the entries of each enum, keyed by the name of the enum. */
export const enumsSchema = z
  .record(enumNameSchema, z.array(enumEntrySchema))
  .register(z.globalRegistry, { id: 'Enums' });
export type Enums = z.infer<typeof enumsSchema>;
