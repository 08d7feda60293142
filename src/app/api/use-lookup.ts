import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  type UndefinedInitialDataInfiniteOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
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
  /** What stands in the field now. */
  typed: string;
  /** What stood still long enough to be asked for: each question is a request of the shared budget. */
  settled: string;
  fewestLetters: number;
}

interface LookupInput<Item> extends Typing {
  /** The answer to a text. */
  asked: (text: string) => Pages<Item>;
  /** The whole list, for an implementation that does not look at the text. */
  all: Pages<Item>;
  matches: (item: Item, text: string) => boolean;
}

/** So many matches are worth more pages where the first ones have fewer. */
const ENOUGH = 8;
const MOST_PAGES = 24;

/**
 * The records that answer to what is typed. An answer with records that do not match shows that the implementation ignores
 * the text: then the list itself is read, once, as far as it is needed, and narrowed here.
 */
export function useLookup<Item>(input: LookupInput<Item>) {
  const { typed, settled, fewestLetters, asked, all, matches } = input;
  const queryClient = useQueryClient();
  const [ignored, setIgnored] = useState(false);
  const enabled = settled.length >= fewestLetters;

  /** The shortest beginning of what is typed whose answer is complete already: everything asked for is in it. */
  function coveringText(): string {
    for (let length = fewestLetters; length < settled.length; length += 1) {
      const text = settled.slice(0, length);
      const known = queryClient.getQueryData<InfiniteData<ReceivedPage<Item>>>(asked(text).queryKey);
      if (known?.pages.at(-1)?.nextCursor === null) return text;
    }
    return settled;
  }

  const text = coveringText();
  const answer = useInfiniteQuery({
    ...asked(text),
    enabled: enabled && !ignored,
    placeholderData: keepPreviousData,
  });
  const list = useInfiniteQuery({ ...all, enabled: enabled && ignored });
  const mismatch =
    enabled && !answer.isPlaceholderData && answer.data?.pages[0]?.records.some((item) => !matches(item, text));
  // Said while rendering, so that no further page of that answer is asked for.
  if (mismatch && !ignored) setIgnored(true);

  const { data, hasNextPage, isFetching, isError, fetchNextPage } = ignored ? list : answer;
  const wanted = typed.trim();
  const enoughTyped = wanted.length >= fewestLetters;
  const found = enoughTyped
    ? (data?.pages.flatMap((page) => page.records) ?? []).filter((item) => matches(item, wanted))
    : [];
  const pages = data?.pages.length ?? 0;
  const unread = enabled && hasNextPage && found.length < ENOUGH;
  const more = unread && !isFetching && !isError && pages < MOST_PAGES;
  useEffect(() => {
    if (more) void fetchNextPage();
  }, [more, fetchNextPage]);
  return {
    found,
    enoughTyped,
    looking: enoughTyped && (isFetching || more || settled !== wanted),
    failed: isError,
    /** Whether there is more of the list than anybody would read: then nothing found is not nothing there. */
    partly: unread && pages >= MOST_PAGES,
  };
}
