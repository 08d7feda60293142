import { t } from '@lingui/core/macro';
import { OctagonAlert } from 'lucide-react';
import type { ReceivedClient, ReceivedPet } from '#contract/received.ts';

interface AlertsProps {
  pet: ReceivedPet | null | undefined;
  client: ReceivedClient | null;
}

/** What everybody at the desk must see of a pet and its client; nothing where there is nothing. */
export function Alerts({ pet, client }: AlertsProps) {
  const alerts = [pet, client].flatMap((of) => {
    const text = of?.alert?.trim() ?? '';
    return of && text !== '' ? [{ id: of.id, name: of.name, text }] : [];
  });
  if (alerts.length === 0) return null;
  return (
    <ul
      aria-label={t({ message: 'Alerts', comment: 'what everybody must know of a pet or a client' })}
      className="flex flex-col gap-1 border-b-2 border-danger bg-danger-soft px-4 py-2 font-semibold text-danger"
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
