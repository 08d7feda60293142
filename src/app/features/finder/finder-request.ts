import { plural, t } from '@lingui/core/macro';
import type { CallInput } from '#app/api/api-client.ts';
import { asApiError } from '#app/api/api-error.ts';
import { dayInterval } from '#app/scheduling/calendar-day.ts';
import { listText } from '#app/text/list-text.ts';
import { searchBounds } from '#contract/appointment-search.ts';
import { instantOf } from '#contract/date-time.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { ANY, type FinderSearch, NONE } from './finder-search.ts';

/** A store with its zone resolved: an IANA name. */
interface FinderStore {
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
type FinderBranch = Record<string, Record<string, unknown>>;

/** The body of the search (section 4.4), without cursor and limit. */
interface FinderBody {
  companyId: string;
  storeIds?: string[];
  query?: string;
  filter?: Record<string, unknown>;
}

/** Values of the query string of `GET /v1/appointments` (section 4.2), without cursor and limit. */
export type ListQuery = Omit<CallInput<typeof endpoints.listAppointments>, 'limit' | 'cursor'>;

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
    const filters = listText(overfull.map((param) => filterFacts[param].name()));
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

/** Why these filters exclude oldest first; null where they do not. */
export function oldestFirstRefusal(search: FinderSearch, context: Pick<RequestContext, 'stores'>): string | null {
  const unlisted = FILTERS.flatMap(([param, { unlisted }]) =>
    unlisted && search[param] !== undefined ? unlisted() : [],
  );
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
  const query: ListQuery = {
    companyId: context.companyId,
    storeIds: search.store,
    direction: 'asc',
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

interface FilterFact {
  /** Its name in a sentence. */
  name: () => string;
  /** Where the list endpoint lacks it: its name in the sentence that says so. */
  unlisted?: () => string;
  /** The names that an error message of the API may use for it. */
  said: readonly string[];
}

const typeName = () => t({ message: 'visit type', comment: 'Name of a filter, in a sentence' });
const categoryName = () => t({ message: 'category', comment: 'Name of a filter, in a sentence' });
const originName = () => t({ message: 'origin', comment: 'Name of a filter, in a sentence' });
const roomName = () => t({ message: 'room', comment: 'Name of a filter, in a sentence' });
const endName = () =>
  t({ message: 'end', context: 'noun: when an appointment ends', comment: 'Name of a filter, in a sentence' });
const dateName = () => t({ message: 'appointment date', comment: 'Name of a filter, in a sentence' });
const createdName = () => t({ message: 'created', comment: 'Name of a filter, in a sentence' });
const updatedName = () => t({ message: 'updated', comment: 'Name of a filter, in a sentence' });
const checkedInName = () => t({ message: 'checked in', comment: 'Name of a filter, in a sentence' });
/** In the sentence that says what the list endpoint lacks. */
const checkInName = () => t({ message: 'check-in', comment: 'Name of a filter, in a sentence' });

/** The filters, in the order in which they are named. */
const filterFacts: Readonly<Record<FilterParam, FilterFact>> = {
  q: {
    name: () => t({ message: 'search text', comment: 'Name of a filter, in a sentence' }),
    unlisted: () => t({ message: 'text', comment: 'Name of a filter, in a sentence' }),
    said: ['query'],
  },
  store: {
    name: () => t({ message: 'store', comment: 'Name of a filter, in a sentence' }),
    said: ['storeIds', 'storeId'],
  },
  status: {
    name: () => t({ message: 'status', comment: 'Name of a filter, in a sentence' }),
    said: ['status'],
  },
  vet: {
    name: () => t({ message: 'vet', comment: 'Name of a filter, in a sentence' }),
    said: ['employeeId'],
  },
  type: { name: typeName, unlisted: typeName, said: ['visitTypeId'] },
  category: { name: categoryName, unlisted: categoryName, said: ['visitTypeCategory'] },
  origin: { name: originName, unlisted: originName, said: ['createdFrom'] },
  room: { name: roomName, unlisted: roomName, said: ['roomId'] },
  pet: {
    name: () => t({ message: 'pet', comment: 'Name of a filter, in a sentence' }),
    said: ['petId'],
  },
  client: {
    name: () => t({ message: 'client', comment: 'Name of a filter, in a sentence' }),
    said: ['clientId'],
  },
  title: {
    name: () => t({ message: 'exact title', comment: 'Name of a filter, in a sentence' }),
    unlisted: () => t({ message: 'title', comment: 'Name of a filter, in a sentence' }),
    said: ['title'],
  },
  invoice: {
    name: () => t({ message: 'invoice id', comment: 'Name of a filter, in a sentence' }),
    unlisted: () => t({ message: 'invoice', comment: 'Name of a filter, in a sentence' }),
    said: ['storeInvoiceId'],
  },
  billing: {
    name: () => t({ message: 'billing context id', comment: 'Name of a filter, in a sentence' }),
    unlisted: () => t({ message: 'billing context', comment: 'Name of a filter, in a sentence' }),
    said: ['billingContextId'],
  },
  from: { name: dateName, said: ['start', 'startDate'] },
  to: { name: dateName, said: ['start', 'endDate'] },
  endFrom: { name: endName, unlisted: endName, said: ['end'] },
  endTo: { name: endName, unlisted: endName, said: ['end'] },
  createdFrom: { name: createdName, said: ['createdAt', 'createdSince'] },
  createdTo: { name: createdName, said: ['createdAt', 'createdBefore'] },
  updatedFrom: { name: updatedName, said: ['updatedAt', 'updatedSince'] },
  updatedTo: { name: updatedName, said: ['updatedAt', 'updatedBefore'] },
  inFrom: { name: checkedInName, unlisted: checkInName, said: ['checkedInAt'] },
  inTo: { name: checkedInName, unlisted: checkInName, said: ['checkedInAt'] },
  checkedIn: { name: checkedInName, unlisted: checkInName, said: ['checkedInAt'] },
};

const isFilter = (param: string): param is FilterParam => Object.hasOwn(filterFacts, param);
const FILTERS = Object.keys(filterFacts)
  .filter(isFilter)
  .map((param) => [param, filterFacts[param]] as const);

/** Statuses that are not about the filters: not signed in, timeout, rate limit. */
const UNRELATED_STATUSES: ReadonlySet<number> = new Set([401, 408, 429]);

/**
 * Says which filters the practice system refuses; null for any other error. Ids are not validated before they are
 * sent: other implementations may have ids of any shape.
 */
export function refusedFilters(error: unknown, search: FinderSearch): string | null {
  const { status, suggestion } = asApiError(error) ?? {};
  if (!status || status < 400 || status >= 500 || UNRELATED_STATUSES.has(status)) return null;
  const set = FILTERS.filter(([param]) => search[param] !== undefined);
  if (set.length === 0) return null;
  const said = new Set(suggestion?.match(/\w+/g));
  const named = set.filter(([, filter]) => filter.said.some((name) => said.has(name)));
  const refused = [...new Set((named.length > 0 ? named : set).map(([, { name }]) => name()))];
  if (refused.length > 1) {
    const filters = listText(refused);
    return t`The practice system refuses one of these filters: ${filters}.`;
  }
  const [filter = ''] = refused;
  return t`The practice system refuses the filter by ${filter}.`;
}
