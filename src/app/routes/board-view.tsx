import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { companyName, type DeskCompany, storesOf } from '#app/api/directory.ts';
import { usePetNames } from '#app/api/use-pet-names.ts';
import { dropTyping, holdTyping } from '#app/browser/hold-typing.ts';
import { localStore } from '#app/browser/storage.ts';
import { useNowEvery } from '#app/browser/use-now.ts';
import { dayToLoad, storeDays } from '#app/features/board/board-days.ts';
import {
  type BoardChange,
  type BoardFocus,
  BoardScreen,
  type BookingPlace,
} from '#app/features/board/board-screen.tsx';
import { LinkTrouble, linkTroubleOf } from '#app/features/board/link-trouble.tsx';
import { useBoard } from '#app/features/board/use-board.ts';
import { LiveLine } from '#app/features/live/live-line.tsx';
import { boardApi } from '#app/routes/board-api.ts';
import { bookingRefusalOf, chooseBoard, columnsViewOf, fallbackZoneOf } from '#app/routes/board-choice.ts';
import { KeysHelp, OpenAppointment, OpenBooking, SessionMenu } from '#app/routes/board-parts.tsx';
import { type BoardSearch, bookingParams } from '#app/routes/board-search.ts';
import { Palette, PaletteButton, type PaletteHandle } from '#app/routes/palette.tsx';
import { readRemembered, remember } from '#app/routes/remembered.ts';
import { useScreenSpace } from '#app/routes/screen-space.ts';
import { useLastDay } from '#app/routes/use-last-day.ts';
import { useNeighbours } from '#app/routes/use-neighbours.ts';
import { useReference } from '#app/routes/use-reference.ts';
import { useShownDay } from '#app/routes/use-shown-day.ts';
import { addDays, zoneOfStore } from '#app/scheduling/calendar-day.ts';
import type { DeskSession } from '#contract/desk.ts';

const MINUTE = 60_000;
/** Milliseconds that the first blocks wait for the names of the pets. */
const LONGEST_WAIT = 400;

interface BoardViewProps {
  session: DeskSession;
  company: DeskCompany;
  /** All that are in reach. */
  companies: readonly DeskCompany[];
}

