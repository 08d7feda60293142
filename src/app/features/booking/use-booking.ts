import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { ApiError } from '#app/api/api-error.ts';
import { appointmentQueries } from '#app/api/appointment-queries.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import { showNotice } from '#app/components/notices.tsx';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BookedAppointment } from './booking-model.ts';
import { createBookingPorts } from './booking-ports.ts';
import type { DraftStore } from './draft-store.ts';
import {
  type BookingPorts,
  type FormState,
  type Outcome,
  type Phase,
  readSpan,
  resumeBooking,
  type Submission,
  submitBooking,
} from './submit-booking.ts';

interface UseBookingOptions {
  drafts: DraftStore;
  draftId: string;
  /** What the form says now, or said last. */
  formNow: () => FormState;
  /** Whose booking it is (`DeskSession`): nobody who signs in meanwhile is told of it. */
  person: string | null;
  /** `closed` where the form is not open any more. */
  onBooked: (booked: BookedAppointment, how: BookedHow, closed: boolean) => void;
  /** Called in place of it where the form says something else by now, which has a draft of its own. */
  onLeft: (leftId: string, booked: BookedAppointment) => void;
  /** Told when, right after a booking, others turn out to stand at the same time. */
  onClash: (others: ReceivedAppointment[], booked: BookedAppointment) => void;
}

type Order = Pick<Submission, 'values' | 'request' | 'shownIds' | 'conflicts'>;
type BookedOutcome = Extract<Outcome, { kind: 'booked' }>;
type BookedHow = BookedOutcome['how'];

/** Why the form is still open after a press, or what is known so far. */
export type Trouble =
  | Exclude<Outcome, BookedOutcome>
  /** The service spoke of a fault of its own; the appointment is being looked for. */
  | { kind: 'fault'; error: ApiError }
  /** Something else was booked than what the form says now. */
  | { kind: 'left'; booked: BookedAppointment };

/**
 * Runs one booking at a time for a form: a second press while one is under way does nothing. A form that is closed on the
 * way does not stop it; how it ended is then told in a notice.
 */
export function useBooking(options: UseBookingOptions) {
  const { drafts, draftId, person } = options;
  const api = useApi();
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<Phase | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const busy = useRef(false);
  const open = useRef(true);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const isHere = useCallback(
    () => queryClient.getQueryData(sessionQueries.current(api).queryKey)?.person === person,
    [queryClient, api, person],
  );

  const run = useCallback(
    async (work: (form: Pick<Submission, 'formNow' | 'onPhase' | 'onFault'>) => Promise<Outcome | null>) => {
      if (busy.current) return null;
      busy.current = true;
      setTrouble(null);
      try {
        const outcome = await work({
          formNow: () => latest.current.formNow(),
          onPhase: setPhase,
          onFault: (error) => setTrouble({ kind: 'fault', error }),
        });
        if (outcome === null || !isHere()) return null;
        if (outcome.kind === 'booked') {
          const { booked, how, leftId } = outcome;
          if (open.current && leftId !== null) {
            setTrouble({ kind: 'left', booked });
            latest.current.onLeft(leftId, booked);
          } else latest.current.onBooked(booked, how, !open.current);
          return outcome;
        }
        setTrouble(outcome);
        if (outcome.kind === 'changed') void queryClient.invalidateQueries({ queryKey: appointmentQueries.days() });
        if (!open.current) tellClosed(outcome);
        return outcome;
      } finally {
        busy.current = false;
        setPhase(null);
      }
    },
    [queryClient, isHere],
  );

  const submit = useCallback(
    async (order: Order) => {
      const browser = createBookingPorts(api, drafts);
      const ports: BookingPorts = {
        ...browser,
        async create(request) {
          // Nothing is booked with the key of somebody who signed in meanwhile.
          if (!isHere()) throw new ApiError({ kind: 'http', status: 401 });
          return browser.create(request);
        },
      };
      const outcome = await run((form) => submitBooking(ports, { ...order, ...form, draftId }));
      if (outcome?.kind !== 'booked') return;
      // The other desk may have booked between the glance and the booking: then both are told.
      const after = await readSpan(ports, order.request).catch(() => null);
      const clashes = after?.records.filter(
        (other) => other.id !== outcome.booked.id && order.conflicts(other) && !order.shownIds?.has(other.id),
      );
      if (clashes && clashes.length > 0 && isHere()) latest.current.onClash(clashes, outcome.booked);
    },
    [api, drafts, draftId, run, isHere],
  );

  const resume = useCallback(
    () => run((form) => resumeBooking(createBookingPorts(api, drafts), draftId, form)),
    [api, drafts, draftId, run],
  );

  return { phase, trouble, submit, resume };
}

function tellClosed(outcome: Exclude<Outcome, BookedOutcome>): void {
  showNotice({
    tone: 'warn',
    title: outcome.kind === 'unknown' ? 'Could not find out whether it was booked' : 'Not booked',
    text: 'Open New appointment again: everything you typed is still there.',
  });
}
