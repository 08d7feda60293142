import { t } from '@lingui/core/macro';
import { companyName } from '#app/api/directory.ts';
import { newId } from '#app/browser/new-id.ts';
import { showNotice } from '#app/components/show-notice.ts';
import { useEditor } from '#app/editor/editor.ts';
import { RecordList } from '#app/editor/record-list.tsx';
import { type Person, personKind, personOf } from '#app/features/practice/kinds/person.tsx';
import { partTitle } from '#app/features/practice/part-titles.ts';
import { byUse } from '#app/features/practice/parts.tsx';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { reasonOf } from '#app/text/failures.tsx';
import { isolated } from '#app/text/isolated.ts';
import { practiceEndpoints } from '#contract/practice-endpoints.ts';
import { fullName } from '#contract/practice-setup.ts';
import { Devices } from './devices.tsx';
import { Keys } from './keys.tsx';
import { permissionSetOf } from './people-text.ts';

/** The people of the practice, with their permissions, keys and PINs. */
export function PeoplePart() {
  const practice = usePractice();
  const { company, can, confirmed, onCards } = practice;
  const { api } = useEditor();

  /** Issues a key for a new person. If that fails, the person stays, and their id is returned to open their form. */
  async function addKey(id: string, person: Pick<Person, 'firstName' | 'lastName' | 'permissions' | 'hasKey'>) {
    if (!person.hasKey || !can('issueKey')) return null;
    const access = permissionSetOf(person.permissions) === 'view' ? 'read_only' : 'read_write';
    const name = fullName(person);
    const input = { companyId: company.id, id, access };
    try {
      const send = () => api.call(practiceEndpoints.issueKey, input, { idempotencyKey: newId() });
      const { key } = await confirmed(send);
      onCards([{ name, key, practice: companyName(company) }]);
      return null;
    } catch (error) {
      const shown = isolated(name);
      showNotice({
        tone: 'warn',
        title: t`${shown} was added, but no key was made`,
        text: [t`Try it again with “New key”.`, reasonOf(error)].join(' '),
      });
      return id;
    }
  }

  return (
    <RecordList
      kind={personKind}
      items={[...practice.employees].sort(byUse).map(personOf)}
      label={partTitle('people')}
      reference={practice}
      onCreated={addKey}
      belowForm={(person) =>
        can('listKeys') ? (
          <>
            <Keys employeeId={person.id} name={fullName(person)} canHave={person.isActive} />
            {practice.session.access === 'sign_in' ? (
              <Devices employeeId={person.id} canHave={person.isActive} />
            ) : null}
          </>
        ) : null
      }
    />
  );
}
