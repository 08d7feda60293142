import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { companyName } from '#app/api/directory.ts';
import { newId } from '#app/browser/new-id.ts';
import { LabelledCheckbox } from '#app/components/checkbox.tsx';
import { showNotice } from '#app/components/show-notice.ts';
import { useEditor } from '#app/editor/editor.ts';
import { RecordList } from '#app/editor/record-list.tsx';
import { partTitle } from '#app/features/practice/part-titles.ts';
import { comparePracticeRecords, usePractice } from '#app/features/practice/practice-context.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { errorReasonText } from '#app/text/error-texts.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { practiceCalls } from '#contract/practice-calls.ts';
import { fullName } from '#contract/practice-setup.ts';
import { DeviceList } from './devices.tsx';
import { KeyList } from './keys.tsx';
import { findPermissionSet } from './people-text.ts';
import { type Person, personKind, toPerson } from './person.tsx';

/** The people of the practice, with their permissions, keys and PINs. */
export function PeoplePart() {
  const practice = usePractice();
  const { company, session } = useDesk();
  const { api, companyId, offered, send } = useEditor();
  const [wantsKey, setWantsKey] = useState(true);

  /** Issues a key for a new person. If that fails, a notice says so, and the id is returned so that the form opens. */
  async function addKey(id: string, person: Pick<Person, 'firstName' | 'lastName' | 'permissions'>) {
    const access = findPermissionSet(person.permissions) === 'view' ? 'read_only' : 'read_write';
    const name = fullName(person);
    const input = { companyId, id, access };
    try {
      const { key } = await send(() => api.call(practiceCalls.issueKey, input, { idempotencyKey: newId() }));
      practice.onCards([{ name, key, practice: companyName(company) }]);
      return null;
    } catch (error) {
      const shown = isolateText(name);
      showNotice({
        tone: 'warn',
        title: t`${shown} was added, but no key was created`,
        text: [t`Try again with “New key”.`, errorReasonText(error)].join(' '),
      });
      return id;
    }
  }

  return (
    <RecordList
      kind={personKind}
      items={[...practice.employees].sort(comparePracticeRecords).map(toPerson)}
      label={partTitle('people')}
      reference={practice}
      onCreated={wantsKey && offered('issueKey') ? addKey : undefined}
      newOptions={
        offered('issueKey') ? (
          <LabelledCheckbox label={t`Create a sign-in key for them now`} isChecked={wantsKey} onChange={setWantsKey} />
        ) : null
      }
      belowForm={(person) =>
        offered('listKeys') ? (
          <>
            <KeyList employeeId={person.id} name={fullName(person)} canHave={person.isActive} />
            {session.access === 'sign_in' ? <DeviceList employeeId={person.id} canHave={person.isActive} /> : null}
          </>
        ) : null
      }
    />
  );
}
