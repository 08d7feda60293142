import type { ClientTexts } from './client-texts.ts';

export const clientTexts: ClientTexts = {
  name: 'Français',
  direction: 'ltr',
  messages: {
    confirmation: {
      email: {
        subject: 'C’est réservé : {pet}, {date}, {time}',
        body: `Bonjour {client},

Voici ce que nous avons réservé pour vous :

{pet}
{type}
{date}, {time}

{store}
{address}
Téléphone : {phone}

Avant de venir : {preparation}

Pour confirmer ou modifier : {link}`,
      },
      sms: {
        body: `Rendez-vous : {pet}, {date}, {time}, {store}
{preparation}
Confirmer ou modifier : {link}`,
      },
    },
    reminder: {
      email: {
        subject: 'Rappel : {pet}, {date}, {time}',
        body: `Bonjour {client},

Nous vous attendons :

{pet}
{type}
{date}, {time}

{store}
{address}
Téléphone : {phone}

Avant de venir : {preparation}

Pour confirmer ou modifier : {link}`,
      },
      sms: {
        body: `Rappel : {pet}, {date}, {time}, {store}
{preparation}
Confirmer ou modifier : {link}`,
      },
    },
    cancellation: {
      email: {
        subject: 'Annulation : {pet}, {date}, {time}',
        body: `Bonjour {client},

La réservation suivante est annulée :

{pet}
{type}
{date}, {time}

{store}
{address}

Pour choisir un autre horaire, merci de nous appeler : {phone}`,
      },
      sms: {
        body: `Annulation : {pet}, {date}, {time}, {store}
Pour un autre horaire, appelez-nous : {phone}`,
      },
    },
  },
  withoutLink: {
    email: 'Pour toute modification, merci de nous appeler : {phone}',
    sms: 'Pour modifier, appelez-nous : {phone}',
  },
  page: { language: 'Langue' },
};
