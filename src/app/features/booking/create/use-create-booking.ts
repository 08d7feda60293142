import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { ApiError, asApiError } from '#app/api/api-error.ts';
import { useChanges } from '#app/api/appointment-changes.ts';
import { listKeys } from '#app/api/appointment-store.ts';
import type { Directory } from '#app/api/directory.ts';
import { sessionQueries } from '#app/api/session.ts';
import { showNotice } from '#app/components/show-notice.ts';
import {
  type BookingForm,
  type BookingRequest,
  type BookingStore,
  canPlace,
  type createBookingSchema,
  type FormValues,
  isSameRequest,
} from '#app/features/booking/booking-schema.ts';
import { bookedNotice, bookedRoom, clashNotice, notBookedNotice } from '#app/features/booking/booking-text.ts';
import type { BookedAppointment } from '#app/features/booking/drafts.ts';
import { bookingMutationKey, type FormDraft } from '#app/features/booking/form-draft.ts';
import { type Clash, clashesOf } from '#app/scheduling/clashes.ts';
import { instantOf } from '#contract/date-time.ts';
import { type Capabilities, sessionEndpoints } from '#contract/desk.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import {
  type BookingOutcome,
  type BookingPorts,
  createBookingPorts,
  type Phase,
  type Progress,
  readTime,
  resumeBooking,
  type Submission,
  submitBooking,
} from './submit-booking.ts';

type BookedOutcome = Extract<BookingOutcome, { kind: 'booked' }>;

/** The reason why a form stays open after an attempt to book. */
export type Problem =
  | Exclude<BookingOutcome, BookedOutcome>
  /** The service reported an error of its own; the appointment is being searched for. */
  | { kind: 'fault'; error: ApiError }
  /** Another appointment was booked than the form has now. */
  | { kind: 'form-changed'; booked: BookedAppointment }
  /** Nothing was sent, and the connection is back. */
  | { kind: 'back' }
  /** Nothing was sent: when the connection was back, the time had passed. */
  | { kind: 'passed'; request: BookingRequest };

/** The state of a form's booking. */
interface CreateState {
  /** Null while nothing is under way. */
  phase: Phase | null;
  problem: Problem | null;
}

/** The longest wait for a sign of the gateway. */
const REACH_MS = 4000;

type Action = Progress | { type: 'started' } | { type: 'ended'; problem: Problem | null };

export const idle: CreateState = { phase: null, problem: null };

/** The states of a booking: idle, under way (perhaps with an error to show), and ended with or without a problem. */
export function createReducer(state: CreateState, action: Action): CreateState {
  switch (action.type) {
    case 'started':
      return { phase: 'reading', problem: null };
    case 'phase':
      return { ...state, phase: action.phase };
    case 'fault':
      return { ...state, problem: { kind: 'fault', error: action.fault } };
    case 'ended':
      return { phase: null, problem: action.problem };
  }
}

/** A booking, and the room that was chosen for it; null for any. */
export type BookedInRoom = BookedAppointment & { roomId: string | null };

interface CreateOptions {
  form: BookingForm;
  schema: ReturnType<typeof createBookingSchema>;
  draft: FormDraft;
  stores: readonly BookingStore[];
  /** The pets whose names are known. */
  pets: Directory['pets'];
  /** The person who books (`DeskSession`): somebody who signs in meanwhile is not told about it. */
  person: string | null;
  capabilities: Capabilities;
  /**
   * Resolves with the booking as read back, null where that failed. `closed`: whether the form is no longer open, or
   * continues with another appointment.
   */
  onBooked: (booked: BookedInRoom, closed: boolean) => Promise<ReceivedAppointment | null>;
}

/**
 * The create of a form as a mutation. One runs at a time for a draft: a second submit meanwhile does nothing. Closing
 * the form does not stop it; the result is then shown in a notice.
 */
