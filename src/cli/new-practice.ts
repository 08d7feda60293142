import { createInterface } from 'node:readline/promises';
import type { z } from 'zod';
import { type VisitTypeCategory, visitTypeCategories, visitTypeCategorySchema } from '#contract/enums.ts';
import {
  distinctNamesSchema,
  setupNameSchema,
  setupOpeningHoursSchema,
  setupPeopleSchema,
  setupTimeZoneSchema,
  setupVisitTypesSchema,
} from '#contract/practice-setup.ts';
import type { OpeningHours } from '#contract/resources.ts';
import type { listedPracticeSchema, NewPractice } from './commands/practice.ts';
import { UsageFailure } from './failure.ts';

/** The options of `frontdesk practice new` as they were typed. */
export interface NewPracticeOptions {
  name?: string;
  store?: string;
  timeZone?: string;
  hours?: string;
  rooms?: string;
  vets?: string;
  visitTypes?: string;
  person?: string;
  removeDemo?: boolean;
  another?: boolean;
  /** Uses defaults for everything that is not given, without questions. */
  yes?: boolean;
}

/** Asks a person a question and resolves with what they typed. */
type Ask = (question: string) => Promise<string>;

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
  const hours = listOf(text).flatMap((part) => {
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
function allowed<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues[0]?.message ?? 'this cannot be understood');
}

function listOf(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The last word of a name is the last name. */
function personOf(text: string): { firstName: string; lastName: string } {
  const words = text.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName };
}

/** Patterns that derive the category from a visit type's name, in the languages of the app; the first match counts. */
const CATEGORY_WORDS: readonly (readonly [RegExp, VisitTypeCategory])[] = [
  [/vaccin|booster|impf|vacun|inent|\benting|تطعيم|لقاح|تلقيح/i, 'vaccination'],
  [/dent|teeth|zahn|\btand|gebit|أسنان/i, 'dental'],
  [
    /surg|spay|neuter|castrat|operati|operaci|chirurg|cirug|quirúrg|kastrat|castra|sterili|esterili|جراح|عملية|تعقيم/i,
    'surgical',
  ],
  [
    /x-?ray|ultrasound|blood|lab|scan|diagnos|röntgen|ultraschall|blut|bloed|radiogra|échogra|ecogra|sang|anal[iy]s|análisis|أشعة|تحليل|سونار/i,
    'diagnostics',
  ],
  [
    /nail|nurse|weigh|bandage|suture|stitch|krall|wiegen|\bwegen|verband|fäden|\bhecht|griffes|pansement|pesée|uñas|vendaje|nagel|أظافر|وزن|ضماد/i,
    'nurse',
  ],
  [/groom|bath|brush|clip|scheren|fellpflege|toilettage|tonte|peluquer|baño|trimm|vacht|استحمام/i, 'grooming'],
  [/goodbye|eut[h]?an|einschläfer|inslapen|القتل الرحيم/i, 'euthanasia'],
  [/home|hausbesuch|domicil|huisbezoek|منزل/i, 'in_home'],
  [/day ?care/i, 'daycare'],
  [/boarding|overnight/i, 'overnight'],
  [/hospital|ward/i, 'hospital'],
  [/class|puppy/i, 'group_training'],
  [/training/i, 'individual_training'],
  [/health|check-?up|annual|wellness|vorsorge|gesundheit|bilan|chequeo|revisión|gezondheid|فحص/i, 'health'],
  [
    /consult|konsult|visit|exam|emergency|recheck|follow|sprechstunde|untersuch|kontroll?e|notfall|urgence|suivi|urgencia|spreekuur|spoed|كشف|استشارة|طوارئ|مراجعة/i,
    'consult',
  ],
];

const CATEGORIES = visitTypeCategories.join(', ');

/** A visit type as it was typed; the category is null where neither it nor the name tells one. */
type TypedVisitType = Omit<NewPractice['visitTypes'][number], 'category'> & { category: VisitTypeCategory | null };

/**
 * Reads visit types such as `Consultation 20, Laser 15 surgical`: each with its minutes and, where its name does not tell it, its
 * category.
 */
export function parseVisitTypes(text: string): TypedVisitType[] {
  const types = listOf(text).map((part) => {
    const [, name = '', minutes = '', word] =
      /^(.*\S)\s+(\d+)(?:\s*min(?:utes)?)?(?:\s+(\p{L}\S*))?$/iu.exec(part) ?? [];
    if (name === '') throw new Error(`"${part}" has no length; write its minutes behind it, such as Consultation 20`);
    const known = CATEGORY_WORDS.find(([words]) => words.test(name.normalize('NFC')))?.[1] ?? null;
    return { name, minutes: Number(minutes), category: word === undefined ? known : categoryOf(word) };
  });
  // What has no category yet is checked as one that has.
  const checked = allowed(
    setupVisitTypesSchema,
    types.map((type) => ({ ...type, category: type.category ?? 'other' })),
  );
  return checked.map((type, nth) => ({ ...type, category: types[nth]?.category ?? null }));
}

function categoryOf(word: string): VisitTypeCategory {
  const category = visitTypeCategorySchema.safeParse(word.toLowerCase());
  if (!category.success) throw new Error(`"${word}" is not a category; write one of ${CATEGORIES}`);
  return category.data;
}

