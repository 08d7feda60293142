import { memo } from 'react';
import { followHere } from '#app/components/app-link.tsx';
import { browserZone, instantParts } from '#app/scheduling/time-text.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type FinderReference, nameAppointment } from './finder-names.ts';

/** On a phone or a tablet only when and what remain, the rest being under the title. */
export const wideOnly = 'hidden truncate px-1.5 lg:table-cell';
/** The first to go where it gets narrow. */
export const widestOnly = 'hidden px-1.5 xl:table-cell';

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
      <td className="py-0 pr-1.5 pl-3">
        <Instant zone={names.zone} at={record.start} />
      </td>
      <td className="px-1.5">
        <a
          href={href}
          onClick={(event) => followHere(event, () => onOpen(record))}
          className="block truncate font-medium text-ink hover:text-accent hover:underline"
        >
          {record.title || names.type || 'Appointment'}
        </a>
        <span className="block truncate text-xs text-muted lg:hidden">
          {[names.status, names.vets, names.store].filter(Boolean).join(' · ')}
        </span>
      </td>
      <td className={wideOnly}>
        <span className={`${look.tint} inline-block max-w-full truncate rounded px-1.5 py-0.5 align-middle text-xs`}>
          {look.label}
        </span>
      </td>
      <td className={wideOnly}>{names.vets || <span className="text-muted">Nobody</span>}</td>
      <td className={`${wideOnly} py-0`}>
        <TwoLines first={names.room || names.store} second={names.room && names.store} />
      </td>
      <td className={`${widestOnly} py-0`}>
        {record.createdAt === null ? null : <Instant zone={names.zone} at={record.createdAt} />}
      </td>
    </>
  );
});

function Instant({ zone, at }: { zone: string; at: string }) {
  const { date, time } = instantParts(zone, instantOf(at), browserZone);
  return <TwoLines first={date} second={time} />;
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <span className="block truncate tabular-nums max-md:text-xs">{first}</span>
      <span className="block truncate text-xs text-muted tabular-nums">{second}</span>
    </>
  );
}
