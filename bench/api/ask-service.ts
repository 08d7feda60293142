import { z } from 'zod';
import { issueKey } from '#service/db/administration.ts';
import type { Database } from '#service/db/database.ts';
import type { Dataset } from './dataset.ts';
import type { PageOrder, Question } from './scenarios.ts';

export interface ServiceRequest {
  readonly method?: 'PATCH';
  readonly path: string;
  readonly body: unknown;
}

const pageSchema = z.object({ nextCursor: z.string().nullable(), totalCount: z.int(), data: z.array(z.unknown()) });

/** Slightly less than the number of requests that a key may send per minute. */
const KEY_BUDGET = 95;

/** Returns the headers of a key with remaining budget; creates as many keys as a long run needs. */
export async function createKeyring(database: Database, employeeId: string, count: number) {
  const keys: string[] = [];
  for (let nth = 0; nth < count; nth += 1) keys.push((await issueKey(database, { employeeId, readOnly: false })).key);
  let used = 0;
  return (): Record<string, string> => {
    const key = keys[Math.floor(used / KEY_BUDGET) % keys.length];
    used += 1;
    return { authorization: `Bearer ${key}` };
  };
}

/** The cursors before the 9,000th page, by the order of the pages. */
export type DeepCursors = Readonly<Record<PageOrder, string>>;

/** A page of all appointments: of the list, or of the search by start. */
function pageRequest(companyId: string, order: PageOrder, limit: number, cursor: string | null): ServiceRequest {
  if (order === 'start') return { path: '/v1/appointments/search', body: { companyId, order, limit, cursor } };
  const after = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  return { path: `/v1/appointments?companyId=${companyId}&limit=${limit}${after}`, body: undefined };
}

/** The request for a question to the service. */
export function serviceRequest(question: Question, { companyId }: Dataset, deepCursors: DeepCursors): ServiceRequest {
  switch (question.kind) {
    case 'day': {
      const { from, to, storeIds } = question;
      const filter = { start: { lt: to }, end: { gt: from } };
      return { path: '/v1/appointments/search', body: { companyId, storeIds, limit: 500, filter } };
    }
    case 'page': {
      const { depth, order } = question;
      return pageRequest(companyId, order, 100, depth === 'deep' ? deepCursors[order] : null);
    }
    case 'status':
      return { path: `/v1/appointments?companyId=${companyId}&limit=100&status=${question.status}`, body: undefined };
    case 'title': {
      const { storeIds, from, to, terms } = question;
      const filter = { start: { gte: from, lt: to } };
      return {
        path: '/v1/appointments/search',
        body: { companyId, storeIds, limit: 100, query: terms.join(' '), filter },
      };
    }
    case 'week': {
      const { from: start, to: end } = question;
      return {
        path: `/v1/availability?${new URLSearchParams({ companyId, start, end, limit: '500' })}`,
        body: undefined,
      };
    }
    case 'create': {
      const { storeId, petId, typeId, employeeId, start, end } = question;
      const body = { companyId, storeIds: [storeId], petId, visitTypeId: typeId, employeeId, start, end };
      return { path: '/v1/appointments', body };
    }
    case 'change': {
      const { id, seen } = question;
      const status = seen.status === 'confirmed' ? 'checked_in' : 'confirmed';
      const body = { companyId, expectedUpdatedAt: seen.updatedAt, status };
      return { method: 'PATCH', path: `/v1/appointments/${id}`, body };
    }
  }
}

const seenSchema = z.object({ updatedAt: z.string(), status: z.string() });

/** Must be called with each response, because a change expects the version from the previous response. */
export function takeAnswer(question: Question, answer: string): void {
  if (question.kind === 'change') question.seen = seenSchema.parse(JSON.parse(answer));
}

/** Walks in an order to the cursor before page `depth` of 100, in pages of 500. Null if there are fewer. */
export async function walkTo(
  depth: number,
  { companyId, order }: { companyId: string; order: PageOrder },
  ask: (request: ServiceRequest) => Promise<string>,
): Promise<string | null> {
  let cursor: string | null = null;
  for (let page = 0; page * 5 < depth - 1; page += 1) {
    const limit = Math.min(500, (depth - 1 - page * 5) * 100);
    const request: ServiceRequest = pageRequest(companyId, order, limit, cursor);
    const answer = pageSchema.parse(JSON.parse(await ask(request)));
    cursor = answer.nextCursor;
    if (cursor === null) return null;
  }
  return cursor;
}
