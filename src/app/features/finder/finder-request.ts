import { plural, t } from '@lingui/core/macro';
import { asApiError } from '#app/api/api-error.ts';
import { dayInterval } from '#app/scheduling/calendar-day.ts';
import { listText } from '#app/text/list-text.ts';
import { searchBounds } from '#contract/appointment-search.ts';
import { instantOf } from '#contract/primitives.ts';
import { ANY, type FinderSearch, NONE } from './finder-search.ts';

/** A store with its zone resolved: an IANA name. */
export interface FinderStore {
  id: string;
  timeZone: string;
}

interface RequestContext {
  companyId: string;
  stores: readonly FinderStore[];
  /** The zone of dates where no store is known. */
  fallbackZone: string;
}

/**
 * A branch of the search's filter. Enum values are sent as the enum spells them, also those newer than the contract.
 */
export type FinderBranch = Record<string, Record<string, unknown>>;

/** The body of the search (section 4.4), without cursor and limit. */
export interface FinderBody {
  companyId: string;
  storeIds?: string[];
  query?: string;
  filter?: Record<string, unknown>;
}

/** Values of the query string of `GET /v1/appointments` (section 4.2), without cursor and limit. */
export type ListQuery = Record<string, string | readonly string[]>;

/**
 * The request for the API: the search (section 4.4), or the list (section 4.2) for oldest first, which only the list
 * supports. `refused` says in words why the API cannot take the filters.
 */
export type FinderRequest =
  | { kind: 'search'; body: FinderBody }
  | { kind: 'list'; query: ListQuery }
  | { kind: 'refused'; reason: string };

/** A request that can be sent. */
export type AnswerableRequest = Exclude<FinderRequest, { kind: 'refused' }>;

/** Converts the filters of the address into a request. Dates are whole calendar days of each store's own zone. */
export function finderRequest(search: FinderSearch, context: RequestContext): FinderRequest {
  return search.sort === 'oldest' ? listRequest(search, context) : searchRequest(search, context);
}

/** The search params that are filters. */
type FilterParam = Exclude<keyof FinderSearch, 'company' | 'sort'>;

/** The filters whose values become one `in` of the search. */
const LIST_PARAMS = ['status', 'vet', 'category', 'origin', 'type', 'room'] as const satisfies FilterParam[];

const UUID_LIST_FIELDS = [
  ['vet', 'employeeId'],
  ['type', 'visitTypeId'],
  ['room', 'roomId'],
] as const;

function searchRequest(search: FinderSearch, context: RequestContext): FinderRequest {
  const { companyId } = context;
  const overfull = LIST_PARAMS.filter((param) => (search[param]?.length ?? 0) > searchBounds.in.max);
  if (overfull.length > 0) {
    const filters = listText(overfull.map(filterName));
    const most = searchBounds.in.max;
    return {
      kind: 'refused',
      reason: t`The practice system takes at most ${plural(most, { one: '# value', other: '# values' })} of a filter. Choose fewer of: ${filters}.`,
    };
  }
  const fixed: FinderBranch = {
    ...(search.status ? { status: anyOf(search.status) } : {}),
    ...(search.category ? { visitTypeCategory: anyOf(search.category) } : {}),
    ...(search.origin ? { createdFrom: anyOf(search.origin) } : {}),
    ...(search.pet ? { petId: { eq: search.pet } } : {}),
    ...(search.client ? { clientId: { eq: search.client } } : {}),
    ...(search.title ? { title: { eq: search.title } } : {}),
    ...(search.invoice ? { storeInvoiceId: idOrNone(search.invoice) } : {}),
    ...(search.billing ? { billingContextId: idOrNone(search.billing) } : {}),
  };
  // Each entry is a list of alternative branches; the filter is their product, as far as the limit of `or` allows.
  const choices: FinderBranch[][] = [dateBranches(search, context)];
  for (const [param, field] of UUID_LIST_FIELDS) {
    const values = search[param];
    if (!values) continue;
    const ids = values.filter((value) => value !== NONE);
    const branches: FinderBranch[] = ids.length > 0 ? [{ [field]: anyOf(ids) }] : [];
    if (values.includes(NONE)) branches.push({ [field]: { isNull: true } });
    choices.push(branches);
  }
  const branches = choices.reduce<FinderBranch[]>(
    (products, choice) => products.flatMap((product) => choice.map((branch) => ({ ...product, ...branch }))),
    [{}],
  );
  if (branches.length > searchBounds.or.max) {
    return { kind: 'refused', reason: t`These filters are too many to combine. Leave out one with “none”.` };
  }
  const [only] = branches;
  const filter = branches.length === 1 ? { ...fixed, ...only } : { ...fixed, or: branches };
  const query = search.q?.trim();
  return {
    kind: 'search',
    body: {
      companyId,
      ...(search.store ? { storeIds: search.store } : {}),
      ...(query ? { query } : {}),
      ...(Object.keys(filter).length > 0 ? { filter } : {}),
    },
  };
}

