/**
 * What an employee may be granted; an endpoint demands the permission of the matching action in the staff application
 * (section 5.5). The only list of them: whoever grants or checks permissions reads it.
 */
export const permissions = [
  'appointments.read',
  'appointments.write',
  'pets.read',
  'pets.write',
  'clients.read',
  'clients.write',
  'employees.read',
  'appointment_types.read',
] as const;
export type Permission = (typeof permissions)[number];
