import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { fullListQuery } from '#app/api/queries.ts';
import { useFailure } from '#app/api/use-failure.ts';
import { useEditor } from '#app/editor/editor.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { instantText } from '#app/text/time-text.ts';
import { practiceCalls } from '#contract/practice-calls.ts';
import type { ReceivedKey } from '#contract/received-practice.ts';
import { CredentialList, CredentialRow } from './credential-list.tsx';
import { NewKey } from './new-key.tsx';
import { keyTypeText } from './people-text.ts';

interface KeyListProps {
  employeeId: string;
  name: string;
  /** Whether the person may have keys; people who have left may not. */
  canHave: boolean;
}

/**
 * The keys of a person, newest first. A key can be issued and revoked; the key itself is shown only once, after it was
 * issued.
 */
export function KeyList({ employeeId, name, canHave }: KeyListProps) {
  const { api, companyId, offered } = useEditor();
  const keys = useQuery(fullListQuery(api, practiceCalls.listKeys, { companyId, id: employeeId }));
  const failure = useFailure(keys, employeeId);
  return (
    <CredentialList
      title={t`Sign-in keys`}
      items={keys.data?.records}
      failure={failure}
      onRetry={() => void keys.refetch()}
      failed={t`The keys couldn’t be loaded.`}
      empty={t`No key yet. Without one, no one can sign in as this person.`}
      row={(key) => <KeyRow key={key.id} issued={key} canRevoke={offered('revokeKey') !== undefined} />}
    >
      {canHave && offered('issueKey') ? <NewKey employeeId={employeeId} name={name} /> : null}
    </CredentialList>
  );
}

function KeyRow({ issued, canRevoke }: { issued: ReceivedKey; canRevoke: boolean }) {
  const { zone } = usePractice();
  const { api, companyId } = useEditor();
  const timeText = (instant: string) => instantText(zone, Date.parse(instant));
  const issuedAt = timeText(issued.createdAt);
  const isOver = issued.expiresAt !== null && Date.parse(issued.expiresAt) <= Date.now();
  const title = t({ message: `Issued ${issuedAt}`, comment: 'a key: when it was made' });
  return (
    <CredentialRow
      texts={[title, keyTypeText(issued.access), endText(issued, isOver, timeText)]}
      isFaded={issued.revokedAt !== null || isOver}
      button={
        canRevoke && issued.revokedAt === null
          ? {
              text: t({ message: 'Revoke', comment: 'button: a key' }),
              name: t({ message: `Revoke the key that was issued ${issuedAt}`, comment: 'button' }),
            }
          : null
      }
      question={{
        label: title,
        confirm: t({ message: 'Revoke key', comment: 'button: confirms it' }),
        failed: t`The key couldn’t be revoked.`,
        onConfirm: () => api.call(practiceCalls.revokeKey, { companyId, id: issued.id }),
        children: t`Anyone using this key is signed out immediately. This can’t be undone.`,
      }}
    />
  );
}

/** When a key expires, or when it expired or was revoked. */
function endText({ expiresAt, revokedAt }: ReceivedKey, isOver: boolean, at: (instant: string) => string): string {
  if (revokedAt !== null) {
    const when = at(revokedAt);
    return t({ message: `revoked ${when}`, comment: 'a key: since when it is not accepted' });
  }
  if (expiresAt === null) return t({ message: 'never expires', comment: 'a key: for how long it is valid' });
  const when = at(expiresAt);
  return isOver
    ? t({ message: `expired ${when}`, comment: 'a key: since when it is not accepted' })
    : t({ message: `expires ${when}`, comment: 'a key: until when it is valid' });
}
