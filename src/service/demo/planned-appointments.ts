import type { Temporal } from 'temporal-polyfill';
import type { Employee, Room, Store } from '#contract/clients-pets-staff.ts';
import { minuteOf } from '#contract/date-time.ts';
import type { PracticeRecords } from '#service/db/write-practice.ts';
import { type Pace, paces } from './appointment-status.ts';
import { planDay, type Session } from './demo-availability.ts';
import { createRandom, type Random } from './random.ts';

/** An appointment before a pet and a status are chosen. Minutes count from the day's midnight on the wall clock. */
export interface PlannedAppointment {
  /** The name of the visit type. */
  readonly type: string;
  readonly from: number;
  /** Past 1440 if the appointment ends on a later day. */
  readonly until: number;
  readonly store: Store;
  readonly room: Room | null;
  readonly location: string | null;
  /** The assigned employees, of whom the first is the main employee. */
  readonly employees: readonly Employee[];
  readonly note: string | null;
  /** How punctual the employees and their clients are. */
  readonly pace: Pace;
}

/** The appointments that fill a session, with their weights, and the probability of a gap before each. */
interface AppointmentMix {
  readonly visits: readonly (readonly [visit: readonly [type: string, minutes: number], weight: number])[];
  readonly gaps: number;
  readonly location?: string;
}

const consultations: AppointmentMix = {
  visits: [
    [['Consultation', 30], 8],
    [['Recheck', 15], 2.5],
    [['Vaccination', 15], 2],
    [['Annual health check', 30], 2.5],
    [['X-ray', 45], 0.7],
    [['Consultation', 45], 1.6],
  ],
  gaps: 0.15,
};
const operations: AppointmentMix = {
  visits: [
    [['Spay / neuter surgery', 120], 3],
    [['Spay / neuter surgery', 90], 1],
    [['Dental cleaning', 60], 3],
  ],
  gaps: 0.4,
};
const nursing: AppointmentMix = {
  visits: [
    [['Nail trim', 15], 2],
    [['Nurse check', 15], 2],
    [['Vaccination', 15], 1],
  ],
  gaps: 0.9,
};
const grooming: AppointmentMix = {
  visits: [
    [['Bath & brush', 60], 4],
    [['Bath & brush', 45], 1],
    [['Nail trim', 15], 2],
  ],
  gaps: 0.7,
};
const homeVisits: AppointmentMix = { visits: [[['Home visit', 60], 1]], gaps: 0, location: 'At the client’s home' };

const isForSurgery = (room: Session['room']) => room?.categories.includes('surgical') ?? false;

/** The appointments that an employee has in a session; null if they assist, or work behind the scenes. */
function chooseMix({ employee: { role }, room }: Session): AppointmentMix | null {
  if (role === 'groomer') return grooming;
  if (role === 'nurse') return room === null || isForSurgery(room) ? null : nursing;
  if (role !== 'vet') return null;
  if (room === null) return homeVisits;
  return isForSurgery(room) ? operations : consultations;
}

/** The times at which emergencies arrive: two in a session by day, and one on a few nights. */
function drawEmergencyTimes({ from, until }: Session, random: Random): number[] {
  if (until > 1_440) return random.chance(0.1) ? [from + 90] : [];
  const first = from + 60 * random.integer(0, 2);
  return [first, first + 60 * random.integer(2, 4)];
}

interface DayContext {
  readonly weekday: number;
  /** All sessions of the store on the day. */
  readonly sessions: readonly Session[];
  readonly paceOf: (employee: Employee) => Pace;
}

