import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, useSyncExternalStore } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { endpointQuery } from '#app/api/queries.ts';
import { useCommandNotices } from '#app/changes/outbox/command-notices.tsx';
import { isPending } from '#app/changes/outbox/outbox.ts';
import { useOutbox } from '#app/changes/outbox/use-outbox.ts';
import { Button } from '#app/components/button.tsx';
import { Checkbox } from '#app/components/checkbox.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { CLIENT_LIST_ID } from '#app/features/clients/client-table.tsx';
import { LinesSkeleton } from '#app/features/clients/loading-content.tsx';
import { contactChannelText, languageText, recallContactText } from '#app/features/clients/message-settings-text.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { calls } from '#contract/calls.ts';
import type { ReceivedClient } from '#contract/received.ts';
import type { ReceivedPair } from '#contract/received-duplicates.ts';
import { normalizeText } from '#reading/text.ts';
import { DuplicateClient } from './duplicate-client.tsx';
import { appointmentsText, mergeNotice, movedRecordsText } from './merge-notices.tsx';
import {
  buildMerge,
  chooseMergePair,
  fieldsToTake,
  isOptedOutOfMessages,
  isOptedOutOfRecalls,
  type TransferableField,
} from './merge-plan.ts';
import { type MergesLog, mergesLogOf } from './merges-log.ts';

/** The merges of this tab. Notices report their outcome, even after the person has left this screen. */
function useMerges(): MergesLog {
  const api = useApi();
  const queryClient = useQueryClient();
  const changes = mergesLogOf(useOutbox(), useDesk().company.id, api, queryClient);
  useCommandNotices(changes, (commands) => mergeNotice(commands, changes));
  return changes;
}

/** Lists pairs of clients who may be the same person, each with what merging them would change. */
export function DuplicatePairList({ today }: { today: string }) {
  const api = useApi();
  const { company } = useDesk();
  const merges = useMerges();
  const commands = useSyncExternalStore(merges.subscribe, merges.commands);
  const busy = new Set(commands.filter(isPending).flatMap(({ keys }) => keys));
  const query = useQuery({
    ...endpointQuery(api, calls.listDuplicates, { companyId: company.id }),
    ...retryUntilLoadedOptions,
    refetchOnMount: 'always',
  });
  if (query.data === undefined) {
    return query.isError ? (
      <EmptyState
        id={CLIENT_LIST_ID}
        title={t`The possible duplicates couldn’t be loaded.`}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <div id={CLIENT_LIST_ID} tabIndex={-1} className="p-3 text-sm">
        <LinesSkeleton label={t`Comparing all clients…`} lines={6} />
      </div>
    );
  }
  const { pairs, total } = query.data;
  if (pairs.length === 0) {
    return (
      <EmptyState id={CLIENT_LIST_ID} title={t`No possible duplicates`}>
        {t`No two clients have the same phone number, or the same name and a pet of the same name.`}
      </EmptyState>
    );
  }
  return (
    <div id={CLIENT_LIST_ID} tabIndex={-1} className="min-h-0 grow overflow-y-auto p-3 text-sm outline-none">
      <p className="pb-3 text-muted">
        {total > pairs.length
          ? t({
              message: `Showing the ${pairs.length} most likely of ${total} pairs.`,
              comment: 'pairs of clients who may be the same person',
            })
          : t`${plural(total, {
              one: '# pair of clients who may be the same person.',
              other: '# pairs of clients who may be the same person.',
            })}`}
      </p>
      <ul aria-label={duplicatesText()} className="flex max-w-4xl flex-col gap-4">
        {pairs.map((pair) => (
          <DuplicatePair
            key={pair.clients.map(({ id }) => id).join()}
            {...{ pair, today, merges }}
            isBusy={pair.clients.some(({ id }) => busy.has(id))}
          />
        ))}
      </ul>
    </div>
  );
}

export const duplicatesText = () => t`Possible duplicates`;

interface DuplicatePairProps {
  pair: ReceivedPair;
  today: string;
  merges: MergesLog;
  /** Whether one of the two clients is being merged. */
  isBusy: boolean;
}

