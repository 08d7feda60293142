import { type OldSystem, windowsLines } from './old-system.ts';

/** Codes for contacts and animals, businesses without a person, days before months, 12-hour times. */
const contactsAndAnimals: OldSystem = {
  about: 'contacts and animals by code',
  choices: { map: { files: { 'Contacts.csv': { columns: { 'Contact Id': null } } } } },
  served: {
    clients: [
      'Ann · Lee · ann@example.com · 09 555 0104',
      'Bo · Li · – · 09 555 0102',
      'Flo · Nash · flo@example.com · 021 555 0108',
      'Zoë · Ünal · zoe@example.com · +64 21 555 0101',
      '– · Happy Tails Boarding Ltd · desk@happytails.example · 09 555 0103',
    ],
    pets: [
      'Blaze · Happy Tails Boarding Ltd · Equine · – · Male · –',
      'Kiki · Ann Lee · Avian · Cockatiel · – · –',
      'Miso · Bo Li · Feline · DSH · Female · 2019-04-03',
      'Rex · Zoë Ünal · Canine · Boxer · Male Neutered · 2020-02-29',
    ],
    staff: ['Ines · Park · vet · active', 'Kwame · Mensah · vet · active'],
    visits: [
      '2026-11-25T08:00 · 08:20 · Rex – Consult · confirmed · Kwame Mensah · limps',
      '2026-11-25T11:15 · 11:45 · Miso – Dental · requested · Kwame Mensah · –',
    ],
    refused: [
      'Contacts.csv 9: id_twice',
      'Contacts.csv 10: shifted',
      'Contacts.csv 11: open_quote',
      'Animals.csv 6: shifted',
      'Appointments.csv 4: no_pet',
      'Appointments.csv 5: not_a_date',
    ],
  },
  files: [
    {
      name: 'Contacts.csv',
      encoding: 'utf-8 marked',
      text: windowsLines(`Contact Id,Contact Code,Contact First Name,Contact Last Name,Is Business,Business Name,Contact Email,Home Phone,Mobile Phone,Address,Notes,Is Active
1,10001,Zoë,Ünal,No,,zoe@example.com,,+64 21 555 0101,"1 High St,\nFlat 2",,Yes
2,10002,Bo,Li,No,,,09 555 0102,,2 Low St,"Calls back ""soon"",
after 5",Yes
3,10003,,,Yes,Happy Tails Boarding Ltd,desk@happytails.example,09 555 0103,,,,Yes

4,10004,Ann,Lee,No,,ann@example.com,09 555 0104,,,,No
5,10002,Bob,Lie,No,,,09 555 0199,,,,Yes
6,10006,Cy,Do,No,,09 555 0106,cy@example.com,,,Yes
7,10007,"Ed,Moss,No,,,09 555 0107,,,,Yes
8,10008,Flo,Nash,No,,flo@example.com,,021 555 0108,,,Yes
`),
      read: {
        kind: 'clients',
        columns: 'null id firstName lastName null business email phone mobile null null active',
        rows: 8,
        refused: { 11: 'open_quote' },
      },
    },
    {
      name: 'Animals.csv',
      encoding: 'utf-8 marked',
      text: windowsLines(`Animal Code,Animal Name,Owner Contact Code,Owner First Name,Owner Last Name,Species,Breed,Sex,Date of Birth,Microchip,Is Dead,Is Active
A1,Rex,10001,Zoë,Ünal,Canine,Boxer,Male Neutered,29/02/2020,985000000000001,No,Yes
A2,Miso,10002,Bo,Li,Feline,DSH,Female,03/04/2019,,No,Yes
A3,Blaze,10003,,,Equine,,Male,,,Yes,No
A4,Kiki,10004,Ann,Lee,Avian,Cockatiel,Unknown,,,No,Yes
A5,Rolf,10008,Flo,Nash,Canine,Poodle,Male,Toy,01/02/2021,,No,Yes
,,,,,,,,,,,
`),
      read: {
        kind: 'pets',
        columns: 'id name clientId clientFirstName clientLastName species breed sex dateOfBirth null dead active',
        rows: 5,
        refused: { 6: 'shifted' },
        dates: 'dmy',
      },
    },
    {
      name: 'Appointments.csv',
      encoding: 'utf-8 marked',
      text: windowsLines(`Appointment Id,Start,End,Animal Code,Animal Name,Owner,Resource,Appointment Type,Status,Description
501,25/11/2026 9:00 AM,25/11/2026 9:20 AM,A1,Rex,Zoë Ünal,Dr. Kwame Mensah,Consult,Confirmed,limps
502,25/11/2026 12:15 PM,25/11/2026 12:45 PM,A2,Miso,Bo Li,Dr. Kwame Mensah,Dental,Unconfirmed,
503,24/11/2026 4:30 PM,24/11/2026 5:00 PM,A9,Ghost,Nobody,Dr. Ines Park,Consult,Cancelled,
504,30/02/2026 4:30 PM,,A1,Rex,Zoë Ünal,Dr. Ines Park,Consult,Completed,
`),
      read: {
        kind: 'appointments',
        columns: 'id start end petId petName clientName vet type status notes',
        rows: 4,
        dates: 'dmy',
      },
    },
  ],
};