/** The filters that the list endpoint lacks, each with its name in a sentence. */
function searchOnly(): readonly (readonly [FilterParam, string])[] {
  const end = t({
    message: 'end',
    context: 'noun: when an appointment ends',
    comment: 'Name of a filter, in a sentence',
  });
  const checkIn = t({ message: 'check-in', comment: 'Name of a filter, in a sentence' });
  return [
    ['q', t({ message: 'text', comment: 'Name of a filter, in a sentence' })],
    ['type', t({ message: 'visit type', comment: 'Name of a filter, in a sentence' })],
    ['category', t({ message: 'category', comment: 'Name of a filter, in a sentence' })],
    ['origin', t({ message: 'origin', comment: 'Name of a filter, in a sentence' })],
    ['room', t({ message: 'room', comment: 'Name of a filter, in a sentence' })],
    ['title', t({ message: 'title', comment: 'Name of a filter, in a sentence' })],
    ['invoice', t({ message: 'invoice', comment: 'Name of a filter, in a sentence' })],
    ['billing', t({ message: 'billing context', comment: 'Name of a filter, in a sentence' })],
    ['endFrom', end],
    ['endTo', end],
    ['inFrom', checkIn],
    ['inTo', checkIn],
    ['checkedIn', checkIn],
  ];
}

/** Why these filters exclude oldest first; null where they do not. */
export function oldestFirstRefusal(search: FinderSearch, context: Pick<RequestContext, 'stores'>): string | null {
  const unlisted = searchOnly().flatMap(([param, name]) => (search[param] === undefined ? [] : name));
  if ((search.status?.length ?? 0) > 1)
    unlisted.push(t({ message: 'several statuses', comment: 'One of the filters in a list' }));
  if ((search.vet?.length ?? 0) > 1 || search.vet?.includes(NONE))
    unlisted.push(t({ message: 'several vets', comment: 'One of the filters in a list' }));
  const dated = [search.from, search.to, search.createdFrom, search.createdTo, search.updatedFrom, search.updatedTo];
  if (dated.some(Boolean) && zonesOf(search, context.stores).length > 1)
    unlisted.push(t({ message: 'dates of several zones', comment: 'One of the filters in a list; time zones' }));
  if (unlisted.length === 0) return null;
  const filters = listText([...new Set(unlisted)]);
  return t`The practice system sorts the oldest first only without these filters: ${filters}.`;
}

