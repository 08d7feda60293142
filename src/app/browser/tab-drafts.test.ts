import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTabDrafts, DRAFT_LIFETIME_MS, removeDraftsOfKind, removeOldDrafts } from './tab-drafts.ts';

/** A `Storage` that lists its items as own properties. */
function browserStorage(items: Record<string, string> = {}): Storage {
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, text: string) => void Object.assign(items, { [key]: text }),
    removeItem: (key: string) => void delete items[key],
  };
  return new Proxy({} as Storage, {
    get: (_, name) => Reflect.get(methods, name),
    ownKeys: () => Object.keys(items),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

let storage: Storage;
let now: number;
beforeEach(() => {
  storage = browserStorage();
  now = Date.parse('2026-06-01T08:00:00Z');
});

const draftsOf = (owner: readonly (string | null)[], kind = 'notes') =>
  createTabDrafts({ storage, kind, owner, schema: z.string(), clock: () => now });

test('a draft is found by its id until it is removed', () => {
  const drafts = draftsOf(['ann']);
  drafts.write('one', 'first');
  drafts.write('two', 'second');
  drafts.write('one', 'first, longer');
  expect(drafts.all()).toEqual([
    { id: 'one', value: 'first, longer' },
    { id: 'two', value: 'second' },
  ]);
  drafts.remove('one');
  expect([drafts.find('one'), drafts.find('two')]).toEqual([null, 'second']);
});

test('a draft belongs to its owner and kind', () => {
  draftsOf(['ann']).write('one', 'of Ann');
  expect([draftsOf(['bob']).find('one'), draftsOf(['ann'], 'booking').find('one')]).toEqual([null, null]);
  expect(draftsOf([null, 'ann']).find('one')).toBe('of Ann');
});

test('a draft expires a day after it was last written', () => {
  draftsOf(['ann']).write('one', 'first');
  draftsOf(['ann']).write('two', 'second');
  now += DRAFT_LIFETIME_MS - 1;
  draftsOf(['ann']).write('two', 'second');
  expect(draftsOf(['ann']).find('one')).toBe('first');
  now += 1;
  expect([draftsOf(['ann']).find('one'), draftsOf(['ann']).find('two')]).toEqual([null, 'second']);
});

test('a draft of another shape is ignored, and does not affect the others', () => {
  storage.setItem('frontdesk.drafts.notes.ann', JSON.stringify([{ id: 'one', savedAt: now, value: 5 }]));
  draftsOf(['ann']).write('two', 'second');
  expect(draftsOf(['ann']).all()).toEqual([{ id: 'two', value: 'second' }]);
  storage.setItem('frontdesk.drafts.notes.ann', '{"id":1}');
  expect(draftsOf(['ann']).all()).toEqual([]);
});

test('the drafts of a kind are deleted, whoever they belong to', () => {
  draftsOf(['ann.c1'], 'import').write('import', 'Dr. Berg');
  draftsOf(['bob.c1'], 'import').write('import', 'Dr. Moss');
  draftsOf(['ann']).write('one', 'notes');
  removeDraftsOfKind('import', () => storage);
  expect(Object.keys(storage)).toEqual(['frontdesk.drafts.notes.ann']);
});

describe('when the app starts', () => {
  test('deletes everyone’s drafts that are older than a day', () => {
    draftsOf(['ann']).write('one', 'old');
    draftsOf(['bob']).write('two', 'old');
    now += DRAFT_LIFETIME_MS / 2;
    draftsOf(['bob']).write('three', 'new');
    now += DRAFT_LIFETIME_MS / 2;
    removeOldDrafts({ shared: browserStorage, tab: () => storage, now });
    expect(Object.keys(storage)).toEqual(['frontdesk.drafts.notes.bob']);
    expect(storage.getItem('frontdesk.drafts.notes.bob')).not.toContain('old');
  });

  test('works without storage', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    expect(() => removeOldDrafts({ shared: refuse, tab: refuse, now })).not.toThrow();
  });
});
