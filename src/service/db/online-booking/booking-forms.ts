import { type SQL, sql } from 'drizzle-orm';
import { instantOf, nextUpdatedAt } from '#contract/date-time.ts';
import type { ClientLanguage } from '#contract/enums.ts';
import { createOrderedUuid, instantLiteral } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { type RowFields, readRows } from '#service/db/read-rows.ts';
import { type Executor, inTransaction, runQuery } from '#service/db/run-query.ts';
import { type BookingDetails, bookingCodes, bookingForms } from '#service/db/schema.ts';
import { assignments, insertRow } from '#service/db/write-rows.ts';
import {
  CODE_REUSE_TIME,
  CODE_WINDOW,
  checkCode,
  createCode,
  FORM_LIFETIME,
  hashOfCode,
  hashOfEmail,
  hashOfToken,
  isEmailProven,
  isFormToken,
  MAX_CODES,
  MAX_WRONG_TRIES,
} from '#service/domain/booking-code.ts';
import { type AcceptedRequest, acceptRequest, checkTime, type RequestRefusal } from './accepted-requests.ts';
import { type BookingPage, readPageAgain, writeRefusal } from './booking-page.ts';
import { findOtherStarts } from './offered-times.ts';

/*
 * The forms that visitors of a booking page send. Visitors who send valid details get a code by e-mail, and the correct code
 * turns the details into a request. Only a request reserves its time.
 */

/** The maximum number of old forms, and of old codes, that are deleted with each new code. */
const REMOVED_AT_ONCE = 100;

/**
 * The details that a visitor typed. The end of the appointment follows from the visit type. Texts are trimmed and valid, as
 * in a request.
 */
export type TypedDetails = Omit<BookingDetails, 'end'>;

/** The form has become a request, now or when it was sent before. */
interface AcceptedForm {
  readonly kind: 'accepted';
  readonly request: AcceptedRequest;
}

export type StoreFormOutcome =
  /** A code is to be sent to the address of the details. `id` is for the e-mail, and for {@link discardCode}. */
  | { readonly kind: 'code'; readonly id: string; readonly code: string }
  /** A code that was sent before is still valid for the form. */
  | { readonly kind: 'sent' }
  /** The address is proven already: the next call is {@link takeStart}, without a code. */
  | { readonly kind: 'proven' }
  /** Three codes were sent to this address within an hour. */
  | { readonly kind: 'too_many_codes' }
  /** The token is invalid, or belongs to a form of another page: the visitor has to start over. */
  | { readonly kind: 'unknown' }
  | AcceptedForm
  | RequestRefusal;

/**
 * Stores what was typed, under the form's token, and creates a code for its e-mail address. No time is reserved. A form that
 * is sent again gets a new code only if the address has changed, its code is about to expire or was mistyped too often, or
 * `sendAgain` is true. In a demo practice it always gets a new one, because the page shows the code. Counts visitors whom a
 * limit turns away. The caller then sends the code, and calls {@link discardCode} if that fails. `clock` returns epoch
 * milliseconds.
 */
export async function saveForm(
  database: Database,
  page: BookingPage,
  form: { token: string; details: TypedDetails; language: ClientLanguage; sendAgain: boolean },
  clock: () => number,
): Promise<StoreFormOutcome> {
  if (!isFormToken(form.token)) return { kind: 'unknown' };
  database.checkFreeSpace();
  const outcome = await inTransaction(database.sql, (transaction) =>
    saveFormInTransaction(transaction, page, form, clock),
  );
  const { visitTypeId, start } = form.details;
  return addOtherStarts(database, page, { outcome, visitTypeId, start: instantOf(start) }, clock);
}

