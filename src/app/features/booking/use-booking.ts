import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { appointmentQueries } from '#app/api/appointment-queries.ts';
import { showNotice } from '#app/components/notices.tsx';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BookedAppointment } from './booking-model.ts';
import { createBookingPorts } from './booking-ports.ts';
import type { DraftStore } from './draft-store.ts';
import { type Outcome, type Phase, readSpan, resumeBooking, type Submission, submitBooking } from './submit-booking.ts';

interface UseBookingOptions {
  drafts: DraftStore;
  draftId: string;
  onBooked: (booked: BookedAppointment, how: 'answered' | 'found' | 'elsewhere') => void;
  /** Told when, right after a booking, others turn out to stand at the same time. */
  onClash: (others: ReceivedAppointment[], booked: BookedAppointment) => void;
}

type Order = Pick<Submission, 'values' | 'request' | 'shownIds' | 'conflicts'>;
type Failure = Exclude<Outcome, { kind: 'booked' }>;

/**
 * Runs one booking at a time for a form: a second press while one is under way does nothing. A form that is closed on the
 * way does not stop it; how it ended is then told in a notice.
 */
export function useBooking({ drafts, draftId, onBooked, onClash }: UseBookingOptions) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<Phase | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const busy = useRef(false);
  const open = useRef(true);
  const callbacks = useRef({ onBooked, onClash });
  useEffect(() => {
    callbacks.current = { onBooked, onClash };
  });
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const run = useCallback(
    async (work: () => Promise<Outcome | null>) => {
      if (busy.current) return null;
      busy.current = true;
      setFailure(null);
      try {
        const outcome = await work();
        if (outcome?.kind === 'booked') {
          callbacks.current.onBooked(outcome.booked, outcome.how);
        } else if (outcome) {
          setFailure(outcome);
          if (outcome.kind === 'changed') void queryClient.invalidateQueries({ queryKey: appointmentQueries.days() });
          if (!open.current) tellClosed(outcome);
        }
        return outcome;
      } finally {
        busy.current = false;
        setPhase(null);
      }
    },
    [queryClient],
  );

  const submit = useCallback(
    async (order: Order) => {
      const ports = createBookingPorts(api, drafts);
      const outcome = await run(() => submitBooking(ports, { ...order, draftId, onPhase: setPhase }));
      if (outcome?.kind !== 'booked') return;
      // The other desk may have booked between the glance and the booking: then both are told.
      const after = await readSpan(ports, order.request).catch(() => null);
      const clashes = after?.records.filter(
        (other) => other.id !== outcome.booked.id && order.conflicts(other) && !order.shownIds?.has(other.id),
      );
      if (clashes && clashes.length > 0) callbacks.current.onClash(clashes, outcome.booked);
    },
    [api, drafts, draftId, run],
  );

  const resume = useCallback(
    () => run(() => resumeBooking(createBookingPorts(api, drafts), draftId, setPhase)),
    [api, drafts, draftId, run],
  );

  return { phase, failure, submit, resume };
}

function tellClosed(outcome: Failure): void {
  showNotice({
    tone: 'warn',
    title: outcome.kind === 'unknown' ? 'Could not find out whether it was booked' : 'Not booked',
    text: 'Open New appointment again: everything you typed is still there.',
  });
}
