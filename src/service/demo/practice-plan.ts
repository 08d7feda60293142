import { minuteOf } from '#contract/date-time.ts';
import type { EmployeeRole, VisitTypeCategory } from '#contract/enums.ts';
import { defaultPermissionSet, type Permission, permissionSets } from '#contract/permissions.ts';

/**
 * Parses a period of a shift, such as `08:00–12:00 Consult 1`; `room` is null if the text names none. Minutes are counted from
 * midnight on the store's clock; values past 1440 are on the next day.
 */
function parseSession(text: string) {
  const [from, until] = [minuteOf(text.slice(0, 5)), minuteOf(text.slice(6, 11))];
  return { from, until: until > from ? until : until + 1_440, room: text.slice(12) || null };
}

/**
 * Plans a shift on ISO weekdays, with its periods ({@link parseSession}); a gap between two periods is lunch. Several people
 * take turns, one per day; a single person works the shift every week.
 */
function planShift(who: string | readonly string[], store: string, weekdays: readonly number[], ...times: string[]) {
  const employees = typeof who === 'string' ? [who] : who;
  return { employees, store, weekdays, sessions: times.map(parseSession), title: null };
}

/** Plans a shift that takes only emergencies. */
const planEmergencyShift = (title: string, ...shiftOf: Parameters<typeof planShift>) => ({
  ...planShift(...shiftOf),
  title,
});

/**
 * Plans a time when a room, or without a room the whole store, cannot be booked. If `isMonthly` is true, the time is blocked
 * only in the first week of a month.
 */
function planBlock(
  title: string,
  store: string,
  weekdays: readonly number[],
  time: string,
  { isMonthly = false } = {},
) {
  return { ...parseSession(time), title, store, weekdays, isMonthly };
}

/** The wishes of a client on the waiting list, and the note of the desk. */
interface WaitingPreferences {
  notes?: string;
  /** The vet's first name. */
  vet?: string;
  /** ISO weekdays; any weekday if absent. */
  weekdays?: readonly number[];
  earliest?: string;
  latest?: string;
  /** The last day on which the client could come, in days from now. */
  until?: number;
  isWithdrawn?: true;
}

/** Plans a waiting list entry that was created `days` days ago, for a pet of a species. */
const planWaitingEntry = (
  days: number,
  species: 'Dog' | 'Cat',
  type: string,
  store: string,
  preferences: WaitingPreferences = {},
) => ({
  ...{ days, species, type, store, notes: null, vet: null, weekdays: [], earliest: null, latest: null, until: null },
  ...preferences,
});

/** Plans a recall of a pet of a species. The pet is due in `days` days, or was due if the number is negative. */
const planRecall = (
  days: number,
  species: 'Dog' | 'Cat',
  type: string,
  further: { calledDaysAgo?: number; snoozedDays?: number } = {},
) => ({ ...{ days, species, type, calledDaysAgo: null, snoozedDays: null }, ...further });

const planOpeningHours = (weekdays: readonly number[], opens: string, closes: string) =>
  weekdays.map((weekday) => ({ weekday, opens, closes }));

/** Creates the contact details of a store. */
const planStoreContact = (site: string, phone: string, ...address: string[]) => ({
  phone,
  email: `${site}@alder-creek.example`,
  address: address.join('\n'),
  website: `https://alder-creek.example/${site}`,
});

const planRoom = (name: string, ...categories: VisitTypeCategory[]) => ({ name, categories });

const planPerson = (
  firstName: string,
  lastName: string,
  role: EmployeeRole,
  stores: readonly string[],
  permissions: readonly Permission[] = permissionSets[defaultPermissionSet(role)],
) => ({ firstName, lastName, role, stores, permissions, isActive: true });

const planType = (
  name: string,
  category: VisitTypeCategory,
  durationMinutes: number,
  preparation: string | null = null,
  recallMonths: number | null = null,
) => ({ name, category, durationMinutes, preparation, recallMonths, isActive: true });

const fastingText = 'Nothing to eat from 10 pm the evening before; water is fine.';
const stayText = 'Bring the vaccination record, and enough of the usual food.';

const weekdays = [1, 2, 3, 4, 5];
const mornings = { latest: '12:30' };
const [tuesday, wednesday, thursday, friday, saturday, sunday] = [[2], [3], [4], [5], [6], [7]];
const [downtown, harbor, lakeside] = [
  'Alder Creek – Downtown',
  'Alder Creek – Harbor Point',
  'Alder Creek – Lakeside',
] as const;

/**
 * The fixed part of the practice, without what is drawn at random. People, stores, rooms and types are referred to by name,
 * people by their first name.
 */
