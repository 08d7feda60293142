import { useSyncExternalStore } from 'react';

/** Creates the listeners of a value that changes outside React. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    notify(): void {
      for (const listener of listeners) listener();
    },
    /** Returns a function that removes the listener. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A value outside React that components can read. */
export interface ValueStore<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore<Value>(initial: Value): ValueStore<Value> {
  const { notify, subscribe } = createListeners();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      value = next;
      notify();
    },
    subscribe,
  };
}

/** The current value of a store. */
export const useStore = <Value>({ subscribe, get }: Pick<ValueStore<Value>, 'subscribe' | 'get'>): Value =>
  useSyncExternalStore(subscribe, get, get);
