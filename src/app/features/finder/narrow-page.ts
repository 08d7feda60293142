import type { AppointmentPage } from '#app/api/appointment-queries.ts';
import { matchesWords } from '#app/text/word-match.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { AnswerableRequest, ListQuery } from './finder-request.ts';

/** What of a question an implementation took no notice of. */
export type Overlooked = 'titles' | 'stores';

/** A page of the answer, without the records that do not answer the question. */
export interface FinderPage extends AppointmentPage {
  /** How many records came. */
  received: number;
  overlooked: readonly Overlooked[];
  /** How many records stood exactly on a bound that the implementation counts in. */
  onBound: number;
}

/**
 * Decides here what the document leaves to the implementation. A record that contradicts the text or the stores shows that
 * these were not looked at: the count is then of something else, and left out. The bounds of the list are asked so that
 * a strict reading answers exactly; one that counts the bounds in brings what starts at the next midnight, which goes.
 */
export function narrowPage(page: AppointmentPage, request: AnswerableRequest): FinderPage {
  const text = request.kind === 'search' ? (request.body.query ?? '') : '';
  const storeIds = request.kind === 'search' ? request.body.storeIds : request.query['storeIds'];
  const stores = new Set(typeof storeIds === 'string' ? [storeIds.toLowerCase()] : storeIds?.map(lower));
  const hasText = (record: ReceivedAppointment) => matchesWords([record.title], text);
  const elsewhere = ({ storeId }: ReceivedAppointment) => storeId !== null && !stores.has(storeId.toLowerCase());

  const overlooked: Overlooked[] = [];
  let records = page.records;
  if (text !== '' && !records.every(hasText)) {
    overlooked.push('titles');
    records = records.filter(hasText);
  }
  if (stores.size > 0 && page.records.some(elsewhere)) {
    overlooked.push('stores');
    records = records.filter((record) => record.storeId !== null && !elsewhere(record));
  }
  const timely = request.kind === 'list' ? records.filter((record) => isWithin(record, request.query)) : records;
  return {
    ...page,
    records: timely,
    totalCount: overlooked.length > 0 ? null : page.totalCount,
    received: page.records.length + page.unresolvedIds.length,
    overlooked,
    onBound: records.length - timely.length,
  };
}

const lower = (text: string) => text.toLowerCase();

const BOUNDS = [
  ['start', 'startDate', 'endDate'],
  ['createdAt', 'createdSince', 'createdBefore'],
  ['updatedAt', 'updatedSince', 'updatedBefore'],
] as const;

function isWithin(record: ReceivedAppointment, query: ListQuery): boolean {
  return BOUNDS.every(([field, after, before]) => {
    const at = record[field];
    if (at === null) return true;
    const [first, last] = [query[after], query[before]];
    return (
      (typeof first !== 'string' || instantOf(at) > instantOf(first)) &&
      (typeof last !== 'string' || instantOf(at) < instantOf(last))
    );
  });
}
