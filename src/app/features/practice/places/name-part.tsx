import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { companyName } from '#app/api/directory.ts';
import { companyQueries } from '#app/api/reference.ts';
import { TextField } from '#app/components/text-field.tsx';
import { nameFault } from '#app/editor/name-fault.ts';
import { EditForm } from '#app/features/practice/editing/edit-form.tsx';
import { Row, Rows } from '#app/features/practice/editing/rows.tsx';
import { useEdit } from '#app/features/practice/editing/use-edit.ts';
import { useTouched } from '#app/features/practice/fields/use-touched.ts';
import { partTitles } from '#app/features/practice/part-titles.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';

/** The company as it is now, read from the practice system. */
export function useLatestCompany() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { company } = usePractice();
  return async () => {
    const { records } = await queryClient.fetchQuery({ ...companyQueries.list(api), staleTime: 0, retry: false });
    return records.find(({ id }) => id === company.id) ?? null;
  };
}

/** The name of the practice. */
export function NamePart() {
  const { company, can } = usePractice();
  return (
    <Rows label={partTitles.practice}>
      <Row
        id={company.id}
        name={companyName(company)}
        facts={t`The name of the practice, on key cards and day sheets.`}
        canEdit={can('changeCompany')}
        form={() => <NameForm />}
      />
    </Rows>
  );
}

function NameForm() {
  const { company, call } = usePractice();
  const latest = useLatestCompany();
  const edit = useEdit({
    id: company.id,
    current: { name: company.name },
    async latest() {
      const now = await latest();
      return now && { name: now.name };
    },
    isWrong: ({ name }) => nameFault(name) !== null,
    save: (_, { name }) => call('changeCompany', { id: company.id, name: name.trim() }),
  });
  const { leave, told } = useTouched(edit.showFaults);
  const label = t({ message: 'Name', comment: 'of a room, a visit type, or a store' });
  return (
    <EditForm edit={edit} label={partTitles.practice} texts={{ name: { label, text: String } }}>
      <TextField
        label={label}
        className="max-w-md"
        value={edit.values.name}
        onChange={(name) => edit.change({ name })}
        onBlur={() => leave('name')}
        error={told('name', nameFault(edit.values.name))}
      />
    </EditForm>
  );
}
