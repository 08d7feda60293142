import type { BookingPageTexts } from './booking-page-texts.ts';

export const bookingTexts: BookingPageTexts = {
  request: 'Afspraak aanvragen',
  progress: 'Stap {step} van {count}',
  emergency: 'Bel ons in een noodgeval meteen.',
  back: 'Terug',
  continue: 'Verder',

  what: 'Wat kunnen we voor uw dier doen?',

  when: 'Wanneer komt het u uit?',
  days: 'Dagen met vrije tijden',
  laterDays: 'Latere dagen',
  firstDays: 'Eerste vrije dagen',
  times: 'Vrije tijden',

  who: 'Wie komt er?',
  you: 'U',
  pet: 'Uw dier',
  labels: {
    firstName: 'Voornaam',
    lastName: 'Achternaam',
    email: 'E-mail',
    phone: 'Telefoon',
    petName: 'Naam',
    species: 'Diersoort',
    note: 'Wat moeten we weten? (optioneel)',
  },
  hints: {
    email: 'We sturen een code naar dit adres.',
    phone: 'Voor het geval we een vraag hebben.',
    note: 'Maximaal 1000 tekens',
  },
  species: ['Hond', 'Kat', 'Konijn', 'Cavia', 'Hamster', 'Vogel'],
  leaveEmpty: 'Laat dit leeg',
  checkFields: 'Er ontbreekt iets of er klopt iets niet. Kijk naar de gemarkeerde velden.',
  missing: 'Vul dit in.',
  tooLong: 'Maak dit korter: maximaal {max} tekens. Het zijn er nu {count}.',
  invalidEmail: 'Vul een adres in zoals naam@voorbeeld.nl.',
  invalidPhone: 'Vul een telefoonnummer in met alleen cijfers, bijvoorbeeld 020 123 4567.',
  undeliverable: 'We konden geen e-mail naar dit adres sturen. Controleer het.',

  code: 'Vul uw code in',
  codeSent: 'We hebben een code gestuurd naar {email}. Zodra u die hier invult, is de tijd voor u gereserveerd.',
  codeInDemo: 'Dit is een demonstratie: er wordt geen e-mail verstuurd. Uw code is {code}.',
  codeLabel: 'Code van zes cijfers',
  codeHint: '15 minuten geldig. Komt er niets aan, kijk dan in uw map met ongewenste e-mail.',
  sendRequest: 'Aanvraag versturen',
  newCode: 'Nieuwe code sturen',
  wrongCode: 'Die code klopt niet. Controleer de code en probeer het opnieuw.',
  endedCode: 'Deze code is niet meer geldig. Laat een nieuwe sturen.',
  notSent:
    'We konden u geen code sturen, dus er is niets aangevraagd. Probeer het over een paar minuten opnieuw of bel ons.',
  tooManyCodes: 'In het afgelopen uur zijn er al meerdere codes gestuurd. Probeer het later opnieuw of bel ons.',

  taken: 'Die tijd is niet meer vrij. Kies een andere.',
  takenAfterCode: 'Die tijd is net bezet geraakt. Kies een andere. U hebt geen nieuwe code nodig.',
  chooseOther: 'Andere tijd kiezen',
  typeGone: 'Dit kunt u hier niet meer aanvragen. Kies iets anders.',
  formGone: 'Dit heeft te lang geduurd, dus er is niets aangevraagd. Controleer uw gegevens en ga verder.',

  done: 'Uw aanvraag is bij ons',
  doneText: 'We hebben deze tijd voor u gereserveerd. U krijgt ons antwoord per e-mail op {email}.',
  callToChange: 'Bel ons als u iets wilt wijzigen.',

  closed: {
    title: 'Nu geen aanvragen',
    text: 'U kunt hier nu geen afspraak aanvragen. Bel ons.',
  },
  noTimes: {
    title: 'Geen vrije tijden',
    text: 'Er is hier nu geen tijd vrij. Bel ons, dan zoeken we er een.',
  },
  dayIsFull: {
    title: 'Vandaag geen aanvragen meer',
    text: 'We kunnen hier vandaag geen aanvragen meer aannemen. Bel ons.',
  },
  unreadable: 'Uw gegevens zijn niet aangekomen. Probeer het opnieuw.',
};
