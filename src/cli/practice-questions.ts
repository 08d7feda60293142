import { createInterface } from 'node:readline/promises';
import * as z from 'zod/mini';
import { categoryByName } from '#contract/category-by-name.ts';
import type { OpeningHours } from '#contract/clients-pets-staff.ts';
import { type VisitTypeCategory, visitTypeCategories, visitTypeCategorySchema } from '#contract/enums.ts';
import {
  distinctNamesSchema,
  fullName,
  nameKey,
  practiceSetupSchema,
  setupNameSchema,
  setupOpeningHoursSchema,
  setupPeopleSchema,
  setupTimeZoneSchema,
  setupVisitTypesSchema,
} from '#contract/practice-setup.ts';
import { UsageFailure } from './messages.ts';

/*
 * What a person types for each part of a practice. All that read it throw an error that says what is wrong.
 */

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

function weekdayOf(text: string): number {
  const at = text.length < 2 ? -1 : DAYS.findIndex((day) => day.startsWith(text.toLowerCase()));
  if (at === -1) throw new Error(`"${text}" is not a weekday; write Mon, Tue, Wed, Thu, Fri, Sat or Sun`);
  return at + 1;
}

function clockTimeOf(text: string): string {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text) ?? [];
  const time = `${hour.padStart(2, '0')}:${minute}`;
  if (hour === '' || Number(minute) > 59 || time > '24:00') {
    throw new Error(`"${text}" is not a time; write hours and minutes of the 24-hour clock, such as 08:00 or 17:30`);
  }
  return time;
}

/**
 * Reads opening hours such as `Mon-Fri 08:00-18:00, Sat 09:00-13:00` or, with a midday break, `Mon-Thu 9:00-12:30 15:00-18:30`.
 * Days that are not named are closed. Throws an error that says what cannot be read.
 */
export function parseOpeningHours(text: string): OpeningHours[] {
  const hours = partsOf(text).flatMap((part) => {
    const [days = '', ...spans] = part
      .replaceAll(/\s*[–—-]\s*/g, '-')
      .trim()
      .split(/\s+/);
    const [first = '', last = first] = days.split('-');
    const from = weekdayOf(first);
    const to = weekdayOf(last);
    if (spans.length === 0) throw new Error(`"${part}" has no times; write for example Mon-Fri 08:00-18:00`);
    const weekdays = Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, nth) => ((from - 1 + nth) % 7) + 1);
    return weekdays.flatMap((weekday) =>
      spans.map((span) => {
        const [opens = '', closes = '', ...rest] = span.split('-');
        if (rest.length > 0)
          throw new Error(`"${span}" does not say from when until when; write for example 08:00-18:00`);
        return { weekday, opens: clockTimeOf(opens), closes: clockTimeOf(closes) };
      }),
    );
  });
  return allowed(
    setupOpeningHoursSchema,
    hours.sort((a, b) => a.weekday - b.weekday || (a.opens < b.opens ? -1 : 1)),
  );
}

/** A value that keeps the rules; throws an error with the first that it breaks. */
function allowed<Value>(schema: z.ZodMiniType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues[0]?.message ?? 'this cannot be understood');
}

/** The parts of a list such as `surgical, dental`. */
export function partsOf(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The categories that a visit type can have, as a person reads them. */
export const CATEGORIES = visitTypeCategories.join(', ');

/** A visit type as it was typed; the category is null where neither it nor the name tells one. */
type TypedVisitType = Omit<z.infer<typeof setupVisitTypesSchema>[number], 'category'> & {
  category: VisitTypeCategory | null;
};

/**
 * Reads visit types such as `Consultation 20, Laser 15 surgical`: each with its minutes and, where its name does not tell it, its
 * category.
 */
export function parseVisitTypes(text: string): TypedVisitType[] {
  const types = some(partsOf(text), 'visit type').map((part) => {
    const [, name = '', minutes = '', word] =
      /^(.*\S)\s+(\d+)(?:\s*min(?:utes)?)?(?:\s+(\p{L}\S*))?$/iu.exec(part) ?? [];
    if (name === '') throw new Error(`"${part}" has no length; write its minutes behind it, such as Consultation 20`);
    const known = categoryByName(name);
    return { name, durationMinutes: Number(minutes), category: word === undefined ? known : categoryOf(word) };
  });
  // What has no category yet is checked as one that has.
  const checked = allowed(
    setupVisitTypesSchema,
    types.map((type) => ({ ...type, category: type.category ?? 'other' })),
  );
  return checked.map((type, nth) => ({ ...type, category: types[nth]?.category ?? null }));
}

/** Reads the name of a category. */
export function categoryOf(word: string): VisitTypeCategory {
  const category = visitTypeCategorySchema.safeParse(word.toLowerCase());
  if (!category.success) throw new Error(`"${word}" is not a category; write one of ${CATEGORIES}`);
  return category.data;
}

/** Reads what something is called. */
export const parseName = (text: string) => allowed(setupNameSchema, text);

/** Reads the name of a person, of which the last word is the last name. */
export function parsePerson(text: string): { firstName: string; lastName: string } {
  const words = parseName(text).split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName };
}

