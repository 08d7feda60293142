import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { beforeAll, describe, expect, test } from 'vitest';
import { languages } from './languages.ts';

/** A part of a compiled message: a text, or a value with its kind and, for a plural, a message for each form. */
type Token = string | [name: string, type?: string, forms?: Record<string, number | string | Token[]>];

const config = getConfig();
const others = languages.filter(({ tag }) => tag !== config.sourceLocale);
const texts = new Map<string, Map<string, string>>();
let inCode: string[] = [];

beforeAll(async () => {
  const [catalogue] = await getCatalogs(config);
  if (!catalogue) throw new Error('lingui.config.ts names no catalogue.');
  inCode = Object.keys((await catalogue.collect()) ?? {}).sort();
  for (const { tag } of languages) {
    const entries = Object.entries(await catalogue.read(tag));
    texts.set(tag, new Map(entries.map(([id, { translation }]) => [id, translation])));
  }
});

const english = (id: string) => textsOf('en').get(id);
const textsOf = (tag: string) => texts.get(tag) ?? new Map<string, string>();

function compiled(tag: string): Record<string, Token[]> {
  const { source, errors } = createCompiledCatalog(tag, Object.fromEntries(textsOf(tag)), { namespace: 'json' });
  expect(errors).toEqual([]);
  return JSON.parse(source).messages;
}

/** The values in a message, and its parts with elements. */
function valuesOf(tokens: readonly Token[]): string[] {
  const values = tokens.flatMap((token) => {
    if (typeof token === 'string') return [...token.matchAll(/<\/?\d+\/?>/g)].map(([tag]) => tag);
    const [name, type, forms] = token;
    const inner = Object.values(forms ?? {}).flatMap((form) => (Array.isArray(form) ? valuesOf(form) : []));
    return [type === undefined || type === 'plural' ? name : `${name} as ${type}`, ...inner];
  });
  return [...new Set(values)].sort();
}

function pluralsOf(tokens: readonly Token[]): string[][] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return [];
    const [, type, forms = {}] = token;
    const inner = Object.values(forms).flatMap((form) => (Array.isArray(form) ? pluralsOf(form) : []));
    return type === 'plural' ? [Object.keys(forms).filter((form) => form !== 'offset'), ...inner] : inner;
  });
}

test('the catalogues have exactly the texts in the code (npm run extract)', () => {
  expect(inCode.length).toBeGreaterThan(500);
  for (const { tag } of languages) expect([...textsOf(tag).keys()].sort(), tag).toEqual(inCode);
});

describe.each(others)('$tag', ({ tag }) => {
  test('every text is translated', () => {
    const missing = [...textsOf(tag)].filter(([, translation]) => translation.trim() === '').map(([id]) => english(id));
    expect(missing).toEqual([]);
  });

  test('no apostrophe starts a quotation in ICU syntax and hides the text after it', () => {
    expect([...textsOf(tag).values()].filter((translation) => translation.includes("'"))).toEqual([]);
  });

  test('every translation has the values and elements of the English text', () => {
    const source = compiled('en');
    const translated = compiled(tag);
    const different = Object.keys(source).flatMap((id) => {
      const [expectedValues, found] = [valuesOf(source[id] ?? []), valuesOf(translated[id] ?? [])];
      return JSON.stringify(expectedValues) === JSON.stringify(found)
        ? []
        : [{ english: english(id), wanted: expectedValues, found }];
    });
    expect(different).toEqual([]);
  });

  test('every plural has the forms of its language', () => {
    const needed = new Intl.PluralRules(tag)
      .resolvedOptions()
      .pluralCategories.filter((form) => form !== 'many' || tag === 'ar');
    const incomplete = Object.values(compiled(tag)).flatMap((tokens) =>
      pluralsOf(tokens).filter((forms) => !needed.every((form) => forms.includes(form))),
    );
    expect(incomplete).toEqual([]);
  });
});
