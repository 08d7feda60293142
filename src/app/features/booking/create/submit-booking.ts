import { type ApiClient, CREATE_TIMEOUT_MS, SEARCH_TIMEOUT_MS } from '#app/api/api-client.ts';
import { ApiError, asApiError, isOfAnotherPerson, isStorageFull } from '#app/api/api-error.ts';
import { type AppointmentPage, daySearch, searchAppointments } from '#app/api/appointments.ts';
import { newId } from '#app/browser/new-id.ts';
import { sleepUntilOnline } from '#app/browser/sleep.ts';
import { type BookingRequest, type FormValues, isSameRequest } from '#app/features/booking/booking-schema.ts';
import type { Attempt, BookedAppointment, DraftStore } from '#app/features/booking/drafts.ts';
import type { AppointmentSearchInput } from '#contract/appointment-search.ts';
import { instantOf } from '#contract/date-time.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** How a booking became known: by the answer to the create, or by searching for it. */
export type BookedHow = 'answered' | 'found';

/** How an attempt to book ended. */
export type BookingOutcome =
  /** Nothing was sent: there is no connection. `noNetwork`: the browser says so itself. */
  | { kind: 'offline'; noNetwork: boolean }
  | {
      kind: 'booked';
      booked: BookedAppointment;
      how: BookedHow;
      /** The id of a new draft where the form has another appointment by now, which is not booked. */
      remainderId: string | null;
    }
  /**
   * Nothing was sent: the same vet or pet is busy then. `wasLoaded` is false where the form could not know of that
   * before.
   */
  | { kind: 'conflict'; others: ReceivedAppointment[]; request: BookingRequest; wasLoaded: boolean }
  /** The service refused it. */
  | { kind: 'refused'; error: ApiError }
  /** Searched for in full and not there; `fault` is the error that the service gave, if any. */
  | { kind: 'absent'; lookUps: number; seconds: number; fault: ApiError | null }
  /** The searches failed, too. */
  | { kind: 'unknown'; lookUps: number; seconds: number; fault: ApiError | null; offline: boolean };

/**
 * The step that a booking is at: reading the appointments of that time, sending the create, or searching for the
 * result, which is `cut-off` while there is no connection.
 */
export type Phase = 'reading' | 'sending' | 'looking' | 'cut-off';

/** Progress of a booking. A `fault` is an error of the service that is shown while the booking is searched for. */
export type Progress = { type: 'phase'; phase: Phase } | { type: 'fault'; fault: ApiError };

/** The side effects of a booking, replaceable in tests. */
export interface BookingPorts {
  /** A search whose answer is not shared with an earlier request; aborted after this many milliseconds. */
  search: (search: AppointmentSearchInput, timeoutMs: number) => Promise<AppointmentPage>;
  /** Sends the create once; repeated only with the same idempotency key. */
  create: (request: BookingRequest, key: string | null) => Promise<string>;
  /** A new idempotency key; null where the practice API takes none. */
  newKey: () => string | null;
  /** Milliseconds since 1970-01-01T00:00Z. */
  clock: () => number;
  /** May end early once the browser is back online. */
  sleep: (milliseconds: number) => Promise<void>;
  /** Whether the browser says that it has no network. */
  hasNoNetwork: () => boolean;
  drafts: DraftStore;
}

/** How a booking communicates with its form, which may be closed by then. */
interface FormPorts {
  /** The current values of the form; `request` is null where they are not complete. */
  snapshot: () => { values: FormValues; request: BookingRequest | null };
  report: (progress: Progress) => void;
}

/** What is to be booked. */
export interface Submission {
  values: FormValues;
  request: BookingRequest;
  /** Ids of the conflicting appointments that the person has seen; null where they could not be loaded yet. */
  shownIds: ReadonlySet<string> | null;
  /** Of the appointments at that time, the conflicts to confirm before sending. */
  conflicts: (appointments: readonly ReceivedAppointment[]) => ReceivedAppointment[];
}

/** The longest wait for the appointments of that time before sending; the booking does not depend on them. */
const READ_MS = 4000;
/** An idempotency key is known for 24 hours; clocks differ. */
export const KEY_KNOWN_MS = 23 * 3_600_000;
/** After this a booking that was interrupted is not continued without asking. */
const UNDER_WAY_MS = 10 * 60_000;

/**
 * Books once; null where that draft was booked already. First it settles an earlier attempt of the same draft and reads the appointments of that time again. It
 * records the attempt before sending, so that after a reload the appointment is searched for instead of being created
 * again. Without an idempotency key a create is never repeated automatically: after an ambiguous failure the
 * appointment is searched for.
 */
