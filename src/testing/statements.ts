import { drizzle } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import { z } from 'zod';
import type { Database } from '#service/db/database.ts';
import * as schema from '#service/db/schema.ts';

/** The statements that the services of this process have sent to a PostgreSQL; those that were checked are remembered. */
const sent = new Set<string>();
const checked = new Set<string>();

/** A database that records the statements sent through it, for {@link statementsBeyondCompanies}. */
export function recordStatements(database: Database): Database {
  const sql = recording(database.sql);
  return { ...database, sql, db: drizzle(sql, { schema }) };
}

function recording<Sql extends postgres.ISql>(driver: Sql): Sql {
  return new Proxy(driver, {
    apply(target, self, [first, ...values]: [unknown, ...unknown[]]) {
      if (Array.isArray(first) && 'raw' in first) {
        sent.add(first.reduce((text: string, part: string, nth) => `${text}${nth === 0 ? '' : `$${nth}`}${part}`, ''));
      }
      return Reflect.apply(target as never, self, [first, ...values]);
    },
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || (name !== 'unsafe' && name !== 'begin')) return member;
      return (first: unknown, ...others: unknown[]) => {
        if (typeof first === 'string') sent.add(first);
        const work =
          typeof first === 'function' ? (inside: postgres.TransactionSql) => first(recording(inside)) : first;
        return Reflect.apply(member, target, [work, ...others]);
      };
    },
  });
}

/**
 * The recorded statements that read or change rows without restricting `company_id`, with these tables. Statements are
 * judged by their query plans, that is by what the database reads, not by their text.
 */
export async function statementsBeyondCompanies({ sql }: Database): Promise<[tables: string[], statement: string][]> {
  const found: [string[], string][] = [];
  for (const text of sent) {
    if (checked.has(text)) continue;
    checked.add(text);
    for (const statement of [text, ...(await statementsWithin(sql, text))]) {
      if (!/^\s*(?:select|with|insert|update|delete)\b/i.test(statement)) continue;
      const tables = await tablesOfAllCompanies(sql, statement);
      if (tables.length > 0) found.push([tables, statement]);
    }
  }
  return found;
}

/** The tables in a query plan, and every condition of a filter or a join. */
const planSchema = z.looseObject({
  Alias: z.string().optional(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(planSchema).optional();
  },
});
type Plan = z.infer<typeof planSchema>;
const explainedSchema = z.tuple([z.object({ Plan: planSchema })]);

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The tables that a statement reads or changes without restricting `company_id`. */
export async function tablesOfAllCompanies(sql: postgres.Sql, statement: string): Promise<string[]> {
  const [row] = await sql.unsafe(`explain (verbose, generic_plan, costs off, format json) ${statement}`);
  const explained: unknown = row?.['QUERY PLAN'];
  const [{ Plan }] = explainedSchema.parse(typeof explained === 'string' ? JSON.parse(explained) : explained);
  const nodes = nodesOf(Plan);
  const conditions = nodes.flatMap((node) =>
    Object.entries(node).flatMap(([name, text]) => (/ (?:Cond|Filter)$|^Filter$/.test(name) ? [String(text)] : [])),
  );
  return nodes.flatMap((node) => {
    const { 'Relation Name': table, Alias: alias = table } = node;
    // A plain insert has the company in its rows: the column is not nullable. The server's own catalogue has no companies.
    const isExempt = node['Node Type'] === 'ModifyTable' || node['Schema'] === 'pg_catalog';
    if (table === undefined || isExempt) return [];
    const isNamed = new RegExp(`\\b${alias}\\.company_id = `);
    const isJoined = new RegExp(` = ${alias}\\.company_id\\b`);
    return conditions.some((condition) => isNamed.test(condition) || isJoined.test(condition)) ? [] : [table];
  });
}

/** The statements inside our own functions that a statement calls, with the arguments as parameters. */
async function statementsWithin(sql: postgres.Sql, statement: string): Promise<string[]> {
  const [, name] = /\bfrom (\w+)\s*\(/.exec(statement) ?? [];
  const functions = await sql<{ body: string; argument_names: string; argument_types: string }[]>`
    select prosrc as body, array_to_string(proargnames[1:pronargs], ',') as argument_names,
           array_to_string(array(select type::regtype from unnest(proargtypes) type), ',') as argument_types
    from pg_proc where pronamespace = 'public'::regnamespace and proname = ${name ?? ''}`;
  return functions.map(({ body, argument_names, argument_types }) => {
    const types = argument_types.split(',');
    const [, query] = /\breturn query\b(.*);\s*end\b/is.exec(body) ?? [];
    if (query === undefined) throw new Error(`${name} is more than one query`);
    return argument_names
      .split(',')
      .reduce(
        (text, argument, nth) => text.replace(new RegExp(`\\b${argument}\\b`, 'g'), `$$${nth + 1}::${types[nth]}`),
        query,
      );
  });
}
