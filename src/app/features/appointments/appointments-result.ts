import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  skipToken,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type ApiClient, type ReadOptions, useApi } from '#app/api/api-client.ts';
import { retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { cacheResponse, nextTimestamp } from '#app/api/appointment-store.ts';
import { type AppointmentPage, appointmentQueries } from '#app/api/appointments.ts';
import { isEndless, PAGE_LIMIT } from '#app/api/pages.ts';
import { findPets } from '#app/api/pets.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { SearchOrder } from '#contract/appointment-search.ts';
import { calls } from '#contract/calls.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type AppointmentsRequest, buildSearchBody, maxPets } from './appointments-request.ts';

// The specification's text search covers titles only. So a text is searched twice: once in titles, and once for the
// appointments of pets that match it. Both results have the same order and are merged.

/**
 * How long a result stays cached, in milliseconds, so that a person who returns from an appointment sees it at once.
 */
const CACHE_TIME_MS = 30 * 60_000;

/** How long a result of one page counts as current, in milliseconds. */
const FRESH_MS = 60_000;

/** The pets that match the search text by their own name or by their client. */
interface MatchingPets {
  ids: readonly string[];
  /** Whether more pets match than a request can name. */
  isCut: boolean;
}

/**
 * Where a later page begins: the cursor of each search, or undefined if that search has ended. For the first page, the
 * position itself is null.
 */
interface PagePosition {
  pets: MatchingPets | null;
  cursors: readonly (string | null | undefined)[];
}

/** A page of the result, from up to two searches. */
export interface ResultPage {
  /** The pets that match the search text; null without a search text. */
  pets: MatchingPets | null;
  /** A page of each search; null if that search has already ended. */
  parts: readonly (AppointmentPage | null)[];
}

export interface ResultOptions {
  api: ApiClient;
  request: AppointmentsRequest;
  /** The fields in which the practice system looks for the text to find pets, according to its capabilities. */
  searched: readonly string[];
}

/** Loads a page and puts its appointments into the store. Pages after the first yield to requests of other desks. */
export async function readPage(
  { api, request, searched }: ResultOptions,
  queryClient: QueryClient,
  position: PagePosition | null,
  { signal }: Pick<ReadOptions, 'signal'>,
): Promise<ResultPage> {
  const options: ReadOptions = { ...(signal ? { signal } : {}), ...(position === null ? {} : { purpose: 'poll' }) };
  const { companyId } = request;
  const pets = position === null ? await findMatchingPets({ api, request, searched }, options) : position.pets;
  const bodies =
    request.text === ''
      ? [buildSearchBody(request, null)]
      : [
          buildSearchBody(request, { title: request.text }),
          ...(pets && pets.ids.length > 0 ? [buildSearchBody(request, { petIds: pets.ids })] : []),
        ];
  const requestedAt = nextTimestamp(queryClient);
  const parts = await Promise.all(
    bodies.map((body, index) => {
      const cursor = position === null ? null : position.cursors[index];
      return cursor === undefined
        ? null
        : api.call(calls.searchAppointments, { ...body, limit: PAGE_LIMIT, cursor }, options);
    }),
  );
  // Stops if the request was aborted: another person may have signed in without permission to see these records.
  signal?.throwIfAborted();
  const read = parts.flatMap((part) => part ?? []);
  cacheResponse(queryClient, companyId, {
    records: read.flatMap(({ records }) => records),
    unresolvedIds: read.flatMap(({ unresolvedIds }) => unresolvedIds),
    ...{ requestedAt, receivedAt: nextTimestamp(queryClient) },
  });
  return { pets, parts };
}

async function findMatchingPets(
  { api, request, searched }: ResultOptions,
  options: ReadOptions,
): Promise<MatchingPets | null> {
  const { companyId, text } = request;
  if (text === '') return null;
  const { ids, isCut } = await findPets(api, { companyId, text, searched }, options);
  const limit = maxPets(request);
  return { ids: ids.slice(0, limit), isCut: isCut || ids.length > limit };
}

/** All pages of one of the two searches. */
const pagesOfSearch = (pages: readonly ResultPage[], index: number) => pages.flatMap(({ parts }) => parts[index] ?? []);

const pagesBySearch = (pages: readonly ResultPage[]) =>
  (pages[0]?.parts ?? []).map((_, index) => pagesOfSearch(pages, index));

/**
 * Returns where the page after these begins; null if the result has ended, or if it would never end because pages
 * repeat.
 */
export function findNextPosition(pages: readonly ResultPage[]): PagePosition | null {
  const cursors = pagesBySearch(pages).map((part) =>
    isEndless(part) ? undefined : (part.at(-1)?.nextCursor ?? undefined),
  );
  return cursors.some((cursor) => cursor !== undefined) ? { pets: pages[0]?.pets ?? null, cursors } : null;
}

/** The query that loads the result page by page. */
export function resultQuery(options: ResultOptions) {
  const { request, searched } = options;
  return infiniteQueryOptions({
    queryKey: [...appointmentQueries.found(), { request, searched }],
    queryFn: ({ pageParam, signal, client }) => readPage(options, client, pageParam, { signal }),
    initialPageParam: null as PagePosition | null,
    getNextPageParam: (_last: ResultPage, pages: readonly ResultPage[]) => findNextPosition(pages),
    // A short list is reloaded whenever it is shown again. A long one is not, since it costs one request per page.
    staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? Number.POSITIVE_INFINITY : FRESH_MS),
    gcTime: CACHE_TIME_MS,
    retry: retryUntilLoadedOptions.retry,
    // The first page is retried; later pages are loaded on demand.
    refetchInterval: (query) =>
      query.state.data === undefined ? retryUntilLoadedOptions.refetchInterval(query) : false,
    refetchOnReconnect: false,
    // Structural sharing over tens of thousands of records costs more than it saves.
    structuralSharing: false,
  });
}

