import { CalendarPlus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Directory, headOfId } from '#app/api/directory.ts';
import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import type { EnumLooks } from '#app/components/enum-look.ts';
import { durationBetween } from '#app/scheduling/duration.ts';
import { browserZone, instantText, oddEndText, zoneText } from '#app/scheduling/time-text.ts';
import { oddEndOf } from '#app/scheduling/visit.ts';
import type { ReceivedAppointment, ReceivedStore } from '#contract/received.ts';

interface AppointmentDetailsProps {
  appointment: ReceivedAppointment;
  /** The store with the zone that its times are told in. */
  store: ReceivedStore | null;
  zone: string;
  directory: Directory;
  statuses: EnumLooks;
  categories: EnumLooks;
  origins: EnumLooks;
  /** Null while booking is possible; otherwise why it is not. */
  bookingRefusal: string | null;
  onClose: () => void;
  onFollowUp: () => void;
  onBookAgain: () => void;
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_1fr] gap-2 py-1">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words whitespace-pre-wrap" dir="auto">
        {children}
      </dd>
    </div>
  );
}

/** Text that may be missing, as a row that then is left out. */
function TextRow({ name, text }: { name: string; text: string | null | undefined }) {
  return text === null || text === undefined || text === '' ? null : <Row name={name}>{text}</Row>;
}

/** Every field of an appointment in human words, beside the board. */
export function AppointmentDetails(props: AppointmentDetailsProps) {
  const { appointment, store, zone, directory, statuses, categories, origins, bookingRefusal } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const { id } = appointment;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another appointment in the same place is to be read from its top.
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);

  const start = Date.parse(appointment.start);
  const end = Date.parse(appointment.end);
  const oddEnd = oddEndOf({ start, end });
  const pet = appointment.petId === null ? undefined : directory.pets.get(appointment.petId);
  const at = (text: string | null) => (text === null ? null : instantText(zone, Date.parse(text)));
  const room = store?.rooms.find((candidate) => candidate.id === appointment.roomId);
  const status = statuses.of(appointment.status);

  return (
    <aside
      aria-label="Appointment"
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onClose();
      }}
      className="fixed inset-0 z-30 flex shrink-0 flex-col border-line bg-raised text-sm sm:static sm:w-88 sm:border-l"
    >
      <div className="flex items-start gap-2 border-b border-line px-4 py-3">
        <div className="min-w-0 grow">
          <h2 ref={heading} className="text-base font-semibold break-words" dir="auto">
            {pet?.name || appointment.title || 'Appointment'}
          </h2>
          <p className="text-muted" dir="auto">
            {pet?.clientName ?? ''}
          </p>
        </div>
        <button
          type="button"
          aria-label="Close details"
          onClick={props.onClose}
          className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden="true" size={18} />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keyboard, too. */}
      <div className="min-h-0 grow overflow-y-auto px-4 py-2" tabIndex={0}>
        <p className="py-1">
          <span className={`${status.tint} inline-flex rounded-full px-2.5 py-0.5 text-xs font-semibold`}>
            {status.label}
          </span>
        </p>
        <dl>
          <Row name="Title">{appointment.title || 'None'}</Row>
          <Row name="Starts">{instantText(zone, start)}</Row>
          <Row name="Ends">{instantText(zone, end)}</Row>
          <Row name="Length">{oddEnd === null ? durationBetween(start, end) : `It ${oddEndText(oddEnd)}.`}</Row>
          {zone === browserZone ? null : <Row name="Time zone">{zoneText(zone, start)}</Row>}
          <TextRow name="Store" text={store?.name ?? appointment.storeId} />
          <TextRow
            name="Room"
            text={room?.name ?? (appointment.roomId === null ? 'None' : `Room ${headOfId(appointment.roomId)}`)}
          />
          <TextRow name="Location" text={appointment.location} />
          <TextRow name="Visit type" text={appointment.visitTypeName ?? appointment.visitTypeId} />
          <TextRow name="Category" text={categories.of(appointment.visitTypeCategory).label} />
          <Row name="Staff">
            {appointment.employees.length === 0
              ? 'Nobody assigned'
              : appointment.employees
                  .map(
                    (employee) =>
                      (directory.employees.get(employee.id)?.name ?? `Staff ${headOfId(employee.id)}`) +
                      (employee.isMainEmployee ? ' (main)' : ''),
                  )
                  .join(', ')}
          </Row>
          <TextRow
            name="Pet"
            text={pet ? [pet.name, pet.species, pet.breed].filter(Boolean).join(', ') : appointment.petId}
          />
          <TextRow name="Client" text={pet?.clientName ?? appointment.clientId} />
          <TextRow name="Checked in" text={at(appointment.checkedInAt)} />
          <TextRow name="Notes" text={appointment.notes} />
          <TextRow name="Booking notes" text={appointment.bookingNotes} />
          <TextRow name="Client’s notes" text={appointment.clientNotes} />
          <TextRow name="Invoice" text={appointment.storeInvoiceId} />
          <TextRow name="Billing" text={appointment.billingContextId} />
          <TextRow name="Created" text={at(appointment.createdAt)} />
          <TextRow name="Created from" text={origins.of(appointment.createdFrom).label} />
          <TextRow name="Changed" text={at(appointment.updatedAt)} />
          <Row name="Id">
            <span className="mr-2 font-mono text-xs break-all select-all">{id}</span>
            <CopyButton text={id} label="Copy id" />
          </Row>
        </dl>
      </div>
      <div className="flex flex-wrap gap-2 border-t border-line px-4 py-3">
        <Button
          tone="primary"
          aria-disabled={bookingRefusal !== null}
          title={bookingRefusal ?? undefined}
          onClick={props.onFollowUp}
        >
          <CalendarPlus aria-hidden="true" size={16} />
          Book follow-up
        </Button>
        <Button aria-disabled={bookingRefusal !== null} title={bookingRefusal ?? undefined} onClick={props.onBookAgain}>
          Book again
        </Button>
      </div>
    </aside>
  );
}
