import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { version } from './version.ts';

test('the changelog begins with this version or a later one', () => {
  const headings = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8').match(/^## .+$/gm) ?? [];
  const [newest] = headings.filter((heading) => heading !== '## Unreleased');
  expect(newest).toBe(`## ${version}`);
});
