import { type MouseEvent, memo } from 'react';
import { instantText } from '#app/components/time-format.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type FinderReference, nameAppointment } from './finder-names.ts';

/** On a phone only when and what remain. */
export const wideOnly = 'hidden truncate px-1.5 md:table-cell';

interface FinderRowProps {
  record: ReceivedAppointment;
  reference: FinderReference;
  href: string;
  onOpen: (record: ReceivedAppointment) => void;
}

/** One appointment. Its title leads to its day on the board. */
export const FinderRecord = memo(function FinderRecord({ record, reference, href, onOpen }: FinderRowProps) {
  const names = nameAppointment(record, reference);
  const look = reference.statuses.of(record.status);
  return (
    <>
      <td className="py-0 pr-1.5 pl-3 leading-tight tabular-nums max-md:text-xs md:truncate">
        {instantText(names.zone, instantOf(record.start))}
      </td>
      <td className="px-1.5">
        <a
          href={href}
          onClick={(event) => followHere(event, () => onOpen(record))}
          className="block truncate font-medium text-ink hover:text-accent hover:underline"
        >
          {record.title || names.type || 'Appointment'}
        </a>
        <span className="block truncate text-xs text-muted md:hidden">
          {[names.status, names.vets, names.store].filter(Boolean).join(' · ')}
        </span>
      </td>
      <td className={wideOnly}>
        <span className={`${look.tint} inline-block max-w-full truncate rounded px-1.5 py-0.5 align-middle text-xs`}>
          {look.label}
        </span>
      </td>
      <td className={wideOnly}>{names.vets || <span className="text-muted">Nobody</span>}</td>
      {/* The room first: stores of one practice begin alike, and the end may be cut. */}
      <td className={wideOnly}>{[names.room, names.store].filter(Boolean).join(', ')}</td>
      <td className={`${wideOnly} text-muted tabular-nums`}>
        {record.createdAt === null ? '' : instantText(names.zone, instantOf(record.createdAt))}
      </td>
    </>
  );
});

/** A plain click goes there within the app; with a modifier the browser does what it does with links. */
function followHere(event: MouseEvent, follow: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
  event.preventDefault();
  follow();
}
