import type { Command, Option } from 'commander';
import { z } from 'zod';
import type { ZodMiniType } from 'zod/mini';
import type { Company } from '#contract/clients-pets-staff.ts';
import type { Database } from '#service/db/database.ts';
import type { Given } from '#service/db/manage/kind.ts';
import type { Managing } from '#service/db/manage/managing.ts';
import { change, create, type Part } from '#service/db/manage/parts.ts';
import type { ReadConfig } from './config.ts';
import { type DatabaseCommand, databaseCommand, runDatabaseCommand } from './database-command.ts';
import { checked, findByIdOrName, jsonOption, managed, practiceFor, practiceOption, printList } from './managing.ts';

/** The values of options by field name, as sent to the process that has the database open. */
export type Fields = Record<string, unknown>;
/** Options by the field that they set. */
type Options = Record<string, () => Option>;

interface Writes {
  /** Returns the id. */
  add(by: Managing, request: Fields): Promise<string>;
  change(by: Managing, id: string, request: Fields): Promise<unknown>;
}

/** Adds and changes records of a part by requests, which are validated as the contract's bodies. */
export const writesOf = <Row extends object>(
  part: Part<Row>,
  bodies: Record<'create' | 'change', ZodMiniType<{ companyId: string } & Given<NoInfer<Row>>>>,
): Writes => ({
  add: (by, request) => create(by, part, checked(bodies.create, request)),
  change: (by, id, request) => change(by, part, { ...checked(bodies.change, request), id }),
});

/**
 * A kind of record of a practice with its commands `list`, `add`, `change` and possibly `remove`. Fields become options, with
 * the rules of the contract's schemas.
 */
export interface Resource<Item extends { id: string; name: string }> {
  /** The command, such as `type`. */
  readonly name: string;
  /** The name of one record in messages, such as `visit type`. */
  readonly what: string;
  /** The name of the records in the help. */
  readonly description: string;
  /** The options of `add` and `change`. */
  readonly options: Options;
  /** The options that `add` requires. */
  readonly required: readonly string[];
  /** The option that says where the records are, by its field; `add` puts the new record there. */
  readonly where?: Options;
  records(database: Database, company: Company, where: Fields): Promise<readonly Item[]>;
  readonly list: {
    description: string;
    headings: readonly string[];
    row(item: Item, company: Company): readonly string[];
  };
  /** How records are added and changed: {@link writesOf} its part. */
  readonly writes: Writes;
  readonly add: {
    description: string;
    /** The fields of the request, besides the company; by default, those of the options. */
    request?(fields: Fields, company: Company): Fields;
    /** A hint for the next step, printed after the record was added. */
    next?(id: string): string;
  };
  readonly change: {
    description: string;
    /** The options only for `change`. */
    options?: Options;
    /** As for `add`. */
    request?(fields: Fields, company: Company): Fields;
  };
  readonly remove?: {
    description: string;
    write(by: Managing, key: { companyId: string; id: string }): Promise<unknown>;
  };
}

const sentSchema = z.object({
  practice: z.string().optional(),
  json: z.boolean().default(false),
  /** The name or the id of the record. */
  record: z.string().default(''),
  where: z.record(z.string(), z.unknown()).default({}),
  fields: z.record(z.string(), z.unknown()).default({}),
});

/** The commands of a resource: the parts that run where the database is open, and the parts on the command line. */
export function resourceCommands<Item extends { id: string; name: string }>(
  resource: Resource<Item>,
): { commands: readonly DatabaseCommand[]; addTo(program: Command, config: ReadConfig): void } {
  const { name, what, options, required, where = {}, list, writes, add, change: changes, remove } = resource;
  const titled = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  const command = (verb: string, run: Parameters<typeof databaseCommand<z.output<typeof sentSchema>>>[2]) =>
    databaseCommand(`${name} ${verb}`, sentSchema, run);
  const find = async (database: Database, company: Company, sent: z.output<typeof sentSchema>) =>
    findByIdOrName(await resource.records(database, company, sent.where), sent.record, {
      what,
      listed: `frontdesk ${name} list`,
    });

  const listing = command('list', async ({ database, print }, sent) => {
    const company = await practiceFor(database, sent.practice, { orDemo: true });
    const records = await resource.records(database, company, sent.where);
    printList(print, records, { json: sent.json, headings: list.headings, row: (item) => list.row(item, company) });
  });
  const adding = command('add', async ({ database, print, log }, sent) => {
    const company = await practiceFor(database, sent.practice);
    const fields = { ...sent.where, ...sent.fields };
    const request = { companyId: company.id, ...(add.request?.(fields, company) ?? fields) };
    const id = await managed(database, (by) => writes.add(by, request));
    print(id);
    log(`${titled} added.${add.next === undefined ? '' : ` ${add.next(id)}`}`);
  });
  const changing = command('change', async ({ database, print }, sent) => {
    const company = await practiceFor(database, sent.practice);
    const record = await find(database, company, sent);
    const request = { companyId: company.id, ...(changes.request?.(sent.fields, company) ?? sent.fields) };
    await managed(database, (by) => writes.change(by, record.id, request));
    print(`${titled} "${record.name}" changed.`);
  });
  const removing = command('remove', async ({ database, print }, sent) => {
    const company = await practiceFor(database, sent.practice);
    const record = await find(database, company, sent);
    await managed(database, async (by) => remove?.write(by, { companyId: company.id, id: record.id }));
    print(`${titled} "${record.name}" removed.`);
  });

  return {
    commands: [listing, adding, changing, ...(remove === undefined ? [] : [removing])],
    addTo(program, config) {
      const group = program.command(name).description(resource.description);
      const addVerb = (target: DatabaseCommand, text: { description: string; fields?: Options; argument?: string }) => {
        const verb = group.command(target.name.slice(name.length + 1)).description(text.description);
        if (text.argument !== undefined) verb.argument(text.argument, 'its name or id');
        const fields = Object.entries(text.fields ?? {}).map(([field, create]) => ({ field, option: create() }));
        const places = Object.entries(where).map(([field, create]) => ({ field, option: create() }));
        for (const { field, option } of fields) {
          verb.addOption(option.makeOptionMandatory(target === adding && required.includes(field)));
        }
        for (const { option } of places) verb.addOption(option);
        verb.addOption(practiceOption());
        if (target === listing) verb.addOption(jsonOption());
        verb.action((...typed: unknown[]) => {
          const values: Record<string, unknown> = verb.opts();
          const valuesOf = (named: typeof fields) =>
            Object.fromEntries(
              named.flatMap(({ field, option }) => {
                const value = values[option.attributeName()];
                return value === undefined ? [] : [[field, value]];
              }),
            );
          const { practice, json } = values;
          const record = text.argument === undefined ? undefined : typed[0];
          const sent = { practice, json, record, fields: valuesOf(fields), where: valuesOf(places) };
          return runDatabaseCommand(config(), target, sent);
        });
      };
      const argument = `<${name}>`;
      addVerb(listing, { description: list.description });
      addVerb(adding, { description: add.description, fields: options });
      addVerb(changing, { description: changes.description, fields: { ...options, ...changes.options }, argument });
      if (remove !== undefined) addVerb(removing, { description: remove.description, argument });
    },
  };
}