export function useCreateBooking(options: CreateOptions) {
  const { form, schema, draft, stores, pets, person, capabilities, onBooked } = options;
  const api = useApi();
  const queryClient = useQueryClient();
  const changes = useChanges();
  const [state, dispatch] = useReducer(createReducer, idle);
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const isHere = () => queryClient.getQueryData(sessionQueries.current(api).queryKey)?.person === person;
  const takesKey = capabilities.createAppointment?.idempotent === true;
  const browser = createBookingPorts(api, draft.drafts, takesKey);
  const ports: BookingPorts = {
    ...browser,
    async create(request, key) {
      // Nothing is booked with the key of somebody else who signed in meanwhile.
      if (!isHere()) throw new ApiError({ kind: 'http', status: 401 });
      return browser.create(request, key);
    },
  };
  const formPorts = {
    snapshot: () => {
      const values = form.getValues();
      return { values, request: schema.safeParse(values).data ?? null };
    },
    report: dispatch,
  };

  const mutationKey = bookingMutationKey(draft.id);
  const { mutate } = useMutation({
    mutationKey,
    // After a lost connection the result is found out by searching for the appointment.
    networkMode: 'always',
    /** Books the submission or, without one, finds out what became of an earlier attempt. */
    mutationFn: (submission: Submission | null) =>
      submission === null
        ? resumeBooking(ports, draft.id, formPorts)
        : submitBooking(ports, draft.id, submission, formPorts),
    // This should never throw. If it does, only a search can tell what became of the request.
    onError: () =>
      dispatch({ type: 'ended', problem: { kind: 'unknown', lookUps: 0, seconds: 0, fault: null, offline: false } }),
    onSuccess(outcome, submission) {
      if (outcome === null || !isHere()) return dispatch({ type: 'ended', problem: null });
      if (outcome.kind === 'booked') {
        void notifyBooked(outcome, submission);
        return;
      }
      dispatch({ type: 'ended', problem: outcome });
      if (outcome.kind === 'conflict') void queryClient.invalidateQueries({ queryKey: listKeys.days() });
      if (!open.current) showNotice(notBookedNotice(outcome.kind !== 'unknown'));
    },
  });

  async function notifyBooked({ booked, how, remainderId }: BookedOutcome, submission: Submission | null) {
    const goesOn = open.current && remainderId !== null;
    const { roomId } = submission?.values ?? form.getValues();
    dispatch({ type: 'ended', problem: goesOn ? { kind: 'form-changed', booked } : null });
    if (goesOn) draft.continueAs(remainderId);
    else showNotice(bookedNotice(booked, how, stores));
    const others = submission && readTime(ports, submission.request).catch(() => null);
    const reading = onBooked({ ...booked, roomId }, goesOn || !open.current);
    const undoable = reading.then((made) => (made && made.updatedAt !== null && isHere() ? made : null));
    const canUndo = changes.can.has('status');
    const number = canUndo ? changes.addBooking(booked.id, undoable) : null;
    const record = await reading;
    const tell = (made: ReceivedAppointment, clashes: readonly Clash[]) =>
      showNotice(
        bookedNotice(booked, how, stores, {
          room: bookedRoom(made, roomId, { stores, isPlaced: canPlace(capabilities) }),
          clashes: clashes.map(({ other }) => other),
          pets,
          onUndo: number !== null && made.updatedAt !== null ? () => changes.undo(number) : null,
        }),
      );
    if (record && isHere()) tell(record, []);
    const after = (await others)?.records ?? [];
    if (!submission || !isHere()) return;
    // Another desk may have booked between the check and the create: then both are told.
    const unseen = submission.conflicts(after).filter(({ id }) => id !== booked.id && !submission.shownIds?.has(id));
    if (unseen.length > 0) showNotice(clashNotice(unseen, booked, stores, pets));
    const clashes = record === null || unseen.length > 0 ? [] : clashesOf(record, after);
    const isUndone =
      number !== null && (await undoable) !== null && !changes.state().undoable.some((one) => one.number === number);
    if (record && !isUndone && clashes.length > 0) tell(record, clashes);
  }

  function start(submission: Submission | null): void {
    // A press that waited its turn would send again what was looked for in vain, before anybody is told of that.
    if (queryClient.isMutating({ mutationKey }) > 0) return;
    dispatch({ type: 'started' });
    mutate(submission);
  }

  // A reload during a booking left an attempt behind, which is settled before anything else.
  const { restored } = draft;
  const resume = useEffectEvent(() => start(null));
  useEffect(() => {
    if (restored?.attempt) resume();
  }, [restored]);

  return {
    ...state,
    submit: (submission: Submission) => start(submission),
    isHere,
    /** Whether the gateway answers. */
    isReachable: () =>
      api.call(sessionEndpoints.getSession, {}, { signal: AbortSignal.timeout(REACH_MS) }).then(
        () => true,
        (error: unknown) => asApiError(error)?.kind === 'http',
      ),
  };
}

