import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { appointmentPageSchema } from '#contract/appointment.ts';
import type { SearchBranch, SearchFilter } from '#contract/appointment-search.ts';
import { appointmentOrigins, appointmentStatuses, visitTypeCategories } from '#contract/enums.ts';
import { byCreation, matchesSearch, searchOrders } from '#testing/appointment-model.ts';
import { addAppointments, appointmentIn, type TestAppointment } from '#testing/practice-rows.ts';
import { rounds } from '#testing/rounds.ts';
import { describeService, type ServiceSuite } from '#testing/suite.ts';

const ROWS = 150;
const RUNS = rounds({ few: 25, many: 500 });

/** Few distinct values, so that random filters match; words that tend to break search engines. */
const words = [
  'rex',
  'Rex',
  'RÉX',
  'réx',
  "o'malley",
  'x-ray',
  '(urgent)',
  '&',
  '|',
  '!',
  ':*',
  '\\',
  '"',
  "'",
  '<b>',
  '狗',
  '犬',
  'İzmir',
  'ı',
  '👩‍👧',
  'ß',
  'e\u0301lodie',
  'the',
  'and',
  '%',
  '_',
  'a',
  'ab',
  'abc',
];
const uuidPool = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const uuid = fc.constantFrom(...uuidPool);
const title = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((some) => some.join(' '));
const query = fc
  .array(
    fc.oneof(
      fc.constantFrom(...words),
      fc.constantFrom(...words).map((word) => [...word].slice(0, 2).join('')),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .chain((some) => fc.constantFrom(some.join(' '), ` ${some.join('\u00a0\t ')}\n`));
const HOUR = 3_600_000;
const origin = Date.parse('2026-03-01T00:00:00Z');
const milliseconds = fc.integer({ min: 0, max: 200 }).map((n) => origin + n * HOUR + (n % 3));
const instant = milliseconds.map((time) => new Date(time).toISOString());
/** The same instant in another spelling. */
const spelled = instant.chain((iso) => fc.constantFrom(iso, iso.replace('Z', '+00:00'), iso.replace('Z', '999Z')));
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4 });

const row = fc.record({
  id: fc.uuid({ version: 4 }),
  store: fc.constantFrom(0, 1),
  petId: orNull(uuid),
  clientId: orNull(uuid),
  title: orNull(title),
  start: orNull(milliseconds),
  // Minutes to a year, and some that end before they start.
  length: fc.constantFrom(-5, 0.3, 1, 4, 4.01, 16, 24, 64, 65, 300, 1024, 9000).map((hours) => hours * HOUR),
  end: fc.boolean(),
  status: orNull(fc.constantFrom(...appointmentStatuses, 'odd')),
  visitTypeCategory: orNull(fc.constantFrom(...visitTypeCategories.slice(0, 4))),
  createdFrom: orNull(fc.constantFrom(...appointmentOrigins)),
  checkedInAt: orNull(instant),
  roomId: orNull(uuid),
  visitTypeId: orNull(uuid),
  storeInvoiceId: orNull(uuid),
  billingContextId: orNull(uuid),
  employeeIds: fc.uniqueArray(uuid, { maxLength: 3 }),
  createdAt: instant,
  updatedAt: instant,
});

const subset = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 3 });
const operators = <Value>(value: fc.Arbitrary<Value>) =>
  fc.record({ eq: value, in: subset(value), isNull: fc.boolean() }, { requiredKeys: [] });
const times = fc.record(
  { gt: spelled, gte: spelled, lt: spelled, lte: spelled, between: fc.tuple(spelled, spelled), isNull: fc.boolean() },
  { requiredKeys: [] },
);
/** Usually one operator of one field, because combinations of many match nothing. */
function few<Shape extends Record<string, fc.Arbitrary<unknown>>>(shape: Shape) {
  return fc
    .subarray(Object.keys(shape), { minLength: 0, maxLength: 3 })
    .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, shape[key] ?? fc.constant(undefined)]))));
}

function branchOf({ practice }: ServiceSuite): fc.Arbitrary<SearchBranch> {
  const ids = operators(uuid);
  return few({
    storeId: operators(fc.constantFrom(...practice.stores)),
    clientId: ids,
    petId: ids,
    employeeId: ids,
    visitTypeId: ids,
    roomId: ids,
    storeInvoiceId: ids,
    billingContextId: ids,
    status: operators(fc.constantFrom(...appointmentStatuses, 'odd', 'Confirmed')),
    title: operators(title),
    visitTypeCategory: operators(fc.constantFrom(...visitTypeCategories.slice(0, 4))),
    createdFrom: operators(fc.constantFrom(...appointmentOrigins)),
    checkedInAt: times,
    start: times,
    end: times,
    createdAt: times,
    updatedAt: times,
  });
}

