import type { HistoryEntry } from '#contract/appointment-change.ts';
import type { Operation } from './linearizability.ts';
import type { RecordAsked, RecordTold, Told, Values } from './versioned-record.ts';

/** The kinds of records whose histories are kept. */
export type Kind = 'appointment' | 'availability';

/** What was asked of one record, and what was told. */
export interface RecordedOperation extends Operation<RecordAsked, RecordTold> {
  readonly of: Kind;
  /** Null of a create that was never answered. */
  readonly id: string | null;
  /** Of a create: what it wrote nobody else did, so that it is known by it whoever made it. */
  readonly name: string | null;
  readonly desk: number;
}

/** A record in a page. */
export interface Listed extends Told {
  readonly id: string;
}

/** A page as it was answered. */
export interface RecordedPage {
  readonly call: number;
  readonly return: number;
  readonly totalCount: number;
  readonly records: readonly Listed[];
}

/** The pages of a list or a search, one after the other, of the records that `has` accepts. */
export interface Walk {
  readonly of: Kind;
  readonly desk: number;
  readonly has: (values: Values) => boolean;
  /** What it was, for people. */
  readonly what: string;
  readonly pages: readonly RecordedPage[];
  /** Whether the last page was answered. */
  readonly isWhole: boolean;
}

/** What many desks asked and were told. */
export interface History {
  readonly operations: RecordedOperation[];
  readonly walks: Walk[];
  /** Answers that none of the promises allows, such as a 401 to somebody who is signed in. */
  readonly strange: { readonly desk: number; readonly what: string }[];
}

export const newHistory = (): History => ({ operations: [], walks: [], strange: [] });

/** What the database holds in the end, when nothing is under way any more. */
export interface Ending {
  readonly appointments: readonly (Listed & { readonly history: readonly HistoryEntry[] })[];
  readonly availability: readonly Listed[];
  /** The rooms of the store where nothing is moved. */
  readonly rooms: readonly string[];
  readonly steadyStore: string;
}
