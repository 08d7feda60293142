import { t } from '@lingui/core/macro';
import { Mail, Phone } from 'lucide-react';
import { ContactLink, emailHref, phoneHref } from '#app/components/contact-link.tsx';
import { LinesSkeleton, LoadingContent } from './loaded.tsx';
import type { Contact } from './use-records.ts';

/** Phone and e-mail, or why they are missing. The height of the phone line is reserved while they load. */
export function ContactLines({ contact }: { contact: Contact }) {
  return (
    <LoadingContent
      of={contact}
      waiting={<LinesSkeleton label={t`Loading phone and e-mail`} />}
      failed={t`Phone and e-mail couldn’t be loaded.`}
      isBrief
    >
      <Lines client={contact.client} />
    </LoadingContent>
  );
}

function Lines({ client }: Pick<Contact, 'client'>) {
  if (!client?.phone && !client?.email) {
    return (
      <p className="min-h-6 text-muted">{client ? t`No phone or e-mail on file` : t`Phone and e-mail not found`}</p>
    );
  }
  const { phone, email } = client;
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      {phone ? (
        <ContactLink icon={Phone} text={phone} href={phoneHref(phone)} className="text-base font-medium tabular-nums" />
      ) : (
        <span className="min-h-6 text-muted">{t`No phone on file`}</span>
      )}
      {email ? <ContactLink icon={Mail} text={email} href={emailHref(email)} /> : null}
    </div>
  );
}
