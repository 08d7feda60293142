import { endpoints } from '#contract/endpoints.ts';
import { type EnumEntry, type Enums, enumNameSchema } from '#contract/enum-entries.ts';
import {
  type AppointmentOrigin,
  type AppointmentStatus,
  appointmentOrigins,
  appointmentStatuses,
  defaultLabel,
  enumNames,
  type VisitTypeCategory,
  visitTypeCategories,
} from '#contract/enums.ts';
import { ServiceError } from '#contract/error.ts';
import { addEndpoint, type EndpointContext } from './endpoint.ts';

/** The colour of each status, as `#rrggbb`. */
const statusColors: Record<AppointmentStatus, string> = {
  requested: '#8250df',
  confirmed: '#0969da',
  checked_in: '#bf8700',
  in_progress: '#bc4c00',
  ready_for_checkout: '#1b7c83',
  completed: '#1a7f37',
  cancelled: '#6e7781',
  no_show: '#cf222e',
};

const categoryColors: Record<VisitTypeCategory, string> = {
  admin: '#57606a',
  consult: '#0969da',
  daycare: '#d4a72c',
  dental: '#1b7c83',
  diagnostics: '#8250df',
  euthanasia: '#424a53',
  grooming: '#bf3989',
  group_training: '#9a6700',
  group_walking: '#4d7c0f',
  health: '#1a7f37',
  hospital: '#cf222e',
  in_home: '#b35900',
  individual_training: '#bc4c00',
  individual_walking: '#3f6212',
  nurse: '#0e7490',
  other: '#6e7781',
  overnight: '#3730a3',
  surgical: '#a40e26',
  vaccination: '#2da44e',
  fee: '#7d4e00',
};

const originColors: Record<AppointmentOrigin, string> = {
  app: '#0969da',
  plugin: '#8250df',
  work: '#1b7c83',
  migration: '#6e7781',
  external_api: '#bc4c00',
};

function createEnumEntries<Value extends string>(values: readonly Value[], colors: Record<Value, string>): EnumEntry[] {
  return values.map((value) => ({ value, label: defaultLabel(value), color: colors[value] }));
}

const enums: Enums = {
  APPOINTMENT_STATUS: createEnumEntries(appointmentStatuses, statusColors),
  VISIT_TYPE_CATEGORY: createEnumEntries(visitTypeCategories, categoryColors),
  APPOINTMENT_CREATED_FROM: createEnumEntries(appointmentOrigins, originColors),
};

/** Adds the endpoints for the enums (section 4.5 of the specification). */
export function addEnumEndpoints(context: EndpointContext): void {
  addEndpoint(context, endpoints.listEnums, () => enums);
  addEndpoint(context, endpoints.getEnum, ({ params }) => {
    const name = enumNameSchema.safeParse(params['enumName']);
    if (!name.success) throw new ServiceError('not_found', `enumName: use one of ${enumNames.join(', ')}`);
    return enums[name.data];
  });
}