export async function submitBooking(
  ports: BookingPorts,
  draftId: string,
  { values, request, shownIds, conflicts }: Submission,
  form: FormPorts,
): Promise<BookingOutcome | null> {
  const { drafts } = ports;
  // It is booked, and its form is about to close.
  if (drafts.hasEnded(draftId)) return null;
  const earlier = await settleEarlier(ports, draftId, form, request);
  // Searched for in full, and the user was told so: pressing again means sending again.
  if (earlier && !(earlier.outcome.kind === 'absent' && earlier.fullySearched)) return earlier.outcome;
  form.report({ type: 'phase', phase: 'reading' });
  const before = await readTime(ports, request).catch((error: unknown) => (isCutOff(ports, error) ? 'cut-off' : null));
  // What could not be read cannot be booked either, and unlike a lost answer this leaves no doubt.
  if (before === 'cut-off') return { kind: 'offline', noNetwork: ports.hasNoNetwork() };
  const others = conflicts(before?.records ?? []).filter(({ id }) => !shownIds?.has(id));
  if (others.length > 0) return { kind: 'conflict', others, request, wasLoaded: shownIds !== null };

  form.report({ type: 'phase', phase: 'sending' });
  const attempt: Attempt = {
    request,
    petName: values.pet?.name ?? '',
    sentAt: ports.clock(),
    knownIds: before && before.nextCursor === null ? before.records.map(({ id }) => id) : null,
    fullySearched: false,
    key: ports.newKey(),
  };
  const note = (what: Attempt | null) => {
    // What was typed while it was being sent is kept.
    drafts.write({ id: draftId, values: drafts.find(draftId)?.values ?? values, attempt: what });
  };
  note(attempt);
  try {
    const id = await ports.create(request, attempt.key);
    return conclude(ports, draftId, attempt, { id, how: 'answered' }, form);
  } catch (error) {
    if (isRefusal(error)) {
      note(null);
      return { kind: 'refused', error };
    }
    const fault = isOwnFault(error) ? error : null;
    if (fault) form.report({ type: 'fault', fault });
    form.report({ type: 'phase', phase: 'looking' });
    return settle(ports, draftId, attempt, form, { fault, again: attempt.key !== null });
  }
}

/**
 * Finds out what became of an attempt that a reload or a crash left behind; null where there is none.
 * Sends only searches, unless the attempt is recent, has an idempotency key and still equals the form.
 */
export async function resumeBooking(
  ports: BookingPorts,
  draftId: string,
  form: FormPorts,
): Promise<BookingOutcome | null> {
  form.report({ type: 'phase', phase: 'looking' });
  return (await settleEarlier(ports, draftId, form, null))?.outcome ?? null;
}

/** The appointments at the time of a booking, in every store in reach. */
export function readTime(
  ports: Pick<BookingPorts, 'search'>,
  { companyId, start, end }: Pick<BookingRequest, 'companyId' | 'start' | 'end'>,
): Promise<AppointmentPage> {
  return ports.search(daySearch({ companyId, storeIds: [], from: start, to: end }), READ_MS);
}

function bookedBy({ request, petName }: Attempt, id: string): BookedAppointment {
  return { id, start: request.start, end: request.end, storeId: request.storeIds[0] ?? '', petName };
}

/** Whether a read failed since there is no connection. */
function isCutOff({ hasNoNetwork }: Pick<BookingPorts, 'hasNoNetwork'>, error: unknown): boolean {
  return asApiError(error)?.kind === 'network' || (asApiError(error) === null && hasNoNetwork());
}

/** Whether an error proves that nothing was created. */
export function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.kind !== 'http' || error.status === null || error.status === 408)
    return false;
  if (error.messageKey === 'outcome_unknown' || error.messageKey === 'request_in_progress') return false;
  return error.status < 500 || error.messageKey === 'upstream_unavailable' || isStorageFull(error);
}

/** Whether an error is a 5xx with the service's own error body; it is shown while the appointment is searched for. */
function isOwnFault(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 500 && error.errorInstanceId !== null;
}

/** Settles an earlier attempt of the draft. `asked` is the request that the user submits now; null without one. */
async function settleEarlier(ports: BookingPorts, draftId: string, form: FormPorts, asked: BookingRequest | null) {
  const draft = ports.drafts.find(draftId);
  if (!draft?.attempt) return null;
  form.report({ type: 'phase', phase: 'looking' });
  const { key, request, sentAt, fullySearched } = draft.attempt;
  const wanted = asked ?? form.snapshot().request;
  const age = ports.clock() - sentAt;
  const again =
    key !== null &&
    ports.newKey() !== null &&
    wanted !== null &&
    isSameRequest(wanted, request) &&
    age < (asked === null ? UNDER_WAY_MS : KEY_KNOWN_MS);
  return { fullySearched, outcome: await settle(ports, draftId, draft.attempt, form, { fault: null, again }) };
}

