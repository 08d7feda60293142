import { useQueryClient } from '@tanstack/react-query';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useApi } from '#app/api/api-client.ts';
import { useBookAt } from '#app/features/booking/use-book-at.ts';
import type { WaitingDesk as Desk } from '#app/features/waiting/waiting-context.ts';
import { WaitingDesk as ConnectedDesk } from '#app/features/waiting/waiting-desk.tsx';
import { useDesk, type useReference } from '#app/session/use-desk.ts';
import { showBooked } from './board/show-booked.ts';

interface WaitingDeskProps {
  reference: ReturnType<typeof useReference>;
  onReady: (desk: Desk) => void;
}

/** The waiting list of the desk. Its entries are booked like in the panel. */
export function WaitingDesk({ reference, onReady }: WaitingDeskProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { company } = useDesk();
  const addresses = useAddresses();
  const bookAt = useBookAt(reference, {
    // A booking from the list can be made on any page.
    returnsTo: '',
    onBooked: (booked) => showBooked({ api, queryClient, companyId: company.id }, booked),
    onShow: ({ id, start, storeId }) => addresses.appointment({ id, start, storeId }).go(),
  });
  return <ConnectedDesk {...{ bookAt, reference, onReady }} />;
}
