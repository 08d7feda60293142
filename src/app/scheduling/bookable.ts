import { occupies, roomsThatSuit } from '#contract/appointment-rules.ts';
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
import { type Interval, mergeIntervals, overlaps, without } from './interval.ts';
import { createLeftOver, freeAmong, type LeftOver } from './left-over.ts';
import { hoursOn, type OpeningHours, QUARTER, usualHours } from './opening-hours.ts';
import { isBeingSeen, isStay, isVetAt, needsVet, oddEndOf, recordedTime } from './visit.ts';
import { instantReached } from './wall-clock.ts';

/*
 * Whether something can be booked, and if not, why. Opening hours, the plan of duty and blocks, and appointments each take a store,
 * a room or a member of staff for a time; what none of them takes is free. An appointment without a vet takes one of those who could
 * do it, and one without a room takes one that suits: a vet or a room is free only if each of these can still have its own. Every
 * screen that offers a time or warns of one asks here.
 */

/** A time that the plan takes: the store is closed, the room is blocked, or somebody is not there. */
export type Planned = (Blocked & { readonly kind: 'closed' | 'blocked' }) | Absence;

/** A time that is taken, and by what. `hours`: it is outside the opening hours. */
export type Obstacle =
  | Planned
  | (Interval & { readonly kind: 'hours' })
  | (Interval & { readonly kind: 'visit'; readonly visit: ReceivedAppointment });

/** What the plan has against a time; of several reasons the one that says most. */
export function plannedIn(obstacles: readonly Obstacle[]): Planned | null {
  const planned = obstacles.filter((one) => one.kind !== 'visit' && one.kind !== 'hours');
  for (const kind of ['away', 'closed', 'blocked', 'elsewhere', 'off'] as const) {
    const found = planned.find((one) => one.kind === kind);
    if (found) return found;
  }
  return null;
}

/** Of a stay these matter at its beginning and its end alone: nobody has to be there all night. */
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

/** What a visit needs. */
export interface Wanted {
  readonly store: BookableStore;
  /** The rooms of which one has to be free; null where rooms do not matter. */
  readonly rooms: readonly Pick<Room, 'id'>[] | null;
  /** The staff of whom one has to be there and free; empty where nobody has to. */
  readonly staff: readonly Pick<ReceivedEmployee, 'id' | 'role'>[];
  readonly petId: string | null;
}

interface Visit {
  store: BookableStore;
  /** Who is asked for; null for anybody. */
  vet: ReceivedEmployee | null;
  type: { readonly category: string } | null;
  petId: string | null;
  /** All staff. */
  employees: readonly ReceivedEmployee[];
}

/**
 * What a visit needs: a room that suits, in the order in which it gets one, where the store has rooms; and the chosen vet or else
 * any vet of the store, unless its type needs no vet or nobody is known to be one.
 */
export function wantedOf({ store, vet, type, petId, employees }: Visit) {
  const isAnyVet = !type || needsVet(type.category);
  const vets = isAnyVet ? employees.filter((one) => isVetAt(one, new Set([store.id]))) : [];
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
 * When a store is open on the calendar days that a time overlaps, as instants, sorted without overlaps. Opening hours are whole,
 * also outside the time. Null where the hours of one of these days are unknown, unless a usual day is then assumed.
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
  // The evening before may extend past midnight.
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

/** The opening hours on the days of a visit's start and end, for telling that it is outside them; empty where they are unknown. */
export function openingHoursNear(store: Hours, time: Interval): Interval[] {
  const days = [time.start, time.end - 1].map((instant) => dayOfInstant(store.timeZone, instant));
  return (openIntervals(store, time) ?? []).filter((open) => days.some((day) => overlaps(open, day)));
}

/** What takes a store, a room or a person. */
interface Timeline {
  /** By start. */
  readonly obstacles: readonly Obstacle[];
  /** What nothing takes. */
  readonly free: readonly Interval[];
  isFree: (time: Interval, isStay: boolean) => boolean;
  /** What is in the way of a time. */
  against: (time: Interval, isStay: boolean) => Obstacle[];
}

function edgesOf({ start, end }: Interval): Interval[] {
  return [
    { start, end: start + 1 },
    { start: end - 1, end },
  ];
}

/** Whether a time is within one of several intervals, which are in order and apart. */
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
  const obstacles = found.filter((one) => overlaps(one, span)).sort((one, other) => one.start - other.start);
  const free = without([span], obstacles);
  let ofStays: Record<'throughout' | 'edges', readonly Interval[]> | null = null;
  return {
    obstacles,
    free,
    isFree(time, isStay) {
      if (!isStay) return isWithin(free, time);
      ofStays ??= {
        throughout: without(
          [span],
          obstacles.filter(({ kind }) => !atEdges.has(kind)),
        ),
        edges: without(
          [span],
          obstacles.filter(({ kind }) => atEdges.has(kind)),
        ),
      };
      const { throughout, edges } = ofStays;
      return isWithin(throughout, time) && edgesOf(time).every((edge) => isWithin(edges, edge));
    },
    against: (time, isStay) =>
      obstacles.filter((one) =>
        (isStay && atEdges.has(one.kind) ? edgesOf(time) : [time]).some((part) => overlaps(one, part)),
      ),
  };
}

