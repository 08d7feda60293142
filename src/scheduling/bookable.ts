import { occupies, roomsThatSuit } from '#contract/appointment-rules.ts';
import { type Interval, mergeIntervals, overlaps, subtract } from '#contract/interval.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { addDays, dateIn, dayInterval, dayOfInstant, MINUTES_OF_DAY, weekdayOf } from './calendar-day.ts';
import { type Need, needsOf } from './clashes.ts';
import {
  type Absence,
  absencesOf,
  type Blocked,
  blocksOf,
  closuresOf,
  type PlanEntries,
  type PlannedStore,
} from './duty.ts';
import { createLeftOver, freeAmong, type LeftOver } from './left-over.ts';
import { hoursOn, type OpeningHours, QUARTER, usualHours } from './opening-hours.ts';
import { isBeingSeen, isStay, isVetAt, needsVet, oddEndOf, recordedTime } from './visit.ts';
import { instantReached } from './wall-clock.ts';

/*
 * Whether something can be booked, and if not, why. Opening hours, the plan and appointments each take a store, a room
 * or an employee for a time; time that none of them takes is free. An appointment without a vet takes one of those who
 * could do it, and one without a room takes a suitable room, so a vet or room is free only if each of these can still
 * be assigned one. Every screen that offers times or warns about them uses this module.
 */

/** Time that the plan takes: the store is closed, the room is blocked, or an employee is absent. */
export type Planned = (Blocked & { readonly kind: 'closed' | 'blocked' }) | Absence;

/** Time that is taken, with the reason. `hours`: it is outside the opening hours. */
export type Obstacle =
  | Planned
  | (Interval & { readonly kind: 'hours' })
  | (Interval & { readonly kind: 'visit'; readonly visit: ReceivedAppointment });

/** The plan's reason against a time. If there are several, the most specific one. */
export function plannedIn(obstacles: readonly Obstacle[]): Planned | null {
  const planned = obstacles.filter((obstacle) => obstacle.kind !== 'visit' && obstacle.kind !== 'hours');
  for (const kind of ['away', 'closed', 'blocked', 'elsewhere', 'off'] as const) {
    const found = planned.find((entry) => entry.kind === kind);
    if (found) return found;
  }
  return null;
}

/** For a stay these matter only at its start and end, since it needs no staff overnight. */
const atEdges: ReadonlySet<Obstacle['kind']> = new Set<Obstacle['kind']>(['hours', 'off', 'elsewhere', 'away']);

interface Room {
  readonly id: string;
  readonly name: string;
  readonly categories: readonly string[];
}

export interface BookableStore {
  readonly id: string;
  /** IANA zone. */
  readonly timeZone: string;
  readonly openingHours: OpeningHours;
  readonly rooms: readonly Room[];
}

/** What an appointment needs. */
export interface Wanted {
  readonly store: BookableStore;
  /** The possible rooms; one must be free. Null if rooms do not matter. */
  readonly rooms: readonly Pick<Room, 'id'>[] | null;
  /** The possible employees; one must be on duty and free. Empty if none is needed. */
  readonly staff: readonly Pick<ReceivedEmployee, 'id' | 'role'>[];
  readonly petId: string | null;
}

interface Visit {
  store: BookableStore;
  /** The requested vet; null for anybody. */
  vet: ReceivedEmployee | null;
  type: { readonly category: string } | null;
  petId: string | null;
  /** All employees. */
  employees: readonly ReceivedEmployee[];
}

/**
 * What an appointment needs: a suitable room, in order of preference, if the store has rooms; and the requested vet or
 * otherwise any vet of the store, unless its type needs no vet or no employee is known to be a vet.
 */
export function wantedOf({ store, vet, type, petId, employees }: Visit) {
  const isAnyVet = !type || needsVet(type.category);
  const vets = isAnyVet ? employees.filter((employee) => isVetAt(employee, new Set([store.id]))) : [];
  const rooms = store.rooms.length === 0 ? null : roomsThatSuit(store.rooms, type?.category ?? null);
  return { store, rooms, staff: vet ? [vet] : vets, petId };
}

