import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useApi } from '#app/api/api-client.ts';
import { useAppointmentsById } from '#app/api/appointment-store.ts';
import { appointmentName, type Directory } from '#app/api/directory.ts';
import { messageQueries } from '#app/api/messages.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { useAnswerInterval } from '#app/days/client-answers.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { texts } from '#app/text/shared-texts.ts';
import { instantInYearText } from '#app/text/time-text.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedMessage } from '#contract/received-messages.ts';
import { zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { messagesHeading } from './appointment-messages.tsx';
import { MessageRow } from './message-row.tsx';

interface ClientMessagesProps {
  clientId: string;
  /** The client's pets, keyed by id. */
  pets: Directory['pets'];
}

/** All messages to a client, newest first, each with its appointments; nothing if there are none. */
export function ClientMessages({ clientId, pets }: ClientMessagesProps) {
  const { session, company, fallbackZone } = useDesk();
  const now = useMinute();
  const isThere = session.capabilities.listMessages !== undefined;
  const messages = useInfiniteQuery({
    ...messageQueries.ofClient(useApi(), company.id, clientId),
    enabled: isThere,
    refetchInterval: useAnswerInterval(),
  });
  const records = messages.data?.pages.flatMap((page) => page.records) ?? [];
  const loaded = useAppointmentsById(company.id, [...new Set(records.flatMap((one) => one.appointmentIds))]);
  if (!isThere || (records.length === 0 && !messages.isError)) return null;
  const byId = new Map(loaded.map((one) => [one.id, one]));
  const zoneOfMessage = (message: ReceivedMessage) => {
    const appointment = message.appointmentIds.map((id) => byId.get(id)).find((one) => one !== undefined);
    return appointment ? zoneOfAppointment(appointment, { company, fallbackZone }) : fallbackZone;
  };
  return (
    <section aria-label={messagesHeading()}>
      <h2 className="pb-1 text-base font-semibold">{messagesHeading()}</h2>
      {records.length === 0 ? null : (
        <ol className="rounded-lg border border-line bg-surface px-3 py-1.5">
          {records.map((message) => {
            const zone = zoneOfMessage(message);
            return (
              <MessageRow
                key={message.id}
                {...{ message, zone, now }}
                appointmentId={message.appointmentIds[0] ?? null}
                isWide
              >
                {message.appointmentIds.map((id) => (
                  <AppointmentLink
                    key={id}
                    {...{ id, zone, now, pets }}
                    start={message.forStart}
                    loaded={byId.get(id)}
                  />
                ))}
              </MessageRow>
            );
          })}
        </ol>
      )}
      {messages.isError ? (
        <Failure
          error={messages.error}
          onRetry={() => void (messages.data ? messages.fetchNextPage() : messages.refetch())}
        >
          {t`The messages couldn’t be loaded.`}
        </Failure>
      ) : messages.hasNextPage ? (
        <Button
          compact
          className="mt-2"
          disabled={messages.isFetchingNextPage}
          onClick={() => void messages.fetchNextPage()}
        >
          {messages.isFetchingNextPage ? texts.loading : t`Earlier messages`}
        </Button>
      ) : null}
    </section>
  );
}

interface AppointmentLinkProps {
  id: string;
  /** The start that the appointment had when the message was sent; null if that is unknown. */
  start: string | null;
  /** The appointment; undefined until it is loaded. */
  loaded: ReturnType<typeof useAppointmentsById>[number] | undefined;
  pets: Directory['pets'];
  zone: string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** A link to an appointment that a message was about. */
function AppointmentLink({ id, start, loaded, pets, zone, now }: AppointmentLinkProps) {
  const addresses = useAddresses();
  const at = loaded?.start ?? start;
  if (at === null) return null;
  return (
    <AppLink
      to={addresses.appointment(loaded ?? { id, start: at, storeId: null })}
      className="inline-flex min-h-6 items-center text-accent underline"
    >
      <span>
        <InlineTexts of={[loaded ? appointmentName(loaded, pets) : '', instantInYearText(zone, instantOf(at), now)]} />
      </span>
    </AppLink>
  );
}
