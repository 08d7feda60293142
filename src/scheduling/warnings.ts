import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import {
  type BookableStore,
  type createBookable,
  determineNeeds,
  findOpeningHoursNear,
  type HeldRequest,
  type ReasonsAgainstBooking,
} from './bookable.ts';
import { dayOfInstant } from './calendar-day.ts';
import { findPlanReason, type Obstacle, type UnavailableTime } from './timeline.ts';

/**
 * A reason not to book an appointment at a time, or not to move it there. A warning never prevents either, since practices
 * double-book on purpose.
 */
export type Warning =
  | { kind: 'vet-busy'; vet: ReceivedEmployee; others: ReceivedAppointment[] }
  | { kind: 'vet-away'; vet: ReceivedEmployee; absence: UnavailableTime }
  /**
   * The vet is free, but is needed for an appointment without a vet or a held request, since no other vet is left over:
   * `onDuty` vets are on duty at that time, and `count` appointments and requests need one.
   */
  | {
      kind: 'vet-needed';
      vet: ReceivedEmployee;
      others: ReceivedAppointment[];
      held: HeldRequest[];
      onDuty: number;
      count: number;
    }
  /**
   * No vet is selected, and every suitable vet on duty is busy (`busy` has the first appointment of each), or is needed
   * for an appointment without a vet or a held request.
   */
  | {
      kind: 'no-vet-free';
      busy: { vet: ReceivedEmployee; other: ReceivedAppointment }[];
      withoutVet: ReceivedAppointment[];
      held: HeldRequest[];
    }
  /** No vet is selected, and none is on duty. `away` lists the vets whose absence has a known reason. */
  | { kind: 'no-vet-there'; away: { vet: ReceivedEmployee; absence: UnavailableTime }[] }
  | { kind: 'vet-elsewhere'; vet: ReceivedEmployee }
  /** None of the store's rooms is for appointments of this type. */
  | { kind: 'no-room-suits' }
  /** The selected room is taken. */
  | { kind: 'room-taken'; room: string; others: ReceivedAppointment[] }
  | { kind: 'room-blocked'; room: string; block: UnavailableTime }
  /**
   * The selected room is free, but is needed for an appointment without a room or a held request, since no other room is
   * left over.
   */
  | { kind: 'room-needed'; room: string; others: ReceivedAppointment[]; held: HeldRequest[] }
  /**
   * Every suitable room is taken (`others` and `blocked` have the first reason for each), or is needed for an appointment
   * without a room or a held request. `all`: every room of the store is suitable.
   */
  | {
      kind: 'rooms-taken';
      others: ReceivedAppointment[];
      withoutRoom: ReceivedAppointment[];
      held: HeldRequest[];
      blocked: { room: string; block: UnavailableTime }[];
      all: boolean;
    }
  /** `open`: the opening hours on the days of start and end; empty if the store is closed all day. */
  | { kind: 'store-closed'; open: Interval[] }
  /** The plan closes the store. */
  | { kind: 'store-blocked'; block: UnavailableTime }
  /** The pet has another appointment at that time. */
  | { kind: 'pet-busy'; others: ReceivedAppointment[] }
  | { kind: 'in-past' };

/** A requested appointment, without its time. */
export interface RequestedAppointment {
  store: BookableStore;
  /** The requested vet; null for any vet. */
  vet: ReceivedEmployee | null;
  /** Employees who are needed in addition to the vet; defaults to none. */
  assistants?: readonly ReceivedEmployee[];
  type: { readonly category: string } | null;
  petId: string | null;
  /** The selected room; null for any. */
  roomId: string | null;
}

function findSelectedRoom({ store, roomId }: RequestedAppointment) {
  return store.rooms.find(({ id }) => id === roomId) ?? null;
}

/** The needs of a request as for any appointment, limited to the selected room if there is one. */
export function needsOfRequest(requested: RequestedAppointment, employees: readonly ReceivedEmployee[]) {
  const needs = determineNeeds({ ...requested, employees });
  const chosen = findSelectedRoom(requested);
  return chosen ? { ...needs, rooms: [chosen] } : needs;
}

