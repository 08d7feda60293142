import * as z from 'zod/mini';
import { suggestCategory } from '#contract/category-by-name.ts';
import type { OpeningHours } from '#contract/clients-pets-staff.ts';
import { type VisitTypeCategory, visitTypeCategories, visitTypeCategorySchema } from '#contract/enums.ts';
import {
  defaultOpeningHours,
  distinctNamesSchema,
  fullName,
  nameKey,
  practiceSetupSchema,
  setupNameSchema,
  setupOpeningHoursSchema,
  setupPeopleSchema,
  setupTimeZoneSchema,
  setupVisitTypesSchema,
  splitFullName,
} from '#contract/practice-setup.ts';
import { UsageError } from './messages.ts';

/* Parsers for the parts of a practice, as typed in options. Each throws an error that explains the problem. */

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const DAY = '(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*';
const CLOCK = '\\d{1,2}(?::\\d{2})?';
/** Weekdays with their opening times, such as `Mon-Fri 8:00-12:30 14:00-18:30`. */
const DAYS_AND_TIMES = new RegExp(`^${DAY}(?:-${DAY})?((?: ${CLOCK}-${CLOCK})+)$`, 'i');

const parseWeekday = (name: string) => WEEKDAYS.findIndex((day) => day.toLowerCase() === name.toLowerCase()) + 1;
/** Converts `8` and `8:00` to `08:00`. */
const padClock = (text: string) => (text.includes(':') ? text : `${text}:00`).padStart(5, '0');

/**
 * Parses opening hours such as `Mon-Fri 08:00-18:00, Sat 9-13` or, with a midday break, `Mon-Thu 8:00-12:30
 * 14:00-18:30`. Days that are not named are closed. Throws an error that says what cannot be parsed.
 */
export function parseOpeningHours(text: string): OpeningHours[] {
  const hours = splitItems(text).flatMap((part) => {
    const plain = part.replaceAll(/\s*[-–]\s*/g, '-').replaceAll(/\s+/g, ' ');
    const [, first, last = first, times] = DAYS_AND_TIMES.exec(plain) ?? [];
    if (first === undefined || last === undefined || times === undefined)
      throw new Error(`"${part}" cannot be parsed; write for example Mon-Fri 08:00-12:30 14:00-18:00, Sat 09:00-12:00`);
    const from = parseWeekday(first);
    // The remainder lets a range go past the end of the week: `Sun-Mon` is two days.
    const count = ((parseWeekday(last) - from + 7) % 7) + 1;
    return Array.from({ length: count }, (_, nth) => ((from - 1 + nth) % 7) + 1).flatMap((weekday) =>
      times
        .trim()
        .split(' ')
        .map((time) => time.split('-').map(padClock))
        .map(([opens = '', closes = '']) => ({ weekday, opens, closes })),
    );
  });
  const compareByTime = (one: OpeningHours, other: OpeningHours) =>
    one.weekday - other.weekday || (one.opens < other.opens ? -1 : 1);
  return validate(setupOpeningHoursSchema, requireNonEmpty(hours, 'day')).toSorted(compareByTime);
}

/** Validates a value; throws an error with the first violated rule. */
function validate<Value>(schema: z.ZodMiniType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues[0]?.message ?? 'this cannot be parsed');
}

