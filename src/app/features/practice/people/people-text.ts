import { t } from '@lingui/core/macro';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { listText } from '#app/text/list-text.ts';
import { type Permission, type PermissionSet, permissionSets, permissions } from '#contract/permissions.ts';
import type { ReceivedStore } from '#contract/received.ts';

export const permissionSetTexts: Readonly<Record<PermissionSet, string>> = translateOnRead({
  manage: () => t({ message: 'Manage the practice', comment: 'the access of a person: everything' }),
  book: () => t({ message: 'Book appointments', comment: 'the access of a person' }),
  view: () => t({ message: 'View only', comment: 'the access of a person' }),
});
export const permissionSetsInOrder = ['manage', 'book', 'view'] as const satisfies readonly PermissionSet[];

/** The permission set with exactly these permissions, in any order; null if there is none. */
export function findPermissionSet(held: readonly string[]): PermissionSet | null {
  const found = permissionSetsInOrder.find((set) => {
    const all: readonly string[] = permissionSets[set];
    return all.length === new Set(held).size && all.every((permission) => held.includes(permission));
  });
  return found ?? null;
}

const permissionWords: Readonly<Record<Permission, string>> = translateOnRead({
  'appointments.read': () => t({ message: 'view appointments', comment: 'what a person may do, in a list' }),
  'appointments.write': () =>
    t({ message: 'book and change appointments', comment: 'what a person may do, in a list' }),
  'availability.write': () => t({ message: 'plan shifts and block times', comment: 'what a person may do, in a list' }),
  'pets.read': () => t({ message: 'view pets', comment: 'what a person may do, in a list' }),
  'pets.write': () => t({ message: 'add and change pets', comment: 'what a person may do, in a list' }),
  'clients.read': () => t({ message: 'view clients', comment: 'what a person may do, in a list' }),
  'clients.write': () => t({ message: 'add and change clients', comment: 'what a person may do, in a list' }),
  'employees.read': () => t({ message: 'view who works here', comment: 'what a person may do, in a list' }),
  'appointment_types.read': () => t({ message: 'view visit types', comment: 'what a person may do, in a list' }),
  'practice.write': () => t({ message: 'manage the practice', comment: 'what a person may do, in a list' }),
});

/** The permissions of a person, in words. Permissions that Frontdesk does not know are shown by their names. */
export function permissionsText(held: readonly string[]): string {
  const set = findPermissionSet(held);
  if (set !== null) return permissionSetTexts[set];
  if (held.length === 0) return t({ message: 'No access', comment: 'what a person may do' });
  const words = new Map<string, string>(permissions.map((permission) => [permission, permissionWords[permission]]));
  const list = listText(held.map((permission) => words.get(permission) ?? permission));
  return t({ message: `Custom: ${list}`, comment: 'what a person may do, where it is none of the usual choices' });
}

/** The stores of a person: “All stores”, or their names. */
export function storesText(storeIds: readonly string[] | null, stores: readonly ReceivedStore[]): string {
  const own = stores.filter(({ id }) => storeIds === null || storeIds.includes(id));
  if (stores.length > 1 && own.length === stores.length) return t`All stores`;
  return listText(own.map(({ name }) => name));
}

/** Says what a key may be used for. */
export function keyTypeText(access: string): string {
  return access === 'read_only'
    ? t({ message: 'Read only', comment: 'what a key is good for' })
    : t({ message: 'Read and write', comment: 'what a key is good for' });
}
