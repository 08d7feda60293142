import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useNowEvery } from '#app/browser/use-now.ts';
import { ClientPage } from '#app/features/patient/client-page.tsx';
import { PetPage } from '#app/features/patient/pet-page.tsx';
import { bookingAfter, useAddresses } from '#app/routes/addresses.ts';
import { PageNavigation } from '#app/routes/navigation.tsx';
import { useDesk } from '#app/routes/use-desk.ts';
import { useReference } from '#app/routes/use-reference.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

const petApi = getRouteApi('/desk/pets/$petId');
const clientApi = getRouteApi('/desk/clients/$clientId');
const MINUTE = 60_000;

/** The page of the pet in the address. */
export function PetRoute() {
  const { petId } = petApi.useParams();
  const { company, bookingRefusal } = useDesk();
  const page = usePage();
  const navigate = useNavigate();
  const { directory } = page;
  function book(earlier: ReceivedAppointment | null, again: boolean) {
    const after = earlier ? bookingAfter(earlier, directory, again) : { new: true as const };
    void navigate({ to: '/', search: { ...after, company: company.id, pet: petId } });
  }
  return <PetPage key={petId} {...page} petId={petId} bookingRefusal={bookingRefusal} onBook={book} />;
}

/** The page of the client in the address. */
export function ClientRoute() {
  const { clientId } = clientApi.useParams();
  return <ClientPage key={clientId} {...usePage()} clientId={clientId} />;
}

/** The props that both pages share. */
function usePage() {
  const { directory, statuses } = useReference();
  const addresses = useAddresses();
  const now = useNowEvery(MINUTE);
  return { directory, statuses, addresses, now, navigation: <PageNavigation /> };
}
