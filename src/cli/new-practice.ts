import { createInterface } from 'node:readline/promises';
import type { z } from 'zod';
import type { VisitTypeCategory } from '#contract/enums.ts';
import type { OpeningHours } from '#contract/resources.ts';
import type { listedPracticeSchema, NewPractice } from './commands/practice.ts';
import { isTimeZone } from './config.ts';
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
        const hour = { weekday, opens: clockTimeOf(opens), closes: clockTimeOf(closes) };
        if (rest.length > 0 || hour.closes <= hour.opens) {
          throw new Error(`"${span}" does not say from when until when; write for example 08:00-18:00`);
        }
        return hour;
      }),
    );
  });
  const sorted = hours.sort((a, b) => a.weekday - b.weekday || (a.opens < b.opens ? -1 : 1));
  for (const [nth, { weekday, opens }] of sorted.entries()) {
    const before = sorted[nth - 1];
    if (before?.weekday === weekday && before.closes > opens) {
      throw new Error(`the times of ${DAYS[weekday - 1]} overlap; name each time of a day once`);
    }
  }
  return sorted;
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

/** Patterns that derive the category from a visit type's name; the first match counts. */
const CATEGORY_WORDS: readonly (readonly [RegExp, VisitTypeCategory])[] = [
  [/vaccin|booster/i, 'vaccination'],
  [/dent|teeth/i, 'dental'],
  [/surg|spay|neuter|castrat|operation/i, 'surgical'],
  [/x-?ray|ultrasound|blood|lab|scan|diagnos/i, 'diagnostics'],
  [/nail|nurse|weigh|bandage|suture|stitch/i, 'nurse'],
  [/groom|bath|brush|clip/i, 'grooming'],
  [/goodbye|euthan/i, 'euthanasia'],
  [/home/i, 'in_home'],
  [/day ?care/i, 'daycare'],
  [/boarding|overnight/i, 'overnight'],
  [/hospital|ward/i, 'hospital'],
  [/class|puppy/i, 'group_training'],
  [/training/i, 'individual_training'],
  [/health|check-?up|annual|wellness/i, 'health'],
  [/consult|visit|exam|emergency|recheck|follow/i, 'consult'],
];

/** Reads visit types such as `Consultation 20, Vaccination 15`: each with its minutes; the category follows from the name. */
export function parseVisitTypes(text: string): NewPractice['visitTypes'] {
  return listOf(text).map((part) => {
    const [, name = '', minutes = ''] = /^(.*\S)\s+(\d{1,4})(?:\s*min(?:utes)?)?$/.exec(part) ?? [];
    if (name === '' || Number(minutes) < 1) {
      throw new Error(`"${part}" has no length; write its minutes behind it, such as Consultation 20`);
    }
    const category = CATEGORY_WORDS.find(([words]) => words.test(name))?.[1] ?? 'other';
    return { name, minutes: Number(minutes), category };
  });
}

function some<Item>(parse: (text: string) => Item[], what: string): (text: string) => Item[] {
  return (text) => {
    const items = parse(text);
    if (items.length === 0) throw new Error(`name at least one ${what}`);
    return items;
  };
}

function timeZoneOf(text: string): string {
  if (!isTimeZone(text)) throw new Error(`"${text}" is not the name of a time zone; write one such as Europe/Paris`);
  return text;
}

function named(text: string): string {
  if (text.trim() === '') throw new Error('write a name');
  return text.trim();
}

const DEFAULT_TYPES =
  'Consultation 20, Follow-up 15, Vaccination 15, Annual health check 30, Dental cleaning 60, Surgery 120, X-ray 30, Nail trim 15, Emergency consultation 30';

/** Questions at the terminal for options that are not given; null where input is not interactive. */
function askThePerson(): { ask: Ask; close(): void } | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return { ask: (question) => terminal.question(question), close: () => terminal.close() };
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
      try {
        return parse(text);
      } catch (error) {
        throw new UsageFailure(`${option}: ${error instanceof Error ? error.message : error}`);
      }
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
    const text = await terminal.ask(`${question} (yes/no): `);
    if (!/^y(?:es)?$/i.test(text.trim())) throw new UsageFailure('nothing was changed');
    return true;
  }

  try {
    const other = present.find(({ isDemo }) => !isDemo);
    const removeDemo = present.some(({ isDemo }) => isDemo)
      ? await agree(options.removeDemo, 'Remove the demo practice, with all that was booked in it?')
      : false;
    const another =
      other === undefined
        ? false
        : await agree(options.another, `"${other.name}" is here already. Make a second practice beside it?`);
    const name = await answer('--name', options.name, 'Name of the practice', null, named);
    return {
      name,
      store: await answer('--store', options.store, 'Name of its (first) store', name, named),
      timeZone: await answer('--time-zone', options.timeZone, 'Time zone', timeZone, timeZoneOf),
      openingHours: await answer(
        '--hours',
        options.hours,
        'Opening hours',
        'Mon-Fri 08:00-18:00, Sat 09:00-12:00',
        parseOpeningHours,
      ),
      rooms: await answer('--rooms', options.rooms, 'Rooms', 'Consult 1, Consult 2, Surgery', some(listOf, 'room')),
      vets: await answer(
        '--vets',
        options.vets,
        'Vets, first name and last name (more can be imported later)',
        '',
        (text) => listOf(text).map(personOf),
      ),
      visitTypes: await answer(
        '--visit-types',
        options.visitTypes,
        'Visit types with their minutes',
        DEFAULT_TYPES,
        some(parseVisitTypes, 'visit type'),
      ),
      receptionist: await answer(
        '--person',
        options.person,
        'Who works at the front desk first, and gets the first key',
        'Front Desk',
        (text) => personOf(named(text)),
      ),
      removeDemo,
      another,
    };
  } finally {
    terminal?.close();
  }
}