/** Fills a session with consecutive appointments while the store is open. */
function* fillSession(session: Session, context: DayContext, random: Random): Generator<PlannedAppointment> {
  const { employee, store, room } = session;
  const own = { store, room, location: null, employees: [employee], note: null, pace: context.paceOf(employee) };
  if (session.isForEmergencies) {
    for (const from of drawEmergencyTimes(session, random))
      yield {
        ...own,
        type: 'Emergency consultation',
        from,
        until: from + 30,
        note: 'Came through the emergency line.',
      };
    return;
  }
  if (employee.role === 'trainer') {
    for (let puppy = random.integer(3, 4); puppy > 0; puppy -= 1)
      yield { ...own, type: 'Puppy class', from: session.from, until: session.until, location: 'Yard' };
    return;
  }
  const mix = chooseMix(session);
  if (mix === null) return;
  const assistants = context.sessions.filter(
    (other) => other.room !== null && other.room === room && other !== session,
  );
  for (const span of store.openingHours.filter(({ weekday }) => weekday === context.weekday)) {
    const until = Math.min(session.until, minuteOf(span.closes));
    for (let from = Math.max(session.from, minuteOf(span.opens)); ; ) {
      if (random.chance(mix.gaps)) from += random.pick([15, 15, 30]);
      const fitting = mix.visits.filter(([[, minutes]]) => from + minutes <= until);
      if (fitting.length === 0) break;
      const [type, minutes] = random.weighted(fitting);
      const visit = { ...own, type, from, until: from + minutes, location: mix.location ?? null };
      from = visit.until;
      const assistant = assistants.find((other) => other.from <= visit.from && visit.until <= other.until);
      if (mix === operations && assistant !== undefined) yield { ...visit, employees: [employee, assistant.employee] };
      else if (mix === consultations && random.chance(0.03)) yield { ...visit, employees: [] };
      else yield random.chance(0.03) ? { ...visit, room: null } : visit;
    }
  }
}

/** The minutes at which a store opens and closes on a weekday; null if it is closed that day. */
function findOpeningMinutes({ openingHours }: Store, weekday: number) {
  const spans = openingHours.filter((span) => span.weekday === weekday);
  const [first, last] = [spans[0], spans.at(-1)];
  return first && last ? { opens: minuteOf(first.opens), closes: minuteOf(last.closes) } : null;
}

/**
 * The stays of pets: in day care, in hospital during the day, as guests overnight in the ward, and for longer in a kennel. The
 * whole team looks after them.
 */
function* createStays(store: Store, weekday: number, random: Random): Generator<PlannedAppointment> {
  const ward = store.rooms.find(({ categories }) => categories.includes('overnight'));
  const today = findOpeningMinutes(store, weekday);
  if (ward === undefined || today === null) return;
  const { opens, closes } = today;
  const own = { store, room: null, employees: [], note: null, pace: 'on_time' } as const;
  if (weekday <= 5) {
    for (let guest = random.integer(1, 2); guest > 0; guest -= 1) {
      const from = opens + random.pick([0, 15, 30]);
      yield { ...own, type: 'Day care', from, until: from + 480, location: 'Day-care run' };
    }
    if (random.chance(0.8)) {
      const from = opens + 135;
      yield { ...own, type: 'Hospital stay', from, until: from + 360, room: ward, location: 'Ward, kennel 1' };
    }
  }
  /**
   * Picks a time in the morning, a number of nights later. It is soon after the store has opened, when the ward is not in
   * use yet.
   */
  const morningAfter = (nights: number) => {
    const opened = findOpeningMinutes(store, ((weekday + nights - 1) % 7) + 1)?.opens ?? opens;
    return nights * 1_440 + opened + random.pick([0, 60, 90, 120]);
  };
  const night = { type: random.chance(0.3) ? 'Hospital stay' : 'Overnight boarding', from: closes - 30 };
  yield { ...own, ...night, until: morningAfter(weekday === 6 ? 2 : 1), room: ward, location: 'Ward, kennel 1' };
  if (weekday <= 5 && random.chance(0.35)) {
    const location = `Kennel ${random.integer(2, 6)}`;
    yield {
      ...own,
      type: 'Overnight boarding',
      from: closes - 60,
      until: morningAfter(weekday === 5 ? 3 : 2),
      location,
    };
  }
}

