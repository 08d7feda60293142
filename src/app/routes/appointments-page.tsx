import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { asApiError } from '#app/api/api-error.ts';
import { companyQueries } from '#app/api/company-queries.ts';
import type { DeskCompany } from '#app/api/directory.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import { localStore } from '#app/browser/storage.ts';
import { PageState } from '#app/components/page-state.tsx';
import { FinderScreen } from '#app/features/finder/finder-screen.tsx';
import type { FinderSearch } from '#app/features/finder/finder-search.ts';
import { SignInForm } from '#app/features/session/sign-in-form.tsx';
import { useAddresses } from '#app/routes/addresses.ts';
import { fallbackZoneOf } from '#app/routes/board-choice.ts';
import { Palette, PaletteButton, type PaletteHandle } from '#app/routes/palette.tsx';
import { readRemembered } from '#app/routes/remembered.ts';
import { useReference } from '#app/routes/use-reference.ts';
import { dateIn, zoneOfStore } from '#app/scheduling/calendar-day.ts';
import type { DeskSession } from '#contract/desk.ts';
import type { ReceivedAppointment, ReceivedPet } from '#contract/received.ts';

const appointmentsApi = getRouteApi('/appointments');
const NO_PETS: ReadonlyMap<string, ReceivedPet> = new Map();

/** The list of all appointments once it is known who is at the desk and of which company. */
export function AppointmentsPage() {
  const api = useApi();
  const search = appointmentsApi.useSearch();
  const session = useQuery(sessionQueries.current(api));
  const companies = useQuery({ ...companyQueries.list(api), enabled: session.data?.signedIn === true });
  if (session.data?.signedIn === false) return <SignInForm />;
  const failed = session.isError ? session : companies.isError ? companies : null;
  if (failed && !companies.data) {
    return (
      <PageState title="The practice could not be loaded" onRetry={() => void failed.refetch()}>
        {asApiError(failed.error)?.suggestion ?? 'The practice system did not answer.'}
      </PageState>
    );
  }
  if (!session.data || !companies.data) return <main aria-busy="true" className="h-full bg-ground" />;
  const wanted = search.company ?? readRemembered(localStore).companyId;
  const { records } = companies.data;
  const company = records.find(({ id }) => id === wanted) ?? records[0];
  if (!company) {
    return (
      <PageState title="No company in reach" onRetry={() => void companies.refetch()}>
        The key of this desk reaches no company. A practice administrator can change what its employee belongs to.
      </PageState>
    );
  }
  return <Appointments key={`${session.data.person} ${company.id}`} session={session.data} company={company} />;
}

function Appointments({ session, company }: { session: DeskSession; company: DeskCompany }) {
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
  const hrefOf = useCallback((record: ReceivedAppointment) => addresses.appointment(record).href, [addresses]);
  const onOpen = useCallback((record: ReceivedAppointment) => addresses.appointment(record).go(), [addresses]);
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
        hrefOf={hrefOf}
        onOpen={onOpen}
      />
    </>
  );
}
