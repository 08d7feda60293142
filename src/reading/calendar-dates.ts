/* Dates as `YYYY-MM-DD`, for code that runs with and without Temporal. */

const DAY_MS = 86_400_000;

/**
 * The date of a year, month (January 1) and day; null if it does not exist, such as 31 April, or is before 1850 or after
 * 9997.
 */
export function isoDate(year: number, month: number, day: number): string | null {
  if (!(year >= 1850 && year <= 9997 && month >= 1 && month <= 12 && day >= 1)) return null;
  if (day > countDaysOfMonth(year, month)) return null;
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function countDaysOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The year, month (January 1) and day of a date. */
export function splitDate(date: string): [year: number, month: number, day: number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))];
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The date that is `months` months later, on the same day or, if that month is shorter, on its last day. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = splitDate(date);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = countDaysOfMonth(first.getUTCFullYear(), first.getUTCMonth() + 1);
  return addDays(first.toISOString().slice(0, 10), Math.min(day, last) - 1);
}

/** The weekday of a date, Monday 0 to Sunday 6. */
export function getMondayBasedWeekday(date: string): number {
  return (new Date(date).getUTCDay() + 6) % 7;
}
