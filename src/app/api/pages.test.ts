import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cursorAfter, findOnPages, isEndless, loadAllPages } from '#app/api/pages.ts';
import { createReceivedPageSchema } from '#contract/received.ts';

const pageSchema = createReceivedPageSchema(z.string());

/** A list in which `next` names the page after each page; a page contains its own cursor. */
function listOf(next: Record<string, string | null>) {
  const requested: (string | null)[] = [];
  const load = async (cursor: string | null) => {
    requested.push(cursor);
    if (requested.length > 20) throw new Error('it never ends');
    return pageSchema.parse({ data: [cursor ?? 'first'], nextCursor: next[cursor ?? 'first'] });
  };
  return { requested, load };
}

describe('a list is read to its end', () => {
  test.each([
    ['with null', null],
    ['with an empty cursor', ''],
    ['at a cursor that leads to itself', 'b'],
    ['at a cursor that was read before', 'a'],
  ])('%s', async (_case, end) => {
    const { load, requested } = listOf({ first: 'a', a: 'b', b: end });
    expect((await loadAllPages(load)).records).toEqual(['first', 'a', 'b']);
    expect(requested).toEqual([null, 'a', 'b']);
    expect(await findOnPages(listOf({ first: 'a', a: 'b', b: end }).load, (item) => item === 'z')).toBeNull();
  });
});

test('a cursor that leads back is not mistaken for the end', () => {
  const pages = (...cursors: (string | null)[]) => cursors.map((nextCursor) => ({ nextCursor }));
  expect(isEndless(pages(null))).toBe(false);
  expect(isEndless(pages('a', 'b', 'a'))).toBe(true);
  expect(cursorAfter(pages('a', 'b', 'a'))).toBeNull();
  expect(cursorAfter(pages('a', 'b', 'c'))).toBe('c');
});
