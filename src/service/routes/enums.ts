import { endpoints } from '#contract/endpoints.ts';
import {
  type AppointmentOrigin,
  type AppointmentStatus,
  appointmentOrigins,
  appointmentStatuses,
  type EnumEntry,
  type Enums,
  enumNameSchema,
  enumNames,
  type VisitTypeCategory,
  visitTypeCategories,
} from '#contract/enums.ts';
import { ServiceError } from '#contract/error.ts';
import { addEndpoint, type EndpointContext } from './endpoint.ts';

/** What a person sees of each value of an enum; the colour as `#rrggbb`. */
type Presentation<Value extends string> = Record<Value, readonly [label: string, color: string]>;

const statuses: Presentation<AppointmentStatus> = {
  requested: ['Requested', '#8250df'],
  confirmed: ['Confirmed', '#0969da'],
  checked_in: ['Checked in', '#bf8700'],
  in_progress: ['In progress', '#bc4c00'],
  ready_for_checkout: ['Ready for checkout', '#1b7c83'],
  completed: ['Completed', '#1a7f37'],
  cancelled: ['Cancelled', '#6e7781'],
  no_show: ['No-show', '#cf222e'],
};

const categories: Presentation<VisitTypeCategory> = {
  admin: ['Administration', '#57606a'],
  consult: ['Consultation', '#0969da'],
  daycare: ['Day care', '#d4a72c'],
  dental: ['Dental', '#1b7c83'],
  diagnostics: ['Diagnostics', '#8250df'],
  euthanasia: ['Euthanasia', '#424a53'],
  grooming: ['Grooming', '#bf3989'],
  group_training: ['Group training', '#9a6700'],
  group_walking: ['Group walking', '#4d7c0f'],
  health: ['Health check', '#1a7f37'],
  hospital: ['Hospital', '#cf222e'],
  in_home: ['Home visit', '#b35900'],
  individual_training: ['Individual training', '#bc4c00'],
  individual_walking: ['Individual walking', '#3f6212'],
  nurse: ['Nurse', '#0e7490'],
  other: ['Other', '#6e7781'],
  overnight: ['Overnight stay', '#3730a3'],
  surgical: ['Surgery', '#a40e26'],
  vaccination: ['Vaccination', '#2da44e'],
  fee: ['Fee', '#7d4e00'],
};

const origins: Presentation<AppointmentOrigin> = {
  app: ['Staff app', '#0969da'],
  plugin: ['Online booking', '#8250df'],
  work: ['Work app', '#1b7c83'],
  migration: ['Migrated', '#6e7781'],
  external_api: ['Connected system', '#bc4c00'],
};

function entries<Value extends string>(values: readonly Value[], presentation: Presentation<Value>): EnumEntry[] {
  return values.map((value) => ({ value, label: presentation[value][0], color: presentation[value][1] }));
}

const enums: Enums = {
  APPOINTMENT_STATUS: entries(appointmentStatuses, statuses),
  VISIT_TYPE_CATEGORY: entries(visitTypeCategories, categories),
  APPOINTMENT_CREATED_FROM: entries(appointmentOrigins, origins),
};

/** The enums, whose order is that of the contract (section 4.5). */
export function addEnumEndpoints(context: EndpointContext): void {
  addEndpoint(context, endpoints.listEnums, () => enums);
  addEndpoint(context, endpoints.getEnum, ({ params }) => {
    const name = enumNameSchema.safeParse(params['enumName']);
    if (!name.success) throw new ServiceError('not_found', `enumName: use one of ${enumNames.join(', ')}`);
    return enums[name.data];
  });
}
