import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-archive.ts';

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

test('the build in the image has the whole source', () => {
  const ignored = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').trim().split('\n');
  const parts: Record<string, string> = { '**/': '(?:.*/)?', '*': '[^/]*', '.': '\\.' };
  const patterns = ignored.map(
    (line) => new RegExp(`^${line.replace(/\*\*\/|[*.]/g, (part) => parts[part] ?? part)}(?:/|$)`),
  );
  expect(patterns.some((pattern) => pattern.test('bench/node_modules/a'))).toBe(true);
  expect(sourceFiles('.').filter((path) => patterns.some((pattern) => pattern.test(path)))).toEqual([]);
});
