import {
  CalendarCheck,
  CalendarClock,
  CalendarX,
  Circle,
  CircleCheck,
  CircleDashed,
  DoorOpen,
  type LucideIcon,
  Stethoscope,
  UserX,
  WalletCards,
} from 'lucide-react';
import type { ReceivedAppointment } from '#contract/received.ts';

/**
 * Signs for the statuses that are known today. They are looks only: nothing is decided by them, and a status that is not
 * listed here gets the plain ring.
 */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  requested: CalendarClock,
  confirmed: CalendarCheck,
  checked_in: DoorOpen,
  in_progress: Stethoscope,
  ready_for_checkout: WalletCards,
  completed: CircleCheck,
  cancelled: CalendarX,
  no_show: UserX,
  '': CircleDashed,
};

/** The values whose blocks step back on the board, since the pet is not coming. Looks only, as above. */
const RECEDING: ReadonlySet<string> = new Set(['cancelled', 'no_show']);

/** The values after which nobody sits and waits to be seen. A status that is not listed here may be one of waiting. */
const NOT_WAITING: ReadonlySet<string> = new Set([
  'in_progress',
  'ready_for_checkout',
  'completed',
  'cancelled',
  'no_show',
]);

/** Since when the pet waits, in milliseconds since 1970: its check-in, unless it is being seen or gone; else null. */
export function waitingSince(appointment: ReceivedAppointment): number | null {
  if (appointment.checkedInAt === null || NOT_WAITING.has(appointment.status)) return null;
  return Date.parse(appointment.checkedInAt);
}

/** Whether blocks of the status step back. */
export function recedes(status: string): boolean {
  return RECEDING.has(status);
}

const PLAIN_ID = 'status-plain';

function symbolId(status: string): string {
  return status in ICONS ? `status-${status}` : PLAIN_ID;
}

/** The signs, drawn once for the whole board; every {@link StatusIcon} on it refers to one of them. */
export function StatusSymbols() {
  const symbols: [string, LucideIcon][] = [
    ...Object.entries(ICONS).map(([status, Icon]): [string, LucideIcon] => [symbolId(status), Icon]),
    [PLAIN_ID, Circle],
  ];
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      {symbols.map(([id, Icon]) => (
        <symbol key={id} id={id} viewBox="0 0 24 24">
          <Icon strokeWidth={2.25} />
        </symbol>
      ))}
    </svg>
  );
}

/** The sign of a status beside its colour, so that colour is never the only one. */
export function StatusIcon({ status, size = 12 }: { status: string; size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} className="shrink-0">
      <use href={`#${symbolId(status)}`} />
    </svg>
  );
}
