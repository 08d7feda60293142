import { expect, test } from 'vitest';
import type { ScreenSpace } from '#app/browser/screen-space.ts';
import { readPreferences } from '#app/desk/preferences.ts';
import { boardSearchSchema } from '#app/features/board/board-search.ts';
import { regionWeekday } from '#app/language/shown-language.ts';
import { chooseBoard } from './board-defaults.ts';

const company = { id: 'c1', storesListed: true };
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
