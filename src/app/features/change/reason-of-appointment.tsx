import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { historyQueries } from '#app/api/appointments.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { useOutbox } from '#app/changes/outbox/use-outbox.ts';
import { Button } from '#app/components/button.tsx';
import type { ReceivedAppointment } from '#contract/received.ts';
import { reasonLine } from './appointment-history.tsx';
import { ReasonQuestion } from './reason-question.tsx';
import { reasonGiven, useReasons } from './reasons.ts';

interface ReasonOfAppointmentProps {
  companyId: string;
  /** A cancelled or missed appointment. */
  appointment: ReceivedAppointment;
  /** Whether the person may give a reason, and the practice system stores it. */
  canGive: boolean;
}

/** Why an appointment was cancelled or missed, which can also be given later. */
export function ReasonOfAppointment({ companyId, appointment, canGive }: ReasonOfAppointmentProps) {
  const { id, status, updatedAt } = appointment;
  const reasons = useReasons(useOutbox(), { companyId, person: useChanges().person });
  const log = useSyncExternalStore(reasons.subscribe, reasons.commands);
  const [isOpen, setOpen] = useState(false);
  const history = useInfiniteQuery(historyQueries.ofAppointment(useApi(), { companyId, id }, updatedAt));
  const entries = history.data?.pages.flatMap(({ records }) => records) ?? [];
  // An appointment that was cancelled from the start has no change to give a reason for.
  const entry = entries.find(({ changes }) =>
    changes.some(({ field, from, to }) => field === 'status' && from !== null && to === status),
  );
  if (entry === undefined) return null;
  const change = { before: appointment, after: { ...appointment, updatedAt: entry.at } };
  const reason = reasonGiven(log, change, entry.reason);
  return (
    <>
      {reason === null || isOpen ? null : <p dir="auto">{reasonLine(reason)}</p>}
      {canGive ? (
        <p>
          <Button compact aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <MessageCircleQuestion aria-hidden="true" size={13} />
            {reason === null
              ? t({ message: 'Add reason', comment: 'button: why an appointment was cancelled, or nobody came' })
              : t({ message: 'Edit reason', comment: 'button: why an appointment was cancelled, or nobody came' })}
          </Button>
        </p>
      ) : null}
      {isOpen ? <ReasonQuestion reasons={reasons} changes={[change]} stored={entry.reason} /> : null}
    </>
  );
}
