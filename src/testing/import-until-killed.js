// Run by a test in a separate process: `frontdesk practice import` of a folder into a data folder, until it is killed. Prints
// a line when it begins to write. Arguments: the data folder and the folder of the files.
import { closeSource, loadSource } from './source-modules.js';

const [dataDir = '', folder = ''] = process.argv.slice(2);
const { runCommandLine } = await loadSource('/src/cli/command-line.ts');
process.stdout.write('begun\n');
process.exitCode = await runCommandLine(
  ['practice', 'import', folder],
  { DATA_DIR: dataDir },
  {
    out: (/** @type {string} */ text) => void process.stdout.write(text),
    err: (/** @type {string} */ text) => void process.stderr.write(text),
  },
);
process.stdout.write('done\n');
await closeSource();
