import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { petQueries } from '#app/api/pets.ts';
import { appointmentTypeQueries, companyQueries, employeeQueries, enumQueries } from '#app/api/reference.ts';
import { readPerson, sessionQueries } from '#app/api/session.ts';
import type { ReceivedPage, ReceivedPet } from '#contract/received.ts';
import { KEY, SHAPE } from './last-day.ts';

/** Browsers store about five million characters for a site; a longer day is not stored. */
const MAX_CHARACTERS = 3_000_000;

interface KeepOptions {
  api: ApiClient;
  queryClient: QueryClient;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  companyId: string;
  /** The query key of the day on the screen. */
  dayKey: readonly unknown[];
  /** The pets of that day. */
  petIds: ReadonlySet<string>;
  /** The known pets by id. */
  pets: ReadonlyMap<string, ReceivedPet>;
}

/**
 * Stores the day on the screen with all its names, to be shown without a network and after a reload. A tab that has
 * not noticed that somebody else signed in stores nothing.
 */
export function keepLastDay({ api, queryClient, storage, companyId, dayKey, petIds, pets }: KeepOptions): void {
  const sessionKey = sessionQueries.current(api).queryKey;
  const person = queryClient.getQueryData(sessionKey)?.person;
  const loadedAt = queryClient.getQueryState(dayKey)?.dataUpdatedAt;
  if (person === undefined || loadedAt === undefined || person !== readPerson(storage)) return;
  const keys: (readonly unknown[])[] = [
    sessionKey,
    companyQueries.list(api).queryKey,
    enumQueries.ofCompany(api, companyId).queryKey,
    employeeQueries.ofCompany(api, companyId).queryKey,
    appointmentTypeQueries.ofCompany(api, companyId).queryKey,
    dayKey,
  ];
  const queries = keys.flatMap((key) => {
    const state = queryClient.getQueryState(key);
    if (state?.data === undefined) return [];
    // `updatedAt` 0, so that the session is loaded again at once.
    return [{ key, data: state.data, updatedAt: key === sessionKey ? 0 : state.dataUpdatedAt }];
  });
  const namesKey = petQueries.names(api, { companyId }).queryKey;
  const records = [...petIds].flatMap((id) => pets.get(id) ?? []);
  if (records.length > 0) {
    const page: ReceivedPage<ReceivedPet> = { records, unresolvedIds: [], nextCursor: null, totalCount: null };
    // `updatedAt` 0, so that the full list replaces this part as soon as it can be loaded.
    queries.push({ key: namesKey, data: { pages: [page], pageParams: [null] }, updatedAt: 0 });
  }
  const text = JSON.stringify({ shape: SHAPE, person, loadedAt, queries });
  if (text.length <= MAX_CHARACTERS) storage.setItem(KEY, text);
}