describeService('search and list compared with a plain model', (suite) => {
  let rows: TestAppointment[] = [];
  beforeAll(async () => {
    const { database, practice } = suite();
    rows = sampleRows(suite());
    await addAppointments(database, practice, rows);
  });

  function sampleRows({ practice }: ServiceSuite): TestAppointment[] {
    return fc.sample(row, { seed: 20260302, numRuns: ROWS }).map(({ store, start, length, end, ...columns }) =>
      appointmentIn(practice, {
        ...columns,
        storeId: practice.stores[store === 0 ? 0 : 1],
        start: start === null ? null : new Date(start).toISOString(),
        end: start === null || !end ? null : new Date(start + length).toISOString(),
      }),
    );
  }

  async function walk(readPage: (cursor: string | null) => Promise<{ status: number; body: unknown }>) {
    const ids: string[] = [];
    const totals = new Set<number>();
    for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
      const answer = await readPage(cursor);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const page = appointmentPageSchema.parse(answer.body);
      expect(page.hasMore).toBe(page.nextCursor !== null);
      ids.push(...page.data.map((item) => item.id));
      totals.add(page.totalCount);
      cursor = page.nextCursor;
    }
    return { ids, totals: [...totals] };
  }

  test('search finds exactly what the specification describes', async () => {
    const { client, practice } = suite();
    const branch = branchOf(suite());
    const body = fc.record(
      {
        storeIds: fc.uniqueArray(fc.constantFrom(...practice.stores), { minLength: 1 }),
        query,
        order: fc.constantFrom('created' as const, 'start' as const, '-start' as const),
        filter: fc
          .tuple(branch, fc.option(fc.array(branch, { minLength: 1, maxLength: 3 }), { nil: undefined }))
          .map(([own, or]): SearchFilter => (or === undefined ? own : { ...own, or })),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(body, fc.integer({ min: 1, max: 60 }), async (search, limit) => {
        const expected = rows
          .filter((appointment) => matchesSearch(appointment, { storeIds: practice.stores, ...search }))
          .sort(searchOrders[search.order ?? 'created'])
          .map((appointment) => appointment.id);
        const found = await walk((cursor) =>
          client.post('/v1/appointments/search', { companyId: practice.companyId, limit, cursor, ...search }),
        );
        expect(found).toEqual({ ids: expected, totals: [expected.length] });
      }),
      { numRuns: RUNS },
    );
  });

  test('the list finds exactly what its parameters describe', async () => {
    const { client, practice } = suite();
    const parameters = fc.record(
      {
        storeIds: fc.uniqueArray(fc.constantFrom(...practice.stores), { minLength: 1 }),
        updatedSince: spelled,
        updatedBefore: spelled,
        createdSince: spelled,
        createdBefore: spelled,
        startDate: spelled,
        endDate: spelled,
        status: fc.constantFrom(...appointmentStatuses),
        clientId: uuid,
        petId: uuid,
        employeeId: uuid,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(parameters, fc.constantFrom('asc', 'desc', undefined), async (given, direction) => {
        const { storeIds = practice.stores, status, clientId, petId, employeeId } = given;
        const filter: SearchFilter = {
          updatedAt: { gt: given.updatedSince, lt: given.updatedBefore },
          createdAt: { gt: given.createdSince, lt: given.createdBefore },
          start: { gt: given.startDate, lt: given.endDate },
          status: { eq: status },
          clientId: { eq: clientId },
          petId: { eq: petId },
          employeeId: { eq: employeeId },
        };
        const expected = rows
          .filter((appointment) => matchesSearch(appointment, { storeIds, filter }))
          .sort(byCreation)
          .map((appointment) => appointment.id);
        if (direction !== 'asc') expected.reverse();
        const fields = Object.entries({ ...given, direction }).filter(([, value]) => value !== undefined);
        const texts = Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
        const found = await walk((cursor) =>
          client.get('/v1/appointments', {
            companyId: practice.companyId,
            limit: '40',
            ...texts,
            ...(cursor === null ? {} : { cursor }),
          }),
        );
        expect(found).toEqual({ ids: expected, totals: [expected.length] });
      }),
      { numRuns: RUNS },
    );
  });
});
