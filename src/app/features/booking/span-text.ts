import { browserZone, zoneCity } from '#app/components/time-format.ts';
import type { Interval } from './intervals.ts';
import { zonedAt } from './wall-time.ts';

const formats = new Map<string, { time: Intl.DateTimeFormat; day: Intl.DateTimeFormat }>();

function formatsOf(zone: string) {
  const known = formats.get(zone);
  if (known) return known;
  const made = {
    time: new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone: zone }),
    day: new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', timeZone: zone }),
  };
  formats.set(zone, made);
  return made;
}

/** The wall clock of an instant (milliseconds since 1970) in a zone, in the browser's language. */
export function clockText(instant: number, zone: string): string {
  return formatsOf(zone).time.format(instant);
}

/** The day of an instant in a zone, `Fri 10 Apr`. */
export function dayText(instant: number, zone: string): string {
  return formatsOf(zone).day.format(instant);
}

/** `9:30 – 10:00`, with the days where it is not within the day of `within`; `Fri 10 Apr, 9:30 – 10:00` on another day. */
export function spanText(span: Interval, zone: string, within: number): string {
  const dateOf = (instant: number) => zonedAt(instant, zone).toPlainDate();
  const day = dateOf(within);
  const first = dateOf(span.start);
  const last = dateOf(Math.max(span.start, span.end - 1));
  const part = (instant: number, named: boolean) =>
    named ? `${dayText(instant, zone)}, ${clockText(instant, zone)}` : clockText(instant, zone);
  const endNamed = !last.equals(day) && !last.equals(first);
  return `${part(span.start, !first.equals(day))} – ${part(span.end, endNamed)}`;
}

/** Says whose clock the times are on, where it is not the browser's; nothing where it is. */
export function foreignZoneText(zone: string, storeName: string): string | undefined {
  return zone === browserZone ? undefined : `Times are those of ${storeName} (${zoneCity(zone)}).`;
}
