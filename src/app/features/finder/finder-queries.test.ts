import { expect, test } from 'vitest';
import type { AppointmentPage } from '#app/api/appointments.ts';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { filterPage } from './finder-queries.ts';
import { countText, totalOf } from './use-finder.ts';

const record = (id: string, over: Record<string, unknown> = {}) =>
  receivedAppointmentSchema.parse({
    id,
    title: 'Bella – Dental',
    storeId: 's1',
    start: '2026-06-01T08:00:00Z',
    end: '2026-06-01T08:30:00Z',
    ...over,
  });

const pageOf = (records: AppointmentPage['records'], over: Partial<AppointmentPage> = {}): AppointmentPage => ({
  records,
  unresolvedIds: [],
  nextCursor: null,
  totalCount: records.length,
  ...over,
});

const idsOf = (page: AppointmentPage) => page.records.map(({ id }) => id);
const search = (body: object) => ({ kind: 'search' as const, body: { companyId: 'c', ...body } });

test('a page that matches the request is left alone', () => {
  const page = pageOf([record('1'), record('2', { title: 'Rex Belmont' })], { unresolvedIds: ['3'], totalCount: 9 });
  const filtered = filterPage(page, search({ query: 'BEL', storeIds: ['S1'] }));
  expect(filtered).toEqual({ ...page, received: 3, ignoredFilters: [], excludedAtBounds: 0 });
});

test('a page with other titles shows that titles were not searched, and is filtered', () => {
  const page = pageOf([record('1'), record('2', { title: 'Rex' })], { totalCount: 3000 });
  const filtered = filterPage(page, search({ query: 'den bel' }));
  expect(idsOf(filtered)).toEqual(['1']);
  expect(filtered).toMatchObject({ ignoredFilters: ['titles'], totalCount: null, received: 2 });
});

test('a page of other stores shows that stores were ignored, in the list, too', () => {
  const page = pageOf([record('1'), record('2', { storeId: 's2' }), record('3', { storeId: null })]);
  for (const request of [
    search({ storeIds: ['s1'] }),
    { kind: 'list' as const, query: { companyId: 'c', storeIds: ['s1'] } },
  ]) {
    const filtered = filterPage(page, request);
    expect(idsOf(filtered)).toEqual(['1']);
    expect(filtered.ignoredFilters).toEqual(['stores']);
  }
  // A record that names no store contradicts nothing.
  expect(filterPage(pageOf([record('3', { storeId: null })]), search({ storeIds: ['s1'] })).ignoredFilters).toEqual([]);
});

test('a record on a bound of the list is left out, and out of the count', () => {
  const query = {
    companyId: 'c',
    startDate: '2026-05-31T21:59:59.999Z',
    endDate: '2026-06-01T22:00:00.000Z',
    createdBefore: '2026-06-01T00:00:00.000Z',
  };
  const page = pageOf(
    [
      record('1', { start: '2026-05-31T22:00:00Z' }),
      record('2', { start: '2026-05-31T23:59:59.999+02:00' }),
      record('3', { start: '2026-06-01T22:00:00Z' }),
      record('4', { createdAt: '2026-06-01T00:00:00Z' }),
      record('5', { createdAt: null }),
    ],
    { totalCount: 105 },
  );
  const filtered = filterPage(page, { kind: 'list', query });
  expect(idsOf(filtered)).toEqual(['1', '5']);
  expect(filtered).toMatchObject({ ignoredFilters: [], excludedAtBounds: 3 });
  expect(totalOf([filtered])).toBe(102);
});

test('the count is that of the current request', () => {
  const exact = filterPage(pageOf([record('1')], { totalCount: 1200 }), search({}));
  const other = filterPage(pageOf([record('1'), record('2', { title: 'Rex' })]), search({ query: 'bel' }));
  const base = { counting: false, pages: [exact], listed: 1, complete: false };
  expect(countText(base)).toBe(`${(1200).toLocaleString()} matches`);
  expect(countText({ ...base, counting: true })).toBe('Counting…');
  expect(countText({ ...base, pages: [] })).toBe('Not counted');
  expect(countText({ ...base, pages: [other] })).toBe('1 of 2 read so far match');
  // A later page of such a result may happen to match as a whole.
  expect(countText({ ...base, pages: [other, exact], listed: 2 })).toBe('2 of 3 read so far match');
  expect(countText({ ...base, pages: [other], complete: true })).toBe('1 match');
  expect(countText({ ...base, pages: [{ ...exact, totalCount: null }] })).toBe('1 read so far');
});
