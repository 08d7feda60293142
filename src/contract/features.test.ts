import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Capabilities } from '#contract/desk.ts';
import { features, findMissingCapabilities } from '#contract/features.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { extensionOperations, operations } from '#contract/operations.ts';

const table = Object.values(features).flat();
const named = new Map<string, Set<string>>();
for (const { needs } of table) {
  for (const [operation, inputs] of Object.entries(needs))
    named.set(operation, new Set([...(named.get(operation) ?? []), ...inputs]));
}

const sources = readdirSync('src/app', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|cases)\./.test(name))
  .map((name) => readFileSync(join('src/app', name), 'utf8'));

/** The operations whose capabilities the app looks up, in any of the ways in which it does. */
function askedFor(source: string): string[] {
  const read = [
    ...source.matchAll(/\bcapabilit(?:ies|iesIn\(\w+\))\??\.(\w+)/g),
    ...source.matchAll(/\bcan\(\)\.(\w+)/g),
  ];
  const destructured = [
    ...source.matchAll(/\{([^{}]+)\}(?:: Capabilities\b| = (?:session\.)?capabilities(?:In\(\w+\))?[;,)])/g),
  ];
  return [
    ...read.map(([, name = '']) => name),
    ...destructured.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())),
  ].filter((name) => Object.hasOwn(operations, name));
}

test('every operation beyond the specification belongs to a feature of the app', () => {
  expect(Object.keys(extensionOperations).filter((operation) => !named.has(operation))).toEqual([]);
});

test('the app uses no operation that is missing in the table', () => {
  const asked = new Set(sources.flatMap(askedFor));
  expect(asked).toContain('listAvailability');
  expect(asked).toContain('searchAppointments');
  expect(asked).toContain('createSeries');
  expect([...asked].filter((operation) => !named.has(operation))).toEqual([]);
});

test('the app uses no input that is missing in the table', () => {
  const asked = new Set(
    sources.flatMap((source) => [...source.matchAll(/\bfields\.includes\('(\w+)'\)/g)].map(([, name = '']) => name)),
  );
  const inputs = new Set([...named.values()].flatMap((names) => [...names]));
  expect(asked).toContain('order');
  expect([...asked].filter((input) => !inputs.has(input))).toEqual([]);
});

test('the table names only inputs that the operations have', () => {
  for (const [operation, inputs] of named) {
    const endpoint = operations[operation as keyof typeof operations];
    const known = [
      ...Object.keys(endpoint.input.shape),
      'phone',
      'email',
      ...('creates' in endpoint ? [idempotencyKeyHeader] : []),
    ];
    expect(known).toEqual(expect.arrayContaining([...inputs]));
  }
});

test('a feature lacks the operations and inputs that aren’t described', () => {
  const client = { fields: ['phone'], idempotent: true };
  const capabilities: Capabilities = { createClient: client, listClients: client };
  const lacking = (name: string) => findMissingCapabilities(table.find((one) => one.name === name)!, capabilities);
  expect(lacking('New client')).toEqual([]);
  expect(lacking('New client and pet while booking')).toEqual([{ operation: 'createPet', input: null }]);
  expect(lacking('Find clients by phone and e-mail')).toEqual([{ operation: 'listClients', input: 'email' }]);
});

/** The lines of the table in the page for vendors. */
function rowsOf(area: string): string[] {
  return (features[area] ?? []).map(({ name, needs }) => {
    const texts = Object.entries(needs).flatMap(([operation, inputs]) => {
      if (area === 'Practice' && operation === 'getMe') return [];
      const { method, path } = operations[operation as keyof typeof operations];
      return `\`${method} ${path}\`${inputs.length === 0 ? '' : ` with ${inputs.map((input) => `\`${input}\``).join(', ')}`}`;
    });
    return `${name}: ${texts.join('; ')}`;
  });
}

test('the page for vendors contains the table', () => {
  const page = readFileSync('docs/practice-api/vendors.md', 'utf8');
  for (const area of Object.keys(features)) {
    const start = page.indexOf(`### ${area}\n`);
    const section = page.slice(start, page.indexOf('\n#', start + 1));
    expect(section.split('\n').filter((line) => line.startsWith('- '))).toEqual(rowsOf(area).map((row) => `- ${row}`));
  }
});
