import { type OldSystem, windowsLines } from './old-system.ts';

/** Arabic headings, digits and times, in UTF-16 without a byte order mark. */
const arabic: OldSystem = {
  about: 'Arabic headings and digits',
  served: {
    clients: [
      'عمر · حداد · – · ٠١١ ٠٠٠ ٠١٠٢',
      'فاطمة · الزهراء · fatima@example.com · ٠٥٠ ٠٠٠ ٠١٠١',
      '– · إسطبل الريان · – · ٠١١ ٠٠٠ ٠١٠٣',
    ],
    pets: [
      'برق · إسطبل الريان · حصان · عربي · ذكر · 2015-04-03',
      'لولو · فاطمة الزهراء · قطة · شيرازي · أنثى · 2021-03-25',
    ],
    staff: ['سامي · نور · vet · active'],
    visits: [
      '2026-11-24T08:00 · 08:20 · لولو – تطعيم · confirmed · سامي نور · –',
      '2026-11-24T15:30 · 16:00 · برق – فحص · confirmed · سامي نور · –',
    ],
    refused: [],
  },
  files: [
    {
      name: 'العملاء.csv',
      encoding: 'utf-16le',
      text: windowsLines(`رقم العميل,الاسم الأول,اسم العائلة,الشركة,رقم الجوال,الهاتف,البريد الإلكتروني,نشط
١٠٠٠١,فاطمة,الزهراء,,٠٥٠ ٠٠٠ ٠١٠١,,fatima@example.com,نعم
١٠٠٠٢,عمر,حداد,,,٠١١ ٠٠٠ ٠١٠٢,,لا
١٠٠٠٣,,,إسطبل الريان,,٠١١ ٠٠٠ ٠١٠٣,,نعم
`),
      read: {
        kind: 'clients',
        columns: 'id firstName lastName business mobile phone email active',
        rows: 3,
      },
    },
    {
      name: 'الحيوانات.csv',
      encoding: 'utf-8',
      text: `رقم الحيوان,رقم العميل,اسم الحيوان,نوع الحيوان,السلالة,الجنس,تاريخ الميلاد,متوفى
١,١٠٠٠١,لولو,قطة,شيرازي,أنثى,٢٥/٣/٢٠٢١,لا
٢,١٠٠٠٣,برق,حصان,عربي,ذكر,٣/٤/٢٠١٥,لا
`,
      read: {
        kind: 'pets',
        columns: 'id clientId name species breed sex dateOfBirth dead',
        rows: 2,
        dates: 'dmy',
      },
    },
    {
      name: 'المواعيد.csv',
      encoding: 'utf-8',
      text: `التاريخ,الوقت,المدة,الحيوان,المالك,الطبيب,الغرفة,نوع الموعد,الحالة,ملاحظات
٢٤/١١/٢٠٢٦,٩:٠٠ ص,٢٠,لولو,فاطمة الزهراء,د. سامي نور,غرفة ١,تطعيم,مؤكد,
٢٤/١١/٢٠٢٦,٤:٣٠ م,٣٠,برق,إسطبل الريان,د. سامي نور,,فحص,مؤكد,
`,
      read: {
        kind: 'appointments',
        columns: 'date start duration petName clientName vet room type status notes',
        rows: 2,
        dates: 'dmy',
      },
    },
  ],
};

const day = (number: number) => ({ number, format: 'd/m/yyyy' });
const clock = (number: number) => ({ number, format: 'h:mm AM/PM' });

