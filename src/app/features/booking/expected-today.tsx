import { t } from '@lingui/core/macro';
import { Button } from '#app/components/button.tsx';
import { clockText } from '#app/text/time-text.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { useFormOfPanel } from './use-booking-form.ts';

const EXPECTED: ReadonlySet<string> = new Set(['requested', 'confirmed'] satisfies AppointmentStatus[]);

/** Today's appointments of a walk-in's pet, which can be checked in instead. */
export function ExpectedToday({ onCheckIn }: { onCheckIn: (appointment: ReceivedAppointment) => void }) {
  const { freeTimes, store, values } = useFormOfPanel();
  const expected = freeTimes.ofPet.filter(({ status }) => EXPECTED.has(status));
  if (expected.length === 0 || values.pet?.deceasedOn != null) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md bg-accent-soft px-2.5 py-1.5 text-sm">
      <span>{t`Has an appointment today.`}</span>
      {expected.map((appointment) => {
        const time = clockText(store.timeZone, recordedTime(appointment).start);
        return (
          <Button key={appointment.id} compact tone="primary" onClick={() => onCheckIn(appointment)}>
            {t({ message: `Check in ${time} instead`, comment: 'button: the time of an appointment' })}
          </Button>
        );
      })}
    </div>
  );
}
