import {
  hashKey,
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  type InfiniteQueryObserverResult,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createListeners } from '#app/browser/create-store.ts';

type PagesQuery<Page> = InfiniteQueryObserverOptions<Page, Error, InfiniteData<Page>, unknown[], string | null>;
type Result<Page> = InfiniteQueryObserverResult<InfiniteData<Page>>;

/** The results of several infinite queries, in their order. TanStack's `useQueries` cannot read further pages. */
export function useInfiniteQueries<Page>(queries: readonly PagesQuery<Page>[]): Result<Page>[] {
  const queryClient = useQueryClient();
  const [group] = useState(() => createObservers<Page>(queryClient));
  const results = useSyncExternalStore(group.subscribe, group.results);
  useLayoutEffect(() => group.observe(queries));
  return queries.map(
    (query) => results.get(hashKey(query.queryKey)) ?? new InfiniteQueryObserver(queryClient, query).getCurrentResult(),
  );
}

/** Observes a changing set of queries as long as there are listeners. */
function createObservers<Page>(queryClient: QueryClient) {
  type Observer = InfiniteQueryObserver<Page, Error, InfiniteData<Page>, unknown[], string | null>;
  const observers = new Map<string, Observer>();
  const listeners = createListeners();
  let isHeard = false;
  let results: ReadonlyMap<string, Result<Page>> = new Map();
  function update() {
    results = new Map([...observers].map(([hash, observer]) => [hash, observer.getCurrentResult()]));
    listeners.notify();
  }
  return {
    results: () => results,
    observe(queries: readonly PagesQuery<Page>[]) {
      const wanted = new Map(queries.map((query) => [hashKey(query.queryKey), query]));
      const removed = [...observers].filter(([hash]) => !wanted.has(hash));
      for (const [hash, observer] of removed) {
        observer.destroy();
        observers.delete(hash);
      }
      const added = [...wanted].filter(([hash]) => !observers.has(hash));
      for (const [hash, query] of wanted) observers.get(hash)?.setOptions(query);
      for (const [hash, query] of added) {
        const observer = new InfiniteQueryObserver(queryClient, query);
        observers.set(hash, observer);
        if (isHeard) observer.subscribe(update);
      }
      if (removed.length + added.length > 0) update();
    },
    subscribe(listener: () => void) {
      isHeard = true;
      const unsubscribe = listeners.subscribe(listener);
      for (const observer of observers.values()) observer.subscribe(update);
      update();
      return () => {
        isHeard = false;
        unsubscribe();
        for (const observer of observers.values()) observer.destroy();
      };
    },
  };
}
