import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { Button } from '#app/components/button.tsx';
import { cancelledCountText } from '#app/text/series-text.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { petDiedBefore } from '#scheduling/visit.ts';

const CANCELLED_STATUS: AppointmentStatus = 'cancelled';

/** Offers to cancel the upcoming appointments of a pet that has died. They are not cancelled automatically. */
export function AppointmentsOfDeadPet({ coming }: { coming: readonly ReceivedAppointment[] }) {
  const { can, changeTogether } = useChanges();
  const [isKept, setKept] = useState(false);
  const open = coming.filter((one) => one.updatedAt !== null && petDiedBefore(one, { hasDied: true }));
  const count = open.length;
  if (count === 0 || isKept || !can.has('status')) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-lg bg-warn-soft px-3 py-2">
      <p role="status" className="font-medium">
        {t({
          message: plural(count, { one: '# upcoming appointment', other: '# upcoming appointments' }),
          comment: 'of a pet that has died',
        })}
      </p>
      <Button
        compact
        onClick={() =>
          changeTogether(
            open.map((appointment) => ({ appointment, changes: { status: CANCELLED_STATUS } })),
            cancelledCountText(count),
          )
        }
      >
        {t({ message: 'Cancel all', comment: 'button: the upcoming appointments of a pet that has died' })}
      </Button>
      <Button compact onClick={() => setKept(true)}>
        {t({ message: 'Keep', comment: 'button: the upcoming appointments of a pet that has died stay as they are' })}
      </Button>
    </div>
  );
}
