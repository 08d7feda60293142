import { t } from '@lingui/core/macro';
import { Hourglass } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#app/components/button.tsx';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { findFreedTimes } from '#scheduling/freed-time.ts';
import { useWaitingActions } from './waiting-context.ts';

interface CancelledTimeOfferProps {
  /** A cancelled appointment. */
  appointment: ReceivedAppointment;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** Shows which pets wait for a time like that of a cancelled appointment, unless the time has passed. */
export function CancelledTimeOffer({ appointment, now }: CancelledTimeOfferProps) {
  const actions = useWaitingActions();
  const [offer, setOffer] = useState<ReactNode>(null);
  const before = { ...appointment, status: 'confirmed' satisfies AppointmentStatus };
  if (actions === null || findFreedTimes(before, appointment, now).length === 0) return null;
  if (offer !== null) return offer;
  return (
    <p>
      <Button
        compact
        onClick={() =>
          setOffer(
            actions.offerOf(
              [{ before, after: appointment }],
              <p role="status" className="text-muted">{t`No one is waiting for a time like this.`}</p>,
            ),
          )
        }
      >
        <Hourglass aria-hidden="true" size={13} />
        {t`Who waits for this time`}
      </Button>
    </p>
  );
}
