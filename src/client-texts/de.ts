import type { ClientTexts } from './client-texts.ts';

export const clientTexts: ClientTexts = {
  name: 'Deutsch',
  direction: 'ltr',
  messages: {
    confirmation: {
      email: {
        subject: 'Gebucht: {pet}, {date}, {time} Uhr',
        body: `Guten Tag {client},

wir haben für Sie gebucht:

{pet}
{type}
{date}, {time} Uhr

{store}
{address}
Telefon: {phone}

Bitte beachten Sie vorher: {preparation}

Bestätigen oder etwas ändern: {link}`,
      },
      sms: {
        body: `Gebucht: {pet}, {date}, {time} Uhr, {store}
{preparation}
Bestätigen oder ändern: {link}`,
      },
    },
    reminder: {
      email: {
        subject: 'Erinnerung: {pet}, {date}, {time} Uhr',
        body: `Guten Tag {client},

wir freuen uns auf Ihren Besuch:

{pet}
{type}
{date}, {time} Uhr

{store}
{address}
Telefon: {phone}

Bitte beachten Sie vorher: {preparation}

Bestätigen oder etwas ändern: {link}`,
      },
      sms: {
        body: `Erinnerung: {pet}, {date}, {time} Uhr, {store}
{preparation}
Bestätigen oder ändern: {link}`,
      },
    },
    cancellation: {
      email: {
        subject: 'Abgesagt: {pet}, {date}, {time} Uhr',
        body: `Guten Tag {client},

folgende Buchung ist abgesagt:

{pet}
{type}
{date}, {time} Uhr

{store}
{address}

Wenn Sie eine andere Zeit wünschen, rufen Sie uns bitte an: {phone}`,
      },
      sms: {
        body: `Abgesagt: {pet}, {date}, {time} Uhr, {store}
Für eine andere Zeit rufen Sie bitte an: {phone}`,
      },
    },
  },
  withoutLink: {
    email: 'Wenn Sie etwas ändern möchten, rufen Sie uns bitte an: {phone}',
    sms: 'Für Änderungen rufen Sie bitte an: {phone}',
  },
  page: { language: 'Sprache' },
};
