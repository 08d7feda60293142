import { type OldSystem, windowsLines } from './old-system.ts';

/** Semicolons and Windows umlauts, family name first, abbreviated roles. */
const kunden: OldSystem = {
  about: 'Kunden, Tiere, Mitarbeiter, Termine',
  served: {
    clients: [
      'Ayse · Özdemir · – · –',
      'Jörg · Müller · mueller@example.com · 0171 2312510',
      'Uwe · Schön · – · 0172 2312106',
      'Änne · Groß · – · 089 2312 102',
      '– · Gestüt Grünhof GmbH · info@gruenhof.example · 04131 2312 103',
    ],
    pets: [
      'Bärli · Jörg Müller · Hund · Schäferhund · männlich · 2016-04-13',
      'Flöckchen · Änne Groß · Kaninchen · – · weiblich · 2020-04-03',
      'Mäxchen · Jörg Müller · Katze · EKH · m kastriert · 2019-02-01',
      'Rex · Uwe Schön · Hund · – · männlich · –',
      'Sturm · Gestüt Grünhof GmbH · Pferd · Hannoveraner · Wallach · –',
    ],
    staff: [
      'Björn · Sander · vet · active',
      'Eva · Alt · receptionist · inactive',
      'Ines · Löwe · nurse · active',
      'Käthe · Dr. Vogt · manager · active',
      'Tim · Neu · nurse · active',
    ],
    visits: [
      '2026-11-24T08:00 · 08:20 · Bärli – Impfung · confirmed · Käthe Dr. Vogt · nüchtern;\nbitte anrufen',
      '2026-11-24T08:30 · 09:00 · Mäxchen – Zahnsanierung · confirmed · Björn Sander · –',
      '2026-11-25T13:00 · 14:00 · Sturm – Lahmheit · confirmed · Käthe Dr. Vogt · –',
    ],
    refused: ['Kunden.csv 5: shifted', 'Kunden.csv 9: no_name', 'Termine.csv 6: not_a_date'],
  },
  files: [
    {
      name: 'Kunden.csv',
      encoding: 'windows-1252',
      text: windowsLines(`KdNr;Anrede;Name;Vorname;Firma;Straße;PLZ;Ort;Telefon privat;Telefon geschäftlich;Handy;E-Mail;Gesperrt
10001;Frau;Müller;Jörg;;Am Weg 1;10115;Berlin;030 23125 101;;0171 2312510;mueller@example.com;nein
10002;Herr;Groß;Änne;;Gäßchen 2;80331;München;;089 2312 102;;;nein
10003;;;;Gestüt Grünhof GmbH;;;;04131 2312 103;;;info@gruenhof.example;nein
10004;Herr;Weiß;Jürgen;Hauptstr. 4;20095;Hamburg;040 2312 104;;;;nein
10005;Frau;Özdemir;Ayşe
;;;;;;;;;;;;
10006;Herr;Schön;Uwe;;;;;;;0172 2312106;;ja
Summe: 6;;;;;;;;;;;;
`).replace('ş', 's'),
      read: {
        kind: 'clients',
        columns: 'id null lastName firstName business null null null phone phone mobile email inactive',
        rows: 7,
      },
    },
    {
      name: 'Tiere.csv',
      encoding: 'windows-1252',
      text: windowsLines(`TierNr;KdNr;Tiername;Tierart;Rasse;Geschlecht;Geb.-Datum;Farbe;verstorben am
1;10001;Bärli;Hund;Schäferhund;männlich;13.4.2016;schwarz;
2;10001;Mäxchen;Katze;EKH;m kastriert;1.2.2019;;
3;10003;Sturm;Pferd;Hannoveraner;Wallach;;;
4;10002;Flöckchen;Kaninchen;;weiblich;03.04.20;weiß;1.1.2024
5;10006;Rex;Hund;;männlich;ca. 2015;;
`),
      read: {
        kind: 'pets',
        columns: 'id clientId name species breed sex dateOfBirth null dead',
        rows: 5,
        dates: 'dmy',
      },
    },
    {
      name: 'Mitarbeiter.csv',
      encoding: 'windows-1252',
      text: windowsLines(`Kürzel;Name;Vorname;Funktion;Aktiv
PI;Dr. Vogt;Käthe;Praxisinhaberin;ja
TA;Sander;Björn;Tierarzt;ja
TF;Löwe;Ines;TFA;ja
AZ;Neu;Tim;Auszubildender;ja
RZ;Alt;Eva;Empfang;nein
`),
      read: { kind: 'staff', columns: 'id lastName firstName role active', rows: 5 },
    },
    {
      name: 'Termine.csv',
      encoding: 'windows-1252',
      text: windowsLines(`Datum;Uhrzeit;Dauer (Min.);Patient;Besitzer;Behandler;Raum;Terminart;Status;Bemerkung
24.11.2026;09:00;20;Bärli;Müller, Jörg;Dr. Käthe Vogt;Behandlung 1;Impfung;bestätigt;"nüchtern;
bitte anrufen"
24.11.2026;9.30 Uhr;30;Mäxchen;Müller, Jörg;Sander;Behandlung 2;Zahnsanierung;offen;
25.11.2026;14:00;60;Sturm;Gestüt Grünhof GmbH;Dr. Käthe Vogt;Hof;Lahmheit;bestätigt;
31.11.2026;14:00;15;Flöckchen;Groß, Änne;TFA;;Krallen;abgesagt;
`),
      read: {
        kind: 'appointments',
        columns: 'date start duration petName clientName vet room type status notes',
        rows: 4,
        dates: 'dmy',
      },
    },
  ],
};

