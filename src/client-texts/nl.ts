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
    moved: {
      email: {
        subject: 'Nieuwe tijd: {pet}, {date}, {time} uur',
        body: `Beste {client},

Uw afspraak heeft een nieuwe tijd:

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
        body: `Nieuwe tijd: {pet}, {date}, {time} uur, {store}
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
    due: {
      email: {
        subject: 'Weer aan de beurt: {pet}',
        body: `Beste {client},

Het is weer tijd voor:

{pet}
{type}
Aan de beurt op {date}

Bel ons voor een afspraak: {phone}

{store}
{address}

Afspraak maken of geen herinneringen meer ontvangen: {link}`,
      },
      sms: {
        body: `Weer aan de beurt: {pet}, {date}, {store}
{type}
Afspraak of stop: {link}`,
      },
    },
  },
  withoutLink: {
    email: 'Wilt u iets wijzigen? Bel ons dan even: {phone}',
    sms: 'Om iets te wijzigen kunt u bellen: {phone}',
  },
  dueWithoutLink: {
    email: 'Wilt u deze herinneringen niet meer ontvangen? Laat het ons dan weten.',
    sms: 'Voor een afspraak kunt u bellen: {phone}',
  },
  requests: {
    request_booked: {
      subject: 'Geboekt: {pet}, {date}, {time} uur',
      body: `Beste {client},

Bedankt voor uw aanvraag. Wij hebben voor u geboekt:

{pet}
{type}
Op {date} om {time} uur

{store}
{address}
Telefoon: {phone}

Voordat u komt: {preparation}

Bevestigen of iets wijzigen: {link}`,
    },
    request_declined: {
      subject: 'Uw aanvraag voor {date}, {time} uur',
      body: `Beste {client},

Bedankt voor uw aanvraag. Helaas kunnen wij u deze afspraak niet aanbieden:

{pet}
{type}
Op {date} om {time} uur

{reason}

Wilt u een ander tijdstip? Bel ons dan even: {phone}

{store}
{address}`,
    },
  },
  code: {
    subject: 'Uw code: {code}',
    body: `Hallo,

Uw code voor de afspraakaanvraag bij {practice}:

{code}

De code is 15 minuten geldig. Hebt u geen afspraak aangevraagd? Dan hoeft u niets te doen: zonder de code wordt er niets geboekt.`,
  },
  page: {
    language: 'Taal',
    notFound: {
      title: 'Pagina niet gevonden',
      text: 'Deze link klopt niet of is verlopen. Ging het om een afspraak, bel dan de praktijk.',
    },
    tooManyRequests: { title: 'Te veel verzoeken', text: 'Wacht een minuut en probeer het dan opnieuw.' },
    tooLarge: { title: 'Dat was te lang', text: 'Er is niets verstuurd. Ga terug en maak uw tekst korter.' },
    failed: { title: 'Er is iets misgegaan', text: 'Probeer het over een paar minuten opnieuw of bel de praktijk.' },
    heading: { one: 'Uw afspraak', several: 'Uw afspraken' },
    at: '{time} uur',
    before: 'Voordat u komt',
    where: 'Waar u ons vindt',
    directions: 'Route',
    website: 'Website',
    confirm: 'Bevestigen',
    anotherTime: 'Andere tijd vragen',
    cancel: 'Afspraak afzeggen',
    note: 'Wanneer zou het u beter uitkomen? (optioneel)',
    noteLimit: 'Maximaal 500 tekens',
    send: 'Verzoek versturen',
    cancelWarning: 'De tijd komt vrij voor anderen en u kunt dit hier niet ongedaan maken.',
    cancelNow: 'Ja, afzeggen',
    ask: 'Laat ons weten of u komt.',
    askAgain: 'Deze afspraak heeft een nieuwe tijd. Laat ons weten of die u uitkomt.',
    confirmed: 'U hebt deze afspraak bevestigd. Dank u wel!',
    anotherTimeAsked:
      'U hebt om een andere tijd gevraagd. We nemen contact met u op; tot dan blijft deze tijd voor u geboekt.',
    yourNote: 'Uw bericht',
    cancelledByClient: 'U hebt deze afspraak afgezegd.',
    cancelled: 'Deze afspraak is afgezegd.',
    callForNew: 'Bel ons voor een nieuwe afspraak.',
    callToCancel: 'Bel ons om af te zeggen.',
    closed: 'Deze afspraak kan hier niet meer worden gewijzigd.',
    moved: 'Er is niets gewijzigd, want de afspraak is intussen verplaatst. Bekijk de nieuwe tijd en antwoord opnieuw.',
    tooLate: 'Afzeggen kan hier niet meer, dus uw afspraak blijft staan. Bel ons.',
    impossible: 'Er is niets gewijzigd, want de afspraak staat niet meer open.',
    unreadable: 'Uw antwoord is niet aangekomen. Probeer het opnieuw.',
    noteTooLong: 'Maak dit korter: maximaal 500 tekens. Het zijn er nu {count}.',
    due: {
      title: 'Weer aan de beurt',
      on: 'Aan de beurt op {date}',
      book: 'Bel ons voor een afspraak.',
      bookOnline: 'Online een afspraak aanvragen',
      nothing: 'Er is nu niets aan de beurt. Dank u wel!',
      reminders: 'U krijgt een bericht als een van uw dieren weer aan de beurt is.',
      stop: 'Niet meer herinneren',
      stopped: 'U krijgt geen herinneringen meer. Bedenkt u zich? Laat het ons weten.',
    },
  },
};