function listRequest(search: FinderSearch, context: RequestContext): FinderRequest {
  const reason = oldestFirstRefusal(search, context);
  if (reason !== null) return { kind: 'refused', reason };
  const zone = zonesOf(search, context.stores)[0] ?? context.fallbackZone;
  const bounds = {
    startDate: search.from && justBefore(startOf(search.from, zone)),
    endDate: search.to && endOf(search.to, zone),
    createdSince: search.createdFrom && justBefore(startOf(search.createdFrom, zone)),
    createdBefore: search.createdTo && endOf(search.createdTo, zone),
    updatedSince: search.updatedFrom && justBefore(startOf(search.updatedFrom, zone)),
    updatedBefore: search.updatedTo && endOf(search.updatedTo, zone),
    status: search.status?.[0],
    employeeId: search.vet?.[0],
    petId: search.pet,
    clientId: search.client,
  };
  const query: ListQuery = { companyId: context.companyId, direction: 'asc' };
  for (const [name, value] of Object.entries(bounds)) if (value) query[name] = value;
  if (search.store) query['storeIds'] = search.store;
  return { kind: 'list', query };
}

const anyOf = (values: readonly string[]) => (values.length === 1 ? { eq: values[0] } : { in: values });
const idOrNone = (value: string) => (value === NONE || value === ANY ? { isNull: value === NONE } : { eq: value });

/** The zones of the dates: those of the chosen stores, else of all. */
function zonesOf({ store }: FinderSearch, stores: readonly FinderStore[]): string[] {
  const chosen = store ? stores.filter(({ id }) => store.includes(id)) : stores;
  return [...new Set(chosen.map(({ timeZone }) => timeZone))];
}

const DATE_FIELDS = [
  ['start', 'from', 'to'],
  ['end', 'endFrom', 'endTo'],
  ['createdAt', 'createdFrom', 'createdTo'],
  ['updatedAt', 'updatedFrom', 'updatedTo'],
  ['checkedInAt', 'inFrom', 'inTo'],
] as const;

/** The date filters as branches, one for each zone in which the days are other instants. */
function dateBranches(search: FinderSearch, { stores, fallbackZone }: RequestContext): FinderBranch[] {
  const checkedIn = search.checkedIn ? { isNull: search.checkedIn === 'no' } : {};
  const hasDates = DATE_FIELDS.some(([, from, to]) => search[from] || search[to]);
  if (!hasDates) return [search.checkedIn ? { checkedInAt: checkedIn } : {}];
  const zones = zonesOf(search, stores);
  return (zones.length > 0 ? zones : [fallbackZone]).flatMap((zone) => {
    const branch: FinderBranch = {};
    for (const [field, from, to] of DATE_FIELDS) {
      const [first, last] = [search[from], search[to]];
      const bounds = {
        ...(first ? { gte: startOf(first, zone) } : {}),
        ...(last ? { lt: endOf(last, zone) } : {}),
        ...(field === 'checkedInAt' ? checkedIn : {}),
      };
      if (Object.keys(bounds).length > 0) branch[field] = bounds;
    }
    if (zones.length < 2) return [branch];
    const ids = stores.filter((store) => store.timeZone === zone).map(({ id }) => id);
    return inParts(ids, searchBounds.in.max).map((part) => ({ ...branch, storeId: { in: part } }));
  });
}

function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}

function startOf(date: string, zone: string): string {
  return new Date(dayInterval(zone, date).start).toISOString();
}

function endOf(date: string, zone: string): string {
  return new Date(dayInterval(zone, date).end).toISOString();
}

/** The list's bounds exclude their instant; the search's `gte` includes it. */
function justBefore(instant: string): string {
  return new Date(instantOf(instant) - 1).toISOString();
}

