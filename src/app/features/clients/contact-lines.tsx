import { t } from '@lingui/core/macro';
import { Mail, MessageSquare, MessageSquareOff, Phone } from 'lucide-react';
import { ContactLink, emailHref, phoneHref } from '#app/components/contact-link.tsx';
import type { ReceivedClient } from '#contract/received.ts';
import { LinesSkeleton, LoadingContent } from './loading-content.tsx';
import { messageSettingsText, recallSettingsText } from './message-settings-text.ts';
import type { Contact } from './use-records.ts';

interface ContactLinesProps {
  contact: Contact;
  /** Whether to show the client's settings for messages, too. */
  withMessages?: boolean;
}

/** Phone and e-mail, or why they are missing. The height of the phone line is reserved while they load. */
export function ContactLines({ contact, withMessages = false }: ContactLinesProps) {
  return (
    <LoadingContent
      of={contact}
      waiting={<LinesSkeleton label={t`Loading phone and e-mail`} />}
      failed={t`Phone and e-mail couldn’t be loaded.`}
      isBrief
    >
      <div className="flex flex-wrap items-center gap-x-4">
        <PhoneAndEmail client={contact.client} />
        {withMessages && contact.client ? <MessageSettings client={contact.client} /> : null}
      </div>
    </LoadingContent>
  );
}

function PhoneAndEmail({ client }: Pick<Contact, 'client'>) {
  if (!client?.phone && !client?.email) {
    return (
      <p className="min-h-6 text-muted">{client ? t`No phone or e-mail on file` : t`Phone and e-mail not found`}</p>
    );
  }
  const { phone, email } = client;
  return (
    <>
      {phone ? (
        <ContactLink icon={Phone} text={phone} href={phoneHref(phone)} className="text-base font-medium tabular-nums" />
      ) : (
        <span className="min-h-6 text-muted">{t`No phone on file`}</span>
      )}
      {email ? <ContactLink icon={Mail} text={email} href={emailHref(email)} /> : null}
    </>
  );
}

/** The client's settings for messages: their channel and language, and how the client is reminded when a pet is due again. */
function MessageSettings({ client }: { client: ReceivedClient }) {
  const facts = [
    { text: messageSettingsText(client), isOff: client.contactBy === 'none' },
    { text: recallSettingsText(client), isOff: client.recallsBy === 'none' },
  ];
  return facts.map(({ text, isOff }) => {
    const Icon = isOff ? MessageSquareOff : MessageSquare;
    return text === null ? null : (
      <span key={text} className="inline-flex min-h-6 items-center gap-1.5 text-muted">
        <Icon aria-hidden="true" size={14} className="shrink-0" />
        {text}
      </span>
    );
  });
}
