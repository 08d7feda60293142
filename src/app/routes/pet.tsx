import { createRoute, useNavigate } from '@tanstack/react-router';
import { useMinute } from '#app/browser/use-now.ts';
import { lazy } from '#app/components/lazy.tsx';
import { pageFrame } from '#app/components/page-skeleton.tsx';
import { bookingAfter, useAddresses } from '#app/desk/addresses.ts';
import { PageNavigation } from '#app/desk/navigation.tsx';
import { useDesk, useReference } from '#app/desk/use-desk.ts';
import { deskRoute } from '#app/routes/desk.tsx';
import type { ReceivedAppointment } from '#contract/received.ts';

export const petRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/pets/$petId',
  component: Pet,
});

const PetPage = lazy({
  load: () => import('#app/features/patient/pet-page.tsx').then((module) => module.PetPage),
  Fallback: pageFrame('page'),
});

/** The page of the pet in the address. */
function Pet() {
  const { petId } = petRoute.useParams();
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
      navigation={<PageNavigation />}
      bookingRefusal={bookingRefusal}
      onBook={book}
    />
  );
}
