import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chosenLicences, findLicenceProblems } from './licences.js';
import { listProductionPackages, readLock } from './production-packages.js';

const packages = listProductionPackages(readLock('.'));

test('every package that Frontdesk needs to run may be distributed with it', () => {
  expect(packages.length).toBeGreaterThan(50);
  expect(findLicenceProblems(packages)).toEqual([]);
});

test.each(Object.entries(chosenLicences))('%s still offers the licence that was chosen', (name, { file, offers }) => {
  const used = packages.find((one) => one.name === name);
  expect(used).toBeDefined();
  expect(readFileSync(join(used!.path, file), 'utf8')).toContain(offers);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-2.0-only)', true],
  ['MIT AND Apache-2.0', true],
  ['(MIT AND GPL-2.0-only)', false],
  ['GPL-2.0-only', false],
  ['CC-BY-NC-ND-4.0', false],
  ['BUSL-1.1', false],
  ['SSPL-1.0', false],
  ['UNLICENSED', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['', false],
])('a package under %j is accepted: %s', (licence, isAccepted) => {
  const fictitious = { path: 'node_modules/made-up', name: 'made-up', version: '1.0.0', licence };
  const problem = `made-up 1.0.0: ${licence === '' ? 'no licence' : licence}`;
  expect(findLicenceProblems([fictitious])).toEqual(isAccepted ? [] : [problem]);
});

test('a package with a chosen licence is checked again when its licence text changes', () => {
  const name = '@fullcalendar/react-scheduler';
  const changed = { path: `node_modules/${name}`, name, version: '8.0.0', licence: 'BUSL-1.1' };
  expect(findLicenceProblems([changed])).toEqual([`${name} 8.0.0: BUSL-1.1`]);
});
