import type { ClientTexts } from './client-texts.ts';

export const clientTexts: ClientTexts = {
  name: 'Nederlands',
  direction: 'ltr',
  messages: {
    confirmation: {
      email: {
        subject: 'Geboekt: {pet}, {date}, {time} uur',
        body: `Beste {client},

Wij hebben voor u geboekt:

{pet}
{type}
Op {date} om {time} uur

{store}
{address}
Telefoon: {phone}

Voordat u komt: {preparation}

Bevestigen of iets wijzigen: {link}`,
      },
      sms: {
        body: `Geboekt: {pet}, {date}, {time} uur, {store}
{preparation}
Bevestigen of wijzigen: {link}`,
      },
    },
    reminder: {
      email: {
        subject: 'Herinnering: {pet}, {date}, {time} uur',
        body: `Beste {client},

Wij verwachten u:

{pet}
{type}
Op {date} om {time} uur

{store}
{address}
Telefoon: {phone}

Voordat u komt: {preparation}

Bevestigen of iets wijzigen: {link}`,
      },
      sms: {
        body: `Herinnering: {pet}, {date}, {time} uur, {store}
{preparation}
Bevestigen of wijzigen: {link}`,
      },
    },
    cancellation: {
      email: {
        subject: 'Geannuleerd: {pet}, {date}, {time} uur',
        body: `Beste {client},

De volgende boeking is geannuleerd:

{pet}
{type}
Op {date} om {time} uur

{store}
{address}

Wilt u een ander tijdstip? Bel ons dan even: {phone}`,
      },
      sms: {
        body: `Geannuleerd: {pet}, {date}, {time} uur, {store}
Voor een ander tijdstip kunt u bellen: {phone}`,
      },
    },
  },
  withoutLink: {
    email: 'Wilt u iets wijzigen? Bel ons dan even: {phone}',
    sms: 'Om iets te wijzigen kunt u bellen: {phone}',
  },
  page: { language: 'Taal' },
};
