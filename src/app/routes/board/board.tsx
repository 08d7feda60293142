import { t } from '@lingui/core/macro';
import { createRoute, redirect, useNavigate, useRouter } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { bufferKeystrokes, discardKeystrokes } from '#app/browser/keystroke-buffer.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { useEscape } from '#app/browser/use-escape.ts';
import { BESIDE, COVERING, useMedia } from '#app/browser/use-media.ts';
import { busyUntil, keepBusy, whenThreadIdle } from '#app/browser/when-idle.ts';
import { Button } from '#app/components/button.tsx';
import { dialogFrame, InCorner, lazy } from '#app/components/lazy.tsx';
import type { BoardChange, BoardFocus } from '#app/features/board/board-context.ts';
import { BoardScreen } from '#app/features/board/board-screen.tsx';
import { LiveStatus } from '#app/features/live/live-status.tsx';
import { useShownBoard } from '#app/routes/board/shown-board.ts';
import { deskRoute } from '#app/routes/desk.tsx';
import { showLinkNotice, unknownNamesText } from '#app/routes/link-notice.ts';
import { boardAt, prefetchDay } from '#app/routes/prefetch.ts';
import type { BookingPlace, DraftBooking } from '#app/scheduling/booking-place.ts';
import {
  type BoardDensity,
  type BoardSearch,
  boardSearchSchema,
  bookingParams,
  canonicalSearch,
  overviewLengths,
  unknownNames,
} from '#app/session/board-search.ts';
import { keepInTab, readTabPreferences, savePreferences, settleTab } from '#app/session/preferences.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { words } from '#app/text/shared-texts.ts';

export const boardRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/',
  validateSearch: boardSearchSchema,
  beforeLoad({ context: { desk }, search, cause }) {
    if (!desk) return;
    const { company, preferences } = desk;
    const { stores, view, storeChoice } = boardAt(desk, search);
    settleTab(sessionStore, { companyId: company.id, storeIds: storeChoice });
    // On the way back, an address without a view shows what it showed before another was chosen.
    const isNew = cause === 'enter' || search.store === undefined;
    const canonical = canonicalSearch(search, { storeChoice, view: isNew ? preferences.view : null });
    if (!canonical) return;
    showLinkNotice(unknownNamesText(unknownNames(search, company), { stores, view }));
    throw redirect({ to: '/', search: canonical, replace: true });
  },
  loader({ context, location }) {
    if (context.desk) void prefetchDay(context, context.desk, boardSearchSchema.parse(location.search));
  },
  // The board is part of the first file: as a file of its own it would be requested too late.
  component: BoardPage,
});

const OpenAppointment = lazy({
  load: () => import('./open-appointment.tsx').then((module) => module.OpenAppointment),
  isFirst: true,
  Fallback: ({ onClose, children }) => (
    <PanelFrame aria-label={t`Appointment`} onClose={() => onClose(true)}>
      {children}
    </PanelFrame>
  ),
});
const OpenBooking = lazy({
  load: () => import('./open-booking.tsx').then((module) => module.OpenBooking),
  Fallback: ({ isPage, onClose, children }) =>
    isPage ? (
      <BookingDialogFrame onClose={onClose}>{children}</BookingDialogFrame>
    ) : (
      <PanelFrame role="dialog" aria-modal={false} aria-label={words.newAppointment} onClose={onClose}>
        {children}
      </PanelFrame>
    ),
});
const BookingDialogFrame = dialogFrame(() => words.newAppointment);

/** In place of a panel that is loading. */
function PanelFrame({ onClose, children, ...named }: { onClose: () => void } & ComponentProps<'div'>) {
  useEscape(onClose);
  const Tag = named.role === undefined ? 'aside' : 'div';
  return (
    <Tag {...named} className="side-panel appear-late">
      {children}
      <p className="px-4">
        <Button onClick={onClose}>{words.close}</Button>
      </p>
    </Tag>
  );
}

// Without it all else works.
const PresenceExchange = lazy({
  load: () => import('#app/features/live/presence-exchange.tsx').then((module) => module.PresenceExchange),
  canWait: true,
  Fallback: () => null,
});
// Most of what reads the plan is not needed elsewhere on the first page, and nothing of it where there is none.
const PlanReader = lazy({
  load: () => import('./plan-reader.ts').then((module) => module.PlanReader),
  onFirstPage: true,
  Fallback: InCorner,
});
function WarningFrame({ children }: { children: ReactNode }) {
  return <div className="min-h-10 bg-warn-soft">{children}</div>;
}
const NamesMissing = lazy({
  load: () => import('#app/features/board/notices/names-missing.tsx').then((module) => module.NamesMissing),
  Fallback: WarningFrame,
});

