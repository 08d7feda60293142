import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  type UndefinedInitialDataInfiniteOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sureBeginnings } from '#app/language/folded.ts';
import type { ReceivedPage } from '#contract/received.ts';

/** A list of the API, page by page. */
type Pages<Item> = UndefinedInitialDataInfiniteOptions<
  ReceivedPage<Item>,
  Error,
  InfiniteData<ReceivedPage<Item>>,
  QueryKey,
  string | null
>;

export interface Typing {
  /** The text in the field. */
  typed: string;
  /** The text to search for, debounced: each search costs a request of the shared budget. */
  settled: string;
  minLetters: number;
}

interface LookupInput<Item> extends Typing {
  /** The query for a text. */
  search: (text: string) => Pages<Item>;
  /** The query for the whole list, for an implementation that ignores the text. */
  all: Pages<Item>;
  matches: (item: Item, text: string) => boolean;
  /** Whether only the practice API can match a text (such as a phone number): then results are not filtered here. */
  isOpaque?: (text: string) => boolean;
}

/** Further pages are loaded until there are this many matches. */
const ENOUGH = 8;
const MAX_PAGES = 24;

/**
 * The records that match a typed text. A result with records that do not match shows that the implementation ignores
 * the text: then the whole list is loaded, as far as needed, and filtered here.
 */
export function useLookup<Item>(input: LookupInput<Item>) {
  const { typed, settled, minLetters, search, all, matches, isOpaque = () => false } = input;
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
  const list = useInfiniteQuery({ ...all, enabled: enabled && ignored });
  const mismatch =
    enabled && !result.isPlaceholderData && result.data?.pages[0]?.records.some((item) => !matches(item, text));
  // State set while rendering, so that no further page of that result is loaded.
  if (mismatch && !ignored) setIgnored(true);

  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = ignored ? list : result;
  const wanted = typed.trim();
  const enoughTyped = wanted.length >= minLetters;
  const isAnswered = !isOpaque(wanted) || (settled === wanted && !result.isPlaceholderData);
  const found =
    enoughTyped && isAnswered
      ? (data?.pages.flatMap((page) => page.records) ?? []).filter((item) => matches(item, wanted))
      : [];
  const pages = data?.pages.length ?? 0;
  const unread = enabled && hasNextPage && found.length < ENOUGH;
  const more = unread && !isFetching && !isError && pages < MAX_PAGES;
  useEffect(() => {
    if (more) void fetchNextPage();
  }, [more, fetchNextPage]);
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