async function saveFormInTransaction(
  transaction: Executor,
  page: BookingPage,
  { token, details: typed, language, sendAgain }: Parameters<typeof saveForm>[2],
  clock: () => number,
): Promise<StoreFormOutcome> {
  const { companyId, isDemo } = page;
  const [formHash, emailHash] = [hashOfToken(token), hashOfEmail(typed.email)];
  // Forms with the same address wait for one another, so that all their codes are counted, and a form that is sent twice at
  // once gets only one code.
  await runQuery(transaction, lockAddress(companyId, emailHash));
  const stored = await lockForm(transaction, companyId, formHash);
  const now = clock();
  if (stored !== null && stored.storeId !== page.storeId) return { kind: 'unknown' };
  const request = stored && toAcceptedRequest(stored);
  if (request) return { kind: 'accepted', request };
  const start = instantOf(typed.start);
  const time = await checkTime(transaction, page, { visitTypeId: typed.visitTypeId, start }, now);
  if (time.kind !== 'free') return time;

  const details = { ...typed, start: isoText(start), end: isoText(time.end) };
  const isSameAddress = stored !== null && hashOfEmail(stored.details.email).equals(emailHash);
  const provenAt = isSameAddress && isEmailProven(stored, now) ? stored.provenAt : null;
  const save = () =>
    writeForm(transaction, { companyId, tokenHash: formHash, storeId: page.storeId, details, language, provenAt, now });
  if (provenAt !== null) {
    await save();
    return { kind: 'proven' };
  }
  const last = await readNewestCode(transaction, companyId, { formHash, emailHash });
  const isUsable = last !== null && last.wrongTries < MAX_WRONG_TRIES && now < instantOf(last.sentAt) + CODE_REUSE_TIME;
  if (isUsable && !sendAgain && !isDemo) {
    await save();
    return { kind: 'sent' };
  }
  if ((await countCodes(transaction, companyId, emailHash, now)) >= MAX_CODES) {
    await writeRefusal(transaction, page, 'email', now);
    return { kind: 'too_many_codes' };
  }
  await save();
  const [id, code] = [createOrderedUuid(now), createCode()];
  // This time is later than that of the previous code, so that this code is the newest even if both are sent within a
  // millisecond.
  const sentAt = last === null ? now : nextUpdatedAt(now, last.sentAt);
  const row = {
    ...{ companyId, id, formHash: byteaSql(formHash), emailHash: byteaSql(emailHash) },
    ...{ codeHash: byteaSql(hashOfCode(token, code)), sentAt: isoText(sentAt) },
  };
  await runQuery(transaction, insertRow(bookingCodes, row));
  await removeOldForms(transaction, companyId, now);
  return { kind: 'code', id, code };
}

/** Removes a code that could not be sent, so that it does not count towards the limit of its address. */
export async function discardCode(
  { sql: executor }: Database,
  { companyId }: Pick<BookingPage, 'companyId'>,
  id: string,
): Promise<void> {
  await runQuery(executor, sql`delete from booking_codes where company_id = ${companyId}::uuid and id = ${id}::uuid`);
}

export type ProofOutcome =
  | AcceptedForm
  /** The code is wrong; `triesLeft` is at least 1. */
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  /** A new code is needed, because there were too many wrong tries (`spent`), or the code was sent too long ago (`late`). */
  | { readonly kind: 'spent' | 'late' }
  /** The page has no such form, or the form was sent more than a day ago: the visitor has to start over. */
  | { readonly kind: 'unknown' }
  | RequestRefusal;

/**
 * Checks the code of a form. If the code is right, the address is proven, and in the same transaction, under the store's lock,
 * the page, the type, the limit, the notice and the time are checked again and the request is stored. However often the form is
 * sent, it makes only one request. If the time is taken, {@link requestOtherStart} requests another one. `code` is the text that the
 * visitor typed. `clock` returns epoch milliseconds.
 */
export async function proveForm(
  database: Database,
  page: BookingPage,
  { token, code: typed }: { token: string; code: string },
  clock: () => number,
): Promise<ProofOutcome> {
  return withForm({ database, page, token }, clock, async (transaction, form) => {
    const { companyId } = page;
    const now = clock();
    // The code was accepted when the form was sent before, but the requested time was taken.
    if (isEmailProven(form, now)) return acceptForm(transaction, page, form, clock);
    const hashes = { formHash: form.tokenHash, emailHash: hashOfEmail(form.details.email) };
    const code = await readNewestCode(transaction, companyId, hashes);
    const judged = checkCode({ token, typed }, code, now);
    if (code === null || judged === 'late') return { kind: 'late' };
    if (judged === 'spent') return { kind: 'spent' };
    if (judged !== 'right') {
      const wrongTries = code.wrongTries + (judged === 'wrong' ? 1 : 0);
      await runQuery(
        transaction,
        sql`update booking_codes set wrong_tries = ${wrongTries}::int
          where company_id = ${companyId}::uuid and id = ${code.id}::uuid`,
      );
      if (wrongTries < MAX_WRONG_TRIES) return { kind: 'wrong', triesLeft: MAX_WRONG_TRIES - wrongTries };
      await writeRefusal(transaction, page, 'code', now);
      return { kind: 'spent' };
    }
    await changeForm(transaction, companyId, form.tokenHash, { provenAt: isoText(now) });
    return acceptForm(transaction, page, form, clock);
  });
}

