import type { AppointmentType, Employee, EmployeeRole, Store } from '#contract/clients-pets-staff.ts';
import type { VisitTypeCategory } from '#contract/enums.ts';
import { type Permission, permissionSets, usualSetOf } from '#contract/permissions.ts';

/**
 * What happens in a room, which decides the visits that fill its day. The vet of an `afternoon` room operates in the
 * morning, while nurses use the room.
 */
export type RoomKind = 'consult' | 'afternoon' | 'nurse' | 'surgery' | 'grooming' | 'ward';

/** The visits that a room of a kind is for; any visit where none are named. */
export const roomCategories: Partial<Record<RoomKind, readonly VisitTypeCategory[]>> = {
  surgery: ['dental', 'surgical'],
  grooming: ['grooming'],
  ward: ['daycare', 'hospital', 'overnight'],
};

type TypePlan = Omit<AppointmentType, 'id' | 'companyId'> & { readonly key: string };

export interface StorePlan extends Pick<Store, 'name' | 'timeZone' | 'openingHours'> {
  /** `vet` is whose room it is, as a position in the company's employees. */
  readonly rooms: readonly { readonly name: string; readonly kind: RoomKind; readonly vet?: number }[];
  /** All vets of the store, as positions in the company's employees. */
  readonly vets: readonly number[];
  /** Who assists, and who takes the nurses' visits. */
  readonly nurses: readonly number[];
  readonly groomer: number | null;
  readonly trainer: number | null;
  /** Whether animals stay overnight when the store is closed. */
  readonly keepsOvernight: boolean;
}

/** From which to which time on the store's clock; an end that is not later is on the next day. */
interface Hours {
  readonly from: string;
  readonly until: string;
}

/** Times that come every week; stores, rooms and employees are positions in their lists. */
interface WeeklyHours extends Hours {
  readonly store: number;
  readonly weekdays: readonly number[];
}

interface ShiftPlan extends WeeklyHours {
  readonly employee: number;
  readonly lunch?: Hours;
}

/** Who takes turns, from one such day to the next. */
interface TurnPlan extends WeeklyHours {
  readonly employees: readonly number[];
  /** How many of them are there at a time. */
  readonly atOnce: number;
  readonly title: string | null;
}

/** When nothing can be booked in a room, or without one in the whole store. */
interface BlockPlan extends WeeklyHours {
  readonly room: number | null;
  readonly title: string;
  /** Only in the first week of a month. */
  readonly isMonthly: boolean;
}

/** Who is on duty and what is blocked. */
interface RotaPlan {
  readonly shifts: readonly ShiftPlan[];
  readonly turns: readonly TurnPlan[];
  readonly blocks: readonly BlockPlan[];
  /** Whose turn it is to be away, one of them every other week from Thursday to Sunday. */
  readonly holidays: { readonly title: string; readonly employees: readonly number[] };
}

interface EmployeePlan extends Omit<Employee, 'id' | 'companyId' | 'storeIds'> {
  /** Positions in the company's stores. */
  readonly stores: readonly number[];
  readonly permissions: readonly Permission[];
}

export interface CompanyPlan {
  readonly name: string;
  readonly stores: readonly StorePlan[];
  readonly employees: readonly EmployeePlan[];
  readonly types: readonly TypePlan[];
  readonly rota: RotaPlan;
  readonly clients: number;
  readonly pets: number;
  readonly phonePrefixes: readonly string[];
}

/** Who registers nobody and books nothing, and may not do `names` either. */
const withoutWriting = (...names: Permission[]) =>
  permissionSets.view.filter((permission) => !names.includes(permission));

function hours(weekdays: readonly number[], ...spans: readonly (readonly [opens: string, closes: string])[]) {
  return weekdays.flatMap((weekday) => spans.map(([opens, closes]) => ({ weekday, opens, closes })));
}
const weekdays = [1, 2, 3, 4, 5];
const saturday = [6];
const sunday = [7];
const everyDay = [...weekdays, ...saturday, ...sunday];

/** Times as `08:00–17:00`. */
function span(text: string): Hours {
  const [from = '', until = ''] = text.split('–');
  return { from, until };
}

function shift(employee: number, store: number, days: readonly number[], times: string, lunch?: string): ShiftPlan {
  return { employee, store, weekdays: days, ...span(times), ...(lunch === undefined ? {} : { lunch: span(lunch) }) };
}

function employee(
  firstName: string,
  lastName: string,
  role: EmployeeRole,
  stores: readonly number[],
  granted: readonly Permission[] = permissionSets[usualSetOf(role)],
): EmployeePlan {
  return { firstName, lastName, role, stores, permissions: granted, isActive: true };
}

function type(key: string, name: string, category: VisitTypeCategory, durationMinutes: number): TypePlan {
  return { key, name, category, durationMinutes, isActive: true };
}

/**
 * The main company. Stores, rooms, employees and types are in the order of their names as well as of their ids, so that
 * the first store is the main one by whichever of the two a list is sorted.
 */
