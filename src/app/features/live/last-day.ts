import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { ApiClient } from '#app/api/api-client.ts';
import type { ListContent, ListPage } from '#app/api/appointment-records.ts';
import { type AppointmentDay, cacheResponse, listKeys } from '#app/api/appointment-store.ts';
import { petQueries } from '#app/api/pets.ts';
import { appointmentTypeQueries, companyQueries, employeeQueries, enumQueries } from '#app/api/reference.ts';
import { sessionQueries } from '#app/api/session.ts';
import { readPerson } from '#app/api/stored-person.ts';
import { readStoredValue, type TextStorage } from '#app/browser/storage.ts';
import type { ReceivedAppointment, ReceivedPage, ReceivedPet } from '#contract/received.ts';

// The day on the screen, stored so that it can be shown without a network and after a reload. Only a complete day is
// stored, and a restored day is never presented as current: the status bar shows its age, and no time counts as free.

const STORAGE_KEY = 'frontdesk.last-day';
/** How long a day is stored, in milliseconds. It is not kept longer, since it includes the names of clients. */
export const LAST_DAY_LIFETIME_MS = 24 * 60 * 60_000;
/** The longest day that is stored, in characters. Browsers store only about five million characters for each site. */
const MAX_CHARACTERS = 3_000_000;
/** A day that another version of the app stored is ignored, since its data may have another shape. */
const APP_VERSION: string = import.meta.env?.FRONTDESK_VERSION ?? '';

const storedDaySchema = z.object({
  version: z.literal(APP_VERSION),
  /** The person who was signed in, since the day is shown to no one else; null if all desks share a key. */
  person: z.nullable(z.string()),
  companyId: z.string(),
  dayKey: z.array(z.unknown()),
  /** When the day was requested, in milliseconds since 1970-01-01T00:00Z. */
  readAt: z.number(),
  /** The appointments are not validated here. Like the data of `queries`, they were validated when they were received. */
  appointments: z.custom<ReceivedAppointment[]>(Array.isArray),
  unresolvedIds: z.array(z.string()),
  /** The other cached queries that are needed to show the day, such as the company and the employees. */
  queries: z.array(z.object({ key: z.array(z.unknown()), data: z.unknown(), updatedAt: z.number() })),
});
type StoredDay = z.infer<typeof storedDaySchema>;

interface SaveLastDayInput {
  api: ApiClient;
  queryClient: QueryClient;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** The complete day on the screen. */
  day: AppointmentDay;
  content: ListContent;
  readAt: number;
  /** The pets of that day that are loaded. */
  pets: readonly ReceivedPet[];
}

/** Stores a day with the names that it shows. Does nothing in a tab that has not noticed that someone else signed in. */
export function saveLastDay({ api, queryClient, storage, day, content, readAt, pets }: SaveLastDayInput): void {
  const { companyId } = day;
  const sessionKey = sessionQueries.current(api).queryKey;
  const person = queryClient.getQueryData(sessionKey)?.person;
  if (person === undefined || person !== readPerson(storage)) return;
  const keys: (readonly unknown[])[] = [
    sessionKey,
    companyQueries.list(api).queryKey,
    enumQueries.ofCompany(api, companyId).queryKey,
    employeeQueries.ofCompany(api, companyId).queryKey,
    appointmentTypeQueries.ofCompany(api, companyId).queryKey,
  ];
  const queries = keys.flatMap((key) => {
    const { data, dataUpdatedAt } = queryClient.getQueryState(key) ?? {};
    // The session counts as very old (`updatedAt` is 0), so that it is reloaded immediately.
    return data === undefined
      ? []
      : [{ key: [...key], data, updatedAt: key === sessionKey ? 0 : (dataUpdatedAt ?? 0) }];
  });
  if (pets.length > 0) {
    const page: ReceivedPage<ReceivedPet> = {
      records: [...pets],
      unresolvedIds: [],
      nextCursor: null,
      totalCount: null,
    };
    // This part of the list counts as very old (`updatedAt` is 0), so that the full list replaces it as soon as it can be
    // loaded.
    const key = [...petQueries.names(api, { companyId }).queryKey];
    queries.push({ key, data: { pages: [page], pageParams: [null] }, updatedAt: 0 });
  }
  const stored: StoredDay = {
    ...{ version: APP_VERSION, person, companyId, dayKey: [...listKeys.of(day)], readAt, queries },
    appointments: [...content.appointments],
    unresolvedIds: [...content.unresolvedIds],
  };
  const text = JSON.stringify(stored);
  if (text.length <= MAX_CHARACTERS) storage.setItem(STORAGE_KEY, text);
}

/**
 * Restores the stored day into an empty cache, with the times at which it was loaded, for the same person only. A day
 * that is too old or someone else's is deleted.
 */
export function restoreLastDay(
  queryClient: QueryClient,
  storage: Pick<TextStorage, 'getItem' | 'removeItem'>,
  now = Date.now(),
): void {
  const stored = readStoredValue(storage, STORAGE_KEY, storedDaySchema);
  const isRecent = stored !== null && Math.abs(now - stored.readAt) < LAST_DAY_LIFETIME_MS;
  if (!isRecent || stored.person !== readPerson(storage)) {
    deleteLastDay(storage);
    return;
  }
  const { companyId, dayKey, readAt, appointments, unresolvedIds, queries } = stored;
  cacheResponse(queryClient, companyId, {
    records: appointments,
    unresolvedIds,
    requestedAt: readAt,
    receivedAt: readAt,
  });
  const page: ListPage = {
    ...{ unresolvedIds, nextCursor: null, totalCount: null, requestedAt: readAt },
    ids: appointments.map(({ id }) => id),
  };
  for (const { key, data, updatedAt } of [
    ...queries,
    { key: dayKey, data: { pages: [page], pageParams: [null] }, updatedAt: readAt },
  ])
    queryClient.setQueryData(key, data, { updatedAt });
  // All restored data counts as out of date: however recent it is, later changes are unknown.
  void queryClient.invalidateQueries({ refetchType: 'none' });
}

/** Deletes the stored day, at sign-out and when the session has ended. */
export function deleteLastDay(storage: Pick<TextStorage, 'removeItem'>): void {
  storage.removeItem(STORAGE_KEY);
}
