import type {} from 'temporal-polyfill/types/global';

// Temporal is native where browsers have it. Elsewhere (Chromium before 144, Firefox before 139) the polyfill is
// installed before any module that imports this one runs.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

// The functions of `temporal-polyfill/fns` that FullCalendar calls, implemented with the Temporal classes.
// vite.config.ts replaces that package with this module, since it weighs 15 kB even if the browser has Temporal.

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
