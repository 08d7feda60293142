import { useBookAt } from '#app/features/booking/use-book-at.ts';
import type { WaitingDesk as Desk } from '#app/features/waiting/waiting-context.ts';
import { WaitingDesk as ConnectedDesk } from '#app/features/waiting/waiting-desk.tsx';
import type { useReference } from '#app/session/use-desk.ts';

interface WaitingDeskProps {
  reference: ReturnType<typeof useReference>;
  onReady: (desk: Desk) => void;
}

/** The waiting list of the desk. Its entries are booked like in the panel. */
export function WaitingDesk({ reference, onReady }: WaitingDeskProps) {
  return <ConnectedDesk {...{ reference, onReady }} bookAt={useBookAt(reference)} />;
}
