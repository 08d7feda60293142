import { ApiError } from '#app/api/api-error.ts';
import { type AppointmentPage, daySearch } from '#app/api/appointment-queries.ts';
import type { AppointmentSearchInput } from '#contract/appointment-search.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BookedAppointment, BookingFormValues } from './booking-model.ts';
import { type BookingRequest, isSameRequest } from './booking-schema.ts';
import { bookingLock } from './draft-claims.ts';
import { type BookedDraft, type DraftStore, newDraftId, type PendingAttempt } from './draft-store.ts';
import { defaultPatience, resolveOutcome } from './resolve-outcome.ts';

/** How an attempt to book ended. */
export type Outcome =
  | {
      kind: 'booked';
      booked: BookedAppointment;
      how: 'answered' | 'found' | 'elsewhere';
      /** The draft of what the form says by now, where that is another appointment: it is not booked. */
      leftId: string | null;
    }
  /** Nothing was sent: the same vet or pet has something else then. `told` is false where the form had not said so yet. */
  | { kind: 'changed'; others: ReceivedAppointment[]; request: BookingRequest; told: boolean }
  /** The service said no. */
  | { kind: 'refused'; error: ApiError }
  /** Looked for with patience and not there; `fault` is what the service said of itself, if it did. */
  | { kind: 'absent'; lookUps: number; seconds: number; fault: ApiError | null }
  /** The look-ups failed, too. */
  | { kind: 'unknown'; lookUps: number; seconds: number; fault: ApiError | null };

export type Phase = 'reading' | 'sending' | 'looking';

/** The outside world of a booking; tests bring their own. */
export interface BookingPorts {
  /** A search that no earlier request shares, given up after so many milliseconds. */
  search: (search: AppointmentSearchInput, within: number) => Promise<AppointmentPage>;
  /** Sends the create once. */
  create: (request: BookingRequest) => Promise<string>;
  /** Milliseconds since 1970-01-01T00:00Z. */
  clock: () => number;
  sleep: (milliseconds: number) => Promise<void>;
  /** Runs one at a time for one name, over all tabs of the browser. */
  exclusively: <Result>(name: string, run: () => Promise<Result>) => Promise<Result>;
  drafts: DraftStore;
}

/** What a form says now; the request is null where it is not complete. */
export interface FormState {
  values: BookingFormValues;
  request: BookingRequest | null;
}

/** How a booking speaks with its form, which may be closed by then. */
interface FormPorts {
  formNow: () => FormState;
  onPhase: (phase: Phase) => void;
  /** Told of a fault that the service reports of itself, before the appointment is looked for. */
  onFault: (fault: ApiError) => void;
}

type Form = Pick<FormPorts, 'formNow' | 'onPhase'>;

export interface Submission extends FormPorts {
  draftId: string;
  values: BookingFormValues;
  request: BookingRequest;
  /** Ids of the appointments that the person has been told of; null where the form could not tell yet. */
  shownIds: ReadonlySet<string> | null;
  /** Whether another's appointment stands in the way enough to ask again before sending. */
  conflicts: (appointment: ReceivedAppointment) => boolean;
}

/** A glance at the span before sending is worth waiting for so long; the booking does not depend on it. */
const GLANCE_MS = 4000;
const LOOK_MS = 15_000;

/**
 * Books once. Before sending it settles what an earlier attempt of the same draft has become and reads the span again;
 * it writes down what it is about to send, so that a reload in the middle looks for it instead of sending again. The
 * create is never repeated by itself: after an ambiguous failure the appointment is looked for.
 */