interface WarningContext {
  /** Determines what can be booked on the days of the requested time. An appointment that is being moved is left out. */
  bookable: ReturnType<typeof createBookable>;
  /** All employees, not only vets. */
  employees: readonly ReceivedEmployee[];
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

type WarningInput = RequestedAppointment & WarningContext & { time: Interval };

function listBlockingAppointments(obstacles: readonly Obstacle[]): ReceivedAppointment[] {
  return obstacles.flatMap((obstacle) => (obstacle.kind === 'visit' ? [obstacle.visit] : []));
}

/** All warnings about a request for an interval (milliseconds since 1970-01-01T00:00Z), most serious first. */
export function findWarnings(requested: RequestedAppointment, time: Interval, context: WarningContext): Warning[] {
  const { bookable, employees, now } = context;
  const input: WarningInput = { ...requested, ...context, time };
  const needs = needsOfRequest(requested, employees);
  const reasons = bookable.findReasonsAgainst(needs, time);
  const chosen = findSelectedRoom(requested);
  const closed = [storeBlockedWarning(reasons), storeClosedWarning(input, reasons)].filter(
    (warning) => warning !== null,
  );
  const isAllDay = closed.some((warning) => isClosedAllDay(warning, input));
  return [
    ...(isAllDay ? closed : []),
    ...vetWarnings(input, needs.staff !== null, reasons),
    ...(requested.assistants ?? []).flatMap((employee) =>
      vetWarnings(
        { ...input, vet: employee },
        true,
        bookable.findReasonsAgainst({ ...needs, staff: [employee] }, time),
      ),
    ),
    ...(chosen ? selectedRoomWarnings(chosen, reasons) : noRoomWarnings(input, needs.rooms, reasons)),
    ...(isAllDay ? [] : closed),
    reasons.pet.length > 0 ? { kind: 'pet-busy' as const, others: [...reasons.pet] } : null,
    time.start < now ? { kind: 'in-past' as const } : null,
  ].filter((warning) => warning !== null);
}

/**
 * Warns that the vet is not on duty or has other appointments in any store. If no vet is selected, warns that no vet is on
 * duty or free.
 */
function vetWarnings(
  input: WarningInput,
  isNeeded: boolean,
  { staff, appointmentsWithoutVet, heldRequestsForVet }: ReasonsAgainstBooking,
): Warning[] {
  const { vet, store, employees } = input;
  const held = [...heldRequestsForVet];
  const isAnyoneNeeded = appointmentsWithoutVet.length > 0 || held.length > 0;
  if (vet) {
    const obstacles = staff.get(vet.id) ?? [];
    const others = listBlockingAppointments(obstacles);
    const absence = findPlanReason(obstacles);
    const worksElsewhere = vet.storeIds?.includes(store.id) === false;
    return [
      ...(others.length > 0 ? [{ kind: 'vet-busy' as const, vet, others }] : []),
      ...(isAnyoneNeeded
        ? [
            {
              kind: 'vet-needed' as const,
              vet,
              others: [...appointmentsWithoutVet],
              held,
              ...countVetShortage(input, [...appointmentsWithoutVet, ...held]),
            },
          ]
        : []),
      // An employee of other stores has no shifts at this store, so the lack of a shift is no reason for a warning.
      ...(absence && !(worksElsewhere && absence.kind === 'off') ? [{ kind: 'vet-away' as const, vet, absence }] : []),
      // There is no such warning if the practice system does not say where employees work.
      ...(worksElsewhere ? [{ kind: 'vet-elsewhere' as const, vet }] : []),
    ];
  }
  const isAnybodyFree = [...staff.values()].some((obstacles) => obstacles.length === 0);
  if (!isNeeded || (isAnybodyFree && !isAnyoneNeeded)) return [];
  const all = employees.flatMap((employee) => {
    const obstacles = staff.get(employee.id);
    return obstacles
      ? [{ vet: employee, other: listBlockingAppointments(obstacles)[0], absence: findPlanReason(obstacles) }]
      : [];
  });
  const busy = all.flatMap(({ vet: one, other, absence }) => (other && !absence ? [{ vet: one, other }] : []));
  if (busy.length > 0 || isAnyoneNeeded)
    return [{ kind: 'no-vet-free', busy, withoutVet: [...appointmentsWithoutVet], held }];
  const away = all.flatMap(({ vet: one, absence }) =>
    absence && absence.kind !== 'off' ? [{ vet: one, absence }] : [],
  );
  return [{ kind: 'no-vet-there', away }];
}

/**
 * Counts the vets of the store who are on duty at the time, and the appointments and held requests that need one of them.
 * `unassigned` are the appointments and requests without a vet.
 */
function countVetShortage(
  { store, type, petId, time, employees, bookable }: WarningInput,
  unassigned: readonly { readonly id: string }[],
) {
  const { staff } = bookable.findReasonsAgainst(determineNeeds({ store, vet: null, type, petId, employees }), time);
  const present = [...staff.values()].filter((obstacles) => findPlanReason(obstacles) === null);
  const needingIds = new Set([...present.flatMap(listBlockingAppointments), ...unassigned].map(({ id }) => id));
  return { onDuty: present.length, count: needingIds.size };
}

function selectedRoomWarnings({ id, name }: { id: string; name: string }, reasons: ReasonsAgainstBooking): Warning[] {
  const obstacles = reasons.rooms.get(id) ?? [];
  const others = listBlockingAppointments(obstacles);
  const block = findPlanReason(obstacles);
  const needed = [...reasons.appointmentsWithoutRoom];
  const held = [...reasons.heldRequestsForRoom];
  return [
    ...(others.length > 0 ? [{ kind: 'room-taken' as const, room: name, others }] : []),
    ...(block ? [{ kind: 'room-blocked' as const, room: name, block }] : []),
    ...(needed.length > 0 || held.length > 0
      ? [{ kind: 'room-needed' as const, room: name, others: needed, held }]
      : []),
  ];
}

/** Warns that none of the suitable rooms is left over. */
function noRoomWarnings(
  { store }: WarningInput,
  suitableRooms: readonly { id: string; name: string }[] | null,
  reasons: ReasonsAgainstBooking,
): Warning[] {
  if (suitableRooms === null) return [];
  if (suitableRooms.length === 0) return [{ kind: 'no-room-suits' }];
  const obstaclesIn = ({ id }: { id: string }) => reasons.rooms.get(id) ?? [];
  const withoutRoom = [...reasons.appointmentsWithoutRoom];
  const held = [...reasons.heldRequestsForRoom];
  const isOneFree = suitableRooms.some((room) => obstaclesIn(room).length === 0);
  if (isOneFree && withoutRoom.length === 0 && held.length === 0) return [];
  const others = suitableRooms.flatMap((room) => listBlockingAppointments(obstaclesIn(room)).slice(0, 1));
  const blocked = suitableRooms.flatMap((room) => {
    const block = listBlockingAppointments(obstaclesIn(room)).length > 0 ? null : findPlanReason(obstaclesIn(room));
    return block ? [{ room: room.name, block }] : [];
  });
  return [
    { kind: 'rooms-taken', others, withoutRoom, held, blocked, all: suitableRooms.length === store.rooms.length },
  ];
}

function storeBlockedWarning({ store }: ReasonsAgainstBooking): Warning | null {
  const block = findPlanReason(store);
  return block && { kind: 'store-blocked', block };
}

/** Warns that the store is closed for part of the time according to its opening hours; for a stay, at its start or end. */
function storeClosedWarning({ store, time }: WarningInput, reasons: ReasonsAgainstBooking): Warning | null {
  const isClosed = reasons.store.some(({ kind }) => kind === 'hours');
  return isClosed ? { kind: 'store-closed', open: findOpeningHoursNear(store, time) } : null;
}

/** Whether a warning says that the store is closed for the whole day. Such a warning comes first. */
function isClosedAllDay(warning: Warning, { store, time }: WarningInput): boolean {
  if (warning.kind === 'store-closed') return warning.open.length === 0;
  const day = dayOfInstant(store.timeZone, time.start);
  return warning.kind === 'store-blocked' && warning.block.start <= day.start && warning.block.end >= day.end;
}

const subjects = {
  ...{ 'vet-busy': 'vet', 'vet-away': 'vet', 'vet-needed': 'vet', 'vet-elsewhere': 'vet' },
  ...{ 'no-vet-free': 'vet', 'no-vet-there': 'vet' },
  ...{ 'room-taken': 'room', 'room-blocked': 'room', 'room-needed': 'room' },
  ...{ 'rooms-taken': 'room', 'no-room-suits': 'room' },
  ...{ 'store-closed': 'store', 'store-blocked': 'store', 'pet-busy': 'pet', 'in-past': 'start' },
} as const satisfies Record<Warning['kind'], string>;

/** The subject of a warning. A changed appointment gets only the warnings whose subject has changed. */
export function subjectOf({ kind }: Warning) {
  return subjects[kind];
}

/** The appointments that warnings refer to, each once. */
export function appointmentsInWarnings(warnings: readonly Warning[]): ReceivedAppointment[] {
  const named = warnings.flatMap((warning) => [
    ...('others' in warning ? warning.others : []),
    ...('busy' in warning ? warning.busy.map(({ other }) => other) : []),
    ...('withoutVet' in warning ? warning.withoutVet : []),
    ...('withoutRoom' in warning ? warning.withoutRoom : []),
  ]);
  return [...new Map(named.map((one) => [one.id, one])).values()];
}

/** The requests from the web site that warnings refer to, each once. */
export function heldRequestsInWarnings(warnings: readonly Warning[]): HeldRequest[] {
  const named = warnings.flatMap((warning) => ('held' in warning ? warning.held : []));
  return [...new Map(named.map((one) => [one.id, one])).values()];
}
