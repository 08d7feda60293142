import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
/** The paths of all files and folders below some folders; those of folders end with `/`. */
const below = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).map(
      (entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/') + (entry.isDirectory() ? '/' : ''),
    ),
  );

const code = below('src', 'e2e').filter((path) => !path.includes('/migrations/'));
const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...below('docs', 'bench').filter((path) => path.endsWith('.md')),
];

test('every section that the code cites exists in the specification', () => {
  const sections = new Set<string>();
  let section = '';
  for (const line of read('docs/practice-api/specification.md').split('\n')) {
    const [, heading] = /^#+ (\d+(?:\.\d+)?)\.? /.exec(line) ?? [];
    const [, item] = /^(\d+)\. /.exec(line) ?? [];
    section = heading ?? section;
    sections.add(item === undefined ? section : `${section}.${item}`);
  }
  const cited = code
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => {
      const text = read(path);
      return [...text.matchAll(/\bsections? (\d[\d.]*\d|\d)(?: (?:to|and|or) (\d[\d.]*\d|\d))?/g)]
        .filter(({ index }) => !/RFC|OpenAPI/.test(text.slice(Math.max(0, index - 60), index)))
        .flatMap(([, first = '', second = first]) => [first, second].map((number) => ({ path, number })));
    });
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ number }) => !sections.has(number))).toEqual([]);
});

test('every link in the documents works', () => {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^\w+:/.test(link)) return [];
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      if (!existsSync(target)) return [`${file}: ${link}`];
      const headings =
        anchor === undefined ? [] : [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => slug(text));
      return anchor === undefined || headings.includes(anchor) ? [] : [`${file}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

test.each(['docs/architecture.md', 'CONTRIBUTING.md', 'docs/asvs.md', 'docs/accessibility.md'])(
  'every file and folder in %s exists',
  (file) => {
    const text = read(file);
    const named = [
      ...text.matchAll(/(?<![*\w./-])[\w./-]+\.(?:tsx?|js|grit)\b|(?<=`)[\w./-]+\/(?=`)|(?<=`)deploy\/[\w./-]+(?=`)/g),
    ].map(([path]) => path);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(path) && !code.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual(
      [],
    );
  },
);
