import type { EmployeeRole, Store } from '#contract/clients-pets-staff.ts';
import type { VisitTypeCategory } from '#contract/enums.ts';
import { type Permission, permissionSets, usualSetOf } from '#contract/permissions.ts';
import { minuteOf } from './local-clock.ts';

/** Minutes since midnight on the store's clock; past 1440 on the next day. */
interface Minutes {
  readonly from: number;
  readonly until: number;
}

/** A part of a shift, in one room; null for none. */
interface SessionPlan extends Minutes {
  readonly room: string | null;
}

interface ShiftPlan {
  /** Who takes turns, one each day, by first names; a person alone has a shift of every week. */
  readonly employees: readonly string[];
  readonly store: string;
  /** ISO weekdays, Monday 1 to Sunday 7. */
  readonly weekdays: readonly number[];
  /** In their order; a gap between two of them is lunch. */
  readonly sessions: readonly SessionPlan[];
  /** Of a shift for emergencies. */
  readonly title: string | null;
}

/** When nothing can be booked in a room, or without one in the whole store. */
interface BlockPlan extends SessionPlan {
  readonly store: string;
  readonly weekdays: readonly number[];
  readonly title: string;
  /** Only in the first week of a month. */
  readonly isMonthly: boolean;
}

/** Who takes turns to be away, one each week. */
interface LeavePlan {
  readonly title: string;
  readonly firstWeekday: number;
  readonly days: number;
  readonly employees: readonly string[];
}

/** The practice but for what is drawn at random. People, stores, rooms and types are referred to by name, people by the first. */
interface PracticePlan {
  readonly name: string;
  readonly stores: readonly (Pick<Store, 'name' | 'timeZone' | 'openingHours'> & {
    readonly rooms: readonly ReturnType<typeof room>[];
  })[];
  readonly employees: readonly ReturnType<typeof person>[];
  readonly types: readonly ReturnType<typeof type>[];
  readonly shifts: readonly ShiftPlan[];
  readonly blocks: readonly BlockPlan[];
  /** Nobody who is the only vet of a store on these days. */
  readonly leaves: readonly LeavePlan[];
}

/** `08:00–12:00 Consult 1`; an end that is not later is on the next day. */
function session(text: string): SessionPlan {
  const [from, until] = [minuteOf(text.slice(0, 5)), minuteOf(text.slice(6, 11))];
  return { from, until: until > from ? until : until + 1_440, room: text.slice(12) || null };
}

function shift(
  who: string | readonly string[],
  store: string,
  weekdays: readonly number[],
  ...sessions: string[]
): ShiftPlan {
  const employees = typeof who === 'string' ? [who] : who;
  return { employees, store, weekdays, sessions: sessions.map(session), title: null };
}

const hours = (weekdays: readonly number[], opens: string, closes: string) =>
  weekdays.map((weekday) => ({ weekday, opens, closes }));

const room = (name: string, ...categories: VisitTypeCategory[]) => ({ name, categories });

const person = (
  firstName: string,
  lastName: string,
  role: EmployeeRole,
  stores: readonly string[],
  permissions: readonly Permission[] = permissionSets[usualSetOf(role)],
) => ({ firstName, lastName, role, stores, permissions, isActive: true });

const type = (name: string, category: VisitTypeCategory, durationMinutes: number) => ({
  name,
  category,
  durationMinutes,
  isActive: true,
});

const weekdays = [1, 2, 3, 4, 5];
const [tuesday, wednesday, thursday, friday, saturday, sunday] = [[2], [3], [4], [5], [6], [7]];
const [downtown, harbor, lakeside] = [
  'Alder Creek – Downtown',
  'Alder Creek – Harbor Point',
  'Alder Creek – Lakeside',
] as const;

