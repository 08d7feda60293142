import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { companyName } from '#app/api/directory.ts';
import { reasonOf, useFailure } from '#app/api/failures.tsx';
import { practiceQueries } from '#app/api/practice.ts';
import { newId } from '#app/browser/new-id.ts';
import { Select } from '#app/components/select.tsx';
import { showNotice } from '#app/components/show-notice.ts';
import { nameFault } from '#app/editor/name-fault.ts';
import { EditForm, type FieldTexts } from '#app/features/practice/editing/edit-form.tsx';
import { LabelledCheckbox } from '#app/features/practice/editing/labelled-checkbox.tsx';
import { PracticeError } from '#app/features/practice/editing/practice-error.tsx';
import { type Edit, useEdit } from '#app/features/practice/editing/use-edit.ts';
import { PersonFields, permissionSetsInOrder, permissionTexts } from '#app/features/practice/fields/person-fields.tsx';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { usePolling } from '#app/features/practice/use-polling.ts';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import { type EmployeeRole, employeeRoles } from '#contract/clients-pets-staff.ts';
import { type Permission, permissionSets } from '#contract/permissions.ts';
import { fullName } from '#contract/practice-setup.ts';
import type { ReceivedManagedEmployee } from '#contract/received-practice.ts';
import { Keys } from './keys.tsx';
import { type May, mayOf, mayText, roleText, storesText } from './people-text.ts';

interface PersonValues {
  firstName: string;
  lastName: string;
  role: string;
  storeIds: string[];
  may: May;
  isActive: boolean;
}

const valuesOf = (employee: ReceivedManagedEmployee): PersonValues => ({
  firstName: employee.firstName,
  lastName: employee.lastName,
  role: employee.role,
  storeIds: employee.storeIds,
  may: mayOf(employee.permissions),
  isActive: employee.isActive,
});

/** Whether a value is wrong; one who is known by one name alone may stay so. */
const isWrongWith =
  (needsLastName: boolean) =>
  ({ firstName, lastName, storeIds }: PersonValues) =>
    nameFault(firstName) !== null ||
    ((needsLastName || lastName.trim() !== '') && nameFault(lastName) !== null) ||
    storeIds.length === 0;

/** What is sent for the values that changed. */
function bodyOf({ firstName, lastName, role, storeIds, may }: PersonValues) {
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    role: roleOf(role),
    storeIds,
    permissions: may === 'custom' ? undefined : [...permissionSets[may]],
  };
}

const roleOf = (role: string): EmployeeRole => employeeRoles.find((one) => one === role) ?? 'receptionist';

