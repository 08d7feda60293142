import { expect, test } from 'vitest';
import type { ScreenSpace } from '#app/browser/screen-space.ts';
import { readPreferences } from '#app/session/preferences.ts';
import { createUnnamedStore } from '#contract/received.ts';
import { canonicalizeSearch, chooseBoard, findMissingParts } from './board-choice.ts';
import { type BoardSearch, boardSearchSchema } from './board-search.ts';

const company = { id: 'c1', storesListed: true };
const nothing = readPreferences({ getItem: () => null });

function viewOf(space: ScreenSpace, requested?: string, preferences: typeof nothing.view = null) {
  const { view, calendarUnavailable } = chooseBoard({
    search: boardSearchSchema.parse({ view: requested }),
    preferences: { ...nothing, view: preferences },
    company,
    stores: [],
    fallbackZone: 'UTC',
    space,
    now: 0,
  });
  return calendarUnavailable ? `${view} instead` : view;
}

test('a phone starts with the list, unless the URL or the preferences say otherwise', () => {
  expect(viewOf('roomy')).toBe('rooms');
  expect(viewOf('narrow')).toBe('list');
  expect(viewOf('narrow', undefined, 'vets')).toBe('vets');
  expect(viewOf('narrow', 'rooms', 'vets')).toBe('rooms');
  expect(viewOf('roomy', 'list')).toBe('list');
  // This view no longer exists.
  expect(viewOf('roomy', 'overview')).toBe('rooms');
});

test('without room for a calendar only the calendar views become the list', () => {
  expect(viewOf('cramped')).toBe('list');
  expect(viewOf('cramped', 'rooms')).toBe('list instead');
  expect(viewOf('cramped', undefined, 'week')).toBe('list instead');
  expect(viewOf('cramped', 'flow')).toBe('flow');
});

const stores = ['north', 'harbour'].map((id) => ({ ...createUnnamedStore(id), name: id, timeZone: 'UTC' }));

const nothingUnknown = { stores: 0, date: false, view: false };
const unknownIn = (search: BoardSearch, storesListed = true) => findMissingParts(search, { storesListed, stores });

test('existing values have no unknown parts', () => {
  expect(unknownIn({})).toEqual(nothingUnknown);
  expect(unknownIn({ date: '2026-02-28', view: 'week', store: ['north', 'harbour'] })).toEqual(nothingUnknown);
  expect(unknownIn({ store: 'all' })).toEqual(nothingUnknown);
});

test('unknown stores are counted, and an unknown day and view are detected', () => {
  expect(unknownIn({ store: ['north', 'a', 'harbour', 'b'] })).toEqual({ ...nothingUnknown, stores: 2 });
  expect(unknownIn({ date: '2026-02-30' })).toEqual({ ...nothingUnknown, date: true });
  expect(unknownIn({ date: '9999-99-99' })).toEqual({ ...nothingUnknown, date: true });
  expect(unknownIn({ view: 'month' })).toEqual({ ...nothingUnknown, view: true });
  expect(unknownIn({ view: 'overview' })).toEqual({ ...nothingUnknown, view: true });
});

test('if no stores are listed, any may exist', () => {
  expect(unknownIn({ store: ['a'] }, false)).toEqual(nothingUnknown);
});

test('a URL is completed with what is shown, keeps the rest, and is then canonical', () => {
  function canonical(search: BoardSearch, view: typeof nothing.view = null) {
    const preferences = { ...nothing, view };
    const { storeChoice } = chooseBoard({
      ...{ search, preferences, company, stores, fallbackZone: 'UTC', space: 'roomy', now: 0 },
    });
    const found = canonicalizeSearch(search, { storeChoice, view });
    expect(found).not.toBeNull();
    expect(canonicalizeSearch(found ?? {}, { storeChoice, view })).toBeNull();
    return found;
  }
  expect(canonical({ q: 'bella' })).toEqual({ q: 'bella', store: ['north'] });
  expect(canonical({ store: ['harbour'] }, 'vets')).toEqual({ store: ['harbour'], view: 'vets' });
  expect(canonical({ date: 'tomorrow', view: 'month', store: ['a'] })).toEqual({ store: ['north'] });
});
