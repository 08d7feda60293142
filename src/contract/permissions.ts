/**
 * The permissions of employees; an endpoint requires the permission of the matching action in the staff application
 * (section 5.5). This is the only list of them.
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
