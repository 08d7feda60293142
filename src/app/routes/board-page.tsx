import { useCallback, useEffect, useState } from 'react';
import { dropTyping } from '#app/browser/hold-typing.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { type BoardFocus, BoardScreen } from '#app/features/board/board-screen.tsx';
import { LiveStatus } from '#app/features/live/live-status.tsx';
import { boardApi } from '#app/routes/board-api.ts';
import { BoardMenu } from '#app/routes/board-menu.tsx';
import { KeysHelp, LinkWarning, NamesMissing, OpenAppointment, OpenBooking } from '#app/routes/lazy-board-parts.tsx';
import { readTabPreferences } from '#app/routes/preferences.ts';
import { useBoardActions, useBoardChanges } from '#app/routes/use-board-actions.ts';
import { useDesk } from '#app/routes/use-desk.ts';
import { useSettledAddress } from '#app/routes/use-settled-address.ts';
import { useShownBoard } from '#app/routes/use-shown-board.ts';

/** The page of the board, with the details and the booking form that the address opens. */
export function BoardPage() {
  const { session, bookingRefusal } = useDesk();
  const search = boardApi.useSearch();
  const [preferences] = useState(() => readTabPreferences(localStore, sessionStore));
  const [density, setDensity] = useState(preferences.density);
  const [focus, setFocus] = useState<BoardFocus | null>(null);
  const [helpOpen, setHelpOpen] = useState(false);
  const actions = useBoardActions(setDensity);
  const shown = useShownBoard(preferences);
  const { choice, storeIds, day, reference, unloaded, board } = shown;
  const { directory, statuses, categories } = reference;
  const onFocus = useCallback((id: string) => setFocus({ id, shown: true }), []);
  const changes = useBoardChanges(onFocus);
  useEffect(() => {
    if (search.new) return dropTyping;
    return undefined;
  }, [search.new]);
  const onHelp = useCallback(() => setHelpOpen(true), []);
  // Of a day that is not there at all its own error says enough.
  const isUnnamed = unloaded.length > 0 && day.pages !== undefined;
  const lackingPages = day.state.fault === null ? 'loading' : 'incomplete';
  const lacking = day.complete ? (isUnnamed ? 'unnamed' : null) : lackingPages;
  const link = useSettledAddress({ choice, preferences, onSettle: actions.settle });

  function closeDetails(focusInside: boolean) {
    // Escape closes the dialog first, also before the focus has moved into it.
    if (search.new) return;
    actions.open(undefined);
    if (focusInside && search.appointment !== undefined) setFocus({ id: search.appointment });
  }

  return (
    <>
      <BoardScreen
        board={board}
        day={{ ...day.state, ready: shown.ready, freshIds: day.freshIds, notes: day.notes }}
        choice={{ ...choice, stores: shown.stores, storeIds, density, cramped: shown.cramped }}
        names={{
          directory,
          statuses,
          statusesPending: reference.enums.isPending && !unloaded.some(({ name }) => name === 'enums'),
          categories,
        }}
        licenseKey={session.calendarLicenseKey}
        bookingRefusal={bookingRefusal}
        changes={changes}
        selectedId={search.appointment ?? null}
        focus={focus}
        keysEnabled={!search.new && !helpOpen}
        onChange={actions.change}
        onOpen={actions.open}
        onBook={actions.book}
        onHelp={onHelp}
        onFocus={onFocus}
        around={{
          notice: (
            <>
              {link.isKnown ? null : <LinkWarning {...link} />}
              {isUnnamed ? <NamesMissing unloaded={unloaded} /> : null}
            </>
          ),
          live: <LiveStatus freshness={day.freshness} zone={shown.zone} lacking={lacking} />,
          menu: <BoardMenu />,
          aside:
            search.appointment === undefined ? null : (
              <OpenAppointment
                id={search.appointment}
                appointment={board.appointments.find(({ id }) => id === search.appointment) ?? null}
                day={{
                  state: day.complete ? 'complete' : day.state.fault ? 'incomplete' : 'loading',
                  unreadableIds: board.unresolvedIds,
                  onRetry: day.state.onRetry,
                }}
                board={search}
                shownStoreIds={storeIds}
                reference={reference}
                now={shown.minute}
                onClose={closeDetails}
              />
            ),
        }}
      />
      {helpOpen ? <KeysHelp onClose={() => setHelpOpen(false)} /> : null}
      {search.new ? (
        <OpenBooking
          reference={reference}
          date={choice.date}
          shownStoreIds={storeIds}
          freshness={{ currentSince: day.freshness.currentSince, onRetry: day.state.onRetry }}
          own={day.own}
          onFocus={(id) => setFocus({ id, shown: true })}
          onClose={actions.closeBooking}
        />
      ) : null}
    </>
  );
}
