import { useEffect, useEffectEvent, useState } from 'react';
import { showNotice } from '#app/components/show-notice.ts';
import { type BookingRequest, type FormValues, isSameRequest } from '#app/features/booking/booking-schema.ts';
import { notBookedNotice } from '#app/features/booking/booking-text.ts';
import type { FormDraft } from '#app/features/booking/drafts/use-form-draft.ts';
import { instantOf } from '#contract/primitives.ts';
import type { Problem, useCreateBooking } from './use-create-booking.ts';

/** A booking that waits for the connection. */
export interface Awaited {
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
  onBack: (awaited: Awaited) => void;
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
  const [awaited, setAwaited] = useState<Awaited | null>(() =>
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
  const begin = (shownIds: Awaited['shownIds']) => {
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
