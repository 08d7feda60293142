import '#app/components/side-panel.css';
import { createRoute, redirect } from '@tanstack/react-router';
import { useState } from 'react';
import { boardSearchSchema } from '#app/addresses/board-search.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { PANEL_BESIDE_BOARD, PANEL_COVERS_BOARD, useMedia } from '#app/browser/use-media.ts';
import type { BoardFocus } from '#app/features/board/board-context.ts';
import { BoardScreen } from '#app/features/board/board-screen.tsx';
import { MissingDataNotice } from '#app/features/board/notices/missing-data-notice.tsx';
import { LiveStatus } from '#app/features/live/live-status.tsx';
import { useShownBoard } from '#app/routes/board/shown-board.ts';
import { completeBoardSearch } from '#app/routes/complete-url.ts';
import { deskRoute } from '#app/routes/desk.tsx';
import { showLinkNotice } from '#app/routes/link-notice.ts';
import { boardChoiceAt, prefetchDay } from '#app/routes/prefetch.ts';
import { readTabPreferences, saveInitialStores } from '#app/session/preferences.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { BookingPlace, DraftBooking } from '#scheduling/booking-place.ts';
import { parseTimeOwner } from '#scheduling/conflicting-appointments.ts';
import { NO_MESSAGE_STATES } from '#scheduling/message-mark.ts';
import { useBoardActions } from './board-actions.ts';
import {
  MessageStatesReader,
  OpenAppointment,
  OpenBlockedPlace,
  OpenBooking,
  OpenVetAway,
  PresenceExchange,
} from './panels.tsx';
import { useCurrentSearch } from './use-current-search.ts';

export const boardRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/',
  validateSearch: boardSearchSchema,
  beforeLoad({ context: { desk }, search, location, cause }) {
    // A telephone program writes the number of a caller into the fragment, which no server receives.
    const phone = new URLSearchParams(location.hash).get('phone');
    if (phone !== null) throw redirect({ to: '/', search: { ...search, phone }, replace: true });
    if (!desk) return;
    const { company, preferences } = desk;
    const { storeChoice } = boardChoiceAt(desk, search);
    // A panel that another page has opened shows the store of its appointment. No one has chosen this store, so it is
    // not saved.
    if (search.from === undefined) saveInitialStores(sessionStore, { companyId: company.id, storeIds: storeChoice });
    // The saved view only completes a URL that was just opened: when the person goes back, a URL without a view shows
    // what it showed before.
    const isNew = cause === 'enter' || search.store === undefined;
    const complete = completeBoardSearch(desk, search, isNew ? preferences.view : null);
    if (!complete) return;
    showLinkNotice(complete.notice);
    throw redirect({ to: '/', search: complete.search, replace: true });
  },
  loader({ context, location }) {
    if (context.desk) prefetchDay(context, context.desk, boardSearchSchema.parse(location.search));
  },
  // The board is part of the initial bundle, because a separate file would be requested too late.
  component: BoardPage,
});

