import type { Appointment } from '#contract/appointment.ts';
import {
  emptyHistoryValues,
  findDifferences,
  type HistoryEntry,
  historyValuesOf,
} from '#contract/appointment-change.ts';
import { mainEmployeeId } from '#contract/appointment-rules.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import { createRandom, type Random } from './random.ts';

const MINUTE_MS = 60_000;

/** The reasons for a cancellation or a no-show, with their weights; null means that no reason was recorded. */
const reasons: Partial<Record<AppointmentStatus, readonly (readonly [string | null, number])[]>> = {
  cancelled: [
    ['Client', 50],
    ['Recovered', 14],
    ['Practice', 12],
    ['Other', 6],
    ['Moved away', 3],
    ['Found an earlier time elsewhere', 3],
    [null, 12],
  ],
  no_show: [
    ['Client', 25],
    [null, 75],
  ],
};

interface HistoryStep {
  readonly status: AppointmentStatus;
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly at: number;
}

/** The statuses before the current one, since the creation, each with the time at which it would have been set. */
function createSteps(appointment: Appointment, random: Random): HistoryStep[] {
  const { status } = appointment;
  const instantMs = (instant: string) => Date.parse(instant);
  const [createdAt, start, end] = [
    instantMs(appointment.createdAt),
    instantMs(appointment.start),
    instantMs(appointment.end),
  ];
  const confirmed = {
    status: 'confirmed',
    at: Math.floor(createdAt + random.fraction() * (start - createdAt) * 0.6),
  } as const;
  if (appointment.checkedInAt === null) return status === 'confirmed' || status === 'requested' ? [] : [confirmed];
  const arrived = instantMs(appointment.checkedInAt);
  const [least, most] = random.weighted([
    [[0, 4], 60],
    [[5, 12], 30],
    [[13, 35], 10],
  ] as const);
  const startedAt = Math.max(start, arrived) + random.integer(least, most) * MINUTE_MS;
  const steps: HistoryStep[] = [
    confirmed,
    { status: 'checked_in', at: arrived },
    { status: 'in_progress', at: Math.min(startedAt, end - 2 * MINUTE_MS) },
    { status: 'ready_for_checkout', at: end },
  ];
  const nth = steps.findIndex((step) => step.status === status);
  return nth === -1 ? steps : steps.slice(0, nth);
}

/**
 * A history that could have led to the appointment, the creation first. `receptionist` books, checks in and cancels; the main
 * vet treats the pet. Some clients who booked online cancel by the link in a message.
 */
export function createDemoHistory(appointment: Appointment, receptionist: string | null): HistoryEntry[] {
  const { id, status, createdFrom, createdAt, updatedAt } = appointment;
  const random = createRandom(id, 'history');
  const [from, until] = [Date.parse(createdAt), Date.parse(updatedAt)];
  const steps: HistoryStep[] = [...createSteps(appointment, random), { status, at: until }];
  let latest = from;
  const later = steps.filter(({ at }, nth) => {
    const fits = at > latest && (nth === steps.length - 1 || at < until);
    if (fits) latest = at;
    return fits;
  });
  const first = later.length === 0 ? status : 'requested';
  let values = historyValuesOf({
    ...appointment,
    status: first,
    checkedInAt: later.length === 0 ? appointment.checkedInAt : null,
  });
  const isByDesk = createdFrom === 'app' || createdFrom === 'work';
  const entries: HistoryEntry[] = [
    { at: createdAt, employeeId: isByDesk ? receptionist : null, changes: findDifferences(emptyHistoryValues, values) },
  ];
  for (const step of later) {
    const hasArrived = step.status !== 'confirmed' && appointment.checkedInAt !== null;
    const next = { ...values, status: step.status, checkedInAt: hasArrived ? appointment.checkedInAt : null };
    const isWithVet = step.status === 'in_progress' || step.status === 'ready_for_checkout';
    const reason = random.weighted(reasons[step.status] ?? [[null, 1]]);
    const isByLink = step.status === 'cancelled' && reason === 'Client' && createdFrom === 'plugin';
    entries.push({
      at: new Date(step.at).toISOString(),
      employeeId: isByLink ? null : isWithVet ? mainEmployeeId(appointment) : receptionist,
      changes: findDifferences(values, next),
      ...(reason !== null && { reason }),
    });
    values = next;
  }
  return entries;
}
