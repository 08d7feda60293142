import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { signedInPerson } from '#app/api/session.ts';
import { waitingListQueries } from '#app/api/waiting-list.ts';
import { type Notice, showNotice } from '#app/components/show-notice.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedWaitingListEntry } from '#contract/received-waiting-list.ts';
import type { EntryChangesLog } from './entry-changes.ts';
import type { EntryMatch } from './waiting-context.ts';

/** Books an entry at its matching time without a form. It is implemented by `createDirectBooking` in features/booking. */
export interface DirectBooking {
  book: (
    wanted: {
      id: string;
      pet: { id: string; name: string };
      storeId: string;
      visitTypeId: string;
      employeeId: string | null;
      time: Interval;
      notes: string | null;
    },
    onUndone: () => void,
  ) => Promise<{ outcome: { kind: 'booked'; id: string } | { kind: BookingFailure }; number: number | null }>;
  end: (id: string) => void;
}

type BookingFailure = 'offline' | 'passed' | 'conflict' | 'refused' | 'absent' | 'unknown';

interface BookEntryContext {
  api: ApiClient;
  queryClient: QueryClient;
  companyId: string;
  /** The person who was signed in when Book was pressed; null with a shared key. */
  person: string | null;
  changes: EntryChangesLog;
  directBooking: DirectBooking;
}

/**
 * Books the appointment for an entry at its matching time, and marks the entry as booked. If that fails, a notice says so.
 */
export async function bookEntry(
  { api, queryClient, companyId, person, changes, directBooking: bookAt }: BookEntryContext,
  { entry, start, employeeId }: EntryMatch,
  petName: string,
): Promise<void> {
  const name = isolateText(petName);
  const list = { ...waitingListQueries.waiting(api, companyId), staleTime: 0 };
  const now = await queryClient.fetchQuery(list).catch(() => null);
  const isSame = ({ id, updatedAt }: ReceivedWaitingListEntry) => id === entry.id && updatedAt === entry.updatedAt;
  // If the list cannot be read, the booking goes ahead. A colleague's change to the entry is then noticed when it is marked
  // as booked.
  const current = now === null ? entry : now.records.find(isSame);
  if (current === undefined) return showNotice({ ...changedNotice(name), id: `waiting ${entry.id}` });

  let booking: number | null = null;
  // If the person signs out before the response arrives, the entry still has to be marked as booked, so the log is kept open.
  const release = changes.hold();
  const wanted = {
    ...{ id: entry.id, pet: { id: entry.petId, name: petName }, employeeId },
    ...{ storeId: entry.storeId, visitTypeId: entry.visitTypeId, notes: entry.notes },
    time: { start, end: start + entry.durationMinutes * 60_000 },
  };
  const onUndone = () => {
    bookAt.end(entry.id);
    changes.putBackOnList(current, petName, booking ?? 0);
  };
  const { outcome, number } = await bookAt.book(wanted, onUndone).finally(release);
  booking = number;
  if (outcome.kind === 'booked')
    changes.markBooked(current, petName, outcome.id, number ?? 0, () => bookAt.end(entry.id));
  else if (signedInPerson(queryClient) === person)
    showNotice({ ...notBookedNotice(name, outcome.kind), id: `waiting ${entry.id}` });
}

function changedNotice(name: string): Notice {
  return {
    tone: 'warn',
    title: t({ message: `${name}: not booked`, comment: 'a pet on the waiting list' }),
    text: t`A colleague has booked, changed or removed this entry of the waiting list.`,
  };
}

function notBookedNotice(name: string, kind: BookingFailure): Notice {
  const isUnknown = kind === 'unknown';
  return {
    tone: 'warn',
    title: isUnknown
      ? t({ message: `${name}: couldn’t find out whether it was booked`, comment: 'a pet on the waiting list' })
      : t({ message: `${name}: not booked`, comment: 'a pet on the waiting list' }),
    text: failureReason(kind),
  };
}

function failureReason(kind: BookingFailure): string {
  switch (kind) {
    case 'offline':
      return t`You’re offline. The entry is still on the waiting list, and nothing is lost.`;
    case 'passed':
      return t`This time has passed.`;
    case 'conflict':
      return t`Someone else has just booked this time.`;
    case 'unknown':
      return t`Press Book again to find out. Nothing will be booked twice.`;
    case 'absent':
      return t`The practice system didn’t answer, and nothing was booked. Try again.`;
    case 'refused':
      return t`The practice system refused the booking. Open the entry in the booking panel and try again to see why.`;
  }
}