/**
 * A vaccination that was fitted in while the vet has another appointment. Apart from classes, these are the only appointments
 * that overlap on purpose.
 */
function createOverbooking(visits: readonly PlannedAppointment[], random: Random): PlannedAppointment[] {
  const others = visits.filter(({ type, employees }) => type === 'Consultation' && employees.length === 1);
  if (others.length === 0 || random.chance(0.75)) return [];
  const other = random.pick(others);
  const note = 'Squeezed in between two others.';
  return [{ ...other, type: 'Vaccination', until: other.from + 15, room: null, note }];
}

/** The duration of an appointment for a client who calls, and the interval between the starts offered, in minutes. */
const [FREE_MINUTES, STEP_MINUTES] = [30, 15];

/**
 * Leaves half an hour free in each hour in which vets see patients, by removing as few appointments as possible. A smaller
 * store that has only one vet at an hour has free time only in every second hour.
 */
function leaveFreeTimes(
  visits: readonly PlannedAppointment[],
  sessions: readonly Session[],
  { isFirstStore }: { isFirstStore: boolean },
): PlannedAppointment[] {
  const vets = sessions.filter((session) => chooseMix(session) === consultations);
  const slots = vets.flatMap((session) => {
    const count = Math.floor((session.until - session.from - FREE_MINUTES) / STEP_MINUTES) + 1;
    return Array.from({ length: Math.max(0, count) }, (_, nth) => {
      const from = session.from + nth * STEP_MINUTES;
      return { ...session, from, until: from + FREE_MINUTES, hour: Math.floor(from / 60) };
    });
  });
  let remaining = [...visits];
  for (const hour of new Set(slots.map((slot) => slot.hour))) {
    const ofHour = slots.filter((slot) => slot.hour === hour);
    if (new Set(ofHour.map(({ employee }) => employee)).size < 2 && !isFirstStore && hour % 2 === 1) continue;
    // Appointments without a vet count as well, because each needs one of the vets.
    const [fewest = []] = ofHour
      .map(({ room, employee, from, until }) =>
        remaining.filter(
          (visit) =>
            visit.from < until &&
            from < visit.until &&
            (visit.room === room || visit.employees.includes(employee) || visit.employees.length === 0),
        ),
      )
      .sort((one, other) => one.length - other.length);
    remaining = remaining.filter((visit) => !fewest.includes(visit));
  }
  return remaining;
}

/**
 * Generates the appointments of all stores of the practice on a day. Employees on duty have consecutive appointments in their
 * room, and none are in blocked times. Most hours have a free time, and Sundays have only emergencies. A company and a date
 * always give the same appointments.
 */
export function planAppointments(practice: PracticeRecords, date: Temporal.PlainDate): PlannedAppointment[] {
  const { entries, sessions } = planDay(practice, date);
  const weekday = date.dayOfWeek;
  return practice.company.stores.flatMap((store, nth) => {
    const random = createRandom(store.id, date.toString());
    const own = sessions.filter((session) => session.store === store);
    const people = [...new Set(own.map(({ employee }) => employee))];
    const paceOf = (employee: Employee) => paces[people.indexOf(employee) % paces.length] ?? 'on_time';
    const context = { weekday, sessions: own, paceOf };
    const attended = own.flatMap((session) => [...fillSession(session, context, random)]);
    const seen = leaveFreeTimes([...attended, ...createOverbooking(attended, random)], own, {
      isFirstStore: nth === 0,
    });
    const visits = [...seen, ...createStays(store, weekday, random)];
    const blocks = entries.filter((entry) => entry.employee === null && entry.store === store);
    return visits.filter(({ room, from, until }) =>
      blocks.every(
        (block) => (block.roomId !== null && block.roomId !== room?.id) || until <= block.from || block.until <= from,
      ),
    );
  });
}
