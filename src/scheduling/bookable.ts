import { findSuitableRooms, occupies } from '#contract/appointment-rules.ts';
import { type Interval, type MinuteRange, mergeIntervals, overlaps, subtract } from '#contract/interval.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { createRemainingResources, findFreeOptions, type RemainingResources } from './assignment.ts';
import { addDays, dateIn, dayInterval, dayOfInstant, MINUTES_PER_DAY, weekdayOf } from './calendar-day.ts';
import { listNeeds, type Need } from './clashes.ts';
import { hoursOn, type OpeningHours, QUARTER_HOUR_MS, usualHours } from './opening-hours.ts';
import { findAbsences, findClosures, findRoomBlocks, type PlanEntries, type PlannedStore } from './plan.ts';
import { createTimeline, type Obstacle, type Timeline } from './timeline.ts';
import { invalidEndOf, isBeingSeen, isStay, isVetAt, needsVet, recordedTime } from './visit.ts';
import { instantOfClockTime } from './wall-clock.ts';

/*
 * Determines whether something can be booked, and if not, why. Closed hours, the plan and appointments each take a
 * store, a room or an employee for a time; time that none of them takes is free. An appointment without a vet takes one
 * of the possible vets, and an appointment without a room takes a suitable room, so a vet or room is free only if each
 * of these can still be assigned one. A request from the web site takes a vet and a room in the same way until it is
 * answered or expires. Every screen that offers times or warns about them uses this module.
 */

interface Room {
  readonly id: string;
  readonly name: string;
  readonly categories: readonly string[];
}

export interface BookableStore {
  readonly id: string;
  /** The IANA zone of the store. */
  readonly timeZone: string;
  readonly openingHours: OpeningHours;
  readonly rooms: readonly Room[];
}

type StaffMember = Pick<ReceivedEmployee, 'id' | 'role'>;

/** The store, the possible rooms and staff, and the pet that an appointment needs at the same time. */
export interface AppointmentNeeds {
  readonly store: BookableStore;
  /** The possible rooms; one must be free. Null if rooms do not matter. */
  readonly rooms: readonly Pick<Room, 'id'>[] | null;
  /** The possible employees; one must be on duty and free. Null if none is needed. */
  readonly staff: readonly StaffMember[] | null;
  readonly petId: string | null;
}

interface NeedsInput {
  store: BookableStore;
  /** The requested vet; null for any vet. */
  vet: ReceivedEmployee | null;
  type: { readonly category: string } | null;
  petId: string | null;
  /** All employees, not only vets. */
  employees: readonly ReceivedEmployee[];
}

/**
 * The needs of an appointment: one of the suitable rooms, in order of preference, if the store has rooms; and the
 * requested vet or, if there is none, any vet of the store, unless its type needs no vet. While no employees are
 * loaded, no vet is needed, either.
 */
export function determineNeeds({ store, vet, type, petId, employees }: NeedsInput) {
  const isAnyVet = (!type || needsVet(type.category)) && employees.length > 0;
  const vets = isAnyVet ? employees.filter((employee) => isVetAt(employee, new Set([store.id]))) : null;
  const rooms = store.rooms.length === 0 ? null : findSuitableRooms(store.rooms, type?.category ?? null);
  return { store, rooms, staff: vet ? [vet] : vets, petId };
}

/** The instant at which the wall clock shows a minute of a date, counted from its midnight: from 0 to 2880. */
function instantOfMinute(zone: string, date: string, minute: number): number {
  const rest = minute % MINUTES_PER_DAY;
  const clock = { hour: Math.floor(rest / 60), minute: rest % 60 };
  return instantOfClockTime(zone, addDays(date, Math.floor(minute / MINUTES_PER_DAY)), clock);
}

type StoreHours = Pick<BookableStore, 'openingHours' | 'timeZone'>;

/** How unknown opening hours are treated: reported as unknown, replaced by usual hours, or counted as closed. */
type UnknownHoursPolicy = 'unknown' | 'usual' | 'closed';

/**
 * The opening hours of a store on each date that an interval overlaps, preceded by those of the day before, whose
 * evening may extend past midnight. Null for a date whose hours are unknown.
 */