/** The instant of a minute after the midnight of a date, 0 to 2880. */
function instantOfMinute(zone: string, date: string, minute: number): number {
  const rest = minute % MINUTES_OF_DAY;
  const clock = { hour: Math.floor(rest / 60), minute: rest % 60 };
  return instantReached(zone, addDays(date, Math.floor(minute / MINUTES_OF_DAY)), clock);
}

type Hours = Pick<BookableStore, 'openingHours' | 'timeZone'>;

/**
 * The opening hours of a store on the calendar days that a time overlaps, as sorted instants without overlaps. They are
 * not cut off at the time. Null if the hours of one of these days are unknown, unless usual hours are then assumed.
 */
export function openIntervals(
  { openingHours, timeZone }: Hours,
  time: Interval,
  whenUnknown: 'unknown' | 'usual' = 'unknown',
): Interval[] | null {
  const ofWeekday = (weekday: number) =>
    (openingHours.length > 0 ? hoursOn(openingHours, weekday) : null) ??
    (whenUnknown === 'usual' ? hoursOn(usualHours, weekday) : null);
  const first = dateIn(timeZone, time.start);
  const last = dateIn(timeZone, Math.max(time.end - 1, time.start));
  const open: Interval[] = [];
  // The previous evening may extend past midnight.
  for (let date = addDays(first, -1); date <= last; date = addDays(date, 1)) {
    const ranges = ofWeekday(weekdayOf(date));
    if (ranges === null && date >= first) return null;
    for (const { fromMinute, toMinute } of ranges ?? []) {
      const [start, end] = [fromMinute, toMinute].map((minute) => instantOfMinute(timeZone, date, minute));
      open.push({ start: start ?? 0, end: end ?? 0 });
    }
  }
  return mergeIntervals(open);
}

/**
 * The opening hours on the days when an appointment starts and ends, for a warning that it is outside them; empty if
 * they are unknown.
 */
export function openingHoursNear(store: Hours, time: Interval): Interval[] {
  const days = [time.start, time.end - 1].map((instant) => dayOfInstant(store.timeZone, instant));
  return (openIntervals(store, time) ?? []).filter((open) => days.some((day) => overlaps(open, day)));
}

/** The time that is taken of a store, a room or a person. */
interface Timeline {
  /** Sorted by start. */
  readonly obstacles: readonly Obstacle[];
  /** Time without obstacles. */
  readonly free: readonly Interval[];
  isFree: (time: Interval, isStay: boolean) => boolean;
  /** The obstacles to booking a time. */
  against: (time: Interval, isStay: boolean) => Obstacle[];
}

function edgesOf({ start, end }: Interval): Interval[] {
  return [
    { start, end: start + 1 },
    { start: end - 1, end },
  ];
}

/** Whether a time lies within one of several sorted, disjoint intervals. */
function isWithin(intervals: readonly Interval[], time: Interval): boolean {
  let low = 0;
  for (let high = intervals.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((intervals[middle]?.end ?? 0) < time.end) low = middle + 1;
    else high = middle;
  }
  return (intervals[low]?.start ?? Number.POSITIVE_INFINITY) <= time.start;
}

function timelineOf(span: Interval, found: readonly Obstacle[]): Timeline {
  const obstacles = found.filter((obstacle) => overlaps(obstacle, span)).sort((a, b) => a.start - b.start);
  const free = subtract([span], obstacles);
  let ofStays: Record<'throughout' | 'edges', readonly Interval[]> | null = null;
  return {
    obstacles,
    free,
    isFree(time, isStay) {
      if (!isStay) return isWithin(free, time);
      ofStays ??= {
        throughout: subtract(
          [span],
          obstacles.filter(({ kind }) => !atEdges.has(kind)),
        ),
        edges: subtract(
          [span],
          obstacles.filter(({ kind }) => atEdges.has(kind)),
        ),
      };
      const { throughout, edges } = ofStays;
      return isWithin(throughout, time) && edgesOf(time).every((edge) => isWithin(edges, edge));
    },
    against: (time, isStay) =>
      obstacles.filter((obstacle) =>
        (isStay && atEdges.has(obstacle.kind) ? edgesOf(time) : [time]).some((part) => overlaps(obstacle, part)),
      ),
  };
}

