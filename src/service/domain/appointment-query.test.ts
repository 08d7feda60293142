import { describe, expect, test } from 'vitest';
import {
  type AppointmentQuery,
  findInstantRange,
  isSelective,
  matchesLateInScan,
  toCanonicalQuery,
} from './appointment-query.ts';

type Changes = Partial<AppointmentQuery>;
const query = (changes: Changes = {}): AppointmentQuery => ({
  companyId: 'c',
  storeIds: ['a', 'b'],
  filter: {},
  terms: [],
  sort: { by: 'created', direction: 'desc' },
  limit: 10,
  ...changes,
});
const early = '2026-03-01T00:00:00Z';
const late = '2026-03-02T00:00:00Z';

describe('the canonical form', () => {
  const form = (changes: Changes) => JSON.stringify(toCanonicalQuery(query(changes)));
  const filter = (given: AppointmentQuery['filter']): Changes => ({ filter: given });

  test('is plain data with every part of the query', () => {
    const given = { status: { in: ['b', 'a', 'b'] }, start: { lt: late, gte: early }, petId: { eq: 'p' } };
    expect(toCanonicalQuery(query({ filter: given as AppointmentQuery['filter'], terms: ['x'] }))).toEqual({
      companyId: 'c',
      sort: 'created desc',
      storeIds: ['a', 'b'],
      terms: ['x'],
      filter: {
        branch: [
          ['petId', [['eq', 'p']]],
          [
            'start',
            [
              ['gte', Date.parse(early)],
              ['lt', Date.parse(late)],
            ],
          ],
          ['status', [['in', ['a', 'b']]]],
        ],
        or: [],
      },
    });
  });

  test.each([
    ['the page size', { limit: 20 }, {}],
    ['the order of stores and what stands twice', { storeIds: ['b', 'a', 'b'] }, {}],
    ['the order of terms', { terms: ['y', 'x'] }, { terms: ['x', 'y', 'y'] }],
    [
      'the offset of an instant',
      filter({ start: { gte: '2026-03-01T01:00:00+01:00' } }),
      filter({ start: { gte: early } }),
    ],
    [
      'the offsets of both ends',
      filter({ start: { between: [early, '2026-03-02T01:00:00+01:00'] } }),
      filter({ start: { between: [early, late] } }),
    ],
    ['an operator without a value', filter({ start: { gte: undefined } }), filter({})],
    ['a field without operators', filter({ start: undefined, end: {} }), filter({})],
    [
      'the order of alternatives',
      filter({ or: [{ petId: { eq: 'p' } }, { clientId: { eq: 'c' } }] }),
      filter({ or: [{ clientId: { eq: 'c' } }, { petId: { eq: 'p' } }, { clientId: { eq: 'c' } }] }),
    ],
    ['an alternative beside one that matches all', filter({ or: [{ petId: { eq: 'p' } }, {}] }), filter({ or: [] })],
  ] as [string, Changes, Changes][])('does not change with %s', (_what, one, other) => {
    expect(form(one)).toBe(form(other));
  });

  test.each([
    ['the company', { companyId: 'd' }, {}],
    ['the direction', { sort: { by: 'created', direction: 'asc' } }, {}],
    ['what it is sorted by', { sort: { by: 'start', direction: 'desc' } }, {}],
    ['a store', { storeIds: ['a'] }, {}],
    ['a term', { terms: ['x'] }, {}],
    ['an operator', filter({ start: { gt: early } }), filter({ start: { gte: early } })],
    ['a field', filter({ end: { gt: early } }), filter({ start: { gt: early } })],
    [
      'which end is which',
      filter({ start: { between: [late, early] } }),
      filter({ start: { between: [early, late] } }),
    ],
    ['an alternative', filter({ or: [{ petId: { eq: 'p' } }] }), filter({})],
    ['what is one of alternatives', filter({ or: [{ petId: { eq: 'p' } }] }), filter({ petId: { eq: 'p' } })],
    // An identifier may look like a timestamp.
    ['the spelling of what is equal', filter({ petId: { eq: '2026' } }), filter({ petId: { eq: '2026-01-01' } })],
  ] as [string, Changes, Changes][])('changes with %s', (_what, one, other) => {
    expect(form(one)).not.toBe(form(other));
  });
});

const [from, to] = [Date.parse(early), Date.parse(late)];
test.each([
  [undefined, null, null],
  [{}, null, null],
  [{ gt: early }, from, null],
  [{ gte: early, gt: late }, to, null],
  [{ lt: late }, null, to],
  [{ lte: late, lt: early }, null, from],
  [{ between: [early, late] as [string, string] }, from, to],
  [{ between: [early, late] as [string, string], gte: late, lte: early }, to, from],
])('the range of %j is from %s to %s', (operators, begin, end) => {
  expect(findInstantRange(operators)).toEqual({ from: begin, to: end });
});

const DAY_MS = 86_400_000;
const after = (days: number, more = 0) => new Date(from + days * DAY_MS + more).toISOString();
test.each([
  [false, 'all', {}],
  [true, 'a client', { filter: { clientId: { eq: 'c' } } }],
  [true, 'a pet', { filter: { petId: { eq: 'p' } } }],
  [true, 'a bill', { filter: { storeInvoiceId: { eq: 'i' } } }],
  [true, 'the case of a bill', { filter: { billingContextId: { eq: 'b' } } }],
  [false, 'pets without one', { filter: { petId: {} } }],
  [false, 'from a day on', { filter: { start: { gte: early } } }],
  [false, 'until a day', { filter: { start: { lt: late } } }],
  [false, 'until a day of 1970', { filter: { start: { lt: '1970-01-02T00:00:00Z' } } }],
  [true, 'eight days', { filter: { start: { gte: early, lt: after(8) } } }],
  [false, 'more than eight days', { filter: { start: { gte: early, lt: after(8, 1) } } }],
  [true, 'a hundred days with words', { filter: { start: { gte: early, lt: after(100) } }, terms: ['x'] }],
  [
    false,
    'more than a hundred days with words',
    { filter: { start: { gte: early, lt: after(100, 1) } }, terms: ['x'] },
  ],
  [true, 'what goes on in some days', { filter: { start: { lt: after(8) }, end: { gt: early } } }],
  [true, 'the later of two begins', { filter: { start: { gt: after(-30), lt: after(8) }, end: { gt: early } } }],
] as [boolean, string, Changes][])('few matches are expected (%s) for %s', (expected, _what, changes) => {
  expect(isSelective(query(changes))).toBe(expected);
});

test.each([
  ...(['start', 'end', 'checkedInAt', 'updatedAt'] as const).map((field) => ['created', field] as const),
  ...(['createdAt', 'end', 'checkedInAt', 'updatedAt'] as const).map((field) => ['start', field] as const),
])('in a scan by %s a bound on %s is late in one direction', (by, field) => {
  const late = (operators: object, direction: 'asc' | 'desc') =>
    matchesLateInScan(query({ filter: { [field]: operators }, sort: { by, direction } }));
  expect([late({ lt: early }, 'desc'), late({ lt: early }, 'asc')]).toEqual([true, false]);
  expect([late({ gte: early }, 'desc'), late({ gte: early }, 'asc')]).toEqual([false, true]);
});

test.each([
  ['created', 'createdAt'],
  ['start', 'start'],
] as const)('a scan by %s begins at a bound of %s', (by, field) => {
  for (const direction of ['asc', 'desc'] as const)
    expect(matchesLateInScan(query({ filter: { [field]: { lt: late, gt: early } }, sort: { by, direction } }))).toBe(
      false,
    );
});
