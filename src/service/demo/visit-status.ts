import type { AppointmentOrigin, AppointmentStatus } from '#contract/enums.ts';
import type { Random } from './random.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A visit's history as seen at one moment; all times in milliseconds since 1970-01-01T00:00Z and not after that moment. */
export interface VisitHistory {
  readonly status: AppointmentStatus;
  readonly checkedInAt: number | null;
  readonly createdFrom: AppointmentOrigin;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface VisitTimes {
  readonly start: number;
  readonly end: number;
  /** The demo's present moment. */
  readonly now: number;
  /** Nothing is recorded after this moment, so that a query for changes of today returns only those that are made today. */
  readonly recordedUntil: number;
  /** Emergencies and overnight stays always take place: nobody cancels them or does not show up. */
  readonly certain: boolean;
}

function pastStatus(random: Random, { end, now, certain }: VisitTimes): AppointmentStatus {
  if (now - end < 40 * MINUTE_MS && random.chance(0.45)) return 'ready_for_checkout';
  if (now - end < 20 * MINUTE_MS && random.chance(0.35)) return 'in_progress';
  if (certain) return 'completed';
  return random.weighted([
    ['completed', 90],
    ['cancelled', 6.5],
    ['no_show', 3.5],
  ]);
}

function presentStatus(random: Random, { start, now, certain }: VisitTimes): AppointmentStatus {
  if (certain || now - start > 40 * MINUTE_MS) return 'in_progress';
  return random.weighted([
    ['in_progress', 60],
    ['checked_in', 28],
    ['confirmed', 6],
    ['cancelled', 6],
  ]);
}

function comingStatus(random: Random, { start, now, certain }: VisitTimes): AppointmentStatus {
  if (start - now < 30 * MINUTE_MS && random.chance(0.45)) return 'checked_in';
  if (certain) return 'confirmed';
  // The nearer the day, the more owners have been phoned.
  const requested = start - now < DAY_MS ? 18 : Math.min(45, 20 + (start - now) / DAY_MS);
  return random.weighted([
    ['confirmed', 96 - requested],
    ['requested', requested],
    ['cancelled', 4],
  ]);
}

const arrived = new Set<AppointmentStatus>(['checked_in', 'in_progress', 'ready_for_checkout', 'completed']);

function creation(random: Random, { start, now, certain }: VisitTimes): number {
  if (certain && start <= now && random.chance(0.7)) return start - random.integer(2, 50) * MINUTE_MS;
  const lead = random.weighted<number>([
    [random.integer(20, 600) * MINUTE_MS, 2],
    [random.integer(1, 14) * DAY_MS + random.integer(0, 600) * MINUTE_MS, 6],
    [random.integer(15, 50) * DAY_MS + random.integer(0, 600) * MINUTE_MS, 2],
  ]);
  // What is far ahead was booked lately at the earliest: spread it over the days before now, not all on its last minute.
  return Math.min(start - lead, now - random.integer(60, 21 * 24 * 60) * MINUTE_MS);
}

/** Draws a plausible history of a visit: its status for its time of day, when it was booked, when the animal arrived. */
export function historyOf(random: Random, times: VisitTimes): VisitHistory {
  const { start, end, now, recordedUntil } = times;
  let status: AppointmentStatus;
  if (end <= now) status = pastStatus(random, times);
  else if (start <= now) status = presentStatus(random, times);
  else status = comingStatus(random, times);

  const latest = recordedUntil - random.integer(1, 9 * 60) * MINUTE_MS;
  const createdAt = Math.min(latest, creation(random, times)) + random.integer(0, MINUTE_MS - 1);
  const checkedInAt = arrived.has(status)
    ? Math.max(createdAt, Math.min(now, start + random.integer(-16, 6) * MINUTE_MS) - random.integer(0, MINUTE_MS - 1))
    : null;
  let touchedAt = createdAt + random.fraction() * Math.max(0, Math.min(start, now) - createdAt);
  if (status === 'completed') touchedAt = end + random.integer(0, 20) * MINUTE_MS;
  else if (status === 'no_show') touchedAt = start + 30 * MINUTE_MS;
  else if (checkedInAt !== null) touchedAt = checkedInAt + random.fraction() * (now - checkedInAt);
  return {
    status,
    checkedInAt,
    createdFrom: random.weighted<AppointmentOrigin>([
      ['app', 58],
      ['work', 16],
      ['plugin', 17],
      ['external_api', 5],
      ['migration', now - createdAt > 60 * DAY_MS ? 25 : 0],
    ]),
    createdAt,
    updatedAt: Math.floor(Math.max(createdAt, Math.min(recordedUntil, touchedAt))),
  };
}