/** The board of a company: what the address asks for, the data of it, and the features in their places. */
export function BoardView({ session, company, companies }: BoardViewProps) {
  const search = boardApi.useSearch();
  const navigate = useNavigate({ from: '/' });
  const minute = useNowEvery(MINUTE);
  const fallbackZone = fallbackZoneOf(session);
  const [remembered] = useState(() => readRemembered(localStore));
  const [density, setDensity] = useState(remembered.density);
  const [focus, setFocus] = useState<BoardFocus | null>(null);
  const [helpOpen, setHelpOpen] = useState(false);
  const palette = useRef<PaletteHandle>(null);

  const { storesListed } = company;
  const [seenStoreIds, setSeenStoreIds] = useState<readonly string[]>([]);
  const stores = useMemo(
    () => storesOf(company, [...(search.store ?? []), ...seenStoreIds]),
    [company, search.store, seenStoreIds],
  );
  const space = useScreenSpace();
  const choice = chooseBoard({ search, remembered, stores, storesListed, fallbackZone, space, now: minute });
  const view = columnsViewOf(choice.view);
  const storeIds = choice.stores.map((store) => store.id);
  const { vetOfWeek } = choice;
  const linkTrouble = linkTroubleOf(
    { company: search.company, stores: search.store },
    { company, stores: choice.stores },
  );
  const shownKey = `${view} ${vetOfWeek} ${choice.date} ${storeIds.join(',')}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the days are made of.
  const days = useMemo(
    () => storeDays({ view, date: choice.date, stores: choice.stores, fallbackZone, vetOfWeek }),
    [shownKey, stores, fallbackZone],
  );
  const span = useMemo(() => dayToLoad(company, days), [company, days]);
  const zone = zoneOfStore(choice.stores[0], fallbackZone);
  const day = useShownDay({ span, zone, now: minute });
  const { pages, complete } = day;

  const petIds = useMemo(
    () => new Set(pages?.flatMap((page) => page.records.map((record) => record.petId ?? '')) ?? []),
    [pages],
  );
  useEffect(() => {
    if (storesListed) return;
    const ids = pages?.flatMap((page) => page.records.map((record) => record.storeId ?? '')) ?? [];
    setSeenStoreIds((before) => {
      const all = new Set([...before, ...ids]);
      return all.size > before.length ? [...all] : before;
    });
  }, [storesListed, pages]);
  const pets = usePetNames(company.id, petIds);
  const ready = useReady(pages !== undefined, pets.size > 0 || petIds.size === 0);
  const reference = useReference({ company, fallbackZone, pets });
  const { directory, statuses, categories } = reference;
  const board = useBoard({ view, vetOfWeek, days, pages, directory, statuses });

  const step = view === 'week' ? 7 : 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the days are made of.
  const neighbours = useMemo(
    () =>
      [step, -step].map((distance) => {
        const date = addDays(choice.date, distance);
        return dayToLoad(company, storeDays({ view, date, stores: choice.stores, fallbackZone, vetOfWeek }));
      }),
    [shownKey, company, stores, fallbackZone],
  );
  useNeighbours(neighbours, day.settled);
  useLastDay({ day: span, content: pages, petIds, pets, complete });

  const change = useCallback(
    ({ date, view: nextView, storeIds: nextStores, filters, hide, density: nextDensity }: BoardChange) => {
      if (nextDensity !== undefined) {
        remember(localStore, { density: nextDensity });
        setDensity(nextDensity);
        return;
      }
      // What a link or a command brought is not a choice.
      if (nextView !== undefined) remember(localStore, { view: nextView });
      if (nextStores !== undefined) remember(localStore, { companyId: company.id, storeIds: nextStores });
      const next: Partial<BoardSearch> = {
        ...(date === undefined ? {} : { date }),
        ...(nextView === undefined ? {} : { view: nextView }),
        ...(nextStores === undefined ? {} : { store: nextStores }),
        ...(filters?.statuses === undefined ? {} : { status: [...filters.statuses] }),
        ...(filters?.vets === undefined ? {} : { vet: [...filters.vets] }),
        ...(filters?.types === undefined ? {} : { type: [...filters.types] }),
        ...(filters?.text === undefined ? {} : { q: filters.text || undefined }),
        ...(hide === undefined ? {} : { hide: hide || undefined }),
        // The details that are open belong to the days on the screen.
        ...(date === undefined && nextStores === undefined ? {} : { appointment: undefined }),
      };
      // Typing in the search must not fill the way back.
      void navigate({ search: (before) => ({ ...before, ...next }), replace: filters !== undefined });
    },
    [navigate, company.id],
  );
  const detailsOpen = useRef(false);
  useEffect(() => {
    detailsOpen.current = search.appointment !== undefined;
  });
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({
        search: (before) => ({ ...before, appointment: id }),
        // Going from one to the next with the details open must not fill the way back.
        replace: id !== undefined && detailsOpen.current,
      }),
    [navigate],
  );
  const book = useCallback(
    (place: BookingPlace) => {
      holdTyping();
      void navigate({
        search: (before) => ({
          ...before,
          ...bookingParams,
          new: true,
          bookStore: place.storeId,
          bookRoom: place.roomId,
          bookVet: place.employeeId,
          start: place.start,
          end: place.end,
        }),
      });
    },
    [navigate],
  );
  const closeBooking = useCallback(
    () => void navigate({ search: (before) => ({ ...before, ...bookingParams }) }),
    [navigate],
  );
  useEffect(() => {
    if (search.new) return dropTyping;
    return undefined;
  }, [search.new]);
  const refusal = bookingRefusalOf(session);
  const selected = board.appointments.find((appointment) => appointment.id === search.appointment) ?? null;
  function closeDetails(focusInside: boolean) {
    // Escape is the dialog's first, also while the focus has not reached it yet.
    if (search.new) return;
    open(undefined);
    if (focusInside && search.appointment !== undefined) setFocus({ id: search.appointment });
  }

  return (
    <>
      <BoardScreen
        board={board}
        day={{ ...day.state, ready }}
        directory={directory}
        statuses={statuses}
        statusesPending={reference.enums.isPending}
        categories={categories}
        stores={stores}
        date={choice.date}
        today={choice.today}
        view={choice.view}
        calendarLeftOut={choice.calendarLeftOut}
        cramped={space === 'cramped'}
        density={density}
        storeIds={storeIds}
        filters={choice.filters}
        hide={choice.hide}
        licenseKey={session.calendarLicenseKey}
        selectedId={search.appointment ?? null}
        freshIds={day.freshIds}
        focus={focus}
        bookingRefusal={refusal}
        keysEnabled={!search.new && !helpOpen}
        notice={
          linkTrouble === null ? null : (
            <LinkTrouble
              text={linkTrouble}
              onDismiss={() =>
                void navigate({
                  search: (before) => ({ ...before, company: company.id, store: storeIds }),
                  replace: true,
                })
              }
            />
          )
        }
        live={<LiveLine freshness={day.freshness} zone={zone} />}
        menu={
          <>
            <Link to="/appointments" search={{ company: search.company }} className="font-medium text-accent">
              All appointments
            </Link>
            <PaletteButton onClick={() => palette.current?.open()} className="size-6 text-accent hover:bg-sunken" />
            {companies.length > 1 ? (
              <select
                aria-label="Company"
                value={company.id}
                onChange={(event) => {
                  remember(localStore, { companyId: event.target.value, storeIds: [] });
                  void navigate({ search: { company: event.target.value } });
                }}
                className="rounded border border-line-strong bg-surface px-1"
              >
                {companies.map((one) => (
                  <option key={one.id} value={one.id} dir="auto">
                    {companyName(one)}
                  </option>
                ))}
              </select>
            ) : null}
            {session.access === 'sign_in' ? <SessionMenu session={session} /> : null}
          </>
        }
        aside={
          search.appointment !== undefined ? (
            <OpenAppointment
              id={search.appointment}
              appointment={selected}
              day={{
                state: complete ? 'complete' : day.state.fault ? 'incomplete' : 'loading',
                unreadableIds: board.unresolvedIds,
                onRetry: day.state.onRetry,
              }}
              board={search}
              shownStoreIds={storeIds}
              session={session}
              reference={reference}
              bookingRefusal={refusal}
              now={minute}
              onClose={closeDetails}
            />
          ) : null
        }
        onChange={change}
        onOpen={open}
        onBook={book}
        onHelp={() => setHelpOpen(true)}
      />
      {helpOpen ? <KeysHelp onClose={() => setHelpOpen(false)} /> : null}
      <Palette
        ref={palette}
        companyId={company.id}
        board={search}
        stores={stores}
        today={choice.today}
        employees={directory.employees}
        staffFailed={reference.employees.isLoadingError}
        canBook={refusal === null}
      />
      {search.new ? (
        <OpenBooking
          company={company}
          reference={reference}
          refusal={refusal}
          date={choice.date}
          shownStoreIds={storeIds}
          own={day.own}
          onFocus={(id) => setFocus({ id, shown: true })}
          onClose={closeBooking}
        />
      ) : null}
    </>
  );
}

/** Whether the first day can be drawn: it and its names are there, or it is there and its names keep people waiting. */
function useReady(loaded: boolean, named: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (ready || !loaded) return;
    const timer = setTimeout(() => setReady(true), named ? 0 : LONGEST_WAIT);
    return () => clearTimeout(timer);
  }, [ready, loaded, named]);
  return ready || (loaded && named);
}
