import type { ClientTexts } from './client-texts.ts';

export const clientTexts: ClientTexts = {
  name: 'Français',
  direction: 'ltr',
  messages: {
    confirmation: {
      email: {
        subject: 'C’est réservé\u202f: {pet}, {date}, {time}',
        body: `Bonjour {client},

Voici ce que nous avons réservé pour vous\u202f:

{pet}
{type}
Le {date} à {time}

{store}
{address}
Téléphone\u202f: {phone}

Avant de venir\u202f: {preparation}

Pour confirmer ou modifier\u202f: {link}`,
      },
      sms: {
        body: `Rendez-vous : {pet}, {date}, {time}, {store}
{preparation}
Confirmer ou modifier : {link}`,
      },
    },
    reminder: {
      email: {
        subject: 'Rappel\u202f: {pet}, {date}, {time}',
        body: `Bonjour {client},

Nous vous attendons\u202f:

{pet}
{type}
Le {date} à {time}

{store}
{address}
Téléphone\u202f: {phone}

Avant de venir\u202f: {preparation}

Pour confirmer ou modifier\u202f: {link}`,
      },
      sms: {
        body: `Rappel : {pet}, {date}, {time}, {store}
{preparation}
Confirmer ou modifier : {link}`,
      },
    },
    cancellation: {
      email: {
        subject: 'Annulation\u202f: {pet}, {date}, {time}',
        body: `Bonjour {client},

La réservation suivante est annulée\u202f:

{pet}
{type}
Le {date} à {time}

{store}
{address}

Pour choisir un autre horaire, merci de nous appeler\u202f: {phone}`,
      },
      sms: {
        body: `Annulation : {pet}, {date}, {time}, {store}
Pour un autre horaire, appelez-nous : {phone}`,
      },
    },
  },
  withoutLink: {
    email: 'Pour toute modification, merci de nous appeler\u202f: {phone}',
    sms: 'Pour modifier, appelez-nous : {phone}',
  },
  page: { language: 'Langue' },
};