const group: CompanyPlan = {
  name: 'Alder Creek Veterinary Group',
  clients: 400,
  pets: 600,
  phonePrefixes: ['+1 212-555-', '+1 646-555-', '+1 718-555-', '+1 312-555-', '+1 917-555-'],
  stores: [
    {
      name: 'Alder Creek – Downtown',
      timeZone: 'America/New_York',
      openingHours: [...hours(weekdays, ['08:00', '18:00']), ...hours([6], ['09:00', '13:00'])],
      rooms: [
        { name: 'Consult 1', kind: 'consult', vet: 1 },
        { name: 'Consult 2', kind: 'consult', vet: 2 },
        { name: 'Consult 3', kind: 'afternoon', vet: 3 },
        { name: 'Surgery', kind: 'surgery', vet: 3 },
        { name: 'Ward', kind: 'ward' },
      ],
      vets: [1, 2, 3],
      nurses: [7],
      groomer: null,
      trainer: 12,
      keepsOvernight: true,
    },
    {
      name: 'Alder Creek – Harbor Point',
      timeZone: 'America/New_York',
      openingHours: [
        ...hours([1, 2, 3, 5], ['08:00', '18:00']),
        ...hours([4], ['08:00', '20:00']),
        ...hours([6], ['09:00', '13:00']),
      ],
      rooms: [
        { name: 'Exam A', kind: 'consult', vet: 4 },
        { name: 'Exam B', kind: 'afternoon', vet: 5 },
        { name: 'Grooming', kind: 'grooming' },
        { name: 'Theatre', kind: 'surgery', vet: 5 },
      ],
      vets: [4, 5],
      nurses: [9],
      groomer: 11,
      trainer: null,
      keepsOvernight: false,
    },
    {
      name: 'Alder Creek – Lakeside',
      timeZone: 'America/Chicago',
      openingHours: [...hours(weekdays, ['08:30', '17:30']), ...hours([6], ['09:00', '12:00'])],
      rooms: [
        { name: 'Room 1', kind: 'consult', vet: 6 },
        { name: 'Room 2', kind: 'nurse' },
        { name: 'Ward', kind: 'ward' },
      ],
      vets: [6],
      nurses: [8],
      groomer: null,
      trainer: 12,
      keepsOvernight: true,
    },
  ],
  employees: [
    employee('Margaret', "O'Malley", 'manager', [0, 1, 2]),
    employee('Élodie', 'Fournier', 'vet', [0, 1]),
    employee('Kwame', 'Mensah', 'vet', [0, 1, 2]),
    employee('Siobhán', 'Ní Bhriain', 'vet', [0, 2]),
    employee('İbrahim', 'Yıldız', 'vet', [1, 2]),
    employee('美玲', '陳', 'vet', [0, 1]),
    employee('Ольга', 'Ковальчук', 'vet', [0, 2]),
    employee('Tom', "D'Angelo", 'nurse', [0, 1]),
    employee('Jörg', 'Weiß', 'nurse', [0, 2]),
    employee('نور', 'الرشيد', 'nurse', [1]),
    employee('Grace', 'Null', 'receptionist', [0, 1, 2]),
    employee('Xiomara', 'Peña', 'groomer', [0, 1], withoutWriting()),
    employee('Yannis', 'Παπαδάκης', 'trainer', [0, 2], withoutWriting('appointments.read')),
    { ...employee('Zoltán', 'Żółkiewski', 'vet', [0, 1]), isActive: false },
  ],
  types: [
    type('health', 'Annual health check', 'health', 30),
    type('groom', 'Bath & brush', 'grooming', 60),
    type('consult', 'Consultation', 'consult', 30),
    type('daycare', 'Day care', 'daycare', 480),
    type('dental', 'Dental cleaning', 'dental', 60),
    type('emergency', 'Emergency consultation', 'consult', 30),
    type('goodbye', 'Gentle goodbye', 'euthanasia', 60),
    type('home', 'Home visit', 'in_home', 60),
    type('hospital', 'Hospital stay', 'hospital', 240),
    type('nails', 'Nail trim', 'nurse', 15),
    type('overnight', 'Overnight boarding', 'overnight', 900),
    type('class', 'Puppy class', 'group_training', 60),
    type('surgery', 'Spay / neuter surgery', 'surgical', 120),
    type('vaccine', 'Vaccination', 'vaccination', 15),
    type('xray', 'X-ray (urgent)', 'diagnostics', 45),
    { ...type('telephone', 'Z: telephone advice (no longer offered)', 'fee', 15), isActive: false },
  ],
  rota: {
    shifts: [
      shift(1, 0, [1, 2, 3, 5], '08:00–16:30', '12:00–12:45'),
      shift(1, 0, [4], '08:00–13:00'),
      shift(1, 1, [4], '15:00–20:00'),
      shift(2, 0, weekdays, '09:00–18:00', '13:00–13:45'),
      shift(3, 0, [1, 2, 3, 4], '08:00–18:00', '13:45–14:30'),
      shift(3, 0, [5], '08:00–14:00'),
      shift(4, 1, [1, 2, 5], '08:00–18:00', '12:30–13:30'),
      shift(4, 2, [3], '08:30–17:30', '12:30–13:15'),
      shift(4, 1, [4], '10:30–20:00', '14:00–15:00'),
      shift(5, 1, [1, 2, 3, 4], '08:00–18:00', '13:45–14:30'),
      shift(5, 1, [5], '08:00–14:00'),
      shift(6, 2, [1, 2, 4, 5], '08:30–17:30', '12:30–13:30'),
      shift(7, 0, weekdays, '07:45–12:00'),
      shift(7, 0, weekdays, '14:15–18:30'),
      shift(7, 0, saturday, '07:45–13:30'),
      shift(8, 2, weekdays, '07:45–18:15', '12:30–14:30'),
      shift(8, 2, saturday, '07:45–13:15'),
      shift(9, 1, weekdays, '08:00–17:00', '12:00–13:00'),
      shift(9, 1, saturday, '09:00–13:00'),
      shift(11, 1, [2, 3, 4, 5], '09:00–18:00', '13:00–14:00'),
      shift(11, 1, saturday, '09:00–13:00'),
      shift(12, 0, [2], '16:30–18:00'),
      shift(12, 2, [4], '16:00–17:30'),
    ],
    turns: [
      { store: 0, weekdays: saturday, ...span('09:00–13:00'), employees: [1, 2, 3], atOnce: 2, title: null },
      { store: 1, weekdays: saturday, ...span('09:00–13:00'), employees: [4, 5], atOnce: 1, title: null },
      { store: 2, weekdays: saturday, ...span('09:00–12:00'), employees: [6], atOnce: 1, title: null },
      {
        store: 0,
        weekdays: everyDay,
        ...span('20:00–00:30'),
        employees: [1, 2, 3],
        atOnce: 1,
        title: 'Emergency line',
      },
      { store: 0, weekdays: sunday, ...span('10:00–18:00'), employees: [2, 3, 1], atOnce: 1, title: 'Emergencies' },
      { store: 2, weekdays: sunday, ...span('10:00–18:00'), employees: [6, 4], atOnce: 1, title: 'Emergencies' },
    ],
    blocks: [
      { store: 0, room: 3, weekdays, ...span('13:45–14:30'), title: 'Cleaning', isMonthly: false },
      { store: 1, room: 3, weekdays: [2], ...span('15:00–17:00'), title: 'Maintenance', isMonthly: false },
      { store: 2, room: null, weekdays: [2], ...span('14:00–17:30'), title: 'Team training', isMonthly: true },
    ],
    // Of those who are not the only vet of their store on these days.
    holidays: { title: 'Holiday', employees: [1, 5, 2, 4, 3] },
  },
};

