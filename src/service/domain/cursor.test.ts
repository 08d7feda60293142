import { expect, test } from 'vitest';
import { paginate, toFoundList } from './cursor.ts';

const scope = { secret: Buffer.from('secret'), endpoint: 'clients', query: { terms: ['a'] } };
const at = (position: string | null) => async () => ({ rows: [1], totalCount: 3, position });

async function cursorTo(position: string) {
  const { nextCursor } = await paginate(scope, null, at(position));
  return nextCursor ?? '';
}

test('a list has the position of its last row if more were read than it shows', () => {
  const parts = {
    item: ({ id }: { id: string | null }) => id,
    position: ({ id }: { id: string | null }) => `at ${id}`,
  };
  const rows = (...ids: (string | null)[]) => ids.map((id) => ({ id, total: 7 }));
  expect(toFoundList(rows('a', 'b', 'c'), 2, parts)).toEqual({ data: ['a', 'b'], totalCount: 7, position: 'at b' });
  expect(toFoundList(rows('a', 'b'), 2, parts)).toEqual({ data: ['a', 'b'], totalCount: 7, position: null });
  expect(toFoundList(rows(null), 2, parts)).toEqual({ data: [], totalCount: 7, position: null });
  expect(toFoundList(rows(), 2, parts)).toEqual({ data: [], totalCount: 0, position: null });
});

test('each page except the last has a cursor, which continues where the page ended', async () => {
  const cursor = await cursorTo('2031 Bella 狗');
  expect(await paginate(scope, null, at('2031 Bella 狗'))).toEqual({
    rows: [1],
    totalCount: 3,
    nextCursor: cursor,
    hasMore: true,
  });
  const positions: (string | null)[] = [];
  const page = await paginate(scope, cursor, async (after) => {
    positions.push(after);
    return { totalCount: 3, position: null };
  });
  expect(page).toEqual({ totalCount: 3, nextCursor: null, hasMore: false });
  await paginate(scope, null, async (after) => {
    positions.push(after);
    return { totalCount: 0, position: null };
  });
  expect(positions).toEqual(['2031 Bella 狗', null]);
});

test('a position may be short; its cursor has 18 bytes more than the position', async () => {
  const cursor = await cursorTo('1');
  expect(Buffer.from(cursor, 'base64url')).toHaveLength(19);
  await paginate(scope, cursor, async (after) => {
    expect(after).toBe('1');
    return { totalCount: 0, position: null };
  });
});

test('a cursor is valid only for its list, its filters and its practice, and in one spelling', async () => {
  const cursor = await cursorTo('12');
  const bytes = Buffer.from(cursor, 'base64url');
  const changed = (index: number) =>
    Buffer.from(bytes.map((byte, place) => (place === index ? byte ^ 1 : byte))).toString('base64url');
  const others: (readonly [Parameters<typeof paginate>[0], string])[] = [
    [{ ...scope, secret: Buffer.from('another') }, cursor],
    [{ ...scope, endpoint: 'pets' }, cursor],
    [{ ...scope, query: { terms: ['b'] } }, cursor],
    ...[0, 17, 18, 19].map((index) => [scope, changed(index)] as const),
    [scope, bytes.subarray(0, 18).toString('base64url')],
    [scope, ''],
    [scope, 'a'],
    [scope, `${cursor}=`],
    [scope, `${cursor.slice(0, 4)}.${cursor.slice(4)}`],
  ];
  const found = { totalCount: 0, position: null };
  for (const [where, given] of others)
    await expect(paginate(where, given, async () => found)).rejects.toMatchObject({
      key: 'invalid_input',
      suggestion: expect.stringMatching(/^cursor: /),
    });
});
