import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import type { UpdatedAppointments } from '#app/api/appointments.ts';
import { availabilityQueries } from '#app/api/availability.ts';
import type { DeskListener, listenToDesk } from '#app/api/desk-events.ts';
import { refreshPractice } from '#app/api/practice.ts';
import { enumQueries } from '#app/api/reference.ts';
import type { DeskChanged } from '#contract/desk-events.ts';
import { livePolling } from '#contract/live-polling.ts';
import { applyChanges } from './apply-changes.ts';
import { createStreamHealth, streamTimes } from './stream-health.ts';

interface FollowOptions {
  api: ApiClient;
  queryClient: QueryClient;
  companyId: string;
  /** The practice API's clock. */
  clock: () => number;
  onChanged: (ids: string[]) => void;
  /** Called whenever something was told: when to poll, and as of when the board is known, may be different from then on. */
  onSign: () => void;
  listen: typeof listenToDesk;
}

/** Merges what is told into the loaded lists, and reads again what is only said to have changed. */
export function followDesk(options: FollowOptions) {
  const { api, queryClient, companyId, clock, onChanged, onSign, listen } = options;
  const stream = createStreamHealth();
  const readPlan = paced(() => queryClient.invalidateQueries({ queryKey: availabilityQueries.all() }));
  const readPractice = paced(() =>
    Promise.all([
      refreshPractice(queryClient, api, companyId),
      queryClient.invalidateQueries({ queryKey: enumQueries.ofCompany(api, companyId).queryKey }),
    ]),
  );
  // All desks are told at the same time.
  const delay = () => Math.floor(Math.random() * livePolling.spreadMs);

  const listener: DeskListener = {
    onState(state) {
      if (stream.state(state, clock(), delay())) readPlan.ask();
      onSign();
    },
    onReset() {
      stream.reset(clock(), delay());
      readPlan.ask();
      readPractice.ask();
      onSign();
    },
    onChanged(told) {
      const { records, unresolvedIds } = changesOf(told);
      const known = new Set([...records.map(({ id }) => id), ...unresolvedIds]);
      const ids = told.appointments ?? [];
      stream.told(
        [...ids, ...known],
        ids.filter((id) => !known.has(id)),
        clock(),
      );
      onChanged(applyChanges(queryClient, companyId, { records, unresolvedIds }));
      if (told.availability) readPlan.ask();
      if (told.practice) readPractice.ask();
      onSign();
    },
  };
  const leave = listen(companyId, listener, api.person);

  return {
    ...stream,
    stop() {
      leave();
      readPlan.stop();
      readPractice.stop();
    },
  };
}
export type FollowedDesk = ReturnType<typeof followDesk>;

function changesOf({ records = [] }: DeskChanged): UpdatedAppointments {
  return {
    records: records.flatMap((record) => ('start' in record ? [record] : [])),
    unresolvedIds: records.flatMap((record) => ('start' in record ? [] : [record.id])),
  };
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
