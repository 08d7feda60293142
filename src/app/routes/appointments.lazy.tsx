import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { FinderScreen } from '#app/features/finder/finder-screen.tsx';
import type { FinderSearch } from '#app/features/finder/finder-search.ts';
import { useAddresses } from '#app/session/addresses.ts';
import { useReference } from '#app/session/use-desk.ts';

const appointmentsApi = getRouteApi('/desk/appointments');

/** The page with the list of all appointments. */
export function Appointments() {
  const search = appointmentsApi.useSearch();
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
      onChange={onChange}
      onReload={() => {
        for (const { list } of unloaded) void list.refetch();
      }}
      onClear={() => void navigate({ search: { company: search.company, sort: search.sort }, replace: true })}
      addresses={addresses}
    />
  );
}
