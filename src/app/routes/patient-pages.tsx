import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useNowEvery } from '#app/browser/use-now.ts';
import { ClientPage } from '#app/features/patient/client-page.tsx';
import { PetPage } from '#app/features/patient/pet-page.tsx';
import { bookingAfter, useAddresses } from '#app/routes/addresses.ts';
import { AtDesk, type Desk } from '#app/routes/at-desk.tsx';
import { bookingRefusalOf, fallbackZoneOf } from '#app/routes/board-choice.ts';
import { Palette, PaletteButton, type PaletteHandle } from '#app/routes/palette.tsx';
import { useReference } from '#app/routes/use-reference.ts';
import { dateIn, zoneOfStore } from '#app/scheduling/calendar-day.ts';
import type { ReceivedAppointment, ReceivedPet } from '#contract/received.ts';

const petApi = getRouteApi('/pets/$petId');
const clientApi = getRouteApi('/clients/$clientId');
const NO_PETS: ReadonlyMap<string, ReceivedPet> = new Map();
const MINUTE = 60_000;

/** The page of the pet that the address names. */
export function PetRoute() {
  const { company } = petApi.useSearch();
  const { petId } = petApi.useParams();
  return <AtDesk companyId={company}>{(desk) => <Pet key={petId} {...desk} petId={petId} />}</AtDesk>;
}

/** The page of the client that the address names. */
export function ClientRoute() {
  const { company } = clientApi.useSearch();
  const { clientId } = clientApi.useParams();
  return <AtDesk companyId={company}>{(desk) => <Client key={clientId} {...desk} clientId={clientId} />}</AtDesk>;
}

function Pet({ petId, ...desk }: Desk & { petId: string }) {
  const { palette, ...page } = usePage(desk);
  const navigate = useNavigate();
  const { directory } = page;
  function book(earlier: ReceivedAppointment | null, again: boolean) {
    const after = earlier ? bookingAfter(earlier, directory, again) : { new: true as const };
    void navigate({ to: '/', search: { ...after, company: desk.company.id, pet: petId } });
  }
  return (
    <>
      {palette}
      <PetPage {...page} petId={petId} bookingRefusal={bookingRefusalOf(desk.session)} onBook={book} />
    </>
  );
}

function Client({ clientId, ...desk }: Desk & { clientId: string }) {
  const { palette, ...page } = usePage(desk);
  return (
    <>
      {palette}
      <ClientPage {...page} clientId={clientId} />
    </>
  );
}

/** What both pages are made of: names, links, the time, and the ways to other screens. */
function usePage({ session, company }: Desk) {
  const fallbackZone = fallbackZoneOf(session);
  const { directory, statuses, employees } = useReference({ company, fallbackZone, pets: NO_PETS });
  const addresses = useAddresses({ company, fallbackZone });
  const now = useNowEvery(MINUTE);
  const handle = useRef<PaletteHandle>(null);
  const navigation: ReactNode = (
    <>
      <Link
        to="/"
        search={{ company: company.id }}
        className="flex h-9 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2.5 text-sm hover:bg-sunken"
      >
        <CalendarDays aria-hidden="true" size={15} /> Board
      </Link>
      <PaletteButton
        onClick={() => handle.current?.open()}
        className="size-9 border border-line-strong bg-surface hover:bg-sunken"
      />
    </>
  );
  const palette: ReactNode = (
    <Palette
      ref={handle}
      companyId={company.id}
      board={null}
      stores={company.stores}
      today={dateIn(zoneOfStore(company.stores[0], fallbackZone), now)}
      employees={directory.employees}
      staffFailed={employees.isLoadingError}
      canBook={session.canWrite !== false}
    />
  );
  return { directory, statuses, addresses, now, navigation, palette };
}