/** Workbooks: cells of dates, times and durations, numbers that are phones and ids, formulas, and hidden sheets. */
const workbooks: OldSystem = {
  about: 'workbooks',
  served: {
    clients: ['Ann · Lee · ann@example.com · 447700900101', 'Bo · Li · – · 07700900102'],
    pets: ['Miso · Bo Li · Cat · – · Female · 2019-04-03', 'Rex · Ann Lee · Dog · Boxer · Male · 2020-02-29'],
    staff: ['Kwame · Mensah · vet · active'],
    visits: [
      '2026-11-24T08:30 · 09:15 · Rex – Consult · confirmed · Kwame Mensah · 50%',
      '2026-11-25T13:00 · 14:30 · Miso – Dental · confirmed · Kwame Mensah · –',
    ],
    refused: ['Appointments.xlsx 4: no_pet_named'],
  },
  files: [
    {
      name: 'Clients.xlsx',
      options: { state: 'visible', others: { Lookup: 'hidden', Notes: 'visible' } },
      rows: [
        ['Client No', 'Full name', 'E-mail', 'Mobile', 'Active'],
        [10_001, 'Ann Lee', 'ann@example.com', 447_700_900_101, { xml: '<c t="b"><v>1</v></c>' }],
        [],
        [10_002, 'Bo Li', null, { number: '7.700900102E9', format: '00000000000' }, { xml: '<c t="b"><v>1</v></c>' }],
      ],
      read: { kind: 'clients', columns: 'id name email mobile active', rows: 2 },
    },
    {
      name: 'Pets.xlsx',
      options: { is1904: true },
      rows: [
        ['Pet No', 'Client No', 'Name', 'Species', 'Breed', 'Sex', 'Born'],
        ['A1', 10_001, 'Rex', 'Dog', 'Boxer', 'Male', day(42_428)],
        [
          'A2',
          10_002,
          'Miso',
          'Cat',
          { xml: '<c t="e"><f>VLOOKUP(1,A1:B2,2)</f><v>#N/A</v></c>' },
          'Female',
          day(42_096),
        ],
      ],
      read: { kind: 'pets', columns: 'id clientId name species breed sex dateOfBirth', rows: 2, dates: 'ymd' },
    },
    {
      name: 'Appointments.xlsx',
      rows: [
        ['Date', 'Start', 'Duration', 'Pet No', 'Vet', 'Type', 'Notes'],
        [
          day(46_350),
          clock(0.395_833_333_333),
          { number: 0.031_25, format: '[h]:mm' },
          'A1',
          'Dr Kwame Mensah',
          'Consult',
          { number: 0.5, format: '0%' },
        ],
        [day(46_351), clock(0.583_333_333_333), { number: 0.0625, format: 'h:mm' }, 'A2', 'Kwame Mensah', 'Dental'],
        [day(46_352), clock(0.5), 30, null, 'Kwame Mensah', 'Consult'],
      ],
      read: { kind: 'appointments', columns: 'date start duration petId vet type notes', rows: 3, dates: 'ymd' },
    },
  ],
};

/** The same ids as in other programs for different people; headings that say little. */
export const sameIds: OldSystem = {
  about: 'the same ids as elsewhere, and headings that say little',
  choices: {
    map: {
      files: {
        'customers.csv': { columns: { 'Contact 1': 'email', 'Contact 2': 'phone' } },
        'animals.csv': { columns: { 'M/F': 'sex', 'Belongs to': 'Client ID' } },
        'diary.csv': { columns: { When: 'start', Patient: 'petId', Client: 'clientId' } },
      },
    },
  },
  served: {
    clients: [
      'Iris · Quill · iris@example.com · +1 512 555 0131',
      'Jonas · Reed · jonas@example.com · +1 512 555 0132',
      'Kara · Sands · kara@example.com · +1 512 555 0133',
      'Lars · Tull · lars@example.com · –',
    ],
    pets: [
      'Quito · Iris Quill · Dog · – · M · –',
      'Rumba · Iris Quill · Cat · – · F · –',
      'Samba · Kara Sands · Dog · – · F · –',
      'Tango · Lars Tull · Dog · – · M · –',
    ],
    staff: ['Ada · Stone · vet · active', 'Ben · Moss · vet · active'],
    visits: [
      '2026-11-24T09:00 · 09:20 · Quito – Check-up · confirmed · Ada Stone · –',
      '2026-11-24T10:00 · 10:30 · Samba – Vaccination · confirmed · Ada Stone · –',
      '2026-11-25T09:30 · 09:50 · Tango – Check-up · confirmed · Ben Moss · –',
    ],
    refused: [],
  },
  files: [
    {
      name: 'customers.csv',
      encoding: 'utf-8',
      text: `ID,Name,Contact 1,Contact 2,Type
10001,Iris Quill,iris@example.com,+1 512 555 0131,retail
10002,Jonas Reed,jonas@example.com,+1 512 555 0132,retail
10003,Kara Sands,kara@example.com,+1 512 555 0133,trade
10004,Lars Tull,lars@example.com,,retail
`,
      read: { kind: 'clients', columns: 'id name email phone null', rows: 4 },
    },
    {
      name: 'animals.csv',
      encoding: 'utf-8',
      text: `ID,Name,Type,,M/F,Belongs to
1,Quito,Dog,,M,10001
2,Rumba,Cat,,F,10001
3,Samba,Dog,,F,10003
4,Tango,Dog,,M,10004
`,
      read: { kind: 'pets', columns: 'id name species null sex clientId', rows: 4 },
    },
    {
      name: 'diary.csv',
      encoding: 'utf-8',
      text: `When,Patient,Client,Assigned to,Service
2026-11-24 10:00,1,10001,Ada Stone,Check-up
2026-11-24 11:00,3,10003,Ada Stone,Vaccination
2026-11-25 10:30,4,10004,Ben Moss,Check-up
`,
      read: { kind: 'appointments', columns: 'start petId clientId vet type', rows: 3, dates: 'ymd' },
    },
  ],
};