interface BookableData {
  /** The time for which everything is loaded. Nothing outside is free. */
  span: Interval;
  /** Every appointment during the span, in all accessible stores. */
  appointments: readonly ReceivedAppointment[];
  /** The entries of the whole weeks of the span (`weeksToKnow`). */
  plan: PlanEntries;
  /** All accessible stores, whose rooms can take an appointment without a room. */
  stores: readonly Omit<BookableStore, 'openingHours'>[];
  /** All employees, whose vets can take an appointment without a vet. */
  employees: readonly ReceivedEmployee[];
  /**
   * Milliseconds since 1970-01-01T00:00Z. A patient who is being seen takes room and vet now, whatever the times of the
   * appointment. Can be left out if only the future matters.
   */
  now?: number;
}

export interface StartsQuery {
  /** The length of the appointment, in milliseconds. */
  length: number;
  /** The earliest start, in milliseconds since 1970-01-01T00:00Z. */
  from: number;
  /** The end of the search (exclusive); defaults to the end of the span. */
  until?: number;
  /** The maximum number of starts. */
  count: number;
}

/** A time at which an appointment can start, with an available vet and room. */
export interface FreeStart {
  /** Milliseconds since 1970-01-01T00:00Z, on a quarter of an hour. */
  start: number;
  /** The first employee who is left over; null if no vet is needed. */
  employeeId: string | null;
  /** The room that the practice system assigns; null if none is needed. */
  roomId: string | null;
}

/** Why an appointment cannot be booked at a time. */
export interface Reasons {
  store: readonly Obstacle[];
  /** The obstacles in each of the rooms, by id, in their order. */
  rooms: ReadonlyMap<string, readonly Obstacle[]>;
  /** The obstacles of each of the employees, by id, in their order. */
  staff: ReadonlyMap<string, readonly Obstacle[]>;
  /**
   * The appointments without a vet that need all employees who are otherwise free; empty if one is left over, or none
   * is free.
   */
  withoutVet: readonly ReceivedAppointment[];
  /**
   * The appointments without a room that need all rooms that are otherwise free; empty if one is left over, or none is
   * free.
   */
  withoutRoom: readonly ReceivedAppointment[];
  /** The pet's other appointments during the time. */
  pet: readonly ReceivedAppointment[];
}

/** A resource that an appointment takes even if none is assigned. */
type Resource = 'vet' | 'room';

