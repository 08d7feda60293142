import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appointmentSearchSchema } from '#contract/appointment-search.ts';
import { searchBounds } from '#contract/day-search.ts';
import { addDays, dateIn } from '#scheduling/calendar-day.ts';
import { buildRequest, buildSearchBody, maxPets } from './appointments-request.ts';
import { filters } from './filters.ts';
import { appointmentsSearchSchema, hasFilters, noFilters, resolveDays, resolveOrder } from './search-params.ts';

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const companyId = id(1);
const hoursOn = (...weekdays: number[]) => weekdays.map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
const berlin = { id: id(10), timeZone: 'Europe/Berlin', openingHours: hoursOn(1, 2, 3, 4, 5) };
const munich = { id: id(11), timeZone: 'Europe/Berlin', openingHours: hoursOn(1, 2, 3, 4, 5, 6) };
const newYork = { id: id(12), timeZone: 'America/New_York', openingHours: hoursOn(1, 2, 3, 4, 5, 6) };
const NOW = Date.parse('2026-06-03T02:00:00Z');
const context = {
  ...{ companyId, stores: [berlin, munich, newYork], fallbackZone: 'UTC' },
  ...{ now: NOW, firstWeekday: 1, canSort: true },
};

function requestFor(params: Record<string, string>, over: Partial<typeof context> = {}) {
  const request = buildRequest(appointmentsSearchSchema.parse(params), { ...context, ...over });
  if ('refusal' in request) throw new Error(request.refusal);
  return request;
}

function bodyFor(params: Record<string, string>, over: Partial<typeof context> = {}) {
  const body = buildSearchBody(requestFor(params, over), null);
  expect(appointmentSearchSchema.safeParse(body).error).toBeUndefined();
  return body;
}

/** A day with weeks that begin on Monday. */
const on = (today: string) => ({ today, firstWeekday: 1, stores: context.stores });

const [inBerlin, inNewYork] = [[berlin.id, munich.id], [newYork.id]];

test('an address without days means today, in each store’s zone', () => {
  expect(bodyFor({}).filter).toEqual({
    or: [
      { start: { gte: '2026-06-02T22:00:00.000Z', lt: '2026-06-03T22:00:00.000Z' }, storeId: { in: inBerlin } },
      // In New York it is still the day before.
      { start: { gte: '2026-06-02T04:00:00.000Z', lt: '2026-06-03T04:00:00.000Z' }, storeId: { in: inNewYork } },
    ],
  });
});

test('a link from yesterday with the preset means today', () => {
  const search = appointmentsSearchSchema.parse({ when: 'today' });
  expect(resolveDays(search, on('2026-06-03'))).toEqual({ from: '2026-06-03', to: '2026-06-03' });
  expect(resolveDays(search, on('2026-06-04'))).toEqual({ from: '2026-06-04', to: '2026-06-04' });
});

test('a week has seven days, starts on the preferred weekday, and contains today', () => {
  const days = fc.date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 7 }), (date, firstWeekday) => {
      const today = dateIn('UTC', date.getTime());
      const { from = '', to = '' } = resolveDays({ when: 'week' }, { today, firstWeekday });
      expect(new Date(`${from}T00:00Z`).getUTCDay() || 7).toBe(firstWeekday);
      expect(to).toBe(addDays(from, 6));
      expect(from <= today && today <= to).toBe(true);
    }),
  );
  expect(resolveDays({ when: 'next7' }, on('2026-06-30'))).toEqual({ from: '2026-06-30', to: '2026-07-06' });
});

test('"all" covers the whole company, and dates override a preset', () => {
  expect(bodyFor({ when: 'all' })).toEqual({ companyId, order: '-start' });
  const { filter } = bodyFor({ when: 'all', from: '2026-03-29', to: '2026-03-29', store: berlin.id });
  // The day on which clocks go forward has 23 hours.
  expect(filter).toEqual({ start: { gte: '2026-03-28T23:00:00.000Z', lt: '2026-03-29T22:00:00.000Z' } });
  expect(bodyFor({ from: '2026-06-01' }, { stores: [] }).filter).toEqual({
    start: { gte: '2026-06-01T00:00:00.000Z' },
  });
});

