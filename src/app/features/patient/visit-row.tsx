import { t } from '@lingui/core/macro';
import { type Directory, roomNameOf, staffOf, storeOf, visitTypeOf } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { type Address, AppLink } from '#app/components/app-link.tsx';
import { Texts } from '#app/components/texts.tsx';
import { zoneOf } from '#app/scheduling/calendar-day.ts';
import { browserZone, instantParts } from '#app/scheduling/time-text.ts';
import { isDimmed } from '#app/scheduling/visit.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

interface VisitRowProps {
  appointment: ReceivedAppointment;
  /** The pet's name, where it is not obvious. */
  petName?: string | undefined;
  directory: Directory;
  statuses: EnumDisplays;
  to: Address;
}

/** A visit with time, type, vet, place, status and notes. */
export function VisitRow({ appointment, petName, directory, statuses, to }: VisitRowProps) {
  const store = storeOf(appointment, directory);
  const zone = zoneOf(appointment, directory);
  const { date, time } = instantParts(zone, Date.parse(appointment.start), browserZone);
  const display = statuses.of(appointment.status);
  const notes = [appointment.notes, appointment.bookingNotes, appointment.clientNotes].filter(Boolean);
  const room = store?.rooms.find(({ id }) => id === appointment.roomId)?.name;
  const where = [
    room || (appointment.roomId ? roomNameOf(appointment.roomId, appointment.location) : appointment.location),
    store?.name,
  ];
  const about = [...staffOf(appointment, directory).map(({ name }) => name), ...where];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-line px-4 py-2 first:border-t-0 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
      <p className="tabular-nums max-sm:col-span-1">
        <AppLink to={to} className="inline-flex min-h-6 items-center font-medium text-accent">
          {date}
        </AppLink>{' '}
        <span className="text-muted sm:block">{time}</span>
      </p>
      <p className="sm:order-last">
        <span
          className={`${display.tint} rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap`}
          dir="auto"
        >
          {display.label}
        </span>
      </p>
      <div className="col-span-2 min-w-0 sm:col-span-1">
        <p className={`font-medium break-words ${isDimmed(appointment) ? 'line-through decoration-1' : ''}`}>
          {petName === undefined ? null : (
            <>
              <bdi>{petName}</bdi> ·{' '}
            </>
          )}
          <bdi>
            {visitTypeOf(appointment, directory) ||
              appointment.title ||
              t({ message: 'Visit', comment: 'An appointment of which neither type nor title is known' })}
          </bdi>
        </p>
        <p className="text-muted">
          <Texts of={about} />
        </p>
        {notes.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: each kind of note has its place.
          <p key={index} className="mt-0.5 break-words whitespace-pre-wrap" dir="auto">
            {text}
          </p>
        ))}
      </div>
    </li>
  );
}
