import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { extract } from 'tar';
import { expect, test } from 'vitest';
import { createSourceArchive, listSourceFiles } from './source-archive.ts';

/** Runs `use` with a temporary folder. */
async function withFolder(use: (folder: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-source-'));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the source has every file of the repository', () => {
  const { status, stdout } = spawnSync('git', ['ls-files'], { encoding: 'utf8' });
  // An unpacked archive has no repository to compare with.
  const source = listSourceFiles('.');
  const expected = status === 0 ? stdout.trim().split('\n') : source;
  expect(expected.filter((path) => !source.includes(path))).toEqual([]);
  expect(source.length).toBeGreaterThan(500);
});

test('unrelated files in the same folder are not included', async () => {
  await withFolder(async (folder) => {
    const source = ['package.json', 'src/service/new.ts', 'deploy/compose.yaml', 'docs/new.md', 'public/icons/new.png'];
    const other = [
      '.env',
      '.git/config',
      '.npmrc.local',
      'backup.tar.gz',
      'bench/node_modules/a/index.js',
      'clients.csv',
      'data/session-secret',
      'deploy/.env',
      'deploy/export/clients.csv',
      'deploy/notes.md',
      'dist/server/cli.js',
      'docs/clients.json',
      'node_modules/a/index.js',
      'src/.secrets.json',
      'src/clients.csv',
      'src/service.log',
    ];
    for (const path of [...source, ...other]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), path);
    }
    expect(listSourceFiles(folder)).toEqual(source.sort());
  });
});

test.each([
  ['of Frontdesk itself', 'fund=false\naudit=false\n', ['.npmrc']],
  ['with the token of a registry', 'fund=false\n//registry.example/:_authToken=npm_secret\n', []],
  ['with a password on the line of a setting', 'audit=false //user:secret@registry.example\n', []],
])('the npm settings %s', async (_which, text, expected) => {
  await withFolder(async (folder) => {
    writeFileSync(join(folder, '.npmrc'), text);
    expect(listSourceFiles(folder)).toEqual(expected);
  });
});

test('the archive unpacks to the source, and is the same each time', async () => {
  await withFolder(async (folder) => {
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, 'src', 'ä.ts'), 'export {};');
    const archive = await createSourceArchive(folder, 'frontdesk-1.2.3');
    writeFileSync(join(folder, 'src', 'ä.ts'), 'export {};');
    expect((await createSourceArchive(folder, 'frontdesk-1.2.3')).equals(archive)).toBe(true);
    writeFileSync(join(folder, 'source.tar.gz'), archive);
    await extract({ file: join(folder, 'source.tar.gz'), cwd: folder });
    expect(readFileSync(join(folder, 'frontdesk-1.2.3', 'src', 'ä.ts'), 'utf8')).toBe('export {};');
    expect(readFileSync(join(folder, 'frontdesk-1.2.3', 'package.json'), 'utf8')).toBe('{}');
  });
});
