import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { list } from 'tar';
import { expect, test } from './harness.ts';

/**
 * What the page asks for before the board is drawn: JavaScript, CSS and the words of one language, in bytes of brotli. No goal: it
 * tells of a library that came in unseen.
 */
const ALARM = 330_000;

/** What the build has compressed for serving. */
const weight = (path: string) => statSync(join('dist', 'client', `${path}.br`)).size;

test('the first page weighs no more than expected, and its calendar loads beside the rest', () => {
  const page = readFileSync(join('dist', 'client', 'index.html'), 'utf8');
  const words = readdirSync(join('dist', 'client', 'assets')).filter((name) => /^en-first-.*\.js$/.test(name));
  expect(words).toHaveLength(1);
  // Loaded next, in one piece: details and the menu of statuses (`loadFirstParts`).
  const next = readdirSync(join('dist', 'client', 'assets')).filter((name) => /^first-parts-.*\.js$/.test(name));
  expect(next).toHaveLength(1);
  const parts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)]
    .map(([, path = '']) => path)
    .concat([...words, ...next].map((name) => join('assets', name)))
    .map((path) => ({ path, bytes: weight(path) }))
    .sort((one, other) => other.bytes - one.bytes);
  expect(parts.some(({ path }) => path.includes('store-calendar'))).toBe(true);
  // Nothing of it waits for a file that is not counted.
  const scripts = parts.filter(({ path }) => path.endsWith('.js'));
  const imported = scripts.flatMap(({ path }) =>
    [...readFileSync(join('dist', 'client', path), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(
      ([, name]) => name,
    ),
  );
  expect(imported.filter((name) => !parts.some(({ path }) => path.endsWith(`/${name}`)))).toEqual([]);
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const heaviest = parts.map(({ path, bytes }) => `${path} ${bytes}`).join(', ');
  console.log(`    the board weighs ${total} bytes of brotli: ${heaviest}`);
  expect(total, heaviest).toBeLessThanOrEqual(ALARM);
});

test('what asks for the data of the first screen waits for nothing of what draws it', () => {
  const folder = join('dist', 'client', 'assets');
  const [name = ''] = readdirSync(folder).filter((one) => /^first-requests-.*\.js$/.test(one));
  const code = readFileSync(join(folder, name), 'utf8');
  const imported = [...code.matchAll(/(?:from|import)"\.\/([\w-]+?)-[\w-]{8}\.js"/g)].map(([, chunk]) => chunk);
  expect(imported).toEqual(['rolldown-runtime']);
  expect(weight(join('assets', name))).toBeLessThan(60_000);
  const page = readFileSync(join('dist', 'client', 'index.html'), 'utf8');
  expect(page.indexOf(`src="/assets/${name}"`)).toBeGreaterThan(0);
  expect(page.indexOf(`src="/assets/${name}"`)).toBeLessThan(page.search(/src="\/assets\/first-(?!requests|paint)/));
});

test('a build leaves the time at which it began, by which the next start knows what was changed since', () => {
  expect(statSync(join('dist', 'built')).mtimeMs).toBeLessThan(statSync(join('dist', 'server', 'cli.js')).mtimeMs);
});

test('the app lies beside its source, its licence and those of its packages', async () => {
  const served = (name: string) => join('dist', 'client', name);
  expect(readFileSync(served('licence.txt'), 'utf8')).toContain('GNU AFFERO GENERAL PUBLIC LICENSE');
  expect(readFileSync(served('third-party-licences.txt'), 'utf8')).toContain('@fullcalendar/react-scheduler');
  const files: string[] = [];
  await list({ file: served('source.tar.gz'), onReadEntry: ({ path }) => files.push(path) });
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const path of [
    'package-lock.json',
    'vite.config.ts',
    'src/app/main.tsx',
    'src/cli/main.ts',
    'deploy/Dockerfile',
  ])
    expect(files).toContain(`frontdesk-${version}/${path}`);
});

test('what the first page needs is compiled while it arrives', () => {
  const folder = join('dist', 'client', 'assets');
  const early = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .filter((name) => readFileSync(join(folder, name), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n'));
  expect(early.map((name) => name.replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual([
    'first',
    'first-requests',
    'store-calendar',
  ]);
});