/** A booking that waits for the connection. */
export interface AwaitedBooking {
  request: BookingRequest;
  /** Ids of the conflicting appointments that the person has seen; null where they could not be loaded. */
  shownIds: ReadonlySet<string> | null;
}

interface WhenBackOptions {
  creating: ReturnType<typeof useCreateBooking>;
  draft: FormDraft;
  values: FormValues;
  /** The booking that the form has now; null where it is not complete. */
  request: BookingRequest | null;
  /** Books once the connection is back. */
  onBack: (awaited: AwaitedBooking) => void;
}

const LOOK_EVERY_MS = 5000;

/**
 * Books as soon as the connection is back, for as long as the form is open and says the same. That is kept with the
 * draft, so that a reload goes on waiting; who closes the form is told that nothing is booked.
 */
export function useBookWhenBack(options: WhenBackOptions) {
  const { creating, draft, values, request, onBack } = options;
  const { phase, problem, isReachable, isHere } = creating;
  const { drafts, id, restored, initialValues } = draft;
  const [offline] = useState<Problem>(() => ({ kind: 'offline', noNetwork: !navigator.onLine }));
  const [awaited, setAwaited] = useState<AwaitedBooking | null>(() =>
    restored?.whenBack && request && restored.values === initialValues ? { request, shownIds: null } : null,
  );
  /** What has become of the lack of a connection without a booking. */
  const [after, setAfter] = useState<{ of: Problem | null; problem: Problem } | null>(null);
  // What was changed is another booking, for which nobody has asked to wait, also where it is changed back.
  if (awaited && !(request && isSameRequest(awaited.request, request))) setAwaited(null);
  const isWaiting = phase === null && awaited !== null;
  const isCutOff = phase === null && (isWaiting || (problem?.kind === 'offline' && problem !== after?.of));

  const keep = (whenBack: boolean) => {
    const kept = drafts.find(id) ?? (whenBack ? { id, values, attempt: null } : null);
    if (kept) drafts.write({ ...kept, whenBack });
  };
  const stop = () => {
    if (!awaited) return;
    setAwaited(null);
    keep(false);
  };
  const begin = (shownIds: AwaitedBooking['shownIds']) => {
    if (!request) return;
    setAwaited({ request, shownIds });
    keep(true);
  };

  const back = useEffectEvent(() => {
    if (!isWaiting) return setAfter({ of: problem, problem: { kind: 'back' } });
    stop();
    if (instantOf(awaited.request.start) >= Date.now()) return onBack(awaited);
    setAfter({ of: problem, problem: { kind: 'passed', request: awaited.request } });
  });
  const look = useEffectEvent(() => isReachable());
  useEffect(() => {
    if (!isCutOff) return;
    const until = new AbortController();
    let isLooking = false;
    const lookAgain = async () => {
      if (isLooking) return;
      isLooking = true;
      const isBack = await look();
      isLooking = false;
      if (isBack && !until.signal.aborted) back();
    };
    window.addEventListener('online', () => void lookAgain(), { signal: until.signal });
    void lookAgain();
    const timer = setInterval(() => void lookAgain(), LOOK_EVERY_MS);
    return () => {
      until.abort();
      clearInterval(timer);
    };
  }, [isCutOff]);

  const leave = useEffectEvent(() => {
    if (!isWaiting || !drafts.find(id)?.whenBack) return;
    keep(false);
    if (isHere()) showNotice(notBookedNotice(true));
  });
  useEffect(() => () => leave(), []);

  const shown = phase === null && after?.of === problem ? (after?.problem ?? null) : problem;
  return {
    isWaiting,
    begin,
    stop,
    /** The problem to show. */
    problem: isWaiting ? (problem ?? offline) : shown,
  };
}
