import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { type ChangedClientsAndPets, readChangedClientsAndPets } from '#app/api/changed-clients-and-pets.ts';
import type { DeskListener } from '#app/api/desk-events.ts';
import { refreshPractice } from '#app/api/practice.ts';
import { invalidate } from '#app/api/queries.ts';
import { calls } from '#contract/calls.ts';
import { livePolling } from '#contract/live-polling.ts';
import { messageCalls } from '#contract/message-calls.ts';

/** The minimum time between two reads that events trigger, in milliseconds. */
export const MIN_READ_INTERVAL_MS = 2_000;

interface FollowEventsOptions {
  api: ApiClient;
  queryClient: QueryClient;
  companyId: string;
  /** Called when the stream starts or stops reporting changes. */
  onLive: (isLive: boolean) => void;
  /**
   * Called when the appointments in `ids` have changed or, if `ids` is empty, when any appointment may have changed. A poll is
   * due after `delayMs`.
   */
  onChangeAnnounced: (ids: readonly string[], delayMs: number) => void;
}

/**
 * Handles the events for a company. Events say only what has changed, not how. The plan, the waiting list, messages and
 * answers, requests from the web site, recalls, the practice, clients and pets are reloaded here, at a limited rate.
 */
export function followEvents({
  api,
  queryClient,
  companyId,
  onLive,
  onChangeAnnounced,
}: FollowEventsOptions): DeskListener {
  const readPlan = throttle(() => invalidate(queryClient, calls.listAvailability));
  const readWaitingList = throttle(() => invalidate(queryClient, calls.listWaitingList));
  const readMessages = throttle(async () => {
    // Imported on demand, because the app does not need this module to start.
    const { refreshMessages } = await import('#app/api/messages.ts');
    await refreshMessages(queryClient);
  });
  const readOnlineRequests = throttle(() => invalidate(queryClient, messageCalls.listOnlineRequests));
  const readRecalls = throttle(() => invalidate(queryClient, messageCalls.listRecalls));
  const readPractice = throttle(() =>
    Promise.all([refreshPractice(queryClient), invalidate(queryClient, calls.listEnums)]),
  );
  let changedRecords = NO_CHANGED_RECORDS;
  const readClientsAndPets = throttle(() => {
    const changed = changedRecords;
    changedRecords = NO_CHANGED_RECORDS;
    return readChangedClientsAndPets({ queryClient, api, companyId }, changed);
  });
  function onClientsOrPetsChanged(changed: ChangedClientsAndPets) {
    changedRecords = {
      clients: mergeIds(changedRecords.clients, changed.clients),
      pets: mergeIds(changedRecords.pets, changed.pets),
    };
    readClientsAndPets();
  }
  let isLive = false;
  // Every desk receives this event at the same moment, so each polls after a random delay instead of all at once.
  const announceSoon = () => onChangeAnnounced([], Math.floor(Math.random() * livePolling.spreadMs));

  return {
    onState(state) {
      const isStarting = state?.live === true && !isLive;
      isLive = state?.live === true;
      onLive(isLive);
      if (!isStarting) return;
      for (const read of [readPlan, readWaitingList, readMessages, readOnlineRequests, readRecalls]) read();
      announceSoon();
    },
    onReset() {
      for (const read of [readPlan, readWaitingList, readMessages, readOnlineRequests, readRecalls, readPractice])
        read();
      onClientsOrPetsChanged({ clients: true, pets: true });
      announceSoon();
    },
    onChanged({ appointments = [], clients, pets, ...changed }) {
      const { availability, waitingList, messages, onlineRequests, recalls, practice } = changed;
      if (availability) readPlan();
      if (waitingList) readWaitingList();
      if (messages) readMessages();
      if (onlineRequests) readOnlineRequests();
      // All of these change recalls: a recall is booked while its pet has an appointment, a message counts as an attempt to
      // reach the client, and a pet that died is no longer due.
      if (recalls || appointments.length > 0 || messages || pets) readRecalls();
      if (practice) readPractice();
      if (clients || pets) onClientsOrPetsChanged({ clients: toChangedIds(clients), pets: toChangedIds(pets) });
      if (appointments.length > 0) onChangeAnnounced(appointments, 0);
    },
  };
}

const NO_CHANGED_RECORDS: ChangedClientsAndPets = { clients: new Set(), pets: new Set() };

type ChangedIds = ChangedClientsAndPets['clients'];

function toChangedIds(changed: readonly string[] | true | undefined): ChangedIds {
  return changed === true || new Set(changed);
}

function mergeIds(one: ChangedIds, other: ChangedIds): ChangedIds {
  return one === true || other === true || new Set([...one, ...other]);
}

/**
 * Limits how often `run` is called: immediately at first, then not again until it has ended and a pause has passed.
 * Calls in the meantime cause one more run after that.
 */
function throttle(run: () => Promise<unknown>): () => void {
  let isDue = false;
  let isResting = false;
  async function start() {
    isDue = false;
    isResting = true;
    await Promise.allSettled([run(), new Promise((resolve) => setTimeout(resolve, MIN_READ_INTERVAL_MS))]);
    isResting = false;
    if (isDue) void start();
  }
  return () => {
    isDue = true;
    if (!isResting) void start();
  };
}
