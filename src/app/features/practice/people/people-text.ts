import { t } from '@lingui/core/macro';
import type { DeskCompany } from '#app/api/directory.ts';
import { humanName } from '#app/appearance/enum-labels.ts';
import { permissionSetsInOrder, permissionTexts, roleTexts } from '#app/features/practice/fields/person-fields.tsx';
import { translated } from '#app/language/translated.ts';
import { listText } from '#app/text/list-text.ts';
import { employeeRoles } from '#contract/clients-pets-staff.ts';
import { type Permission, type PermissionSet, permissionSets, permissions } from '#contract/permissions.ts';

/** What a person may do: one of the sets, or a choice of their own. */
export type May = PermissionSet | 'custom';

/** The set that these permissions are, whatever their order. */
export function mayOf(held: readonly string[]): May {
  const found = permissionSetsInOrder.find((set) => {
    const wanted: readonly string[] = permissionSets[set];
    return wanted.length === new Set(held).size && wanted.every((permission) => held.includes(permission));
  });
  return found ?? 'custom';
}

const permissionWords: Readonly<Record<Permission, string>> = translated({
  'appointments.read': () => t({ message: 'see appointments', comment: 'what a person may do, in a list' }),
  'appointments.write': () =>
    t({ message: 'book and change appointments', comment: 'what a person may do, in a list' }),
  'availability.write': () => t({ message: 'plan duty and block times', comment: 'what a person may do, in a list' }),
  'pets.read': () => t({ message: 'see pets', comment: 'what a person may do, in a list' }),
  'pets.write': () => t({ message: 'register pets', comment: 'what a person may do, in a list' }),
  'clients.read': () => t({ message: 'see clients', comment: 'what a person may do, in a list' }),
  'clients.write': () => t({ message: 'register clients', comment: 'what a person may do, in a list' }),
  'employees.read': () => t({ message: 'see who works here', comment: 'what a person may do, in a list' }),
  'appointment_types.read': () => t({ message: 'see visit types', comment: 'what a person may do, in a list' }),
  'practice.write': () => t({ message: 'manage the practice', comment: 'what a person may do, in a list' }),
});

/** Permissions one by one, those of another practice system by their names. */
function permissionList(held: readonly string[]): string {
  return listText(
    held.map((permission) => {
      const known = permissions.find((one) => one === permission);
      return known === undefined ? permission : permissionWords[known];
    }),
  );
}

/** What a person may do, in words. */
export function mayText(held: readonly string[]): string {
  const may = mayOf(held);
  if (may !== 'custom') return permissionTexts[may];
  const list = permissionList(held);
  if (list === '') return t({ message: 'Nothing', comment: 'what a person may do' });
  return t({ message: `Custom: ${list}`, comment: 'what a person may do, where it is none of the usual choices' });
}

/** What a person does in the practice. */
export function roleText(role: string): string {
  const known = employeeRoles.find((one) => one === role);
  return known === undefined ? humanName(role) : roleTexts[known];
}

/** The stores of a person in words: all of them, or their names. */
export function storesText(storeIds: readonly string[] | null, { stores }: Pick<DeskCompany, 'stores'>): string {
  const own = stores.filter(({ id }) => storeIds === null || storeIds.includes(id));
  if (stores.length > 1 && own.length === stores.length) return t`All stores`;
  return listText(own.map(({ name }) => name));
}

/** What a key is good for. */
export function accessText(access: string): string {
  return access === 'read_only'
    ? t({ message: 'Reads only', comment: 'what a key is good for' })
    : t({ message: 'Reads and writes', comment: 'what a key is good for' });
}
