import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { type AppointmentDay, appointmentQueries } from '#app/api/appointment-queries.ts';
import { localStore } from '#app/browser/storage.ts';
import { keepLastDay } from '#app/features/live/last-day.ts';

/** Changes come in bursts; the day is kept once they are over. */
const SETTLED_MS = 1500;

interface LastDayInput {
  day: AppointmentDay;
  /** Changes with the content of the day. */
  content: unknown;
  petIds: ReadonlySet<string>;
  pets: unknown;
  complete: boolean;
}

/** Keeps the day on the screen for when the network is gone. */
export function useLastDay({ day, content, petIds, pets, complete }: LastDayInput): void {
  const api = useApi();
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: content and pets stand for what the cache holds.
  useEffect(() => {
    if (!complete) return;
    const timer = setTimeout(() => {
      const dayKey = appointmentQueries.day(api, day).queryKey;
      keepLastDay({ api, queryClient, storage: localStore, companyId: day.companyId, dayKey, petIds });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [api, queryClient, day, content, petIds, pets, complete]);
}