/** The items of a list such as `surgical, dental`. */
function splitItems(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The categories of visit types as a readable list. */
const CATEGORY_LIST = visitTypeCategories.join(', ');

/** A visit type as typed. The category is null if it was not typed and the name does not suggest one. */
type TypedVisitType = Omit<z.infer<typeof setupVisitTypesSchema>[number], 'category'> & {
  category: VisitTypeCategory | null;
};

/**
 * Parses visit types such as `Consultation 20, Laser 15 surgical`: each with its minutes and, unless its name suggests
 * it, its category.
 */
export function parseVisitTypes(text: string): TypedVisitType[] {
  const types = requireNonEmpty(splitItems(text), 'visit type').map((part) => {
    const [, name = '', minutes = '', word] =
      /^(.*\S)\s+(\d+)(?:\s*min(?:utes)?)?(?:\s+(\p{L}\S*))?$/iu.exec(part) ?? [];
    if (name === '') throw new Error(`"${part}" has no duration; write the minutes after it, such as Consultation 20`);
    const suggested = suggestCategory(name);
    return { name, durationMinutes: Number(minutes), category: word === undefined ? suggested : parseCategory(word) };
  });
  // A type without a category is validated with an arbitrary one.
  const checked = validate(
    setupVisitTypesSchema,
    types.map((type) => ({ ...type, category: type.category ?? 'other' })),
  );
  return checked.map((type, nth) => ({ ...type, category: types[nth]?.category ?? null }));
}

function parseCategory(word: string): VisitTypeCategory {
  const category = visitTypeCategorySchema.safeParse(word.toLowerCase());
  if (!category.success) throw new Error(`"${word}" is not a category; write one of ${CATEGORY_LIST}`);
  return category.data;
}

export const parseName = (text: string) => validate(setupNameSchema, text);

/** Parses the name of a person; the last word is the last name. */
const parsePerson = (text: string) => splitFullName(parseName(text));

const parsePeople = (text: string) => validate(setupPeopleSchema, splitItems(text).map(parsePerson));

/** Parses the names of rooms, at least one. */
const parseRooms = (text: string) => requireNonEmpty(validate(distinctNamesSchema, splitItems(text)), 'room');

const parseTimeZone = (text: string) => validate(setupTimeZoneSchema, text);

function requireNonEmpty<Item>(items: Item[], what: string): Item[] {
  if (items.length === 0) throw new Error(`name at least one ${what}`);
  return items;
}

/** A practice to be created by `frontdesk practice new`. */
export const newPracticeSchema = z.extend(practiceSetupSchema, {
  /** Removes the demo practice with everything booked in it. */
  removeDemo: z.boolean(),
  /** Allows the new practice although there are others already. */
  another: z.boolean(),
});
export type NewPractice = z.infer<typeof newPracticeSchema>;

/** The options of `frontdesk practice new` that describe the practice, as typed. */
export interface NewPracticeOptions
  extends Partial<
    Record<'name' | 'store' | 'timeZone' | 'hours' | 'rooms' | 'vets' | 'visitTypes' | 'person', string>
  > {
  removeDemo?: boolean;
  another?: boolean;
}

const defaults = {
  rooms: 'Consult 1, Consult 2, Surgery',
  visitTypes:
    'Consultation 20, Follow-up 15, Vaccination 15, Annual health check 30, Dental cleaning 60, Surgery 120, X-ray 30, Nail trim 15, Emergency consultation 30',
  person: 'Front Desk',
};

/** Parses the text of an option. Throws a {@link UsageError} that names the option. */
export function readOption<Value>(option: string, text: string, parse: (text: string) => Value): Value {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`${option}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Returns a visit type that has a category. Throws if the category was neither typed nor suggested by the name. */
function requireCategory({ category, ...type }: TypedVisitType): NewPractice['visitTypes'][number] {
  if (category !== null) return { ...type, category };
  throw new Error(
    `the name "${type.name}" does not suggest a category; write one after the minutes, such as "${type.name} ${type.durationMinutes} other"; the categories are ${CATEGORY_LIST}`,
  );
}

/**
 * Builds the practice of `frontdesk practice new` from its options and the defaults; `timeZone` is that of this
 * machine. Throws a {@link UsageError} that names the invalid option.
 */
export function buildNewPractice(options: NewPracticeOptions, { timeZone }: { timeZone: string }): NewPractice {
  const { name, store, hours, rooms, vets, visitTypes, person, removeDemo = false, another = false } = options;
  if (name === undefined) {
    throw new UsageError(
      '--name is missing: how the practice is called; see `frontdesk practice new --help`, or set it up in the browser, at /setup',
    );
  }
  const practiceName = readOption('--name', name, parseName);
  const describedPractice = {
    name: practiceName,
    store: {
      name: readOption('--store', store ?? practiceName, parseName),
      timeZone: readOption('--time-zone', options.timeZone ?? timeZone, parseTimeZone),
      openingHours: hours === undefined ? [...defaultOpeningHours] : readOption('--hours', hours, parseOpeningHours),
      rooms: readOption('--rooms', rooms ?? defaults.rooms, parseRooms).map((room) => ({ name: room, categories: [] })),
    },
    visitTypes: readOption('--visit-types', visitTypes ?? defaults.visitTypes, (text) =>
      parseVisitTypes(text).map(requireCategory),
    ),
  };
  const people = listPeople(
    readOption('--person', person ?? defaults.person, parsePerson),
    readOption('--vets', vets ?? '', parsePeople),
  );
  return { ...describedPractice, people, removeDemo, another };
}

type TypedPerson = ReturnType<typeof parsePerson>;

/**
 * Lists the people of a new practice. If the first person has the name of one of the vets, they are listed once, as that
 * vet.
 */
function listPeople(first: TypedPerson, vets: readonly TypedPerson[]): NewPractice['people'] {
  const isFirst = (vet: TypedPerson) => nameKey(fullName(vet)) === nameKey(fullName(first));
  const vetAtTheDesk = vets.find(isFirst);
  return [
    { ...(vetAtTheDesk ?? first), role: vetAtTheDesk === undefined ? 'receptionist' : 'vet', may: 'manage' },
    ...vets.filter((vet) => !isFirst(vet)).map((vet) => ({ ...vet, role: 'vet' as const, may: 'book' as const })),
  ];
}
