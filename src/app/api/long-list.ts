import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type ApiClient, type ReadOptions, useApi } from '#app/api/api-client.ts';
import { RETRY_INTERVAL_MS, retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { indexById } from '#app/api/directory.ts';
import { loadAllPages, MAX_PAGES, PAGE_LIMIT, useNextPage } from '#app/api/pages.ts';
import { type ListEndpoint, pagedListQuery } from '#app/api/queries.ts';
import type { ReceivedPage } from '#contract/received.ts';
import { shortenToSharedPrefixes } from '#reading/text.ts';
import { useFailure } from './use-failure.ts';

/** A record in a list of names. */
interface NamedRecord {
  id: string;
  /** The version; null if the practice system has none. */
  updatedAt: string | null;
}

// Lists that are too long to load completely. Their records are looked up by id or by typed text.

/** The longest text that a lookup accepts, in UTF-16 units. */
const MAX_QUERY_LENGTH = 200;

/** The text of a lookup without redundant white space, which would only cause another request. */
export function lookupText(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, MAX_QUERY_LENGTH).trim();
}

/** How long, in milliseconds, the list of all names counts as current. */
export const NAMES_STALE_MS = 30 * 60_000;

/** The maximum number of records that are read by their ids at once. */
const MAX_READS_BY_ID = 20;

interface LongListOptions<Item> {
  /** How long unused names stay cached, in milliseconds. */
  gcTime?: number;
  /** Returns a function that reads one record; null if the practice system cannot read a record by its id. */
  readById?: (queryClient: QueryClient) => ReadRecord<Item> | null;
}

/** Reads a record by its id; null if there is none. */
type ReadRecord<Item> = (
  api: ApiClient,
  key: { companyId: string; id: string },
  options: ReadOptions,
) => Promise<Item | null>;

/** Creates the queries of a list. */
export function longListQueries<Item extends NamedRecord>(
  endpoint: ListEndpoint<Item>,
  { gcTime, readById }: LongListOptions<Item> = {},
) {
  /** A page of all records, in the order of the practice system, with low priority. */
  const page = (
    api: ApiClient,
    companyId: string,
    cursor: string | null,
    options: Pick<ReadOptions, 'signal'> = {},
  ): Promise<ReceivedPage<Item>> =>
    api.call(endpoint, { companyId, limit: PAGE_LIMIT, cursor }, { ...options, purpose: 'poll' });
  /**
   * All names, in the order of the practice system, with low priority. Screens take the names for the ids on
   * appointments from this list, and filter it in the browser if a practice system ignores the text of a lookup.
   */
  const namesQuery = (api: ApiClient, { companyId }: { companyId: string }) => ({
    ...pagedListQuery<ListEndpoint<Item>>(api, endpoint, { companyId, limit: PAGE_LIMIT }, { purpose: 'poll' }),
    staleTime: NAMES_STALE_MS,
    ...(gcTime === undefined ? {} : { gcTime }),
  });
  /** The cached pages of all names, without names restored from the previous day, which are only part of the list. */
  function cachedPages(queryClient: QueryClient, api: ApiClient, companyId: string): readonly ReceivedPage<Item>[] {
    const state = queryClient.getQueryState(namesQuery(api, { companyId }).queryKey);
    return state && state.dataUpdatedAt > 0 ? (state.data?.pages ?? []) : [];
  }
  return {
    page,
    names: namesQuery,
    pagesRead: cachedPages,
    /**
     * Reads records that may have been added since the list was read: by their ids, at most {@link MAX_READS_BY_ID} of them, or,
     * if the practice system cannot do that, the first page, where some practice systems list new records.
     *
     * @throws ApiError
     */
    async readAdded(
      { queryClient, api, companyId }: { queryClient: QueryClient; api: ApiClient; companyId: string },
      ids: readonly string[],
      options: Pick<ReadOptions, 'signal'>,
    ): Promise<readonly Item[]> {
      const readRecord = readById?.(queryClient) ?? null;
      if (readRecord === null) return (await page(api, companyId, null, options)).records;
      const reads = ids
        .slice(0, MAX_READS_BY_ID)
        .map((id) => readRecord(api, { companyId, id }, { ...options, purpose: 'poll' }));
      return (await Promise.all(reads)).filter((record) => record !== null);
    },
    /**
     * All records by id, in as many pages as may be loaded; pages that are not cached are requested with low priority.
     *
     * @throws ApiError if a page could not be read
     */
    async readAll(queryClient: QueryClient, api: ApiClient, companyId: string): Promise<ReadonlyMap<string, Item>> {
      const read = cachedPages(queryClient, api, companyId);
      const { records } = await loadAllPages((cursor) => page(api, companyId, cursor), { read, maxPages: MAX_PAGES });
      return indexById(records);
    },
    /**
     * The records whose names contain, for each term of the text, a word that begins with it. An implementation may
     * ignore the text.
     */
    lookup: (api: ApiClient, { companyId, text }: { companyId: string; text: string }) => ({
      ...pagedListQuery<ListEndpoint<Item>>(api, endpoint, {
        companyId,
        query: lookupText(text) || undefined,
        limit: 50,
      }),
      staleTime: 60_000,
    }),
  };
}

