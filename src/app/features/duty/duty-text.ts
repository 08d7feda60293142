import { plural, t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { MINUTES_OF_DAY } from '#app/scheduling/calendar-day.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { clockText, dateText, durationText, hourText, timeText } from '#app/scheduling/time-text.ts';
import { factsText, listText } from '#app/text/list-text.ts';
import { roleText } from '#app/text/role-text.ts';
import { timeOf } from '#contract/availability-rules.ts';
import type { Bar, DutyCell, DutyRow, RowOwner, Staffing, ZonedStore } from './duty-week.ts';
import { wallTimeOf } from './new-entries.ts';

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

const clock = new Intl.DateTimeFormat(shownLocale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

/** `8` or `4:30`: digits alone, for a bar whose place says which half of the day it is. */
function digitsText(minute: number): string {
  const parts = clock.formatToParts(minute * 60_000);
  const [hour, minutes] = (['hour', 'minute'] as const).map((type) => parts.find((part) => part.type === type)?.value);
  return minute % 60 === 0 ? (hour ?? '') : `${hour}:${minutes}`;
}

/** What cannot be booked, where it has no title. */
function awayText(owner: RowOwner): string {
  if (owner.kind === 'store') return t({ message: 'Closed', comment: 'a store, for a time' });
  if (owner.kind === 'room') return t({ message: 'Blocked', comment: 'a room that cannot be booked for a time' });
  return t({ message: 'Away', comment: 'a person who cannot be booked for a time' });
}

export interface Shown {
  owner: RowOwner;
  store: ZonedStore;
  storeName: (id: string) => string;
}

/** What a bar says: its times as people write them and in digits alone, or why somebody is away, or where they are. */
export function barTexts(bar: Bar, { owner, store, storeName }: Shown): { text: string; digits: string | null } {
  const { entry, kind, isBegun, isUnfinished } = bar;
  if (kind === 'away' || kind === 'break') return { text: entry.title ?? awayText(owner), digits: null };
  if (kind === 'elsewhere') return { text: storeName(entry.storeId ?? ''), digits: null };
  if (isBegun && isUnfinished) return { text: t`All day`, digits: null };
  const { fromMinute, toMinute } = wallTimeOf(entry, store.timeZone);
  const end = minuteText(toMinute);
  const times = isBegun
    ? t({ message: `until ${end}`, comment: 'a shift that began the day before; end: a time of day' })
    : minutesText(fromMinute, toMinute);
  return {
    text: factsText([times, entry.title]),
    digits: isBegun ? null : `${digitsText(fromMinute)}–${digitsText(toMinute)}`,
  };
}

/** All that a bar says, for its name and on hover. */
export function barName(bar: Bar, shown: Shown): string {
  const { entry, kind, fromMinute, toMinute } = bar;
  const isAllDay = fromMinute === 0 && toMinute === MINUTES_OF_DAY;
  const room = shown.store.rooms.find(({ id }) => id === entry.roomId && shown.owner.kind !== 'room')?.name;
  const isOnDuty = entry.kind === 'on_duty';
  const what = isOnDuty ? t`On duty` : (entry.title ?? awayText(shown.owner));
  const where = kind === 'elsewhere' ? shown.storeName(entry.storeId ?? '') : null;
  return factsText([
    what,
    isAllDay ? t`All day` : clocksText(shown.store.timeZone, timeOf(entry)),
    where,
    room,
    isOnDuty ? entry.title : null,
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

/** How much somebody is planned and what they do: `38 h, Vet`, or `30 of 38 h` where the rest is at other stores. */
export function workText({ owner, minutes, minutesInAll }: DutyRow): string {
  if (owner.kind !== 'person') return '';
  const [here, all] = [hours.format(minutes / 60), hoursText(minutesInAll)];
  const worked =
    minutesInAll > minutes
      ? t({ message: `${here} of ${all}`, comment: 'hours on duty at a store, of those at all stores' })
      : hoursText(minutes);
  return factsText([worked, roleText(owner.role)]);
}

/** Who is there and who is missing on a day: `3 vets, 1 away`. */
export function staffingText({ vets, away }: Staffing): string {
  const count = away.length;
  return factsText([
    t({ message: plural(vets, { one: '# vet', other: '# vets' }), comment: 'on duty on a day' }),
    count === 0
      ? null
      : t({ message: plural(count, { one: '# away', other: '# away' }), comment: 'people with time off on a day' }),
  ]);
}

/** `Away: Ada, Bram`: who has time off on a day. */
export function awayNamesText({ away }: Staffing): string | undefined {
  const names = listText(away);
  return names === '' ? undefined : t({ message: `Away: ${names}`, comment: 'names: people with time off on a day' });
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
