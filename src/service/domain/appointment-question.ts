import type { AppointmentListQuery, SortDirection } from '#contract/appointment.ts';
import type { AppointmentSearch, SearchFilter } from '#contract/appointment-search.ts';
import { termsOf } from './title-words.ts';

/** A page of appointments to look up, whichever endpoint asked. */
export interface AppointmentQuestion {
  companyId: string;
  /** The stores in reach that it is about. */
  storeIds: readonly string[];
  filter: SearchFilter;
  /** Each begins a word of the title. */
  terms: readonly string[];
  direction: SortDirection;
  limit: number;
}

/** The list's parameters as a filter: "since", "before" and "after" are strict (section 4.2 and the choices). */
export function questionOfList(query: AppointmentListQuery, storeIds: readonly string[]): AppointmentQuestion {
  const filter: SearchFilter = {
    updatedAt: range(query.updatedSince, query.updatedBefore),
    createdAt: range(query.createdSince, query.createdBefore),
    start: range(query.startDate ?? null, query.endDate ?? null),
    status: equal(query.status),
    clientId: equal(query.clientId),
    petId: equal(query.petId),
    employeeId: equal(query.employeeId),
  };
  return {
    companyId: query.companyId,
    storeIds,
    filter,
    terms: [],
    direction: query.direction,
    limit: query.limit,
  };
}

/** A search: newest created first (the choices). */
export function questionOfSearch(search: AppointmentSearch, storeIds: readonly string[]): AppointmentQuestion {
  return {
    companyId: search.companyId,
    storeIds,
    filter: search.filter ?? {},
    terms: search.query === undefined ? [] : termsOf(search.query),
    direction: 'desc',
    limit: search.limit,
  };
}

function range(after: string | null, before: string | null): { gt?: string; lt?: string } {
  return { ...(after === null ? {} : { gt: after }), ...(before === null ? {} : { lt: before }) };
}

function equal(value: string | undefined): { eq?: string } {
  return value === undefined ? {} : { eq: value };
}