type LongListQueries<Item extends NamedRecord> = ReturnType<typeof longListQueries<Item>>;

/**
 * The pages of names that are cached or restored from the previous day, read on every render. This hook never loads a
 * page.
 */
export function useLoadedPages<Item extends NamedRecord>(
  { names }: LongListQueries<Item>,
  companyId: string,
): readonly ReceivedPage<Item>[] {
  'use no memo';
  return useQueryClient().getQueryData(names(useApi(), { companyId }).queryKey)?.pages ?? NO_PAGES;
}

const NO_PAGES: readonly never[] = [];

/** The result of a search for records of a list by their ids. */
export interface FoundRecords<Item> {
  found: ReadonlyMap<string, Item>;
  /** Whether the search has ended: every record was found, or no further page will be loaded. */
  isSettled: boolean;
  /** The error because of which records are missing; null if there is none. The list is read again periodically. */
  error: unknown;
  /** Requests the missing records now. */
  retry: () => void;
}

/** All names read so far. While a reload arrives page by page, earlier names stay until they are replaced. */
function useRetainedRecords<Item>(read: ReadonlyMap<string, Item>): ReadonlyMap<string, Item> {
  const [retained, setRetained] = useState({ read, found: read });
  if (retained.read === read) return retained.found;
  const found = new Map([...retained.found, ...read]);
  setRetained({ read, found });
  return found;
}

/**
 * A list that was read within this time, in milliseconds, is not read again for a missing record, since the record
 * cannot be new.
 */
const MAX_LIST_AGE_MS = 5000;

/**
 * Loads records of a list by their ids. The specification cannot request several records by id, so the pages of the list
 * are loaded one after the other, with low priority, until every id is found. If the list was read some time ago, a
 * missing record may be new, so it is then requested once more, by its id if the practice system allows that.
 */
