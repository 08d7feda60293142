import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { measuredCorePrefix, root } from '../api/processes.ts';

const script = fileURLToPath(new URL('./plain-insert.js', import.meta.url));

function runPlain(...args: string[]): string {
  const [command = process.execPath, ...rest] = [...measuredCorePrefix, process.execPath, script, ...args];
  const { stdout, stderr, status } = spawnSync(command, rest, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Writes the rows of a data folder into a folder, to be inserted into another. */
export function readRows(dataDir: string, rows: string): void {
  runPlain('read', dataDir, rows);
}

/** Inserts rows into a data folder that has the tables: seconds, and the peak memory of the process in MB. */
export function insertPlainly(dataDir: string, rows: string): { seconds: number; memory: number } {
  const told: { seconds: number; memory: number } = JSON.parse(runPlain('insert', dataDir, rows));
  return told;
}
