import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { type AppointmentDay, appointmentQueries } from '#app/api/appointments.ts';
import { petQueries } from '#app/api/pets.ts';
import { appointmentTypeQueries, companyQueries, employeeQueries, enumQueries } from '#app/api/reference.ts';
import { readPerson, sessionQueries } from '#app/api/session.ts';
import { localStore } from '#app/browser/storage.ts';
import { whenIdle } from '#app/browser/when-idle.ts';
import type { ReceivedPage, ReceivedPet } from '#contract/received.ts';

const KEY = 'frontdesk.last-day';
/** Raised whenever the shape of the stored data changes: data of an older build is then ignored. */
const SHAPE = 4;
/** Browsers store about five million characters for a site; a longer day is not stored. */
const MAX_CHARACTERS = 3_000_000;

const keptSchema = z.object({
  shape: z.literal(SHAPE),
  /** The owner of the day (`DeskSession`). */
  person: z.nullable(z.string()),
  queries: z.array(z.object({ key: z.array(z.unknown()), data: z.unknown(), updatedAt: z.number() })),
});

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
  const text = JSON.stringify({ shape: SHAPE, person, queries });
  if (text.length > MAX_CHARACTERS) return;
  try {
    storage.setItem(KEY, text);
  } catch {
    // With full or forbidden storage there is just nothing to show without a network.
  }
}

/** Restores the stored day into an empty cache, with the times at which it was loaded, for the same person only. */
export function restoreLastDay(queryClient: QueryClient, storage: Pick<Storage, 'getItem'>): void {
  try {
    const kept = keptSchema.safeParse(JSON.parse(storage.getItem(KEY) ?? 'null'));
    if (!kept.success || kept.data.person !== readPerson(storage)) return;
    for (const { key, data, updatedAt } of kept.data.queries) queryClient.setQueryData(key, data, { updatedAt });
    // However recent it is, changes since then are not known, of the staff neither.
    void queryClient.invalidateQueries({ refetchType: 'none' });
  } catch {
    // The stored data cannot be used.
  }
}

/** Deletes the stored day: at sign-out, and when the session has ended. */
export function forgetLastDay(storage: Pick<Storage, 'removeItem'>): void {
  try {
    storage.removeItem(KEY);
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Changes come in bursts; the day is stored once they are over. */
const SETTLED_MS = 1500;

interface LastDayInput {
  day: AppointmentDay;
  /** Another object whenever the content of the day changes. */
  content: unknown;
  petIds: ReadonlySet<string>;
  /** The known pets by id; another object whenever more are known. */
  pets: ReadonlyMap<string, ReceivedPet>;
  complete: boolean;
}

/** Stores the day on the screen whenever it has changed, so that it can be shown without a network. */
export function useKeepLastDay({ day, content, petIds, pets, complete }: LastDayInput): void {
  const api = useApi();
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` stands for what the cache holds.
  useEffect(() => {
    if (!complete) return;
    let isOutdated = false;
    const timer = setTimeout(async () => {
      await whenIdle();
      if (isOutdated) return;
      const dayKey = appointmentQueries.day(api, day).queryKey;
      keepLastDay({ api, queryClient, storage: localStore, companyId: day.companyId, dayKey, petIds, pets });
    }, SETTLED_MS);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [api, queryClient, day, content, petIds, pets, complete]);
}
