import { createRoute } from '@tanstack/react-router';
import { useMinute } from '#app/browser/use-now.ts';
import { lazy } from '#app/components/lazy.tsx';
import { pageFrame } from '#app/components/page-skeleton.tsx';
import { useAddresses } from '#app/desk/addresses.ts';
import { PageNavigation } from '#app/desk/navigation.tsx';
import { useReference } from '#app/desk/use-desk.ts';
import { deskRoute } from '#app/routes/desk.tsx';

export const clientRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/clients/$clientId',
  component: Client,
});

const ClientPage = lazy({
  load: () => import('#app/features/patient/client-page.tsx').then((module) => module.ClientPage),
  Fallback: pageFrame('page'),
});

/** The page of the client in the address. */
function Client() {
  const { clientId } = clientRoute.useParams();
  const { directory, statuses } = useReference();
  return (
    <ClientPage
      key={clientId}
      clientId={clientId}
      directory={directory}
      statuses={statuses}
      addresses={useAddresses()}
      now={useMinute()}
      navigation={<PageNavigation />}
    />
  );
}
