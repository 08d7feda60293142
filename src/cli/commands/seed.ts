import { type Command, InvalidArgumentError } from 'commander';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { type LoadConfig, parseWholeNumber } from '#cli/config.ts';
import { type CommandContext, createDatabaseCommand, runDatabaseCommand } from '#cli/database-command.ts';
import { listCompanies } from '#service/db/administration.ts';
import { createDemoPeriod, createDemoPractice, isDemoCompany } from '#service/demo/demo-practice.ts';
import { seedDemo } from '#service/demo/seed-demo.ts';

/** The seed of the random names and times in the demo practice, unless another one is chosen. */
export const defaultSeed = 1;

const seedOptionsSchema = z.object({
  date: z.iso.date().optional(),
  seed: z.int().min(0).default(defaultSeed),
  appointments: z.int().min(0).optional(),
});

/** Writes the demo practice, with appointments around a date (today by default), and logs the progress of a long run. */
export async function seedPractice(
  { database, log }: Omit<CommandContext, 'print'>,
  { date, seed, appointments }: z.output<typeof seedOptionsSchema>,
): Promise<number> {
  const period = createDemoPeriod(date === undefined ? Temporal.Now.instant() : Temporal.PlainDate.from(date));
  let logged = 0;
  const seeded = await seedDemo(database, {
    practice: createDemoPractice(seed, period.today),
    period,
    appointments,
    onProgress(written) {
      if (appointments === undefined || appointments < 20_000) return;
      const tenth = Math.floor((written / appointments) * 10);
      if (tenth > logged) log(`${written} of ${appointments} appointments`);
      logged = tenth;
    },
  });
  return seeded.appointments;
}

export const seedCommand = createDatabaseCommand('seed', seedOptionsSchema, async (context, chosen) => {
  if ((await listCompanies(context.database)).some(({ id }) => isDemoCompany(id))) {
    context.print('The demo practice already exists and stays unchanged.');
    return;
  }
  const appointments = await seedPractice(context, chosen);
  context.print(`The demo practice is ready, with ${appointments} appointments.`);
});

function parseCalendarDate(text: string): string {
  if (z.iso.date().safeParse(text).success) return text;
  throw new InvalidArgumentError('It must be a date such as 2026-03-29.');
}

export function addSeedCommand(program: Command, loadConfig: LoadConfig): void {
  program
    .command('seed')
    .description('write the demo practice, unless it already exists')
    .option('--appointments <number>', 'the number of appointments', parseWholeNumber)
    .option('--seed <number>', 'the seed of the random names and times', parseWholeNumber)
    .option('--date <date>', 'the day around which to place the appointments, instead of today', parseCalendarDate)
    .action((chosen) => runDatabaseCommand(loadConfig(), seedCommand, chosen));
}
