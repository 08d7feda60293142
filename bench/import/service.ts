import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type ImportLine, importedRecordsSchema, importLimits } from '#contract/practice-import.ts';
import { launcher, root } from '../api/processes.ts';

/** The settings of a command on a data folder. */
export const settings = (dataDir: string) => ({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', DATABASE_URL: '' });

interface Practice {
  companyId: string;
  key: string;
  storeId: string;
  typeId: string;
}

/** Makes a practice in a new data folder, and gives its first key. */
export function makePractice(dataDir: string): Pick<Practice, 'key'> {
  const args = [launcher, 'practice', 'new', '--yes', '--name', 'Bench'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', ...settings(dataDir) },
  });
  const [key] = /fd_\w{32}_[\w-]+/.exec(stdout) ?? [];
  if (status !== 0 || key === undefined) throw new Error(`no practice could be made:\n${stdout}${stderr}`);
  return { key };
}

/** The peak of the resident memory of a process, in MB. */
export function peakOf(pid: number): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

const headers = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

/** The practice behind a key. */
export async function practiceOf(port: number, key: string): Promise<Practice> {
  const companyId = (key.split('_')[1] ?? '').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const first = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}?companyId=${companyId}`, { headers: headers(key) });
    return ((await answer.json()) as { data: { id: string; stores: { id: string }[] }[] }).data[0];
  };
  const [company, type] = [await first('/v1/companies'), await first('/v1/appointment-types')];
  return { companyId, key, storeId: company?.stores[0]?.id ?? '', typeId: type?.id ?? '' };
}

/** Takes over lines in parts of the most that a request may have. */
export async function takeOver(
  { companyId, key, port }: Practice & { port: number },
  lines: Iterable<ImportLine>,
  options: { dryRun: boolean },
): Promise<{ seconds: number; longest: number; count: number }> {
  const all = [...lines];
  const startedAt = performance.now();
  let longest = 0;
  for (let at = 0; at < all.length; at += importLimits.lines) {
    const part = all.slice(at, at + importLimits.lines);
    const expected = options.dryRun ? part.flatMap((line) => (line.kind === 'pet' ? [expectedClient(line)] : [])) : [];
    const body = JSON.stringify({ companyId, source: 'Old system', dryRun: options.dryRun, lines: part, expected });
    const sentAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/v1/practice/import`, {
      method: 'POST',
      headers: headers(key),
      body,
    });
    longest = Math.max(longest, performance.now() - sentAt);
    if (answer.status !== 200) throw new Error(`an import was answered with ${answer.status}: ${await answer.text()}`);
    const refused = importedRecordsSchema.parse(await answer.json()).lines.find((line) => line.outcome === 'refused');
    if (refused !== undefined) throw new Error(`a line was refused: ${JSON.stringify(refused)}`);
  }
  return { seconds: (performance.now() - startedAt) / 1_000, longest: Math.round(longest), count: all.length };
}

function expectedClient({ client }: Extract<ImportLine, { kind: 'pet' }>) {
  if (!('key' in client)) throw new Error('the pets of the bench have the key of their client');
  return { kind: 'client', key: client.key };
}

/** Runs the built `frontdesk practice import` on files in a folder: seconds, and the peak memory of its process in MB. */
export async function importByCommand(dataDir: string, folder: string): Promise<{ seconds: number; memory: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [launcher, 'practice', 'import', folder], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...settings(dataDir) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let memory = 0;
  const look = setInterval(() => {
    // It is gone for a moment before its end is told.
    if (child.exitCode === null && existsSync(`/proc/${child.pid}/status`))
      memory = Math.max(memory, peakOf(child.pid ?? 0));
  }, 100);
  const status = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(look);
  if (status !== 0) throw new Error(`practice import ended with ${status}`);
  return { seconds: (performance.now() - startedAt) / 1_000, memory };
}
