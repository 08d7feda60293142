import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Address } from '#app/components/app-link.tsx';
import { DelayNotice } from '#app/days/delay-notice.tsx';
import { unreadableRecordsText } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { appointmentsTakingPlace, groupAppointments } from '#scheduling/pet-appointments.ts';
import { LinesSkeleton, LoadingContent } from './loading-content.tsx';
import { type AppointmentContext, AppointmentLine } from './patient-appointments.tsx';
import { PetList } from './pet-list.tsx';
import type { useClientPets, usePatientAppointments } from './use-records.ts';

/** The maximum number of past and of future appointments that are shown. */
const MAX_SHOWN_APPOINTMENTS = 3;

interface LastAndNextAppointmentsProps {
  /** The appointment whose details are open, which is left out. */
  appointmentId: string;
  petId: string;
  appointments: ReturnType<typeof usePatientAppointments>;
  household: ReturnType<typeof useClientPets>;
  around: AppointmentContext;
  /** `YYYY-MM-DD` */
  today: string;
  petAddress: (petId: string) => Address;
}

/** The last and next appointments of the pet, and the client's other pets. */
export function LastAndNextAppointments(props: LastAndNextAppointmentsProps) {
  const { appointmentId, petId, appointments, household, around, today, petAddress } = props;
  const { toCome, past } = groupAppointments(
    appointments.appointments.filter(({ id }) => id !== appointmentId),
    around.now,
  );
  const read = appointments.appointments.length;
  const renderLines = (list: readonly ReceivedAppointment[]) =>
    appointmentsTakingPlace(list)
      .slice(0, MAX_SHOWN_APPOINTMENTS)
      .map((appointment) => <AppointmentLine key={appointment.id} appointment={appointment} {...around} />);
  const [last, next] = [renderLines(past), renderLines(toCome)];
  const others = household.pets.filter(({ id }) => id !== petId);
  const loadingLast = (
    <TitledSection title={t`Last appointments`}>
      <LinesSkeleton label={t`Loading the last appointments`} lines={MAX_SHOWN_APPOINTMENTS} />
    </TitledSection>
  );
  return (
    <>
      <DelayNotice delays={[appointments.delay, household.delay]} />
      <LoadingContent
        of={appointments}
        failed={t`The pet’s other appointments couldn’t be loaded.`}
        isBrief
        waiting={loadingLast}
      >
        <TitledSection title={t`Last appointments`}>
          {last.length > 0 ? <ul>{last}</ul> : null}
          {last.length > 0 ? null : (
            <p className="text-muted">
              {appointments.whole
                ? t({
                    message: 'No earlier appointments',
                    comment: 'Under “Last appointments”: the pet had none before this one',
                  })
                : texts.noneFound}
            </p>
          )}
          {appointments.whole ? null : (
            <p className="text-muted">
              {t`${plural(read, {
                one: 'Only the most recently booked appointment was loaded. There may be more.',
                other: 'Only the # most recently booked appointments were loaded. There may be more.',
              })}`}
            </p>
          )}
          {appointments.unreadable > 0 ? (
            <p className="text-muted">{unreadableRecordsText(appointments.unreadable)}</p>
          ) : null}
        </TitledSection>
        <TitledSection title={texts.nextAppointments}>
          {next.length > 0 ? <ul>{next}</ul> : null}
          {next.length > 0 ? null : (
            <p className="text-muted">{appointments.whole ? texts.noneBooked : texts.noneFound}</p>
          )}
        </TitledSection>
      </LoadingContent>
      <LoadingContent of={household} failed={t`The client’s other pets couldn’t be loaded.`} isBrief waiting={null}>
        {others.length === 0 ? null : (
          <TitledSection title={household.whole ? texts.otherPets : t`Other pets (may be incomplete)`}>
            <PetList pets={others} today={today} petAddress={petAddress} />
          </TitledSection>
        )}
      </LoadingContent>
    </>
  );
}

function TitledSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-xs font-semibold text-muted">{title}</h3>
      {children}
    </div>
  );
}
