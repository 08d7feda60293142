import { t } from '@lingui/core/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Select } from '#app/components/select.tsx';
import type { Field, FieldInputProps } from '#app/editor/field.ts';
import { CheckboxesInput, choiceField, switchField, textField } from '#app/editor/fields.tsx';
import { defineKind } from '#app/editor/record-kind.ts';
import type { Practice } from '#app/features/practice/practice-context.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { roleText, roleTexts } from '#app/text/role-text.ts';
import { employeeRoles } from '#contract/enums.ts';
import { type Permission, permissionSets } from '#contract/permissions.ts';
import { practiceCalls } from '#contract/practice-calls.ts';
import { managementBodySchemas } from '#contract/practice-management.ts';
import { fullName } from '#contract/practice-setup.ts';
import type { ReceivedEmployee } from '#contract/received.ts';
import {
  findPermissionSet,
  permissionSetsInOrder,
  permissionSetTexts,
  permissionsText,
  storesText,
} from './people-text.ts';

const { createEmployee, changeEmployee } = practiceCalls;

/** A person who works in the practice, as a manager sees them. */
export interface Person {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  /** The ids of the person's stores; null if the practice system does not report them. */
  readonly storeIds: readonly string[] | null;
  readonly permissions: readonly string[];
  readonly isActive: boolean;
}

export function toPerson({ id, name, role, storeIds, isActive, managed }: ReceivedEmployee): Person {
  const listed = managed ?? { firstName: name, lastName: '', permissions: [] };
  return { id, role, storeIds, isActive, ...listed };
}

const storesField: Field<readonly string[] | null, string[], Practice> = {
  label: () => t`Stores`,
  value: z.nullable(z.array(z.string())),
  input: z.array(z.string()),
  text: (storeIds, { stores }) => storesText(storeIds, stores),
  begin: (storeIds) => [...(storeIds ?? [])],
  read: (typed) => (typed.length > 0 ? { value: typed } : { problem: t`Choose at least one store.` }),
  options: ({ stores }) => stores.map(({ id, name }) => ({ value: id, label: name })),
  Input: CheckboxesInput,
  isShown: ({ reference }) => reference.stores.length > 1,
  isWide: true,
};

/** The input is the name of a permission set, or, for a custom choice, the permissions separated by spaces. */
const accessField: Field<readonly string[], string, Practice> = {
  label: () => t({ message: 'Access', comment: 'what a person may do: manage, book, view' }),
  value: z.array(z.string()),
  input: z.string(),
  text: permissionsText,
  begin: (held) => findPermissionSet(held) ?? held.join(' '),
  read: (typed) => ({ value: readPermissions(typed) }),
  Input: AccessInput,
};

function readPermissions(typed: string): readonly string[] {
  const set = permissionSetsInOrder.find((one) => one === typed);
  return set === undefined ? typed.split(' ') : permissionSets[set];
}

function AccessInput({ label, value, onChange, error }: FieldInputProps<string, Practice>) {
  const [first] = useState(value);
  const sets: readonly string[] = permissionSetsInOrder;
  const own = sets.includes(first) ? [] : [{ value: first, label: permissionsText(readPermissions(first)) }];
  const options = [...permissionSetsInOrder.map((set) => ({ value: set, label: permissionSetTexts[set] })), ...own];
  return <Select label={label} options={options} value={value} onChange={onChange} error={error} />;
}

const worksHereText = () => t({ message: 'Works here', comment: 'checkbox: a person who has not left the practice' });
const MANAGE_PERMISSION: Permission = 'practice.write';

export const personKind = defineKind({
  name: 'employee',
  title: (person: Person) => fullName(person),
  fields: {
    firstName: textField({ label: () => t({ message: 'First name', comment: 'of a person' }) }),
    lastName: textField({ label: () => t({ message: 'Last name', comment: 'of a person' }) }),
    role: choiceField({
      label: () => t({ message: 'Role', comment: 'what a person does in a practice' }),
      options: (_: Practice) => employeeRoles.map((role) => ({ value: role, label: roleTexts[role] })),
      other: roleText,
    }),
    permissions: accessField,
    storeIds: storesField,
    isActive: switchField({
      label: worksHereText,
      on: worksHereText,
      off: () => t({ message: 'No longer here', comment: 'a person who has left the practice' }),
    }),
  },
  create: {
    endpoint: { operation: 'createEmployee', ...createEmployee, input: managementBodySchemas.employee.create },
    label: () => t({ message: 'New person', comment: 'button: adds one who works here' }),
    blank: ({ stores }: Practice) => ({
      ...{ firstName: '', lastName: '', role: 'receptionist', permissions: permissionSets.book },
      ...{ storeIds: stores.map(({ id }) => id), isActive: true },
    }),
  },
  change: { operation: 'changeEmployee', ...changeEmployee, input: managementBodySchemas.employee.change },
  row: ({ isActive }) => ['role', 'storeIds', isActive ? 'permissions' : 'isActive'],
  isFaded: ({ isActive }) => !isActive,
  note: ({ permissions, isActive }, person) =>
    person === null ? null : (
      <AccessWarnings
        name={fullName(person)}
        losesPractice={person.permissions.includes(MANAGE_PERMISSION) && !permissions.includes(MANAGE_PERMISSION)}
        leaves={person.isActive && !isActive}
      />
    ),
});

function AccessWarnings({
  name: title,
  losesPractice,
  leaves,
}: {
  name: string;
  losesPractice: boolean;
  leaves: boolean;
}) {
  const name = isolateText(title);
  return (
    <>
      {losesPractice ? <p className="text-warn">{t`${name} will no longer manage the practice.`}</p> : null}
      {leaves ? (
        <p className="text-warn">{t`Their keys stop working immediately and permanently. Their appointments stay as they are.`}</p>
      ) : null}
    </>
  );
}
