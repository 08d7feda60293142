// Run by a test in a separate process: opens an embedded database and runs each input line as a statement, or for `room`
// reports whether there is room for changes. Answers each with a line of JSON: the result or the error.
import { createInterface } from 'node:readline';
import { closeSource, loadSource } from './source-modules.js';

const [dataDir = ''] = process.argv.slice(2);
const { keepEmbeddedCode } = await loadSource('/src/testing/embedded-code.ts');
await keepEmbeddedCode();
const { openEmbeddedDatabase } = await loadSource('/src/service/db/database.ts');
const database = await openEmbeddedDatabase({
  dataDir,
  onStop: (/** @type {Error} */ error) => process.stdout.write(`${JSON.stringify({ stopped: error.message })}\n`),
});
process.stdout.write('{"open":true}\n');
for await (const line of createInterface({ input: process.stdin })) {
  try {
    const rows = line === 'room' ? database.checkFreeSpace() : await database.sql.unsafe(line);
    process.stdout.write(`${JSON.stringify({ rows: rows ?? [] })}\n`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stdout.write(`${JSON.stringify({ failed: message })}\n`);
  }
}
await database.close();
process.stdout.write('{"closed":true}\n');
await closeSource();
process.exit(0);
