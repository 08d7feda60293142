// `npm run migration -- --name NAME` writes the next migration: the changes that drizzle-kit finds in schema.ts and, if the
// contract now yields a different record function than the newest migration, that function and a rebuild of all records.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = new URL('./migrations/', import.meta.url);
const BREAK = '--> statement-breakpoint';

const migrationNames = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();

/** @param {string} name */
const readMigration = (name) => readFileSync(new URL(name, folder), 'utf8');

/**
 * The record function in a migration, without comments and white space.
 *
 * @param {string} text
 */
function extractFunction(text) {
  const [, found] = /FUNCTION ("appointment_record"\([\s\S]*?\nEND \$\$;)/.exec(text) ?? [];
  return found?.replace(/--.*$/gm, '').replace(/\s+/g, '');
}

/** @param {string[]} options */
function generateMigration(...options) {
  const files = ['--schema', './src/service/db/schema.ts', '--out', './src/service/db/migrations'];
  const args = ['--dialect', 'postgresql', ...files, ...options, ...process.argv.slice(2)];
  const { status, error } = spawnSync('drizzle-kit', ['generate', ...args], { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

const { module } = await runnerImport('./src/service/db/record-function.ts', { root, configFile: false });
/** @type {string[]} */
const statements = module.recordMigration();
const before = migrationNames();
const newest = before.map((name) => extractFunction(readMigration(name))).findLast((found) => found !== undefined);

generateMigration();
if (extractFunction(statements.join('\n')) !== newest) {
  if (migrationNames().length === before.length) generateMigration('--custom');
  const name = migrationNames().at(-1) ?? '';
  // Leaves out the column `record`, which is recreated below, and the comment that is all a custom migration contains.
  const others = readMigration(name)
    .split(BREAK)
    .map((statement) => statement.trim())
    .filter((statement) => /^[^-]/.test(statement) && !/column "record"/i.test(statement));
  writeFileSync(new URL(name, folder), `${[...others, ...statements].join(`\n${BREAK}\n`)}\n`);
}
