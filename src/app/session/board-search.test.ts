import { expect, test } from 'vitest';
import type { ScreenSpace } from '#app/browser/screen-space.ts';
import { regionWeekday } from '#app/language/shown-language.ts';
import { readPreferences } from '#app/session/preferences.ts';
import { boardSearchSchema, chooseBoard, completedSearch, isPartial } from './board-search.ts';

const company = { id: 'c1', storesListed: true, stores: [] };
const nothing = readPreferences({ getItem: () => null });

function viewOf(space: ScreenSpace, asked?: string, preferences: typeof nothing.view = null) {
  const { view, calendarUnavailable } = chooseBoard({
    search: boardSearchSchema.parse({ view: asked }),
    preferences: { ...nothing, view: preferences },
    company,
    stores: [],
    fallbackZone: 'UTC',
    space,
    now: 0,
  });
  return calendarUnavailable ? `${view} instead` : view;
}

test('a phone begins with the list, unless the address or the memory says otherwise', () => {
  expect(viewOf('roomy')).toBe('rooms');
  expect(viewOf('narrow')).toBe('list');
  expect(viewOf('narrow', undefined, 'vets')).toBe('vets');
  expect(viewOf('narrow', 'rooms', 'vets')).toBe('rooms');
  expect(viewOf('roomy', 'list')).toBe('list');
});

test('weeks begin with the day that was chosen at this browser', () => {
  const choice = { search: {}, company, stores: [], fallbackZone: 'UTC', space: 'roomy', now: 0 } as const;
  expect(chooseBoard({ ...choice, preferences: { ...nothing, firstWeekday: 6 } }).firstWeekday).toBe(6);
  expect(chooseBoard({ ...choice, preferences: nothing }).firstWeekday).toBe(regionWeekday());
});

test('where there is no room for a calendar it becomes the list, and nothing else does', () => {
  expect(viewOf('cramped')).toBe('list');
  expect(viewOf('cramped', 'rooms')).toBe('list instead');
  expect(viewOf('cramped', undefined, 'week')).toBe('list instead');
  expect(viewOf('cramped', 'overview')).toBe('overview');
});

const stores = ['north', 'harbour'].map((id) => ({ id, name: id, timeZone: 'UTC', openingHours: [], rooms: [] }));

function unknownIn(search: { company?: string; store?: string[] }, storesListed = true) {
  const { unknown } = chooseBoard({
    search,
    preferences: nothing,
    company: { id: 'c1', storesListed, stores },
    stores,
    fallbackZone: 'UTC',
    space: 'roomy',
    now: 0,
  });
  return { company: unknown.company, stores: unknown.stores };
}

test('all that is there is known', () => {
  expect(unknownIn({})).toEqual({ company: false, stores: 0 });
  expect(unknownIn({ company: 'c1', store: ['north', 'harbour'] })).toEqual({ company: false, stores: 0 });
});

test('stores that do not exist are counted, and a company out of reach is noticed', () => {
  expect(unknownIn({ company: 'c1', store: ['north', 'a', 'harbour', 'b'] })).toEqual({ company: false, stores: 2 });
  expect(unknownIn({ company: 'c2', store: ['a'] })).toEqual({ company: true, stores: 1 });
});

test('where no stores are listed any may exist', () => {
  expect(unknownIn({ company: 'c1', store: ['a'] }, false).stores).toBe(0);
});

test('an address is completed by what is shown, keeps the rest, and lacks nothing then', () => {
  const complete = (search: Parameters<typeof completedSearch>[0], view: typeof nothing.view = null) => {
    const preferences = { ...nothing, view };
    const choice = chooseBoard({
      ...{ search, preferences, stores, fallbackZone: 'UTC', space: 'roomy', now: 0 },
      company: { id: 'c1', storesListed: true, stores },
    });
    const completed = completedSearch(search, { choice, preferences, companyId: 'c1' });
    expect(isPartial(completed, preferences)).toBe(false);
    return completed;
  };
  expect(isPartial({}, nothing)).toBe(true);
  expect(complete({ q: 'bella' })).toEqual({ q: 'bella', company: 'c1', store: ['north'], view: undefined });
  expect(complete({ store: ['harbour'], view: 'week' }, 'vets')).toMatchObject({ store: ['harbour'], view: 'week' });
  expect(complete({ date: 'tomorrow', view: 'month' }, 'vets')).toMatchObject({ date: undefined, view: 'vets' });
});
