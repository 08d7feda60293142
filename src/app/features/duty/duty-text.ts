import { plural, t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { MINUTES_OF_DAY } from '#app/scheduling/calendar-day.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { clockText, dateText, durationText, hourText, timeText } from '#app/scheduling/time-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { timeOf } from '#contract/availability-rules.ts';
import type { Bar, DutyCell, RowOwner, ZonedStore } from './duty-week.ts';

/** `8:00 – 17:00` of two instants. */
function clocksText(zone: string, { start, end }: Interval): string {
  const [from, to] = [clockText(zone, start), clockText(zone, end)];
  return rangeText(from, to);
}

function rangeText(start: string, end: string): string {
  return t({ message: `${start} – ${end}`, comment: 'from when until when' });
}

const minuteText = (minute: number) => (minute % 60 === 0 ? hourText(minute % 1440) : timeText(minute % 1440));

/** `8:00 – 17:00` of minutes after midnight; shorter where the clock has twelve hours. */
export function minutesText(fromMinute: number, toMinute: number): string {
  return rangeText(minuteText(fromMinute), minuteText(toMinute));
}

/** What cannot be booked, where it has no title. */
function awayText(owner: RowOwner): string {
  if (owner.kind === 'store') return t({ message: 'Closed', comment: 'a store, for a time' });
  if (owner.kind === 'room') return t({ message: 'Blocked', comment: 'a room that cannot be booked for a time' });
  return t({ message: 'Away', comment: 'a person who cannot be booked for a time' });
}

interface Shown {
  owner: RowOwner;
  store: ZonedStore;
  storeName: (id: string) => string;
}

/** What a bar says first: the hours of duty, the other store, or why somebody is away. */
export function barText(
  { entry, kind, fromMinute, toMinute }: Bar,
  { owner, storeName }: Shown,
  day: Interval,
): string {
  if (kind === 'away') return entry.title ?? awayText(owner);
  if (kind === 'elsewhere') return storeName(entry.storeId ?? '');
  const time = timeOf(entry);
  const [start, end] = [minuteText(fromMinute), minuteText(toMinute)];
  if (time.start < day.start && time.end <= day.end)
    return t({ message: `until ${end}`, comment: 'a shift that began the day before; end: a time of day' });
  if (time.end > day.end && time.start >= day.start)
    return t({ message: `from ${start}`, comment: 'a shift that ends on the next day; start: a time of day' });
  return factsText([minutesText(fromMinute, toMinute), entry.title]);
}

/** All that a bar says, for its name and on hover. */
export function barName(bar: Bar, shown: Shown): string {
  const { entry, kind, fromMinute, toMinute } = bar;
  const isAllDay = fromMinute === 0 && toMinute === MINUTES_OF_DAY;
  const room = shown.store.rooms.find(({ id }) => id === entry.roomId && shown.owner.kind !== 'room')?.name;
  const what = kind === 'away' ? (entry.title ?? awayText(shown.owner)) : t`On duty`;
  const where = kind === 'elsewhere' ? shown.storeName(entry.storeId ?? '') : null;
  return factsText([
    what,
    isAllDay ? t`All day` : clocksText(shown.store.timeZone, timeOf(entry)),
    where,
    room,
    kind === 'away' ? null : entry.title,
  ]);
}

/** The name of a row. */
export function ownerText(owner: RowOwner): string {
  return owner.kind === 'store' ? t`Whole store` : owner.name;
}

/** The name of a cell: whose day it is, and what is on it. */
export function cellName({ clock, bars }: DutyCell, shown: Shown): string {
  const day = dateText(clock.date);
  const all = bars.map((bar) => barName(bar, shown)).join('; ');
  const owner = ownerText(shown.owner);
  return all === ''
    ? t({ message: `${owner}, ${day}: nothing planned`, comment: 'a person, a room or a store on a day' })
    : t({ message: `${owner}, ${day}: ${all}`, comment: 'a person, a room or a store on a day: what is planned' });
}

const hours = new Intl.NumberFormat(shownLocale, { maximumFractionDigits: 2 });

/** Hours in a week as people write them: `38 h`, `37.5 h`, and to the minute where it is no quarter: `37 h 20 min`. */
export function hoursText(minutes: number): string {
  if (minutes % 15 !== 0) return durationText(minutes);
  const count = hours.format(minutes / 60);
  return t({ message: `${count} h`, comment: 'hours on duty in a week, such as 37.5 h' });
}

/** `3 appointments`: those in the way of what is planned. */
export function inTheWayText(count: number): string {
  return t`${plural(count, { one: '# appointment', other: '# appointments' })}`;
}

/** What tells a name from the others, without the words that all of them begin with: `Downtown` of `Alder Creek – Downtown`. */
export function distinctName(name: string, others: readonly string[]): string {
  const words = name.split(/\s+/);
  const same = others
    .filter((other) => other !== name)
    .map((other) => {
      const ofOther = other.split(/\s+/);
      const differs = words.findIndex((word, index) => word !== ofOther[index]);
      return differs >= ofOther.length ? 0 : Math.max(differs, 0);
    });
  const rest = words.slice(same.length === 0 ? 0 : Math.min(...same)).join(' ');
  return rest === '' ? name : rest;
}
