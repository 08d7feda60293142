import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMinute } from '#app/browser/use-now.ts';
import { PetPage } from '#app/features/patient/pet-page.tsx';
import { useAddresses } from '#app/session/addresses.ts';
import { bookingAfter } from '#app/session/booking-after.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

const petApi = getRouteApi('/desk/pets/$petId');

/** The page of the pet in the address. */
export function Pet() {
  const { petId } = petApi.useParams();
  const { company, bookingRefusal } = useDesk();
  const { directory, statuses } = useReference();
  const navigate = useNavigate();
  function book(earlier: ReceivedAppointment | null, again: boolean) {
    const after = earlier ? bookingAfter(earlier, directory, again) : { new: true as const };
    void navigate({ to: '/', search: { ...after, company: company.id, pet: petId } });
  }
  return (
    <PetPage
      key={petId}
      petId={petId}
      directory={directory}
      statuses={statuses}
      addresses={useAddresses()}
      now={useMinute()}
      bookingRefusal={bookingRefusal}
      onBook={book}
    />
  );
}
