import type { BookingPageTexts } from './booking-page-texts.ts';

export const bookingTexts: BookingPageTexts = {
  request: 'Termin anfragen',
  progress: 'Schritt {step} von {count}',
  emergency: 'Im Notfall rufen Sie uns bitte sofort an.',
  back: 'Zurück',
  continue: 'Weiter',

  what: 'Was können wir für Ihr Tier tun?',

  when: 'Wann passt es Ihnen?',
  days: 'Tage mit freien Zeiten',
  laterDays: 'Spätere Tage',
  firstDays: 'Erste freie Tage',
  times: 'Freie Zeiten',

  who: 'Wer kommt zu uns?',
  you: 'Sie',
  pet: 'Ihr Tier',
  labels: {
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail',
    phone: 'Telefon',
    petName: 'Name',
    species: 'Tierart',
    note: 'Was sollten wir wissen? (freiwillig)',
  },
  hints: {
    email: 'An diese Adresse senden wir einen Code.',
    phone: 'Falls wir eine Frage haben.',
    note: 'Bis zu 1.000 Zeichen',
  },
  species: ['Hund', 'Katze', 'Kaninchen', 'Meerschweinchen', 'Hamster', 'Vogel'],
  leaveEmpty: 'Bitte leer lassen',
  checkFields: 'Etwas fehlt oder stimmt noch nicht. Bitte sehen Sie sich die markierten Felder an.',
  missing: 'Bitte füllen Sie dieses Feld aus.',
  tooLong: 'Bitte kürzen Sie das auf {max} Zeichen. Jetzt sind es {count}.',
  invalidEmail: 'Bitte geben Sie eine Adresse wie name@beispiel.de ein.',
  invalidPhone: 'Bitte geben Sie eine Telefonnummer nur mit Ziffern ein, zum Beispiel 030 1234567.',
  undeliverable: 'An diese Adresse konnten wir keine E-Mail senden. Bitte prüfen Sie sie.',

  code: 'Geben Sie Ihren Code ein',
  codeSent: 'Wir haben einen Code an {email} gesendet. Sobald Sie ihn hier eingeben, ist die Zeit für Sie reserviert.',
  codeInDemo: 'Dies ist eine Vorführung: Es wird keine E-Mail gesendet. Ihr Code ist {code}.',
  codeLabel: 'Code mit sechs Ziffern',
  codeHint: '15 Minuten gültig. Wenn nichts ankommt, sehen Sie bitte im Spam-Ordner nach.',
  sendRequest: 'Anfrage senden',
  newCode: 'Neuen Code senden',
  wrongCode: 'Dieser Code ist falsch. Bitte prüfen Sie ihn und versuchen Sie es noch einmal.',
  endedCode: 'Dieser Code gilt nicht mehr. Bitte lassen Sie sich einen neuen senden.',
  notSent:
    'Wir konnten Ihnen keinen Code senden, es wurde also nichts angefragt. Bitte versuchen Sie es in ein paar Minuten noch einmal oder rufen Sie uns an.',
  tooManyCodes:
    'In der letzten Stunde wurden schon mehrere Codes gesendet. Bitte versuchen Sie es später noch einmal oder rufen Sie uns an.',

  taken: 'Diese Zeit ist nicht mehr frei. Bitte wählen Sie eine andere.',
  takenAfterCode:
    'Diese Zeit wurde gerade vergeben. Bitte wählen Sie eine andere. Einen neuen Code brauchen Sie nicht.',
  chooseOther: 'Andere Zeit wählen',
  typeGone: 'Das wird hier nicht mehr angeboten. Bitte wählen Sie etwas anderes.',
  formGone:
    'Das hat zu lange gedauert, es wurde also nichts angefragt. Bitte prüfen Sie Ihre Angaben und gehen Sie weiter.',

  done: 'Ihre Anfrage ist bei uns',
  doneText: 'Wir haben diese Zeit für Sie reserviert. Unsere Antwort bekommen Sie per E-Mail an {email}.',
  callToChange: 'Wenn Sie etwas ändern möchten, rufen Sie uns bitte an.',

  closed: {
    title: 'Zurzeit keine Anfragen',
    text: 'Hier können Sie zurzeit keinen Termin anfragen. Bitte rufen Sie uns an.',
  },
  noTimes: {
    title: 'Keine freien Zeiten',
    text: 'Zurzeit gibt es hier keine freie Zeit. Bitte rufen Sie uns an, wir finden eine.',
  },
  dayIsFull: {
    title: 'Heute keine Anfragen mehr',
    text: 'Wir können hier heute keine weiteren Anfragen annehmen. Bitte rufen Sie uns an.',
  },
  unreadable: 'Ihre Angaben sind nicht angekommen. Bitte versuchen Sie es noch einmal.',
};