export function submitBooking(ports: BookingPorts, submission: Submission): Promise<Outcome> {
  const { drafts } = ports;
  const { draftId, values, request, shownIds, conflicts, onPhase, onFault } = submission;
  return ports.exclusively(bookingLock(draftId), async () => {
    const earlier = await settleEarlier(ports, draftId, submission);
    // Looked for with all patience and told so: pressing again means sending again.
    if (earlier && !(earlier.outcome.kind === 'absent' && earlier.patient)) return earlier.outcome;
    onPhase('reading');
    const before = await readSpan(ports, request).catch(() => null);
    const others = before?.records.filter((record) => conflicts(record) && !shownIds?.has(record.id)) ?? [];
    if (others.length > 0) return { kind: 'changed', others, request, told: shownIds !== null };

    onPhase('sending');
    const attempt: PendingAttempt = {
      request,
      petName: values.pet?.name ?? '',
      sentAt: ports.clock(),
      knownIds: before && before.nextCursor === null ? before.records.map(({ id }) => id) : null,
      patient: false,
    };
    const note = (what: PendingAttempt | null) => {
      // What was typed while it was on its way is kept.
      drafts.write({ id: draftId, values: drafts.find(draftId)?.values ?? values, attempt: what });
    };
    note(attempt);
    try {
      const booked = bookedBy(attempt, await ports.create(request));
      return conclude(ports, draftId, { booked, request }, 'answered', submission);
    } catch (error) {
      if (isRefusal(error)) {
        note(null);
        return { kind: 'refused', error };
      }
      const fault = isOwnFault(error) ? error : null;
      if (fault) onFault(fault);
      onPhase('looking');
      return settle(ports, draftId, attempt, submission, fault);
    }
  });
}

/**
 * Finds out what became of an attempt that a reload, a crash or another tab left behind; null where there is none. Sends
 * nothing but searches.
 */
export function resumeBooking(ports: BookingPorts, draftId: string, form: Form): Promise<Outcome | null> {
  form.onPhase('looking');
  return ports.exclusively(
    bookingLock(draftId),
    async () => (await settleEarlier(ports, draftId, form))?.outcome ?? null,
  );
}

/** What stands in the span of a booking now, in every store in reach. */
export function readSpan(
  ports: Pick<BookingPorts, 'search'>,
  { companyId, start, end }: Pick<BookingRequest, 'companyId' | 'start' | 'end'>,
): Promise<AppointmentPage> {
  return ports.search(daySearch({ companyId, storeIds: [], from: start, to: end }), GLANCE_MS);
}

function bookedBy({ request, petName }: PendingAttempt, id: string): BookedAppointment {
  return { id, start: request.start, end: request.end, storeId: request.storeIds[0] ?? '', petName };
}

/** Whether the answer proves that nothing was booked. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.kind !== 'http' || error.status === null) return false;
  if (error.messageKey === 'outcome_unknown' || error.status === 408) return false;
  return error.status < 500 || error.messageKey === 'upstream_unavailable';
}

/** Whether the service speaks of its own fault in its own error body, which is told while the appointment is looked for. */
function isOwnFault(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 500 && error.errorInstanceId !== null;
}

async function settleEarlier(ports: BookingPorts, draftId: string, form: Form) {
  const became = ports.drafts.bookedAs(draftId);
  if (became) return { patient: true, outcome: conclude(ports, draftId, became, 'elsewhere', form) };
  const draft = ports.drafts.find(draftId);
  if (!draft?.attempt) return null;
  form.onPhase('looking');
  return { patient: draft.attempt.patient, outcome: await settle(ports, draftId, draft.attempt, form, null) };
}

/** Forgets the draft that has become an appointment. What the form says beyond that appointment becomes a draft of its own. */
function conclude(
  { drafts }: BookingPorts,
  draftId: string,
  became: BookedDraft,
  how: 'answered' | 'found' | 'elsewhere',
  { formNow }: Pick<Form, 'formNow'>,
): Outcome {
  drafts.settle(draftId, became);
  const { values, request } = formNow();
  const { booked } = became;
  if (became.request === null || (request !== null && isSameRequest(request, became.request)))
    return { kind: 'booked', booked, how, leftId: null };
  const leftId = newDraftId();
  drafts.write({ id: leftId, values, attempt: null });
  return { kind: 'booked', booked, how, leftId };
}

async function settle(
  ports: BookingPorts,
  draftId: string,
  attempt: PendingAttempt,
  form: Form,
  fault: ApiError | null,
): Promise<Outcome> {
  const { drafts, clock, sleep } = ports;
  const resolution = await resolveOutcome({
    attempt,
    search: (search) => ports.search(search, LOOK_MS),
    clock,
    sleep,
    patience: attempt.patient ? 0 : defaultPatience,
  });
  if (resolution.kind === 'booked') {
    const booked = bookedBy(attempt, resolution.appointment.id);
    return conclude(ports, draftId, { booked, request: attempt.request }, 'found', form);
  }
  const draft = drafts.find(draftId);
  if (resolution.kind === 'absent' && draft) drafts.write({ ...draft, attempt: { ...attempt, patient: true } });
  return { kind: resolution.kind, lookUps: resolution.lookUps, seconds: resolution.seconds, fault };
}
