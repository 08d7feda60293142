import { plural, t } from '@lingui/core/macro';
import type { CallInput } from '#app/api/api-client.ts';
import { listText } from '#app/text/list-text.ts';
import type { SearchOrder } from '#contract/appointment-search.ts';
import type { calls } from '#contract/calls.ts';
import { searchBounds } from '#contract/day-search.ts';
import { dateIn, dayInterval } from '#scheduling/calendar-day.ts';
import { filters, NO_ID } from './filters.ts';
import { type AppointmentsSearch, findPreset, resolveDays, resolveOrder } from './search-params.ts';

interface RequestContext {
  companyId: string;
  /** The stores, each with its IANA zone. */
  stores: readonly { id: string; timeZone: string }[];
  /** The zone for dates if no store is listed. */
  fallbackZone: string;
  /** Milliseconds since 1970. */
  now: number;
  /** The ISO weekday that weeks begin with. */
  firstWeekday: number;
  /** Whether the practice system can sort by time. */
  canSort: boolean;
}

/** A search filter on fields. It allows any values, including those of an enum that are newer than the contract. */
type FieldFilter = Record<string, Record<string, unknown>>;

/** A search (section 4.4 of the specification), ready to be sent. */
export interface AppointmentsRequest {
  companyId: string;
  storeIds: string[] | undefined;
  order: SearchOrder;
  /** The search text; empty if there is none. */
  text: string;
  /** The fields that an appointment must match in every case. */
  commonFilter: FieldFilter;
  /** Alternative sets of fields: an appointment must match one of them. */
  alternatives: FieldFilter[];
}

/** The body of a search, without cursor and limit. */
type SearchBody = Omit<CallInput<typeof calls.searchAppointments>, 'limit' | 'cursor'>;

/**
 * Turns the filters in the URL into a request, or explains why the practice system cannot search for them. Dates
 * are whole calendar days in each store's zone.
 */
export function buildRequest(
  search: AppointmentsSearch,
  context: RequestContext,
): AppointmentsRequest | { refusal: string } {
  const { companyId, canSort } = context;
  const overlongFilters = filters.filter(({ param }) => (search[param]?.length ?? 0) > searchBounds.in.max);
  if (overlongFilters.length > 0) {
    const names = listText(overlongFilters.map(({ label }) => label()));
    const limit = searchBounds.in.max;
    return {
      refusal: t`The practice system accepts at most ${plural(limit, { one: '# value', other: '# values' })} per filter. Choose fewer of: ${names}.`,
    };
  }
  const commonFilter: FieldFilter = {};
  let alternatives = dateAlternatives(search, context);
  for (const { param, kind, field } of filters) {
    const values = search[param];
    if (values === undefined || kind === 'store') continue;
    const ids = kind === 'id' ? values.filter((value) => value !== NO_ID) : values;
    if (ids.length === values.length) commonFilter[field] = matchAny(values);
    else if (ids.length === 0) commonFilter[field] = { isNull: true };
    else alternatives = combineAlternatives(alternatives, [{ [field]: matchAny(ids) }, { [field]: { isNull: true } }]);
  }
  if (alternatives.length > searchBounds.or.max)
    return { refusal: t`These are too many filters to combine. Remove one that includes “none”.` };
  const { q = '', store } = search;
  return {
    companyId,
    storeIds: store,
    order: resolveOrder(search, canSort),
    text: q.trim(),
    commonFilter,
    alternatives,
  };
}

/** The maximum number of pets to which the request can be narrowed. */
export function maxPets({ alternatives }: AppointmentsRequest): number {
  return Math.floor(searchBounds.or.max / alternatives.length) * searchBounds.in.max;
}

/** The body of a search. `narrowing` restricts it to titles that contain a text, or to pets; null for neither. */
export function buildSearchBody(
  { companyId, storeIds, order, commonFilter, alternatives }: AppointmentsRequest,
  narrowing: { title: string } | { petIds: readonly string[] } | null,
): SearchBody {
  const petIds = narrowing && 'petIds' in narrowing ? narrowing.petIds : null;
  const byPets = petIds ? chunk(petIds, searchBounds.in.max).map((part) => ({ petId: matchAny(part) })) : [{}];
  const narrowedAlternatives = combineAlternatives(alternatives, byPets);
  const [only] = narrowedAlternatives;
  const filter =
    narrowedAlternatives.length === 1 ? { ...commonFilter, ...only } : { ...commonFilter, or: narrowedAlternatives };
  return {
    companyId,
    ...(storeIds ? { storeIds } : {}),
    ...(narrowing && 'title' in narrowing ? { query: narrowing.title } : {}),
    // The default order is left out, since some practice systems don't support this property.
    ...(order === 'created' ? {} : { order }),
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
  };
}

const combineAlternatives = (alternatives: readonly FieldFilter[], others: readonly FieldFilter[]): FieldFilter[] =>
  alternatives.flatMap((alternative) => others.map((other) => ({ ...alternative, ...other })));

const matchAny = (values: readonly string[]) => (values.length === 1 ? { eq: values[0] } : { in: values });

/**
 * The alternative filters for the selected days. If stores are in several time zones, each zone has its own filter,
 * since a day starts at a different instant in each.
 */
function dateAlternatives(search: AppointmentsSearch, context: RequestContext): FieldFilter[] {
  const { fallbackZone, now, firstWeekday } = context;
  if (findPreset(search) === 'all') return [{}];
  const stores = context.stores.filter(({ id }) => search.store?.includes(id) ?? true);
  const zones = [...new Set(stores.map(({ timeZone }) => timeZone))];
  return (zones.length > 0 ? zones : [fallbackZone]).flatMap((zone) => {
    const { from, to } = resolveDays(search, { today: dateIn(zone, now), firstWeekday });
    const start = {
      ...(from === undefined ? {} : { gte: new Date(dayInterval(zone, from).start).toISOString() }),
      ...(to === undefined ? {} : { lt: new Date(dayInterval(zone, to).end).toISOString() }),
    };
    if (zones.length < 2) return [{ start }];
    const ids = stores.filter(({ timeZone }) => timeZone === zone).map(({ id }) => id);
    return chunk(ids, searchBounds.in.max).map((part) => ({ start, storeId: { in: part } }));
  });
}

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}
