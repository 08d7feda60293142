import * as z from 'zod/mini';
import { type OpeningHours, openingHoursSchema } from '#contract/clients-pets-staff.ts';
import { employeeRoleSchema, visitTypeCategorySchema } from '#contract/enums.ts';
import { filledLinePattern, isLine, lineDescription, toLine } from '#contract/text.ts';

/*
 * The rules for setting up a practice, which the app and the command line share. Each error message is a complete sentence
 * without a full stop.
 */

const MAX_NAME_LENGTH = 200;

/** A name as it is quoted in a message: on one line and not too long. */
function quote(name: string): string {
  const letters = [...name];
  return JSON.stringify(letters.length > 40 ? `${letters.slice(0, 40).join('')}…` : name);
}

/** The name of anything in a practice: 1 to 200 characters on one line ({@link toLine}). */
export const setupNameSchema = z.string().check(
  z.overwrite(toLine),
  z.refine((name) => name !== '', 'a name must not be empty'),
  z.refine((name) => [...name].length <= MAX_NAME_LENGTH, {
    error: ({ input }) => `${quote(String(input))} is too long; a name has ${MAX_NAME_LENGTH} characters at most`,
  }),
  z.refine(isLine, {
    error: ({ input }) =>
      `${quote(String(input))} contains a line break or another character that is not text; write it in one line`,
  }),
  z.meta({ pattern: filledLinePattern, description: `1 to ${MAX_NAME_LENGTH} characters. ${lineDescription}` }),
);

/** The key by which names are compared. Capitals, surrounding white space and the Unicode form of letters do not count. */
export const nameKey = (name: string) => name.trim().normalize('NFC').toLowerCase();

/** Like {@link nameKey}, for names from other programs: differences in white space within a name do not count either. */
export const looseNameKey = (name: string) => nameKey(name.replaceAll(/\s+/g, ' '));

/**
 * The other possible spellings of a name that may start with the last name without a comma (`berg anna`): with its first word
 * moved to the end, or its last word to the start.
 */
export function reorderedNames(name: string): string[] {
  const words = name.split(' ');
  if (words.length < 2) return [];
  return [...new Set([[...words.slice(1), words[0]].join(' '), [words.at(-1), ...words.slice(0, -1)].join(' ')])];
}

/** Creates a check that rejects a list in which two items have the same name. */
function requireDistinctNames<Item>(nameOf: (item: Item) => string) {
  return ({ value, issues }: z.core.ParsePayload<Item[]>) => {
    const seenNames = new Set<string>();
    for (const [nth, item] of value.entries()) {
      const name = nameOf(item);
      if (seenNames.has(nameKey(name))) {
        const message = `${quote(name)} occurs twice; each name may occur only once`;
        issues.push({ code: 'custom', message, path: [nth], input: value });
      }
      seenNames.add(nameKey(name));
    }
  };
}

/** Distinct names, for example of the rooms in a store. */
export const distinctNamesSchema = z.array(setupNameSchema).check(requireDistinctNames((name) => name));

/** The default duration of a visit type's appointments, in minutes. */
export const setupDurationSchema = z
  .int()
  .check(
    z.minimum(1, { error: ({ input }) => describeWrongMinutes(input) }),
    z.maximum(1440, { error: ({ input }) => describeWrongMinutes(input) }),
  );

const describeWrongMinutes = (minutes: unknown) => `a visit cannot take ${minutes} minutes; write 1 to 1440`;

/** The visit types of a company, which have distinct names. */
export const setupVisitTypesSchema = z
  .array(z.object({ name: setupNameSchema, durationMinutes: setupDurationSchema, category: visitTypeCategorySchema }))
  .check(requireDistinctNames(({ name }) => name));

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const weekdayName = ({ weekday }: OpeningHours) => WEEKDAYS[weekday - 1] ?? `day ${weekday}`;

/**
 * The opening hours of a store. Each period ends after it starts, and periods of the same weekday may touch but not overlap.
 */
