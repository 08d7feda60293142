import { Option } from 'commander';
import type * as z from 'zod/mini';
import type { ZodMiniType } from 'zod/mini';
import type { Company } from '#contract/clients-pets-staff.ts';
import { ServiceError } from '#contract/error.ts';
import { nameKey } from '#contract/practice-setup.ts';
import { listCompanies, readCompany } from '#service/db/administration.ts';
import type { Database } from '#service/db/database.ts';
import { inTransaction } from '#service/db/run-query.ts';
import type { Writer } from '#service/db/write-records.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';
import { CommandError, type CommandOutput } from './messages.ts';

/*
 * Functions of the commands that manage a practice. They do the same as the practice API, but without checking
 * permissions, since people with access to the server can do everything.
 */

/**
 * Returns the practice with an id or a name; without either, the only practice, or with `orDemo` the demo if there is
 * no other. Throws a {@link CommandError} if no practice or several match.
 */
export async function findPractice(
  database: Database,
  idOrName: string | undefined,
  { orDemo = false }: { orDemo?: boolean } = {},
): Promise<Company> {
  const companies = await listCompanies(database);
  const real = companies.filter(({ id }) => !isDemoCompany(id));
  const own = orDemo && real.length === 0 ? companies.slice(0, 1) : real;
  const chosen =
    idOrName === undefined
      ? own
      : companies.filter(({ id, name }) => id === idOrName || nameKey(name) === nameKey(idOrName));
  const [company] = chosen;
  if (company === undefined || chosen.length > 1)
    throw new CommandError(practiceChoiceProblem(idOrName, chosen.length));
  return readCompany(database, company.id);
}

function practiceChoiceProblem(idOrName: string | undefined, found: number): string {
  if (idOrName !== undefined && found === 0)
    return `there is no practice "${idOrName}"; \`frontdesk practice list\` shows them`;
  return found === 0
    ? 'there is no practice yet; `frontdesk practice new` makes one'
    : 'there are several practices; choose one with --practice and its id, which `frontdesk practice list` shows';
}

/** Runs `work`, and converts a `ServiceError` to a {@link CommandError}. */
export async function withCommandErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Commands have no field "id", so its name is removed from the message.
    if (error instanceof ServiceError) throw new CommandError(error.suggestion.replace(/^id: /, ''));
    throw error;
  }
}

/** Runs a change to a practice in a transaction. */
export function runPracticeChange<Result>(database: Database, work: (by: Writer) => Promise<Result>): Promise<Result> {
  return withCommandErrors(() => {
    database.checkFreeSpace();
    return inTransaction(database.sql, (transaction) => work({ transaction, actor: null, now: Date.now() }));
  });
}

/** Validates a request against the contract; throws an error that names the invalid field. */
export function validateRequest<Schema extends ZodMiniType>(schema: Schema, request: unknown): z.output<Schema> {
  const parsed = schema.safeParse(request);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CommandError([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
}

/** Formats rows as aligned lines of a table. The first row sets the columns. */
function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Prints a list as JSON, or as a table for people. */
export function printList<Item>(
  print: CommandOutput['print'],
  items: readonly Item[],
  { json, headings, row }: { json: boolean; headings: readonly string[]; row: (item: Item) => readonly string[] },
): void {
  if (json) print(JSON.stringify(items, null, 2));
  else for (const line of tableLines([headings, ...items.map(row)])) print(line);
}

/** The option `--practice`, for a database with several practices. */
export const practiceOption = () => new Option('--practice <id>', 'which practice, where there are several');

export const jsonOption = () => new Option('--json', 'print JSON').default(false);
