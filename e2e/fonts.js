// The fonts of the browser tests come with the tests, since a test that measures text must not depend on what the machine has.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const require = createRequire(import.meta.url);

/** A family wider than those of most machines, which has the letters of all languages, and one narrower. */
const families = { wide: 'DejaVu Sans', narrow: 'Archivo Narrow' };
const folders = [
  require.resolve('dejavu-fonts-ttf/package.json'),
  require.resolve('@expo-google-fonts/archivo-narrow/package.json'),
].map(dirname);

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * The environment of a browser that knows these fonts alone. In either, `monospace` is the widest of them, and `serif` the narrow one.
 * It takes effect where browsers ask fontconfig, which is on Linux.
 * @param {keyof typeof families} width what every other font is
 */
export function environmentWithFonts(width) {
  const folder = resolve('node_modules', '.cache', 'frontdesk-fonts');
  const file = join(folder, `${width}.conf`);
  const alias = (/** @type {string} */ name, /** @type {string} */ family) =>
    `<alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<fontconfig>
${folders.map((name) => `<dir>${escaped(name)}</dir>`).join('\n')}
<cachedir>${escaped(folder)}</cachedir>
${alias('monospace', 'DejaVu Sans Mono')}
${alias('serif', families.narrow)}
${['system-ui', 'sans-serif'].map((name) => alias(name, families[width])).join('\n')}
<match target="pattern">
  <edit name="family" mode="append_last" binding="weak"><string>${families[width]}</string><string>${families.wide}</string></edit>
</match>
</fontconfig>
`,
  );
  return { ...process.env, FONTCONFIG_FILE: file };
}