/** The page of the board, with the details and the booking form that the URL opens. */
function BoardPage() {
  const { session, company, bookingRefusal, hasMessages } = useDesk();
  const search = boardRoute.useSearch();
  const [preferences] = useState(() => readTabPreferences(localStore, sessionStore));
  const [density, setDensity] = useState(preferences.density);
  const [focus, setFocus] = useState<BoardFocus | null>(null);
  const [draft, setDraft] = useState<DraftBooking | null>(null);
  const [messageStates, setMessageStates] = useState(NO_MESSAGE_STATES);
  const [isBookingCovered, setBookingCovered] = useState(false);
  const isPage = !useMedia(PANEL_BESIDE_BOARD);
  // While the details cover the board, nothing on it can take the focus; a block that should have it gets it once the
  // details close.
  const isCovered = useMedia(PANEL_COVERS_BOARD) && search.appointment !== undefined;
  const shown = useShownBoard(preferences);
  const actions = useBoardActions(setDensity, shown.choice.today);
  const { choice, storeIds, day, plan, reference, unloaded, board } = shown;
  const { directory, statuses, categories } = reference;
  const onFocus = (id: string) => setFocus({ id });
  // Whether to report that names could not be loaded. If the day itself could not be loaded, its own error is enough.
  const hasMissingNames = unloaded.length > 0 && day.content !== null;
  const missingPages = day.state.problem === null ? 'loading' : 'incomplete';
  const missingDataState = day.complete ? (hasMissingNames ? 'incomplete' : null) : missingPages;

  // Of the two panels, the one opened last is on top.
  const isBooking = useCurrentSearch().new === true;
  if (!isBooking && isBookingCovered) setBookingCovered(false);
  const hasTwoPanels = isBooking && !isPage && search.appointment !== undefined;
  const blockedOwner = search.away === undefined ? parseTimeOwner(search.blocked ?? '') : null;
  function openAppointment(id: string) {
    actions.open(id);
    setBookingCovered(true);
  }

  function closeDetails(focusInside: boolean) {
    actions.open(undefined);
    if (focusInside && search.appointment !== undefined) setFocus({ id: search.appointment });
  }

  function openBooking(at: BookingPlace) {
    actions.book(at);
    setBookingCovered(false);
  }

  return (
    <>
      <BoardScreen
        shown={{
          board,
          plan,
          messageStates: hasMessages ? messageStates : null,
          boardPlan: shown.boardPlan,
          directory,
          statuses,
          choice: { ...choice, stores: choice.allStores, storeIds, density, cramped: choice.isCramped },
          day: { ...day.state, ready: shown.ready, freshIds: day.freshIds, unsavedIds: day.unsavedIds },
          booking: { isOpen: isBooking && !isPage, isInFront: isBooking && !(hasTwoPanels && isBookingCovered), draft },
          selectedId: search.appointment ?? null,
          focus: isCovered ? null : focus,
          canBook: bookingRefusal === null,
          onChange: actions.change,
          onOpen: openAppointment,
          onBook: openBooking,
          onAway: actions.openAway,
        }}
        categories={categories}
        statusesPending={reference.enums.isPending && !unloaded.some(({ name }) => name === 'enums')}
        // What is typed before the form has loaded is meant for the form, so shortcuts are off.
        hasKeys={!(isBooking && (isPage || draft === null))}
        onFocus={onFocus}
        slots={{
          notice: hasMissingNames ? <MissingDataNotice unloaded={unloaded} /> : null,
          live: <LiveStatus day={{ freshness: day.freshness, zone: shown.zone, missing: missingDataState }} />,
          aside: (
            <>
              {/* Hidden while the form or the details are open, which lie above this panel. */}
              <div className={isBooking || search.appointment !== undefined ? 'hidden' : 'contents'}>
                {search.away === undefined ? null : (
                  <OpenVetAway
                    vetId={search.away}
                    from={search.awayFrom ?? choice.date}
                    until={search.awayUntil ?? null}
                    onOpen={openAppointment}
                    onRange={actions.showAway}
                    onClose={actions.closeAway}
                  />
                )}
                {blockedOwner ? (
                  <OpenBlockedPlace
                    owner={blockedOwner}
                    date={choice.date}
                    onOpen={openAppointment}
                    onClose={actions.closeAway}
                  />
                ) : null}
              </div>
              {isBooking ? (
                <div className={hasTwoPanels && isBookingCovered ? 'hidden' : 'contents'}>
                  <OpenBooking
                    reference={reference}
                    freshness={{ currentSince: day.freshness.currentSince, onRetry: day.state.onRetry }}
                    isPage={isPage}
                    onDraft={setDraft}
                    onDay={actions.showDay}
                    onFocus={onFocus}
                    onClose={actions.closeBooking}
                  />
                </div>
              ) : null}
              {search.appointment === undefined ? null : (
                <div className={hasTwoPanels && !isBookingCovered ? 'hidden' : 'contents'}>
                  <OpenAppointment id={search.appointment} origins={reference.origins} onClose={closeDetails} />
                </div>
              )}
            </>
          ),
        }}
      />
      {day.complete && board.appointments.length > 0 && hasMessages ? (
        <MessageStatesReader
          span={{ start: Date.parse(shown.span.from), end: Date.parse(shown.span.to) }}
          appointments={board.appointments}
          onResults={setMessageStates}
        />
      ) : null}
      {session.presence ? <PresenceExchange companyId={company.id} /> : null}
    </>
  );
}