/** Reads the names of people. */
const parsePeople = (text: string) => allowed(setupPeopleSchema, partsOf(text).map(parsePerson));

/** Reads the names of rooms, one at least. */
const parseRooms = (text: string) => some(allowed(distinctNamesSchema, partsOf(text)), 'room');

/** Reads an IANA time zone. */
export const parseTimeZone = (text: string) => allowed(setupTimeZoneSchema, text);

function some<Item>(items: Item[], what: string): Item[] {
  if (items.length === 0) throw new Error(`name at least one ${what}`);
  return items;
}

/** A practice to be made: what `frontdesk practice new` was told. */
export const newPracticeSchema = z.extend(practiceSetupSchema, {
  /** Takes the demo practice away, with what was booked in it. */
  removeDemo: z.boolean(),
  /** Adds the practice to those that are there. */
  another: z.boolean(),
});
export type NewPractice = z.infer<typeof newPracticeSchema>;

type Part = 'name' | 'store' | 'timeZone' | 'hours' | 'rooms' | 'vets' | 'visitTypes' | 'person';

/** The options of `frontdesk practice new` as they were typed. */
export interface NewPracticeOptions extends Partial<Record<Part, string>> {
  removeDemo?: boolean;
  another?: boolean;
  /** Uses defaults for everything that is not given, without questions. */
  yes?: boolean;
}

/** What has to be known of a practice. `read` throws an error that says what is wrong. */
interface Question<Value> {
  /** The part of the options that answers it. */
  part?: Part;
  option: string;
  text: string;
  usual?: string;
  read(text: string): Value;
}

const questions = {
  name: { part: 'name', option: '--name', text: 'Name of the practice', read: parseName },
  store: { part: 'store', option: '--store', text: 'Name of its (first) store', read: parseName },
  timeZone: { part: 'timeZone', option: '--time-zone', text: 'Time zone', read: parseTimeZone },
  hours: {
    part: 'hours',
    option: '--hours',
    text: 'Opening hours',
    usual: 'Mon-Fri 08:00-18:00, Sat 09:00-12:00',
    read: parseOpeningHours,
  },
  rooms: { part: 'rooms', option: '--rooms', text: 'Rooms', usual: 'Consult 1, Consult 2, Surgery', read: parseRooms },
  vets: {
    part: 'vets',
    option: '--vets',
    text: 'Vets, first name and last name (more can be imported later)',
    usual: '',
    read: parsePeople,
  },
  visitTypes: {
    part: 'visitTypes',
    option: '--visit-types',
    text: 'Visit types with their minutes; a category may follow, such as Laser 15 surgical',
    usual:
      'Consultation 20, Follow-up 15, Vaccination 15, Annual health check 30, Dental cleaning 60, Surgery 120, X-ray 30, Nail trim 15, Emergency consultation 30',
    read: parseVisitTypes,
  },
  person: {
    part: 'person',
    option: '--person',
    text: 'Who works at the front desk first, may change the practice and gets the first key',
    usual: 'Front Desk',
    read: parsePerson,
  },
} satisfies Record<Part, Question<unknown>>;

/** Asks a person a question and resolves with what they typed. */
type Ask = (question: string) => Promise<string>;

