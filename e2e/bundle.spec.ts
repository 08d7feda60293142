import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { openBoard } from './board.ts';
import { expect, test } from './harness.ts';

/** What the board may weigh before it is drawn: JavaScript and CSS, in bytes of brotli. */
const BUDGET = 245_000;

/** What each part weighed when it was last looked at; a part is named by its file without the hash. */
const KNOWN: Readonly<Record<string, number>> = {
  'index.js': 83_200,
  'zod.js': 23_100,
  'enum-look.js': 23_000,
  'apiHelpers.js': 21_800,
  'index.css': 6_600,
  'jsx-runtime.js': 3_100,
  'react-dom.js': 1_800,
  'createLucideIcon.js': 1_400,
  'api-context.js': 2_800,
  'tint.js': 1_100,
  'directory.js': 400,
  'session-queries.js': 400,
};

function weight(path: string): number {
  const content = readFileSync(join('dist', 'client', path));
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

function partOf(path: string): string {
  return path.replace(/^\/assets\//, '').replace(/-[\w-]{8}\.(js|css)$/, '.$1');
}

test('the board stays within its budget of code', async ({ page, product }) => {
  const loaded = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*\.(js|css)$/.test(pathname)) loaded.add(pathname);
  });
  await openBoard(page, `${product.url}/`);
  const parts = [...loaded].map((path) => ({ name: partOf(path), bytes: weight(path) }));
  const total = parts.reduce((sum, part) => sum + part.bytes, 0);
  const grown = parts
    .map(({ name, bytes }) => ({ name, bytes, more: bytes - (KNOWN[name] ?? 0) }))
    .sort((one, other) => other.more - one.more)
    .map(({ name, bytes, more }) => `${name} ${bytes} (${more >= 0 ? '+' : ''}${more})`);
  console.log(`    the board weighs ${total} bytes of brotli: ${grown.join(', ')}`);
  expect(total, `what grew, the most first: ${grown.join(', ')}`).toBeLessThanOrEqual(BUDGET);
});