/** Accounts, `Last` and `First`, months before days with two-digit years. */
export const accounts: OldSystem = {
  about: 'accounts with last and first name',
  served: {
    clients: [
      'José · Peña · jose@example.com · (512) 555-0112',
      'Mary · O’Neil · – · (512) 555-0113 x12',
      '– · Café “Bella” · – · 512.555.0115',
      '– · Smith · – · –',
    ],
    pets: [
      'Buddy · José Peña · Canine · Lab · MN · 2015-04-25',
      'Duke · Mary O’Neil · Canine · Mix · M · 1999-12-31',
      'Señor · José Peña · Feline · DLH · MN · 2018-03-04',
    ],
    staff: ['Ines · Park · vet · active', 'Kwame · Mensah · vet · active'],
    visits: [
      '2026-11-24T08:00 · 08:30 · Buddy – Annual exam · confirmed · Ines Park · –',
      '2026-11-24T11:30 · 11:45 · Duke – Recheck · confirmed · – · brings\nthe x-rays, "both"',
      '2026-11-25T12:15 · 13:00 · Señor – Surgery · confirmed · Kwame Mensah · –',
    ],
    refused: ['PATIENT.CSV 5: id_twice', 'PATIENT.CSV 7: no_name', 'APPTS.CSV 6: not_a_time'],
  },
  files: [
    {
      name: 'CLIENT.CSV',
      encoding: 'windows-1252',
      text: windowsLines(`"Account","Last","First","Street","City","Zip","Home Phone","Work Phone","Cell Phone","E-Mail","Balance"
"10001","Peña","José","1 Elm St","Austin","78701","(512) 555-0111","","(512) 555-0112","jose@example.com","0.00"
"10002","O’Neil","Mary","2 Oak Ave","Austin","78702","(512) 555-0113 x12","(512) 555-0114","","","25.50"
"10003","Smith","","","","","","","","",""
"10004","Café “Bella”","","","","","512.555.0115","","","","0.00"
`),
      read: {
        kind: 'clients',
        columns: 'id lastName firstName null null null phone phone mobile email null',
        rows: 4,
      },
    },
    {
      name: 'PATIENT.CSV',
      encoding: 'windows-1252',
      text: windowsLines(`"Patient ID","Account","Patient","Species","Breed","Sex","Birthday","Color","Weight","Deceased"
"1","10001","Buddy","Canine","Lab","MN","04/25/15","Black","31.2","N"
"2","10001","Señor","Feline","DLH","MN","03/04/18","","",""
"3","10002","Duke","Canine","Mix","M","12/31/99","","","Y"
"3","10004","Daisy","Canine","Mix","F","","","",""

4 patients
`),
      read: {
        kind: 'pets',
        columns: 'id clientId name species breed sex dateOfBirth null null dead',
        rows: 5,
        dates: 'mdy',
      },
    },
    {
      name: 'APPTS.CSV',
      encoding: 'windows-1252',
      text: windowsLines(`"Date","Time","Length","Client","Patient","Doctor","Room","Reason","Notes"
"11/24/26","9:00 AM","30","Peña, José","Buddy","Dr. Ines Park","Exam 1","Annual exam",""
"11/24/26","12:30 PM","15","O’Neil, Mary","Duke","","Exam 2","Recheck","brings
the x-rays, ""both"""
"11/25/26","13:15 PM","45","Peña, José","Señor","Kwame Mensah","","Surgery",""
"11/25/26","soon","45","Peña, José","Señor","Kwame Mensah","","Surgery",""
`),
      read: {
        kind: 'appointments',
        columns: 'date start duration clientName petName vet room type notes',
        rows: 4,
        dates: 'mdy',
      },
    },
  ],
};

