import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listSourceFiles } from './source-archive.ts';

test('every stage of the image is built on the Node image that a release pins by digest', () => {
  const stages = readFileSync('deploy/Dockerfile', 'utf8').match(/^FROM .*/gm);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the Dockerfile's own variable
  expect(stages).toEqual(['FROM ${NODE_IMAGE} AS build', 'FROM ${NODE_IMAGE}']);
});

test('it contains what Frontdesk needs to run, and no tests', () => {
  const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
  // The same as in src/release/production-packages.js.
  expect(dockerfile).toContain('npm prune --omit=dev --omit=optional');
  expect(dockerfile.match(/^COPY --from=build .*/gm)).toEqual([
    'COPY --from=build /build/package.json /build/LICENSE /build/sbom.cdx.json ./',
    'COPY --from=build /build/node_modules node_modules',
    'COPY --from=build /build/dist dist',
  ]);
});

test.each(['deploy/Dockerfile', 'docs/deploy.md', 'docs/operations.md', 'docs/releases.md'])(
  '%s installs packages without running their scripts',
  (file) => {
    const installs = readFileSync(file, 'utf8').match(/npm ci(?! --omit)[^&\n`]*/g) ?? [];
    expect(installs.length).toBeGreaterThan(0);
    expect(installs.filter((install) => !install.startsWith('npm ci --ignore-scripts'))).toEqual([]);
  },
);

/** Whether the build of the image does not see a file. */
function isIgnored(path: string): boolean {
  const ignored = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').trim().split('\n');
  const parts: Record<string, string> = { '**/': '(?:.*/)?', '*': '[^/]*', '.': '\\.' };
  return ignored
    .map((line) => new RegExp(`^${line.replace(/\*\*\/|[*.]/g, (part) => parts[part] ?? part)}(?:/|$)`))
    .some((pattern) => pattern.test(path));
}

test('the build in the image has the whole source', () => {
  expect(listSourceFiles('.').filter(isIgnored)).toEqual([]);
});

test('the build of the image does not see secrets and backups', () => {
  const secrets = [
    'deploy/.env',
    '.env',
    'deploy/.env.before',
    'deploy/FILE.dump',
    'june.sql.gz',
    'data/a',
    'a/b.tar.gz',
  ];
  expect([...secrets, 'bench/node_modules/a'].filter((path) => !isIgnored(path))).toEqual([]);
});

test.each(['docs/deploy.md', 'docs/operations.md'])(
  '%s writes secrets into files that only their owner can read',
  (file) => {
    const blocks = readFileSync(file, 'utf8').match(/^```sh\n[\s\S]*?^```/gm) ?? [];
    const writing = blocks.filter((block) => /> \S+|tee |--file=/.test(block));
    expect(writing.length).toBeGreaterThan(0);
    for (const block of writing) expect(block).toMatch(/umask 077[\s\S]*?(?:> \S+|--file=)/);
    expect(readFileSync(file, 'utf8')).not.toMatch(/`[^`\n]*pg_dump [^`\n]*(?:--file=|> )[^`\n]*`/);
  },
);
