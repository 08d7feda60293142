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
import { RETRY_INTERVAL_MS, retryUntilLoaded } from '#app/api/api-error.ts';
import { byId } from '#app/api/directory.ts';
import { useFailure } from '#app/api/failures.tsx';
import { loadAllPages, MAX_PAGES, PAGE_LIMIT, useNextPage } from '#app/api/pages.ts';
import { type ListEndpoint, pagesOf } from '#app/api/queries.ts';
import type { ReceivedPage } from '#contract/received.ts';
import { sureBeginnings } from '#reading/text.ts';

/** A record of such a list. */
interface NamedRecord {
  id: string;
  /** The version; null where the practice system has none. */
  updatedAt: string | null;
}

// Lists that are too long to be loaded completely, of which records are wanted by their ids or by a typed text.

/** The longest text that a look-up accepts, in UTF-16 units. */
const MAX_QUERY_LENGTH = 200;

/** The text of a look-up without redundant white space, which would only cause another request. */
export function lookupText(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, MAX_QUERY_LENGTH).trim();
}

/** How long the list of all names is taken for current. */
export const NAMES_STALE_MS = 30 * 60_000;

/** The queries of a list. `gcTime`: how long all names stay cached unused. */
export function longListQueries<Item extends NamedRecord>(
  endpoint: ListEndpoint<Item>,
  { gcTime }: { gcTime?: number } = {},
) {
  /** A page of all records as they are now, newest first, with low priority. */
  const page = (
    api: ApiClient,
    companyId: string,
    cursor: string | null,
    options: Pick<ReadOptions, 'signal'> = {},
  ): Promise<ReceivedPage<Item>> =>
    api.call(endpoint, { companyId, limit: PAGE_LIMIT, cursor }, { ...options, purpose: 'poll' });
  /** All names, newest first, with low priority: for the ids on appointments, and where the text of a look-up is ignored. */
  const names = (api: ApiClient, { companyId }: { companyId: string }) => ({
    ...pagesOf<ListEndpoint<Item>>(api, endpoint, { companyId, limit: PAGE_LIMIT }, { purpose: 'poll' }),
    staleTime: NAMES_STALE_MS,
    ...(gcTime === undefined ? {} : { gcTime }),
  });
  /** The pages of all names that are cached; none of names restored from the last day, which are only a part of the list. */
  function pagesRead(queryClient: QueryClient, api: ApiClient, companyId: string): readonly ReceivedPage<Item>[] {
    const state = queryClient.getQueryState(names(api, { companyId }).queryKey);
    return state && state.dataUpdatedAt > 0 ? (state.data?.pages ?? []) : [];
  }
  return {
    page,
    names,
    pagesRead,
    /**
     * All records as far as a list of names is loaded, by id; pages that are not cached are requested with low priority.
     *
     * @throws ApiError where a page could not be read
     */
    async readAll(queryClient: QueryClient, api: ApiClient, companyId: string): Promise<ReadonlyMap<string, Item>> {
      const read = pagesRead(queryClient, api, companyId);
      const { records } = await loadAllPages((cursor) => page(api, companyId, cursor), { read, maxPages: MAX_PAGES });
      return byId(records);
    },
    /** Those whose names have a word for each term of the text that begins with it. An implementation may ignore the text. */
    lookup: (api: ApiClient, { companyId, text }: { companyId: string; text: string }) => ({
      ...pagesOf<ListEndpoint<Item>>(api, endpoint, { companyId, query: lookupText(text) || undefined, limit: 50 }),
      staleTime: 60_000,
    }),
  };
}

type LongListQueries<Item extends NamedRecord> = ReturnType<typeof longListQueries<Item>>;

/** The pages of names that are cached, or restored from the last day, read at each rendering; it loads none. */
export function useLoadedNames<Item extends NamedRecord>(
  { names }: LongListQueries<Item>,
  companyId: string,
): readonly ReceivedPage<Item>[] {
  'use no memo';
  return useQueryClient().getQueryData(names(useApi(), { companyId }).queryKey)?.pages ?? NO_PAGES;
}

const NO_PAGES: readonly never[] = [];

/** Records of a list by id. */
export interface Named<Item> {
  found: ReadonlyMap<string, Item>;
  /** Whether no further ones will be found. */
  settled: boolean;
  /** Why some could not be loaded, while they are missing; null otherwise. They are asked for again from time to time. */
  error: unknown;
  /** Asks for them now. */
  retry: () => void;
}

/** All that was read so far: a list that is read again comes page by page, and a name stays until then. */
function useKept<Item>(read: ReadonlyMap<string, Item>): ReadonlyMap<string, Item> {
  const [kept, setKept] = useState({ read, found: read });
  if (kept.read === read) return kept.found;
  const found = new Map([...kept.found, ...read]);
  setKept({ read, found });
  return found;
}

/** Who is not in a list that was read since then is not new. */
const JUST_READ_MS = 5000;

/**
 * Loads names by id from a list whose newest entries come first. The document has no look-up by id, so the pages are loaded
 * one after the other, with low priority, until every id is found. Who is not in a list that was read a while ago may be
 * new: its beginning is read again, once.
 */