/** The part of the search result that is loaded, with both searches merged. */
export interface AppointmentsResult {
  records: readonly ReceivedAppointment[];
  /** How many records could not be read. */
  unreadable: number;
  /** The number of matching appointments, including unreadable ones; null while it is unknown. */
  total: number | null;
  /** Whether the practice system repeats pages, so that the rest cannot be loaded. */
  isEndless: boolean;
  pets: MatchingPets | null;
}

export function combinePages(pages: readonly ResultPage[], order: SearchOrder): AppointmentsResult {
  const parts = pagesBySearch(pages);
  const records = mergeResults(
    parts.map((part) => ({
      records: part.flatMap((page) => page.records),
      isWhole: (part.at(-1)?.nextCursor ?? null) === null || isEndless(part),
    })),
    order,
  );
  const unreadable = new Set(parts.flat().flatMap(({ unresolvedIds }) => unresolvedIds)).size;
  const totals = parts.map((part) => part.at(-1)?.totalCount ?? null);
  const found = totals.filter((total) => total !== 0);
  const [only = 0] = found;
  const isWhole = findNextPosition(pages) === null;
  // If both searches found appointments, their totals cannot be added, since some may be in both results.
  const total = found.length <= 1 ? only : isWhole ? records.length + unreadable : null;
  return {
    ...{ records, unreadable, total },
    isEndless: parts.some(isEndless),
    pets: pages[0]?.pets ?? null,
  };
}

interface SearchPart {
  /** The records, in the requested order. */
  records: readonly ReceivedAppointment[];
  /** Whether there are no further pages. */
  isWhole: boolean;
}

const byOrder: Readonly<Record<SearchOrder, (one: ReceivedAppointment, other: ReceivedAppointment) => number>> = {
  start: (one, other) => instantOf(one.start) - instantOf(other.start) || (one.id < other.id ? -1 : 1),
  '-start': (one, other) => byOrder.start(other, one),
  created: (one, other) => creationTime(other) - creationTime(one) || (one.id > other.id ? -1 : 1),
};

const creationTime = ({ createdAt }: ReceivedAppointment) => (createdAt === null ? 0 : instantOf(createdAt));

/**
 * Merges results that have the same order. Records after the last loaded record of an unfinished result are held back,
 * because its next page may contain earlier ones.
 */
export function mergeResults(parts: readonly SearchPart[], order: SearchOrder): readonly ReceivedAppointment[] {
  const [only] = parts;
  if (parts.length <= 1) return only?.records ?? [];
  const compare = byOrder[order];
  const lastLoaded = parts.flatMap(({ records, isWhole }) => (isWhole ? [] : [records.at(-1)]));
  const byId = new Map(parts.flatMap(({ records }) => records.map((record) => [record.id, record])));
  return [...byId.values()]
    .filter((record) =>
      lastLoaded.every((end) => end !== undefined && (end.id === record.id || compare(record, end) <= 0)),
    )
    .sort(compare);
}

const NO_PAGES: readonly ResultPage[] = [];
/** Stands in for a missing request, and is never sent. */
const NO_REQUEST: AppointmentsRequest = {
  ...{ companyId: '', storeIds: undefined, order: 'created', text: '' },
  ...{ commonFilter: {}, alternatives: [{}] },
};

/** Loads the result of a request page by page. If `request` is null, nothing is sent. */
export function useAppointmentsResult(request: AppointmentsRequest | null) {
  const api = useApi();
  const { session } = useDesk();
  const queryClient = useQueryClient();
  const searched = session.capabilities.listPets?.fields ?? [];
  const options = resultQuery({ api, request: request ?? NO_REQUEST, searched });
  const query = useInfiniteQuery({
    ...options,
    ...(request === null ? { queryFn: skipToken } : {}),
    // The previous rows stay, dimmed, until the first page of the new result is loaded.
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages ?? NO_PAGES;
  const result = combinePages(pages, request?.order ?? 'created');
  return {
    query,
    options: { api, request: request ?? NO_REQUEST, searched },
    pages,
    result,
    /** Whether at least a part of this request's result is loaded. */
    isCurrent: request !== null && query.data !== undefined && !query.isPlaceholderData,
    byPhone: searched.includes('phone'),
    /** Loads the result again from the first page, since reloading every page would cost one request each. */
    refresh: () => void queryClient.resetQueries({ queryKey: options.queryKey }),
  };
}
