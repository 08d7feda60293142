import { t } from '@lingui/core/macro';
import { OctagonAlert } from 'lucide-react';
import { type AlertFields, alertText } from '#app/text/pet-text.ts';

type AlertSubject = AlertFields & { id: string; name: string };

interface AlertsProps {
  pet: AlertSubject | null | undefined;
  client: AlertSubject | null | undefined;
  /** `YYYY-MM-DD` */
  today: string;
  className?: string;
}

/** The alerts of a pet and its client; renders nothing if there are none. */
export function Alerts({ pet, client, today, className = '' }: AlertsProps) {
  const alerts = [pet, client].flatMap((record) => {
    const text = record ? alertText(record, today) : '';
    return record && text !== '' ? [{ id: record.id, name: record.name, text }] : [];
  });
  if (alerts.length === 0) return null;
  return (
    <ul
      aria-label={t({ message: 'Alerts', comment: 'what everyone must know about a pet or a client' })}
      className={`flex flex-col gap-1 bg-danger-soft text-sm font-semibold text-danger ${className}`}
    >
      {alerts.map(({ id, name, text }) => (
        <li key={id} className="flex gap-2">
          <OctagonAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            <bdi>{name}</bdi>: <bdi>{text}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}
