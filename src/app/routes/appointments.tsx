import { createRoute, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { lazy } from '#app/components/lazy.tsx';
import { pageFrame } from '#app/components/page-skeleton.tsx';
import { useAddresses } from '#app/desk/addresses.ts';
import { PageNavigation } from '#app/desk/navigation.tsx';
import { useReference } from '#app/desk/use-desk.ts';
import { type FinderSearch, finderSearchSchema } from '#app/features/finder/finder-search.ts';
import { deskRoute } from '#app/routes/desk.tsx';

export const appointmentsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/appointments',
  validateSearch: finderSearchSchema,
  component: AppointmentsPage,
});

const FinderScreen = lazy({
  load: () => import('#app/features/finder/finder-screen.tsx').then((module) => module.FinderScreen),
  Fallback: pageFrame('list'),
});

/** The page with the list of all appointments. */
function AppointmentsPage() {
  const search = appointmentsRoute.useSearch();
  const navigate = useNavigate({ from: '/appointments' });
  const reference = useReference();
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const { unloaded } = reference;

  const addresses = useAddresses();
  const onChange = useCallback(
    // Replaces the history entry, so that each letter does not add one.
    (changes: Partial<FinderSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...changes }), replace: true }),
    [navigate],
  );
  return (
    <FinderScreen
      search={search}
      reference={reference}
      unloaded={unloaded.map(({ name }) => name)}
      entry={entry}
      navigation={<PageNavigation />}
      onChange={onChange}
      onReload={() => {
        for (const { list } of unloaded) void list.refetch();
      }}
      onClear={() => void navigate({ search: { company: search.company, sort: search.sort }, replace: true })}
      addresses={addresses}
    />
  );
}
