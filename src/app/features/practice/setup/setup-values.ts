import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { nameFault } from '#app/editor/name-fault.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { usualRooms, usualVisitTypes } from '#app/session/usual-practice.ts';
import { isolated } from '#app/text/isolated.ts';
import { listText } from '#app/text/list-text.ts';
import { browserZone, timeText } from '#app/text/time-text.ts';
import { minuteOf } from '#contract/date-time.ts';
import { fullName, isTimeZone, type PracticeSetup, usualOpeningHours } from '#contract/practice-setup.ts';
import { type HoursFault, openingHoursText, readOpeningHours } from '#reading/opening-hours.ts';
import { normalizeText } from '#reading/text.ts';

/** The input of the form, and of its draft: as typed. */
export const setupValuesSchema = z.object({
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Whether the person who sets up the practice is one of its vets. */
  isVet: z.boolean(),
  /** The opening hours of the week on one line. */
  hours: z.string(),
  zone: z.string(),
  /** Typed text that is not a zone; empty otherwise. */
  zoneUnmatched: z.string(),
  /** The number of rooms. */
  rooms: z.string(),
  /** The names of the other vets, separated by commas or line breaks. */
  vets: z.string(),
  demo: z.enum(['remove', 'keep']),
});
export type SetupValues = z.infer<typeof setupValuesSchema>;

/** The fields that can have a fault, in their order. */
export const setupFields = ['name', 'firstName', 'lastName', 'hours', 'zone', 'rooms', 'vets'] as const;
export type SetupFaults = Partial<Record<(typeof setupFields)[number], string>>;

/** The title of the page. */
export const setupTitle = () =>
  t({ message: 'Set up your practice', comment: 'the page on which a practice is set up' });

const look = { locale: shownLocale, time: (clock: string) => timeText(minuteOf(clock)) };
const usualHoursText = () => openingHoursText(usualOpeningHours, look);

/** Standard values, so that two names are enough. */
export function usualValues(): SetupValues {
  return {
    ...{ name: '', firstName: '', lastName: '', isVet: true },
    hours: usualHoursText(),
    zone: browserZone,
    zoneUnmatched: '',
    rooms: (3).toLocaleString(shownLocale),
    vets: '',
    demo: 'remove',
  };
}

const mostRooms = 50;

/** The typed number of rooms; null if it is not valid. */
function roomCount(typed: string): number | null {
  const text = normalizeText(typed);
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= mostRooms ? count : null;
}

type Person = PracticeSetup['people'][number];

/** Vets by name; the last word is the last name. */
function vetsOf(typed: string): Person[] {
  return typed
    .split(/[,;،\n]/)
    .map((name) => name.trim().split(/\s+/))
    .filter(([first]) => first !== '')
    .map((words) => ({
      firstName: words.slice(0, Math.max(1, words.length - 1)).join(' '),
      lastName: words.length > 1 ? (words.at(-1) ?? '') : '',
      role: 'vet',
      may: 'book',
    }));
}

function hoursFault({ kind, part }: HoursFault): string {
  const text = isolated(part);
  const example = usualHoursText();
  if (kind === 'no_days') return t`Add the days, for example: ${example}`;
  if (kind === 'no_times') return t`Add opening times for “${text}”, for example: ${example}`;
  if (kind === 'no_end') return t`Add a closing time for “${text}”, for example: ${example}`;
  if (kind === 'order') return t`The closing time is before the opening time: “${text}”`;
  if (kind === 'overlap') return t`These hours overlap others on the same day: “${text}”`;
  return t`We couldn’t read “${text}”. Try, for example: ${example}`;
}

/** The meaning of the typed hours in words; null if they cannot be parsed. */
export function hoursMeaning(typed: string): string | null {
  const read = readOpeningHours(typed, shownLocale);
  if ('fault' in read || read.hours.length === 0) return null;
  const weekday = new Intl.DateTimeFormat(shownLocale, { weekday: 'short', timeZone: 'UTC' });
  const closed = [1, 2, 3, 4, 5, 6, 7].filter((day) => read.hours.every((one) => one.weekday !== day));
  // 1 January 2024 was a Monday.
  const days = listText(closed.map((day) => weekday.format(Date.UTC(2024, 0, day))));
  const open = openingHoursText(read.hours, look);
  return closed.length === 0
    ? open
    : t({
        message: `${open} · closed on ${days}`,
        comment: 'opening hours of a week, and the days on which it is closed',
      });
}

/** The names of the rooms for a typed number; null if it is not valid. */
export function roomsMeaning(typed: string): string | null {
  const count = roomCount(typed);
  return count === null ? null : listText(usualRooms(count).map(({ name }) => name));
}

function vetsFault(people: readonly Person[]): string | null {
  const names = people.map(fullName);
  for (const [index, { firstName, lastName }] of people.entries()) {
    const fault = index === 0 ? null : (nameFault(firstName) ?? (lastName === '' ? null : nameFault(lastName)));
    if (fault !== null) return fault;
    const name = isolated(names[index] ?? '');
    if (names.findIndex((other) => normalizeText(other) === normalizeText(names[index] ?? '')) < index)
      return t({ message: `${name} is listed twice.`, comment: 'a person in a list of names' });
  }
  return null;
}

/** The practice to send, with a single store of the same name, or all faults of the input. */
export function readSetup(values: SetupValues): { practice: PracticeSetup } | { faults: SetupFaults } {
  const { name, zone, zoneUnmatched } = values;
  const [firstName, lastName] = [values.firstName.trim(), values.lastName.trim()];
  const hours = readOpeningHours(values.hours, shownLocale);
  const count = roomCount(values.rooms);
  const you: Person = { firstName, lastName, role: values.isVet ? 'vet' : 'manager', may: 'manage' };
  const people = [you, ...vetsOf(values.vets)];
  const faults: Record<keyof SetupFaults, string | null> = {
    name: name.trim() === '' ? t`Enter the name of your practice.` : nameFault(name),
    firstName: nameFault(firstName),
    lastName: lastName === '' ? null : nameFault(lastName),
    hours: 'fault' in hours ? hoursFault(hours.fault) : hours.hours.length === 0 ? t`Enter the opening hours.` : null,
    zone:
      zoneUnmatched !== ''
        ? t`“${zoneUnmatched}” isn’t a time zone. Choose one from the list.`
        : isTimeZone(zone)
          ? null
          : t`Choose the time zone.`,
    rooms: count === null ? t`Enter a number from 1 to ${mostRooms}.` : null,
    vets: vetsFault(people),
  };
  const found = setupFields.flatMap((field) => (faults[field] === null ? [] : [[field, faults[field]] as const]));
  if (found.length > 0 || 'fault' in hours || count === null) return { faults: Object.fromEntries(found) };
  return {
    practice: {
      name: name.trim(),
      store: { name: name.trim(), timeZone: zone, openingHours: hours.hours, rooms: usualRooms(count) },
      visitTypes: usualVisitTypes(),
      people,
    },
  };
}