/** The name of a filter in a sentence. */
function filterName(param: FilterParam): string {
  switch (param) {
    case 'q':
      return t({ message: 'search text', comment: 'Name of a filter, in a sentence' });
    case 'store':
      return t({ message: 'store', comment: 'Name of a filter, in a sentence' });
    case 'status':
      return t({ message: 'status', comment: 'Name of a filter, in a sentence' });
    case 'vet':
      return t({ message: 'vet', comment: 'Name of a filter, in a sentence' });
    case 'type':
      return t({ message: 'visit type', comment: 'Name of a filter, in a sentence' });
    case 'category':
      return t({ message: 'category', comment: 'Name of a filter, in a sentence' });
    case 'origin':
      return t({ message: 'origin', comment: 'Name of a filter, in a sentence' });
    case 'room':
      return t({ message: 'room', comment: 'Name of a filter, in a sentence' });
    case 'pet':
      return t({ message: 'pet', comment: 'Name of a filter, in a sentence' });
    case 'client':
      return t({ message: 'client', comment: 'Name of a filter, in a sentence' });
    case 'title':
      return t({ message: 'exact title', comment: 'Name of a filter, in a sentence' });
    case 'invoice':
      return t({ message: 'invoice id', comment: 'Name of a filter, in a sentence' });
    case 'billing':
      return t({ message: 'billing context id', comment: 'Name of a filter, in a sentence' });
    case 'from':
    case 'to':
      return t({ message: 'appointment date', comment: 'Name of a filter, in a sentence' });
    case 'endFrom':
    case 'endTo':
      return t({
        message: 'end',
        context: 'noun: when an appointment ends',
        comment: 'Name of a filter, in a sentence',
      });
    case 'createdFrom':
    case 'createdTo':
      return t({ message: 'created', comment: 'Name of a filter, in a sentence' });
    case 'updatedFrom':
    case 'updatedTo':
      return t({ message: 'updated', comment: 'Name of a filter, in a sentence' });
    case 'inFrom':
    case 'inTo':
    case 'checkedIn':
      return t({ message: 'checked in', comment: 'Name of a filter, in a sentence' });
  }
}

/** The filters, with the names that an error message of the API may use for each. */
const FILTER_NAMES = [
  ['q', ['query']],
  ['store', ['storeIds', 'storeId']],
  ['status', ['status']],
  ['vet', ['employeeId']],
  ['type', ['visitTypeId']],
  ['category', ['visitTypeCategory']],
  ['origin', ['createdFrom']],
  ['room', ['roomId']],
  ['pet', ['petId']],
  ['client', ['clientId']],
  ['title', ['title']],
  ['invoice', ['storeInvoiceId']],
  ['billing', ['billingContextId']],
  ['from', ['start', 'startDate']],
  ['to', ['start', 'endDate']],
  ['endFrom', ['end']],
  ['endTo', ['end']],
  ['createdFrom', ['createdAt', 'createdSince']],
  ['createdTo', ['createdAt', 'createdBefore']],
  ['updatedFrom', ['updatedAt', 'updatedSince']],
  ['updatedTo', ['updatedAt', 'updatedBefore']],
  ['inFrom', ['checkedInAt']],
  ['inTo', ['checkedInAt']],
  ['checkedIn', ['checkedInAt']],
] as const satisfies (readonly [FilterParam, readonly string[]])[];

/** Statuses that are not about the filters: not signed in, timeout, rate limit. */
const UNRELATED_STATUSES: ReadonlySet<number> = new Set([401, 408, 429]);

/**
 * Says which filters the practice system refuses; null for any other error. Ids are not validated before they are
 * sent: other implementations may have ids of any shape.
 */
export function refusedFilters(error: unknown, search: FinderSearch): string | null {
  const { status, suggestion } = asApiError(error) ?? {};
  if (!status || status < 400 || status >= 500 || UNRELATED_STATUSES.has(status)) return null;
  const set = FILTER_NAMES.filter(([param]) => search[param] !== undefined);
  if (set.length === 0) return null;
  const said = new Set(suggestion?.match(/\w+/g));
  const named = set.filter(([, names]) => names.some((name) => said.has(name)));
  const refused = [...new Set((named.length > 0 ? named : set).map(([param]) => filterName(param)))];
  if (refused.length > 1) {
    const filters = listText(refused);
    return t`The practice system refuses one of these filters: ${filters}.`;
  }
  const [filter = ''] = refused;
  return t`The practice system refuses the filter by ${filter}.`;
}