/**
 * Requests a start (epoch milliseconds) with a form whose code was right within the last hour; the result is `late` if that
 * was longer ago. Works like {@link proveForm}, but needs no code.
 */
export async function requestOtherStart(
  database: Database,
  page: BookingPage,
  { token, start }: { token: string; start: number },
  clock: () => number,
): Promise<Exclude<ProofOutcome, { kind: 'wrong' | 'spent' }>> {
  // A start that is not a valid instant cannot be free.
  if (Number.isNaN(new Date(start).getTime())) return { kind: 'taken', next: [] };
  return withForm({ database, page, token, start }, clock, async (transaction, form) =>
    isEmailProven(form, clock()) ? acceptForm(transaction, page, form, clock) : { kind: 'late' as const },
  );
}

type FormOutcome<Outcome> = Outcome | AcceptedForm | { readonly kind: 'unknown' };

/**
 * Runs work on a stored form in a transaction in which the form is locked. A form that has already become a request is left
 * as it is.
 */
async function withForm<Outcome extends { readonly kind: string }>(
  { database, page, token, start }: { database: Database; page: BookingPage; token: string; start?: number },
  clock: () => number,
  work: (transaction: Executor, form: StoredForm) => Promise<Outcome>,
): Promise<FormOutcome<Outcome>> {
  if (!isFormToken(token)) return { kind: 'unknown' };
  database.checkFreeSpace();
  let requested = { visitTypeId: '', start: 0 };
  const outcome = await inTransaction(database.sql, async (transaction): Promise<FormOutcome<Outcome>> => {
    const form = await lockForm(transaction, page.companyId, hashOfToken(token));
    if (form === null || form.storeId !== page.storeId) return { kind: 'unknown' };
    const request = toAcceptedRequest(form);
    if (request) return { kind: 'accepted', request };
    const { details } = form;
    requested = { visitTypeId: details.visitTypeId, start: start ?? instantOf(details.start) };
    return work(transaction, { ...form, details: { ...details, start: isoText(requested.start) } });
  });
  return addOtherStarts(database, page, { outcome, ...requested }, clock);
}

/** The request that was created from a form; null if there is none. The details of the form are then those of the request. */
function toAcceptedRequest({ requestId: id, details }: StoredForm): AcceptedRequest | null {
  const { visitTypeId } = details;
  return id === null
    ? null
    : { id, visitTypeId, start: instantOf(details.start), end: instantOf(details.end), details };
}

/** Turns a form whose code was entered correctly into a request, if its time can still be requested. */
async function acceptForm(
  transaction: Executor,
  page: BookingPage,
  form: StoredForm,
  clock: () => number,
): Promise<AcceptedForm | RequestRefusal> {
  const outcome = await acceptRequest(transaction, page, form, clock);
  if (outcome.kind !== 'accepted') return outcome;
  const { id: requestId, details } = outcome.request;
  await changeForm(transaction, page.companyId, form.tokenHash, { requestId, details });
  return outcome;
}

/**
 * Adds the next free starts to the outcome if the time is taken: after the transaction, because the search may take
 * longer.
 */
async function addOtherStarts<Outcome extends { readonly kind: string }>(
  database: Database,
  page: BookingPage,
  { outcome, visitTypeId, start }: { outcome: Outcome; visitTypeId: string; start: number },
  clock: () => number,
): Promise<Outcome> {
  if (outcome.kind !== 'taken') return outcome;
  const now = clock();
  // The settings may have changed since the page was read.
  const current = await readPageAgain(database.sql, page, now);
  const next = current === null ? [] : await findOtherStarts(database, current, { visitTypeId, start }, now);
  return { ...outcome, next };
}

type StoredForm = RowFields<
  typeof bookingForms,
  'tokenHash' | 'storeId' | 'details' | 'language' | 'provenAt' | 'requestId'
