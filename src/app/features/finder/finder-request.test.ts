import { describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { appointmentListQuerySchema } from '#contract/appointment.ts';
import { appointmentSearchSchema } from '#contract/appointment-search.ts';
import { finderRequest, oldestFirstRefusal, refusedFilters } from './finder-request.ts';
import { type FinderSearch, finderSearchSchema, hasFilters } from './finder-search.ts';

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const companyId = id(1);
const berlin = { id: id(10), timeZone: 'Europe/Berlin' };
const munich = { id: id(11), timeZone: 'Europe/Berlin' };
const newYork = { id: id(12), timeZone: 'America/New_York' };
const stores = [berlin, munich, newYork];
const context = { companyId, stores, fallbackZone: 'UTC' };

function bodyOf(params: Record<string, string>, over: Partial<typeof context> = {}) {
  const request = finderRequest(finderSearchSchema.parse(params), { ...context, ...over });
  if (request.kind !== 'search') throw new Error(`it is ${request.kind}`);
  expect(appointmentSearchSchema.safeParse(request.body).error).toBeUndefined();
  return request.body;
}

test('no filters mean the whole company', () => {
  expect(bodyOf({})).toEqual({ companyId });
  expect(hasFilters(finderSearchSchema.parse({ company: companyId, sort: 'oldest' }))).toBe(false);
});

test('every filter of the search is reachable', () => {
  const body = bodyOf({
    q: ' bel vac ',
    store: berlin.id,
    status: 'confirmed,completed',
    vet: id(20),
    type: id(21),
    category: 'dental',
    origin: 'app,plugin',
    room: id(22),
    pet: id(23),
    client: id(24),
    title: 'Bella – Dental',
    invoice: 'none',
    billing: id(25),
    from: '2026-03-29',
    to: '2026-03-29',
    endFrom: '2026-03-29',
    endTo: '2026-03-30',
    createdFrom: '2026-01-01',
    createdTo: '2026-01-31',
    updatedFrom: '2026-01-01',
    updatedTo: '2026-01-31',
    inFrom: '2026-03-29',
    inTo: '2026-03-29',
    checkedIn: 'yes',
  });
  expect(body).toMatchObject({ query: 'bel vac', storeIds: [berlin.id] });
  expect(Object.keys(body.filter ?? {}).sort()).toEqual(
    [
      ...['status', 'title', 'visitTypeCategory', 'createdFrom', 'petId', 'clientId', 'employeeId', 'visitTypeId'],
      ...['roomId', 'storeInvoiceId', 'billingContextId', 'start', 'end', 'createdAt', 'updatedAt', 'checkedInAt'],
    ].sort(),
  );
  // The day of the change of clocks has 23 hours.
  expect(body.filter?.['start']).toEqual({ gte: '2026-03-28T23:00:00.000Z', lt: '2026-03-29T22:00:00.000Z' });
  expect(body.filter?.['checkedInAt']).toMatchObject({ isNull: false });
});

test('an invoice may be a certain one, any one, or none', () => {
  const invoiceOf = (invoice: string) => bodyOf({ invoice }).filter?.['storeInvoiceId'];
  expect(invoiceOf(id(30))).toEqual({ eq: id(30) });
  expect(invoiceOf('any')).toEqual({ isNull: false });
  expect(invoiceOf('none')).toEqual({ isNull: true });
});

test('a day is the day of each store', () => {
  const { filter } = bodyOf({ from: '2026-06-01', to: '2026-06-01' });
  expect(filter?.['or']).toEqual([
    {
      start: { gte: '2026-05-31T22:00:00.000Z', lt: '2026-06-01T22:00:00.000Z' },
      storeId: { in: [berlin.id, munich.id] },
    },
    { start: { gte: '2026-06-01T04:00:00.000Z', lt: '2026-06-02T04:00:00.000Z' }, storeId: { in: [newYork.id] } },
  ]);
});

test('a company without stores has its days in the configured zone', () => {
  const { filter } = bodyOf({ from: '2026-06-01' }, { stores: [] });
  expect(filter).toEqual({ start: { gte: '2026-06-01T00:00:00.000Z' } });
});

test('nobody and some are two branches', () => {
  const { filter } = bodyOf({ vet: `${id(20)},none`, room: 'none', status: 'confirmed' });
  expect(filter).toEqual({
    status: { eq: 'confirmed' },
    or: [
      { employeeId: { eq: id(20) }, roomId: { isNull: true } },
      { employeeId: { isNull: true }, roomId: { isNull: true } },
    ],
  });
});

test('more alternatives than the API takes are refused in words', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York'].map((timeZone, index) => ({
    id: id(30 + index),
    timeZone,
  }));
  const search = finderSearchSchema.parse({
    from: '2026-06-01',
    vet: `${id(20)},none`,
    type: `${id(21)},none`,
    room: `${id(22)},none`,
  });
  expect(finderRequest(search, { ...context, stores: zones }).kind).toBe('refused');
});

