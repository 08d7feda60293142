import { getRouteApi } from '@tanstack/react-router';
import { useMinute } from '#app/browser/use-now.ts';
import { ClientPage } from '#app/features/patient/client-page.tsx';
import { useAddresses } from '#app/session/addresses.ts';
import { useReference } from '#app/session/use-desk.ts';

const clientApi = getRouteApi('/desk/clients/$clientId');

/** The page of the client in the address. */
export function Client() {
  const { clientId } = clientApi.useParams();
  const { directory, statuses } = useReference();
  return (
    <ClientPage
      key={clientId}
      clientId={clientId}
      directory={directory}
      statuses={statuses}
      addresses={useAddresses()}
      now={useMinute()}
    />
  );
}
