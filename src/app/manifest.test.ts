import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { boardSearchSchema } from '#app/addresses/board-search.ts';
import { parseSearchParams } from '#app/text/search-params.ts';

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}

const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'));
const shortcuts: { name: string; name_localized: Record<string, string>; url: string; icons: Icon[] }[] =
  manifest.shortcuts;
const icons: Icon[] = [...manifest.icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)];

/** Width and height of a PNG, from the start of the file. */
function sizeOf(path: string): string {
  const bytes = readFileSync(path);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('the manifest has everything that browsers need to install the app', () => {
  expect(manifest).toMatchObject({ id: '/', name: 'Frontdesk', start_url: '/', scope: '/', display: 'standalone' });
  const sizesFor = (purpose: string | undefined) =>
    manifest.icons.filter((icon: Icon) => icon.purpose === purpose).map((icon: Icon) => icon.sizes);
  expect(sizesFor(undefined)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(sizesFor('maskable')).toEqual(['192x192', '512x512']);
  const page = readFileSync('index.html', 'utf8');
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  expect(page).toContain(`<meta name="theme-color" content="${manifest.theme_color}"`);
});

test('every icon has the declared size', () => {
  for (const { src, sizes, type } of icons) {
    const path = join('public', src);
    expect([src, existsSync(path)]).toEqual([src, true]);
    if (type === 'image/png') expect([src, sizeOf(path)]).toEqual([src, sizes]);
  }
});

test('/favicon.ico exists for browsers that open a page without a link to an icon', () => {
  const bytes = readFileSync('public/favicon.ico');
  const sizes = Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => bytes.readUInt8(6 + 16 * index));
  expect([bytes.readUInt16LE(2), sizes]).toEqual([1, [16, 32, 48]]);
});

test('the shortcuts open the form and the search, and are named as in the app in each language', () => {
  const opened = shortcuts.map(({ url }) => boardSearchSchema.parse(parseSearchParams(url.slice(url.indexOf('?')))));
  expect(opened).toMatchObject([{ new: true }, { new: true, walkin: true }, { find: true }]);
  for (const { name, name_localized: names } of shortcuts) {
    expect(Object.keys(names)).toEqual(['ar', 'de', 'es', 'fr', 'nl']);
    for (const [language, translated] of Object.entries(names)) {
      const catalogue = readFileSync(join('translations', `${language}.po`), 'utf8');
      expect(catalogue).toContain(`msgid "${name}"\nmsgstr "${translated}"`);
    }
  }
});
