import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from './api/measure.ts';
import { clientLines, petLines, visitLines, writeFiles } from './import/lines.ts';
import { insertPlainly, readRows } from './import/plain.ts';
import { importByCommand, makePractice, practiceOf, startEmbeddedService, takeOver } from './import/service.ts';

const usage = `npm run bench -- import [options]
  --clients N    clients that are taken over, each with a pet (default 50000)
  --visits N     visits besides (default 0)
`;

/** `npm run bench -- import`: a practice taken over into the embedded database on disk, beside plain inserts of the same rows. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: 'string', default: '50000' },
      visits: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(usage);
  const [clients, visits] = [Number(values.clients), Number(values.visits)];
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-import-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [imported, plain, byCommand] = ['imported', 'plain', 'by-command'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const { key } = makePractice(imported);
  for (const copy of [plain, byCommand]) cpSync(imported, copy, { recursive: true });

  const service = await startEmbeddedService(imported);
  const practice = await practiceOf(service.port, key);
  const atStart = service.memory();
  const rows: string[][] = [['', 'seconds', 'lines a second', 'longest request, ms', 'peak memory, MB']];
  const step = async (name: string, lines: Parameters<typeof takeOver>[1], dryRun = false) => {
    const { seconds, longest, count } = await takeOver({ ...practice, port: service.port }, lines, { dryRun });
    const speed = Math.round(count / seconds);
    rows.push([name, seconds.toFixed(1), String(speed), String(longest), String(service.memory())]);
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
  const command = await importByCommand(byCommand, files);
  rows.push([
    'practice import',
    command.seconds.toFixed(1),
    String(Math.round((2 * clients) / command.seconds)),
    '',
    String(command.memory),
  ]);

  const tables = join(folder, 'rows');
  readRows(join(imported, 'db'), tables);
  const peer = insertPlainly(join(plain, 'db'), tables);
  rows.push([
    'plain inserts',
    peer.seconds.toFixed(1),
    String(Math.round((2 * clients) / peer.seconds)),
    '',
    String(peer.memory),
  ]);
  console.log(markdownTable(rows));
  const both = clientSeconds + petSeconds;
  console.log(
    `\nThe service alone takes ${atStart} MB. Clients and pets took ${both.toFixed(1)} s, ${(both / peer.seconds).toFixed(2)}x the plain inserts of the same rows.`,
  );
}