/** One column for names, and a team in several branches. */
const lists: OldSystem = {
  about: 'lists with whole names',
  choices: { dates: 'dmy', map: { stores: { Lakeside: 'Store 1', Hilltop: 'Store 2' } } },
  served: {
    clients: [
      'Amy · Stone · amy@example.com · 020 7946 0102',
      'Dr. Raj · Patel · raj@example.com · 07700 900103',
      'Kit & Sam · Wood · – · 020 7946 0104',
      'Mr John · Hill · john@example.com · 07700 900101',
    ],
    pets: [
      'Fudge · Mr John Hill · Rabbit · Mini Lop · Female · 2021-05-02',
      'Pip · Mr John Hill · Dog · Terrier · Male · 2020-02-01',
      'Socks · Amy Stone · Cat · – · Male · 2016-08-07',
    ],
    staff: ['Dr. Kwame · Mensah · vet · active', 'Ines · Park · nurse · active', 'Tom · Old · receptionist · inactive'],
    visits: [],
    refused: ['Client list.csv 6: no_name'],
  },
  files: [
    {
      name: 'Client list.csv',
      encoding: 'utf-8',
      text: `Client No.,Client Name,Telephone,Mobile,E-mail Address,Status
10001,Mr John Hill,020 7946 0101,07700 900101,john@example.com,Active
10002,"Stone, Amy",020 7946 0102,,amy@example.com,Inactive
10003,Dr. Raj Patel,,07700 900103,raj@example.com,Active
10004,Kit & Sam Wood,020 7946 0104,,info,Active
10005,07700 900105,,,,Active
`,
      read: {
        kind: 'clients',
        columns: 'id name phone mobile email active',
        rows: 5,
      },
    },
    {
      name: 'Patients.csv',
      encoding: 'utf-8',
      text: `sep=,
Patient,Kind,Breed,Gender,Born,Owner,Status
Fudge,Rabbit,Mini Lop,Female,2/5/2021,John Hill,Active
Socks,Cat,,Male,7/8/2016,"Stone, Amy",Deceased
Pip,Dog,Terrier,Male,1/2/2020,John Hill,Active
`,
      read: {
        kind: 'pets',
        columns: 'name species breed sex dateOfBirth clientName active',
        rows: 3,
        asksForDates: true,
      },
    },
    {
      name: 'Team.csv',
      encoding: 'utf-8',
      text: `Full Name,Job Title,Branch,Active
Dr. Kwame Mensah,Veterinary Surgeon,Lakeside,Y
Ines Park,Head Nurse,Lakeside; Hilltop,Y
Tom Old,Receptionist,Lakeside,N
`,
      read: { kind: 'staff', columns: 'name role stores active', rows: 3 },
    },
  ],
};

/** Database tables: names with underscores, ISO dates and instants, flags of 0 and 1. */
const databaseTables: OldSystem = {
  about: 'tables of a database',
  served: {
    clients: [
      'Leo · Fox · leo@example.com · –',
      'Mia · Khan · mia@example.com · +15125550121',
      '– · Paws & Co, "the shelter" · – · +15125550122',
    ],
    pets: [
      'Nacho · Mia Khan · dog · beagle · M · 2018-07-09',
      'Olive · Paws & Co, "the shelter" · cat · – · F · 2020-01-31',
    ],
    staff: ['Ada · Stone · vet · active'],
    visits: [
      '2026-11-24T15:00 · 15:20 · Nacho – Vaccination · confirmed · Ada Stone · –',
      '2026-11-24T16:00 · 16:20 · Olive – Check-up · checked_in · Ada Stone · –',
    ],
    refused: ['pets.tsv 4: no_client', 'users.tsv 3: unknown_role'],
  },
  files: [
    {
      name: 'owners.tsv',
      encoding: 'utf-8',
      text: `owner_id\tfirst_name\tlast_name\tcompany_name\temail\tphone_mobile\tphone_home\tcreated_at\tis_archived
10001\tMia\tKhan\t\tmia@example.com\t+15125550121\t\t2019-03-04 10:00:00\t0
10002\t\t\tPaws & Co, "the shelter"\t\t\t+15125550122\t2019-03-05 10:00:00\t0
10003\tLeo\tFox\t\tleo@example.com\t\t\t2019-03-06 10:00:00\t1
`,
      read: {
        kind: 'clients',
        columns: 'id firstName lastName business email mobile phone null inactive',
        rows: 3,
      },
    },
    {
      name: 'pets.tsv',
      encoding: 'utf-8',
      text: `pet_id\towner_id\tpet_name\tspecies\tbreed\tsex\tdob\tdeceased_at
1\t10001\tNacho\tdog\tbeagle\tM\t2018-07-09\t
2\t10002\tOlive\tcat\t\tF\t2020-01-31\t2023-05-06
3\t10009\tStray\tcat\t\t\t\t
`,
      read: {
        kind: 'pets',
        columns: 'id clientId name species breed sex dateOfBirth dead',
        rows: 3,
        dates: 'ymd',
      },
    },
    {
      name: 'users.tsv',
      encoding: 'utf-8',
      text: `user_id\tfirst_name\tlast_name\temail\trole\tis_active
7\tAda\tStone\tada@example.com\tveterinarian\t1
8\tBen\tMoss\tben@example.com\tbilling\t1
`,
      read: { kind: 'staff', columns: 'id firstName lastName null role active', rows: 2 },
    },
    {
      name: 'bookings.tsv',
      encoding: 'utf-8',
      text: `id\tpet_id\tuser_name\troom_name\tservice\tstart_time\tend_time\tstatus\tnotes
900\t1\tAda Stone\tRoom 1\tVaccination\t2026-11-24T15:00:00Z\t2026-11-24T15:20:00Z\tconfirmed\t
901\t2\tAda Stone\t\tCheck-up\t2026-11-24T16:00:00+00:00\t2026-11-24T16:20:00+00:00\tarrived\t
`,
      read: {
        kind: 'appointments',
        columns: 'id petId vet room type start end status notes',
        rows: 2,
        dates: 'ymd',
      },
    },
  ],
};

export const englishSystems = [
  contactsAndAnimals,
  accounts,
  lists,
  databaseTables,
] as const satisfies readonly OldSystem[];