/** A small company in another country, whose hours have a midday break. */
const kleintierpraxis: CompanyPlan = {
  name: 'Kleintierpraxis Größmann',
  clients: 40,
  pets: 55,
  // Numbers that Germany's regulator keeps free for fiction.
  phonePrefixes: ['+49 30 23125 '],
  stores: [
    {
      name: 'Praxis am Weißen See',
      timeZone: 'Europe/Berlin',
      openingHours: [...hours([1, 2, 4, 5], ['09:00', '12:30'], ['15:00', '18:30']), ...hours([3], ['09:00', '12:30'])],
      rooms: [
        { name: 'Behandlung 1', kind: 'consult', vet: 0 },
        { name: 'Behandlung 2', kind: 'consult', vet: 1 },
      ],
      vets: [0, 1],
      nurses: [2],
      groomer: null,
      trainer: null,
      keepsOvernight: false,
    },
  ],
  employees: [
    employee('Anke', 'Größmann', 'vet', [0]),
    employee('Łukasz', 'Wiśniewski', 'vet', [0]),
    employee('Renée', 'Müller-Lüdenscheidt', 'nurse', [0]),
    employee('Uwe', 'Straße', 'receptionist', [0]),
  ],
  types: [
    type('health', 'Gesundheitscheck', 'health', 30),
    type('vaccine', 'Impfung', 'vaccination', 15),
    type('nails', 'Krallen schneiden', 'nurse', 15),
    type('emergency', 'Notfall', 'consult', 30),
    type('xray', 'Röntgen (dringend)', 'diagnostics', 45),
    type('consult', 'Sprechstunde', 'consult', 30),
  ],
  rota: {
    shifts: [
      shift(0, 0, weekdays, '09:00–12:30'),
      shift(0, 0, [1, 2, 4], '15:00–18:30'),
      shift(1, 0, [1, 2, 4, 5], '09:00–12:30'),
      shift(1, 0, [1, 4, 5], '15:00–18:30'),
      shift(2, 0, weekdays, '08:45–12:30'),
      shift(2, 0, [1, 2, 4, 5], '14:45–18:30'),
    ],
    turns: [],
    blocks: [{ store: 0, room: 1, weekdays: [4], ...span('15:00–16:00'), title: 'Wartung', isMonthly: false }],
    holidays: { title: 'Urlaub', employees: [0, 1] },
  },
};

export const companyPlans: readonly CompanyPlan[] = [group, kleintierpraxis];