export const practicePlan = {
  name: 'Alder Creek Veterinary Group',
  stores: [
    {
      name: downtown,
      timeZone: 'America/New_York',
      ...planStoreContact('downtown', '+1 212-555-0190', '48 Alder Creek Lane', 'New York, NY 10013'),
      openingHours: [...planOpeningHours(weekdays, '08:00', '18:00'), ...planOpeningHours(saturday, '09:00', '13:00')],
      rooms: [
        planRoom('Consult 1'),
        planRoom('Consult 2'),
        planRoom('Consult 3'),
        planRoom('Surgery', 'dental', 'surgical'),
        planRoom('Ward', 'daycare', 'hospital', 'overnight'),
      ],
    },
    {
      name: harbor,
      timeZone: 'America/New_York',
      ...planStoreContact('harbor', '+1 718-555-0191', 'Pier 9, Harbor Point', 'Brooklyn, NY 11231'),
      openingHours: [
        ...planOpeningHours([1, 2, 3, 5], '08:00', '18:00'),
        ...planOpeningHours(thursday, '08:00', '20:00'),
        ...planOpeningHours(saturday, '09:00', '13:00'),
      ],
      rooms: [
        planRoom('Exam A'),
        planRoom('Exam B'),
        planRoom('Grooming', 'grooming'),
        planRoom('Theatre', 'dental', 'surgical'),
      ],
    },
    {
      name: lakeside,
      timeZone: 'America/Chicago',
      ...planStoreContact('lakeside', '+1 312-555-0192', '210 Lakeside Terrace, Suite 3', 'Chicago, IL 60601'),
      openingHours: [...planOpeningHours(weekdays, '08:30', '17:30'), ...planOpeningHours(saturday, '09:00', '12:00')],
      rooms: [planRoom('Room 1'), planRoom('Room 2'), planRoom('Ward', 'daycare', 'hospital', 'overnight')],
    },
  ],
  employees: [
    planPerson('Margaret', "O'Malley", 'manager', [downtown, harbor, lakeside]),
    planPerson('Élodie', 'Fournier', 'vet', [downtown, harbor]),
    planPerson('Kwame', 'Mensah', 'vet', [downtown, harbor, lakeside]),
    planPerson('Siobhán', 'Ní Bhriain', 'vet', [downtown, lakeside]),
    planPerson('İbrahim', 'Yıldız', 'vet', [harbor, lakeside]),
    planPerson('美玲', '陳', 'vet', [downtown, harbor]),
    planPerson('Ольга', 'Ковальчук', 'vet', [downtown, lakeside]),
    planPerson('Tom', "D'Angelo", 'nurse', [downtown, harbor]),
    planPerson('Thị Lan', 'Nguyễn', 'nurse', [downtown]),
    planPerson('Jörg', 'Weiß', 'nurse', [downtown, lakeside]),
    planPerson('نور', 'الرشيد', 'nurse', [harbor]),
    // The person who tries the demo works as Grace, and may change the practice.
    planPerson('Grace', 'Okafor', 'receptionist', [downtown, harbor, lakeside], permissionSets.manage),
    planPerson('Xiomara', 'Peña', 'groomer', [downtown, harbor], permissionSets.view),
    planPerson(
      'Yannis',
      'Παπαδάκης',
      'trainer',
      [downtown, lakeside],
      permissionSets.view.filter((permission) => permission !== 'appointments.read'),
    ),
    { ...planPerson('Zoltán', 'Żółkiewski', 'vet', [downtown, harbor]), isActive: false },
  ],
  types: [
    planType('Annual health check', 'health', 30, null, 12),
    planType('Bath & brush', 'grooming', 60),
    planType('Consultation', 'consult', 30),
    planType('Day care', 'daycare', 480, stayText),
    planType('Dental cleaning', 'dental', 60, fastingText, 6),
    planType('Emergency consultation', 'consult', 30),
    planType('Euthanasia', 'euthanasia', 60),
    planType('Home visit', 'in_home', 60),
    planType('Hospital stay', 'hospital', 360),
    planType('Nail trim', 'nurse', 15),
    planType('Nurse check', 'nurse', 15),
    planType('Overnight boarding', 'overnight', 900, stayText),
    planType('Puppy class', 'group_training', 60),
    planType('Recheck', 'consult', 15),
    planType('Spay / neuter surgery', 'surgical', 120, `${fastingText}\nBring a blanket that smells of home.`),
    { ...planType('Telephone advice', 'fee', 15), isActive: false },
    planType('Vaccination', 'vaccination', 15, 'Bring the vaccination record.', 12),
    planType('X-ray', 'diagnostics', 45, 'Nothing to eat for six hours before.'),
  ],
  shifts: [
    planShift('Élodie', downtown, [1, 2, 3, 5], '08:00–12:00 Consult 1', '12:45–16:30 Consult 1'),
    planShift('Élodie', downtown, thursday, '08:00–13:00 Consult 1'),
    planShift('Élodie', harbor, thursday, '15:00–20:00 Exam A'),
    planShift('Kwame', downtown, [1, 3, 5], '09:00–13:00 Consult 2', '13:45–18:00 Consult 2'),
    planShift('Kwame', downtown, [2, 4], '09:00–13:00 Consult 2', '13:45–14:45', '14:45–18:00 Consult 2'),
    planShift('Siobhán', downtown, [1, 2, 3, 4], '08:00–13:00 Surgery', '13:45–18:00 Consult 3'),
    planShift('Siobhán', downtown, friday, '08:00–12:00 Surgery', '12:00–14:00 Consult 3'),
    planShift('Thị Lan', downtown, weekdays, '08:00–12:00 Consult 3', '12:45–16:30', '16:30–18:00 Consult 1'),
    planShift('Tom', downtown, weekdays, '07:45–13:00 Surgery', '14:15–18:30'),
    planShift('Tom', downtown, saturday, '07:45–13:30 Consult 3'),
    planShift('Yannis', downtown, tuesday, '17:00–18:00'),
    planShift(['Élodie', 'Kwame'], downtown, saturday, '09:00–13:00 Consult 1'),
    planShift('Siobhán', downtown, saturday, '09:00–13:00 Consult 2'),
    planShift('İbrahim', harbor, [1, 2, 5], '08:00–12:30 Exam A', '13:30–18:00 Exam A'),
    planShift('İbrahim', harbor, thursday, '08:00–12:30 Exam A', '13:15–15:00 Exam A'),
    planShift('美玲', harbor, [1, 2, 3, 4], '08:00–13:00 Theatre', '13:45–18:00 Exam B'),
    planShift('美玲', harbor, friday, '08:00–14:00 Theatre'),
    planShift('نور', harbor, [1, 2, 3, 4], '08:00–12:30 Exam B', '13:15–17:00'),
    planShift('نور', harbor, friday, '08:00–12:00 Theatre', '13:00–17:00 Exam B'),
    planShift('نور', harbor, saturday, '09:00–13:00 Exam B'),
    planShift('Xiomara', harbor, [2, 3, 4, 5], '09:00–13:00 Grooming', '14:00–18:00 Grooming'),
    planShift('Xiomara', harbor, saturday, '09:00–13:00 Grooming'),
    planShift(['İbrahim', '美玲'], harbor, saturday, '09:00–13:00 Exam A'),
    planShift('Ольга', lakeside, [1, 2, 4, 5], '08:30–12:30 Room 1', '13:30–17:30 Room 1'),
    planShift('İbrahim', lakeside, wednesday, '08:30–12:30 Room 1', '13:15–17:30 Room 1'),
    planShift('Jörg', lakeside, weekdays, '07:45–12:30 Room 2', '14:00–18:15 Room 2'),
    planShift('Jörg', lakeside, saturday, '07:45–13:15 Room 2'),
    planShift('Yannis', lakeside, thursday, '16:30–17:30'),
    planShift('Ольга', lakeside, saturday, '09:00–12:00 Room 1'),
    planShift('Grace', downtown, weekdays, '07:45–13:00', '13:45–18:00'),
    planEmergencyShift(
      'Emergency line',
      ['Élodie', '美玲', 'Kwame', 'Siobhán'],
      downtown,
      [...weekdays, 6, 7],
      '20:00–00:30 Consult 1',
    ),
    planEmergencyShift('Emergencies', ['Kwame', 'Siobhán', 'Élodie'], downtown, sunday, '10:00–18:00 Consult 1'),
    planEmergencyShift('Emergencies', ['Ольга', 'İbrahim'], lakeside, sunday, '10:00–18:00 Room 1'),
  ],
  blocks: [
    planBlock('Cleaning', downtown, weekdays, '13:45–14:30 Surgery'),
    planBlock('Maintenance', harbor, tuesday, '15:00–17:00 Theatre'),
    planBlock('Team training', lakeside, tuesday, '14:00–17:30', { isMonthly: true }),
  ],
  /** Series of weekly consultations. `first` and `last` are weeks, counted from the week of today. */
  series: [
    { store: downtown, vet: 'Élodie', weekday: 2, first: -2, last: 3, note: 'Bandage change, left foreleg.' },
    {
      store: lakeside,
      vet: 'Ольга',
      weekday: 4,
      first: -1,
      last: 2,
      note: 'Allergy injection; stays 15 min after it.',
    },
  ],
  website: {
    /** The stores with a booking page, each with the last part of the page's URL. */
    slugs: [
      [downtown, 'alder-creek-downtown'],
      [harbor, 'alder-creek-harbor-point'],
      [lakeside, 'alder-creek-lakeside'],
    ] as const,
    /** The visit types that clients can request, with the names that they read; null for the type's own name. */
    publicTypes: [
      ['Annual health check', 'Yearly check-up'],
      ['Consultation', 'My pet is unwell'],
      ['Nail trim', null],
      ['Vaccination', null],
    ] as const,
    origins: ['https://alder-creek.example'],
    requests: [
      {
        ...{ hoursAgo: 13.3, store: downtown, type: 'Vaccination', species: 'Cat', earliest: 15 },
        language: 'en',
        client: {
          ...{ firstName: 'Nora', lastName: 'Whitfield', email: 'nora.whitfield@example.com' },
          ...{ phone: '+1 203-555-0164', petName: 'Marzipan' },
        },
        note: 'Marzipan is shy with dogs. Could we wait in a quiet corner?',
      },
      {
        ...{ hoursAgo: 3.6, store: harbor, type: 'Annual health check', species: 'Dog', earliest: 9 },
        language: 'en',
        /** Null stands for a client who is on file. */
        client: null,
        note: null,
      },
    ] as const,
    refusals: [
      { store: downtown, days: 12, reason: 'robot', count: 9 },
      { store: downtown, days: 5, reason: 'email', count: 2 },
      { store: harbor, days: 3, reason: 'robot', count: 4 },
      { store: lakeside, days: 2, reason: 'code', count: 1 },
    ] as const,
  },
  waiting: [
    planWaitingEntry(33, 'Dog', 'Consultation', downtown, {
      notes: 'Went to the emergency line in the end.',
      isWithdrawn: true,
    }),
    planWaitingEntry(26, 'Dog', 'Dental cleaning', downtown, {
      weekdays: [2, 4],
      notes: 'Tartar on both sides. Fasts when called the day before.',
    }),
    planWaitingEntry(21, 'Cat', 'Spay / neuter surgery', downtown, { vet: 'Siobhán' }),
    planWaitingEntry(16, 'Dog', 'Consultation', downtown, {
      vet: 'Kwame',
      ...mornings,
      notes: 'The ear again; lives close by, can come within the hour.',
    }),
    planWaitingEntry(14, 'Cat', 'Annual health check', lakeside, { weekdays: [1, 5] }),
    planWaitingEntry(11, 'Dog', 'Consultation', harbor, mornings),
    planWaitingEntry(9, 'Dog', 'Consultation', lakeside, { earliest: '14:00', notes: 'After the school run.' }),
    planWaitingEntry(8, 'Cat', 'Annual health check', downtown, { vet: 'Élodie', earliest: '15:00' }),
    planWaitingEntry(6, 'Dog', 'Bath & brush', harbor, { weekdays: [5, 6] }),
    planWaitingEntry(5, 'Cat', 'X-ray', harbor, {
      vet: '美玲',
      notes: 'Has to be seen before the holidays.',
      until: 12,
    }),
    planWaitingEntry(4, 'Dog', 'Nail trim', downtown, {
      earliest: '11:30',
      latest: '14:00',
      notes: 'Lunch break only.',
    }),
    planWaitingEntry(3, 'Dog', 'Vaccination', downtown),
    planWaitingEntry(1, 'Cat', 'Vaccination', lakeside, { until: 10 }),
  ],
  recalls: [
    planRecall(-31, 'Dog', 'Dental cleaning', { calledDaysAgo: 2, snoozedDays: 9 }),
    planRecall(-19, 'Cat', 'Vaccination', { calledDaysAgo: 3 }),
    planRecall(-6, 'Dog', 'Annual health check'),
    planRecall(4, 'Dog', 'Vaccination'),
    planRecall(23, 'Cat', 'Annual health check'),
  ],
  /** People who take turns on leave, one each week. Excludes people who are the only vet of a store on these days. */
  leaves: [
    { title: 'Course', firstWeekday: 1, days: 3, employees: ['Élodie', 'Kwame', 'Siobhán'] },
    { title: 'Holiday', firstWeekday: 4, days: 4, employees: ['Kwame', '美玲', 'Siobhán', 'İbrahim', 'Élodie'] },
  ],
};
