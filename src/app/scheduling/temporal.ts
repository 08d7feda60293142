import type {} from 'temporal-polyfill/types/global';

// Temporal is the browser's own; where it has none (Chromium before 144, Firefox before 139) the polyfill takes its place before
// anything that imports this module runs.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

// The functions of `temporal-polyfill/fns` that FullCalendar calls, over the classes: vite.config.ts puts this module in the place
// of that package, which is 15 kB even where the browser has Temporal.

export function fromEpochMilliseconds(milliseconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(milliseconds);
}

export function toZonedDateTimeISO(instant: Temporal.Instant, zone: string): Temporal.ZonedDateTime {
  return instant.toZonedDateTimeISO(zone);
}

export function create(...fields: ConstructorParameters<typeof Temporal.PlainDateTime>): Temporal.PlainDateTime {
  return new Temporal.PlainDateTime(...fields);
}

export function toZonedDateTime(dateTime: Temporal.PlainDateTime, zone: string): Temporal.ZonedDateTime {
  return dateTime.toZonedDateTime(zone);
}

export function offsetNanoseconds(dateTime: Temporal.ZonedDateTime): number {
  return dateTime.offsetNanoseconds;
}
