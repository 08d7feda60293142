import { expect, test } from 'vitest';
import { findLicenceProblems } from './licences.js';
import { listProductionPackages, readLock } from './production-packages.js';
import { findUnlistedPackages, listBundledPackages, renderThirdPartyLicences } from './third-party-licences.ts';

const packages = listBundledPackages('.');

test('every package in Frontdesk is listed once in the text with its licence', () => {
  const text = renderThirdPartyLicences('.');
  for (const { name, version } of [...listProductionPackages(readLock('.')), ...packages])
    expect(text.split(`\n${name} ${version} · `), name).toHaveLength(2);
  expect(text).toContain('\n@fullcalendar/react-scheduler 7.1.0 · AGPL-3.0-only\n');
  expect(text).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.');
  expect(text).toContain('1996-2026, PostgreSQL Global Development Group');
  expect(text).not.toMatch(/ · \n/);
  expect(findLicenceProblems(packages)).toEqual([]);
});

test('a package that the build includes without listing it is found', () => {
  const modules = [
    '/frontdesk/src/app/main.tsx',
    '/frontdesk/node_modules/react/index.js',
    '/frontdesk/node_modules/made-up/node_modules/@made/inner/index.js?commonjs',
    'C:\\frontdesk\\node_modules\\made-up\\index.js',
    '\0vite/preload-helper.js',
  ];
  expect(findUnlistedPackages(modules, packages)).toEqual(['@made/inner', 'made-up']);
});