>;

/** The form with the hash of a token, locked until the end of the transaction; null if there is none. */
async function lockForm(transaction: Executor, companyId: string, tokenHash: Uint8Array): Promise<StoredForm | null> {
  const [form] = await readRows(
    transaction,
    bookingForms,
    ['tokenHash', 'storeId', 'details', 'language', 'provenAt', 'requestId'],
    sql`where company_id = ${companyId}::uuid and token_hash = ${byteaSql(tokenHash)} for update`,
  );
  return form ?? null;
}

interface SavedForm {
  companyId: string;
  tokenHash: Uint8Array;
  storeId: string;
  details: BookingDetails;
  language: ClientLanguage;
  provenAt: string | null;
  /** The current time in epoch milliseconds. */
  now: number;
}

/** Inserts or updates a form, which is then kept for another day. */
async function writeForm(transaction: Executor, { tokenHash, now, ...form }: SavedForm): Promise<void> {
  const row = { ...form, tokenHash: byteaSql(tokenHash), createdAt: isoText(now) };
  await runQuery(
    transaction,
    sql`${insertRow(bookingForms, row)} on conflict (company_id, token_hash) do update set
      (details, language, proven_at, created_at)
        = (excluded.details, excluded.language, excluded.proven_at, excluded.created_at)`,
  );
}

async function changeForm(
  transaction: Executor,
  companyId: string,
  tokenHash: Uint8Array,
  values: Partial<Pick<StoredForm, 'provenAt' | 'requestId' | 'details'>>,
): Promise<void> {
  await runQuery(
    transaction,
    sql`update booking_forms set ${assignments(bookingForms, values)}
      where company_id = ${companyId}::uuid and token_hash = ${byteaSql(tokenHash)}`,
  );
}

/** The newest code that was sent to an address for a form; null if there is none. */
async function readNewestCode(
  executor: Executor,
  companyId: string,
  { formHash, emailHash }: { formHash: Uint8Array; emailHash: Uint8Array },
) {
  const [code] = await readRows(
    executor,
    bookingCodes,
    ['id', 'codeHash', 'wrongTries', 'sentAt'],
    sql`where company_id = ${companyId}::uuid and form_hash = ${byteaSql(formHash)} and email_hash = ${byteaSql(emailHash)}
      order by sent_at desc, id desc limit 1`,
  );
  return code ?? null;
}

/** The number of codes that an address got within the hour before `now` (epoch milliseconds), for any form. */
async function countCodes(executor: Executor, companyId: string, emailHash: Uint8Array, now: number): Promise<number> {
  const [row] = await runQuery<{ count: number }>(
    executor,
    sql`select count(*)::int as count from booking_codes
      where company_id = ${companyId}::uuid and email_hash = ${byteaSql(emailHash)}
        and sent_at > ${instantLiteral(now - CODE_WINDOW)}::timestamptz`,
  );
  return row?.count ?? 0;
}

/** Deletes forms and codes that are older than a day, except those that another transaction has locked. */
async function removeOldForms(transaction: Executor, companyId: string, now: number): Promise<void> {
  const limit = sql`${instantLiteral(now - FORM_LIFETIME)}::timestamptz`;
  await runQuery(
    transaction,
    sql`with outdated as (
        select company_id, token_hash from booking_forms
        where company_id = ${companyId}::uuid and created_at < ${limit}
        order by created_at limit ${REMOVED_AT_ONCE}::int for update skip locked
      )
      delete from booking_forms where (company_id, token_hash) in (select * from outdated)`,
  );
  await runQuery(
    transaction,
    sql`with outdated as (
        select company_id, id from booking_codes
        where company_id = ${companyId}::uuid and sent_at < ${limit}
        order by sent_at limit ${REMOVED_AT_ONCE}::int for update skip locked
      )
      delete from booking_codes where (company_id, id) in (select * from outdated)`,
  );
}

/** Makes forms with the same e-mail address wait for one another until the end of the transaction. */
const lockAddress = (companyId: string, emailHash: Buffer) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${companyId}/${emailHash.toString('hex')}`}::text, 3))`;

const byteaSql = (hash: Uint8Array): SQL => sql`decode(${Buffer.from(hash).toString('hex')}::text, 'hex')`;
const isoText = (instant: number): string => new Date(instant).toISOString();
