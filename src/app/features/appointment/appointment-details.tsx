import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CalendarPlus, ExternalLink, Timer, TriangleAlert } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useUnsavedChanges } from '#app/api/appointment-changes.ts';
import { type Directory, roomNameOf, staffOf, storeOf, unnamed, visitTypeOf } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { abovePanel } from '#app/components/notices-place.ts';
import { PresenceNote } from '#app/components/presence.tsx';
import { UnsavedSign } from '#app/components/unsaved-sign.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { createDayClock, dateIn, dayOfInstant, repeatOf, zoneOf } from '#app/scheduling/calendar-day.ts';
import { durationText } from '#app/scheduling/duration.ts';
import {
  browserZone,
  dateText,
  instantText,
  intervalText,
  shortZoneText,
  zoneText,
} from '#app/scheduling/time-text.ts';
import { minutesLate, minutesOver, recordedTime, waitingSince } from '#app/scheduling/visit.ts';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { DetailsPanel } from './details-panel.tsx';

const MINUTE = 60_000;

interface AppointmentDetailsProps {
  appointment: ReceivedAppointment;
  directory: Directory;
  statuses: EnumDisplays;
  categories: EnumDisplays;
  origins: EnumDisplays;
  /** The pet and its owner. */
  patient: ReactNode;
  /** Earlier and later visits of the pet. */
  visits: ReactNode;
  /** Other visits at its time that need the same, in words. */
  clashes: readonly { id: string; text: string }[];
  /** What is told of colleagues who are changing it; empty for nobody. */
  others: string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  /** Null while booking is possible; otherwise why it is not. */
  bookingRefusal: string | null;
  /** The address of the practice system (`DeskSession`). */
  practiceSystemUrl: string | null;
  /**
   * The controls that change the appointment; null for changes that the practice system or the person's key does not
   * allow.
   */
  changing: {
    status: ReactNode;
    place: ReactNode;
    notes: ((shown: ReactNode) => ReactNode) | null;
    history: ReactNode;
  };
  /** Whether another visit may follow; not after a euthanasia. */
  goesOn: boolean;
  onClose: (focusInside: boolean) => void;
  /** Opens another appointment of the board. */
  onOpen: (id: string) => void;
  onFollowUp: () => void;
  onBookAgain: () => void;
}