function some<Item>(parse: (text: string) => Item[], what: string): (text: string) => Item[] {
  return (text) => {
    const items = parse(text);
    if (items.length === 0) throw new Error(`name at least one ${what}`);
    return items;
  };
}

const named = (text: string) => allowed(setupNameSchema, text);

/** What is typed for each part of a practice is read with these. They throw an error that says what is wrong. */
const read = {
  name: named,
  timeZone: (text: string) => allowed(setupTimeZoneSchema, text),
  hours: parseOpeningHours,
  rooms: some((text) => allowed(distinctNamesSchema, listOf(text)), 'room'),
  vets: (text: string) => allowed(setupPeopleSchema, listOf(text).map(named).map(personOf)),
  visitTypes: some(parseVisitTypes, 'visit type'),
  person: (text: string) => personOf(named(text)),
};

/** Reads what was given with an option; throws a {@link UsageFailure} that names the option. */
function readOption<Value>(option: string, text: string, parse: (text: string) => Value): Value {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageFailure(`${option}: ${error instanceof Error ? error.message : error}`);
  }
}

const DEFAULT_TYPES =
  'Consultation 20, Follow-up 15, Vaccination 15, Annual health check 30, Dental cleaning 60, Surgery 120, X-ray 30, Nail trim 15, Emergency consultation 30';

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
    present: readonly z.infer<typeof listedPracticeSchema>[];
    timeZone: string;
    terminal?: { ask: Ask; close(): void } | null;
  },
): Promise<NewPractice> {
  async function answer<Value>(
    option: string,
    given: string | undefined,
    question: string,
    fallback: string | null,
    parse: (text: string) => Value,
  ): Promise<Value> {
    if (given !== undefined || terminal === null) {
      const text = given ?? fallback;
      if (text === null) throw new UsageFailure(`${option} is missing; see \`frontdesk practice new --help\``);
      return readOption(option, text, parse);
    }
    for (let problem = ''; ; ) {
      const shown = fallback === null || fallback === '' ? '' : `\n  [${fallback}]`;
      const text = (await terminal.ask(`${problem}${question}${shown}: `)).trim() || (fallback ?? '');
      try {
        return parse(text);
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
    const types = await answer(
      '--visit-types',
      options.visitTypes,
      'Visit types with their minutes; a category may follow, such as Laser 15 surgical',
      DEFAULT_TYPES,
      (text) => {
        const parsed = read.visitTypes(text);
        const unclear = terminal === null ? parsed.find(({ category }) => category === null) : undefined;
        if (unclear === undefined) return parsed;
        const { name, minutes } = unclear;
        throw new Error(
          `the name "${name}" does not tell its category; write one behind the minutes, such as "${name} ${minutes} other"; there are ${CATEGORIES}`,
        );
      },
    );
    const complete: NewPractice['visitTypes'] = [];
    for (const { category, ...type } of types) {
      const question = `Category of "${type.name}": ${CATEGORIES}`;
      const chosen = category ?? (await answer('--visit-types', undefined, question, 'other', categoryOf));
      complete.push({ ...type, category: chosen });
    }
    return complete;
  }

  try {
    // A wrong option is told before the first question.
    const given: [string, string | undefined, (text: string) => unknown][] = [
      ['--name', options.name, read.name],
      ['--store', options.store, read.name],
      ['--time-zone', options.timeZone, read.timeZone],
      ['--hours', options.hours, read.hours],
      ['--rooms', options.rooms, read.rooms],
      ['--vets', options.vets, read.vets],
      ['--visit-types', options.visitTypes, read.visitTypes],
      ['--person', options.person, read.person],
    ];
    for (const [option, text, parse] of given) if (text !== undefined) readOption(option, text, parse);

    const other = present.find(({ isDemo }) => !isDemo);
    const removeDemo = present.some(({ isDemo }) => isDemo)
      ? await agree(options.removeDemo, 'Remove the demo practice, with all that was booked in it?')
      : false;
    const another =
      other === undefined
        ? false
        : await agree(options.another, `"${other.name}" is here already. Make a second practice beside it?`);
    const name = await answer('--name', options.name, 'Name of the practice', null, read.name);
    const store = {
      name: await answer('--store', options.store, 'Name of its (first) store', name, read.name),
      timeZone: await answer('--time-zone', options.timeZone, 'Time zone', timeZone, read.timeZone),
      openingHours: await answer(
        '--hours',
        options.hours,
        'Opening hours',
        'Mon-Fri 08:00-18:00, Sat 09:00-12:00',
        read.hours,
      ),
      rooms: await answer('--rooms', options.rooms, 'Rooms', 'Consult 1, Consult 2, Surgery', read.rooms),
    };
    return {
      name,
      stores: [store],
      vets: await answer(
        '--vets',
        options.vets,
        'Vets, first name and last name (more can be imported later)',
        '',
        read.vets,
      ),
      visitTypes: await visitTypes(),
      receptionist: await answer(
        '--person',
        options.person,
        'Who works at the front desk first, and gets the first key',
        'Front Desk',
        read.person,
      ),
      removeDemo,
      another,
    };
  } finally {
    terminal?.close();
  }
}
