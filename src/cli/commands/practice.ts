import type { Command } from 'commander';
import { z } from 'zod';
import { ownTimeZone, type ReadConfig } from '#cli/config.ts';
import { databaseCommand, runDatabaseCommand } from '#cli/database-command.ts';
import { CommandFailure } from '#cli/messages.ts';
import { describeNewPractice, type NewPracticeOptions, newPracticeSchema } from '#cli/practice-questions.ts';
import { listCompanies } from '#service/db/administration.ts';
import { makePractice } from '#service/db/make-practice.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';
import { addPracticeImport } from './practice-import.ts';

/** What `frontdesk practice list` prints of each practice, as JSON. */
const listedPracticeSchema = z.object({ id: z.string(), name: z.string(), isDemo: z.boolean() });

/** `frontdesk practice list`: one line of JSON a practice. */
export const practiceList = databaseCommand('practice list', z.object({}), async ({ database, print }) => {
  for (const { id, name } of await listCompanies(database)) {
    print(JSON.stringify({ id, name, isDemo: isDemoCompany(id) } satisfies z.input<typeof listedPracticeSchema>));
  }
});

/** `frontdesk practice new`: makes a practice and issues its first key, which alone goes to standard output. */
export const practiceNew = databaseCommand(
  'practice new',
  newPracticeSchema,
  async ({ database, print, log }, wanted) => {
    const present = await listCompanies(database);
    const demo = present.filter(({ id }) => isDemoCompany(id));
    const [other] = present.filter(({ id }) => !isDemoCompany(id));
    if (demo.length > 0 && !wanted.removeDemo) {
      throw new CommandFailure(
        'this database holds the demo practice; add --remove-demo to remove it with all that was booked in it, or choose another folder with DATA_DIR',
      );
    }
    if (other !== undefined && !wanted.another) {
      throw new CommandFailure(
        `this database holds the practice "${other.name}" already; add --another to have a second one beside it`,
      );
    }

    const { removeDemo, another, ...practice } = wanted;
    const [first] = await makePractice(database, {
      practice,
      demo: removeDemo ? 'remove' : 'keep',
      from: 'command line',
      beside: another,
    });
    if (first?.key == null) throw new Error('the first person of a practice has a key');
    const types = practice.visitTypes.map(
      ({ name, durationMinutes, category }) => `${name} ${durationMinutes} (${category})`,
    );
    log(`Visit types, with their minutes and categories: ${types.join(', ')}.`);
    log(`"${practice.name}" is ready. This is the key of ${first.name}; it is shown this once:`);
    print(first.key);
    log(
      'Next: `frontdesk practice import FOLDER` takes over clients, pets, people, appointments and shifts from files;',
    );
    log('`frontdesk employee list` and `frontdesk key issue` give everyone else a key of their own.');
  },
);

/** Adds `frontdesk practice`. */
export function addPracticeCommands(program: Command, config: ReadConfig): void {
  const practice = program.command('practice').description('the practice itself');
  practice
    .command('new')
    .description('make a practice and show its first key; asks for what is not given')
    .option('--name <name>', 'the name of the practice')
    .option('--store <name>', 'the name of its store; by default that of the practice')
    .option('--time-zone <zone>', 'such as Europe/Paris; by default that of this machine')
    .option('--hours <hours>', 'such as "Mon-Fri 08:00-12:30 14:00-18:00, Sat 09:00-12:00"')
    .option('--rooms <names>', 'such as "Consult 1, Consult 2, Surgery"')
    .option('--vets <names>', 'such as "Anna Berg, Kwame Mensah"')
    .option('--visit-types <types>', 'with their minutes, such as "Consultation 20, Vaccination 15"')
    .option('--person <name>', 'who works at the front desk first, may change the practice and gets the first key')
    .option('--remove-demo', 'remove the demo practice, with all that was booked in it')
    .option('--another', 'make it beside a practice that is there')
    .option('-y, --yes', 'ask nothing: take the default of what is not given')
    .action(async (options: NewPracticeOptions) => {
      const read = config();
      const present: z.infer<typeof listedPracticeSchema>[] = [];
      await runDatabaseCommand(
        read,
        practiceList,
        {},
        {
          print: (line) => void present.push(listedPracticeSchema.parse(JSON.parse(line))),
          log: () => undefined,
        },
      );
      const described = await describeNewPractice(options, { present, timeZone: ownTimeZone(read) });
      await runDatabaseCommand(read, practiceNew, described);
    });
  addPracticeImport(practice, config);
  practice
    .command('list')
    .description('list the practices, one line of JSON each')
    .action(() => runDatabaseCommand(config(), practiceList, {}));
}
