// The fonts of the browser tests are packages of the repository, because a test that measures text must not depend on the
// fonts of the machine.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const require = createRequire(import.meta.url);

/** A font family that is wider than those of most machines and has the letters of all languages, and a narrower one. */
const families = { wide: 'DejaVu Sans', narrow: 'Archivo Narrow' };
const folders = [
  require.resolve('dejavu-fonts-ttf/package.json'),
  require.resolve('@expo-google-fonts/archivo-narrow/package.json'),
].map(dirname);

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A language of each script in the names of the demo. */
const scripts = {
  ar: 'Arabic',
  el: 'Greek',
  he: 'Hebrew',
  hi: 'Devanagari',
  hy: 'Armenian',
  ja: 'Japanese',
  ka: 'Georgian',
  ko: 'Korean',
  ru: 'Cyrillic',
  ta: 'Tamil',
  th: 'Thai',
  'zh-cn': 'Chinese',
};

/**
 * The environment of a browser with the fonts of this machine beside those of the tests, for pictures that show names in
 * every script. Throws if the machine has no font for one of them.
 */
export function environmentWithAllFonts() {
  const env = environmentWithFonts('wide', { ofMachine: true });
  const isMissing = (/** @type {string} */ language) =>
    spawnSync('fc-list', [`:lang=${language}`, 'family'], { env, encoding: 'utf8' }).stdout.trim() === '';
  const missing = Object.entries(scripts).flatMap(([language, script]) => (isMissing(language) ? [script] : []));
  if (missing.length > 0)
    throw new Error(
      `This machine has no font for ${missing.join(', ')}: install fonts that have them, such as the Debian packages fonts-noto-core and fonts-noto-cjk.`,
    );
  return env;
}

/**
 * The environment of a browser that has only these fonts. In both, `monospace` is the wider one and `serif` the narrow one.
 * It works for browsers that use fontconfig, that is on Linux.
 * @param {keyof typeof families} width the font for all other families
 * @param {{ ofMachine?: boolean }} [more] also the fonts of this machine, for what the test fonts do not have
 */
export function environmentWithFonts(width, { ofMachine = false } = {}) {
  const folder = resolve('node_modules', '.cache', 'frontdesk-fonts');
  const file = join(folder, `${width}${ofMachine ? '-and-machine' : ''}.conf`);
  const alias = (/** @type {string} */ name, /** @type {string} */ family) =>
    `<alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<fontconfig>
${ofMachine ? '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>' : ''}
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
