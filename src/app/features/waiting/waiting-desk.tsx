import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { petById } from '#app/api/pets.ts';
import { waitingListQueries } from '#app/api/waiting-list.ts';
import { useLatest } from '#app/browser/use-latest.ts';
import { noticeIdOf, useChanges } from '#app/changes/appointment-changes.ts';
import { useCommandNotices } from '#app/changes/outbox/command-notices.tsx';
import { sendingAs } from '#app/changes/outbox/sending-as.ts';
import { type PartsOfOutboxes, useOutbox, usePartOf } from '#app/changes/outbox/use-outbox.ts';
import { closeNotice, type Notice, showNotice } from '#app/components/show-notice.ts';
import { useDesk, type useReference } from '#app/session/use-desk.ts';
import { isolated } from '#app/text/isolated.ts';
import { isFormer } from '#app/text/pet-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedWaitingListEntry } from '#contract/received-waiting-list.ts';
import { createEntryChanges, type EntryChangesLog } from './entry-changes.ts';
import { entryNotice } from './entry-notices.tsx';
import { loadFitting } from './load-fitting.ts';
import { Offer } from './offer.tsx';
import type { WaitingDesk as Desk, EntryMatch } from './waiting-context.ts';

/** The parameters for booking a match; see `useBookAt` (features/booking). */
export interface BookAt {
  book: (
    wanted: {
      id: string;
      pet: { id: string; name: string };
      storeId: string;
      visitTypeId: string;
      employeeId: string | null;
      time: { start: number; end: number };
      notes: string | null;
    },
    onUndone: () => void,
  ) => Promise<{ outcome: { kind: 'booked'; id: string } | { kind: NotBooked }; number: number | null }>;
  end: (id: string) => void;
}

type NotBooked = 'offline' | 'passed' | 'conflict' | 'refused' | 'absent' | 'unknown';

const entryChangesOf: PartsOfOutboxes<null, EntryChangesLog> = new WeakMap();

interface WaitingDeskProps {
  bookAt: BookAt;
  reference: ReturnType<typeof useReference>;
  /** Called with the actions on the waiting list. */
  onReady: (desk: Desk) => void;
}

/** Provides the actions on the waiting list to pages and notices, and reports their outcome. */
export function WaitingDesk({ bookAt, reference, onReady }: WaitingDeskProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const outbox = useOutbox();
  const appointmentChanges = useChanges();
  const { session, company, hasPlan } = useDesk();
  const companyId = company.id;
  const changes = usePartOf(outbox, entryChangesOf, null, () =>
    createEntryChanges(outbox, { companyId, person: session.person }, api, queryClient),
  );
  const { isHere } = sendingAs(session.person, api, queryClient);
  const undo = (number: number) => void appointmentChanges.undo(number);
  useCommandNotices(changes, (commands) => entryNotice(commands, { changes, undoBooking: undo }), isHere);

  /** The current entry; null if it is no longer waiting, or for something else. */
  async function readAgain(entry: ReceivedWaitingListEntry): Promise<ReceivedWaitingListEntry | null> {
    const list = { ...waitingListQueries.waiting(api, companyId), staleTime: 0 };
    const now = await queryClient.fetchQuery(list).catch(() => null);
    // If it cannot be read, the booking will find out.
    if (now === null) return entry;
    return now.records.find(({ id, updatedAt }) => id === entry.id && updatedAt === entry.updatedAt) ?? null;
  }

  async function book({ entry, start, employeeId }: EntryMatch, petName: string): Promise<void> {
    const name = isolated(petName);
    const current = await readAgain(entry);
    if (current === null) {
      showNotice({ ...changedNotice(name), id: `waiting ${entry.id}` });
      return;
    }
    let booking: number | null = null;
    const { outcome, number } = await bookAt.book(
      {
        ...{ id: entry.id, pet: { id: entry.petId, name: petName }, employeeId },
        ...{ storeId: entry.storeId, visitTypeId: entry.visitTypeId, notes: entry.notes },
        time: { start, end: start + entry.durationMinutes * 60_000 },
      },
      () => {
        bookAt.end(entry.id);
        changes.waitAgain(current, petName, booking ?? 0);
      },
    );
    booking = number;
    if (outcome.kind === 'booked')
      changes.markBooked(current, petName, outcome.id, number ?? 0, () => bookAt.end(entry.id));
    else if (isHere()) showNotice({ ...notBookedNotice(name, outcome.kind), id: `waiting ${entry.id}` });
  }

  function offerOf(
    saved: readonly { before: ReceivedAppointment; after: ReceivedAppointment }[],
    none: ReactNode = null,
  ) {
    const { directory, types, employees } = reference;
    const fitting = loadFitting(saved, {
      ...{ api, queryClient, directory, hasPlan },
      types: types.data?.records ?? [],
      employees: employees.data?.records ?? [],
      now: Date.now(),
    });
    if (fitting === null) return null;
    const found = fitting.then(async (matches) => {
      const pets = await Promise.all(
        matches.map(({ entry: { petId, clientId } }) =>
          queryClient.fetchQuery(petById(api, { companyId, petId, clientId: clientId ?? undefined })),
        ),
      );
      return matches.flatMap((match, index) => {
        const pet = pets[index];
        return pet && !isFormer(pet) ? [{ match, pet }] : [];
      });
    });
    const ids = saved.map(({ before }) => noticeIdOf(before.id));
    return (
      <Suspense fallback={null}>
        <Offer
          // Without the list or the day, nothing is offered.
          found={found.catch(() => [])}
          {...{ desk, api, directory, none }}
          onBooked={() => ids.forEach(closeNotice)}
        />
      </Suspense>
    );
  }

  const latest = useLatest({ book, offerOf });
  // Notices keep it beyond this render of the component.
  const [desk] = useState<Desk>({
    changes,
    book: (...params) => latest.current.book(...params),
    offerOf: (...params) => latest.current.offerOf(...params),
  });
  useEffect(() => onReady(desk), [desk, onReady]);
  return null;
}

function changedNotice(name: string): Notice {
  return {
    tone: 'warn',
    title: t({ message: `${name}: not booked`, comment: 'a pet on the waiting list' }),
    text: t`A colleague has booked, changed or withdrawn this entry of the waiting list.`,
  };
}

function notBookedNotice(name: string, kind: NotBooked): Notice {
  const isUnknown = kind === 'unknown';
  return {
    tone: 'warn',
    title: isUnknown
      ? t({ message: `${name}: couldn’t find out whether it was booked`, comment: 'a pet on the waiting list' })
      : t({ message: `${name}: not booked`, comment: 'a pet on the waiting list' }),
    text: reasonOf(kind),
  };
}

function reasonOf(kind: NotBooked): string {
  switch (kind) {
    case 'offline':
      return t`You’re offline. The entry is still on the waiting list, and nothing is lost.`;
    case 'passed':
      return t`This time has passed.`;
    case 'conflict':
      return t`Somebody else has just booked this time.`;
    case 'unknown':
      return t`Press Book again to find out. Nothing will be booked twice.`;
    case 'absent':
      return t`The practice system didn’t answer, and nothing was booked. Try again.`;
    case 'refused':
      return t`The practice system refused the booking. Book it in the panel to see why.`;
  }
}
