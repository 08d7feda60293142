import type { QueryClient } from '@tanstack/react-query';
import type { DeskListener } from '#app/api/desk-events.ts';
import { refreshPractice } from '#app/api/practice.ts';
import { invalidate, queryKeyOf } from '#app/api/queries.ts';
import { endpoints, extensions } from '#contract/endpoints.ts';
import { livePolling } from '#contract/live-polling.ts';

/** The least time between two readings that events make necessary, in milliseconds. */
export const PACE_MS = 2_000;
/** The longest list of clients or pets, in pages, that is read again for a change; longer ones are until they are stale. */
const MAX_RELOADED_PAGES = 4;

interface FollowOptions {
  queryClient: QueryClient;
  /** Called when the stream begins to report changes, or no longer does. */
  onLive: (isLive: boolean) => void;
  /** Called when appointments have changed, or may have; a poll is due after `delayMs`. */
  onRing: (ids: readonly string[], delayMs: number) => void;
}

/**
 * What the events of a company make the desk do. They are a doorbell: what changed is read. The plan, the practice, clients and
 * pets are read again here, at a pace.
 */
export function followEvents({ queryClient, onLive, onRing }: FollowOptions): DeskListener {
  const readPlan = paced(() => invalidate(queryClient, extensions.listAvailability));
  const readPractice = paced(() =>
    Promise.all([refreshPractice(queryClient), invalidate(queryClient, endpoints.listEnums)]),
  );
  const readPeople = paced(() =>
    Promise.all(
      [endpoints.listClients, endpoints.listPets].map((list) =>
        queryClient.invalidateQueries({
          queryKey: queryKeyOf(list),
          predicate: ({ state }) => pagesOf(state.data) <= MAX_RELOADED_PAGES,
        }),
      ),
    ),
  );
  let isLive = false;
  // All desks get such an event at the same time.
  const ringSoon = () => onRing([], Math.floor(Math.random() * livePolling.spreadMs));

  return {
    onState(state) {
      const begins = state?.live === true && !isLive;
      isLive = state?.live === true;
      onLive(isLive);
      if (!begins) return;
      readPlan();
      ringSoon();
    },
    onReset() {
      for (const read of [readPlan, readPractice, readPeople]) read();
      ringSoon();
    },
    onChanged({ appointments = [], availability, practice, clients, pets }) {
      if (availability) readPlan();
      if (practice) readPractice();
      // A pet's record has the name of its client.
      if (clients || pets) readPeople();
      if (appointments.length > 0) onRing(appointments, 0);
    },
  };
}

/** How many pages of a list are loaded; one for what is no list. */
function pagesOf(data: unknown): number {
  const pages: unknown = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : null;
  return Array.isArray(pages) ? pages.length : 1;
}

/** Runs at once, then not again before a pause and its own end; a call meanwhile runs once after that. */
function paced(run: () => Promise<unknown>): () => void {
  let isDue = false;
  let isResting = false;
  async function begin() {
    isDue = false;
    isResting = true;
    await Promise.allSettled([run(), new Promise((resolve) => setTimeout(resolve, PACE_MS))]);
    isResting = false;
    if (isDue) void begin();
  }
  return () => {
    isDue = true;
    if (!isResting) void begin();
  };
}