/** Reads what was given with an option; throws a {@link UsageFailure} that names the option. */
export function readOption<Value>(option: string, text: string, parse: (text: string) => Value): Value {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageFailure(`${option}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Questions at the terminal for options that are not given; null where input is not interactive. */
function askThePerson(): { ask: Ask; close(): void } | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl+C, or the end of what is typed.
  const ended = new Promise<never>((_resolve, reject) => {
    terminal.once('close', () => reject(new UsageFailure('not all questions were answered; nothing was changed')));
  });
  ended.catch(() => undefined);
  return {
    ask: (question) => Promise.race([terminal.question(question), ended]),
    close: () => terminal.close(),
  };
}

/**
 * Collects the input of `frontdesk practice new` from its options, from answers at the terminal, and from the
 * defaults. `present` are the existing practices. Throws a {@link UsageFailure} that names the option.
 */
export async function describeNewPractice(
  options: NewPracticeOptions,
  {
    present,
    timeZone,
    terminal = options.yes ? null : askThePerson(),
  }: {
    present: readonly { id: string; name: string; isDemo: boolean }[];
    timeZone: string;
    terminal?: { ask: Ask; close(): void } | null;
  },
): Promise<NewPractice> {
  async function answer<Value>(question: Question<Value>, usual = question.usual): Promise<Value> {
    const { part, option, text, read } = question;
    const given = part === undefined ? undefined : options[part];
    if (given !== undefined || terminal === null) {
      const typed = given ?? usual;
      if (typed === undefined) throw new UsageFailure(`${option} is missing; see \`frontdesk practice new --help\``);
      return readOption(option, typed, read);
    }
    for (let problem = ''; ; ) {
      const typed = (await terminal.ask(`${problem}${text}${usual ? `\n  [${usual}]` : ''}: `)).trim() || (usual ?? '');
      try {
        return read(typed);
      } catch (error) {
        problem = `  ${error instanceof Error ? error.message : error}.\n`;
      }
    }
  }

  async function agree(given: boolean | undefined, question: string): Promise<boolean> {
    if (given === true || terminal === null) return given ?? false;
    for (let problem = ''; ; problem = '  Write yes or no.\n') {
      const text = (await terminal.ask(`${problem}${question} (yes/no): `)).trim();
      if (/^y(?:es)?$/i.test(text)) return true;
      if (/^no?$/i.test(text)) throw new UsageFailure('nothing was changed');
    }
  }

  /** Asks for the categories that the names do not tell; without a terminal they have to be written. */
  async function visitTypes(): Promise<NewPractice['visitTypes']> {
    const complete: NewPractice['visitTypes'] = [];
    for (const { category, ...type } of await answer(questions.visitTypes)) {
      if (category === null && terminal === null) {
        throw new UsageFailure(
          `--visit-types: the name "${type.name}" does not tell its category; write one behind the minutes, such as "${type.name} ${type.durationMinutes} other"; there are ${CATEGORIES}`,
        );
      }
      const text = `Category of "${type.name}": ${CATEGORIES}`;
      const asked = { option: '--visit-types', text, usual: 'other', read: categoryOf };
      complete.push({ ...type, category: category ?? (await answer(asked)) });
    }
    return complete;
  }

  try {
    // A wrong option is told before the first question.
    for (const { part, option, read } of Object.values(questions)) {
      const text = options[part];
      if (text !== undefined) readOption<unknown>(option, text, read);
    }
    const other = present.find(({ isDemo }) => !isDemo);
    const removeDemo = present.some(({ isDemo }) => isDemo)
      ? await agree(options.removeDemo, 'Remove the demo practice, with all that was booked in it?')
      : false;
    const another =
      other === undefined
        ? false
        : await agree(options.another, `"${other.name}" is here already. Make a second practice beside it?`);
    const name = await answer(questions.name);
    const store = {
      name: await answer(questions.store, name),
      timeZone: await answer(questions.timeZone, timeZone),
      openingHours: await answer(questions.hours),
      rooms: (await answer(questions.rooms)).map((room) => ({ name: room, categories: [] })),
    };
    const vets = await answer(questions.vets);
    const types = await visitTypes();
    const people = peopleOf(await answer(questions.person), vets);
    return { name, store, visitTypes: types, people, removeDemo, another };
  } finally {
    terminal?.close();
  }
}

type Person = ReturnType<typeof parsePerson>;

/** The people of a new practice. Where a vet works at the front desk, too, they are one person. */
function peopleOf(first: Person, vets: readonly Person[]): NewPractice['people'] {
  const isFirst = (vet: Person) => nameKey(fullName(vet)) === nameKey(fullName(first));
  const vetAtTheDesk = vets.find(isFirst);
  return [
    { ...(vetAtTheDesk ?? first), role: vetAtTheDesk === undefined ? 'receptionist' : 'vet', may: 'manage' },
    ...vets.filter((vet) => !isFirst(vet)).map((vet) => ({ ...vet, role: 'vet' as const, may: 'book' as const })),
  ];
}
