import type { BookingPageTexts } from './booking-page-texts.ts';

export const bookingTexts: BookingPageTexts = {
  request: 'Demander un rendez-vous',
  progress: 'Étape {step} sur {count}',
  emergency: 'En cas d’urgence, veuillez nous appeler tout de suite.',
  back: 'Retour',
  continue: 'Continuer',

  what: 'Que pouvons-nous faire pour votre animal ?',

  when: 'Quand cela vous conviendrait-il ?',
  days: 'Jours avec des horaires libres',
  laterDays: 'Jours suivants',
  firstDays: 'Premiers jours libres',
  times: 'Horaires libres',

  who: 'Qui vient nous voir ?',
  you: 'Vous',
  pet: 'Votre animal',
  labels: {
    firstName: 'Prénom',
    lastName: 'Nom de famille',
    email: 'E-mail',
    phone: 'Téléphone',
    petName: 'Nom de l’animal',
    species: 'Espèce',
    note: 'Que devons-nous savoir ? (facultatif)',
  },
  hints: {
    email: 'Nous enverrons un code à cette adresse.',
    phone: 'Au cas où nous aurions une question.',
    note: '1 000 caractères au maximum',
  },
  species: ['Chien', 'Chat', 'Lapin', 'Cochon d’Inde', 'Hamster', 'Oiseau'],
  leaveEmpty: 'Veuillez laisser ce champ vide',
  checkFields: 'Il manque quelque chose, ou une correction est nécessaire. Veuillez regarder les champs signalés.',
  missing: 'Veuillez remplir ce champ.',
  tooLong: 'Veuillez raccourcir ce texte à {max} caractères. Il en compte {count}.',
  invalidEmail: 'Veuillez saisir une adresse comme nom@exemple.fr.',
  invalidPhone: 'Veuillez saisir un numéro composé de chiffres, par exemple 01 23 45 67 89.',
  undeliverable: 'Nous n’avons pas pu envoyer d’e-mail à cette adresse. Veuillez la vérifier.',

  code: 'Saisissez votre code',
  codeSent: 'Nous avons envoyé un code à {email}. Dès que vous l’aurez saisi ici, l’horaire vous sera réservé.',
  codeInDemo: 'Ceci est une démonstration : aucun e-mail n’est envoyé. Votre code est {code}.',
  codeLabel: 'Code à six chiffres',
  codeHint: 'Valable 15 minutes. Si rien n’arrive, veuillez regarder dans vos courriers indésirables.',
  sendRequest: 'Envoyer la demande',
  newCode: 'Envoyer un nouveau code',
  wrongCode: 'Ce code est erroné. Veuillez le vérifier et réessayer.',
  endedCode: 'Ce code n’est plus valable. Veuillez en demander un nouveau.',
  notSent:
    'Nous n’avons pas pu vous envoyer de code ; rien n’a donc été demandé. Veuillez réessayer dans quelques minutes ou nous appeler.',
  tooManyCodes:
    'Plusieurs codes ont déjà été envoyés durant la dernière heure. Veuillez réessayer plus tard ou nous appeler.',

  taken: 'Cet horaire n’est plus libre. Veuillez en choisir un autre.',
  takenAfterCode: 'Cet horaire vient d’être pris. Veuillez en choisir un autre. Il ne vous faut pas de nouveau code.',
  chooseOther: 'Choisir un autre horaire',
  typeGone: 'Ce motif n’est plus proposé ici. Veuillez en choisir un autre.',
  formGone: 'Cela a pris trop de temps ; rien n’a donc été demandé. Veuillez vérifier vos informations et continuer.',

  done: 'Nous avons reçu votre demande',
  doneText: 'Cet horaire vous est réservé. Vous recevrez notre réponse par e-mail à {email}.',
  callToChange: 'Pour toute modification, veuillez nous appeler.',

  closed: {
    title: 'Pas de demandes pour le moment',
    text: 'Vous ne pouvez pas demander de rendez-vous ici pour le moment. Veuillez nous appeler.',
  },
  noTimes: {
    title: 'Aucun horaire libre',
    text: 'Aucun horaire n’est libre ici pour le moment. Veuillez nous appeler, nous en trouverons un.',
  },
  dayIsFull: {
    title: 'Plus de demandes aujourd’hui',
    text: 'Nous ne pouvons plus prendre de demandes ici aujourd’hui. Veuillez nous appeler.',
  },
  unreadable: 'Vos informations ne nous sont pas parvenues. Veuillez réessayer.',
};
