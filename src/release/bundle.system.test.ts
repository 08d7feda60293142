import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { list } from 'tar';
import { beforeAll, expect, test } from 'vitest';
import { buildProduct } from '#testing/built-product.ts';

// Checks the files of the build.

/**
 * The maximum size, in bytes of brotli, of the files that the page requests before the calendar is drawn: JavaScript, CSS
 * and the texts of one language. It is not a goal: it reports a library that was added unintentionally.
 */
const ALARM = 322_000;

const client = join('dist', 'client');
const assets = join(client, 'assets');

beforeAll(buildProduct, 300_000);

/** The compressed size of a file in the build. */
const weight = (path: string) => statSync(join(client, `${path}.br`)).size;

test('the first page is not larger than expected', () => {
  const page = readFileSync(join(client, 'index.html'), 'utf8');
  const texts = readdirSync(assets).filter((name) => /^en-first-.*\.js$/.test(name));
  expect(texts).toHaveLength(1);
  const parts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)]
    .map(([, path = '']) => path)
    .concat(texts.map((name) => join('assets', name)))
    .map((path) => ({ path, bytes: weight(path) }))
    .sort((one, other) => other.bytes - one.bytes);
  // No file of the first page imports a file that is not counted.
  const scripts = parts.filter(({ path }) => path.endsWith('.js'));
  const imported = scripts.flatMap(({ path }) =>
    [...readFileSync(join(client, path), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, name]) => name),
  );
  expect(imported.filter((name) => !parts.some(({ path }) => path.endsWith(`/${name}`)))).toEqual([]);
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const heaviest = parts.map(({ path, bytes }) => `${path} ${bytes}`).join(', ');
  expect(total, heaviest).toBeLessThanOrEqual(ALARM);
});

test('only the western letters of the typeface are fetched with the page, and no text waits for them', () => {
  const page = readFileSync(join(client, 'index.html'), 'utf8');
  const preloads = [...page.matchAll(/<link[^>]+rel="preload"[^>]+href="\/(assets\/[^"]+\.woff2)"/g)].map(
    ([, path = '']) => path,
  );
  expect(preloads.map((path) => path.replace(/-[\w-]{8}\.woff2$/, ''))).toEqual(['assets/inter-latin-wght-normal']);
  expect(statSync(join(client, preloads[0] ?? '')).size).toBeLessThan(50_000);
  const styles = readdirSync(assets).filter((name) => name.endsWith('.css'));
  const faces = styles.flatMap((name) => readFileSync(join(assets, name), 'utf8').match(/@font-face\{[^}]*\}/g) ?? []);
  expect(faces.length).toBeGreaterThan(0);
  for (const face of faces) expect(face).toContain('font-display:optional');
});

test('what the first screen shows is requested by a small script above the outline', () => {
  const page = readFileSync(join(client, 'index.html'), 'utf8');
  const [, path = ''] = /<body>\s*<script src="\/(assets\/first-paint-[^"]+)"/.exec(page) ?? [];
  expect(readFileSync(join(client, path), 'utf8')).toContain('/desk/start');
  expect(weight(path)).toBeLessThan(2_000);
});

test('a build is stamped with the time of its start, so that files saved during it count as newer', () => {
  expect(statSync(join('dist', 'built')).mtimeMs).toBeLessThan(statSync(join('dist', 'server', 'cli.js')).mtimeMs);
});

test('the build serves its source, its licence and those of its packages', async () => {
  const served = (name: string) => join(client, name);
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

test('exactly the scripts of the first page are compiled early', () => {
  const early = readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .filter((name) => readFileSync(join(assets, name), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n'));
  expect(early.map((name) => name.replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual(['first']);
});
