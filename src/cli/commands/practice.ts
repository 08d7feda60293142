import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { databaseCommand } from '#cli/database-command.ts';
import { CommandFailure } from '#cli/failure.ts';
import { permissions } from '#contract/permissions.ts';
import { fullName, nameKey, practiceSetupSchema } from '#contract/practice-setup.ts';
import type { EmployeeRole } from '#contract/resources.ts';
import { issueKey, listCompanies } from '#service/db/administration.ts';
import { removeCompanies, writePractice } from '#service/db/write-practice.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';
import { importFolder } from '#service/import/csv-files.ts';

/** What `frontdesk practice list` prints of each practice, as JSON. */
export const listedPracticeSchema = z.object({ id: z.string(), name: z.string(), isDemo: z.boolean() });

/** `frontdesk practice list`: one line of JSON a practice. */
export const practiceList = databaseCommand(z.object({}), async ({ database, print }) => {
  for (const { id, name } of await listCompanies(database)) {
    print(JSON.stringify({ id, name, isDemo: isDemoCompany(id) } satisfies z.input<typeof listedPracticeSchema>));
  }
});

/** A practice to be made: what `frontdesk practice new` was told. */
export const newPracticeSchema = practiceSetupSchema.extend({
  /** Takes the demo practice away, with what was booked in it. */
  removeDemo: z.boolean(),
  /** Adds the practice to those that are there. */
  another: z.boolean(),
});
export type NewPractice = z.infer<typeof newPracticeSchema>;

/** `frontdesk practice new`: makes a practice and issues its first key, which alone goes to standard output. */
export const practiceNew = databaseCommand(newPracticeSchema, async ({ database, print, log }, wanted) => {
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

  const companyId = randomUUID();
  const { name } = wanted;
  const stores = wanted.stores.map(({ rooms, ...store }) => ({
    ...store,
    id: randomUUID(),
    companyId,
    rooms: rooms.map((room) => ({ id: randomUUID(), name: room, categories: [] })),
  }));
  const employee = (role: EmployeeRole) => (person: NewPractice['receptionist']) => ({
    ...person,
    id: randomUUID(),
    companyId,
    storeIds: stores.map(({ id }) => id),
    role,
    isActive: true,
    permissions,
  });
  const vets = wanted.vets.map(employee('vet'));
  // Where a vet works at the front desk, too, they are one person.
  const vetAtTheDesk = vets.find((vet) => nameKey(fullName(vet)) === nameKey(fullName(wanted.receptionist)));
  const receptionist = vetAtTheDesk ?? employee('receptionist')(wanted.receptionist);
  await database.db.transaction(async (tx) => {
    await removeCompanies(
      tx,
      demo.map(({ id }) => id),
    );
    await writePractice(tx, {
      company: { id: companyId, name, stores },
      employees: vetAtTheDesk === undefined ? [receptionist, ...vets] : vets,
      types: wanted.visitTypes.map(({ name: type, minutes, category }) => ({
        id: randomUUID(),
        companyId,
        name: type,
        category,
        durationMinutes: minutes,
        isActive: true,
      })),
      clients: [],
      pets: [],
    });
  });
  const issued = await issueKey(database, { employeeId: receptionist.id, readOnly: false });
  const types = wanted.visitTypes.map(({ name: type, minutes, category }) => `${type} ${minutes} (${category})`);
  log(`Visit types, with their minutes and categories: ${types.join(', ')}.`);
  log(`"${name}" is ready. This is the key of ${fullName(receptionist)}; it is shown this once:`);
  print(issued.key);
  log('Next: `frontdesk practice import FOLDER` takes over clients, pets and staff from CSV files;');
  log('`frontdesk employee list` and `frontdesk key issue` give everyone else a key of their own.');
});

/** `frontdesk practice import`: clients, pets and staff from CSV files; the path of the folder is absolute. */
export const practiceImport = databaseCommand(
  z.object({
    folder: z.string(),
    practice: z.string().optional(),
    dates: z.enum(['dmy', 'mdy']).optional(),
  }),
  async ({ database, print, log }, { folder, practice, dates }) => {
    const companies = await listCompanies(database);
    const own = companies.filter(({ id }) => !isDemoCompany(id));
    const chosen =
      practice === undefined
        ? own.length === 1
          ? own
          : []
        : companies.filter(({ id, name }) => id === practice || name === practice);
    const [company] = chosen;
    if (company === undefined || chosen.length > 1) throw new CommandFailure(whichPractice(practice, own));
    const result = await importFolder(database, { folder, companyId: company.id, dates, onFault: log });
    for (const { file, added, changed, unchanged, refused } of result) {
      print(`${file}: ${added} added, ${changed} changed, ${unchanged} as they were, ${refused} not taken over`);
    }
  },
);

function whichPractice(wanted: string | undefined, own: readonly { name: string }[]): string {
  if (wanted !== undefined) return `there is no practice "${wanted}"; \`frontdesk practice list\` shows them`;
  return own.length === 0
    ? 'there is no practice to import into yet; `frontdesk practice new` makes one'
    : 'there are several practices; choose one with --practice and its id, which `frontdesk practice list` shows';
}