/** The page of the board, with the details and the booking form that the address opens. */
function BoardPage() {
  const { session, company, bookingRefusal } = useDesk();
  const search = boardRoute.useSearch();
  const [preferences] = useState(() => readTabPreferences(localStore, sessionStore));
  const [density, setDensity] = useState(preferences.density);
  const [focus, setFocus] = useState<BoardFocus | null>(null);
  const [draft, setDraft] = useState<DraftBooking | null>(null);
  const [place, setPlace] = useState<BookingPlace | null>(null);
  const [isBookingCovered, setBookingCovered] = useState(false);
  const isPage = !useMedia(BESIDE);
  // What is covered cannot take the focus: it does when the panel is gone.
  const isCovered = useMedia(COVERING) && search.appointment !== undefined;
  const actions = useBoardActions(setDensity);
  const shown = useShownBoard(preferences);
  const { choice, storeIds, day, plan, reference, unloaded, board } = shown;
  const { directory, statuses, categories } = reference;
  const mayBook = bookingRefusal === null;
  useLayoutEffect(() => {
    if (!shown.ready) return keepBusy();
    // What is opened most comes first of all that loads later.
    if (mayBook) busyUntil(whenThreadIdle().then(OpenBooking.load));
    return undefined;
  }, [shown.ready, mayBook]);
  const onFocus = useCallback((id: string) => setFocus({ id, shown: true }), []);
  useEffect(() => {
    if (search.new) return discardKeystrokes;
    return undefined;
  }, [search.new]);
  // Of a day that is not there at all its own error says enough.
  const isUnnamed = unloaded.length > 0 && day.content !== null;
  const lackingPages = day.state.fault === null ? 'loading' : 'incomplete';
  const lacking = day.complete ? (isUnnamed ? 'incomplete' : null) : lackingPages;

  // Of the two panels that was opened last lies over the other.
  const isBooking = search.new === true;
  if (!isBooking && isBookingCovered) setBookingCovered(false);
  const hasTwoPanels = isBooking && !isPage && search.appointment !== undefined;
  const open = useCallback(
    (id: string) => {
      actions.open(id);
      setBookingCovered(true);
    },
    [actions],
  );

  function closeDetails(focusInside: boolean) {
    actions.open(undefined);
    if (focusInside && search.appointment !== undefined) setFocus({ id: search.appointment });
  }

  const book = useCallback(
    (at: BookingPlace) => {
      actions.book(at);
      setBookingCovered(false);
      setPlace({ ...at });
    },
    [actions],
  );

  return (
    <>
      <BoardScreen
        shown={{
          board,
          plan,
          boardPlan: shown.boardPlan,
          directory,
          statuses,
          choice: { ...choice, stores: shown.stores, storeIds, density, cramped: shown.cramped },
          day: { ...day.state, ready: shown.ready, freshIds: day.freshIds, unsavedIds: day.unsavedIds },
          booking: { isOpen: isBooking && !isPage, isInFront: isBooking && !(hasTwoPanels && isBookingCovered), draft },
          selectedId: search.appointment ?? null,
          focus: isCovered ? null : focus,
          canBook: bookingRefusal === null,
          onChange: actions.change,
          onOpen: open,
          onBook: book,
        }}
        categories={categories}
        statusesPending={reference.enums.isPending && !unloaded.some(({ name }) => name === 'enums')}
        // What is typed before the form is there is meant for it.
        keys={{ enabled: !(isBooking && (isPage || draft === null)), letters: preferences.letterKeys }}
        onFocus={onFocus}
        slots={{
          notice: isUnnamed ? <NamesMissing unloaded={unloaded} /> : null,
          live: <LiveStatus day={{ freshness: day.freshness, zone: shown.zone, missing: lacking }} />,
          aside: (
            <>
              {isBooking ? (
                <div className={hasTwoPanels && isBookingCovered ? 'hidden' : 'contents'}>
                  <OpenBooking
                    reference={reference}
                    date={choice.date}
                    shownStoreIds={storeIds}
                    columns={board.columns}
                    freshness={{ currentSince: day.freshness.currentSince, onRetry: day.state.onRetry }}
                    isPage={isPage}
                    place={place}
                    onDraft={setDraft}
                    markAsLocal={day.markAsLocal}
                    onFocus={(id) => setFocus({ id, shown: true })}
                    onClose={actions.closeBooking}
                  />
                </div>
              ) : null}
              {search.appointment === undefined ? null : (
                <div className={hasTwoPanels && !isBookingCovered ? 'hidden' : 'contents'}>
                  <OpenAppointment
                    id={search.appointment}
                    appointment={board.appointments.find(({ id }) => id === search.appointment) ?? null}
                    day={{
                      state: day.complete ? 'complete' : day.state.fault ? 'incomplete' : 'loading',
                      unreadableIds: board.unresolvedIds,
                      onRetry: day.state.onRetry,
                    }}
                    clashes={board.clashes}
                    board={search}
                    shownStoreIds={storeIds}
                    reference={reference}
                    now={shown.minute}
                    onClose={closeDetails}
                  />
                </div>
              )}
            </>
          ),
        }}
      />
      {session.presence ? <PresenceExchange companyId={company.id} /> : null}
      {shown.planToRead ? <PlanReader {...shown.planToRead} /> : null}
    </>
  );
}

