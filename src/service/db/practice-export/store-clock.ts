import { Temporal } from 'temporal-polyfill';
import { dateTimePattern } from '#contract/date-time.ts';

const DAY_MS = 86_400_000;

/**
 * Writes instants on the clock of a time zone with its offset, so that they are unambiguous: `2026-03-29T09:30+02:00`.
 * Seconds are written only if there are any. A time whose offset is no whole number of minutes is in UTC.
 */
export function createStoreClock(timeZone: string): (iso: string) => string {
  // Nearly every day has one offset, and an offset takes far longer to find than a time to write.
  const days = new Map<number, string | null>();
  const at = (epochMs: number) => Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
  function offsetAt(epochMs: number): string {
    const day = Math.floor(epochMs / DAY_MS);
    let offset = days.get(day);
    if (offset === undefined) {
      const [first, last] = [at(day * DAY_MS).offset, at((day + 1) * DAY_MS).offset];
      offset = first === last ? first : null;
      days.set(day, offset);
    }
    return offset ?? at(epochMs).offset;
  }
  return (iso) => {
    const epochMs = Date.parse(iso);
    const offset = offsetAt(epochMs);
    const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
    const shift = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
    const local = new Date(epochMs + shift)
      .toISOString()
      .replace(/(?::00)?\.000Z$/, '')
      .replace(/Z$/, '');
    const written = `${local}${offset}`;
    return dateTimePattern.test(written) ? written : iso;
  };
}
