import { InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type ApiClient, createApiClient } from '#app/api/api-client.ts';
import { retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { applyUnsavedChanges, type ListContent, oldestPageRequestTime } from '#app/api/appointment-records.ts';
import { type AppointmentDay, listMembership, loadedContent, loadedLists } from '#app/api/appointment-store.ts';
import { appointmentQueries } from '#app/api/appointments.ts';
import { createBudgetAndClock } from '#app/api/budget-and-clock.ts';
import { createDeskEvents } from '#app/api/desk-events.ts';
import { type Directory, indexById } from '#app/api/directory.ts';
import { sessionQueries } from '#app/api/session.ts';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import { sleep, sleepUntilOnline } from '#app/browser/sleep.ts';
import { createOutbox } from '#app/changes/outbox/outbox.ts';
import { INITIAL_POLL_STATE } from '#app/days/live-state.ts';

import { buildBoard } from '#app/features/board/model/board-model.ts';
import { type BookingPorts, createBookingPorts } from '#app/features/booking/booking-ports.ts';
import { createDrafts } from '#app/features/booking/draft.ts';
import {
  type AppointmentCommand,
  type Changes,
  type ChangesPorts,
  createChanges,
  createChangesPorts,
} from '#app/features/change/changes.ts';
import { assessFreshness, type Freshness, liveLabel, oldestCurrentTime } from '#app/features/live/freshness.ts';
import { restoreLastDay, saveLastDay } from '#app/features/live/last-day.ts';
import { startPolling } from '#app/features/live/polling.ts';
import { createQueryClient } from '#app/query-client.ts';
import { type ReceivedAppointment, receivedCompanySchema } from '#contract/received.ts';
import { createSearchForDays, listStoreDays } from '#scheduling/shown-days.ts';
import { createStorage } from '#testing/storage-in-memory.ts';
import type { PracticeSystem } from './practice-systems.ts';
import type { VirtualEventSource } from './streams.ts';
import type { Computer, VirtualTime } from './virtual-time.ts';

type Listen = ReturnType<typeof createDeskEvents>['listen'];

/** Replaceable parts of a desk, so that a test can insert faulty parts that the checks must find. */
export interface DeskParts {
  queryClient: (made: QueryClient) => QueryClient;
  fetch: (usual: typeof fetch) => typeof fetch;
  changesPorts: (ports: ChangesPorts) => ChangesPorts;
  bookingPorts: (ports: BookingPorts) => BookingPorts;
  listen: (usual: Listen) => Listen;
  /** Changes what the status bar shows. */
  freshness: (told: Freshness, now: number) => Freshness;
}

export const asBuilt: DeskParts = {
  queryClient: (client) => client,
  fetch: (usual) => usual,
  changesPorts: (ports) => ports,
  bookingPorts: (ports) => ports,
  listen: (usual) => usual,
  freshness: (usual) => usual,
};

/** What a calendar shows: the date, and the stores by their position in the company's list. */
export interface Shown {
  date: string;
  stores: readonly number[];
}

interface DeskOptions {
  time: VirtualTime;
  computer: Computer;
  system: PracticeSystem;
  fetchOf: (computer: Computer) => typeof fetch;
  openEvents: (computer: Computer, url: string) => VirtualEventSource;
  /** Called when a page is left. */
  leave: (computer: Computer) => void;
  parts: DeskParts;
  /** Called with a change after each change of its state, except to waiting. */
  onChange: (command: AppointmentCommand) => void;
}

/** The reference data that every desk of a practice has. */
export function directoryOf({ company, employees, types, pets }: PracticeSystem): Directory {
  return {
    company: { ...receivedCompanySchema.parse(company), storesListed: true },
    fallbackZone: 'UTC',
    employees: indexById(
      employees.map(({ firstName, lastName, ...one }) => ({ ...one, name: `${firstName} ${lastName}` })),
    ),
    types: indexById(types),
    pets: indexById(pets),
  };
}

const statuses = createEnumDisplays(undefined, 'APPOINTMENT_STATUS');

/** The calendar of some appointments as a desk of the practice draws it. */
export function boardOf(directory: Directory, shown: Shown, content: ListContent) {
  return buildBoard({
    ...{ view: 'rooms', vetOfWeek: null, days: daysOf(directory, shown), content, directory, statuses },
    awaitsPets: false,
    ownZone: 'UTC',
  });
}

function daysOf({ company, fallbackZone }: Directory, { date, stores }: Shown) {
  const chosen = stores.flatMap((place) => company.stores[place] ?? []);
  return listStoreDays({ view: 'rooms', date, stores: chosen, fallbackZone, firstWeekday: () => 1 });
}

export type Desk = ReturnType<typeof createDesk>;
type Page = ReturnType<ReturnType<typeof createPages>>;

/** The app's data layer on one computer, without a screen: the same modules in the same order as in the calendar. */
export function createDesk(options: DeskOptions) {
  const { time, computer, system } = options;
  const storage = createStorage();
  const directory = directoryOf(system);
  const openPage = createPages({ ...options, storage, directory });
  let shown: Shown = { date: '', stores: [] };
  let page: Page | null = null;

  function current(): Page {
    if (page === null) throw new Error(`${computer.name} has no page.`);
    return page;
  }

  return {
    computer,
    directory,
    /** The current page. */
    page: current,
    shown: () => shown,
    /** The current content of the calendar, and what the status bar says about it. */
    read: () => time.on(computer, () => current().read()),
    show(next: Shown): void {
      shown = next;
      time.on(computer, () => page?.show(next));
    },
    /** Opens the calendar or reloads it. */
    load(): void {
      time.on(computer, () => page?.leave());
      options.leave(computer);
      time.reload(computer);
      page = time.on(computer, openPage);
      time.on(computer, () => page?.show(shown));
    },
    wake(): void {
      time.wake(computer);
      time.on(computer, () => {
        computer.document.dispatchEvent(new Event('visibilitychange'));
        page?.queryClient.getQueryCache().onFocus();
      });
    },
    /** Dispatches the browser's event that the network is online or offline. */
    reportNetwork(): void {
      if (computer.isAsleep) return;
      time.on(computer, () => {
        computer.window.dispatchEvent(new Event(computer.isOnline ? 'online' : 'offline'));
        if (computer.isOnline) page?.queryClient.getQueryCache().onOnline();
      });
    },
  };
}

interface PageOptions extends DeskOptions {
  storage: ReturnType<typeof createStorage>;
  directory: Directory;
}

/** Creates a function that opens a page of a computer. */
function createPages({ computer, system, fetchOf, openEvents, parts, onChange, storage, directory }: PageOptions) {
  const companyId = system.company.id;
  const drafts = createDrafts({ storage, companyId, person: null, schema: z.string() });

  return function openPage() {
    const began = oldestCurrentTime(Date.now(), Date.now());
    const queryClient = parts.queryClient(createQueryClient());
    const signals = createBudgetAndClock(Date.now);
    const api: ApiClient = createApiClient({
      fetch: parts.fetch(fetchOf(computer)),
      baseUrl: '',
      onResponse: signals.observe,
    });
    restoreLastDay(queryClient, storage);
    const session = new QueryObserver(queryClient, sessionQueries.current(api));
    const changes: Changes = createChanges(
      createOutbox({ sleep, pause: sleepUntilOnline }),
      parts.changesPorts(createChangesPorts({ companyId, person: null }, api, queryClient)),
    );
    const states = new Map<number, string>();
    changes.subscribe(() => {
      for (const command of changes.commands()) {
        const { number, state } = command;
        if (states.get(number) !== state && state !== 'waiting' && state !== 'giving-up') onChange(command);
        states.set(number, state);
      }
    });
    const { listen } = createDeskEvents({
      open(url) {
        const source = openEvents(computer, url);
        return {
          addEventListener: (name, listener) =>
            source.addEventListener(name, (event) => listener(event as MessageEvent<string>)),
          close: () => source.close(),
        };
      },
      page: document,
    });
    let polls = INITIAL_POLL_STATE;
    let polling: { hasEvents: boolean; stop: () => void } | null = null;
    const followSession = () => {
      const { capabilities } = session.getCurrentResult().data ?? {};
      if (capabilities === undefined) return;
      const hasEvents = capabilities.listEvents !== undefined;
      if (polling?.hasEvents === hasEvents) return;
      polling?.stop();
      const { stop } = startPolling({
        ...{ api, queryClient, signals, companyId },
        ...{ hasEvents, listen: parts.listen(listen) },
        onChanged: () => undefined,
        onState(state) {
          polls = state;
        },
      });
      polling = { hasEvents, stop };
    };
    session.subscribe(followSession);
    followSession();
    let day: AppointmentDay | null = null;
    let leaveDay = () => {};

    function observe(next: AppointmentDay) {
      leaveDay();
      day = next;
      const observer = new InfiniteQueryObserver(queryClient, {
        ...appointmentQueries.day(api, next),
        ...retryUntilLoadedOptions,
      });
      leaveDay = observer.subscribe(({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }) => {
        if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
      });
    }

    const readAtOfDay = (of: AppointmentDay) =>
      oldestPageRequestTime(queryClient.getQueryData(appointmentQueries.day(api, of).queryKey)?.pages);

    /** The query of the displayed day, and how fresh the screen says it is. */
    function read() {
      if (day === null) throw new Error('No day is shown.');
      const { queryKey } = appointmentQueries.day(api, day);
      const state = queryClient.getQueryState(queryKey);
      const content = loadedContent(queryClient, day);
      const actual = assessFreshness({
        ...{ began, polls, online: navigator.onLine },
        day: { readAt: readAtOfDay(day), error: state?.fetchFailureReason ?? state?.error ?? null },
      });
      const freshness = parts.freshness(actual, Date.now());
      const foot = liveLabel(freshness, content?.isComplete ? null : 'loading');
      return { day, content, foot, asOf: freshness.asOf };
    }

    return {
      queryClient,
      api,
      changes,
      drafts,
      capabilities: () => session.getCurrentResult().data?.capabilities ?? null,
      bookingPorts: () =>
        parts.bookingPorts(createBookingPorts(api, session.getCurrentResult().data?.capabilities ?? {})),
      show: (shown: Shown) => observe(createSearchForDays(directory.company, daysOf(directory, shown))),
      read,
      /** The appointments of the displayed day as the person sees them, including unsaved changes. */
      seen(): ReceivedAppointment[] {
        const { day: span, content } = read();
        return [...applyUnsavedChanges(content?.appointments ?? [], changes.unsaved().records, listMembership(span))];
      },
      /** Every loaded day, displayed or not. */
      loadedDays: () =>
        loadedLists(queryClient, companyId).flatMap(({ list }) => {
          const content = loadedContent(queryClient, list);
          return 'storeIds' in list && content ? [{ day: list, content }] : [];
        }),
      leave(): void {
        const { day: span, content } = read();
        if (content?.isComplete)
          saveLastDay({ api, queryClient, storage, day: span, content, readAt: readAtOfDay(span), pets: [] });
        polling?.stop();
        leaveDay();
        queryClient.clear();
      },
    };
  };
}
