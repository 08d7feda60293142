import { plural, t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { factsText, listText } from '#app/text/list-text.ts';
import { blockedTimeText } from '#app/text/plan-text.ts';
import { roleText } from '#app/text/role-text.ts';
import { clockText, dateText, durationText, hourText, timeText } from '#app/text/time-text.ts';
import { parseInterval } from '#contract/availability-rules.ts';
import type { Interval } from '#contract/interval.ts';
import { MINUTES_PER_DAY } from '#scheduling/calendar-day.ts';
import { toWallTime } from './new-entries.ts';
import type { Bar, DayCell, RowOwner, ShiftsRow, Staffing, ZonedStore } from './shifts-week.ts';

/** Formats an interval between two instants: `8:00 – 17:00`. */
function instantsText(zone: string, { start, end }: Interval): string {
  const [from, to] = [clockText(zone, start), clockText(zone, end)];
  return rangeText(from, to);
}

function rangeText(start: string, end: string): string {
  return t({ message: `${start} – ${end}`, comment: 'from when until when' });
}

const timeOfDayText = (minute: number) => (minute % 60 === 0 ? hourText(minute % 1440) : timeText(minute % 1440));

/**
 * Formats a range of minutes after midnight: `8:00 – 17:00`. With a 12-hour clock, whole hours are shortened: `8 AM – 5 PM`.
 */
export function minutesText(fromMinute: number, toMinute: number): string {
  return rangeText(timeOfDayText(fromMinute), timeOfDayText(toMinute));
}

const clockFormat = new Intl.DateTimeFormat(shownLocale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

/**
 * Formats a time with digits only, `8` or `4:30`, for a bar whose position shows whether it is in the morning or the afternoon.
 */
function digitsText(minute: number): string {
  const parts = clockFormat.formatToParts(minute * 60_000);
  const [hour, minutes] = (['hour', 'minute'] as const).map((type) => parts.find((part) => part.type === type)?.value);
  return minute % 60 === 0 ? (hour ?? '') : `${hour}:${minutes}`;
}

/** Says that a person is away, a room is blocked or a store is closed, with the title of the entry. */
function ownerBlockedText(owner: RowOwner, title: string | null): string {
  return blockedTimeText(owner.kind === 'store' ? 'closed' : owner.kind === 'room' ? 'blocked' : 'away', title);
}

export interface BarContext {
  owner: RowOwner;
  store: ZonedStore;
  storeName: (id: string) => string | null;
}

/**
 * The texts of a bar. `text` has its times, or says why someone is away or where they work. `shorter` has texts for narrow
 * bars, the shortest first.
 */
export function barTexts(bar: Bar, { owner, store, storeName }: BarContext): { text: string; shorter: string[] } {
  const { entry, kind, isBegun, isUnfinished } = bar;
  if (kind === 'away' || kind === 'break') return { text: ownerBlockedText(owner, entry.title), shorter: [] };
  if (kind === 'elsewhere') return { text: storeName(entry.storeId ?? '') ?? otherStoreText(), shorter: [] };
  if (isBegun && isUnfinished) return { text: t`All day`, shorter: [] };
  const { fromMinute, toMinute } = toWallTime(entry, store.timeZone);
  const end = timeOfDayText(toMinute);
  const times = isBegun
    ? t({ message: `until ${end}`, comment: 'a shift that began the day before; end: a time of day' })
    : minutesText(fromMinute, toMinute);
  return {
    text: factsText([times, entry.title]),
    shorter: isBegun
      ? [`–${digitsText(toMinute)}`]
      : [`${digitsText(fromMinute)}–`, `${digitsText(fromMinute)}–${digitsText(toMinute)}`],
  };
}

const otherStoreText = () => t({ message: 'Another store', comment: 'where someone is on duty' });

/** Describes a bar completely, for its accessible name and its card. */
export function describeBar(bar: Bar, shown: BarContext): string {
  const { entry, kind, fromMinute, toMinute } = bar;
  const isAllDay = fromMinute === 0 && toMinute === MINUTES_PER_DAY;
  const room = shown.store.rooms.find(({ id }) => id === entry.roomId && shown.owner.kind !== 'room')?.name;
  const isOnDuty = entry.kind === 'on_duty';
  const content = isOnDuty ? t`On duty` : ownerBlockedText(shown.owner, entry.title);
  const elsewhere = kind === 'elsewhere' ? (shown.storeName(entry.storeId ?? '') ?? otherStoreText()) : null;
  return factsText([
    content,
    isAllDay ? t`All day` : instantsText(shown.store.timeZone, parseInterval(entry)),
    elsewhere,
    room,
    isOnDuty ? entry.title : null,
  ]);
}

/** The name of a row: that of its person or room, or “Whole store”. */
export function ownerName(owner: RowOwner): string {
  return owner.kind === 'store' ? t`Whole store` : owner.name;
}

/** The name of a cell: whose day it is, and what is planned on it. */
export function describeCell({ clock, bars }: DayCell, shown: BarContext): string {
  const day = dateText(clock.date);
  const all = bars.map((bar) => describeBar(bar, shown)).join('; ');
  const owner = ownerName(shown.owner);
  return all === ''
    ? t({ message: `${owner}, ${day}: nothing planned`, comment: 'a person, a room or a store on a day' })
    : t({ message: `${owner}, ${day}: ${all}`, comment: 'a person, a room or a store on a day: what is planned' });
}

const hoursFormat = new Intl.NumberFormat(shownLocale, { maximumFractionDigits: 2 });

/** Working hours in a week: `38 h` or `37.5 h`; `37 h 20 min` if they are not a multiple of 15 minutes. */
export function hoursText(minutes: number): string {
  if (minutes % 15 !== 0) return durationText(minutes);
  const count = hoursFormat.format(minutes / 60);
  return t({ message: `${count} h`, comment: 'hours on duty in a week, such as 37.5 h' });
}

/** A person's hours and role: `38 h, Vet`, or `30 of 38 h, Vet` if the other hours are at other stores. */
export function workText({ owner, minutes, minutesInAll }: ShiftsRow): string {
  if (owner.kind !== 'person') return '';
  const [here, all] = [hoursFormat.format(minutes / 60), hoursText(minutesInAll)];
  const worked =
    minutesInAll > minutes
      ? t({ message: `${here} of ${all}`, comment: 'hours on duty at a store, of those at all stores' })
      : hoursText(minutes);
  return factsText([worked, roleText(owner.role)]);
}

/** Who is present and who is missing on a day: `3 vets, 1 away`. */
export function staffingText({ vets, away }: Staffing): string {
  const count = away.length;
  return factsText([
    t({ message: plural(vets, { one: '# vet', other: '# vets' }), comment: 'on duty on a day' }),
    count === 0
      ? null
      : t({ message: plural(count, { one: '# away', other: '# away' }), comment: 'people with time off on a day' }),
  ]);
}

/** The names of the people with time off on a day: `Away: Ada, Bram`. */
export function timeOffNamesText({ away }: Staffing): string | undefined {
  const names = listText(away);
  return names === '' ? undefined : t({ message: `Away: ${names}`, comment: 'names: people with time off on a day' });
}

/** The number of appointments that conflict with the plan: `3 appointments`. */
export function conflictingAppointmentsText(count: number): string {
  return t`${plural(count, { one: '# appointment', other: '# appointments' })}`;
}
