import { ClientPage } from '#app/features/clients/client-page.tsx';
import { ClientMessages } from '#app/features/messages/client-messages.tsx';

/** The page of a client, with the messages to them. */
export function ClientRoute() {
  return <ClientPage Messages={ClientMessages} />;
}