export const practicePlan: PracticePlan = {
  name: 'Alder Creek Veterinary Group',
  stores: [
    {
      name: downtown,
      timeZone: 'America/New_York',
      openingHours: [...hours(weekdays, '08:00', '18:00'), ...hours(saturday, '09:00', '13:00')],
      rooms: [
        room('Consult 1'),
        room('Consult 2'),
        room('Consult 3'),
        room('Surgery', 'dental', 'surgical'),
        room('Ward', 'daycare', 'hospital', 'overnight'),
      ],
    },
    {
      name: harbor,
      timeZone: 'America/New_York',
      openingHours: [
        ...hours([1, 2, 3, 5], '08:00', '18:00'),
        ...hours(thursday, '08:00', '20:00'),
        ...hours(saturday, '09:00', '13:00'),
      ],
      rooms: [room('Exam A'), room('Exam B'), room('Grooming', 'grooming'), room('Theatre', 'dental', 'surgical')],
    },
    {
      name: lakeside,
      timeZone: 'America/Chicago',
      openingHours: [...hours(weekdays, '08:30', '17:30'), ...hours(saturday, '09:00', '12:00')],
      rooms: [room('Room 1'), room('Room 2'), room('Ward', 'daycare', 'hospital', 'overnight')],
    },
  ],
  employees: [
    person('Margaret', "O'Malley", 'manager', [downtown, harbor, lakeside]),
    person('Élodie', 'Fournier', 'vet', [downtown, harbor]),
    person('Kwame', 'Mensah', 'vet', [downtown, harbor, lakeside]),
    person('Siobhán', 'Ní Bhriain', 'vet', [downtown, lakeside]),
    person('İbrahim', 'Yıldız', 'vet', [harbor, lakeside]),
    person('美玲', '陳', 'vet', [downtown, harbor]),
    person('Ольга', 'Ковальчук', 'vet', [downtown, lakeside]),
    person('Tom', "D'Angelo", 'nurse', [downtown, harbor]),
    person('Thị Lan', 'Nguyễn', 'nurse', [downtown]),
    person('Jörg', 'Weiß', 'nurse', [downtown, lakeside]),
    person('نور', 'الرشيد', 'nurse', [harbor]),
    person('Grace', 'Null', 'receptionist', [downtown, harbor, lakeside]),
    person('Xiomara', 'Peña', 'groomer', [downtown, harbor], permissionSets.view),
    person(
      'Yannis',
      'Παπαδάκης',
      'trainer',
      [downtown, lakeside],
      permissionSets.view.filter((permission) => permission !== 'appointments.read'),
    ),
    { ...person('Zoltán', 'Żółkiewski', 'vet', [downtown, harbor]), isActive: false },
  ],
  types: [
    type('Annual health check', 'health', 30),
    type('Bath & brush', 'grooming', 60),
    type('Consultation', 'consult', 30),
    type('Day care', 'daycare', 480),
    type('Dental cleaning', 'dental', 60),
    type('Emergency consultation', 'consult', 30),
    type('Euthanasia', 'euthanasia', 60),
    type('Home visit', 'in_home', 60),
    type('Hospital stay', 'hospital', 240),
    type('Nail trim', 'nurse', 15),
    type('Overnight boarding', 'overnight', 900),
    type('Puppy class', 'group_training', 60),
    type('Spay / neuter surgery', 'surgical', 120),
    { ...type('Telephone advice', 'fee', 15), isActive: false },
    type('Vaccination', 'vaccination', 15),
    type('X-ray', 'diagnostics', 45),
  ],
  shifts: [
    shift('Élodie', downtown, [1, 2, 3, 5], '08:00–12:00 Consult 1', '12:45–16:30 Consult 1'),
    shift('Élodie', downtown, thursday, '08:00–13:00 Consult 1'),
    shift('Élodie', harbor, thursday, '15:00–20:00 Exam A'),
    shift('Kwame', downtown, [1, 3, 5], '09:00–13:00 Consult 2', '13:45–18:00 Consult 2'),
    shift('Kwame', downtown, [2, 4], '09:00–13:00 Consult 2', '13:45–14:45', '14:45–18:00 Consult 2'),
    shift('Siobhán', downtown, [1, 2, 3, 4], '08:00–13:00 Surgery', '13:45–18:00 Consult 3'),
    shift('Siobhán', downtown, friday, '08:00–12:00 Surgery', '12:00–14:00 Consult 3'),
    shift('Thị Lan', downtown, weekdays, '08:00–12:00 Consult 3', '12:45–16:30', '16:30–18:00 Consult 1'),
    shift('Tom', downtown, weekdays, '07:45–13:00 Surgery', '14:15–18:30'),
    shift('Tom', downtown, saturday, '07:45–13:30 Consult 3'),
    shift('Yannis', downtown, tuesday, '17:00–18:00'),
    shift(['Élodie', 'Kwame'], downtown, saturday, '09:00–13:00 Consult 1'),
    shift('Siobhán', downtown, saturday, '09:00–13:00 Consult 2'),
    shift('İbrahim', harbor, [1, 2, 5], '08:00–12:30 Exam A', '13:30–18:00 Exam A'),
    shift('İbrahim', harbor, thursday, '08:00–12:30 Exam A', '13:15–15:00 Exam A'),
    shift('美玲', harbor, [1, 2, 3, 4], '08:00–13:00 Theatre', '13:45–18:00 Exam B'),
    shift('美玲', harbor, friday, '08:00–14:00 Theatre'),
    shift('نور', harbor, [1, 2, 3, 4], '08:00–12:30 Exam B', '13:15–17:00'),
    shift('نور', harbor, friday, '08:00–12:00 Theatre', '13:00–17:00 Exam B'),
    shift('نور', harbor, saturday, '09:00–13:00 Exam B'),
    shift('Xiomara', harbor, [2, 3, 4, 5], '09:00–13:00 Grooming', '14:00–18:00 Grooming'),
    shift('Xiomara', harbor, saturday, '09:00–13:00 Grooming'),
    shift(['İbrahim', '美玲'], harbor, saturday, '09:00–13:00 Exam A'),
    shift('Ольга', lakeside, [1, 2, 4, 5], '08:30–12:30 Room 1', '13:30–17:30 Room 1'),
    shift('İbrahim', lakeside, wednesday, '08:30–12:30 Room 1', '13:15–17:30 Room 1'),
    shift('Jörg', lakeside, weekdays, '07:45–12:30 Room 2', '14:00–18:15 Room 2'),
    shift('Jörg', lakeside, saturday, '07:45–13:15 Room 2'),
    shift('Yannis', lakeside, thursday, '16:30–17:30'),
    shift('Ольга', lakeside, saturday, '09:00–12:00 Room 1'),
    {
      ...shift(['Élodie', 'Kwame', 'Siobhán'], downtown, [...weekdays, 6, 7], '20:00–00:30 Consult 1'),
      title: 'Emergency line',
    },
    { ...shift(['Kwame', 'Siobhán', 'Élodie'], downtown, sunday, '10:00–18:00 Consult 1'), title: 'Emergencies' },
    { ...shift(['Ольга', 'İbrahim'], lakeside, sunday, '10:00–18:00 Room 1'), title: 'Emergencies' },
  ],
  blocks: [
    { store: downtown, weekdays, ...session('13:45–14:30 Surgery'), title: 'Cleaning', isMonthly: false },
    { store: harbor, weekdays: tuesday, ...session('15:00–17:00 Theatre'), title: 'Maintenance', isMonthly: false },
    { store: lakeside, weekdays: tuesday, ...session('14:00–17:30'), title: 'Team training', isMonthly: true },
  ],
  leaves: [
    { title: 'Course', firstWeekday: 1, days: 3, employees: ['Élodie', 'Kwame', 'Siobhán'] },
    { title: 'Holiday', firstWeekday: 4, days: 4, employees: ['Kwame', '美玲', 'Siobhán', 'İbrahim', 'Élodie'] },
  ],
};
