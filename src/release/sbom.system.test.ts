import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  version: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Where a package finds another, with Node's resolution: beside itself, otherwise further up. */
function found(from: string, name: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (lock.packages[path] !== undefined) return path;
    if (folder === '') throw new Error(`${from} does not find ${name}.`);
  }
}

/** All packages that are needed to run, according to the dependencies in each package.json. */
function needed(): Set<string> {
  const paths = new Set<string>();
  const open = [''];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = lock.packages[from]!;
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys(dependencies), ...peers]) {
      const path = found(from, name);
      if (!paths.has(path)) open.push(path);
      paths.add(path);
    }
  }
  return paths;
}

test('the bill of materials lists exactly what is needed to run, and nothing that changes from run to run', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/release/sbom.js'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const bill = JSON.parse(stdout);
  const listed = bill.components.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`);
  const expected = [...needed()].map(
    (path) => `${path.replace(/.*node_modules\//, '')}@${lock.packages[path]!.version}`,
  );
  expect(listed.sort()).toEqual([...new Set(expected)].sort());
  // The packages that `npm sbom --omit=dev` leaves out.
  expect(listed.map((id: string) => id.replace(/@[^@]+$/, ''))).toEqual(expect.arrayContaining(['react', 'zod']));
  for (const { hashes, licenses } of bill.components) {
    expect(hashes).toHaveLength(1);
    expect(licenses).toHaveLength(1);
  }
  expect(bill).not.toHaveProperty('serialNumber');
  expect(bill.metadata).not.toHaveProperty('timestamp');
  expect(bill.metadata.component).toMatchObject({ name: 'frontdesk', type: 'application' });
});
