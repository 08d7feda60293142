import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { appointmentName, type Directory } from '#app/api/directory.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { MessageIcon } from '#app/components/message-icon.tsx';
import type { ClientAnswers } from '#app/days/client-answers.ts';
import { texts } from '#app/text/shared-texts.ts';
import { clockText, instantInYearText } from '#app/text/time-text.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { compareByStart } from '#scheduling/visit.ts';

export interface ConfirmedAppointmentsProps {
  records: readonly ReceivedAppointment[];
  /** Finds the client's answer for an appointment; null if the practice system stores no answers. */
  answerOf: ClientAnswers['of'] | null;
  directory: Directory;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** The appointments that their clients have confirmed, in a section that is collapsed at first. */
export function ConfirmedAppointments({ records, answerOf, directory, now }: ConfirmedAppointmentsProps) {
  const addresses = useAddresses();
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label={t`Clients who confirmed`} className="border-t border-line">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
        <MessageIcon mark="confirmed" size={14} />
        {plural(records.length, { one: '# client has confirmed', other: '# clients have confirmed' })}
        <Button compact aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.hide : texts.show}
        </Button>
      </p>
      {isOpen ? (
        <ul className="bg-surface text-sm">
          {records.toSorted(compareByStart).map((record) => {
            const zone = zoneOfAppointment(record, directory);
            const at = answerOf?.(record)?.at ?? null;
            return (
              <li key={record.id} className="flex flex-wrap items-baseline gap-x-3 border-t border-line px-3 py-1.5">
                <span className="w-20 shrink-0 font-semibold tabular-nums">
                  {clockText(zone, instantOf(record.start))}
                </span>
                <AppLink to={addresses.appointment(record)} className="min-w-6 leading-6 font-semibold break-words">
                  <bdi>{appointmentName(record, directory.pets) || t`The appointment`}</bdi>
                </AppLink>
                <bdi className="min-w-0 break-words">{directory.pets.get(record.petId ?? '')?.clientName}</bdi>
                {at === null ? null : (
                  <span className="ms-auto text-xs text-muted tabular-nums">
                    {instantInYearText(zone, instantOf(at), now)}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
}
