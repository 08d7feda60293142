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
    moved: {
      email: {
        subject: 'Nouvel horaire\u202f: {pet}, {date}, {time}',
        body: `Bonjour {client},

Votre rendez-vous a un nouvel horaire\u202f:

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
        body: `Nouvel horaire : {pet}, {date}, {time}, {store}
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
    due: {
      email: {
        subject: 'Visite à prévoir\u202f: {pet}',
        body: `Bonjour {client},

Il est temps de prévoir une nouvelle visite\u202f:

{pet}
{type}
À prévoir pour le {date}

Pour prendre rendez-vous, merci de nous appeler\u202f: {phone}

{store}
{address}

Pour prendre rendez-vous ou ne plus recevoir ces rappels\u202f: {link}`,
      },
      sms: {
        body: `Visite à prévoir : {pet}, {date}, {store}
{type}
RDV ou stop : {link}`,
      },
    },
  },
  withoutLink: {
    email: 'Pour toute modification, merci de nous appeler\u202f: {phone}',
    sms: 'Pour modifier, appelez-nous : {phone}',
  },
  dueWithoutLink: {
    email: 'Si vous ne souhaitez plus recevoir ces rappels, merci de nous le dire.',
    sms: 'Pour prendre rendez-vous, appelez-nous : {phone}',
  },
  requests: {
    request_booked: {
      subject: 'C’est réservé\u202f: {pet}, {date}, {time}',
      body: `Bonjour {client},

Merci pour votre demande. Voici ce que nous avons réservé pour vous\u202f:

{pet}
{type}
Le {date} à {time}

{store}
{address}
Téléphone\u202f: {phone}

Avant de venir\u202f: {preparation}

Pour confirmer ou modifier\u202f: {link}`,
    },
    request_declined: {
      subject: 'Votre demande pour le {date}, {time}',
      body: `Bonjour {client},

Merci pour votre demande. Malheureusement, nous ne pouvons pas vous proposer ce rendez-vous\u202f:

{pet}
{type}
Le {date} à {time}

{reason}

Pour choisir un autre horaire, merci de nous appeler\u202f: {phone}

{store}
{address}`,
    },
  },
  code: {
    subject: 'Votre code\u202f: {code}',
    body: `Bonjour,

Voici votre code pour la demande de rendez-vous auprès de {practice}\u202f:

{code}

Il est valable 15 minutes. Si vous n’avez pas demandé de rendez-vous, ignorez cet e-mail\u202f: sans le code, rien n’est réservé.`,
  },
  page: {
    language: 'Langue',
    notFound: {
      title: 'Page introuvable',
      text: 'Ce lien est erroné ou a expiré. S’il concernait un rendez-vous, veuillez appeler le cabinet.',
    },
    tooManyRequests: { title: 'Trop de demandes', text: 'Veuillez patienter une minute, puis réessayer.' },
    tooLarge: {
      title: 'C’était trop long',
      text: 'Rien n’a été envoyé. Veuillez revenir en arrière et raccourcir votre texte.',
    },
    failed: {
      title: 'Une erreur s’est produite',
      text: 'Veuillez réessayer dans quelques minutes ou appeler le cabinet.',
    },
    heading: { one: 'Votre rendez-vous', several: 'Vos rendez-vous' },
    at: '{time}',
    before: 'Avant de venir',
    where: 'Où nous trouver',
    directions: 'Itinéraire',
    website: 'Site web',
    confirm: 'Confirmer',
    anotherTime: 'Demander un autre horaire',
    cancel: 'Annuler le rendez-vous',
    note: 'Quand cela vous conviendrait-il mieux ? (facultatif)',
    noteLimit: '500 caractères au maximum',
    send: 'Envoyer la demande',
    cancelWarning: 'L’horaire sera libéré pour d’autres, et vous ne pourrez pas revenir en arrière ici.',
    cancelNow: 'Oui, annuler',
    ask: 'Merci de nous dire si vous viendrez.',
    askAgain: 'Ce rendez-vous a un nouvel horaire. Merci de nous dire s’il vous convient.',
    confirmed: 'Vous avez confirmé ce rendez-vous. Merci !',
    anotherTimeAsked:
      'Vous avez demandé un autre horaire. Nous vous contacterons ; d’ici là, cet horaire vous reste réservé.',
    yourNote: 'Votre message',
    cancelledByClient: 'Vous avez annulé ce rendez-vous.',
    cancelled: 'Ce rendez-vous est annulé.',
    callForNew: 'Pour un nouveau rendez-vous, veuillez nous appeler.',
    callToCancel: 'Pour annuler, veuillez nous appeler.',
    closed: 'Ce rendez-vous ne peut plus être modifié ici.',
    moved:
      'Rien n’a été modifié, car le rendez-vous a été déplacé entre-temps. Veuillez regarder le nouvel horaire et répondre à nouveau.',
    tooLate: 'Il est trop tard pour annuler ici ; votre rendez-vous reste donc réservé. Veuillez nous appeler.',
    impossible: 'Rien n’a été modifié, car ce rendez-vous n’est plus ouvert.',
    unreadable: 'Votre réponse ne nous est pas parvenue. Veuillez réessayer.',
    noteTooLong: 'Veuillez raccourcir ce texte à 500 caractères. Il en compte {count}.',
    due: {
      title: 'Visite à prévoir',
      on: 'À prévoir pour le {date}',
      book: 'Pour prendre rendez-vous, veuillez nous appeler.',
      bookOnline: 'Demander un rendez-vous en ligne',
      nothing: 'Rien n’est à prévoir pour le moment. Merci !',
      reminders: 'Vous recevez un message quand une visite est à prévoir pour l’un de vos animaux.',
      stop: 'Ne plus me le rappeler',
      stopped: 'Vous ne recevrez plus ces rappels. Si vous changez d’avis, dites-le-nous.',
    },
  },
};