/** Determines what can be booked in a span for which everything is loaded. Results are cached. */
export function createBookable({ span, appointments, plan, stores, employees, now }: BookableData) {
  const visits = appointments.flatMap((visit) => {
    if (!occupies(visit)) return [];
    const recorded = recordedTime(visit);
    const { start } = recorded;
    // An appointment without a valid end takes as long as it is drawn on the board.
    const end = oddEndOf(recorded) === null ? recorded.end : start + QUARTER;
    const isHereNow = now !== undefined && isBeingSeen(visit);
    const time = isHereNow ? { start: Math.min(start, now), end: Math.max(end, now + 1) } : { start, end };
    return [{ ...time, kind: 'visit' as const, visit }];
  });
  const byNeed = new Map<string, typeof visits>();
  for (const one of visits) {
    for (const need of needsOf(one.visit)) {
      const others = byNeed.get(need);
      if (others) others.push(one);
      else byNeed.set(need, [one]);
    }
  }
  const visitsWith = (need: Need) => byNeed.get(need) ?? [];

  const timelines = new Map<string, Timeline>();
  function cached(key: string, obstacles: () => readonly Obstacle[]): Timeline {
    const existing = timelines.get(key);
    if (existing) return existing;
    const created = timelineOf(span, obstacles());
    timelines.set(key, created);
    return created;
  }

  /** The times when a store is closed. Unknown hours count as open, unless usual hours are assumed instead. */
  function ofStore(store: BookableStore, whenUnknown: 'unknown' | 'usual'): Timeline {
    return cached(`store ${whenUnknown} ${store.id}`, () => {
      const open = openIntervals(store, span, whenUnknown);
      const hours = subtract([span], open ?? [span]).map((closed) => ({ ...closed, kind: 'hours' as const }));
      return [
        ...hours,
        ...closuresOf(plan, store.id, span).map((blocked) => ({ ...blocked, kind: 'closed' as const })),
      ];
    });
  }
  function ofRoom(roomId: string): Timeline {
    return cached(`room ${roomId}`, () => [
      ...blocksOf(plan, roomId, span).map((blocked) => ({ ...blocked, kind: 'blocked' as const })),
      ...visitsWith(`room ${roomId}`),
    ]);
  }
  function ofPerson(person: Wanted['staff'][number], store: PlannedStore): Timeline {
    return cached(`person ${store.id} ${person.id}`, () => [
      ...absencesOf(plan, person, [store], span),
      ...visitsWith(`staff ${person.id}`),
    ]);
  }
  /** When at least one of these employees is on duty, busy or not. With no employees there is no restriction. */
  function somebodyThere(staff: Wanted['staff'], store: BookableStore): Interval[] {
    if (staff.length === 0) return [span];
    return mergeIntervals(staff.flatMap((person) => subtract([span], absencesOf(plan, person, [store], span))));
  }

  const leftOvers = new Map<Resource, LeftOver>();
  /**
   * The vets or rooms that remain after appointments without one are assigned one. A stay takes none, since it needs
   * no staff overnight.
   */
  function leftOverOf(resource: Resource): LeftOver {
    const existing = leftOvers.get(resource);
    if (existing) return existing;
    const claims = visits.flatMap(({ start, end, visit }) => {
      const { storeId, roomId, visitTypeCategory: category } = visit;
      const isLacking = resource === 'room' ? roomId === null : visit.employees.length === 0 && needsVet(category);
      const store = stores.find(({ id }) => id === storeId);
      if (!isLacking || !store || isStay({ start, end }, dayOfInstant(store.timeZone, start))) return [];
      const options = new Map(
        resource === 'room'
          ? roomsThatSuit(store.rooms, category || null).map(({ id }) => [id, ofRoom(id)])
          : employees
              .filter((employee) => isVetAt(employee, new Set([store.id])))
              .map((employee) => [employee.id, ofPerson(employee, store)]),
      );
      return [{ start, end, visit, options }];
    });
    const created = createLeftOver(claims);
    leftOvers.set(resource, created);
    return created;
  }

  /** The first of some employees or rooms, each free throughout a time, that is left over; null if there is none. */
  const firstLeftOver = (resource: Resource, ids: readonly string[], time: Interval) =>
    leftOverOf(resource).first(ids, time);

  /**
   * Returns a function that checks whether an appointment of this length can begin at a start, on which day of the
   * store, and with which vet and room: the store is open, a room and an employee are free throughout and left over,
   * and the pet has no other appointment then.
   */
  function placesFor({ store, rooms, staff, petId }: Wanted, length: number) {
    const pets = petId === null ? [] : visitsWith(`pet ${petId}`);
    const storeTime = ofStore(store, 'usual');
    const inRooms = rooms && new Map(rooms.map(({ id }) => [id, ofRoom(id)]));
    const people = new Map(staff.map((person) => [person.id, ofPerson(person, store)]));
    return (start: number, day: Interval): FreeStart | null => {
      const time = { start, end: start + length };
      const stay = isStay(time, day);
      if (!storeTime.isFree(time, stay) || pets.some((pet) => overlaps(pet, time))) return null;
      const employeeId = people.size === 0 ? null : firstLeftOver('vet', freeAmong(people, time, stay), time);
      if (people.size > 0 && employeeId === null) return null;
      const freeRooms = inRooms === null ? [] : freeAmong(inRooms, time, stay);
      if (inRooms !== null && firstLeftOver('room', freeRooms, time) === null) return null;
      return { start, employeeId, roomId: freeRooms[0] ?? null };
    };
  }

  return {
    ofStore,
    ofRoom,
    ofPerson,
    somebodyThere,
    firstLeftOver,
    placesFor,

    /** The obstacles to booking a time. Unknown opening hours are none. */
    against({ store, rooms, staff, petId }: Wanted, time: Interval): Reasons {
      const day = dayOfInstant(store.timeZone, time.start);
      const stay = isStay(time, day);
      const pets = petId === null ? [] : visitsWith(`pet ${petId}`);
      const ofRooms = new Map((rooms ?? []).map(({ id }) => [id, ofRoom(id).against(time, stay)]));
      const ofStaff = new Map(staff.map((person) => [person.id, ofPerson(person, store).against(time, stay)]));
      const unobstructed = (people: Reasons['staff']) =>
        [...people].flatMap(([id, obstacles]) => (obstacles.length === 0 ? [id] : []));
      return {
        store: ofStore(store, 'unknown').against(time, stay),
        rooms: ofRooms,
        staff: ofStaff,
        withoutRoom: leftOverOf('room').needing(unobstructed(ofRooms), time),
        withoutVet: leftOverOf('vet').needing(unobstructed(ofStaff), time),
        pet: pets.filter((pet) => overlaps(pet, time)).map(({ visit }) => visit),
      };
    },

    /** The appointments of a pet that overlap a time, such as a whole day. */
    ofPet: (petId: string, time: Interval): ReceivedAppointment[] =>
      visitsWith(`pet ${petId}`)
        .filter((one) => overlaps(one, time))
        .map(({ visit }) => visit),

    /**
     * The first possible starts, on quarters of an hour (`placesFor`). If the store's hours are unknown, usual hours
     * are assumed.
     */
    freeStarts(needs: Wanted, { length, from, until = span.end, count }: StartsQuery): FreeStart[] {
      const placeAt = placesFor(needs, length);
      const zone = needs.store.timeZone;
      const starts: FreeStart[] = [];
      const firstStart = Math.max(from, span.start);
      const over = Math.min(until, span.end);
      for (let date = dateIn(zone, firstStart); starts.length < count; date = addDays(date, 1)) {
        const day = dayInterval(zone, date);
        if (day.start >= over) break;
        const first = Math.ceil(Math.max(day.start, firstStart) / QUARTER) * QUARTER;
        for (let start = first; start < Math.min(day.end, over) && starts.length < count; start += QUARTER) {
          const place = placeAt(start, day);
          if (place) starts.push(place);
        }
      }
      return starts;
    },

    /**
     * The first room and the first employee that are left over throughout a time; each null if none is, or none is
     * needed.
     */
    freePlace({ store, rooms, staff }: Wanted, time: Interval): { employeeId: string | null; roomId: string | null } {
      const stay = isStay(time, dayOfInstant(store.timeZone, time.start));
      const people = new Map(staff.map((person) => [person.id, ofPerson(person, store)]));
      const inRooms = new Map((rooms ?? []).map(({ id }) => [id, ofRoom(id)]));
      return {
        employeeId: firstLeftOver('vet', freeAmong(people, time, stay), time),
        roomId: firstLeftOver('room', freeAmong(inRooms, time, stay), time),
      };
    },

    /** The room that the practice system assigns to an appointment: the first that is free; null if there is none. */
    roomGiven({ store, rooms }: Wanted, time: Interval): string | null {
      const stay = isStay(time, dayOfInstant(store.timeZone, time.start));
      return rooms?.find(({ id }) => ofRoom(id).isFree(time, stay))?.id ?? null;
    },
  };
}
