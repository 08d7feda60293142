import type { AppointmentOrigin, AppointmentStatus } from '#contract/enums.ts';
import type { Random } from './random.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** A random status of an appointment, and the times at which it was booked and changed. All times are epoch milliseconds. */
export interface RandomHistory {
  readonly status: AppointmentStatus;
  readonly checkedInAt: number | null;
  readonly createdFrom: AppointmentOrigin;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface HistoryContext {
  readonly start: number;
  readonly end: number;
  /** The demo's present moment. */
  readonly now: number;
  /** Nothing was created or changed after this moment, which may be before `now`. */
  readonly recordedUntil: number;
  /**
   * Whether the appointment certainly takes place, so that it is neither cancelled nor missed: an emergency, an overnight stay,
   * or the last appointment of a pet.
   */
  readonly isCertain: boolean;
  readonly pace: Pace;
}

/** Whether the employees are on time, behind because appointments run over, or waiting for late clients. */
export const paces = ['on_time', 'waiting_for_clients', 'behind'] as const;
export type Pace = (typeof paces)[number];

const presentStatuses = { on_time: 'in_progress', behind: 'checked_in', waiting_for_clients: 'confirmed' } as const;
/**
 * By how many minutes the appointments of a vet who is behind run over, and how many minutes after the end of an
 * appointment its client has paid.
 */
const [OVERRUN_MINUTES, CHECKOUT_MINUTES] = [15, 40];

function drawStatus(random: Random, { start, end, now, isCertain, pace }: HistoryContext): AppointmentStatus {
  const minutesOver = (now - end) / MINUTE_MS;
  if (minutesOver >= 0) {
    if (minutesOver < OVERRUN_MINUTES && pace === 'behind') return 'in_progress';
    if (minutesOver < CHECKOUT_MINUTES) return 'ready_for_checkout';
    if (isCertain) return 'completed';
    return random.weighted([
      ['completed', 90],
      ['cancelled', 6],
      ['no_show', 4],
    ]);
  }
  const minutesSinceStart = (now - start) / MINUTE_MS;
  if (minutesSinceStart >= 0) return isCertain || minutesSinceStart > 30 ? 'in_progress' : presentStatuses[pace];
  if (minutesSinceStart > -30 && pace === 'on_time') return 'checked_in';
  if (isCertain) return 'confirmed';
  // Most requests are for the next few days; earlier requests have been answered.
  const requested = [5, 2, 0.7][Math.floor((start - now) / (2 * DAY_MS))] ?? 0;
  return random.weighted([
    ['confirmed', 96 - requested],
    ['requested', requested],
    ['cancelled', 4],
  ]);
}

const arrivedStatuses: ReadonlySet<AppointmentStatus> = new Set([
  'checked_in',
  'in_progress',
  'ready_for_checkout',
  'completed',
]);

function drawCreatedAt(random: Random, { start, now, recordedUntil, isCertain }: HistoryContext): number {
  const isUrgent = isCertain && start <= now && random.chance(0.7);
  const lead = random.weighted([
    [random.integer(20, 600) * MINUTE_MS, 2],
    [random.integer(1, 14) * DAY_MS + random.integer(0, 600) * MINUTE_MS, 6],
    [random.integer(15, 50) * DAY_MS + random.integer(0, 600) * MINUTE_MS, 2],
  ]);
  const createdAt = start - (isUrgent ? random.integer(2, 50) * MINUTE_MS : lead) - random.integer(0, MINUTE_MS - 1);
  // The creation times of appointments far ahead are spread over the last three weeks. Otherwise all would have been booked
  // in the last minute.
  return createdAt <= recordedUntil ? createdAt : recordedUntil - random.integer(60, 21 * 24 * 60) * MINUTE_MS;
}

/**
 * Draws a plausible history of an appointment: the status that suits the time of day, when and where it was booked, and when
 * the pet arrived.
 */
export function drawHistory(random: Random, times: HistoryContext): RandomHistory {
  const { start, end, now, recordedUntil } = times;
  const status = drawStatus(random, times);
  const createdAt = drawCreatedAt(random, times);
  const arrival = Math.min(now, start + random.integer(-16, 6) * MINUTE_MS) - random.integer(0, MINUTE_MS - 1);
  const checkedInAt = arrivedStatuses.has(status) ? Math.max(createdAt, arrival) : null;
  const beforeStart = createdAt + random.fraction() * (Math.min(start, recordedUntil) - createdAt);
  const changedAt: Record<AppointmentStatus, number> = {
    requested: createdAt,
    confirmed: beforeStart,
    checked_in: checkedInAt ?? createdAt,
    in_progress: Math.max(start, checkedInAt ?? start),
    ready_for_checkout: end,
    completed: end + random.integer(0, 20) * MINUTE_MS,
    cancelled: beforeStart,
    no_show: start + 30 * MINUTE_MS,
  };
  return {
    status,
    checkedInAt,
    createdFrom: random.weighted<AppointmentOrigin>([
      ['app', status === 'requested' ? 20 : 58],
      ['work', 16],
      ['plugin', status === 'requested' ? 60 : 15],
      ['external_api', 5],
      ['migration', now - createdAt > 60 * DAY_MS ? 25 : 0],
    ]),
    createdAt,
    updatedAt: Math.floor(Math.max(createdAt, Math.min(recordedUntil, changedAt[status]))),
  };
}