/** Excel's "Unicode text" with one list: the owner and the pet in one line. */
const patientenliste: OldSystem = {
  about: 'owner and pet in one line of Excel',
  served: {
    clients: ['Jörg · Müller · mueller@example.com · 0171 2312510', 'Zoë · Żak · – · –'],
    pets: [
      'Bärli · Jörg Müller · Hund · Dackel · – · 2016-04-13',
      'Hasi · Zoë Żak · Kaninchen · – · – · –',
      'Mieze · Jörg Müller · Katze · – · – · 2019-02-01',
    ],
    staff: [],
    visits: [],
    refused: ['Export.txt 5: shifted'],
  },
  files: [
    {
      name: 'Export.txt',
      encoding: 'utf-16le marked',
      text: windowsLines(`Tiername\tTierart\tRasse\tGeb.\tHalter\tVorname\tMobil\tTelefon\tE-Mail
Bärli\tHund\tDackel\t13.04.2016\tMüller\tJörg\t0171 2312510\t030 23125 101\tmueller@example.com
Mieze\tKatze\t\t01.02.2019\tMüller\tJörg\t0171 2312510\t030 23125 101\tmueller@example.com
Hasi\tKaninchen\t\t\tŻak\tZoë\t\t\t
Kiki\tVogel\t\tZak\t05.06.2020\tZoë
`),
      read: {
        kind: 'pets',
        columns: 'name species breed dateOfBirth clientLastName clientFirstName clientMobile clientPhone clientEmail',
        rows: 4,
        dates: 'dmy',
      },
    },
  ],
};