/** The details of an appointment beside the board: what callers ask for first, all other fields behind More. */
export function AppointmentDetails(props: AppointmentDetailsProps) {
  const { appointment, directory, statuses, bookingRefusal, changing } = props;
  const { id, notes, bookingNotes, clientNotes } = appointment;
  const unsaved = useUnsavedChanges().pending.has(id);
  const zone = zoneOf(appointment, directory);
  const type = visitTypeOf(appointment, directory);
  const display = statuses.of(appointment.status);
  const staff = staffOf(appointment, directory).map(({ name }) => name);
  const noted = <Notes title={t`Notes`} text={notes} />;
  return (
    <DetailsPanel
      subject={id}
      onClose={props.onClose}
      heading={
        <>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1">
            <span className={`${display.tint} rounded-full px-2.5 py-0.5 text-xs font-semibold`} dir="auto">
              {display.label}
            </span>
            {unsaved ? <UnsavedSign /> : null}
            <Delay appointment={appointment} now={props.now} zone={zone} />
            <PresenceNote text={props.others} className="min-w-24 grow basis-0 text-xs" />
          </div>
          <When appointment={appointment} zone={zone} />
          {props.clashes.length === 0 ? null : (
            <ul className="mt-1.5 rounded-md bg-warn-soft px-2.5 py-1">
              {props.clashes.map((clash) => (
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
          {changing.status === null ? null : <div className="pt-2">{changing.status}</div>}
        </>
      }
    >
      <Section>
        {changing.place === null ? (
          <>
            <p className="break-words">
              <bdi className="font-medium">{roomText(appointment, directory)}</bdi>
              {' · '}
              <bdi>{storeText(appointment, directory)}</bdi>
            </p>
            <Staff names={staff} />
          </>
        ) : (
          <>
            {changing.place}
            <p className="break-words" dir="auto">
              {storeText(appointment, directory)}
            </p>
            {staff.length > 1 ? <Staff names={staff} /> : null}
          </>
        )}
      </Section>
      <Section>
        {appointment.petId === null && appointment.title !== '' ? (
          <h3 className="text-base font-semibold break-words" dir="auto">
            {appointment.title}
          </h3>
        ) : null}
        {props.patient}
      </Section>
      {notes || bookingNotes || clientNotes || changing.notes ? (
        <Section>
          {changing.notes ? changing.notes(noted) : noted}
          <Notes title={t`Booking notes`} text={bookingNotes} />
          <Notes title={t`Client’s notes`} text={clientNotes} />
        </Section>
      ) : null}
      <Section>
        <div>
          <h3 className="text-xs font-semibold text-muted">{t`Visit type`}</h3>
          <p className="break-words" dir="auto">
            {type || t({ message: 'None', context: 'no visit type' })}
          </p>
        </div>
        {props.visits}
      </Section>
      <div
        ref={abovePanel}
        className="-mt-px border-t border-line bg-raised px-4 py-2.5 [@media(height>=26rem)]:sticky [@media(height>=26rem)]:bottom-0"
      >
        {props.goesOn ? (
          <>
            <div className="flex flex-wrap gap-2">
              <Button
                tone="primary"
                className="grow"
                aria-disabled={bookingRefusal !== null}
                title={bookingRefusal ?? undefined}
                onClick={props.onFollowUp}
              >
                <CalendarPlus aria-hidden="true" size={16} />
                {words.bookFollowUp}
              </Button>
              <Button
                className="grow"
                aria-disabled={bookingRefusal !== null}
                title={bookingRefusal ?? undefined}
                onClick={props.onBookAgain}
              >
                {words.bookAgain}
              </Button>
            </div>
            {bookingRefusal === null ? null : <p className="pt-1.5 text-xs text-muted">{bookingRefusal}</p>}
          </>
        ) : null}
        <div className="flex items-center gap-2 pt-1.5 text-xs text-muted">
          <p className="grow">
            {changing.status === null ? <WhereToChange url={props.practiceSystemUrl} id={id} /> : null}
          </p>
          <CopyButton text={id} label={t`Copy id`} />
        </div>
      </div>
      {changing.history}
      <More {...props} zone={zone} />
    </DetailsPanel>
  );
}

const namesList = new Intl.ListFormat(shownLocale, { type: 'unit' });

/** Everybody assigned, the main one first. */
function Staff({ names }: { names: readonly string[] }) {
  return (
    <p className="break-words">
      {names.length === 0 ? words.unassigned : null}
      {namesList.formatToParts(names).map(({ type, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and none of them holds a state.
        <Fragment key={index}>
          {type === 'element' ? <bdi className={index === 0 ? 'font-medium' : ''}>{value}</bdi> : value}
        </Fragment>
      ))}
    </p>
  );
}

function Section({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-1.5 border-b border-line px-4 py-2">{children}</div>;
}

/** Start and end in the store's zone, which is named where it is not the reader's or the clocks show the time twice. */
function When({ appointment, zone }: { appointment: ReceivedAppointment; zone: string }) {
  const time = recordedTime(appointment);
  const date = dateIn(zone, time.start);
  const twice = repeatOf(createDayClock(zone, date), time.start) !== null;
  const minutes = (time.end - time.start) / MINUTE;
  return (
    <>
      <h2 className="text-base font-semibold break-words">{dateText(date)}</h2>
      <p className="break-words tabular-nums">
        <span className="font-semibold">{intervalText(zone, time, time.start)}</span>
        {zone === browserZone && !twice ? null : ` ${shortZoneText(zone, time.start)}`}
        {minutes > 0 ? <span className="text-muted"> · {durationText(minutes)}</span> : null}
      </p>
    </>
  );
}

/** How late the patient is, by how much the visit runs over, or since when they have been waiting. */
function Delay({ appointment, now, zone }: { appointment: ReceivedAppointment; now: number; zone: string }) {
  const late = minutesLate(appointment, now, dayOfInstant(zone, Date.parse(appointment.start)));
  const over = minutesOver(appointment, now, dayOfInstant(zone, Date.parse(appointment.end)));
  const since = waitingSince(appointment);
  const waited = since === null ? null : Math.max(0, Math.floor((now - since) / MINUTE));
  const minutes = late ?? over ?? waited;
  if (minutes === null) return null;
  const duration = durationText(minutes);
  return (
    <span
      className={`inline-flex items-center gap-1 text-xs font-semibold ${late === null && over === null ? 'text-muted' : 'text-danger'}`}
    >
      <Timer aria-hidden="true" size={13} />
      {late !== null
        ? t({ message: `${duration} late`, comment: 'by how much a patient is late' })
        : over !== null
          ? t({ message: `${duration} over`, comment: 'by how much a visit takes longer than planned' })
          : t({ message: `Waiting ${duration}`, comment: 'how long a patient has waited' })}
    </span>
  );
}

function Notes({ title, text }: { title: string; text: string | null }) {
  if (!text) return null;
  return (
    <div>
      <h3 className="text-xs font-semibold text-muted">{title}</h3>
      <p className="break-words whitespace-pre-wrap" dir="auto">
        {text}
      </p>
    </div>
  );
}

function roomText({ roomId, location, ...appointment }: ReceivedAppointment, directory: Directory): string {
  if (roomId === null) return location || words.noRoom;
  const room = storeOf(appointment, directory)?.rooms.find(({ id }) => id === roomId);
  return room?.name || roomNameOf(roomId, location);
}

function storeText(appointment: ReceivedAppointment, directory: Directory): string {
  if (appointment.storeId === null) return words.noStore;
  return storeOf(appointment, directory)?.name || unnamed.store(appointment.storeId);
}

/** Names the practice system; a link where its address is configured, to this appointment where possible. */
function WhereToChange({ url, id }: { url: string | null; id: string }) {
  if (url === null) return t`Status, time and cancelling: change them in the practice system.`;
  const address = url.replaceAll('{id}', encodeURIComponent(id));
  return (
    <Trans>
      Status, time and cancelling: change them in <NewTab to={address}>the practice system</NewTab>.
    </Trans>
  );
}

function NewTab({ to, children }: { to: string; children?: ReactNode }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-0.5 text-accent hover:underline"
    >
      {children}
      <ExternalLink aria-label={t`(opens in a new tab)`} size={12} className="rtl:-scale-x-100" />
    </a>
  );
}

function More(props: AppointmentDetailsProps & { zone: string }) {
  const { appointment, directory, categories, origins, zone } = props;
  const at = (text: string | null) => (text === null ? null : instantText(zone, Date.parse(text)));
  const fields: readonly (readonly [name: string, value: string | null])[] = [
    [t({ message: 'Title', comment: 'of an appointment' }), appointment.title],
    [t`Category`, appointment.visitTypeCategory === '' ? null : categories.of(appointment.visitTypeCategory).label],
    [t`Location`, appointment.location],
    [t`Checked in`, at(appointment.checkedInAt)],
    [t({ message: 'Created', comment: 'when it was created' }), at(appointment.createdAt)],
    [
      t({ message: 'Created from', context: 'by which program' }),
      appointment.createdFrom === '' ? null : origins.of(appointment.createdFrom).label,
    ],
    [t({ message: 'Changed', comment: 'when it was last changed' }), at(appointment.updatedAt)],
    [t`Time zone`, zoneText(zone, Date.parse(appointment.start))],
    // Notes that are there have their own place above.
    ...[
      [t`Notes`, appointment.notes] as const,
      [t`Booking notes`, appointment.bookingNotes] as const,
      [t`Client’s notes`, appointment.clientNotes] as const,
    ].filter(([, text]) => !text),
  ];
  const staffIds = staffOf(appointment, directory).map(({ id }) => id);
  const ids: readonly (readonly [name: string, value: string | null])[] = [
    [t`Appointment id`, appointment.id],
    [t`Pet id`, appointment.petId],
    [t`Client id`, appointment.clientId],
    [t({ message: 'Staff ids', comment: 'ids of everybody assigned to an appointment' }), staffIds.join('\n')],
    [t`Visit type id`, appointment.visitTypeId],
    [t`Room id`, appointment.roomId],
    [t`Store id`, appointment.storeId],
    [t`Company id`, directory.company.id],
    [t`Invoice id`, appointment.storeInvoiceId],
    [t`Billing id`, appointment.billingContextId],
  ];
  return (
    <details className="border-t border-line px-4 py-2.5">
      <summary className="min-h-6 cursor-pointer font-medium text-accent">
        {t({ message: 'More', context: 'opens the other fields of the record' })}
      </summary>
      <dl className="pt-1">
        {fields.map(([name, value]) => (
          <Field key={name} name={name} value={value} />
        ))}
        {ids.map(([name, value]) => (
          <Field
            key={name}
            name={name}
            value={value}
            display="font-mono text-xs leading-5 break-all whitespace-pre-line"
          />
        ))}
      </dl>
    </details>
  );
}

function Field({ name, value, display = 'break-words' }: { name: string; value: string | null; display?: string }) {
  return (
    <div className="grid grid-cols-[7rem_1fr] gap-2 py-0.5">
      <dt className="text-muted">{name}</dt>
      <dd className={`min-w-0 ${display}`} dir="auto">
        {value || '–'}
      </dd>
    </div>
  );
}
