import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { type Directory, staffOf, visitTypeOf } from '#app/api/directory.ts';
import { type Address, AppLink } from '#app/components/app-link.tsx';
import { ErrorMessage } from '#app/components/error-message.tsx';
import { zoneOf } from '#app/scheduling/calendar-day.ts';
import { takingPlace, visitsAt } from '#app/scheduling/pet-visits.ts';
import { dayInYear } from '#app/scheduling/time-text.ts';
import { DelayNotice } from '#app/session/delay-notice.tsx';
import { isolated } from '#app/text/isolated.ts';
import { petText, unreadableText } from '#app/text/pet-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type PatientAddresses, Waiting } from './patient-card.tsx';
import type { useAppointmentsOf, usePetsOf } from './use-patient.ts';

/** How many are shown of those before, and of those to come. */
const MAX_SHOWN = 3;

interface LastAndNextVisitsProps {
  /** The appointment whose details are open, which is left out. */
  appointmentId: string;
  petId: string;
  visits: ReturnType<typeof useAppointmentsOf>;
  household: ReturnType<typeof usePetsOf>;
  directory: Directory;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  /** `YYYY-MM-DD` */
  today: string;
  addresses: PatientAddresses;
}

/** The last and the next appointments of the pet, and the client's other pets. */
export function LastAndNextVisits(props: LastAndNextVisitsProps) {
  const { appointmentId, petId, visits, household, directory, now, today, addresses } = props;
  const { toCome, past } = visitsAt(
    visits.appointments.filter(({ id }) => id !== appointmentId),
    now,
  );
  const next = takingPlace(toCome).slice(0, MAX_SHOWN);
  const read = visits.appointments.length;
  const last = takingPlace(past).slice(0, MAX_SHOWN);
  const others = household.pets.filter(({ id }) => id !== petId);
  const line = (appointment: ReceivedAppointment) => (
    <VisitLine key={appointment.id} {...{ appointment, directory, now }} to={addresses.appointment(appointment)} />
  );
  if (visits.progress === 'failed') {
    return (
      <ErrorMessage
        className="py-1"
        onRetry={visits.retry}
      >{t`The pet’s other appointments could not be loaded.`}</ErrorMessage>
    );
  }
  const loading = visits.progress === 'loading';
  return (
    <>
      <DelayNotice delays={[visits.delay, household.delay]} />
      <Part title={t`Last appointments`}>
        {loading ? (
          <Waiting label={t`Loading the last appointments`} lines={MAX_SHOWN} />
        ) : last.length > 0 ? (
          <ul>{last.map(line)}</ul>
        ) : (
          <p className="text-muted">
            {visits.whole
              ? t({ message: 'None before', comment: 'Under “Last appointments”: the pet had none before this one' })
              : words.noneFound}
          </p>
        )}
        {loading || visits.whole ? null : (
          <p className="text-muted">
            {t`${plural(read, {
              one: 'Only the latest # booking was read; there may be more.',
              other: 'Only the latest # bookings were read; there may be more.',
            })}`}
          </p>
        )}
        {visits.unreadable > 0 ? <p className="text-muted">{unreadableText(visits.unreadable)}</p> : null}
      </Part>
      <Part title={t`Next appointments`}>
        {loading ? (
          <Waiting label={t`Loading the next appointments`} />
        ) : next.length > 0 ? (
          <ul>{next.map(line)}</ul>
        ) : (
          <p className="text-muted">
            {visits.whole ? t({ message: 'None booked', comment: 'Under “Next appointments”' }) : words.noneFound}
          </p>
        )}
      </Part>
      {household.progress === 'failed' ? (
        <ErrorMessage
          className="py-1"
          onRetry={household.retry}
        >{t`The client’s other pets could not be loaded.`}</ErrorMessage>
      ) : others.length > 0 ? (
        <Part title={household.whole ? words.otherPets : t`Other pets, perhaps not all`}>
          <ul>
            {others.map((pet) => (
              <li key={pet.id} className="min-h-6 break-words">
                <AppLink to={addresses.pet(pet.id)} className="text-accent">
                  <bdi>{pet.name}</bdi>
                </AppLink>{' '}
                <span className="text-muted">{petText(pet, today)}</span>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-xs font-semibold text-muted">{title}</h3>
      {children}
    </div>
  );
}

interface VisitLineProps {
  appointment: ReceivedAppointment;
  directory: Directory;
  now: number;
  to: Address;
}

/** One appointment: its day, which links to it on the calendar, its type and its vet. */
function VisitLine({ appointment, directory, now, to }: VisitLineProps) {
  const zone = zoneOf(appointment, directory);
  const type = visitTypeOf(appointment, directory) || appointment.title;
  const vet = staffOf(appointment, directory)[0]?.name;
  return (
    <li
      className="flex min-h-6 items-baseline gap-x-2"
      title={[type, vet ?? ''].filter(Boolean).map(isolated).join(' · ')}
    >
      <AppLink to={to} className="shrink-0 text-accent tabular-nums">
        {dayInYear(zone, Date.parse(appointment.start), now)}
      </AppLink>
      <bdi className="min-w-0 truncate">{type}</bdi>
      <bdi className="min-w-0 shrink-[5] truncate text-muted">{vet}</bdi>
    </li>
  );
}
