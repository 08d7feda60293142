import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync('package-lock.json', 'utf8');
const lock: { packages: Record<string, { integrity?: string }> } = JSON.parse(text);

test('every installed package has the hash of its content in the lock file', () => {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
  expect(packages.length).toBeGreaterThan(500);
  expect(packages.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-')).map(([path]) => path)).toEqual(
    [],
  );
});

test('the lock file names no registry, so that each machine uses its own', () => {
  expect(text).not.toContain('"resolved"');
});
