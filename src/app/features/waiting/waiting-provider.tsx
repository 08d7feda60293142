import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { useLatest } from '#app/browser/use-latest.ts';
import { type AppointmentChanges, noticeIdOf, useChanges } from '#app/changes/appointment-changes.ts';
import { FreedTimeContext } from '#app/changes/freed-time.ts';
import { useOutbox } from '#app/changes/outbox/use-outbox.ts';
import { lazy } from '#app/components/lazy.tsx';
import { closeNotice } from '#app/components/show-notice.ts';
import { useCachedReference } from '#app/session/cached-reference.tsx';
import { type Desk, useDesk } from '#app/session/use-desk.ts';
import type { ReceivedAppointmentType, ReceivedEmployee, ReceivedPet } from '#contract/received.ts';
import { findFreedTimes } from '#scheduling/freed-time.ts';
import type { DirectBooking } from './book-entry.ts';
import { entryChangesOf } from './entry-changes.ts';
import { type EntryMatch, type WaitingActions, WaitingContext } from './waiting-context.ts';

const Offer = lazy({
  load: () => import('./freed-time-offer.tsx').then((module) => module.FreedTimeOffer),
});

const EntryNotices = lazy({
  load: () => import('./entry-notices.tsx').then((module) => module.EntryNotices),
});

const RecallNotices = lazy({
  load: () => import('#app/changes/recall-notices.tsx').then((module) => module.RecallNotices),
});

interface DirectBookingContext extends Desk {
  api: ApiClient;
  queryClient: ReturnType<typeof useQueryClient>;
  changes: AppointmentChanges;
  employees: readonly ReceivedEmployee[];
  types: readonly ReceivedAppointmentType[];
  pets: ReadonlyMap<string, ReceivedPet>;
  onShow: (booked: { id: string; start: string; storeId: string }) => void;
}

interface WaitingProviderProps {
  /** Loads the module with the function that books without a form (features/booking/direct-booking.ts). */
  loadDirectBooking: () => Promise<{ createDirectBooking: (context: DirectBookingContext) => DirectBooking }>;
  children: ReactNode;
}

/**
 * Provides the actions on the waiting list to pages and notices, and reports the outcome of changes to entries and to
 * recalls.
 */
export function WaitingProvider({ loadDirectBooking, children }: WaitingProviderProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const outbox = useOutbox();
  const appointmentChanges = useChanges();
  const addresses = useAddresses();
  const desk = useDesk();
  const { session, company, hasPlan, hasOnlineRequests } = desk;
  const { directory, ...reference } = useCachedReference();
  const employees = reference.employees.data?.records ?? [];
  const types = reference.types.data?.records ?? [];
  const { person } = session;
  const companyId = company.id;
  const changes = entryChangesOf(outbox, companyId, api, queryClient);

  async function bookMatch(match: EntryMatch, petName: string): Promise<void> {
    const [{ bookEntry }, { createDirectBooking }] = await Promise.all([
      import('./book-entry.ts'),
      loadDirectBooking(),
    ]);
    const directBooking = createDirectBooking({
      ...{ ...desk, api, queryClient, changes: appointmentChanges, employees, types, pets: directory.pets },
      onShow: ({ id, start, storeId }) => addresses.appointment({ id, start, storeId }).go(),
    });
    await bookEntry({ api, queryClient, companyId, person, changes, directBooking: directBooking }, match, petName);
  }

  function createOffer(saved: Parameters<WaitingActions['offerOf']>[0], none: ReactNode = null): ReactNode {
    const now = Date.now();
    const gaps = saved.flatMap(({ before, after }) => findFreedTimes(before, after, now));
    if (gaps.length === 0) return null;
    const ids = saved.map(({ before }) => noticeIdOf(before.id));
    const source = { api, queryClient, directory, hasPlan, hasOnlineRequests, types, employees, now };
    return <Offer {...{ gaps, source, none }} onBook={actions.book} onBooked={() => ids.forEach(closeNotice)} />;
  }

  const latest = useLatest({ book: bookMatch, offerOf: createOffer });
  // Notices may call the actions after later renders, so the object stays the same, and its functions call those of the latest
  // render.
  const [actions] = useState<WaitingActions>({
    changes,
    book: (...params) => latest.current.book(...params),
    offerOf: (...params) => latest.current.offerOf(...params),
  });
  const isThere = session.capabilities.changeWaitingListEntry !== undefined && session.canWrite !== false;
  return (
    <WaitingContext value={isThere ? actions : null}>
      <FreedTimeContext value={isThere ? actions.offerOf : noOffer}>{children}</FreedTimeContext>
      {isThere ? <EntryNotices changes={changes} /> : null}
      {session.capabilities.changeRecall !== undefined && session.canWrite !== false ? <RecallNotices /> : null}
    </WaitingContext>
  );
}

const noOffer = () => null;
