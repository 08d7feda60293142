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
    moved: {
      email: {
        subject: 'Neue Zeit: {pet}, {date}, {time} Uhr',
        body: `Guten Tag {client},

Ihr Termin hat eine neue Zeit:

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
        body: `Neue Zeit: {pet}, {date}, {time} Uhr, {store}
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
    due: {
      email: {
        subject: 'Wieder fällig: {pet}',
        body: `Guten Tag {client},

es ist wieder so weit:

{pet}
{type}
Fällig: {date}

Für einen Termin rufen Sie uns bitte an: {phone}

{store}
{address}

Termin vereinbaren oder keine Erinnerungen mehr erhalten: {link}`,
      },
      sms: {
        body: `Wieder fällig: {pet}, {date}, {store}
{type}
Termin oder Abmelden: {link}`,
      },
    },
  },
  withoutLink: {
    email: 'Wenn Sie etwas ändern möchten, rufen Sie uns bitte an: {phone}',
    sms: 'Für Änderungen rufen Sie bitte an: {phone}',
  },
  dueWithoutLink: {
    email: 'Wenn Sie diese Erinnerungen nicht mehr möchten, geben Sie uns bitte Bescheid.',
    sms: 'Für einen Termin rufen Sie bitte an: {phone}',
  },
  requests: {
    request_booked: {
      subject: 'Gebucht: {pet}, {date}, {time} Uhr',
      body: `Guten Tag {client},

vielen Dank für Ihre Anfrage. Wir haben für Sie gebucht:

{pet}
{type}
{date}, {time} Uhr

{store}
{address}
Telefon: {phone}

Bitte beachten Sie vorher: {preparation}

Bestätigen oder etwas ändern: {link}`,
    },
    request_declined: {
      subject: 'Ihre Anfrage für {date}, {time} Uhr',
      body: `Guten Tag {client},

vielen Dank für Ihre Anfrage. Diesen Termin können wir Ihnen leider nicht anbieten:

{pet}
{type}
{date}, {time} Uhr

{reason}

Wenn Sie eine andere Zeit wünschen, rufen Sie uns bitte an: {phone}

{store}
{address}`,
    },
  },
  code: {
    subject: 'Ihr Code: {code}',
    body: `Guten Tag,

Ihr Code für die Terminanfrage bei {practice}:

{code}

Er gilt 15 Minuten. Wenn Sie keinen Termin angefragt haben, brauchen Sie nichts zu tun: Ohne den Code wird nichts gebucht.`,
  },
  page: {
    language: 'Sprache',
    notFound: {
      title: 'Seite nicht gefunden',
      text: 'Dieser Link ist falsch oder abgelaufen. Wenn es um einen Termin ging, rufen Sie bitte in der Praxis an.',
    },
    tooManyRequests: {
      title: 'Zu viele Anfragen',
      text: 'Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    },
    tooLarge: {
      title: 'Das war zu viel',
      text: 'Es wurde nichts gesendet. Bitte gehen Sie zurück und kürzen Sie Ihren Text.',
    },
    failed: {
      title: 'Etwas ist schiefgegangen',
      text: 'Bitte versuchen Sie es in ein paar Minuten noch einmal oder rufen Sie in der Praxis an.',
    },
    heading: { one: 'Ihr Termin', several: 'Ihre Termine' },
    at: '{time} Uhr',
    before: 'Vor dem Termin',
    where: 'So finden Sie uns',
    directions: 'Route',
    website: 'Website',
    confirm: 'Termin bestätigen',
    anotherTime: 'Andere Zeit anfragen',
    cancel: 'Termin absagen',
    note: 'Wann würde es Ihnen besser passen? (freiwillig)',
    noteLimit: 'Bis zu 500 Zeichen',
    send: 'Anfrage senden',
    cancelWarning: 'Die Zeit wird für andere frei, und Sie können das hier nicht rückgängig machen.',
    cancelNow: 'Ja, absagen',
    ask: 'Bitte geben Sie uns Bescheid, ob Sie kommen.',
    askAgain: 'Dieser Termin hat eine neue Zeit. Bitte geben Sie uns Bescheid, ob sie Ihnen passt.',
    confirmed: 'Sie haben diesen Termin bestätigt. Vielen Dank!',
    anotherTimeAsked:
      'Sie haben eine andere Zeit angefragt. Wir melden uns; bis dahin bleibt diese Zeit für Sie gebucht.',
    yourNote: 'Ihre Nachricht',
    cancelledByClient: 'Sie haben diesen Termin abgesagt.',
    cancelled: 'Dieser Termin ist abgesagt.',
    callForNew: 'Für einen neuen Termin rufen Sie uns bitte an.',
    callToCancel: 'Zum Absagen rufen Sie uns bitte an.',
    closed: 'Dieser Termin kann hier nicht mehr geändert werden.',
    moved:
      'Es wurde nichts geändert, denn der Termin wurde inzwischen verschoben. Bitte sehen Sie sich die neue Zeit an und antworten Sie noch einmal.',
    tooLate: 'Zum Absagen ist es hier zu spät, Ihr Termin bleibt also gebucht. Bitte rufen Sie uns an.',
    impossible: 'Es wurde nichts geändert, denn der Termin ist nicht mehr offen.',
    unreadable: 'Ihre Antwort ist nicht angekommen. Bitte versuchen Sie es noch einmal.',
    noteTooLong: 'Bitte kürzen Sie das auf 500 Zeichen. Jetzt sind es {count}.',
    due: {
      title: 'Wieder fällig',
      on: 'Fällig: {date}',
      book: 'Für einen Termin rufen Sie uns bitte an.',
      bookOnline: 'Termin online anfragen',
      nothing: 'Zurzeit ist nichts fällig. Vielen Dank!',
      reminders: 'Sie bekommen eine Nachricht, wenn eines Ihrer Tiere wieder an der Reihe ist.',
      stop: 'Nicht mehr erinnern',
      stopped: 'Sie werden nicht mehr erinnert. Wenn Sie es sich anders überlegen, sagen Sie uns bitte Bescheid.',
    },
  },
};