interface Known {
  /** For which everything is known; nothing beyond it is free. */
  span: Interval;
  /** Every appointment during the span, of all stores in reach. */
  appointments: readonly ReceivedAppointment[];
  /** The entries of the whole weeks of the span (`weeksToKnow`). */
  plan: PlanEntries;
  /** All stores in reach, whose rooms can take an appointment without a room. */
  stores: readonly Omit<BookableStore, 'openingHours'>[];
  /** All staff, whose vets can take an appointment without a vet. */
  employees: readonly ReceivedEmployee[];
  /**
   * Milliseconds since 1970-01-01T00:00Z: who is being seen takes room and vet now, whatever the times of the visit say. Left out
   * where only what is to come matters.
   */
  now?: number;
}

export interface StartsWanted {
  /** How long the appointment is, in milliseconds. */
  length: number;
  /** Nothing earlier; milliseconds since 1970-01-01T00:00Z. */
  from: number;
  /** Nothing at this instant or later; the end of the span where it is left out. */
  until?: number;
  /** So many at most. */
  count: number;
}

/** A time at which an appointment can begin, with who is free for it, and where. */
export interface FreeStart {
  /** Milliseconds since 1970-01-01T00:00Z, on a quarter of an hour. */
  start: number;
  /** The first of the staff who is left over; null where no vet is needed. */
  employeeId: string | null;
  /** The room that the practice system gives it; null where none is needed. */
  roomId: string | null;
}

/** Why a visit cannot be booked at a time. */
export interface Reasons {
  store: readonly Obstacle[];
  /** What is in the way in each of the rooms, by id, in their order. */
  rooms: ReadonlyMap<string, readonly Obstacle[]>;
  /** What is in the way of each of the staff, by id, in their order. */
  staff: ReadonlyMap<string, readonly Obstacle[]>;
  /** The appointments without a vet that need all of the staff who are otherwise free; empty where one is left over, or nobody is free. */
  withoutVet: readonly ReceivedAppointment[];
  /** The appointments without a room that need all of the rooms that are otherwise free; empty where one is left over, or none is free. */
  withoutRoom: readonly ReceivedAppointment[];
  /** The pet's other appointments during the time. */
  pet: readonly ReceivedAppointment[];
}

/** What an appointment can lack and still takes one of. */
type Resource = 'vet' | 'room';