/**
 * Deletes the draft of a booked appointment. If the form has another appointment by now, that becomes a draft of its
 * own.
 */
function conclude(
  { drafts }: BookingPorts,
  draftId: string,
  attempt: Attempt,
  { id, how }: { id: string; how: BookedHow },
  form: FormPorts,
): BookingOutcome {
  drafts.end(draftId);
  const { values, request } = form.snapshot();
  const booked = bookedBy(attempt, id);
  if (request !== null && isSameRequest(request, attempt.request))
    return { kind: 'booked', booked, how, remainderId: null };
  const remainderId = newId();
  drafts.write({ id: remainderId, values, attempt: null });
  return { kind: 'booked', booked, how, remainderId };
}

interface SettleOptions {
  /** The error of the service, where it gave one. */
  fault: ApiError | null;
  /** Whether the create is repeated with its key, instead of searching. */
  again: boolean;
}

/** Finds out the result of an attempt. */
async function settle(
  ports: BookingPorts,
  draftId: string,
  attempt: Attempt,
  form: FormPorts,
  { fault, again }: SettleOptions,
): Promise<BookingOutcome> {
  const { drafts, clock, sleep } = ports;
  const { request } = attempt;
  const onFailure = (error: unknown) =>
    form.report({ type: 'phase', phase: isCutOff(ports, error) ? 'cut-off' : 'looking' });
  const how = { clock, sleep, onFailure, ...(attempt.fullySearched ? { searchMs: 0 } : {}) };
  const result = again
    ? await repeatCreate(() => ports.create(request, attempt.key), how)
    : await findBooking(attempt, ports.search, how);
  if (result.kind === 'booked') return conclude(ports, draftId, attempt, { id: result.id, how: 'found' }, form);
  const draft = drafts.find(draftId);
  if (draft && result.kind === 'refused') drafts.write({ ...draft, attempt: null });
  else if (draft && (again || result.kind === 'absent'))
    drafts.write({ ...draft, attempt: { ...attempt, fullySearched: true } });
  if (result.kind === 'refused') return result;
  const { kind, lookUps, seconds } = result;
  return kind === 'absent'
    ? { kind, lookUps, seconds, fault }
    : { kind, lookUps, seconds, fault, offline: isCutOff(ports, result.error) };
}

/** What became of a create whose answer was lost; `error` is that of the last look-up. */
type Unknown = { kind: 'unknown'; lookUps: number; seconds: number; error: unknown };
type Found = { kind: 'booked'; id: string };

/** How long to keep looking before "not found" counts. A slow practice system may write the appointment long after its answer was lost. */
const SEARCH_MS = 36_000;
const PAUSES = [1000, 2000, 3000, 5000, 8000, 13_000] as const;
const MAX_PAUSE = 20_000;
/** How much longer failing searches are repeated, in milliseconds. */
const FAILURE_EXTRA_MS = 60_000;
/** A longer gap between two searches means that the computer slept; the rest of it does not count as searching. */
const MAX_WAKE_STEP = 60_000;
/** How far the service's clock may be behind the browser's, in milliseconds. */
const CLOCK_SKEW = 10 * 60_000;

/** The pause after so many look-ups; longer where the last one was asked to wait. */
function pauseAfter(lookUps: number, error: unknown): number {
  return Math.max(PAUSES[lookUps - 1] ?? MAX_PAUSE, (asApiError(error)?.retryAfterSeconds ?? 0) * 1000);
}

/** The search (section 4.4) for the appointment of an attempt. */
function attemptSearch({ request, sentAt, knownIds }: Attempt): AppointmentSearchInput {
  return {
    companyId: request.companyId,
    storeIds: [...request.storeIds],
    limit: 100,
    filter: {
      petId: { eq: request.petId },
      visitTypeId: { eq: request.visitTypeId },
      start: { between: [request.start, request.start] },
      end: { between: [request.end, request.end] },
      createdFrom: { eq: 'external_api' },
      // Where the earlier appointments are known, no clock has to be trusted.
      ...(knownIds === null ? { createdAt: { gte: new Date(sentAt - CLOCK_SKEW).toISOString() } } : {}),
    },
  };
}

