import type { ClientLanguage } from '#contract/enums.ts';
import type { Database } from '#service/db/database.ts';
import type { BookingDetails } from '#service/db/schema.ts';
import type { BookingPage } from './booking-page.ts';

/*
 * What visitors of a booking page send: good details get a code by e-mail, and the right code makes them a request, which
 * holds its time. Before that nothing is held.
 */

/** What a visitor typed; the end follows from the type. Texts are trimmed and valid, as in a request. */
export type TypedDetails = Omit<BookingDetails, 'end'>;

/** A request that came in; epoch milliseconds. */
export interface AcceptedRequest {
  readonly id: string;
  readonly visitTypeId: string;
  readonly start: number;
  readonly end: number;
  readonly details: BookingDetails;
}

/** Why a time was not requested, whatever was typed. */
export type NotAccepted =
  /** The time is not free any more, or too soon. `next` has up to three free starts after it (epoch milliseconds). */
  | { readonly kind: 'taken'; readonly next: readonly number[] }
  /** The limit of the day is reached. */
  | { readonly kind: 'full' }
  /** The page is off, or no longer has this type. */
  | { readonly kind: 'closed' };

export type StoreOutcome =
  /** A code is to be sent to the address of the details. `id` is for the e-mail, and for {@link discardCode}. */
  | { readonly kind: 'code'; readonly id: string; readonly code: string }
  /** A code that was sent before is still valid for the form. */
  | { readonly kind: 'sent' }
  /** The address is proven already: {@link takeStart} is next, without a code. */
  | { readonly kind: 'proven' }
  /** The form has become a request before. */
  | { readonly kind: 'accepted'; readonly request: AcceptedRequest }
  /** Three codes were sent to this address within an hour. */
  | { readonly kind: 'too_many_codes' }
  | NotAccepted;

/**
 * Stores what was typed, under the form's token, and creates a code for its e-mail address. Nothing is held. The same form
 * again gets a code of its own only if the address has changed, its code is no longer valid, or `sendAgain` is true. Counts
 * those whom a limit turns away. The code is to be sent after this; if that fails, {@link discardCode}. `clock` returns epoch
 * milliseconds.
 */
export function storeForm(
  _database: Database,
  _page: BookingPage,
  _form: { token: string; details: TypedDetails; language: ClientLanguage; sendAgain: boolean },
  _clock: () => number,
): Promise<StoreOutcome> {
  throw new Error('storeForm');
}

/** Removes a code that could not be sent, so that it does not count among those of its address. */
export function discardCode(_database: Database, _page: BookingPage, _id: string): Promise<void> {
  throw new Error('discardCode');
}

export type ProofOutcome =
  /** The time is held now, or was when the form was sent before. */
  | { readonly kind: 'accepted'; readonly request: AcceptedRequest }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  /** Too many wrong tries, or sent more than fifteen minutes ago: a new code is needed. */
  | { readonly kind: 'spent' | 'late' }
  /** The page has no such form, or it was sent more than a day ago: start over. */
  | { readonly kind: 'unknown' }
  | NotAccepted;

/**
 * Judges the code of a form. If it is right, the address is proven, and in the same transaction, under the store's lock, the
 * page, the type, the limit, the notice and the time are judged again and the request is stored; however often the form is
 * sent, there is one. Where the time is taken, {@link takeStart} takes another one. `code` is what was typed. `clock` returns
 * epoch milliseconds.
 */
export function proveForm(
  _database: Database,
  _page: BookingPage,
  _form: { token: string; code: string },
  _clock: () => number,
): Promise<ProofOutcome> {
  throw new Error('proveForm');
}

/**
 * Requests a start (epoch milliseconds) with a form whose code was right within the last hour; otherwise `late`. Like
 * {@link proveForm}, without a code.
 */
export function takeStart(
  _database: Database,
  _page: BookingPage,
  _form: { token: string; start: number },
  _clock: () => number,
): Promise<Exclude<ProofOutcome, { kind: 'wrong' | 'spent' }>> {
  throw new Error('takeStart');
}

/** What was typed in a form that is stored, to show it again; null if the page has none with this token. */
export function readForm(
  _database: Database,
  _page: Pick<BookingPage, 'companyId' | 'storeId'>,
  _token: string,
): Promise<{ details: BookingDetails; language: ClientLanguage; isProven: boolean } | null> {
  throw new Error('readForm');
}
