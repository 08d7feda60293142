import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { imageArguments } from './image.js';
import { sourceFiles } from './source-archive.ts';

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;
const given = {
  name: 'registry.example:5000/practice/frontdesk',
  nodeImage: `node:24-bookworm-slim@${digest}`,
  version: '1.2.3',
  tags: ['1.2.3'],
  changes: '',
  commit: 'c0ffee',
};

test('a release is built on a Node that its digest names, and with what proves how', () => {
  const args = imageArguments(given);
  expect(args).toEqual(
    expect.arrayContaining([
      `--build-arg=NODE_IMAGE=node:24-bookworm-slim@${digest}`,
      '--provenance=mode=max',
      '--sbom=true',
      '--tag=registry.example:5000/practice/frontdesk:1.2.3',
    ]),
  );
  // Every stage is built on it.
  const stages = readFileSync('deploy/Dockerfile', 'utf8').match(/^FROM .*/gm);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the Dockerfile's own variable
  expect(stages).toEqual(['FROM ${NODE_IMAGE} AS build', 'FROM ${NODE_IMAGE}']);
});

test('it holds what Frontdesk needs to run, and nothing of its tests', () => {
  const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
  // As src/release/production-packages.js has them.
  expect(dockerfile).toContain('npm prune --omit=dev --omit=optional');
  expect(dockerfile).toContain('rm dist/server/product-in-process.js*');
  expect(dockerfile.match(/^COPY --from=build .*/gm)).toEqual([
    'COPY --from=build /build/package.json /build/LICENSE /build/sbom.cdx.json ./',
    'COPY --from=build /build/node_modules node_modules',
    'COPY --from=build /build/dist dist',
  ]);
});

test.each(['deploy/Dockerfile', 'docs/deploy.md', 'docs/operations.md', 'docs/releases.md'])(
  '%s installs packages without running scripts of theirs',
  (file) => {
    const installs = readFileSync(file, 'utf8').match(/npm ci(?! --omit)[^&\n`]*/g) ?? [];
    expect(installs.length).toBeGreaterThan(0);
    expect(installs.filter((install) => !install.startsWith('npm ci --ignore-scripts'))).toEqual([]);
  },
);

test.each([
  ['no digest', { nodeImage: 'node:24-bookworm-slim' }, /by its digest/],
  ['no image', { nodeImage: undefined }, /by its digest/],
  ['half a digest', { nodeImage: 'node@sha256:0123abcd' }, /by its digest/],
  ['a digest of nothing', { nodeImage: `@${digest}` }, /by its digest/],
  ['nowhere to go', { name: undefined }, /where it is to go/],
  ['uncommitted changes', { changes: ' M src/cli/main.ts' }, /there are changes/],
  ['a commit that is not tagged', { tags: ['1.2.2'] }, /not tagged 1\.2\.3/],
])('%s: no release', (_why, changed, problem) => {
  expect(() => imageArguments({ ...given, ...changed })).toThrow(problem);
});

test('without a digest the command ends before it asks Docker', () => {
  const { NODE_IMAGE: _, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ['src/release/image.js', 'registry.example/frontdesk'], {
    env,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^NODE_IMAGE has to name the image of Node by its digest/);
});

test('what is built in the image has the whole source', () => {
  const ignored = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').trim().split('\n');
  const parts: Record<string, string> = { '**/': '(?:.*/)?', '*': '[^/]*', '.': '\\.' };
  const patterns = ignored.map(
    (line) => new RegExp(`^${line.replace(/\*\*\/|[*.]/g, (part) => parts[part] ?? part)}(?:/|$)`),
  );
  expect(patterns.some((pattern) => pattern.test('bench/node_modules/a'))).toBe(true);
  expect(sourceFiles('.').filter((path) => patterns.some((pattern) => pattern.test(path)))).toEqual([]);
});