function listOpeningHoursByDate({ openingHours, timeZone }: StoreHours, time: Interval): (Interval[] | null)[] {
  const last = dateIn(timeZone, Math.max(time.end - 1, time.start));
  const hours: (Interval[] | null)[] = [];
  for (let date = addDays(dateIn(timeZone, time.start), -1); date <= last; date = addDays(date, 1)) {
    const ranges = openingHours.length > 0 ? hoursOn(openingHours, weekdayOf(date)) : null;
    const intervalOf = ({ fromMinute, toMinute }: MinuteRange) => ({
      start: instantOfMinute(timeZone, date, fromMinute),
      end: instantOfMinute(timeZone, date, toMinute),
    });
    hours.push(ranges && mergeIntervals(ranges.map(intervalOf)));
  }
  return hours;
}

/**
 * The opening hours of a store on the calendar days that an interval overlaps, sorted and without overlaps. They may
 * extend beyond it. Null if the hours of one of these days are unknown and must be reported as unknown.
 */
export function findOpenIntervals(
  store: StoreHours,
  time: Interval,
  whenUnknown: UnknownHoursPolicy = 'unknown',
): Interval[] | null {
  const byDate = listOpeningHoursByDate(store, time);
  if (whenUnknown === 'unknown' && byDate.slice(1).includes(null)) return null;
  const isUsual = whenUnknown === 'usual' && byDate.includes(null);
  const usual = isUsual ? listOpeningHoursByDate({ ...store, openingHours: usualHours }, time) : [];
  return mergeIntervals(byDate.flatMap((hours, index) => hours ?? usual[index] ?? []));
}

/**
 * The periods in which a store is open around an interval. A period ends when the store closes, or when the next period
 * begins: a store that never closes has one period for each day.
 */
function listOpenPeriods(store: StoreHours, time: Interval): Interval[] {
  const openings = listOpeningHoursByDate(store, time).flatMap((hours) => hours ?? []);
  return openings.map(({ start, end }, index) => ({ start, end: Math.min(end, openings[index + 1]?.start ?? end) }));
}

/**
 * The opening hours on the days when an appointment starts and ends, for a warning that the appointment is outside of them.
 * Empty if the hours are unknown.
 */
export function findOpeningHoursNear(store: StoreHours, time: Interval): Interval[] {
  const days = [time.start, time.end - 1].map((instant) => dayOfInstant(store.timeZone, instant));
  return (findOpenIntervals(store, time) ?? []).filter((open) => days.some((day) => overlaps(open, day)));
}

/**
 * An open request from the web site. Its time, [`start`, `end`) in milliseconds since 1970-01-01T00:00Z, is held: it
 * takes a suitable room and, if its type needs one, a vet, like an appointment that has neither.
 */
export interface HeldRequest extends Interval {
  readonly id: string;
  readonly storeId: string;
  /** The category of the visit type; empty if it is unknown. */
  readonly visitTypeCategory: string;
  /** The name that warnings show for the request. */
  readonly name: string;
}

