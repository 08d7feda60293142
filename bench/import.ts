import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImportLine, importedRecordsSchema, importLimits } from '#contract/practice-import.ts';
import { parseCompanyOfApiKey } from '#service/db/authentication.ts';
import { createHttpClient, markdownTable } from './api/measure.ts';
import { launcher, root, startService } from './api/processes.ts';

export const usage = `npm run bench -- import [options]
  --clients N    clients that are imported, each with a pet (default 50000)
`;
export const defaults = { clients: 50_000 };

const firstNames = ['Anna', 'Bert', 'Chloé', 'David', 'Élodie', 'Fatima', 'Georg', 'Hanna', 'Ivan', 'Julia', 'Kwame'];
const syllables = ['Ba', 'ber', 'dorf', 'el', 'fel', 'gar', 'hof', 'in', 'kor', 'lin', 'mann', 'nau', 'ros', 'schmidt'];
const petNames = ['Abby', 'Bailey', 'Bella', 'Bruno', 'Charlie', 'Coco', 'Daisy', 'Felix', 'Ginger', 'Jack', 'Kiki'];
const pick = (items: readonly string[], nth: number) => items[nth % items.length] ?? '';

/** A client and a pet as a practice program exports them. */
const clientLine = (nth: number): ImportLine => ({
  ...{ kind: 'client', key: String(10_001 + nth), firstName: pick(firstNames, nth * 7) },
  lastName: [nth, Math.floor(nth / 14), Math.floor(nth / 196)].map((part) => pick(syllables, part)).join(''),
  email: nth % 3 === 0 ? null : `client${nth}@example.com`,
  phone: `+49 170 ${String(1_000_000 + nth * 17).slice(-7)}`,
});
const petLine = (nth: number, clients: number): ImportLine => ({
  ...{ kind: 'pet', key: String(20_001 + nth), client: { key: String(10_001 + ((nth * 31) % clients)) } },
  ...{ name: pick(petNames, nth * 3), species: nth % 2 === 0 ? 'Hund' : 'Katze', breed: null },
  ...{ sex: nth % 4 === 0 ? null : 'weiblich kastriert', dateOfBirth: `20${10 + (nth % 15)}-0${1 + (nth % 9)}-14` },
});

/**
 * `npm run bench -- import`: imports a practice into the embedded database on disk, and measures time and memory.
 */
export async function run({ clients }: typeof defaults): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-import-'));
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'warn', DATABASE_URL: '' };
  const args = [launcher, 'practice', 'new', '--yes', '--name', 'Bench'];
  const env = { ...process.env, NODE_ENV: 'production', ...settings };
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
  const [key] = /fd_\w{32}_[\w-]+/.exec(stdout) ?? [];
  if (key === undefined) throw new Error(`the practice was not created:\n${stdout}${stderr}`);
  const { port, process: service } = await startService(settings);
  try {
    const ask = createHttpClient(port);
    const rows = [['', 'seconds', 'longest request, ms', 'peak memory, MB']];
    const measure = async (name: string, lines: readonly ImportLine[], dryRun = false) => {
      const startedAt = performance.now();
      let longest = 0;
      for (let at = 0; at < lines.length; at += importLimits.lines) {
        const part = lines.slice(at, at + importLimits.lines);
        // A preview needs to know which clients will exist when the pets are imported.
        const expected = part.flatMap((line) =>
          dryRun && line.kind === 'pet' && 'key' in line.client ? [{ kind: 'client', key: line.client.key }] : [],
        );
        const body = { companyId: parseCompanyOfApiKey(key), source: 'Old system', dryRun, lines: part, expected };
        const sentAt = performance.now();
        const answer = await ask('/v1/practice/import', { body, headers: { authorization: `Bearer ${key}` } });
        longest = Math.max(longest, performance.now() - sentAt);
        const refused = importedRecordsSchema
          .parse(JSON.parse(answer))
          .lines.find(({ outcome }) => outcome === 'refused');
        if (refused !== undefined) throw new Error(`a line was refused: ${JSON.stringify(refused)}`);
      }
      const [, peakKb = 'NaN'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8')) ?? [];
      const seconds = (performance.now() - startedAt) / 1_000;
      rows.push([name, seconds.toFixed(1), longest.toFixed(0), (Number(peakKb) / 1_024).toFixed(0)]);
    };
    const all = Array.from({ length: clients }, (_, nth) => nth);
    const [owners, pets] = [all.map(clientLine), all.map((nth) => petLine(nth, clients))];
    await measure('preview of all', [...owners, ...pets], true);
    await measure(`${clients} clients`, owners);
    await measure(`${clients} pets`, pets);
    await measure('all again, unchanged', [...owners, ...pets]);
    console.log(markdownTable(rows));
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
