import { type Command, Option } from 'commander';
import { z } from 'zod';
import { defaultTimeZone, type LoadConfig } from '#cli/config.ts';
import { createDatabaseCommand, runDatabaseCommand } from '#cli/database-command.ts';
import {
  findPractice,
  jsonOption,
  practiceOption,
  printList,
  runPracticeChange,
  validateRequest,
} from '#cli/manage-practice.ts';
import { CommandError } from '#cli/messages.ts';
import { buildNewPractice, type NewPracticeOptions, newPracticeSchema } from '#cli/practice-options.ts';
import { changeCompanySchema } from '#contract/practice-management.ts';
import { listCompanies } from '#service/db/administration.ts';
import { makePractice } from '#service/db/make-practice.ts';
import { changeRecord } from '#service/db/manage/practice-record.ts';
import { companyDefinition } from '#service/db/manage/stores-and-rooms.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';
import { addPracticeImport } from './practice-import.ts';

export const listPracticesCommand = createDatabaseCommand(
  'practice list',
  z.object({ json: z.boolean() }),
  async ({ database, print }, { json }) => {
    const companies = await listCompanies(database);
    printList(
      print,
      companies.map(({ id, name }) => ({ id, name, isDemo: isDemoCompany(id) })),
      { json, headings: ['ID', 'NAME', ''], row: ({ id, name, isDemo }) => [id, name, isDemo ? 'demo' : ''] },
    );
  },
);

export const renamePracticeCommand = createDatabaseCommand(
  'practice rename',
  z.object({ practice: z.string().optional(), name: z.string() }),
  async ({ database, print }, { practice, name }) => {
    const { id } = await findPractice(database, practice);
    const request = { ...validateRequest(changeCompanySchema, { companyId: id, name }), id };
    await runPracticeChange(database, (by) => changeRecord(by, companyDefinition, request));
    print(`The practice is called "${request.name}".`);
  },
);

/** Creates a practice and issues its first key, which alone is printed to standard output. */
export const newPracticeCommand = createDatabaseCommand(
  'practice new',
  newPracticeSchema,
  async ({ database, print, log }, request) => {
    const existingCompanies = await listCompanies(database);
    const demo = existingCompanies.filter(({ id }) => isDemoCompany(id));
    const [other] = existingCompanies.filter(({ id }) => !isDemoCompany(id));
    if (demo.length > 0 && !request.removeDemo) {
      throw new CommandError(
        'this database holds the demo practice; add --remove-demo to remove it with everything booked in it, or choose another folder with DATA_DIR',
      );
    }
    if (other !== undefined && !request.another) {
      throw new CommandError(
        `this database already has the practice "${other.name}"; add --another to create a second one`,
      );
    }

    const { removeDemo, another, ...practice } = request;
    const [first] = await makePractice(database, {
      practice,
      demo: removeDemo ? 'remove' : 'keep',
      from: 'command line',
      isAdditional: another,
    });
    if (first?.key == null) throw new Error('the first person of a practice has a key');
    const types = practice.visitTypes.map(
      ({ name, durationMinutes, category }) => `${name} ${durationMinutes} (${category})`,
    );
    log(`Visit types, with their minutes and categories: ${types.join(', ')}.`);
    log(`"${practice.name}" is ready. This is the key of ${first.name}; it is shown only once:`);
    print(first.key);
    log('Next: `frontdesk practice import FOLDER` imports clients, pets, people and appointments from files;');
    log('`frontdesk employee list` and `frontdesk key issue` give everyone else their own key.');
  },
);

export function addPracticeCommands(program: Command, loadConfig: LoadConfig): void {
  const practice = program.command('practice').description('the practice itself');
  practice
    .command('new')
    .description('create a practice and show its first key; everything except the name has a default')
    .option('--name <name>', 'the name of the practice')
    .option('--store <name>', 'the name of its store; by default that of the practice')
    .option('--time-zone <zone>', 'such as Europe/Paris; by default that of this machine')
    .option('--hours <hours>', 'such as "Mon-Fri 08:00-12:30 14:00-18:00, Sat 09:00-12:00"')
    .option('--rooms <names>', 'such as "Consult 1, Consult 2, Surgery"')
    .option('--vets <names>', 'such as "Anna Berg, Kwame Mensah"')
    .option('--visit-types <types>', 'with their minutes, such as "Consultation 20, Vaccination 15"')
    .option('--person <name>', 'the first person at the front desk, who may manage the practice and gets the first key')
    .option('--remove-demo', 'remove the demo practice, with everything booked in it')
    .option('--another', 'create it in addition to an existing practice')
    // Scripts for 1.0.0 pass this option to skip questions, which no longer exist.
    .addOption(new Option('-y, --yes').hideHelp())
    .action((options: NewPracticeOptions) => {
      const config = loadConfig();
      return runDatabaseCommand(
        config,
        newPracticeCommand,
        buildNewPractice(options, { timeZone: defaultTimeZone(config) }),
      );
    });
  addPracticeImport(practice, loadConfig);
  practice
    .command('list')
    .description('list the practices')
    .addOption(jsonOption())
    .action((options) => runDatabaseCommand(loadConfig(), listPracticesCommand, options));
  practice
    .command('rename')
    .argument('<name>')
    .description('give the practice another name')
    .addOption(practiceOption())
    .action((name: string, options: { practice?: string }) =>
      runDatabaseCommand(loadConfig(), renamePracticeCommand, { ...options, name }),
    );
}
