// Plain inserts into the embedded PostgreSQL: the rows of another database, read from it first (`read FOLDER ROWS`) and then put into
// one with the same tables (`insert FOLDER ROWS`), a thousand a transaction, as JSON. Prints seconds and peak memory in MB.
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';

const [, , mode = '', dataDir = '', folder = ''] = process.argv;
const database = await PGlite.create({ dataDir, extensions: { btree_gin } });
const tables = ['clients', 'pets', 'imported_records'];
const BATCH = 1_000;

if (mode === 'read') {
  mkdirSync(folder);
  for (const table of tables) {
    const file = createWriteStream(join(folder, table));
    for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
      const { rows } = await database.query(
        `select id, row_to_json(t)::text as line from ${table} t where id > $1 order by id limit ${BATCH}`,
        [last],
      );
      for (const { line } of /** @type {{ line: string }[]} */ (rows)) file.write(`${line}\n`);
      if (rows.length === 0) break;
      last = /** @type {{ id: string }} */ (rows.at(-1)).id;
    }
    await new Promise((resolve) => file.end(resolve));
  }
} else {
  const startedAt = performance.now();
  for (const table of tables) {
    const { rows } = await database.query(
      `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const { names } = /** @type {{ names: string }} */ (rows[0]);
    /** @param {string[]} lines */
    const insert = (lines) =>
      database.query(
        `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1::text::json)`,
        [`[${lines.join(',')}]`],
      );
    let lines = [];
    for await (const line of createInterface({ input: createReadStream(join(folder, table)) })) {
      lines.push(line);
      if (lines.length < BATCH) continue;
      await insert(lines);
      lines = [];
    }
    if (lines.length > 0) await insert(lines);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  process.stdout.write(JSON.stringify({ seconds, memory: Math.round(process.resourceUsage().maxRSS / 1024) }));
}
await database.close();
