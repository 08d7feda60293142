import { useAddresses } from '#app/addresses/addresses.ts';
import { appointmentName } from '#app/api/directory.ts';
import { StatusIcon } from '#app/appearance/status-icon.tsx';
import { useMinute } from '#app/browser/use-now.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { LongTableRow, type RowPosition } from '#app/components/long-table.tsx';
import { concernsText } from '#app/text/arrival-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { deadOrInactiveText } from '#app/text/pet-text.ts';
import { browserZone, dayInYearText, instantParts } from '#app/text/time-text.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { findConcerns } from '#scheduling/arrival.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { isPlanConflict, type PlanConflict } from '#scheduling/conflicting-appointments.ts';
import { isDimmed } from '#scheduling/visit.ts';
import { type AppointmentCells, twoLineRow } from './appointment-columns.tsx';
import { type AppointmentReference, nameAppointment } from './appointment-names.ts';

interface AppointmentRowProps {
  appointment: ReceivedAppointment;
  reference: AppointmentReference;
  place: RowPosition<AppointmentCells>;
  isOneDay: boolean;
  isUnsaved: boolean;
  areClientsLoading: boolean;
  /** Returns the conflicts of an appointment with the plan, as far as the plan is loaded. */
  planConflicts: (appointment: ReceivedAppointment) => readonly PlanConflict[];
}

/**
 * The row of an appointment: cells, or two lines on narrow screens. A click opens the details. The row has the same
 * menu as a block on the calendar.
 */
export function AppointmentRow(props: AppointmentRowProps) {
  const { appointment, reference, place, isOneDay, isUnsaved, areClientsLoading, planConflicts } = props;
  const addresses = useAddresses();
  const { openMenu } = useChanges();
  const now = useMinute();
  const names = nameAppointment(appointment, reference);
  const { petId, clientId } = appointment;
  const start = instantOf(appointment.start);
  const { time } = instantParts(names.zone, start, browserZone);
  const display = reference.statuses.of(appointment.status);
  const petName = appointmentName(appointment, reference.directory.pets);
  const alerts = [names.pet?.alert, names.client?.alert].map((alert) => alert?.trim() ?? '');
  const hasDied = names.pet?.deceasedOn != null;
  // Leaves out delays and waits, which today's calendar shows.
  const conflicts = findConcerns(appointment, { now, zone: names.zone, hasDied, planConflicts }).flatMap(({ kind }) =>
    isPlanConflict(kind) ? [{ kind }] : [],
  );
  const [first] = conflicts;
  const facts: AppointmentCells = {
    ...{ appointment, names, isUnsaved },
    date: isOneDay ? '' : dayInYearText(names.zone, start, now),
    time,
    petName,
    alert: factsText(alerts),
    list: first ? addresses.planConflict(first.kind, appointment) : null,
    planConflict: concernsText(conflicts),
    former: names.pet ? deadOrInactiveText(names.pet, dateIn(names.zone, now)) : '',
    isClientLoading: areClientsLoading && names.client === null && clientId !== null,
    tabIndex: place.tabIndex,
    pet: petId === null ? null : addresses.pet(petId),
    client: clientId === null ? null : addresses.client(clientId),
    status: (
      <span
        title={display.label}
        className={`${display.tint} inline-flex max-w-full items-center gap-1 rounded-full border px-1.5 text-xs leading-5`}
      >
        <StatusIcon status={display.value} />
        <bdi className="truncate max-[24rem]:sr-only">{display.label}</bdi>
      </span>
    ),
  };
  return (
    <LongTableRow
      id={appointment.id}
      data-appointment={appointment.id}
      place={place}
      facts={facts}
      twoLines={twoLineRow}
      isMuted={isDimmed(appointment)}
      onOpen={() => addresses.appointment(appointment).go()}
      onContextMenu={(event) => {
        event.preventDefault();
        // Opens at the element under the pointer, or at the row if the menu key was pressed.
        openMenu(appointment, event.target instanceof Element ? event.target : event.currentTarget);
      }}
    />
  );
}