test('lists are sorted by time, all appointments latest first, or by creation if sorting by time is unsupported', () => {
  expect(resolveOrder({}, true)).toBe('start');
  expect(resolveOrder({ from: '2026-06-01' }, true)).toBe('start');
  expect(resolveOrder({ when: 'all' }, true)).toBe('-start');
  expect(resolveOrder({ when: 'all', sort: 'created' }, true)).toBe('created');
  expect(resolveOrder({ sort: 'start' }, false)).toBe('created');
  // A practice system that implements only the specification would reject an unknown property.
  expect(bodyFor({ when: 'all' }, { canSort: false })).toEqual({ companyId });
});

test('every filter in the table is sent, together with the others', () => {
  const value = { value: 'dental', id: id(20), store: berlin.id };
  for (const { param, kind, field } of filters) {
    const search = appointmentsSearchSchema.parse({ when: 'all', [param]: value[kind] });
    expect(hasFilters(search)).toBe(true);
    expect(hasFilters({ ...search, ...noFilters })).toBe(false);
    const body = buildSearchBody(requestFor({ when: 'all', [param]: value[kind] }), null);
    expect(kind === 'store' ? body.storeIds : body.filter).toEqual(
      kind === 'store' ? [berlin.id] : { [field]: { eq: value[kind] } },
    );
  }
});

test('"none" together with values becomes alternatives, "none" alone does not', () => {
  const { filter } = bodyFor({ when: 'all', vet: `${id(20)},none`, room: 'none', status: 'confirmed' });
  expect(filter).toEqual({
    ...{ status: { eq: 'confirmed' }, roomId: { isNull: true } },
    or: [{ employeeId: { eq: id(20) } }, { employeeId: { isNull: true } }],
  });
});

test('too many alternatives or values are rejected with a message', () => {
  const none = (number: number) => `${id(number)},none`;
  const many = { from: '2026-06-01', vet: none(20), type: none(21), room: none(22) };
  expect(buildRequest(appointmentsSearchSchema.parse(many), context)).toMatchObject({ refusal: /too many to combine/ });
  const ids = Array.from({ length: 101 }, (_, index) => id(1000 + index));
  expect(buildRequest(appointmentsSearchSchema.parse({ type: ids }), context)).toEqual({
    refusal: 'The practice system accepts at most 100 values per filter. Choose fewer of: Visit type.',
  });
});

test('a request names as many pets as the search allows, each once', () => {
  const ids = fc.integer({ min: 1, max: 1200 }).map((length) => Array.from({ length }, (_, index) => id(index)));
  const params = fc.constantFrom(
    { when: 'all' },
    { from: '2026-06-01' },
    { from: '2026-06-01', vet: `${id(20)},none` },
  );
  fc.assert(
    fc.property(params, ids, (search, all) => {
      const request = requestFor(search);
      const petIds = all.slice(0, maxPets(request));
      const body = buildSearchBody(request, { petIds });
      expect(appointmentSearchSchema.safeParse(body).error).toBeUndefined();
      const branches = [body.filter?.or ?? body.filter].flat();
      expect(branches.length).toBeLessThanOrEqual(searchBounds.or.max);
      const sent = branches.flatMap((branch) => branch?.petId?.in ?? branch?.petId?.eq ?? []);
      expect(new Set(sent)).toEqual(new Set(petIds));
      expect(sent.length).toBe(petIds.length * request.alternatives.length);
    }),
    { numRuns: 40 },
  );
});

test('the dates of more stores than a filter allows are split up', () => {
  const many = Array.from({ length: 150 }, (_, index) => ({ ...berlin, id: id(2000 + index) }));
  const { filter } = bodyFor({ from: '2026-06-01' }, { stores: [...many, newYork] });
  expect(filter?.or?.map(({ storeId }) => storeId?.in?.length)).toEqual([100, 50, 1]);
});

test('invalid params in an address are dropped', () => {
  const parsed = (params: Record<string, string>) => appointmentsSearchSchema.parse(params);
  expect(
    parsed({ from: 'soon', to: '9999-12-31', when: 'then', sort: 'random', q: '\0', status: '\ud800,a\0b' }),
  ).toEqual({
    status: ['ab'],
  });
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    bodyFor({ from: '1900-01-01', to: '9998-12-30' }, { stores: [{ ...berlin, timeZone }] });
});
