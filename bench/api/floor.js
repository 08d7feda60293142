// The floor: the exact statements that the service sends for a question, through the bare driver, with JSON.stringify and
// node:http. No key, no checks, no records: only the cost of the database and the driver.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import postgres from 'postgres';

/** @typedef {{ text: string, parameters: (string | null)[] }} Statement */
/** @type {Record<string, Statement[][]>} */
const scenarios = JSON.parse(readFileSync(process.env['FLOOR_STATEMENTS'] ?? '', 'utf8'));
const sql = postgres(process.env['DATABASE_URL'] ?? '', {
  fetch_types: false,
  // The service's own settings, so that the same statements get the same plans.
  connection: { TimeZone: 'UTC', plan_cache_mode: 'force_custom_plan', jit: false },
});

let lastNow = 0;
/** A different instant with each call, because each version of an appointment has its own. */
function freshNow() {
  lastNow = Math.max(Date.now(), lastNow + 1);
  return new Date(lastNow).toISOString();
}

/** The version of the appointment that the previous statement has read. @param {Record<string, unknown> | undefined} row */
function versionIn(row) {
  return /"updatedAt":"([^"]+)"/.exec(String(row?.['record']))?.[1] ?? null;
}

/** @param {Pick<import('postgres').ISql, 'unsafe'>} executor @param {Statement[]} statements @param {string} freshId */
async function replay(executor, statements, freshId) {
  /** @type {Record<string, unknown>[]} */
  let rows = [];
  const now = freshNow();
  for (const { text, parameters } of statements) {
    const values = parameters.map((value) =>
      value === '$fresh' ? freshId : value === '$now' ? now : value === '$seen' ? versionIn(rows[0]) : value,
    );
    rows = await executor.unsafe(text, values, { prepare: true });
  }
  return rows;
}

const server = createServer((request, response) => {
  const answer = async () => {
    const [, name = '', nth = '0'] = (request.url ?? '').split('/');
    const variants = scenarios[name] ?? [];
    const statements = variants[Number(nth) % Math.max(1, variants.length)] ?? [];
    const freshId = randomUUID();
    const isCreate = name === 'create';
    const rows =
      isCreate || name === 'change'
        ? await sql.begin((transaction) => replay(transaction, statements, freshId))
        : await replay(sql, statements, freshId);
    if (name === 'change' && rows.length === 0) throw new Error('nothing was changed');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(isCreate ? freshId : rows));
  };
  request.resume();
  request.on('end', () => {
    answer().catch((error) => response.writeHead(500).end(String(error)));
  });
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
