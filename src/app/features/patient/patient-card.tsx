import { t } from '@lingui/core/macro';
import { Mail, Phone } from 'lucide-react';
import { unnamed } from '#app/api/directory.ts';
import { type Address, AppLink } from '#app/components/app-link.tsx';
import { ContactLink, emailHref, phoneHref } from '#app/components/contact-link.tsx';
import { ErrorMessage } from '#app/components/error-message.tsx';
import { petText } from '#app/text/pet-text.ts';
import type { ReceivedAppointment, ReceivedPet } from '#contract/received.ts';
import type { Contact } from './use-patient.ts';

/** The addresses of links around a pet. */
export interface PatientAddresses {
  appointment: (appointment: ReceivedAppointment) => Address;
  pet: (petId: string) => Address;
  client: (clientId: string) => Address;
}

interface PatientCardProps {
  /** Null without a pet; undefined while the pet is not known. */
  pet: ReceivedPet | null | undefined;
  petId: string | null;
  clientId: string | null;
  contact: Contact;
  /** `YYYY-MM-DD` */
  today: string;
  addresses: PatientAddresses;
  /** Stands for the pet where there is none. */
  title: string;
}

/** The pet with its client and how to reach them, at the top of an appointment. */
export function PatientCard({ pet, petId, clientId, contact, today, addresses, title }: PatientCardProps) {
  const clientName = pet?.clientName || contact.client?.name || '';
  const about = pet ? petText(pet, today) : '';
  return (
    <>
      <h2 className="text-lg leading-6 font-semibold break-words">
        {petId === null ? (
          <bdi>{title}</bdi>
        ) : (
          <AppLink to={addresses.pet(petId)}>
            <bdi>{pet?.name || unnamed.pet(petId)}</bdi>
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
                <bdi>{clientName || unnamed.client(clientId)}</bdi>
              </AppLink>
            )}
          </p>
          <ContactLines contact={contact} />
        </>
      )}
    </>
  );
}

/** Phone and e-mail, or why they are missing. The height of the phone line is reserved from the beginning. */
export function ContactLines({ contact }: { contact: Contact }) {
  const { progress, client, retry } = contact;
  if (progress === 'loading') return <Waiting label={t`Loading phone and e-mail`} />;
  if (progress === 'failed') {
    return (
      <ErrorMessage className="min-h-6" onRetry={retry}>
        {t`Phone and e-mail could not be loaded.`}
      </ErrorMessage>
    );
  }
  if (!client?.phone && !client?.email) {
    return (
      <p className="min-h-6 text-muted">{client ? t`No phone or e-mail on file` : t`Phone and e-mail not found`}</p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      {client.phone ? (
        <ContactLink
          icon={Phone}
          text={client.phone}
          href={phoneHref(client.phone)}
          className="text-base font-medium tabular-nums"
        />
      ) : (
        <span className="min-h-6 text-muted">{t`No phone on file`}</span>
      )}
      {client.email ? <ContactLink icon={Mail} text={client.email} href={emailHref(client.email)} /> : null}
    </div>
  );
}

/** A placeholder for lines that are loading. */
export function Waiting({ label, lines = 1 }: { label: string; lines?: number }) {
  return (
    <div aria-busy="true">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
        <span key={line} className="flex h-6 items-center">
          <span aria-hidden="true" className="h-3.5 w-40 max-w-full animate-pulse rounded bg-sunken" />
        </span>
      ))}
    </div>
  );
}
