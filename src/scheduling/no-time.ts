import { type Interval, overlaps } from '#contract/interval.ts';
import { type AppointmentNeeds, type createBookable, findOpenIntervals } from './bookable.ts';
import { QUARTER_HOUR_MS } from './opening-hours.ts';
import { findPlanReason, type UnavailableTime } from './timeline.ts';
import { isStay } from './visit.ts';

/** The reason why no appointment can begin within an interval, such as a day or its morning. */
export type NoTimeReason =
  /** The store is closed according to its opening hours. */
  | { kind: 'closed' }
  /** The plan closes the store. */
  | { kind: 'store-blocked'; block: UnavailableTime }
  /** The interval has passed, or what remains of it is too short. */
  | { kind: 'passed' }
  /** The requested vet is absent whenever the store is open. */
  | { kind: 'vet-away'; vetId: string; absence: UnavailableTime }
  | { kind: 'no-vet-there' }
  /** `count` vets are on duty, and all are taken; `vetId` is the requested vet, if there is one. */
  | { kind: 'vets-taken'; count: number; vetId: string | null }
  | { kind: 'rooms-taken' }
  /** There is no single reason: for example, no vet and room are free together. */
  | { kind: 'nothing' };

interface NoTimeQuery {
  /** The length of the appointment, in milliseconds. */
  length: number;
  /** The interval within which the appointment must begin. */
  time: Interval;
  /** The calendar day of the store that contains `time`. */
  day: Interval;
  /** The earliest start; milliseconds since 1970-01-01T00:00Z. */
  from: number;
}

/**
 * Explains why no appointment can begin within an interval: returns the first reason that concerns the store, otherwise
 * the vets, otherwise the rooms.
 *
 * @param bookable what can be booked in a span that covers the day
 */
export function explainNoTime(
  bookable: ReturnType<typeof createBookable>,
  { store, staff, rooms }: AppointmentNeeds,
  { length, time, day, from }: NoTimeQuery,
): NoTimeReason {
  const hours = findOpenIntervals(store, time, 'usual') ?? [];
  if (!hours.some((open) => overlaps(open, time))) return { kind: 'closed' };

  const storeTime = bookable.storeTimeline(store, 'usual');
  const possibleTimes: Interval[] = [];
  for (
    let start = Math.ceil(time.start / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
    start < time.end;
    start += QUARTER_HOUR_MS
  ) {
    const one = { start, end: start + length };
    if (storeTime.isFree(one, isStay(one, day))) possibleTimes.push(one);
  }
  const block = findPlanReason(storeTime.findObstacles(time, false));
  if (possibleTimes.length === 0) return block ? { kind: 'store-blocked', block } : { kind: 'nothing' };
  const futureTimes = possibleTimes.filter(({ start }) => start >= from);
  if (futureTimes.length === 0) return { kind: 'passed' };

  type StaffMember = NonNullable<typeof staff>[number];
  const obstaclesOf = (person: StaffMember, one: Interval) =>
    bookable.personTimeline(person, store).findObstacles(one, isStay(one, day));
  const presentStaff = (staff ?? []).filter((person) =>
    futureTimes.some((one) => findPlanReason(obstaclesOf(person, one)) === null),
  );
  const [requested, another] = staff ?? [];
  if (staff !== null && presentStaff.length === 0) {
    const absence = futureTimes[0] && requested && findPlanReason(obstaclesOf(requested, futureTimes[0]));
    return requested && !another && absence
      ? { kind: 'vet-away', vetId: requested.id, absence }
      : { kind: 'no-vet-there' };
  }
  const isFree = (person: StaffMember) => futureTimes.some((one) => obstaclesOf(person, one).length === 0);
  if (staff !== null && !presentStaff.some(isFree))
    return { kind: 'vets-taken', count: presentStaff.length, vetId: another ? null : (requested?.id ?? null) };

  const isRoomFree = ({ id }: { id: string }) =>
    futureTimes.some((one) => bookable.roomTimeline(id).isFree(one, isStay(one, day)));
  return rooms !== null && !rooms.some(isRoomFree) ? { kind: 'rooms-taken' } : { kind: 'nothing' };
}
