import type { HistoryEntry } from '#contract/appointment-change.ts';
import type { Operation } from './linearizability.ts';
import type { RecordAnswer, RecordRequest, ReturnedRecord, Values } from './versioned-record.ts';

/** The kinds of records with a history. */
export type Kind = 'appointment' | 'availability';

/** A request for one record, and its answer. */
export interface RecordedOperation extends Operation<RecordRequest, RecordAnswer> {
  readonly of: Kind;
  /** Null for a create that was never answered. */
  readonly id: string | null;
  /** For a create: the unique value that it wrote, which identifies the record. */
  readonly name: string | null;
  readonly desk: number;
}

/** A record in a page. */
export interface Listed extends ReturnedRecord {
  readonly id: string;
}

/** A page as received. */
export interface RecordedPage {
  readonly call: number;
  readonly return: number;
  readonly totalCount: number;
  readonly records: readonly Listed[];
}

/** The pages of a list or a search, one after another, with the records that `has` accepts. */
export interface Walk {
  readonly of: Kind;
  readonly desk: number;
  readonly has: (values: Values) => boolean;
  /** A description for people. */
  readonly what: string;
  readonly pages: readonly RecordedPage[];
  /** Whether the last page was answered. */
  readonly isComplete: boolean;
}

/** The requests of many desks with their answers. */
export interface History {
  readonly operations: RecordedOperation[];
  readonly walks: Walk[];
  /** Answers that no promise allows, such as a 401 for a signed-in person. */
  readonly strange: { readonly desk: number; readonly what: string }[];
}

export const newHistory = (): History => ({ operations: [], walks: [], strange: [] });

/** The final content of the database, when no request is pending. */
export interface Ending {
  readonly appointments: readonly (Listed & { readonly history: readonly HistoryEntry[] })[];
  readonly availability: readonly Listed[];
  /** The rooms of the store in which nothing is moved. */
  readonly rooms: readonly string[];
  readonly steadyStore: string;
}
