import { t } from '@lingui/core/macro';
import { Mail, Phone } from 'lucide-react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { Alerts } from '#app/components/alerts.tsx';
import { AppLink } from '#app/components/app-link.tsx';
import { ContactLink, emailHref, phoneHref } from '#app/components/contact-link.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { messagesOptOutText, recallsOptOutText } from '#app/features/clients/message-settings-text.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { factsText } from '#app/text/list-text.ts';
import { deadOrInactiveText, isDeadOrInactive } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { browserZone, dayInYearText, instantParts } from '#app/text/time-text.ts';
import type { ReceivedDuplicateClient } from '#contract/received-duplicates.ts';
import { appointmentsText } from './merge-notices.tsx';

interface DuplicateClientProps {
  client: ReceivedDuplicateClient;
  /** `YYYY-MM-DD` */
  today: string;
  /** Whether a merge keeps this client. */
  isKept: boolean;
}

/** One of the two clients of a pair, with contact details, pets and appointments. */
export function DuplicateClient({ client, today, isKept }: DuplicateClientProps) {
  const addresses = useAddresses();
  const { fallbackZone } = useDesk();
  const { phone, email, pets, appointments, nextAppointment } = client;
  const next = nextAppointment === null ? null : Date.parse(nextAppointment);
  return (
    <div className="flex min-w-0 flex-col gap-1 px-3 py-2">
      <p className="flex items-baseline justify-between gap-2">
        <AppLink to={addresses.client(client.id)} className="min-w-0 text-base font-semibold break-words text-accent">
          <bdi>{client.name}</bdi>
        </AppLink>
        <span
          className={`shrink-0 rounded-full px-2 text-xs leading-5 font-semibold ${isKept ? 'bg-accent-soft text-accent' : 'bg-sunken text-muted'}`}
        >
          {isKept
            ? t({ message: 'Stays', comment: 'the client who is kept when two are merged' })
            : t({ message: 'Becomes inactive', comment: 'the other of two clients who are merged' })}
        </span>
      </p>
      <div className="flex flex-wrap gap-x-4">
        {phone === null ? (
          <span className="text-muted">{t`No phone on file`}</span>
        ) : (
          <ContactLink icon={Phone} text={phone} href={phoneHref(phone)} className="tabular-nums" />
        )}
        {email === null ? null : <ContactLink icon={Mail} text={email} href={emailHref(email)} />}
      </div>
      {client.contactBy === 'none' ? <p className="text-muted">{messagesOptOutText()}</p> : null}
      {client.recallsBy === 'none' ? <p className="text-muted">{recallsOptOutText()}</p> : null}
      <Alerts pet={null} client={client} today={today} className="rounded-md px-2 py-1" />
      <p className="break-words">
        {(pets ?? []).length === 0 ? (
          <span className="text-muted">{t`No pets`}</span>
        ) : (
          (pets ?? []).map((pet, index) => (
            <span key={pet.id} className={isDeadOrInactive(pet) ? 'text-muted' : ''}>
              {index === 0 ? '' : ' · '}
              <bdi>{factsText([pet.name, deadOrInactiveText(pet, today)])}</bdi>
            </span>
          ))
        )}
      </p>
      <p className="tabular-nums text-muted">
        <InlineTexts
          of={[appointmentsText(appointments), next === null ? texts.noneBooked : nextText(next, fallbackZone)]}
        />
      </p>
    </div>
  );
}

function nextText(start: number, zone: string): string {
  const when = [dayInYearText(zone, start, Date.now()), instantParts(zone, start, browserZone).time].join(' ');
  return t({ message: `next ${when}`, comment: 'the next appointment of a client: day and time' });
}