/** Two clients side by side, with what merging them does and a button that does it. */
function DuplicatePair({ pair, today, merges, isBusy }: DuplicatePairProps) {
  const [keptId, setKeptId] = useState<string | null>(null);
  const [choices, setChoices] = useState<Partial<Record<TransferableField, boolean>>>({});
  const statement = useId();
  const both = chooseMergePair(pair, keptId);
  const { kept, other } = both;
  const offered = fieldsToTake(both);
  const taken = new Set(offered.flatMap(({ field, isMissing }) => ((choices[field] ?? isMissing) ? [field] : [])));
  const keptName = isolateText(kept.name);
  const moved = movedRecordsText(other.pets?.length ?? 0, other.appointments);
  const isNothing = (other.pets?.length ?? 0) + other.appointments === 0;
  return (
    <li className="rounded-lg border border-line bg-surface">
      <p className="border-b border-line px-3 py-1.5 text-xs font-semibold text-muted">
        <InlineTexts of={reasonTexts(pair)} />
      </p>
      <div className="grid divide-line max-sm:divide-y sm:grid-cols-2 sm:divide-x">
        {pair.clients.map((client) => (
          <DuplicateClient key={client.id} {...{ client, today }} isKept={client.id === kept.id} />
        ))}
      </div>
      <div className="flex flex-col gap-2 border-t border-line px-3 py-2">
        <RadioChoice
          label={t({ message: 'Keep', comment: 'which of two clients stays when they are merged' })}
          look="plain"
          value={kept.id}
          options={pair.clients.map(({ id, name, appointments }, index) => ({
            value: id,
            label: keepText({ name, appointments, isFirst: index === 0 }),
          }))}
          onChange={(id) => {
            setKeptId(id);
            setChoices({});
          }}
        />
        {offered.map(({ field, isMissing }) => (
          <label key={field} className="flex min-h-6 items-center gap-2">
            <Checkbox
              checked={choices[field] ?? isMissing}
              onChange={(isTaken) => setChoices({ ...choices, [field]: isTaken })}
            />
            <span>
              {takeText(field)} <bdi className="font-medium">{valueText(field, other)}</bdi>
              {isMissing ? null : (
                <span className="text-muted">
                  {' '}
                  <Trans>
                    instead of <bdi>{valueText(field, kept)}</bdi>
                  </Trans>
                </span>
              )}
            </span>
          </label>
        ))}
        {isOptedOutOfMessages(other) && !isOptedOutOfMessages(kept) ? (
          <p>{t`The other client opted out of messages. This will be kept.`}</p>
        ) : isOptedOutOfRecalls(other) && !isOptedOutOfRecalls(kept) ? (
          <p>{t`The other client opted out of reminders that a pet is due again. This will be kept.`}</p>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p id={statement} className="min-w-0 grow basis-64">
            {isNothing
              ? t({
                  message: 'The other client, who has no pets or appointments, will become inactive.',
                  comment: 'what merging two clients does',
                })
              : t({
                  message: `${moved} will move to ${keptName}; the other client will become inactive.`,
                  comment: 'what merging two clients does: “3 pets and 14 appointments will move to Ann Lee; …”',
                })}
          </p>
          <Button
            tone="primary"
            aria-disabled={isBusy}
            aria-describedby={statement}
            onClick={() => (isBusy ? undefined : merges.merge(buildMerge(both, taken)))}
          >
            {isBusy ? texts.loading : t({ message: 'Merge', comment: 'button: makes one client of two' })}
          </Button>
        </div>
      </div>
    </li>
  );
}

/** Says why the two clients may be the same person, and what they share. */
function reasonTexts({ reasons, clients: [one, two] }: ReceivedPair): string[] {
  const shared = (one.pets ?? []).find(({ name }) =>
    (two.pets ?? []).some((other) => normalizeText(other.name) === normalizeText(name)),
  );
  const pet = isolateText(shared?.name ?? '');
  return reasons.map((reason) =>
    reason === 'phone'
      ? t`Same phone number`
      : t({ message: `Same name, and both have ${pet}`, comment: 'two clients; the name of a pet' }),
  );
}

function keepText({ name, appointments, isFirst }: { name: string; appointments: number; isFirst: boolean }): string {
  const client = isolateText(name);
  const count = appointmentsText(appointments);
  return isFirst
    ? t({
        message: `First: ${client}, ${count}`,
        comment: 'one of two clients side by side, with a number of appointments',
      })
    : t({
        message: `Second: ${client}, ${count}`,
        comment: 'one of two clients side by side, with a number of appointments',
      });
}

function valueText(field: TransferableField, client: ReceivedClient): string {
  const value = client[field] ?? '';
  if (field === 'contactBy') return contactChannelText(value);
  if (field === 'recallsBy') return recallContactText(value);
  return field === 'language' ? languageText(value) : value;
}

function takeText(field: TransferableField): string {
  switch (field) {
    case 'phone':
      return t({
        message: 'Copy the phone number:',
        comment: 'from the client who becomes inactive; a number follows',
      });
    case 'email':
      return t({
        message: 'Copy the e-mail address:',
        comment: 'from the client who becomes inactive; an address follows',
      });
    case 'alert':
      return t({ message: 'Copy the alert:', comment: 'from the client who becomes inactive; a text follows' });
    case 'contactBy':
      return t({
        message: 'Copy how they get messages:',
        comment: 'from the client who becomes inactive; “By e-mail” follows',
      });
    case 'recallsBy':
      return t({
        message: 'Copy how they are reminded when a pet is due again:',
        comment: 'from the client who becomes inactive; “By e-mail” follows',
      });
    case 'language':
      return t({
        message: 'Copy the language of messages:',
        comment: 'from the client who becomes inactive; a language follows',
      });
  }
}