interface BookableData {
  /** The interval for which everything is loaded. Nothing outside it counts as free. */
  span: Interval;
  /** Every appointment during the span, in all accessible stores. */
  appointments: readonly ReceivedAppointment[];
  /** Every request from the web site whose time is held during the span, in all accessible stores. */
  heldRequests: readonly HeldRequest[];
  /** The entries of all weeks of the span (see `weeksToLoad`). */
  plan: PlanEntries;
  /** All accessible stores, whose rooms can take an appointment without a room. */
  stores: readonly Omit<BookableStore, 'openingHours'>[];
  /** All employees. The vets among them can take an appointment without a vet. */
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

/** A query for the times at which an appointment can start: at regular intervals, counted from when the store opens. */
interface StartsFromOpeningQuery extends Interval {
  /** The length of the appointment, in milliseconds. */
  length: number;
  /** The time between possible starts, in milliseconds. */
  step: number;
}

/** A time at which an appointment can start, with an available vet and room. */
export interface FreeStart {
  /** Milliseconds since 1970-01-01T00:00Z, on a quarter of an hour. */
  start: number;
  /** The first available employee; null if no vet is needed. */
  employeeId: string | null;
  /** The room that the practice system assigns; null if none is needed. */
  roomId: string | null;
}

/** Why an appointment cannot be booked at a requested time. */
export interface ReasonsAgainstBooking {
  store: readonly Obstacle[];
  /** The obstacles of each requested room, keyed by id, in the order of the request. */
  rooms: ReadonlyMap<string, readonly Obstacle[]>;
  /** The obstacles of each requested employee, keyed by id, in the order of the request. */
  staff: ReadonlyMap<string, readonly Obstacle[]>;
  /**
   * The appointments without a vet that, together with held requests, need every employee who is otherwise free. Empty if
   * an employee is left over, or if none is free.
   */
  appointmentsWithoutVet: readonly ReceivedAppointment[];
  /**
   * The appointments without a room that, together with held requests, need every room that is otherwise free. Empty if a
   * room is left over, or if none is free.
   */
  appointmentsWithoutRoom: readonly ReceivedAppointment[];
  /** The held requests that, together with appointments without a vet, need every employee who is otherwise free. */
  heldRequestsForVet: readonly HeldRequest[];
  /** The held requests that, together with appointments without a room, need every room that is otherwise free. */
  heldRequestsForRoom: readonly HeldRequest[];
  /** The pet's appointments that overlap the requested time. */
  pet: readonly ReceivedAppointment[];
}

/**
 * A kind of resource of a store. An appointment or a held request that needs one takes one even if none is assigned to it,
 * unless it is a stay.
 */
type Resource = 'vet' | 'room';

/** An appointment with the time that it takes. */
type BookedTime = Extract<Obstacle, { kind: 'visit' }>;

/** A held request with the time that it takes. */
type HeldTime = Interval & { readonly kind: 'held'; readonly request: HeldRequest };

/** An appointment or a held request that takes a vet or a room of its store although none is assigned to it. */
type UnassignedTime = (BookedTime | HeldTime) & { readonly store: Omit<BookableStore, 'openingHours'> };

const selectAppointments = (all: readonly UnassignedTime[]) =>
  all.flatMap((one) => (one.kind === 'visit' ? [one.visit] : []));
const selectHeldRequests = (all: readonly UnassignedTime[]) =>
  all.flatMap((one) => (one.kind === 'held' ? [one.request] : []));

const NOTHING_UNASSIGNED = createRemainingResources<UnassignedTime>([]);

/** Determines what can be booked in a span for which everything is loaded. Results are cached. */
export function createBookable(data: BookableData): Bookable {
  const { appointments, heldRequests, stores, now } = data;
  const stays = new Map<string, boolean>();
  const isStayAt = ({ timeZone }: Pick<BookableStore, 'timeZone'>, time: Interval): boolean =>
    getOrCreate(stays, `${timeZone} ${time.start} ${time.end}`, () => isStay(time, dayOfInstant(timeZone, time.start)));
  function bookedTimeOf(appointment: ReceivedAppointment): BookedTime | null {
    if (!occupies(appointment)) return null;
    const recorded = recordedTime(appointment);
    const { start } = recorded;
    // An appointment without a valid end takes a quarter of an hour, which is how the board draws it.
    const end = invalidEndOf(recorded) === null ? recorded.end : start + QUARTER_HOUR_MS;
    const isSeenNow = now !== undefined && isBeingSeen(appointment);
    const time = isSeenNow ? { start: Math.min(start, now), end: Math.max(end, now + 1) } : { start, end };
    return { ...time, kind: 'visit', visit: appointment };
  }
  /**
   * A list with the appointment if it takes a resource although none is assigned. The list is empty otherwise, and for a
   * stay, which needs no staff overnight.
   */
  function unassignedTimes(one: BookedTime, resource: Resource): UnassignedTime[] {
    const { storeId, roomId, employees: assigned, visitTypeCategory } = one.visit;
    const isLacking = resource === 'room' ? roomId === null : assigned.length === 0 && needsVet(visitTypeCategory);
    const store = isLacking ? stores.find(({ id }) => id === storeId) : undefined;
    return store === undefined || isStayAt(store, one) ? [] : [{ ...one, store }];
  }
  const byNeed = new Map<Need, BookedTime[]>();
  const visits = appointments.flatMap((appointment) => bookedTimeOf(appointment) ?? []);
  for (const one of visits) {
    for (const need of listNeeds(one.visit)) {
      const others = byNeed.get(need);
      if (others) others.push(one);
      else byNeed.set(need, [one]);
    }
  }
  /**
   * A list with the held request if it takes a resource. The list is empty otherwise, and for a stay, as with an
   * appointment.
   */
  function listHeldTimes(request: HeldRequest, resource: Resource): UnassignedTime[] {
    const { start, end } = request;
    const isNeeded = resource === 'room' || needsVet(request.visitTypeCategory);
    const store = isNeeded ? stores.find(({ id }) => id === request.storeId) : undefined;
    return store === undefined || isStayAt(store, request) ? [] : [{ kind: 'held', start, end, request, store }];
  }
  const listWithoutResource = (resource: Resource) => [
    ...visits.flatMap((one) => unassignedTimes(one, resource)),
    ...heldRequests.flatMap((request) => listHeldTimes(request, resource)),
  ];
  const lacking = { vet: listWithoutResource('vet'), room: listWithoutResource('room') };
  const [planned, timelines] = [new Map<string, readonly Obstacle[]>(), new Map<string, Timeline>()];
  return buildBookable(
    {
      data,
      byNeed,
      planObstacles: planned,
      timelines,
      isStayAt,
      bookedTimeOf: bookedTimeOf,
      listUnassignedTimes: unassignedTimes,
    },
    new Map(),
    lacking,
  );
}

/** Answers questions about what can be booked in a span. */
export interface Bookable extends ReturnType<typeof createChecks> {
  /**
   * Returns what can be booked if one appointment is replaced or removed. Only the timelines of that appointment are
   * rebuilt, so that many changes can be tried one after another.
   */
  withReplacement: (before: ReceivedAppointment, after: ReceivedAppointment | null) => Bookable;
}

/** The data of a span, with everything derived from it that stays the same when appointments are replaced. */
interface LoadedSpan {
  data: BookableData;
  byNeed: ReadonlyMap<Need, readonly BookedTime[]>;
  /** The obstacles from the plan for each timeline, with the same keys as `timelines`. */
  planObstacles: Map<string, readonly Obstacle[]>;
  timelines: Map<string, Timeline>;
  isStayAt: (store: Pick<BookableStore, 'timeZone'>, time: Interval) => boolean;
  bookedTimeOf: (appointment: ReceivedAppointment) => BookedTime | null;
  listUnassignedTimes: (one: BookedTime, resource: Resource) => UnassignedTime[];
}

function getOrCreate<Value>(cache: Map<string, Value>, key: string, create: () => Value): Value {
  const existing = cache.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  cache.set(key, created);
  return created;
}

/**
 * All appointments for each need that a replacement affects: the needs of the replaced appointment and those of its
 * replacement.
 */
type ChangedTimes = ReadonlyMap<Need, readonly BookedTime[]>;
/** The appointments and held requests that take a vet, or a room, although none is assigned to them. */
type UnassignedByResource = Readonly<Record<Resource, readonly UnassignedTime[]>>;

function buildBookable(loaded: LoadedSpan, changed: ChangedTimes, lacking: UnassignedByResource): Bookable {
  return {
    ...createChecks(loaded, changed, lacking),
    withReplacement(before, after) {
      const next = new Map(changed);
      const removeReplaced = <One extends BookedTime | HeldTime>(all: readonly One[]) =>
        all.filter((one) => one.kind === 'held' || one.visit.id !== before.id);
      const timesNeeding = (need: Need) => next.get(need) ?? loaded.byNeed.get(need) ?? [];
      for (const need of listNeeds(before)) next.set(need, removeReplaced(timesNeeding(need)));
      const time = after && loaded.bookedTimeOf(after);
      if (time) for (const need of listNeeds(time.visit)) next.set(need, [...timesNeeding(need), time]);
      const listUnassigned = (resource: Resource) => [
        ...removeReplaced(lacking[resource]),
        ...(time ? loaded.listUnassignedTimes(time, resource) : []),
      ];
      return buildBookable(loaded, next, { vet: listUnassigned('vet'), room: listUnassigned('room') });
    },
  };
}

function createChecks(loaded: LoadedSpan, changed: ChangedTimes, lacking: UnassignedByResource) {
  const { isStayAt } = loaded;
  const { span, plan, employees } = loaded.data;
  const appointmentsNeeding = (need: Need) => changed.get(need) ?? loaded.byNeed.get(need) ?? [];
  const ownTimelines = new Map<string, Timeline>();
  /** The timeline of a room or a person, with the time that the plan and the appointments take. */
  const resourceTimeline = (key: string, need: Need, plannedPart: () => readonly Obstacle[]) =>
    getOrCreate(changed.has(need) ? ownTimelines : loaded.timelines, key, () =>
      createTimeline(span, [...getOrCreate(loaded.planObstacles, key, plannedPart), ...appointmentsNeeding(need)]),
    );

  /** The times when a store is closed. If unknown hours are to be reported, they count as open here. */
  function storeTimeline(store: BookableStore, whenUnknown: UnknownHoursPolicy): Timeline {
    return getOrCreate(loaded.timelines, `store ${whenUnknown} ${store.id}`, () => {
      const open = findOpenIntervals(store, span, whenUnknown);
      const hours = subtract([span], open ?? [span]).map((closed) => ({ ...closed, kind: 'hours' as const }));
      const closures = findClosures(plan, store.id, span).map((blocked) => ({ ...blocked, kind: 'closed' as const }));
      return createTimeline(span, [...hours, ...closures]);
    });
  }
  function roomTimeline(roomId: string): Timeline {
    return resourceTimeline(`room ${roomId}`, `room ${roomId}`, () =>
      findRoomBlocks(plan, roomId, span).map((blocked) => ({ ...blocked, kind: 'blocked' as const })),
    );
  }
  function personTimeline(person: StaffMember, store: PlannedStore): Timeline {
    return resourceTimeline(`person ${store.id} ${person.id}`, `staff ${person.id}`, () =>
      findAbsences(plan, person, [store], span),
    );
  }

  const remainingByResource = new Map<string, RemainingResources<UnassignedTime>>();
  /** The vets or rooms that are left over after appointments and held requests without one are assigned one. */
  function remainingResources(resource: Resource): RemainingResources<UnassignedTime> {
    if (lacking[resource].length === 0) return NOTHING_UNASSIGNED;
    return getOrCreate(remainingByResource, resource, () =>
      createRemainingResources(
        lacking[resource].map((subject) => {
          const { start, end, store } = subject;
          const { visitTypeCategory } = subject.kind === 'held' ? subject.request : subject.visit;
          const options = new Map(
            resource === 'room'
              ? findSuitableRooms(store.rooms, visitTypeCategory || null).map(({ id }) => [id, roomTimeline(id)])
              : employees
                  .filter((employee) => isVetAt(employee, new Set([store.id])))
                  .map((employee) => [employee.id, personTimeline(employee, store)]),
          );
          return { start, end, subject, options };
        }),
      ),
    );
  }

  /** The timelines of the possible rooms and employees, keyed by id; null where none is needed. */
  const timelinesOf = ({ store, rooms, staff }: AppointmentNeeds) => ({
    ofRooms: rooms && new Map(rooms.map(({ id }) => [id, roomTimeline(id)])),
    ofStaff: staff && new Map(staff.map((person) => [person.id, personTimeline(person, store)])),
  });

  /**
   * Returns a function that finds a vet and a room for an appointment of this length that begins at `start`; `day` is the
   * store's calendar day. It returns null unless the store is open, a room and an employee are free for the whole time and are
   * left over, and the pet has no other appointment at that time.
   */
  function createPlaceFinder(needs: AppointmentNeeds, length: number, whenUnknown: 'usual' | 'closed' = 'usual') {
    const pets = needs.petId === null ? [] : appointmentsNeeding(`pet ${needs.petId}`);
    const storeTime = storeTimeline(needs.store, whenUnknown);
    const { ofRooms, ofStaff } = timelinesOf(needs);
    return (start: number, day: Interval): FreeStart | null => {
      const time = { start, end: start + length };
      const stay = isStay(time, day);
      if (!storeTime.isFree(time, stay) || pets.some((pet) => overlaps(pet, time))) return null;
      const employeeId = ofStaff && remainingResources('vet').findFirst(findFreeOptions(ofStaff, time, stay), time);
      if (ofStaff !== null && employeeId === null) return null;
      const freeRooms = ofRooms === null ? [] : findFreeOptions(ofRooms, time, stay);
      if (ofRooms !== null && remainingResources('room').findFirst(freeRooms, time) === null) return null;
      return { start, employeeId, roomId: freeRooms[0] ?? null };
    };
  }

  return {
    storeTimeline,
    roomTimeline,
    personTimeline,
    createPlaceFinder,

    /** The reasons against a booking in an interval. Unknown opening hours are no reason. */
    findReasonsAgainst({ store, rooms, staff, petId }: AppointmentNeeds, time: Interval): ReasonsAgainstBooking {
      const stay = isStayAt(store, time);
      const pets = petId === null ? [] : appointmentsNeeding(`pet ${petId}`);
      const roomObstacles = new Map((rooms ?? []).map(({ id }) => [id, roomTimeline(id).findObstacles(time, stay)]));
      const staffObstacles = new Map(
        (staff ?? []).map((person) => [person.id, personTimeline(person, store).findObstacles(time, stay)]),
      );
      const idsWithoutObstacles = (people: ReasonsAgainstBooking['staff']) =>
        [...people].flatMap(([id, obstacles]) => (obstacles.length === 0 ? [id] : []));
      const needingRoom = remainingResources('room').findCompetingSubjects(idsWithoutObstacles(roomObstacles), time);
      const needingVet = remainingResources('vet').findCompetingSubjects(idsWithoutObstacles(staffObstacles), time);
      return {
        store: storeTimeline(store, 'unknown').findObstacles(time, stay),
        rooms: roomObstacles,
        staff: staffObstacles,
        appointmentsWithoutRoom: selectAppointments(needingRoom),
        appointmentsWithoutVet: selectAppointments(needingVet),
        heldRequestsForRoom: selectHeldRequests(needingRoom),
        heldRequestsForVet: selectHeldRequests(needingVet),
        pet: pets.filter((pet) => overlaps(pet, time)).map(({ visit }) => visit),
      };
    },

    /** The appointments of a pet that overlap an interval, such as a whole day. */
    findPetAppointments: (petId: string, time: Interval): ReceivedAppointment[] =>
      appointmentsNeeding(`pet ${petId}`)
        .filter((one) => overlaps(one, time))
        .map(({ visit }) => visit),

    /**
     * The first possible starts, on quarters of an hour. If the store's hours are unknown, usual hours are assumed.
     */
    findFreeStarts(needs: AppointmentNeeds, { length, from, until = span.end, count }: StartsQuery): FreeStart[] {
      const placeAt = createPlaceFinder(needs, length);
      const zone = needs.store.timeZone;
      const starts: FreeStart[] = [];
      const firstStart = Math.max(from, span.start);
      const over = Math.min(until, span.end);
      for (let date = dateIn(zone, firstStart); starts.length < count; date = addDays(date, 1)) {
        const day = dayInterval(zone, date);
        if (day.start >= over) break;
        const first = Math.ceil(Math.max(day.start, firstStart) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
        for (let start = first; start < Math.min(day.end, over) && starts.length < count; start += QUARTER_HOUR_MS) {
          const place = placeAt(start, day);
          if (place) starts.push(place);
        }
      }
      return starts;
    },

    /**
     * The first room and the first employee that are available throughout an interval; each is null if there is none,
     * or if none is needed.
     */
    findFreePlace(needs: AppointmentNeeds, time: Interval): { employeeId: string | null; roomId: string | null } {
      const stay = isStayAt(needs.store, time);
      const { ofRooms, ofStaff } = timelinesOf(needs);
      return {
        employeeId: ofStaff && remainingResources('vet').findFirst(findFreeOptions(ofStaff, time, stay), time),
        roomId: ofRooms && remainingResources('room').findFirst(findFreeOptions(ofRooms, time, stay), time),
      };
    },

    /** All employees who are left over throughout an interval, and all rooms that are free, in the order of the needs. */
    findFreeChoices(needs: AppointmentNeeds, time: Interval): { employeeIds: string[]; roomIds: string[] } {
      const stay = isStayAt(needs.store, time);
      const { ofRooms, ofStaff } = timelinesOf(needs);
      return {
        employeeIds: ofStaff ? remainingResources('vet').findAll(findFreeOptions(ofStaff, time, stay), time) : [],
        roomIds: ofRooms ? findFreeOptions(ofRooms, time, stay) : [],
      };
    },
  };
}

/**
 * All possible starts in [`start`, `end`), in order, at multiples of `step` from each opening of the store. There are
 * none if the opening hours are unknown. This is not a method of {@link Bookable}, so that the app, which offers only
 * quarters of an hour, does not load it.
 */
export function findStartsFromOpening(
  { createPlaceFinder }: Pick<Bookable, 'createPlaceFinder'>,
  needs: AppointmentNeeds,
  { length, step, ...within }: StartsFromOpeningQuery,
): number[] {
  const placeAt = createPlaceFinder(needs, length, 'closed');
  const starts: number[] = [];
  const zone = needs.store.timeZone;
  let day = dayOfInstant(zone, within.start);
  for (const opening of listOpenPeriods(needs.store, within)) {
    const skipped = Math.max(0, Math.ceil((within.start - opening.start) / step));
    const end = Math.min(opening.end, within.end);
    for (let start = opening.start + skipped * step; start < end; start += step) {
      if (start >= day.end) day = dayOfInstant(zone, start);
      if (placeAt(start, day)) starts.push(start);
    }
  }
  return starts;
}
