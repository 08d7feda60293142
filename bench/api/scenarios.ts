import type { Dataset } from './dataset.ts';

/** A change of one appointment from the last seen version, which the response replaces. */
interface ChangeQuestion {
  kind: 'change';
  id: string;
  seen: { updatedAt: string; status: string };
}

/** Newest created first, or earliest start first. */
export type PageOrder = 'created' | 'start';

/** One request to the practice API; instants are ISO 8601 in UTC. */
export type Question =
  | ChangeQuestion
  | { kind: 'week'; from: string; to: string }
  | { kind: 'day'; storeIds: readonly string[]; from: string; to: string }
  | { kind: 'page'; depth: 'first' | 'deep'; order: PageOrder; nth: number }
  | { kind: 'status'; status: string; nth: number }
  | { kind: 'title'; terms: readonly [string, string]; storeIds: readonly string[]; from: string; to: string }
  | { kind: 'create'; storeId: string; petId: string; typeId: string; employeeId: string; start: string; end: string };

export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly questions: readonly Question[];
  readonly rounds: number;
  readonly each: number;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Midnight in New York of a day by its number, ignoring daylight saving time, which shifts every contender's window
 * equally.
 */
const midnight = (day: number) => new Date(day * DAY_MS + 5 * HOUR_MS).toISOString();

const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('nothing to ask about');
  return item;
};

/**
 * The scenarios, each with a number of variants so that no response repeats the previous one. `share` selects one half
 * of the changeable appointments: contenders change different ones, each based on the version that it wrote.
 */
export function scenariosOf(dataset: Dataset, share: 0 | 1 = 0): readonly Scenario[] {
  const { storeIds, petIds, typeIds, employeeId, lastDay } = dataset;
  const span = Math.min(300, lastDay - dataset.firstDay - 2);
  const pair = (nth: number) => [at(storeIds, nth), at(storeIds, nth + 1)];
  const variants = <Item>(count: number, make: (nth: number) => Item) =>
    Array.from({ length: count }, (_, nth) => make(nth));
  const prefixes = [
    ['be', 'vac'],
    ['lu', 'cons'],
    ['ro', 'x-'],
    ['m', 'nail'],
    ['ch', 'heal'],
    ['o', 'den'],
  ] as const;

  return [
    {
      name: 'day',
      title: 'day window of two stores with its employees (about 220 rows)',
      questions: variants(40, (nth) => {
        const day = lastDay - 1 - ((nth * 37) % span);
        return { kind: 'day', storeIds: pair(nth), from: midnight(day), to: midnight(day + 1) };
      }),
      rounds: 8,
      each: 15,
    },
    {
      name: 'first',
      title: 'page of 100, the first',
      questions: variants(8, (nth) => ({ kind: 'page', depth: 'first', order: 'created', nth })),
      rounds: 5,
      each: 8,
    },
    {
      name: 'deep',
      title: 'page of 100, the 9,000th',
      questions: variants(8, (nth) => ({ kind: 'page', depth: 'deep', order: 'created', nth })),
      rounds: 3,
      each: 4,
    },
    {
      name: 'first-by-start',
      title: 'page of 100 by start, the first',
      questions: variants(8, (nth) => ({ kind: 'page', depth: 'first', order: 'start', nth })),
      rounds: 5,
      each: 8,
    },
    {
      name: 'deep-by-start',
      title: 'page of 100 by start, the 9,000th',
      questions: variants(8, (nth) => ({ kind: 'page', depth: 'deep', order: 'start', nth })),
      rounds: 3,
      each: 4,
    },
    {
      name: 'status',
      title: 'page of 100 under a status filter, exact total of about 70,000',
      questions: variants(8, (nth) => ({ kind: 'status', status: 'cancelled', nth })),
      rounds: 5,
      each: 8,
    },
    {
      name: 'title',
      title: 'title search, two prefixes, two stores, 90 days, exact total',
      questions: variants(24, (nth) => {
        const day = lastDay - 90 - ((nth * 29) % Math.max(1, span - 90));
        return {
          kind: 'title',
          terms: at(prefixes, nth),
          storeIds: pair(nth),
          from: midnight(day),
          to: midnight(day + 90),
        };
      }),
      rounds: 6,
      each: 8,
    },
    {
      name: 'week',
      title: 'week of the plan of five stores (about 430 entries)',
      questions: variants(20, (nth) => {
        const day = lastDay - 7 * (nth - 10);
        return { kind: 'week', from: midnight(day), to: midnight(day + 7) };
      }),
      rounds: 6,
      each: 10,
    },
    {
      name: 'create',
      title: 'create, durable',
      questions: variants(60, (nth) => {
        const start = (lastDay + 2 + (nth % 30)) * DAY_MS + (13 + (nth % 9)) * HOUR_MS;
        return {
          kind: 'create',
          storeId: at(storeIds, nth),
          petId: at(petIds, nth * 7),
          typeId: at(typeIds, nth),
          employeeId,
          start: new Date(start).toISOString(),
          end: new Date(start + HOUR_MS / 2).toISOString(),
        };
      }),
      rounds: 8,
      each: 10,
    },
    {
      name: 'change',
      title: 'change, durable, with its history',
      questions: dataset.changeable
        .filter((_, nth) => nth % 2 === share)
        .map(({ id, ...seen }) => ({ kind: 'change', id, seen: { ...seen } })),
      rounds: 8,
      each: 10,
    },
  ];
}
