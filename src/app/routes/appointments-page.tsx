import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { FinderScreen } from '#app/features/finder/finder-screen.tsx';
import type { FinderSearch } from '#app/features/finder/finder-search.ts';
import { useAddresses } from '#app/routes/addresses.ts';
import { AtDesk, type Desk } from '#app/routes/at-desk.tsx';
import { fallbackZoneOf } from '#app/routes/board-choice.ts';
import { Palette, PaletteButton, type PaletteHandle } from '#app/routes/palette.tsx';
import { useReference } from '#app/routes/use-reference.ts';
import { dateIn, zoneOfStore } from '#app/scheduling/calendar-day.ts';
import type { ReceivedPet } from '#contract/received.ts';

const appointmentsApi = getRouteApi('/appointments');
const NO_PETS: ReadonlyMap<string, ReceivedPet> = new Map();

/** The list of all appointments. */
export function AppointmentsPage() {
  const { company } = appointmentsApi.useSearch();
  return <AtDesk companyId={company}>{(desk) => <Appointments {...desk} />}</AtDesk>;
}

function Appointments({ session, company }: Desk) {
  const search = appointmentsApi.useSearch();
  const navigate = useNavigate({ from: '/appointments' });
  const fallbackZone = fallbackZoneOf(session);
  const reference = useReference({ company, fallbackZone, pets: NO_PETS });
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const unloaded = [
    { name: 'vets', list: reference.employees } as const,
    { name: 'types', list: reference.types } as const,
    { name: 'enums', list: reference.enums } as const,
  ].filter(({ list }) => list.isError && !list.data);
  const palette = useRef<PaletteHandle>(null);

  const addresses = useAddresses({ company, fallbackZone });
  const onChange = useCallback(
    // Typing and ticking must not fill the way back.
    (changes: Partial<FinderSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...changes }), replace: true }),
    [navigate],
  );
  return (
    <>
      <Palette
        ref={palette}
        companyId={company.id}
        board={null}
        stores={company.stores}
        today={dateIn(zoneOfStore(company.stores[0], fallbackZone), Date.now())}
        employees={reference.directory.employees}
        staffFailed={reference.employees.isLoadingError}
        canBook={session.canWrite !== false}
      />
      <FinderScreen
        search={search}
        reference={reference}
        unloaded={unloaded.map(({ name }) => name)}
        entry={entry}
        navigation={
          <>
            <Link
              to="/"
              search={{ company: search.company }}
              className="flex h-9 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2.5 text-sm hover:bg-sunken"
            >
              <CalendarDays aria-hidden="true" size={15} /> Board
            </Link>
            <PaletteButton
              onClick={() => palette.current?.open()}
              className="size-9 border border-line-strong bg-surface hover:bg-sunken"
            />
          </>
        }
        onChange={onChange}
        onReload={() => {
          for (const { list } of unloaded) void list.refetch();
        }}
        onClear={() => void navigate({ search: { company: search.company, sort: search.sort }, replace: true })}
        addresses={addresses}
      />
    </>
  );
}
