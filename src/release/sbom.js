// `npm run -s sbom` writes the bill of materials of the packages that Frontdesk needs to run, in the CycloneDX format
// of `npm sbom`. The same package-lock.json gives the same bytes, so that everyone with the source can compare the
// result.
//
// `npm sbom --omit=dev` is not used directly: it leaves out packages that development needs as well, such as React
// (https://github.com/npm/cli/issues/7909). Instead, `npm sbom` is given a lock file with only the packages that
// Frontdesk needs to run.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getUsedLicence } from './licences.js';
import { listProductionPackages, readLock } from './production-packages.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = { ...JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')), devDependencies: {} };
const lock = readLock(root);
const packages = {
  '': { ...lock.packages[''], devDependencies: {} },
  ...Object.fromEntries(
    listProductionPackages(lock).map((one) => [one.path, { ...lock.packages[one.path], license: getUsedLicence(one) }]),
  ),
};

const temporary = mkdtempSync(join(tmpdir(), 'frontdesk-sbom-'));
// npm uses the name of the folder as the name of the package.
const folder = join(temporary, manifest.name);
try {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  const npm = process.env['npm_execpath'];
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const { status, stdout, stderr } =
    npm === undefined
      ? spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
      : spawnSync(process.execPath, [npm, ...args], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const bill = JSON.parse(stdout);
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
