import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { texts } from './shared-texts.ts';

const app = join(import.meta.dirname, '..');
const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) => /\.tsx?$/.test(file) && !/\.(?:test|cases)\./.test(file) && file !== join('text', 'shared-texts.ts'),
  )
  .map((file) => ({ file, text: withoutComments(readFileSync(join(app, file), 'utf8')) }));

test('a text that is used in several places is written in one', () => {
  expect(sources.length).toBeGreaterThan(100);
  const typed = Object.values(texts).flatMap((word) => {
    const literal = new RegExp(`(['"\`>])${escaped(word)}(['"\`<])|^\\s+${escaped(word)}$`, 'm');
    return sources.filter(({ text }) => literal.test(text)).map(({ file }) => `${word}: ${file}`);
  });
  expect(typed).toEqual([]);
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