export function useRecordsById<Item extends NamedRecord>(
  queries: LongListQueries<Item>,
  companyId: string,
  ids: ReadonlySet<string>,
): FoundRecords<Item> {
  const api = useApi();
  const list = queries.names(api, { companyId });
  const { queryKey } = list;
  const queryClient = useQueryClient();
  const query = useInfiniteQuery({ ...list, enabled: ids.size > 0, retry: retryUntilLoadedOptions.retry });
  const { data, hasNextPage, isFetching, isError, isFetchNextPageError, fetchNextPage, refetch } = query;
  const read = useMemo(() => indexById(data?.pages.flatMap((page) => page.records) ?? []), [data]);
  const found = useRetainedRecords(read);
  const missingIds = useMemo(() => [...ids].filter((id) => !read.has(id)).sort(), [ids, read]);
  const missing = missingIds.length > 0;
  const isFinished = isError || (data !== undefined && (!hasNextPage || data.pages.length >= MAX_PAGES));
  const isSettled = !missing || isFinished;
  useNextPage(query, !isSettled);

  useQuery({
    queryKey: [...queryKey, 'added', missingIds],
    queryFn: async ({ signal }) => {
      const readAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
      if (Date.now() - readAt > MAX_LIST_AGE_MS)
        updateListedRecords(
          queryClient,
          queryKey,
          await queries.readAdded({ queryClient, api, companyId }, missingIds, { signal }),
        );
      return null;
    },
    enabled: missing && isSettled && !isError && !isFetching,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const retry = useCallback(
    // A list that failed on a later page resumes at that page.
    () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    [isFetchNextPageError, fetchNextPage, refetch],
  );
  const failed = isError && !isFetching && ids.size > 0;
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(retry, RETRY_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [failed, retry]);
  const isMissingSome = useMemo(() => [...ids].some((id) => !found.has(id)), [ids, found]);
  const error = useFailure(query);
  return { found, isSettled, error: isMissingSome ? error : null, retry };
}

/**
 * Puts records into a cached list: each replaces its earlier version unless that is newer, and new ones go to the
 * start, unless the list has an order of its own (`isSorted`). A list that is not cached is left alone.
 */
export function updateListedRecords<Item extends NamedRecord>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  records: readonly Item[],
  { isSorted = false }: { isSorted?: boolean } = {},
): void {
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  queryClient.setQueryData<InfiniteData<ReceivedPage<Item>>>(
    queryKey,
    (list) => {
      const [first, ...others] = list?.pages ?? [];
      if (!list || !first) return list;
      const changed = indexById(records);
      const listed = new Set(list.pages.flatMap((page) => page.records.map(({ id }) => id)));
      const added = isSorted ? [] : records.filter(({ id }) => !listed.has(id));
      const withChanges = (page: ReceivedPage<Item>) => ({
        ...page,
        records: page.records.map((before) => {
          const now = changed.get(before.id);
          return now === undefined || isOlder(now, before) ? before : { ...before, ...now };
        }),
      });
      const start = withChanges(first);
      return {
        ...list,
        pages: [{ ...start, records: [...added, ...start.records] }, ...others.map(withChanges)],
      };
    },
    // Inserting records does not make the list any fresher.
    { updatedAt },
  );
}

/** Whether a record is an earlier version than another, if both have versions. */
function isOlder(one: { updatedAt: string | null }, other: { updatedAt: string | null }): boolean {
  return Date.parse(one.updatedAt ?? '') < Date.parse(other.updatedAt ?? '');
}

/** The input of a field that searches the names of a company. */
export interface NameLookup {
  companyId: string;
  /** The text in the field. */
  typed: string;
  /** The text to search for, debounced because each search costs a request of the shared budget. */
  settled: string;
  minLetters: number;
}

interface LookupInput<Item> extends NameLookup {
  matches: (item: Item, text: string) => boolean;
  /** Whether only the practice API can match a text (such as a phone number): then results are not filtered here. */
  isOpaque?: (text: string) => boolean;
}

/** Further pages are loaded until there are this many matches. */
const ENOUGH_MATCHES = 8;

/**
 * The records that match a typed text. If a result contains records that do not match, the implementation ignores the
 * text: then the whole list is loaded, as far as needed, and filtered here.
 */
export function useLookup<Item extends NamedRecord>(queries: LongListQueries<Item>, input: LookupInput<Item>) {
  const { companyId, typed, settled, minLetters, matches, isOpaque = () => false } = input;
  const api = useApi();
  const search = (text: string) => queries.lookup(api, { companyId, text });
  const queryClient = useQueryClient();
  const [ignored, setIgnored] = useState(false);
  const enabled = settled.length >= minLetters;

  /**
   * The shortest prefix of the text whose complete result is cached: that result includes all matches of the whole
   * text. Without one, the whole text.
   */
  function cachedPrefix(): string {
    if (isOpaque(settled)) return settled;
    for (let length = minLetters; length < settled.length; length += 1) {
      const text = settled.slice(0, length);
      const known = queryClient.getQueryData<InfiniteData<ReceivedPage<Item>>>(search(text).queryKey);
      if (known?.pages.at(-1)?.nextCursor === null) return text;
    }
    return settled;
  }

  const text = shortenToSharedPrefixes(cachedPrefix());
  const result = useInfiniteQuery({
    ...search(text),
    enabled: enabled && !ignored,
    placeholderData: keepPreviousData,
  });
  const list = useInfiniteQuery({ ...queries.names(api, { companyId }), enabled: enabled && ignored });
  const mismatch =
    enabled && !result.isPlaceholderData && result.data?.pages[0]?.records.some((item) => !matches(item, text));
  // Set during this render rather than in an effect, so that no further page of that result is requested.
  if (mismatch && !ignored) setIgnored(true);

  const shown = ignored ? list : result;
  const { data, hasNextPage, isFetching, isError, refetch } = shown;
  const trimmed = typed.trim();
  const enoughTyped = trimmed.length >= minLetters;
  const isAnswered = !isOpaque(trimmed) || (settled === trimmed && !result.isPlaceholderData);
  const found =
    enoughTyped && isAnswered
      ? (data?.pages.flatMap((page) => page.records) ?? []).filter((item) => matches(item, trimmed))
      : [];
  const pages = data?.pages.length ?? 0;
  const hasUnread = enabled && hasNextPage && found.length < ENOUGH_MATCHES;
  const more = useNextPage(shown, hasUnread && !isError && pages < MAX_PAGES);
  return {
    found,
    enoughTyped,
    isLooking: enoughTyped && (isFetching || more || settled !== trimmed),
    hasFailed: isError,
    /** Whether the list is too long to load completely: then a record may exist without being found. */
    isPartial: hasUnread && pages >= MAX_PAGES,
    /** Searches again, for clients registered in the meantime. */
    searchAgain: () => void refetch(),
  };
}
