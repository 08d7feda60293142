import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
import { practiceSetupSchema } from '#contract/practice-setup.ts';
import { UsageFailure } from './messages.ts';
import {
  CATEGORIES,
  categoryOf,
  parseName,
  parseOpeningHours,
  parsePeople,
  parsePerson,
  parseRooms,
  parseTimeZone,
  parseVisitTypes,
} from './typed-setup.ts';

/** A practice to be made: what `frontdesk practice new` was told. */
export const newPracticeSchema = practiceSetupSchema.extend({
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
    text: 'Who works at the front desk first, and gets the first key',
    usual: 'Front Desk',
    read: parsePerson,
  },
} satisfies Record<Part, Question<unknown>>;

/** Asks a person a question and resolves with what they typed. */
type Ask = (question: string) => Promise<string>;

/** Reads what was given with an option; throws a {@link UsageFailure} that names the option. */
function readOption<Value>(option: string, text: string, parse: (text: string) => Value): Value {
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
          `--visit-types: the name "${type.name}" does not tell its category; write one behind the minutes, such as "${type.name} ${type.minutes} other"; there are ${CATEGORIES}`,
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
      rooms: await answer(questions.rooms),
    };
    return {
      name,
      stores: [store],
      vets: await answer(questions.vets),
      visitTypes: await visitTypes(),
      receptionist: await answer(questions.person),
      removeDemo,
      another,
    };
  } finally {
    terminal?.close();
  }
}
