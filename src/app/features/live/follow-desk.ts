import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import type { DeskListener, listenToDesk } from '#app/api/desk-events.ts';
import { refreshPractice } from '#app/api/practice.ts';
import { invalidate, queryKeyOf } from '#app/api/queries.ts';
import { endpoints, extensions } from '#contract/endpoints.ts';
import { livePolling } from '#contract/live-polling.ts';
import { createStreamHealth, streamTimes } from './stream-health.ts';

interface FollowOptions {
  api: ApiClient;
  queryClient: QueryClient;
  companyId: string;
  /** The practice API's clock. */
  clock: () => number;
  /** Called after each event: when to poll, and as of when the board is known, may be different from then on. */
  onSign: () => void;
  listen: typeof listenToDesk;
}

/** The longest list of clients or pets, in pages, that is read again for a change; longer ones are until they are stale. */
const MAX_RELOADED_PAGES = 4;

/** Reads again what the practice API reports as changed; appointments are polled, many changes at once. */
export function followDesk(options: FollowOptions) {
  const { api, queryClient, companyId, clock, onSign, listen } = options;
  const stream = createStreamHealth();
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
  // All desks get the event at the same time.
  const delay = () => Math.floor(Math.random() * livePolling.spreadMs);

  const listener: DeskListener = {
    onState(state) {
      if (stream.state(state, clock(), delay())) readPlan.ask();
      onSign();
    },
    onReset() {
      stream.reset(clock(), delay());
      for (const read of [readPlan, readPractice, readPeople]) read.ask();
      onSign();
    },
    onChanged({ appointments = [], availability, practice, clients, pets }) {
      stream.reported(appointments, clock());
      if (availability) readPlan.ask();
      if (practice) readPractice.ask();
      // A pet's record has the name of its client.
      if (clients || pets) readPeople.ask();
      onSign();
    },
  };
  const leave = listen(companyId, listener, api.person);

  return {
    ...stream,
    stop() {
      leave();
      for (const read of [readPlan, readPractice, readPeople]) read.stop();
    },
  };
}
export type FollowedDesk = ReturnType<typeof followDesk>;

/** How many pages of a list are loaded; one for what is no list. */
function pagesOf(data: unknown): number {
  const pages: unknown = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : null;
  return Array.isArray(pages) ? pages.length : 1;
}

/** Runs at once, then not again before a pause and its own end; whatever was asked for meanwhile is run once after that. */
function paced(run: () => Promise<unknown>) {
  let isAsked = false;
  let isResting = false;
  async function begin() {
    isAsked = false;
    isResting = true;
    const pause = new Promise((resolve) => setTimeout(resolve, streamTimes.paceMs));
    await Promise.allSettled([run(), pause]);
    isResting = false;
    if (isAsked) void begin();
  }
  return {
    ask() {
      isAsked = true;
      if (!isResting) void begin();
    },
    stop() {
      isAsked = false;
    },
  };
}
