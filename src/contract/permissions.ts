/**
 * The permissions of employees. An endpoint requires the permission of the matching action in the staff application
 * (section 5.5 of the specification). This is the only list of permissions.
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

/** The permission sets that a practice can choose from: look only, work at the front desk, or manage the practice as well. */
export const permissionSets = {
  view: permissions.filter((permission) => permission.endsWith('.read')),
  book: permissions.filter((permission) => permission !== 'practice.write'),
  manage: [...permissions],
} as const satisfies Record<string, readonly Permission[]>;
export type PermissionSet = keyof typeof permissionSets;

/** The default permission set of a role: managers may set up the practice, all others may work in it. */
export const defaultPermissionSet = (role: string): PermissionSet => (role === 'manager' ? 'manage' : 'book');

/**
 * Whether an endpoint writes, which a read-only key may not do (section 5.6 of the specification). A POST that only
 * reads, such as a search, is recognised by its permission, which ends in `.read`.
 */
export function requiresWriteAccess({
  method,
  permission,
  creates = false,
}: {
  method: string;
  permission?: Permission | null;
  creates?: boolean;
}): boolean {
  const reads = method === 'POST' && !creates && permission?.endsWith('.read') === true;
  return method !== 'GET' && !reads;
}