/** An owner with a pet in each line; a 12-hour time beside the date. */
const ownersWithPets: OldSystem = {
  about: 'owners and pets in one line each',
  choices: { map: { stores: { 'Main Street': 'Store 1' } } },
  served: {
    clients: [
      'Moe · Wells · moe@example.com · 555-0141 ext 3',
      'Nia · Xu · – · –',
      'Ona · Yard · ona@example.com · 555-0142',
      'Pia · Zorn · pia@example.com · 555-0143',
      'Rob · Ash · rob@example.com · 555-0144',
      'Sue · Bay · sue@example.com · 555-0145',
      'Tim · Cole · tim@example.com · 555-0146',
      'Una · Dale · una@example.com · 555-0147',
      'Viv · Eden · viv@example.com · 555-0148',
    ],
    pets: [
      'Cinco · Ona Yard · Bird · – · – · –',
      'Dix · Sue Bay · Dog · – · – · –',
      'Doce · Una Dale · Cat · – · – · –',
      'Duo · Moe Wells · Dog · – · – · –',
      'Huit · Rob Ash · Dog · – · – · –',
      'Neuf · Rob Ash · Dog · – · – · –',
      'Onze · Tim Cole · Cat · – · – · –',
      'Quad · Nia Xu · Cat · Manx · – · 2020-04-13',
      'Seven · Pia Zorn · Cat · – · – · –',
      'Six · Pia Zorn · Cat · – · – · –',
      'Trece · Viv Eden · Cat · – · – · –',
      'Trio · Nia Xu · Cat · – · – · –',
      'Uno · Moe Wells · Dog · Corgi · – · 2019-03-03',
    ],
    staff: ['Sol · Vega · vet · active'],
    visits: [
      '2026-11-24T09:00 · 09:20 · Uno – Wellness · checked_in · Sol Vega · –',
      '2026-11-24T12:15 · 12:45 · Quad – Wellness · no_show · – · –',
    ],
    refused: ['report.csv 16: shifted'],
  },
  files: [
    {
      name: 'report.csv',
      encoding: 'utf-8',
      text: `Owner Name,Owner Email,Owner Cell,Pet Name,Pet Type,Pet Breed,Pet Birth Date,Deceased,Clinic Notes
Moe Wells,moe@example.com,555-0141 ext 3,Uno,Dog,Corgi,Mar 3 2019,,
Moe Wells,moe@example.com,555-0141 ext 3,Duo,Dog,,,,
Nia Xu,,,Trio,Cat,,,,
Nia Xu,,,Quad,Cat,Manx,"April 13, 2020",Yes,"old
friend"
Ona Yard,ona@example.com,555-0142,Cinco,Bird,,,,
Pia Zorn,pia@example.com,555-0143,Six,Cat,,,,
Pia Zorn,pia@example.com,555-0143,Seven,Cat,,,,
Rob Ash,rob@example.com,555-0144,Huit,Dog,,,,
Rob Ash,rob@example.com,555-0144,Neuf,Dog,,,,
Sue Bay,sue@example.com,555-0145,Dix,Dog,,,,
Tim Cole,tim@example.com,555-0146,Onze,Cat,,,,
Una Dale,una@example.com,555-0147,Doce,Cat,,,,
Viv Eden,viv@example.com,555-0148,Trece,Cat,,,,
Wes Ford,555-0149,,Catorce,Cat
`,
      read: {
        kind: 'pets',
        columns: 'clientName clientEmail clientMobile name species breed dateOfBirth dead null',
        rows: 14,
      },
    },
    {
      name: 'schedule.csv',
      encoding: 'utf-8',
      text: `Appointment Date,Appointment Time,Finish,Pet Name,Owner Name,Provider,Location,Appointment Type,Appointment Status
11/24/2026 00:00:00,10:00:00 AM,10:20:00 AM,Uno,Moe Wells,"Vega, Sol",Main Street,Wellness,Checked In
11/24/2026 00:00:00,01:15:00 PM,01:45:00 PM,Quad,Nia Xu,,Main Street,Wellness,No Show
`,
      read: {
        kind: 'appointments',
        columns: 'date start end petName clientName vet store type status',
        rows: 2,
        dates: 'mdy',
      },
    },
  ],
};

export const otherSystems = [arabic, sameIds, ownersWithPets, workbooks] as const satisfies readonly OldSystem[];
