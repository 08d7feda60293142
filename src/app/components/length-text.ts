const MINUTES_AN_HOUR = 60;
const MINUTES_A_DAY = 1440;

/** The longest stay that the form takes, in minutes: 60 days. */
export const longestLength = 60 * MINUTES_A_DAY;

const CLOCK = /^(\d{1,3}):([0-5]\d)$/;
const PARTS =
  /^(?:(\d+(?:[.,]\d+)?)\s*(?:d|days?)\s*)?(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?)\s*)?(?:(\d+)\s*(?:m|min|mins|minutes?)?)?$/;

const numberOf = (text: string | undefined) => (text === undefined ? 0 : Number(text.replace(',', '.')));

/**
 * Reads a length as people type it, in whole minutes: `30`, `45 min`, `1h`, `1h30`, `1:30`, `1.5 h`, `2 d`. A bare
 * number is minutes. Null when it is none, zero, or longer than {@link longestLength}.
 */
export function parseLengthText(text: string): number | null {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  if (plain === '') return null;
  const clock = CLOCK.exec(plain);
  const parts = PARTS.exec(plain);
  let minutes: number;
  if (clock) minutes = Number(clock[1]) * MINUTES_AN_HOUR + Number(clock[2]);
  else if (parts)
    minutes = numberOf(parts[1]) * MINUTES_A_DAY + numberOf(parts[2]) * MINUTES_AN_HOUR + numberOf(parts[3]);
  else return null;
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= longestLength ? minutes : null;
}

/** A length in minutes as it stands in a text field: `45 min`, `1 h 30 min`, `2 d 4 h`. */
export function formatLength(minutes: number): string {
  const days = Math.floor(minutes / MINUTES_A_DAY);
  const hours = Math.floor((minutes % MINUTES_A_DAY) / MINUTES_AN_HOUR);
  const rest = minutes % MINUTES_AN_HOUR;
  const parts = [days > 0 ? `${days} d` : '', hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''];
  return parts.filter((part) => part !== '').join(' ') || '0 min';
}
