import { t } from '@lingui/core/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { historyQueries } from '#app/api/appointments.ts';
import { useOutbox } from '#app/changes/outbox/use-outbox.ts';
import { Button } from '#app/components/button.tsx';
import type { ReceivedAppointment } from '#contract/received.ts';
import { isDimmed } from '#scheduling/visit.ts';
import { reasonLine } from './appointment-history.tsx';
import { ReasonQuestion } from './reason-question.tsx';
import { latestReason, reasonsLogOf } from './reasons.ts';

interface ReasonInput {
  companyId: string;
  appointment: ReceivedAppointment;
  /** Whether the practice system stores reasons. */
  isStored: boolean;
  /** Whether the person may give a reason. */
  canGive: boolean;
}

/**
 * The parts that show and ask why an appointment was cancelled or missed. The question can be answered later, too. Each
 * part is null if there is nothing to show or ask.
 */
export interface MissedReasonParts {
  /** The reason, in words. */
  text: string | null;
  /** The button that shows and hides the question. */
  button: ReactNode;
  question: ReactNode;
}

const NO_REASON: MissedReasonParts = { text: null, button: null, question: null };

export function useMissedReason({ companyId, appointment, isStored, canGive }: ReasonInput): MissedReasonParts {
  const { id, status, updatedAt } = appointment;
  const api = useApi();
  const reasons = reasonsLogOf(useOutbox(), companyId, api, useQueryClient());
  const log = useSyncExternalStore(reasons.subscribe, reasons.commands);
  const [opened, setOpened] = useState<string | null>(null);
  const isMissed = isStored && isDimmed(appointment);
  const history = useInfiniteQuery({
    ...historyQueries.ofAppointment(api, { companyId, id }, updatedAt),
    enabled: isMissed,
  });
  if (!isMissed) return NO_REASON;
  const entries = history.data?.pages.flatMap(({ records }) => records) ?? [];
  const entry = entries.find(({ changes }) =>
    changes.some(({ field, from, to }) => field === 'status' && from !== null && to === status),
  );
  // If the appointment was created as cancelled or missed, there is no change of status that a reason could belong to.
  if (entry === undefined && !history.isPending) return NO_REASON;
  const stored = entry?.reason ?? null;
  const change = entry && { before: appointment, after: { ...appointment, updatedAt: entry.at } };
  const reason = change ? latestReason(log, change, stored) : null;
  const isOpen = change !== undefined && opened === id;
  return {
    text: reason === null || isOpen ? null : reasonLine(reason),
    button: canGive ? (
      <Button
        aria-expanded={isOpen}
        aria-disabled={change === undefined}
        onClick={() => setOpened(isOpen || change === undefined ? null : id)}
      >
        <MessageCircleQuestion aria-hidden="true" size={15} />
        {reason === null
          ? t({ message: 'Add reason', comment: 'button: why an appointment was cancelled, or no one came' })
          : t({ message: 'Edit reason', comment: 'button: why an appointment was cancelled, or no one came' })}
      </Button>
    ) : null,
    question: isOpen ? <ReasonQuestion {...{ reasons, stored }} changes={[change]} /> : null,
  };
}
