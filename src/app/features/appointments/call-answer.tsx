import { t } from '@lingui/core/macro';
import { PhoneOff } from 'lucide-react';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { Button } from '#app/components/button.tsx';
import { isolated } from '#app/text/isolated.ts';
import { nextStepText } from '#app/text/next-step-text.ts';
import { clockText } from '#app/text/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { nextStatusOf } from '#scheduling/visit.ts';

interface CallAnswerProps {
  appointment: ReceivedAppointment;
  petName: string;
  hasDied: boolean;
  /** When the client could not be reached, in milliseconds since 1970; null if that did not happen. */
  calledAt: number | null;
  zone: string;
  tabIndex: 0 | -1;
  onNotReached: () => void;
}

/** The result of a call: the client confirms, or could not be reached. A second press undoes "not reached". */
export function CallAnswer({ appointment, petName, hasDied, calledAt, zone, tabIndex, onNotReached }: CallAnswerProps) {
  const { can, change } = useChanges();
  const step = nextStatusOf(appointment, { hasDied });
  const name = isolated(petName);
  const clock = calledAt === null ? '' : clockText(zone, calledAt);
  const notReached = t({ message: 'Not reached', comment: 'a client who was called' });
  return (
    <span className="flex flex-wrap items-center gap-1.5 whitespace-nowrap">
      {step !== null && can.has('status') && appointment.updatedAt !== null ? (
        <Button
          compact
          tone="primary"
          tabIndex={tabIndex}
          aria-label={`${nextStepText(step)}: ${name}`}
          onClick={({ currentTarget }) => {
            // The button disappears, so the focus moves to its row.
            currentTarget.closest('tr')?.focus();
            change(appointment, { status: step });
          }}
        >
          {nextStepText(step)}
        </Button>
      ) : null}
      <Button
        compact
        tabIndex={tabIndex}
        aria-pressed={calledAt !== null}
        aria-label={`${notReached}: ${name}`}
        onClick={onNotReached}
      >
        <PhoneOff aria-hidden="true" size={12} />
        {calledAt === null
          ? notReached
          : t({ message: `Not reached ${clock}`, comment: 'a client who was called, and at what time' })}
      </Button>
    </span>
  );
}
