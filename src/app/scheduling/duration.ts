const MINUTES_AN_HOUR = 60;
const MINUTES_A_DAY = 1440;

/** The longest duration that the app takes, in minutes: 60 days. */
export const longestDuration = 60 * MINUTES_A_DAY;

const CLOCK = /^(\d{1,3}):([0-5]\d)$/;
const PARTS =
  /^(?:(\d+(?:[.,]\d+)?)\s*(?:d|days?)\s*)?(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?)\s*)?(?:(\d+)\s*(?:m|min|mins|minutes?)?)?$/;

const numberOf = (text: string | undefined) => (text === undefined ? 0 : Number(text.replace(',', '.')));

/**
 * Reads a duration as people type it, in whole minutes: `30`, `45 min`, `1h`, `1h30`, `1:30`, `1.5 h`, `2 d`. A bare
 * number is minutes. Null when it is none, zero, or longer than {@link longestDuration}.
 */
export function parseDuration(text: string): number | null {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  if (plain === '') return null;
  const clock = CLOCK.exec(plain);
  const parts = PARTS.exec(plain);
  let minutes: number;
  if (clock) minutes = Number(clock[1]) * MINUTES_AN_HOUR + Number(clock[2]);
  else if (parts)
    minutes = numberOf(parts[1]) * MINUTES_A_DAY + numberOf(parts[2]) * MINUTES_AN_HOUR + numberOf(parts[3]);
  else return null;
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= longestDuration ? minutes : null;
}

/**
 * A duration in minutes as it is shown and as it stands in a text field: `45 min`, `1 h 30 min`, `2 d 4 h`. It is rounded to
 * whole minutes, and {@link parseDuration} reads it back; what is negative is `0 min`.
 */
export function durationText(minutes: number): string {
  const total = Math.max(0, Math.round(minutes));
  const days = Math.floor(total / MINUTES_A_DAY);
  const hours = Math.floor((total % MINUTES_A_DAY) / MINUTES_AN_HOUR);
  const rest = total % MINUTES_AN_HOUR;
  const parts = [days > 0 ? `${days} d` : '', hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''];
  return parts.filter((part) => part !== '').join(' ') || '0 min';
}

/** The duration from one instant in milliseconds to a later one, as {@link durationText} has it. */
export function durationBetween(start: number, end: number): string {
  return durationText((end - start) / 60_000);
}
