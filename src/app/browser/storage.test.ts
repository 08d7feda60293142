import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createSafeStorage, createStoredReader, readStoredValue } from './storage.ts';

/** A storage with room for only a few letters. */
function smallStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, text: string) {
      if (text.length > 3) throw new DOMException('no room', 'QuotaExceededError');
      items.set(key, text);
    },
    removeItem: (key: string) => void items.delete(key),
  };
}

test('keeps text that does not fit until the page closes, or until shorter text or a removal replaces it', () => {
  const storage = smallStorage();
  const store = createSafeStorage(() => storage);
  store.setItem('a', 'old');
  store.setItem('a', 'longer');
  expect([store.getItem('a'), storage.items.get('a')]).toEqual(['longer', 'old']);
  store.setItem('a', 'new');
  expect([store.getItem('a'), storage.items.get('a')]).toEqual(['new', 'new']);
  store.setItem('a', 'longer');
  store.removeItem('a');
  expect([store.getItem('a'), storage.items.size]).toEqual([null, 0]);
});

test('keeps values in memory when the browser forbids storage', () => {
  const store = createSafeStorage(() => {
    throw new DOMException('not allowed', 'SecurityError');
  });
  expect(store.getItem('a')).toBeNull();
  store.setItem('a', 'kept');
  expect(store.getItem('a')).toBe('kept');
  store.removeItem('a');
  expect(store.getItem('a')).toBeNull();
});

test.each(['', '{', '"text"', 'null'])('rejects %j because it does not match the schema', (text) => {
  expect(readStoredValue({ getItem: () => text }, 'a', z.object({ b: z.number() }))).toBeNull();
});

test('parses stored values with their schema', () => {
  expect(readStoredValue({ getItem: () => '{"b":1}' }, 'a', z.object({ b: z.number() }))).toEqual({ b: 1 });
});

test('a reader parses a stored value again only after it has changed', () => {
  let parsings = 0;
  const counted = z.pipe(
    z.number(),
    z.transform((value) => {
      parsings += 1;
      return value;
    }),
  );
  const read = createStoredReader('a', counted);
  let text: string | null = null;
  const store = { getItem: () => text };
  expect([read(store), read(store), parsings]).toEqual([null, null, 0]);
  text = '1';
  expect([read(store), read(store), parsings]).toEqual([1, 1, 1]);
  text = '2';
  expect([read(store), read(store), parsings]).toEqual([2, 2, 2]);
});