export function useNames<Item extends NamedRecord>(
  queries: LongListQueries<Item>,
  companyId: string,
  ids: ReadonlySet<string>,
): Named<Item> {
  const api = useApi();
  const list = queries.names(api, { companyId });
  const { queryKey } = list;
  const queryClient = useQueryClient();
  const query = useInfiniteQuery({ ...list, enabled: ids.size > 0, retry: retryUntilLoaded.retry });
  const { data, hasNextPage, isFetching, isError, isFetchNextPageError, fetchNextPage, refetch } = query;
  const read = useMemo(() => byId(data?.pages.flatMap((page) => page.records) ?? []), [data]);
  const found = useKept(read);
  const missingIds = useMemo(() => [...ids].filter((id) => !read.has(id)).sort(), [ids, read]);
  const missing = missingIds.length > 0;
  const ended = isError || (data !== undefined && (!hasNextPage || data.pages.length >= MAX_PAGES));
  const settled = !missing || ended;
  useNextPage(query, !settled);

  useQuery({
    queryKey: [...queryKey, 'newest', missingIds],
    queryFn: async ({ signal }) => {
      const readAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
      if (Date.now() - readAt > JUST_READ_MS)
        putNames(queryClient, queryKey, (await queries.page(api, companyId, null, { signal })).records);
      return null;
    },
    enabled: missing && settled && !isError && !isFetching,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const retry = useCallback(
    // A list is long: it is resumed at the page that failed.
    () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    [isFetchNextPageError, fetchNextPage, refetch],
  );
  const failed = isError && !isFetching && ids.size > 0;
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(retry, RETRY_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [failed, retry]);
  const lacking = useMemo(() => [...ids].some((id) => !found.has(id)), [ids, found]);
  const error = useFailure(query);
  return { found, settled, error: lacking ? error : null, retry };
}

/**
 * Puts records into a cached list: each in the place of its former version, unless that is newer, and new ones at the beginning. A list
 * that is not cached stays so.
 */
export function putNames<Item extends NamedRecord>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  records: readonly Item[],
): void {
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  queryClient.setQueryData<InfiniteData<ReceivedPage<Item>>>(
    queryKey,
    (list) => {
      const [first, ...others] = list?.pages ?? [];
      if (!list || !first) return list;
      const changed = byId(records);
      const listed = new Set(list.pages.flatMap((page) => page.records.map(({ id }) => id)));
      const added = records.filter(({ id }) => !listed.has(id));
      const withChanges = (page: ReceivedPage<Item>) => ({
        ...page,
        records: page.records.map((before) => {
          const now = changed.get(before.id);
          return now === undefined || isOlder(now, before) ? before : now;
        }),
      });
      const start = withChanges(first);
      return {
        ...list,
        pages: [{ ...start, records: [...added, ...start.records] }, ...others.map(withChanges)],
      };
    },
    // However much is put into it, the list was read when it was.
    { updatedAt },
  );
}

/** Whether a record is an earlier version than another one, as far as both say so. */
function isOlder(one: { updatedAt: string | null }, other: { updatedAt: string | null }): boolean {
  return Date.parse(one.updatedAt ?? '') < Date.parse(other.updatedAt ?? '');
}

/** What is typed into a field that searches the names of a company. */
export interface NameLookup {
  companyId: string;
  /** The text in the field. */
  typed: string;
  /** The text to search for, debounced: each search costs a request of the shared budget. */
  settled: string;
  minLetters: number;
}

interface LookupInput<Item> extends NameLookup {
  matches: (item: Item, text: string) => boolean;
  /** Whether only the practice API can match a text (such as a phone number): then results are not filtered here. */
  isOpaque?: (text: string) => boolean;
}

/** Further pages are loaded until there are this many matches. */
const ENOUGH = 8;

/**
 * The records that match a typed text. A result with records that do not match shows that the implementation ignores
 * the text: then the whole list is loaded, as far as needed, and filtered here.
 */
export function useLookup<Item extends NamedRecord>(queries: LongListQueries<Item>, input: LookupInput<Item>) {
  const { companyId, typed, settled, minLetters, matches, isOpaque = () => false } = input;
  const api = useApi();
  const search = (text: string) => queries.lookup(api, { companyId, text });
  const queryClient = useQueryClient();
  const [ignored, setIgnored] = useState(false);
  const enabled = settled.length >= minLetters;

  /** The shortest prefix of the text whose complete result is cached: it contains all matches. */
  function coveringText(): string {
    if (isOpaque(settled)) return settled;
    for (let length = minLetters; length < settled.length; length += 1) {
      const text = settled.slice(0, length);
      const known = queryClient.getQueryData<InfiniteData<ReceivedPage<Item>>>(search(text).queryKey);
      if (known?.pages.at(-1)?.nextCursor === null) return text;
    }
    return settled;
  }

  const text = sureBeginnings(coveringText());
  const result = useInfiniteQuery({
    ...search(text),
    enabled: enabled && !ignored,
    placeholderData: keepPreviousData,
  });
  const list = useInfiniteQuery({ ...queries.names(api, { companyId }), enabled: enabled && ignored });
  const mismatch =
    enabled && !result.isPlaceholderData && result.data?.pages[0]?.records.some((item) => !matches(item, text));
  // State set while rendering, so that no further page of that result is loaded.
  if (mismatch && !ignored) setIgnored(true);

  const shown = ignored ? list : result;
  const { data, hasNextPage, isFetching, isError, refetch } = shown;
  const wanted = typed.trim();
  const enoughTyped = wanted.length >= minLetters;
  const isAnswered = !isOpaque(wanted) || (settled === wanted && !result.isPlaceholderData);
  const found =
    enoughTyped && isAnswered
      ? (data?.pages.flatMap((page) => page.records) ?? []).filter((item) => matches(item, wanted))
      : [];
  const pages = data?.pages.length ?? 0;
  const unread = enabled && hasNextPage && found.length < ENOUGH;
  const more = useNextPage(shown, unread && !isError && pages < MAX_PAGES);
  return {
    found,
    enoughTyped,
    looking: enoughTyped && (isFetching || more || settled !== wanted),
    failed: isError,
    /** Whether the list is too long to be loaded completely: then a record may exist without being found. */
    partly: unread && pages >= MAX_PAGES,
    /** Searches again, for clients registered meanwhile. */
    searchAgain: () => void refetch(),
  };
}