/** Whether a record is the appointment of an attempt: equal to its request and not there before. */
function isFromAttempt(appointment: ReceivedAppointment, { request, sentAt, knownIds }: Attempt): boolean {
  const same =
    appointment.petId === request.petId &&
    appointment.visitTypeId === request.visitTypeId &&
    instantOf(appointment.start) === instantOf(request.start) &&
    instantOf(appointment.end) === instantOf(request.end) &&
    appointment.createdFrom === 'external_api' &&
    (appointment.storeId === null || request.storeIds.includes(appointment.storeId));
  if (!same) return false;
  if (knownIds !== null) return !knownIds.includes(appointment.id);
  return appointment.createdAt === null || instantOf(appointment.createdAt) >= sentAt - CLOCK_SKEW;
}

interface LookUpOptions extends Pick<BookingPorts, 'clock' | 'sleep'> {
  /** Called with the error of each look-up that failed. */
  onFailure?: (error: unknown) => void;
  /** How long to keep looking, in milliseconds; zero looks once. */
  searchMs?: number;
}

/**
 * Finds out whether a create whose answer was lost has booked. Searches at once and then with growing pauses, for at
 * least `searchMs` before it reports anything but "booked".
 */
async function findBooking(
  attempt: Attempt,
  search: BookingPorts['search'],
  { clock, sleep, onFailure, searchMs = SEARCH_MS }: LookUpOptions & Required<Pick<LookUpOptions, 'onFailure'>>,
): Promise<Found | { kind: 'absent'; lookUps: number; seconds: number } | Unknown> {
  const began = clock();
  let last = began;
  let awake = 0;
  for (let lookUps = 1; ; lookUps += 1) {
    let failure: { error: unknown } | null = null;
    const askedAt = clock();
    try {
      const { records } = await search(attemptSearch(attempt), SEARCH_TIMEOUT_MS);
      const found = records.find((record) => isFromAttempt(record, attempt));
      if (found) return { kind: 'booked', id: found.id };
    } catch (error) {
      failure = { error };
      onFailure(error);
    }
    const now = clock();
    awake += Math.min(now - last, MAX_WAKE_STEP);
    last = now;
    const elapsed = now - began;
    const seconds = Math.round(elapsed / 1000);
    if (failure === null) {
      // An answer says what was there when it was asked for, however late it comes: the computer may have slept meanwhile.
      if (askedAt - began >= searchMs) return { kind: 'absent', lookUps, seconds };
      // After sleep a computer has no network for a while.
    } else if (awake >= (searchMs === 0 ? 0 : searchMs + FAILURE_EXTRA_MS))
      return { kind: 'unknown', lookUps, seconds, error: failure.error };
    await sleep(pauseAfter(lookUps, failure?.error));
  }
}

/** Errors about the request itself. Since it was the same before, it has created nothing, and never will. */
const FOR_GOOD: ReadonlySet<number | null> = new Set([400, 404, 413, 422]);

/**
 * Repeats a create whose answer was lost; its idempotency key makes sure that it is done once. Goes on with growing
 * pauses for at least `searchMs`: a request that is refused now says nothing about the first one.
 */
export async function repeatCreate(
  send: () => Promise<string>,
  { clock, sleep, onFailure, searchMs = SEARCH_MS }: LookUpOptions,
): Promise<Found | { kind: 'refused'; error: ApiError } | Unknown> {
  const began = clock();
  for (let lookUps = 1; ; lookUps += 1) {
    let failure: ApiError | null;
    try {
      return { kind: 'booked', id: await send() };
    } catch (error) {
      failure = asApiError(error);
      onFailure?.(error);
    }
    if (failure && FOR_GOOD.has(failure.status)) return { kind: 'refused', error: failure };
    const elapsed = clock() - began;
    const isOver = failure?.status === 401 || failure?.status === 403 || isOfAnotherPerson(failure);
    if (elapsed >= searchMs || isOver)
      return { kind: 'unknown', lookUps, seconds: Math.round(elapsed / 1000), error: failure };
    await sleep(pauseAfter(lookUps, failure));
  }
}

/** The ports of a booking in the browser. `takesKey`: whether the practice API accepts idempotency keys. */
export function createBookingPorts(api: ApiClient, drafts: DraftStore, takesKey: boolean): BookingPorts {
  return {
    drafts,
    search: (search, timeoutMs) =>
      searchAppointments(api, search, { signal: AbortSignal.timeout(timeoutMs), purpose: 'recheck' }),
    create: (request, key) =>
      api.call(endpoints.createAppointment, request, {
        signal: AbortSignal.timeout(CREATE_TIMEOUT_MS),
        ...(key === null ? {} : { idempotencyKey: key }),
      }),
    newKey: () => (takesKey ? newId() : null),
    clock: () => Date.now(),
    sleep: sleepUntilOnline,
    hasNoNetwork: () => !navigator.onLine,
  };
}
