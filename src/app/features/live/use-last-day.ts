import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#app/api/api-client.ts';
import type { ListContent } from '#app/api/appointment-records.ts';
import type { AppointmentDay } from '#app/api/appointment-store.ts';
import { localStore } from '#app/browser/storage.ts';
import { waitUntilIdle } from '#app/browser/wait-until-idle.ts';
import type { ReceivedPet } from '#contract/received.ts';
import { saveLastDay } from './last-day.ts';

/** How long the day must be unchanged before it is stored, in milliseconds, since changes come in bursts. */
const SETTLE_DELAY_MS = 1500;

interface LastDayInput {
  day: AppointmentDay;
  /** The loaded content; a new object whenever it changes. */
  content: ListContent | null;
  readAt: number;
  petIds: ReadonlySet<string>;
  /** The loaded pets, keyed by id; a new object whenever more are loaded. */
  pets: ReadonlyMap<string, ReceivedPet>;
}

/** Stores the day on the screen whenever it changes, so that it can be shown without a network. */
export function useLastDay({ day, content, readAt, petIds, pets }: LastDayInput): void {
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!content?.isComplete) return;
    let isOutdated = false;
    const timer = setTimeout(async () => {
      await waitUntilIdle();
      if (isOutdated) return;
      const named = [...petIds].flatMap((id) => pets.get(id) ?? []);
      saveLastDay({ api, queryClient, storage: localStore, day, content, readAt, pets: named });
    }, SETTLE_DELAY_MS);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [api, queryClient, day, content, readAt, petIds, pets]);
}
