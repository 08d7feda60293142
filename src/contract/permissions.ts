/**
 * The permissions of employees; an endpoint requires the permission of the matching action in the staff application
 * (section 5.5). This is the only list of them.
 */
export const permissions = [
  'appointments.read',
  'appointments.write',
  'availability.write',
  'pets.read',
  'pets.write',
  'clients.read',
  'clients.write',
  'employees.read',
  'appointment_types.read',
  'practice.write',
] as const;
export type Permission = (typeof permissions)[number];

/** What a person may do, as a practice chooses it: look, work at the front desk, or set up the practice, too. */
export const permissionSets = {
  view: permissions.filter((permission) => permission.endsWith('.read')),
  book: permissions.filter((permission) => permission !== 'practice.write'),
  manage: [...permissions],
} as const satisfies Record<string, readonly Permission[]>;
export type PermissionSet = keyof typeof permissionSets;

/** What somebody of a role may do where nobody has chosen: the managers of a practice set it up, all others work in it. */
export const usualSetOf = (role: string): PermissionSet => (role === 'manager' ? 'manage' : 'book');