/** A person: their form, and their keys. */
export function Person({ employeeId }: { employeeId: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { company } = usePractice();
  const one = { companyId: company.id, employeeId };
  const person = useQuery({ ...practiceQueries.employee(api, one), staleTime: 0 });
  usePolling(() => {
    void queryClient.prefetchQuery({ ...practiceQueries.employee(api, one, 'poll'), staleTime: 0 });
  });
  const failure = useFailure(person, employeeId);
  if (person.data) return <PersonForm employee={person.data} />;
  if (failure !== null)
    return (
      <PracticeError
        error={failure}
        onRetry={() => void person.refetch()}
      >{t`The person could not be loaded.`}</PracticeError>
    );
  return <p className="text-muted">{words.loading}</p>;
}

function PersonForm({ employee }: { employee: ReceivedManagedEmployee }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { company, call, confirmed, can } = usePractice();
  const one = practiceQueries.employee(api, { companyId: company.id, employeeId: employee.id });
  const needsLastName = employee.lastName !== '';
  const edit = useEdit<PersonValues>({
    id: employee.id,
    current: valuesOf(employee),
    latest: async () => valuesOf(await queryClient.fetchQuery({ ...one, staleTime: 0, retry: false })),
    isWrong: isWrongWith(needsLastName),
    save(changes, values) {
      const body = bodyOf(values);
      return confirmed(() =>
        call('changeEmployee', {
          id: employee.id,
          ...(changes.firstName === undefined ? {} : { firstName: body.firstName }),
          ...(changes.lastName === undefined ? {} : { lastName: body.lastName }),
          ...(changes.role === undefined ? {} : { role: body.role }),
          ...(changes.storeIds === undefined ? {} : { storeIds: body.storeIds }),
          ...(changes.may === undefined || body.permissions === undefined ? {} : { permissions: body.permissions }),
          ...(changes.isActive === undefined ? {} : { isActive: values.isActive }),
        }),
      );
    },
  });
  const { isActive, may } = edit.values;
  const name = fullName(employee);
  const shown = isolated(name);
  const managed = employee.permissions.includes('practice.write' satisfies Permission);
  return (
    <div className="flex flex-col gap-4">
      <EditForm edit={edit} label={name} texts={fieldTexts(employee, company)}>
        <Fields edit={edit} held={employee.permissions} needsLastName={needsLastName} />
        {managed && (may === 'book' || may === 'view') ? (
          <p className="text-warn">{t`${shown} will no longer manage the practice.`}</p>
        ) : null}
        {can('changeEmployee') ? (
          <LabelledCheckbox
            label={t({ message: 'Works here', comment: 'checkbox: a person who has not left the practice' })}
            isChecked={isActive}
            onChange={(works) => edit.change({ isActive: works })}
          />
        ) : null}
        {employee.isActive && !isActive ? (
          <p className="text-warn">{t`Their keys stop working at once, for good. Their visits stay as they are.`}</p>
        ) : null}
      </EditForm>
      {can('listKeys') ? <Keys employeeId={employee.id} name={name} canHave={employee.isActive} /> : null}
    </div>
  );
}

interface Added {
  id: string;
  name: string;
  key: string | null;
  /** Why no key was made that was wanted. */
  keyError: unknown;
}

/** The form of a new person, who gets a key at once unless it is not wanted. */
export function NewPerson() {
  const { company, call, confirmed, can, onCards } = usePractice();
  const canIssue = can('issueKey');
  const edit = useEdit<PersonValues & { hasKey: boolean }, Added>({
    id: 'new person',
    current: {
      firstName: '',
      lastName: '',
      role: 'receptionist',
      storeIds: company.stores.map(({ id }) => id),
      may: 'book',
      isActive: true,
      hasKey: true,
    },
    latest: null,
    isWrong: isWrongWith(true),
    async save(_, values, options) {
      const { permissions = [], ...body } = bodyOf(values);
      const id = await confirmed(() => call('createEmployee', { ...body, permissions }, options));
      const added = { id, name: fullName(body), key: null, keyError: null };
      if (!values.hasKey || !canIssue) return added;
      const access = values.may === 'view' ? 'read_only' : 'read_write';
      // The person is there now, whatever becomes of the key.
      return confirmed(() => call('issueKey', { id, access }, { idempotencyKey: newId() })).then(
        ({ key }) => ({ ...added, key }),
        (keyError: unknown) => ({ ...added, keyError }),
      );
    },
    onSaved({ id, name, key, keyError }) {
      if (key !== null) onCards([{ name, key, practice: companyName(company) }]);
      if (keyError === null) return null;
      const shown = isolated(name);
      showNotice({
        tone: 'warn',
        title: t`${shown} was added, but no key was made`,
        text: [t`Try it again with “New key”.`, reasonOf(keyError)].join(' '),
      });
      return id;
    },
  });
  const keyLabel = t`Make a key for them now, to sign in with`;
  return (
    <EditForm
      edit={edit}
      label={t({ message: 'New person', comment: 'button: adds one who works here' })}
      texts={{ ...fieldTexts(null, company), hasKey: { label: keyLabel, text: String } }}
    >
      <Fields edit={edit} held={null} needsLastName />
      {canIssue ? (
        <LabelledCheckbox
          label={keyLabel}
          isChecked={edit.values.hasKey}
          onChange={(hasKey) => edit.change({ hasKey })}
        />
      ) : null}
    </EditForm>
  );
}

function fieldTexts(
  employee: ReceivedManagedEmployee | null,
  company: Parameters<typeof storesText>[1],
): FieldTexts<PersonValues> {
  return {
    firstName: { label: t({ message: 'First name', comment: 'of a person' }), text: String },
    lastName: { label: t({ message: 'Last name', comment: 'of a person' }), text: String },
    role: { label: t({ message: 'Role', comment: 'what a person does in a practice' }), text: roleText },
    storeIds: { label: t`Stores`, text: (storeIds) => storesText(storeIds, company) },
    may: {
      label: t({ message: 'May', comment: 'what a person may do: manage, book, view' }),
      text: (may) => (may === 'custom' ? mayText(employee?.permissions ?? []) : permissionTexts[may]),
    },
    isActive: {
      label: t({ message: 'Works here', comment: 'checkbox: a person who has not left the practice' }),
      text: (isActive) =>
        isActive
          ? t({ message: 'Works here', comment: 'checkbox: a person who has not left the practice' })
          : t({ message: 'No longer here', comment: 'a person who has left the practice' }),
    },
  };
}

interface FieldsProps {
  edit: Pick<Edit<PersonValues>, 'values' | 'change' | 'showFaults'>;
  /** What they may do now; null for a new person. */
  held: readonly string[] | null;
  needsLastName: boolean;
}

function Fields({ edit, held, needsLastName }: FieldsProps) {
  const { company } = usePractice();
  const { values, change, showFaults } = edit;
  const isCustom = held !== null && mayOf(held) === 'custom';
  const options = permissionSetsInOrder.map((set) => ({ value: set as string, label: permissionTexts[set] }));
  return (
    <>
      <PersonFields
        labelled
        needsLastName={needsLastName}
        mayField={
          <Select
            className="col-span-2 sm:col-span-1"
            label={t({ message: 'May', comment: 'what a person may do: manage, book, view' })}
            options={isCustom ? [...options, { value: 'custom', label: mayText(held) }] : options}
            value={values.may}
            onChange={(chosen) => change({ may: permissionSetsInOrder.find((set) => set === chosen) ?? 'custom' })}
          />
        }
        value={{ ...values, role: roleOf(values.role), may: 'book' }}
        onChange={({ firstName, lastName, role }) => change({ firstName, lastName, role })}
        showFaults={showFaults}
      />
      {company.stores.length > 1 ? (
        <fieldset>
          <legend className="text-xs font-semibold">{t`Stores`}</legend>
          <div className="flex flex-wrap gap-x-5">
            {company.stores.map((store) => (
              <LabelledCheckbox
                key={store.id}
                label={store.name}
                isChecked={values.storeIds.includes(store.id)}
                onChange={(isChecked) =>
                  change({
                    storeIds: isChecked
                      ? [...values.storeIds, store.id]
                      : values.storeIds.filter((id) => id !== store.id),
                  })
                }
              />
            ))}
          </div>
          {values.storeIds.length === 0 ? (
            <p role="alert" className="text-xs text-danger">{t`Choose at least one store.`}</p>
          ) : null}
        </fieldset>
      ) : null}
    </>
  );
}