/** Family name as `Nom`, a column for businesses, date and time in one column. */
const clientsEtAnimaux: OldSystem = {
  about: 'clients et animaux',
  served: {
    clients: [
      'Rémi · Noël · – · 01 99 00 01 02',
      'Zoë · Lefèvre · zoe@example.com · 06 39 98 01 01',
      '– · Élevage de l’Étang · contact@etang.example · 01 99 00 01 03',
    ],
    pets: [
      'Câline · Zoë Lefèvre · Chat · Européen · Femelle stérilisée · 2019-03-01',
      'Médor · Rémi Noël · Chien · – · Mâle · –',
      'Éclair · Élevage de l’Étang · Cheval · Selle français · Mâle · 2012-12-25',
    ],
    staff: ['Amélie · Roux · vet · active'],
    visits: [
      '2026-11-24T08:00 · 08:20 · Câline – Vaccin · confirmed · Amélie Roux · –',
      '2026-11-24T13:30 · 14:00 · Éclair – Dentiste · requested · Amélie Roux · au box',
    ],
    refused: ['animaux.csv 5: no_name'],
  },
  files: [
    {
      name: 'clients.csv',
      encoding: 'utf-8',
      text: `N° client;Civilité;Nom;Prénom;Raison sociale;Portable;Téléphone fixe;Courriel;Actif
10001;Mme;Lefèvre;Zoë;;06 39 98 01 01;01 99 00 01 01;zoe@example.com;oui
10002;M.;Noël;Rémi;;;01 99 00 01 02;;non
10003;;;;Élevage de l’Étang;;01 99 00 01 03;contact@etang.example;oui
`,
      read: {
        kind: 'clients',
        columns: 'id null lastName firstName business mobile phone email active',
        rows: 3,
      },
    },
    {
      name: 'animaux.csv',
      encoding: 'utf-8',
      text: `N° animal;N° client;Nom de l’animal;Espèce;Race;Sexe;Date de naissance;Décédé
1;10001;Câline;Chat;Européen;Femelle stérilisée;1er mars 2019;non
2;10003;Éclair;Cheval;Selle français;Mâle;25/12/2012;non
3;10002;Médor;Chien;;Mâle;;oui
Total;3;;;;;;
`,
      read: {
        kind: 'pets',
        columns: 'id clientId name species breed sex dateOfBirth dead',
        rows: 4,
        dates: 'dmy',
      },
    },
    {
      name: 'rendez-vous.csv',
      encoding: 'utf-8',
      text: `Date et heure;Heure de fin;Animal;Propriétaire;Vétérinaire;Salle;Motif;Statut;Remarques
24/11/2026 09h00;09h20;Câline;Zoë Lefèvre;Dr Amélie Roux;Salle 1;Vaccin;Confirmé;
24/11/2026 14h30;15h00;Éclair;Élevage de l’Étang;Dr Amélie Roux;;Dentiste;À confirmer;au box
`,
      read: {
        kind: 'appointments',
        columns: 'start end petName clientName vet room type status notes',
        rows: 2,
        dates: 'dmy',
      },
    },
  ],
};

/** Vertical bars between the cells, first name as `Nombre`. */
const clientesYMascotas: OldSystem = {
  about: 'clientes y mascotas, parted by bars',
  served: {
    clients: [
      'María · Gómez · – · 910 000 102',
      'Íñigo · Núñez Peña · inigo@example.com · 600 000 101',
      '– · Protectora El Roble · – · 910 000 103',
    ],
    pets: [
      'Luna · María Gómez · Gato · – · Hembra · 2020-04-01',
      'Niebla · Íñigo Núñez Peña · Perro · Galgo · Hembra · 2020-01-01',
    ],
    staff: ['Sol · Vega · vet · active'],
    visits: [
      '2026-11-24T08:00 · 08:20 · Niebla – Vacuna · confirmed · Sol Vega · –',
      '2026-11-25T15:30 · 15:50 · Luna – Revisión · requested · Sol Vega · –',
    ],
    refused: ['clientes.txt 5: shifted'],
  },
  files: [
    {
      name: 'clientes.txt',
      encoding: 'windows-1252',
      text: windowsLines(`Código|Nombre|Apellidos|Empresa|Móvil|Teléfono|Correo electrónico|Inactivo
10001|Íñigo|Núñez Peña||600 000 101||inigo@example.com|No
10002|María|Gómez|||910 000 102||Sí
10003|||Protectora El Roble||910 000 103||No
10004|Ana|Ruiz|600 000 104||No
`),
      read: {
        kind: 'clients',
        columns: 'id firstName lastName business mobile phone email inactive',
        rows: 4,
      },
    },
    {
      name: 'mascotas.txt',
      encoding: 'windows-1252',
      text: windowsLines(`Código|Código cliente|Nombre|Especie|Raza|Sexo|Fecha de nacimiento|Fallecido
1|10001|Niebla|Perro|Galgo|Hembra|43831|No
2|10002|Luna|Gato||Hembra|43922|No
`),
      read: {
        kind: 'pets',
        columns: 'id clientId name species breed sex dateOfBirth dead',
        rows: 2,
        serialDates: true,
      },
    },
    {
      name: 'citas.txt',
      encoding: 'windows-1252',
      text: windowsLines(`Fecha|Hora|Duración|Mascota|Propietario|Veterinario|Sala|Tipo de cita|Estado|Observaciones
24-11-2026|9:00|20|Niebla|Íñigo Núñez Peña|Dra. Sol Vega|Sala 1|Vacuna|Confirmada|
25-11-2026|16:30|20|Luna|María Gómez|Dra. Sol Vega||Revisión|Pendiente|
`),
      read: {
        kind: 'appointments',
        columns: 'date start duration petName clientName vet room type status notes',
        rows: 2,
        dates: 'dmy',
      },
    },
  ],
};