export const setupOpeningHoursSchema = z
  .array(openingHoursSchema)
  .check(
    z.meta({ description: '`closes` is after `opens`. Those of one weekday may touch, but not overlap.' }),
    ({ value, issues }) => {
      const refuse = (message: string) => issues.push({ code: 'custom', message, input: value });
      for (const hours of value) {
        const { opens, closes } = hours;
        if (closes <= opens) refuse(`${opens}-${closes} on ${weekdayName(hours)} must close after it opens`);
      }
      const sorted = value.toSorted((a, b) => a.weekday - b.weekday || (a.opens < b.opens ? -1 : 1));
      for (const [nth, hours] of sorted.entries()) {
        const before = sorted[nth - 1];
        if (before?.weekday === hours.weekday && before.closes > hours.opens) {
          refuse(`the times of ${weekdayName(hours)} overlap; name each time of a day once`);
        }
      }
    },
  );

/** Whether a text is the name of an IANA time zone. */
export function isTimeZone(name: string): boolean {
  // Newer engines also accept offsets such as +01:00.
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The time zone of a store: the name of an IANA zone. */
export const setupTimeZoneSchema = z.string().check(
  z.trim(),
  z.refine(isTimeZone, {
    error: ({ input }) => `${quote(String(input))} is not the name of a time zone; write one such as Europe/Paris`,
  }),
  z.meta({
    pattern: '^[A-Za-z][A-Za-z0-9_+\\-]*(?:/[A-Za-z0-9_+\\-]+)*$',
    description: 'The name of an IANA time zone that the server knows, such as `Europe/Paris`; no offset.',
    examples: ['Europe/Paris', 'UTC'],
  }),
);

/** The default opening hours of a new store: Monday to Friday. */
export const defaultOpeningHours: readonly OpeningHours[] = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday,
  opens: '08:00',
  closes: '18:00',
}));

/** Consecutive weekdays with the same opening hours, `from` and `to` included. Monday is 1. */
export interface HoursRun {
  from: number;
  to: number;
  /** The periods in which the store is open on each of these days, in order. */
  times: readonly Pick<OpeningHours, 'opens' | 'closes'>[];
}

/** Groups the opening hours of a week, Monday to Sunday, into runs of days with the same hours. Closed days are in no run. */
export function groupOpeningHours(hours: readonly OpeningHours[]): HoursRun[] {
  const runs: HoursRun[] = [];
  for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
    const times = hours
      .filter((one) => one.weekday === weekday)
      .map(({ opens, closes }) => ({ opens, closes }))
      .sort((one, other) => (one.opens < other.opens ? -1 : 1));
    const last = runs.at(-1);
    if (last?.to === weekday - 1 && JSON.stringify(last.times) === JSON.stringify(times)) last.to = weekday;
    else if (times.length > 0) runs.push({ from: weekday, to: weekday, times });
  }
  return runs;
}

/** The rooms of a store with their categories. A room with an empty list is for all categories. */
export const setupRoomsSchema = z
  .array(z.object({ name: setupNameSchema, categories: z.array(visitTypeCategorySchema) }))
  .check(requireDistinctNames(({ name }) => name));

const personName = { firstName: setupNameSchema, lastName: z.union([z.literal(''), setupNameSchema]) };

/** The full name of a person: the first name and the last name, either of which may be empty. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

/** Splits a full name into its two parts. The last of several words is the last name; a single word is the first name. */
export function splitFullName(name: string): { firstName: string; lastName: string } {
  const words = name.split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName };
}

/** People with distinct names. */
export const setupPeopleSchema = z.array(z.object(personName)).check(requireDistinctNames(fullName));

/** A practice to set up, with its first store. */
export const practiceSetupSchema = z.object({
  name: setupNameSchema,
  store: z.object({
    name: setupNameSchema,
    timeZone: setupTimeZoneSchema,
    openingHours: setupOpeningHoursSchema,
    rooms: setupRoomsSchema.check(z.minLength(1, 'name at least one room')),
  }),
  visitTypes: setupVisitTypesSchema.check(z.minLength(1, 'name at least one visit type')),
  /** The people who work at the practice. The first sets it up and becomes its manager; `may` is a permission set. */
  people: z
    .array(z.object({ ...personName, role: employeeRoleSchema, may: z.enum(['view', 'book', 'manage']) }))
    .check(z.minLength(1, 'name at least one person'), requireDistinctNames(fullName)),
});
export type PracticeSetup = z.infer<typeof practiceSetupSchema>;
