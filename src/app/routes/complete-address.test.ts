import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPreferences } from '#app/session/preferences.ts';
import { createUnnamedStore } from '#contract/received.ts';
import { sharedSession } from '#testing/desk-sessions.ts';
import { completeBoardSearch, completeSearch } from './complete-url.ts';

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })));
afterEach(() => void vi.unstubAllGlobals());

const stores = ['north', 'harbour'].map((id) => ({ ...createUnnamedStore(id), name: id, timeZone: 'UTC' }));
const preferences = { ...readPreferences({ getItem: () => null }), view: 'vets' } as const;
const desk = { session: sharedSession, company: { id: 'c1', name: 'Alder', stores, storesListed: true }, preferences };

test('the calendar’s company, stores and view are added at once, and everything else stays', () => {
  expect(completeSearch(desk, '/', { q: 'bella' })).toEqual({
    search: { company: 'c1', q: 'bella', store: ['north'], view: 'vets' },
    notice: '',
  });
  expect(completeSearch(desk, '/', { company: 'c1', store: 'north', view: 'list' })).toBeNull();
});

test('another page gets its company only', () => {
  expect(completeSearch(desk, '/clients', { q: 'bella' })).toEqual({
    search: { q: 'bella', company: 'c1' },
    notice: '',
  });
  expect(completeSearch(desk, '/clients', { company: 'c1' })).toBeNull();
});

test('one notice says what in a link does not exist; the stores of an unknown company are ignored', () => {
  const { search, notice } = completeSearch(desk, '/', { company: 'gone', store: 'x', date: '2026-02-30' }) ?? {};
  expect(search).toEqual({ company: 'c1', store: ['north'], view: 'vets' });
  expect(notice).toMatch(/the company in this link.*Showing .*Alder.* instead\. The date in this link/);
  expect(notice).not.toMatch(/store/);
  expect(completeSearch(desk, '/', { company: 'c1', store: 'x' })?.notice).toMatch(/store in this link/);
});

test('going back to a URL without a view keeps it without one', () => {
  expect(completeBoardSearch(desk, { company: 'c1', store: ['north'] }, null)).toBeNull();
  expect(completeBoardSearch(desk, { company: 'c1', store: ['north'] }, 'vets')?.search.view).toBe('vets');
});
