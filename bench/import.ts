import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markdownTable } from './api/measure.ts';
import { measuredCorePrefix, root, startService } from './api/processes.ts';
import { clientLines, petLines, visitLines, writeFiles } from './import/lines.ts';
import { importByCommand, makePractice, peakOf, practiceOf, settings, takeOver } from './import/service.ts';

export const usage = `npm run bench -- import [options]
  --clients N    clients that are taken over, each with a pet (default 50000)
  --visits N     visits besides (default 0)
`;
export const defaults = { clients: 50_000, visits: 0 };

const plainInsert = fileURLToPath(new URL('./import/plain-insert.js', import.meta.url));

function runPlain(mode: 'read' | 'insert', dataDir: string, folder: string): string {
  const [command = process.execPath, ...rest] = [...measuredCorePrefix, process.execPath, plainInsert];
  const { stdout, stderr, status } = spawnSync(command, [...rest, mode, dataDir, folder], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** `npm run bench -- import`: a practice taken over into the embedded database on disk, beside plain inserts of the same rows. */
export async function run({ clients, visits }: typeof defaults): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-import-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [imported, plain, byCommand] = ['imported', 'plain', 'by-command'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const { key } = makePractice(imported);
  for (const copy of [plain, byCommand]) cpSync(imported, copy, { recursive: true });

  const { port, process: service } = await startService(settings(imported));
  const practice = await practiceOf(port, key);
  const atStart = peakOf(service.pid);
  const rows: string[][] = [['', 'seconds', 'lines a second', 'longest request, ms', 'peak memory, MB']];
  const tell = (name: string, count: number, { seconds, memory }: { seconds: number; memory: number }, longest = '') =>
    rows.push([name, seconds.toFixed(1), String(Math.round(count / seconds)), longest, String(memory)]);
  const step = async (name: string, lines: Parameters<typeof takeOver>[1], dryRun = false) => {
    const { seconds, longest, count } = await takeOver({ ...practice, port }, lines, { dryRun });
    tell(name, count, { seconds, memory: peakOf(service.pid) }, String(longest));
    return seconds;
  };
  await step('preview of all', [...clientLines(clients), ...petLines(clients)], true);
  const clientSeconds = await step(`${clients} clients`, clientLines(clients));
  const petSeconds = await step(`${clients} pets`, petLines(clients));
  if (visits > 0) await step(`${visits} visits`, visitLines(visits, practice.storeId, practice.typeId));
  await step('clients and pets again', [...clientLines(clients), ...petLines(clients)]);
  await service.stop();

  const files = join(folder, 'files');
  writeFiles(files, clients);
  tell('practice import', 2 * clients, await importByCommand(byCommand, files));

  const tables = join(folder, 'rows');
  runPlain('read', join(imported, 'db'), tables);
  const peer: { seconds: number; memory: number } = JSON.parse(runPlain('insert', join(plain, 'db'), tables));
  tell('plain inserts', 2 * clients, peer);
  console.log(markdownTable(rows));
  const both = clientSeconds + petSeconds;
  console.log(
    `\nThe service alone takes ${atStart} MB. Clients and pets took ${both.toFixed(1)} s, ${(both / peer.seconds).toFixed(2)}x the plain inserts of the same rows.`,
  );
}