describe('the oldest first', () => {
  const oldest = (params: Record<string, string>, over: Partial<typeof context> = {}) =>
    finderRequest(finderSearchSchema.parse({ sort: 'oldest', ...params }), { ...context, ...over });

  test('goes to the list, whose bounds are strict', () => {
    const request = oldest({
      status: 'confirmed',
      vet: id(20),
      pet: id(23),
      from: '2026-06-01',
      to: '2026-06-02',
      store: newYork.id,
    });
    expect(request).toEqual({
      kind: 'list',
      query: {
        companyId,
        direction: 'asc',
        status: 'confirmed',
        employeeId: id(20),
        petId: id(23),
        startDate: '2026-06-01T03:59:59.999Z',
        endDate: '2026-06-03T04:00:00.000Z',
        storeIds: [newYork.id],
      },
    });
    if (request.kind === 'list') expect(appointmentListQuerySchema.safeParse(request.query).error).toBeUndefined();
  });

  test.each([
    [{ q: 'bella' }],
    [{ category: 'dental' }],
    [{ status: 'confirmed,completed' }],
    [{ vet: 'none' }],
    [{ from: '2026-06-01' }],
    [{ checkedIn: 'no' as const }],
  ])('is refused with %j', (params) => {
    const request = oldest(params);
    expect(request.kind).toBe('refused');
    expect(oldestFirstRefusal(finderSearchSchema.parse(params), context)).toMatch(/oldest first only without/);
  });
});

test('an address that makes no sense is left out', () => {
  const search: FinderSearch = finderSearchSchema.parse({
    from: 'soon',
    status: ',',
    sort: 'random',
    checkedIn: 'maybe',
  });
  expect(hasFilters(search)).toBe(false);
});

test('days out of range, and characters that no text may hold, are left out', () => {
  const search = finderSearchSchema.parse({ from: '0000-01-01', to: '9999-12-31', q: '\0', status: '\ud800,a\0b' });
  expect(search).toEqual({ status: ['ab'] });
  expect(finderSearchSchema.parse({ from: '1900-01-01', to: '9998-12-30' })).toMatchObject({ to: '9998-12-30' });
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    bodyOf({ from: '1900-01-01', to: '9998-12-30' }, { stores: [{ id: id(10), timeZone }] });
  }
});

test('more values than a filter takes are refused in words, and none is left out', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => id(1000 + index));
  expect(bodyOf({ type: ids(100).join(',') }).filter?.['visitTypeId']).toEqual({ in: ids(100) });
  expect(finderRequest(finderSearchSchema.parse({ type: ids(101) }), context)).toEqual({
    kind: 'refused',
    reason: 'The practice system takes at most 100 values of a filter. Choose fewer of: visit type.',
  });
});

test('the days of more stores than a filter takes are sent in parts', () => {
  const many = Array.from({ length: 150 }, (_, index) => ({ id: id(2000 + index), timeZone: 'Europe/Berlin' }));
  const { filter } = bodyOf({ from: '2026-06-01' }, { stores: [...many, newYork] });
  const branches = filter?.['or'] as { storeId: { in: string[] } }[];
  expect(branches.map(({ storeId }) => storeId.in.length)).toEqual([100, 50, 1]);
});

const refusal = (status: number, suggestion: string | null = null) =>
  new ApiError({ kind: 'http', status, suggestion });
const refusedSearch = { vet: ['nonsense'], invoice: 'INV-1001', from: '2026-06-01', to: '2026-06-02' };

test.each([
  ['filter.employeeId.eq: must be a UUID', 'The practice system refuses the filter by vet.'],
  ['filter.storeInvoiceId.eq: must be a UUID', 'The practice system refuses the filter by invoice id.'],
  ['filter.or.0.start.gte must be a date', 'The practice system refuses the filter by appointment date.'],
  ['storeIds.0: must be a UUID', /one of these filters: vet, invoice id, appointment date\.$/],
  [null, /one of these filters: vet, invoice id, appointment date\.$/],
])('%s', (suggestion, words) => {
  expect(refusedFilters(refusal(400, suggestion), refusedSearch)).toMatch(words);
});

test('a store that is not there is refused like an id that makes no sense', () => {
  expect(refusedFilters(refusal(404), { store: ['gone'] })).toBe('The practice system refuses the filter by store.');
});

test.each([401, 408, 429, 500, 502])('a status of %i is not about the filters', (status) => {
  expect(refusedFilters(refusal(status), refusedSearch)).toBeNull();
});

test('without filters nothing is refused for their sake', () => {
  expect(refusedFilters(refusal(400), { sort: 'oldest' })).toBeNull();
  expect(refusedFilters(null, refusedSearch)).toBeNull();
});