/** The actions of the board. Each changes the address; choices such as view and density are saved as preferences, too. */
function useBoardActions(onDensity: (density: BoardDensity) => void) {
  const companyId = useDesk().company.id;
  const navigate = useNavigate({ from: '/' });
  const router = useRouter();
  return useMemo(() => {
    // What is drawn may be behind it: a key that follows Escape at once finds the form closed.
    const addressed = () => boardSearchSchema.parse(router.latestLocation.search);
    return {
      change({ date, view, stores, filters, hide, length, density }: BoardChange) {
        if (density !== undefined) {
          savePreferences(localStore, { density });
          onDensity(density);
          return;
        }
        // Only choices of the user are preferences, not values from a link or a command.
        if (view !== undefined) savePreferences(localStore, { view });
        if (stores !== undefined) {
          savePreferences(localStore, { companyId, storeIds: stores });
          keepInTab(sessionStore, { companyId, storeIds: stores });
        }
        const next: Partial<BoardSearch> = {
          ...(date === undefined ? {} : { date }),
          ...(view === undefined ? {} : { view }),
          ...(stores === undefined ? {} : { store: stores }),
          ...(filters?.statuses === undefined ? {} : { status: [...filters.statuses] }),
          ...(filters?.vets === undefined ? {} : { vet: [...filters.vets] }),
          ...(filters?.types === undefined ? {} : { type: [...filters.types] }),
          ...(filters?.rooms === undefined ? {} : { room: [...filters.rooms] }),
          ...(filters?.text === undefined ? {} : { q: filters.text || undefined }),
          ...(filters?.now === undefined ? {} : { now: filters.now ?? undefined }),
          ...(hide === undefined ? {} : { hide: hide || undefined }),
          ...(length === undefined ? {} : { length: length === overviewLengths[0] ? undefined : length }),
          // Open details belong to the days on the screen.
          ...(date === undefined && stores === undefined ? {} : { appointment: undefined }),
        };
        // Replaces the history entry for filters, so that each letter does not add one.
        void navigate({ search: (before) => ({ ...before, ...next }), replace: filters !== undefined });
      },
      open(id: string | undefined) {
        void navigate({
          search: (before) => ({ ...before, appointment: id }),
          // Replaces the history entry where details are open already.
          replace: id !== undefined && addressed().appointment !== undefined,
        });
      },
      /** Opens the booking form at a place; where it is open already, it moves there with all that was typed. */
      book(place: BookingPlace) {
        const isBooking = addressed().new === true;
        const isMoved = place.start !== undefined;
        const isNew = !isBooking || place.walkIn === true;
        if (isNew) bufferKeystrokes();
        void navigate({
          search: (before) => ({
            ...before,
            ...(isNew ? { ...bookingParams, new: true, walkin: place.walkIn } : {}),
            ...(isBooking ? { appointment: undefined } : {}),
            ...(!isNew && !isMoved
              ? {}
              : {
                  bookStore: place.storeId,
                  bookRoom: place.roomId,
                  bookVet: place.employeeId,
                  start: place.start,
                  end: place.end,
                }),
          }),
          replace: isBooking,
        });
      },
      closeBooking() {
        void navigate({ search: (before) => ({ ...before, ...bookingParams }) });
      },
    };
  }, [navigate, router, companyId, onDensity]);
}
