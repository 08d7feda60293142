import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { refusedFilters } from './refused-filters.ts';

const refusal = (status: number, suggestion: string | null = null) =>
  new ApiError({ kind: 'http', status, suggestion });
const search = { vet: ['nonsense'], invoice: 'INV-1001', from: '2026-06-01', to: '2026-06-02' };

test.each([
  ['filter.employeeId.eq: must be a UUID', 'The practice system refuses the filter by vet.'],
  ['filter.storeInvoiceId.eq: must be a UUID', 'The practice system refuses the filter by invoice id.'],
  ['filter.or.0.start.gte must be a date', 'The practice system refuses the filter by appointment date.'],
  ['storeIds.0: must be a UUID', /one of these filters: vet, invoice id, appointment date\.$/],
  [null, /one of these filters: vet, invoice id, appointment date\.$/],
])('%s', (suggestion, words) => {
  expect(refusedFilters(refusal(400, suggestion), search)).toMatch(words);
});

test('a store that is not there is refused like an id that makes no sense', () => {
  expect(refusedFilters(refusal(404), { store: ['gone'] })).toBe('The practice system refuses the filter by store.');
});

test.each([401, 408, 429, 500, 502])('an answer of %i is not about the filters', (status) => {
  expect(refusedFilters(refusal(status), search)).toBeNull();
});

test('without filters nothing is refused for their sake', () => {
  expect(refusedFilters(refusal(400), { sort: 'oldest' })).toBeNull();
  expect(refusedFilters(null, search)).toBeNull();
});
