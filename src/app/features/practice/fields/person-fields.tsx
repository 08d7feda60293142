import { t } from '@lingui/core/macro';
import { Select } from '#app/components/select.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { nameFault } from '#app/editor/name-fault.ts';
import { permissionSetsInOrder, permissionTexts } from '#app/features/practice/people/people-text.ts';
import { roleTexts } from '#app/text/role-text.ts';
import { type EmployeeRole, employeeRoles } from '#contract/clients-pets-staff.ts';
import type { PermissionSet } from '#contract/permissions.ts';
import { fullName } from '#contract/practice-setup.ts';
import { useTouched } from './use-touched.ts';

/** A person while they are edited. */
interface TypedPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly role: EmployeeRole;
  readonly may: PermissionSet;
}

interface PersonFieldsProps {
  value: TypedPerson;
  onChange: (value: TypedPerson) => void;
  /** The whole names of the others where no two may be the same. */
  others?: readonly string[];
  /** Whether a last name has to be given. */
  needsLastName?: boolean;
  /** What they may do is not asked: they manage. */
  manages?: boolean;
  showFaults: boolean;
  /** Whether the labels are shown on wide screens, too, where no heading says them. */
  labelled?: boolean;
}

export const personColumns = 'grid items-start gap-2 grid-cols-2 sm:grid-cols-[1fr_1fr_8.5rem_13rem]';

/** The name of a person, what they do in the practice, and what they may do here. */
export function PersonFields(props: PersonFieldsProps) {
  const { value, onChange, others = [], needsLastName = false, manages = false, showFaults, labelled } = props;
  const { leave, told } = useTouched(showFaults);
  const label = labelled ? {} : ({ labelHidden: 'wide' } as const);
  const firstFault = nameFault(value.firstName);
  const isTwice = firstFault === null && nameFault(fullName(value), others) !== null;
  const lastFault = value.lastName.trim() === '' && !needsLastName ? null : nameFault(value.lastName);
  return (
    <div className={labelled ? `grid grid-cols-2 items-start gap-3 ${manages ? 'sm:grid-cols-3' : ''}` : personColumns}>
      <TextField
        label={t({ message: 'First name', comment: 'of a person' })}
        {...label}
        value={value.firstName}
        onChange={(firstName) => onChange({ ...value, firstName })}
        onBlur={() => leave('firstName')}
        error={told('firstName', firstFault)}
      />
      <TextField
        label={t({ message: 'Last name', comment: 'of a person' })}
        {...label}
        value={value.lastName}
        onChange={(lastName) => onChange({ ...value, lastName })}
        onBlur={() => leave('lastName')}
        error={told('lastName', lastFault ?? (isTwice ? t`Somebody of this name is there already.` : null))}
      />
      <Select
        label={t({ message: 'Role', comment: 'what a person does in a practice' })}
        {...label}
        options={employeeRoles.map((role) => ({ value: role, label: roleTexts[role] }))}
        value={value.role}
        onChange={(chosen) => onChange({ ...value, role: employeeRoles.find((role) => role === chosen) ?? value.role })}
      />
      {manages ? null : (
        <Select
          label={t({ message: 'May', comment: 'what a person may do: manage, book, view' })}
          {...label}
          options={permissionSetsInOrder.map((set) => ({ value: set, label: permissionTexts[set] }))}
          value={value.may}
          onChange={(chosen) =>
            onChange({ ...value, may: permissionSetsInOrder.find((set) => set === chosen) ?? value.may })
          }
        />
      )}
    </div>
  );
}