/** Dutch headings, and visits with start and end times. */
const klanten: OldSystem = {
  about: 'klanten en dieren',
  served: {
    clients: [
      'Daan · van Dijk · – · 020 000 0103',
      'Noor · de Boer · noor@example.com · 06 10000101',
      '– · Manege ’t Zand · – · 020 000 0102',
    ],
    pets: [
      'Bles · Manege ’t Zand · Paard · Fries · ruin · 2010-12-31',
      'Pluis · Noor de Boer · Kat · – · vrouwelijk · 2021-03-03',
    ],
    staff: ['Bram · Vos · vet · active'],
    visits: [
      '2026-11-24T08:00 · 08:20 · Pluis – Consult · confirmed · Bram Vos · –',
      '2026-11-24T12:00 · 12:45 · Bles – Gebit · confirmed · Bram Vos · op stal',
    ],
    refused: [],
  },
  files: [
    {
      name: 'klanten.csv',
      encoding: 'utf-8 marked',
      text: windowsLines(`Klantnummer;Voornaam;Achternaam;Bedrijfsnaam;Mobiel;Telefoon thuis;E-mailadres;Status
10001;Noor;de Boer;;06 10000101;;noor@example.com;Actief
10002;;;Manege ’t Zand;;020 000 0102;;Actief
10003;Daan;van Dijk;;;020 000 0103;;Inactief
`),
      read: {
        kind: 'clients',
        columns: 'id firstName lastName business mobile phone email active',
        rows: 3,
      },
    },
    {
      name: 'dieren.csv',
      encoding: 'utf-8 marked',
      text: windowsLines(`Diernummer;Klantnummer;Naam;Diersoort;Ras;Geslacht;Geboortedatum;Overleden
1;10001;Pluis;Kat;;vrouwelijk;3 maart 2021;nee
2;10002;Bles;Paard;Fries;ruin;31-12-2010;nee
`),
      read: {
        kind: 'pets',
        columns: 'id clientId name species breed sex dateOfBirth dead',
        rows: 2,
        dates: 'dmy',
      },
    },
    {
      name: 'afspraken.csv',
      encoding: 'utf-8 marked',
      text: windowsLines(`Datum;Van;Tot;Dier;Eigenaar;Dierenarts;Kamer;Soort afspraak;Status;Opmerkingen
24-11-2026;09:00;09:20;Pluis;Noor de Boer;Drs. Bram Vos;Kamer 1;Consult;Bevestigd;
24-11-2026;13:00;13:45;Bles;Manege ’t Zand;Drs. Bram Vos;;Gebit;Bevestigd;op stal
`),
      read: {
        kind: 'appointments',
        columns: 'date start end petName clientName vet room type status notes',
        rows: 2,
        dates: 'dmy',
      },
    },
  ],
};

export const europeanSystems = [
  kunden,
  patientenliste,
  clientsEtAnimaux,
  clientesYMascotas,
  klanten,
] as const satisfies readonly OldSystem[];
