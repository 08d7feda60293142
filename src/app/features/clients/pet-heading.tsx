import { fallbackNames } from '#app/api/directory.ts';
import { type Address, AppLink } from '#app/components/app-link.tsx';
import { petText } from '#app/text/pet-text.ts';
import type { ReceivedPet } from '#contract/received.ts';
import { ContactLines } from './contact-lines.tsx';
import type { Contact } from './use-records.ts';

interface PetHeadingProps {
  /** Null if the appointment has no pet; undefined if the pet is not loaded. */
  pet: ReceivedPet | null | undefined;
  petId: string | null;
  clientId: string | null;
  contact: Contact;
  /** `YYYY-MM-DD` */
  today: string;
  addresses: { pet: (petId: string) => Address; client: (clientId: string) => Address };
  /** The heading of an appointment without a pet. */
  title: string;
}

/** The pet with its client and contact details, at the top of an appointment. */
export function PetHeading({ pet, petId, clientId, contact, today, addresses, title }: PetHeadingProps) {
  const clientName = contact.client?.name || pet?.clientName || '';
  const about = pet ? petText(pet, today) : '';
  return (
    <>
      <h2 className="text-lg leading-6 font-semibold break-words">
        {petId === null ? (
          <bdi>{title}</bdi>
        ) : (
          <AppLink to={addresses.pet(petId)}>
            <bdi>{pet?.name || fallbackNames.pet(petId)}</bdi>
          </AppLink>
        )}
      </h2>
      {about === '' ? null : <p className="text-muted">{about}</p>}
      {clientId === null && clientName === '' ? null : (
        <>
          <p className="pt-1 font-medium break-words">
            {clientId === null ? (
              <bdi>{clientName}</bdi>
            ) : (
              <AppLink to={addresses.client(clientId)} className="inline-flex min-h-6 items-center">
                <bdi>{clientName || fallbackNames.client(clientId)}</bdi>
              </AppLink>
            )}
          </p>
          <ContactLines contact={contact} />
        </>
      )}
    </>
  );
}
