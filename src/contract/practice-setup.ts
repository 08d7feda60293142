import * as z from 'zod/mini';
import { employeeRoleSchema, type OpeningHours, openingHoursSchema } from '#contract/clients-pets-staff.ts';
import { visitTypeCategorySchema } from '#contract/enums.ts';

/*
 * The rules of what a practice is set up with, by whatever means. Their messages stand by themselves, as sentences without a full stop.
 */

const LONGEST_NAME = 200;
/** Control characters, line breaks of every kind, and halves of surrogate pairs, which cannot be stored. */
const NOT_TEXT = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

/** A name as a message shows it: in one line, and not too long for it. */
function quoted(name: string): string {
  const letters = [...name];
  return JSON.stringify(letters.length > 40 ? `${letters.slice(0, 40).join('')}…` : name);
}

/** A name of anything that a practice has: trimmed, 1 to 200 characters in one line. */
export const setupNameSchema = z.string().check(
  z.trim(),
  z.refine((name) => name !== '', 'a name must not be empty'),
  z.refine((name) => [...name].length <= LONGEST_NAME, {
    error: ({ input }) => `${quoted(String(input))} is too long; a name has ${LONGEST_NAME} characters at most`,
  }),
  z.refine((name) => !NOT_TEXT.test(name), {
    error: ({ input }) =>
      `${quoted(String(input))} holds a line break or another character that is not text; write it in one line`,
  }),
);

/** What two names have in common that count as the same. */
export const nameKey = (name: string) => name.trim().normalize('NFC').toLowerCase();

/** The same of names of other programs, whatever the white space in them. */
export const sameName = (name: string) => nameKey(name.replaceAll(/\s+/g, ' '));

/** The other names that a name can be whose last name stands first without a comma (`berg anna`): with its first or its last word at the other end. */
export function turnedNames(name: string): string[] {
  const words = name.split(' ');
  if (words.length < 2) return [];
  return [...new Set([[...words.slice(1), words[0]].join(' '), [words.at(-1), ...words.slice(0, -1)].join(' ')])];
}

/** Refuses a list in which two items have the same name. */
function eachNamedOnce<Item>(nameOf: (item: Item) => string) {
  return ({ value, issues }: z.core.ParsePayload<Item[]>) => {
    const before = new Set<string>();
    for (const [nth, item] of value.entries()) {
      const name = nameOf(item);
      if (before.has(nameKey(name))) {
        const message = `${quoted(name)} is there twice; each name may be there once`;
        issues.push({ code: 'custom', message, path: [nth], input: value });
      }
      before.add(nameKey(name));
    }
  };
}

/** Names of which no two are the same, such as those of the rooms of a store. */
export const distinctNamesSchema = z.array(setupNameSchema).check(eachNamedOnce((name) => name));

/** How long a visit takes unless it is booked otherwise. */
export const setupMinutesSchema = z.int().check(
  z.refine((minutes) => minutes >= 1 && minutes <= 1440, {
    error: ({ input }) => `a visit cannot take ${input} minutes; write 1 to 1440`,
  }),
);

/** The visit types of a company. */
export const setupVisitTypesSchema = z
  .array(z.object({ name: setupNameSchema, durationMinutes: setupMinutesSchema, category: visitTypeCategorySchema }))
  .check(eachNamedOnce(({ name }) => name));

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const weekdayName = ({ weekday }: OpeningHours) => WEEKDAYS[weekday - 1] ?? `day ${weekday}`;

/** The opening hours of a store: each closes after it opens, and no two of a weekday overlap; they may touch. */
export const setupOpeningHoursSchema = z.array(openingHoursSchema).check(({ value, issues }) => {
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
});

/** Whether a text names an IANA time zone. */
export function isTimeZone(name: string): boolean {
  // Newer engines take offsets such as +01:00, too.
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The zone of a store. */
export const setupTimeZoneSchema = z.string().check(
  z.trim(),
  z.refine(isTimeZone, {
    error: ({ input }) => `${quoted(String(input))} is not the name of a time zone; write one such as Europe/Paris`,
  }),
);

/** The opening hours that most practices have: Monday to Friday. */
export const usualOpeningHours: readonly OpeningHours[] = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday,
  opens: '08:00',
  closes: '18:00',
}));

/** The rooms of a store, with the categories that each is for; none is for all. */
export const setupRoomsSchema = z
  .array(z.object({ name: setupNameSchema, categories: z.array(visitTypeCategorySchema) }))
  .check(eachNamedOnce(({ name }) => name));

const personName = { firstName: setupNameSchema, lastName: z.union([z.literal(''), setupNameSchema]) };

/** The whole name of a person. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

/** People by their names, of whom no two have the same. */
export const setupPeopleSchema = z.array(z.object(personName)).check(eachNamedOnce(fullName));

/** A practice that is to be set up, with one store to begin with. */
export const practiceSetupSchema = z.object({
  name: setupNameSchema,
  store: z.object({
    name: setupNameSchema,
    timeZone: setupTimeZoneSchema,
    openingHours: setupOpeningHoursSchema,
    rooms: setupRoomsSchema.check(z.minLength(1, 'name at least one room')),
  }),
  visitTypes: setupVisitTypesSchema.check(z.minLength(1, 'name at least one visit type')),
  /** Those who work there. The first sets the practice up and so may manage it; `may` is a permission set. */
  people: z
    .array(z.object({ ...personName, role: employeeRoleSchema, may: z.enum(['view', 'book', 'manage']) }))
    .check(z.minLength(1, 'name at least one person'), eachNamedOnce(fullName)),
});
export type PracticeSetup = z.infer<typeof practiceSetupSchema>;
