import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { asApiError } from '#app/api/api-error.ts';
import { feedQueries } from '#app/api/feeds.ts';
import { invalidate } from '#app/api/queries.ts';
import { useFailure } from '#app/api/use-failure.ts';
import { newId } from '#app/browser/new-id.ts';
import { Button } from '#app/components/button.tsx';
import { LabelledCheckbox } from '#app/components/checkbox.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { ConfirmQuestion } from '#app/editor/confirm-question.tsx';
import { EditorContext, useDeskEditor } from '#app/editor/editor.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { texts } from '#app/text/shared-texts.ts';
import { instantText } from '#app/text/time-text.ts';
import { messageCalls } from '#contract/message-calls.ts';
import type { ReceivedFeed } from '#contract/received-messages.ts';
import { zoneOfStore } from '#scheduling/calendar-day.ts';

/** The addresses at which other calendar programs read the signed-in person's appointments. */
export function MyCalendar() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { company } = useDesk();
  const refresh = () => invalidate(queryClient, messageCalls.listFeeds);
  const editor = useDeskEditor({ edit: null, onEdit: () => undefined, refresh });
  const holder = useQuery(feedQueries.holder(api, company.id));
  const feeds = useQuery(feedQueries.all(api, company.id));
  const failures = [useFailure(holder), useFailure(feeds)].filter((failure) => failure !== null);
  const employeeId = holder.data?.employeeId;
  const [endedId, setEndedId] = useState<string | null>(null);
  return (
    <EditorContext.Provider value={editor}>
      <div className="flex flex-col gap-2">
        <p>{t`Other calendar programs, such as the one on your phone, can show your appointments. They read them from a secret address and can’t change anything.`}</p>
        {employeeId !== undefined && feeds.data !== undefined ? (
          <>
            <FeedList
              feeds={feeds.data.records.filter((feed) => feed.employeeId === employeeId)}
              onEnded={setEndedId}
            />
            <NewAddress {...{ employeeId, endedId, refresh }} />
          </>
        ) : failures.length > 0 ? (
          <Failure
            look="danger"
            error={failures[0]}
            onRetry={() => void Promise.all([holder.refetch(), feeds.refetch()])}
          >
            {t`The addresses couldn’t be loaded.`}
          </Failure>
        ) : (
          <p className="text-muted">{texts.loading}</p>
        )}
      </div>
    </EditorContext.Provider>
  );
}

function FeedList({ feeds, onEnded }: { feeds: readonly ReceivedFeed[]; onEnded: (id: string) => void }) {
  if (feeds.length === 0) return <p className="text-muted">{t`No address yet.`}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {feeds.map((feed) => (
        <FeedRow key={feed.id} feed={feed} onEnded={onEnded} />
      ))}
    </ul>
  );
}

function FeedRow({ feed, onEnded }: { feed: ReceivedFeed; onEnded: (id: string) => void }) {
  const api = useApi();
  const { company, fallbackZone } = useDesk();
  const [isAsking, setAsking] = useState(false);
  const zone = zoneOfStore(company.stores[0], fallbackZone);
  const timeText = (instant: string | null) => (instant === null ? '' : instantText(zone, Date.parse(instant)));
  const [createdAt, readAt] = [timeText(feed.createdAt), timeText(feed.lastReadAt)];
  const title = t({ message: `Created ${createdAt}`, comment: 'an address of a calendar: when it was made' });
  return (
    <li className="py-1.5">
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="min-w-0 grow basis-48">
          <InlineTexts
            of={[
              title,
              feed.withNames ? t`with names` : t`without names`,
              readAt === ''
                ? t({ message: 'not read yet', comment: 'an address of a calendar' })
                : t({ message: `last read ${readAt}`, comment: 'an address of a calendar: when a program read it' }),
            ]}
          />
        </p>
        <Button
          compact
          tone="quiet"
          aria-label={t({ message: `Delete the address that was created ${createdAt}`, comment: 'button' })}
          aria-expanded={isAsking}
          // The second click of a double click does not close the question again.
          onClick={({ detail }) => (isAsking && detail > 1 ? undefined : setAsking(!isAsking))}
        >
          {t({ message: 'Delete', context: 'button: an address of a calendar stops working' })}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmQuestion
          label={title}
          confirm={t({ message: 'Delete address', comment: 'button: confirms it' })}
          failed={t`The address couldn’t be deleted.`}
          onConfirm={async () => {
            await api.call(messageCalls.endFeed, { companyId: company.id, id: feed.id });
            onEnded(feed.id);
          }}
          onClose={() => setAsking(false)}
        >
          {t`Programs that use this address will no longer get your appointments. This can’t be undone.`}
        </ConfirmQuestion>
      ) : null}
    </li>
  );
}

const refusalTexts = {
  already_issued: () =>
    t`The address was created, but it never reached this page, so no one has it. Delete it in the list above, and create another.`,
  no_public_url: () =>
    t`Other programs can’t reach this server yet. Ask whoever runs Frontdesk to set up its public address.`,
};

interface NewAddressProps {
  employeeId: string;
  /** The id of the address that the person has just deleted, whose URL is then no longer shown; null if there is none. */
  endedId: string | null;
  refresh: () => Promise<unknown>;
}

function NewAddress({ employeeId, endedId, refresh }: NewAddressProps) {
  const api = useApi();
  const { session, company } = useDesk();
  const { createFeed, listPets, listClients } = session.capabilities;
  const [withNames, setWithNames] = useState(false);
  /** The last request that was sent, so that sending it again after a lost response does not create a second address. */
  const [sent, setSent] = useState<{ key: string; withNames: boolean } | null>(null);
  const creating = useMutation({
    mutationFn() {
      const { key: idempotencyKey } = sent?.withNames === withNames ? sent : { key: newId() };
      setSent({ key: idempotencyKey, withNames });
      const feed = { companyId: company.id, employeeId, ...(withNames && { withNames }) };
      return api.call(messageCalls.createFeed, feed, { idempotencyKey });
    },
    onSuccess: () => setSent(null),
    onError(error) {
      if (asApiError(error)?.messageKey === 'already_issued') setSent(null);
    },
    onSettled: refresh,
  });
  const refusal = Object.entries(refusalTexts).find(([key]) => key === asApiError(creating.error)?.messageKey)?.[1];
  const hasNames = createFeed?.fields.includes('withNames') === true && listPets && listClients;
  return (
    <>
      {creating.data && creating.data.id !== endedId ? (
        <div role="status" className="flex flex-col gap-2 rounded-md bg-sunken p-3">
          <p>{t`Copy the address now: it is shown only once. Anyone who has it can see these appointments.`}</p>
          <code dir="ltr" className="select-all break-all rounded-sm border border-line bg-surface px-2 py-1 text-xs">
            {creating.data.url}
          </code>
          <p>
            <CopyButton text={creating.data.url} label={t({ message: 'Copy', comment: 'button: an address' })} />
          </p>
        </div>
      ) : null}
      {hasNames ? (
        <LabelledCheckbox label={t`Show the names of pets and clients`} isChecked={withNames} onChange={setWithNames} />
      ) : null}
      {creating.error ? (
        <Failure
          look="danger"
          {...(refusal === undefined && { error: creating.error, onRetry: () => creating.mutate() })}
        >
          {refusal?.() ?? t`The address couldn’t be created.`}
        </Failure>
      ) : null}
      <p>
        <Button compact aria-disabled={creating.isPending} onClick={() => creating.isPending || creating.mutate()}>
          {t({ message: 'Create address', comment: 'button: of a calendar, for other programs' })}
        </Button>
      </p>
    </>
  );
}
