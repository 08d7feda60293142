import * as z from 'zod/mini';

/** The eight statuses of an appointment (section 3), in the order in which an appointment goes through them. */
export const appointmentStatuses = [
  'requested',
  'confirmed',
  'checked_in',
  'in_progress',
  'ready_for_checkout',
  'completed',
  'cancelled',
  'no_show',
] as const;

/** The categories of an appointment type (section 2). */
export const visitTypeCategories = [
  'admin',
  'consult',
  'daycare',
  'dental',
  'diagnostics',
  'euthanasia',
  'grooming',
  'group_training',
  'group_walking',
  'health',
  'hospital',
  'in_home',
  'individual_training',
  'individual_walking',
  'nurse',
  'other',
  'overnight',
  'surgical',
  'vaccination',
  'fee',
] as const;

/** How an appointment was created (section 2). */
export const appointmentOrigins = ['app', 'plugin', 'work', 'migration', 'external_api'] as const;

export const appointmentStatusSchema = z.enum(appointmentStatuses);
export type AppointmentStatus = z.infer<typeof appointmentStatusSchema>;

export const visitTypeCategorySchema = z.enum(visitTypeCategories);
export type VisitTypeCategory = z.infer<typeof visitTypeCategorySchema>;

export const appointmentOriginSchema = z.enum(appointmentOrigins);
export type AppointmentOrigin = z.infer<typeof appointmentOriginSchema>;

/** The enum names that `GET /v1/enums/{enumName}` accepts (section 4.5). */
export const enumNames = ['APPOINTMENT_STATUS', 'VISIT_TYPE_CATEGORY', 'APPOINTMENT_CREATED_FROM'] as const;
export const enumNameSchema = z.enum(enumNames);
export type EnumName = z.infer<typeof enumNameSchema>;

/**
 * The labels of our own practice API that differ from the plain label of their value. No two enums have a value in common.
 */
const otherLabels: ReadonlyMap<string, string> = new Map<
  AppointmentStatus | VisitTypeCategory | AppointmentOrigin,
  string
>([
  ['no_show', 'No-show'],
  ['admin', 'Administration'],
  ['consult', 'Consultation'],
  ['daycare', 'Day care'],
  ['health', 'Health check'],
  ['in_home', 'Home visit'],
  ['overnight', 'Overnight stay'],
  ['surgical', 'Surgery'],
  ['app', 'Staff app'],
  ['plugin', 'Online booking'],
  ['work', 'Work app'],
  ['migration', 'Migrated'],
  ['external_api', 'Connected system'],
]);

/** The plain label of a value: `ready_for_checkout` → `Ready for checkout`. Empty if the value has no letters. */
export function plainLabel(value: string): string {
  const words = value.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The label that our own practice API returns for an enum value. The app shows it in the person's language. */
export const ownLabel = (value: string): string => otherLabels.get(value) ?? plainLabel(value);

/** An enum value with its label and its colour as `#rrggbb`. */
export const enumEntrySchema = z
  .strictObject({
    value: z.string().check(z.minLength(1)),
    label: z.string().check(z.minLength(1)),
    color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  })
  .register(z.globalRegistry, { id: 'EnumEntry' });
export type EnumEntry = z.infer<typeof enumEntrySchema>;

/** The body of `GET /v1/enums`: the entries of each enum by its name. */
export const enumsSchema = z
  .record(enumNameSchema, z.array(enumEntrySchema))
  .register(z.globalRegistry, { id: 'Enums' });
export type Enums = z.infer<typeof enumsSchema>;