/** Answers for a span of which everything is known. What is asked for again is not worked out again. */
export function createBookable({ span, appointments, plan, stores, employees, now }: Known) {
  const visits = appointments.flatMap((visit) => {
    if (!occupies(visit)) return [];
    const recorded = recordedTime(visit);
    const { start } = recorded;
    // One without a valid end takes as long as it is drawn on the board.
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
  function remembered(key: string, obstacles: () => readonly Obstacle[]): Timeline {
    const known = timelines.get(key);
    if (known) return known;
    const made = timelineOf(span, obstacles());
    timelines.set(key, made);
    return made;
  }

  /** What closes a store. Hours that are unknown do not, unless a usual day is then assumed. */
  function ofStore(store: BookableStore, whenUnknown: 'unknown' | 'usual'): Timeline {
    return remembered(`store ${whenUnknown} ${store.id}`, () => {
      const open = openIntervals(store, span, whenUnknown);
      const hours = without([span], open ?? [span]).map((closed) => ({ ...closed, kind: 'hours' as const }));
      return [...hours, ...closuresOf(plan, store.id, span).map((one) => ({ ...one, kind: 'closed' as const }))];
    });
  }
  function ofRoom(roomId: string): Timeline {
    return remembered(`room ${roomId}`, () => [
      ...blocksOf(plan, roomId, span).map((one) => ({ ...one, kind: 'blocked' as const })),
      ...visitsWith(`room ${roomId}`),
    ]);
  }
  function ofPerson(person: Wanted['staff'][number], store: PlannedStore): Timeline {
    return remembered(`person ${store.id} ${person.id}`, () => [
      ...absencesOf(plan, person, [store], span),
      ...visitsWith(`staff ${person.id}`),
    ]);
  }
  /** When at least one of these is there, busy or not; where there are none, it does not matter. */
  function somebodyThere(staff: Wanted['staff'], store: BookableStore): Interval[] {
    if (staff.length === 0) return [span];
    return mergeIntervals(staff.flatMap((person) => without([span], absencesOf(plan, person, [store], span))));
  }

  const leftOvers = new Map<Resource, LeftOver>();
  /** What the appointments that lack a vet or a room leave over. A stay takes none, since it needs no one all night. */
  function leftOverOf(resource: Resource): LeftOver {
    const known = leftOvers.get(resource);
    if (known) return known;
    const claims = visits.flatMap(({ start, end, visit }) => {
      const { storeId, roomId, visitTypeCategory: category } = visit;
      const isLacking = resource === 'room' ? roomId === null : visit.employees.length === 0 && needsVet(category);
      const store = stores.find(({ id }) => id === storeId);
      if (!isLacking || !store || isStay({ start, end }, dayOfInstant(store.timeZone, start))) return [];
      const options = new Map(
        resource === 'room'
          ? roomsThatSuit(store.rooms, category || null).map(({ id }) => [id, ofRoom(id)])
          : employees.filter((one) => isVetAt(one, new Set([store.id]))).map((one) => [one.id, ofPerson(one, store)]),
      );
      return [{ start, end, visit, options }];
    });
    const made = createLeftOver(claims);
    leftOvers.set(resource, made);
    return made;
  }

  /** The first of some staff or rooms, each free throughout a time, that is left over; null where there is none. */
  const firstLeftOver = (resource: Resource, ids: readonly string[], time: Interval) =>
    leftOverOf(resource).first(ids, time);

  /**
   * Answers for one start after the other whether a visit of this length can begin then, on which day of the store, and with whom and
   * where: the store is open, a room and one of the staff are free throughout and left over by the appointments that lack one, and the
   * pet has no other appointment then.
   */
  function placesFor({ store, rooms, staff, petId }: Wanted, length: number) {
    const pets = petId === null ? [] : visitsWith(`pet ${petId}`);
    const there = ofStore(store, 'usual');
    const inRooms = rooms && new Map(rooms.map(({ id }) => [id, ofRoom(id)]));
    const people = new Map(staff.map((person) => [person.id, ofPerson(person, store)]));
    return (start: number, day: Interval): FreeStart | null => {
      const time = { start, end: start + length };
      const stay = isStay(time, day);
      if (!there.isFree(time, stay) || pets.some((one) => overlaps(one, time))) return null;
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

    /** What is in the way of a time. Opening hours that are unknown are not. */
    against({ store, rooms, staff, petId }: Wanted, time: Interval): Reasons {
      const day = dayOfInstant(store.timeZone, time.start);
      const stay = isStay(time, day);
      const pets = petId === null ? [] : visitsWith(`pet ${petId}`);
      const ofRooms = new Map((rooms ?? []).map(({ id }) => [id, ofRoom(id).against(time, stay)]));
      const ofStaff = new Map(staff.map((person) => [person.id, ofPerson(person, store).against(time, stay)]));
      const unobstructed = (ones: Reasons['staff']) =>
        [...ones].flatMap(([id, obstacles]) => (obstacles.length === 0 ? [id] : []));
      return {
        store: ofStore(store, 'unknown').against(time, stay),
        rooms: ofRooms,
        staff: ofStaff,
        withoutRoom: leftOverOf('room').needing(unobstructed(ofRooms), time),
        withoutVet: leftOverOf('vet').needing(unobstructed(ofStaff), time),
        pet: pets.filter((one) => overlaps(one, time)).map(({ visit }) => visit),
      };
    },

    /** The appointments of a pet that overlap a time, such as a whole day. */
    ofPet: (petId: string, time: Interval): ReceivedAppointment[] =>
      visitsWith(`pet ${petId}`)
        .filter((one) => overlaps(one, time))
        .map(({ visit }) => visit),

    /**
     * The first possible starts, on quarters of an hour (`placesFor`). Where the hours of the store are unknown a usual day is assumed.
     */
    freeStarts(wanted: Wanted, { length, from, until = span.end, count }: StartsWanted): FreeStart[] {
      const placeAt = placesFor(wanted, length);
      const zone = wanted.store.timeZone;
      const starts: FreeStart[] = [];
      const begin = Math.max(from, span.start);
      const over = Math.min(until, span.end);
      for (let date = dateIn(zone, begin); starts.length < count; date = addDays(date, 1)) {
        const day = dayInterval(zone, date);
        if (day.start >= over) break;
        const first = Math.ceil(Math.max(day.start, begin) / QUARTER) * QUARTER;
        for (let start = first; start < Math.min(day.end, over) && starts.length < count; start += QUARTER) {
          const place = placeAt(start, day);
          if (place) starts.push(place);
        }
      }
      return starts;
    },

    /** The first room and the first of the staff that are left over throughout a time; each null where none is, or none is needed. */
    freePlace({ store, rooms, staff }: Wanted, time: Interval): { employeeId: string | null; roomId: string | null } {
      const stay = isStay(time, dayOfInstant(store.timeZone, time.start));
      const people = new Map(staff.map((person) => [person.id, ofPerson(person, store)]));
      const inRooms = new Map((rooms ?? []).map(({ id }) => [id, ofRoom(id)]));
      return {
        employeeId: firstLeftOver('vet', freeAmong(people, time, stay), time),
        roomId: firstLeftOver('room', freeAmong(inRooms, time, stay), time),
      };
    },

    /** The room that the practice system gives an appointment: the first that nothing takes; null where there is none. */
    roomGiven({ store, rooms }: Wanted, time: Interval): string | null {
      const stay = isStay(time, dayOfInstant(store.timeZone, time.start));
      return rooms?.find(({ id }) => ofRoom(id).isFree(time, stay))?.id ?? null;
    },
  };
}
