import { t } from '@lingui/core/macro';
import { Timer, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import {
  appointmentVisitTypeName,
  type Directory,
  fallbackNames,
  roomText,
  staffOf,
  storeOf,
} from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { MessageIcon } from '#app/components/message-icon.tsx';
import { PresenceNote } from '#app/components/presence.tsx';
import { UnsavedIcon } from '#app/components/unsaved-icon.tsx';
import { concernsText, isUrgent } from '#app/text/arrival-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { messageMarkTexts } from '#app/text/message-mark-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import {
  browserZone,
  clockText,
  dayInYearText,
  durationText,
  intervalText,
  shortZoneText,
} from '#app/text/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { Concern } from '#scheduling/arrival.ts';
import { zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { isPlanConflict } from '#scheduling/conflicting-appointments.ts';
import type { MessageMark } from '#scheduling/message-mark.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { findFold } from '#scheduling/wall-clock.ts';
import { DetailsSection } from './details-panel.tsx';

const MINUTE_MS = 60_000;

interface AppointmentOverviewProps {
  appointment: ReceivedAppointment;
  directory: Directory;
  statuses: EnumDisplays;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  /** What colleagues are changing in this appointment, in words; empty if they change nothing. */
  presence: string;
  /** The position of the appointment in its series, as text; empty if it belongs to no series. */
  seriesPosition: string;
  /** Everything but clashes that needs someone's attention. */
  concerns: readonly Concern[];
  /** What the client answered, or that a message was not delivered; null if neither is known. */
  messageMark: MessageMark | null;
  /** The other appointments that need the same vet, room or pet at the same time, each with the reason in words. */
  clashes: readonly { id: string; text: string }[];
  /** Opens the details of another appointment. */
  onOpen: (id: string) => void;
  /** The fields for room and vet; null if they cannot be changed. */
  place: ReactNode;
}

/** The facts about an appointment in its details: time, status, visit type, room, vet, and what needs attention. */
export function AppointmentOverview(props: AppointmentOverviewProps) {
  const { appointment, directory, statuses, now, clashes, place } = props;
  const zone = zoneOfAppointment(appointment, directory);
  const display = statuses.of(appointment.status);
  const type = appointmentVisitTypeName(appointment, directory);
  const staff = staffOf(appointment, directory).map(({ name }) => name);
  const { start, end } = recordedTime(appointment);
  const minutes = (end - start) / MINUTE_MS;
  const store = directory.company.stores.length > 1 ? storeText(appointment, directory) : '';
  return (
    <DetailsSection>
      <AppointmentTime appointment={appointment} zone={zone} now={now} />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className={`${display.tint} rounded-full border px-2.5 text-xs leading-5 font-semibold`} dir="auto">
          {display.label}
        </span>
        {minutes > 0 ? <span className="text-muted">{durationText(minutes)}</span> : null}
        {props.seriesPosition === '' ? null : (
          <span className="rounded-full bg-sunken px-2 text-xs font-semibold">{props.seriesPosition}</span>
        )}
        {useUnsavedChanges().pending.has(appointment.id) ? <UnsavedIcon /> : null}
        <Concerns appointment={appointment} of={props.concerns} zone={zone} />
        {props.messageMark === null ? null : (
          <span className="inline-flex items-center gap-1 text-xs font-semibold">
            <MessageIcon mark={props.messageMark} />
            {messageMarkTexts[props.messageMark]}
          </span>
        )}
        <PresenceNote text={props.presence} className="min-w-24 grow basis-0 text-xs" />
      </div>
      <p className="break-words">
        <InlineTexts of={[type, distinctTitle(appointment, directory), store]} />
      </p>
      {place}
      {place === null || staff.length > 1 ? (
        <p className="break-words">
          <InlineTexts
            of={[place === null ? roomText(appointment, directory) : '', factsText(staff) || texts.unassigned]}
          />
        </p>
      ) : null}
      {clashes.length === 0 ? null : (
        <ul className="rounded-md bg-warn-soft px-2.5 py-1">
          {clashes.map((clash) => (
            <li key={clash.id} className="flex items-baseline gap-2">
              <TriangleAlert aria-hidden="true" size={14} className="shrink-0 translate-y-0.5 text-warn" />
              <button
                type="button"
                className="min-h-6 text-start break-words underline"
                onClick={() => props.onOpen(clash.id)}
              >
                {clash.text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </DetailsSection>
  );
}

/**
 * Shows start and end in the store's zone. The zone is named if it differs from the browser's, or if clocks show the
 * start time twice that day.
 */
function AppointmentTime({ appointment, zone, now }: { appointment: ReceivedAppointment; zone: string; now: number }) {
  const time = recordedTime(appointment);
  const twice = findFold(zone, time.start) !== null;
  return (
    <h3 className="text-base font-semibold break-words tabular-nums">
      {dayInYearText(zone, time.start, now)} · {intervalText(zone, time, time.start)}
      {zone === browserZone && !twice ? null : ` ${shortZoneText(zone, time.start)}`}
    </h3>
  );
}

/** Shows what needs someone's attention or, if nothing does, when the pet arrived. */
function Concerns({
  appointment,
  of,
  zone,
}: {
  appointment: ReceivedAppointment;
  of: readonly Concern[];
  zone: string;
}) {
  const addresses = useAddresses();
  if (of.length === 0) {
    if (appointment.checkedInAt === null) return null;
    const arrivedAt = clockText(zone, Date.parse(appointment.checkedInAt));
    return (
      <span className="text-xs text-muted">
        {t({ message: `checked in ${arrivedAt}`, comment: 'came: a time of day, when the pet came' })}
      </span>
    );
  }
  const look = `inline-flex items-center gap-1 text-xs font-semibold ${isUrgent(of) ? 'text-danger' : 'text-muted'}`;
  const content = (
    <>
      <Timer aria-hidden="true" size={13} />
      {concernsText(of)}
    </>
  );
  const conflict = of.map(({ kind }) => kind).find(isPlanConflict);
  const list = conflict === undefined ? null : addresses.planConflict(conflict, appointment);
  if (list === null) return <span className={look}>{content}</span>;
  return (
    <AppLink to={list} className={`${look} min-h-6 underline`}>
      {content}
    </AppLink>
  );
}

/** The title, if it says more than the pet, the client and the visit type; otherwise empty. */
function distinctTitle({ title, petId, ...of }: ReceivedAppointment, directory: Directory): string {
  // Without a pet, the title is already the heading.
  if (petId === null) return '';
  const pet = directory.pets.get(petId);
  const facts = [pet?.name, pet?.clientName, appointmentVisitTypeName(of, directory)].filter(
    (name) => name !== undefined,
  );
  const rest = facts.reduce((text, name) => text.replace(name, ''), title);
  return /[\p{L}\p{N}]/u.test(rest) ? title : '';
}

function storeText(appointment: ReceivedAppointment, directory: Directory): string {
  if (appointment.storeId === null) return texts.noStore;
  return storeOf(appointment, directory)?.name || fallbackNames.store(appointment.storeId);
}
