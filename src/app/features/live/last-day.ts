import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { appointmentQueries } from '#app/api/appointment-queries.ts';
import { appointmentTypeQueries } from '#app/api/appointment-type-queries.ts';
import type { ApiClient } from '#app/api/client.ts';
import { companyQueries } from '#app/api/company-queries.ts';
import { readPerson } from '#app/api/desk-person.ts';
import { employeeQueries } from '#app/api/employee-queries.ts';
import { enumQueries } from '#app/api/enum-queries.ts';
import { petQueries } from '#app/api/pet-queries.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import type { ReceivedPage, ReceivedPet } from '#contract/received.ts';

const KEY = 'frontdesk.last-day';
/** Raised whenever the shape of anything kept changes: what an older build kept is then forgotten. */
const SHAPE = 4;
/** Browsers keep about five million characters for a site; more than this is not kept. */
const MAX_CHARACTERS = 3_000_000;

const keptSchema = z.object({
  shape: z.literal(SHAPE),
  /** Whose day it is (`DeskSession`). */
  person: z.string().nullable(),
  queries: z.array(z.object({ key: z.array(z.unknown()), data: z.unknown(), updatedAt: z.number() })),
});

interface KeepOptions {
  api: ApiClient;
  queryClient: QueryClient;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  companyId: string;
  /** The key of the day on the screen. */
  dayKey: readonly unknown[];
  /** The pets of that day. */
  petIds: ReadonlySet<string>;
}

/**
 * Keeps the day on the screen with all names in it, so that it can be read without a network and after a reload. A tab
 * that has not noticed yet that somebody else signed in keeps nothing.
 */
export function keepLastDay({ api, queryClient, storage, companyId, dayKey, petIds }: KeepOptions): void {
  const sessionKey = sessionQueries.current(api).queryKey;
  const person = queryClient.getQueryData(sessionKey)?.person;
  if (person === undefined || person !== readPerson(storage)) return;
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
    // As if never read, so that the session is loaded again at once.
    return [{ key, data: state.data, updatedAt: key === sessionKey ? 0 : state.dataUpdatedAt }];
  });
  const namesKey = petQueries.names(api, { companyId }).queryKey;
  const names = queryClient.getQueryData<InfiniteData<ReceivedPage<ReceivedPet>, string | null>>(namesKey);
  if (names) {
    const records = names.pages.flatMap((page) => page.records).filter((pet) => petIds.has(pet.id));
    const page = { records, unresolvedIds: [], nextCursor: null, totalCount: null };
    // As if never read, so that all names replace this part of them as soon as they can be loaded.
    queries.push({ key: namesKey, data: { pages: [page], pageParams: [null] }, updatedAt: 0 });
  }
  const text = JSON.stringify({ shape: SHAPE, person, queries });
  if (text.length > MAX_CHARACTERS) return;
  try {
    storage.setItem(KEY, text);
  } catch {
    // A full or forbidden storage only means that nothing is there without a network.
  }
}

/** Puts the kept day back into an empty cache, with the times at which it was read; nobody gets somebody else's. */
export function restoreLastDay(queryClient: QueryClient, storage: Pick<Storage, 'getItem'>): void {
  try {
    const kept = keptSchema.safeParse(JSON.parse(storage.getItem(KEY) ?? 'null'));
    if (!kept.success || kept.data.person !== readPerson(storage)) return;
    for (const { key, data, updatedAt } of kept.data.queries) queryClient.setQueryData(key, data, { updatedAt });
    // However young it is: nobody has followed what happened to it since.
    void queryClient.invalidateQueries({ queryKey: appointmentQueries.days(), refetchType: 'none' });
  } catch {
    // Nothing usable was kept.
  }
}

/** Forgets the kept day: at sign-out, and when the session has ended. */
export function forgetLastDay(storage: Pick<Storage, 'removeItem'>): void {
  try {
    storage.removeItem(KEY);
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}
