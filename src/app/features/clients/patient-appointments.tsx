import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { appointmentRoomName, appointmentVisitTypeName, type Directory, staffOf, storeOf } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { type Address, AppLink } from '#app/components/app-link.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { browserZone, dayInYearText, distanceText, instantParts } from '#app/text/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { isDimmed } from '#scheduling/visit.ts';

/** The data with which the appointments of a pet or client are shown: names, statuses, the time and addresses. */
export interface AppointmentContext {
  directory: Directory;
  statuses: EnumDisplays;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  /** Returns the address of an appointment's details. */
  appointmentAddress: (appointment: ReceivedAppointment) => Address;
}

interface AppointmentProps extends AppointmentContext {
  appointment: ReceivedAppointment;
}

/** The texts of an appointment, with times in the zone of its store. */
function appointmentTexts(
  appointment: ReceivedAppointment,
  { directory, now }: Pick<AppointmentContext, 'directory' | 'now'>,
) {
  const store = storeOf(appointment, directory);
  const zone = zoneOfAppointment(appointment, directory);
  const start = Date.parse(appointment.start);
  const isOnlyStore = directory.company.stores.length === 1;
  return {
    ...{ zone, start, date: dayInYearText(zone, start, now), time: instantParts(zone, start, browserZone).time },
    type: appointmentVisitTypeName(appointment, directory) || appointment.title,
    vets: staffOf(appointment, directory).map(({ name }) => name),
    place: [appointmentRoomName(appointment, directory), isOnlyStore ? '' : store?.name],
    notes: [appointment.notes, appointment.bookingNotes, appointment.clientNotes].filter(Boolean),
  };
}

/** An appointment as a row of a page; a click opens its details. `petName` is given if the page shows several pets. */
export function PatientAppointmentRow({
  appointment,
  petName,
  ...around
}: AppointmentProps & { petName?: string | undefined }) {
  const { date, time, type, vets, place, notes } = appointmentTexts(appointment, around);
  const display = around.statuses.of(appointment.status);
  const crossed = isDimmed(appointment) ? 'line-through decoration-1' : '';
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-line px-3 py-1.5 first:border-t-0 hover:bg-sunken md:grid-cols-[11rem_minmax(0,1fr)_minmax(0,22rem)_8rem]">
      <p className="tabular-nums">
        {/* The whole row is the link. */}
        <AppLink
          to={around.appointmentAddress(appointment)}
          className="font-medium text-accent after:absolute after:inset-0 after:rounded focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {date}
        </AppLink>{' '}
        <span className="text-muted">{time}</span>
      </p>
      <p className="justify-self-end md:order-last md:justify-self-start">
        <span
          className={`${display.tint} rounded-full px-2 text-xs leading-5 font-semibold whitespace-nowrap`}
          dir="auto"
        >
          {display.label}
        </span>
      </p>
      <div className="min-w-0 max-md:col-span-2">
        <p className={`font-medium break-words ${crossed}`}>
          <InlineTexts
            of={[petName, type || t({ message: 'Appointment', comment: 'one without visit type and title' })]}
          />
        </p>
        {notes.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: each kind of note has a fixed position.
          <p key={index} className="max-w-prose break-words whitespace-pre-wrap" dir="auto">
            {text}
          </p>
        ))}
      </div>
      <p className="min-w-0 break-words text-muted max-md:col-span-2">
        <InlineTexts of={[...vets, ...place]} />
      </p>
    </li>
  );
}

/** An appointment as a line of a panel: its day as a link to the calendar, its type and its vet. */
export function AppointmentLine({ appointment, directory, now, appointmentAddress }: AppointmentProps) {
  const { date, type, vets } = appointmentTexts(appointment, { directory, now });
  const vet = vets[0] ?? '';
  return (
    <li
      className="flex min-h-6 items-baseline gap-x-2"
      title={[type, vet].filter(Boolean).map(isolateText).join(' · ')}
    >
      <AppLink to={appointmentAddress(appointment)} className="shrink-0 text-accent tabular-nums">
        {date}
      </AppLink>
      <bdi className="min-w-0 truncate">{type}</bdi>
      <bdi className="min-w-0 shrink-[5] truncate text-muted">{vet}</bdi>
    </li>
  );
}

/**
 * An appointment in large type: its day, how far away that is, its type and its vet. `children` come after the
 * distance.
 */
export function AppointmentSummary({
  appointment,
  directory,
  now,
  appointmentAddress,
  children,
}: AppointmentProps & { children?: ReactNode }) {
  const { zone, start, date, time, type, vets } = appointmentTexts(appointment, { directory, now });
  return (
    <>
      <p className="text-base font-semibold tabular-nums">
        <AppLink to={appointmentAddress(appointment)}>{date}</AppLink>
      </p>
      <p className="tabular-nums">
        {distanceText(dateIn(zone, now), dateIn(zone, start))} · {time}
        {children === undefined ? null : (
          <>
            {' · '}
            <bdi className="font-medium">{children}</bdi>
          </>
        )}
      </p>
      <p className="break-words text-muted">
        <InlineTexts of={[type, vets[0]]} />
      </p>
    </>
  );
}

/** The day of an appointment with its distance from today. */
export function appointmentDay(
  appointment: ReceivedAppointment,
  { directory, now }: Pick<AppointmentContext, 'directory' | 'now'>,
) {
  const { zone, start, date } = appointmentTexts(appointment, { directory, now });
  return { date, distance: distanceText(dateIn(zone, now), dateIn(zone, start)) };
}
