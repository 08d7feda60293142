// Takes the pictures of docs/pictures: the real product with the demo practice on a fixed Tuesday, late in the morning.
// Usage: node e2e/pictures.js [--to folder] [names…]; without names it takes all pictures.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.js';
import { environmentWithFonts } from './fonts.js';

const date = '2026-03-10';
const { values, positionals } = parseArgs({
  options: { to: { type: 'string', default: join('docs', 'pictures') } },
  allowPositionals: true,
});
const folder = values.to;
const work = mkdtempSync(join(tmpdir(), 'frontdesk-pictures-'));
const seeded = join(work, 'seeded');
/** @param {string} dataDir */
const envOf = (dataDir) => ({ ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' });
const launch = join('src', 'cli', 'launch.js');

/**
 * @typedef {object} Picture
 * @property {string} name
 * @property {string} address
 * @property {string} [at] the time of the day
 * @property {'dark'} [colorScheme]
 * @property {'active'} [forcedColors]
 * @property {{ width: number; height: number }} [viewport]
 * @property {string} [locale]
 * @property {string} [font] a family of e2e/fonts.js
 * @property {string} [hover] the appointment whose card is shown, by a part of its accessible name
 * @property {string[]} [chosen] what is typed into the lists of the panel, one after the other
 */

/** About sixty visible blocks, at a time at which some are late, waiting or running over. */
const busy = { address: '/?view=vets&store=all', at: '11:40' };

/** @type {Picture[]} */
const pictures = [
  { name: 'board', address: '/' },
  { name: 'board-dark', address: '/', colorScheme: 'dark' },
  { name: 'board-phone', address: '/', viewport: { width: 390, height: 844 } },
  { name: 'board-german', address: '/', locale: 'de-DE' },
  { name: 'board-arabic', address: '/', locale: 'ar' },
  { name: 'vets', address: '/?view=vets' },
  { name: 'week', address: '/?view=week' },
  { name: 'overview', address: '/?view=overview' },
  { name: 'duty', address: '/duty' },
  { name: 'flow', address: '/?view=flow' },
  { name: 'booking', address: '/?new=1', chosen: ['bella', 'consultation'] },
  { name: 'appointments', address: '/appointments' },
  { name: 'setup', address: '/setup' },
  ...[
    { name: 'blocks-light' },
    { name: 'blocks-dark', colorScheme: /** @type {const} */ ('dark') },
    { name: 'blocks-forced-colors', forcedColors: /** @type {const} */ ('active') },
    { name: 'blocks-arabic', locale: 'ar' },
    { name: 'blocks-narrow-font', font: 'Archivo Narrow' },
    { name: 'blocks-serif-font', font: 'DejaVu Serif' },
    { name: 'blocks-card', hover: 'Mocha' },
  ].map((picture) => ({ ...busy, ...picture })),
];
const chosen = pictures.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

mkdirSync(folder, { recursive: true });
spawnSync(process.execPath, [launch, 'seed', '--date', date], { env: envOf(seeded), stdio: 'inherit' });

/**
 * Starts the product on a copy of the practice, because so many fresh browsers would exhaust the request budget of a single
 * key. Returns its address and a function that stops it.
 *
 * @param {string} name
 */
async function start(name) {
  const dataDir = join(work, name);
  cpSync(seeded, dataDir, { recursive: true });
  const product = spawn(process.execPath, [launch, 'start'], {
    env: envOf(dataDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((resolve) =>
    createInterface({ input: product.stdout }).on('line', (text) => {
      if (text.includes('is ready at')) resolve(text);
    }),
  );
  const stop = () => {
    product.kill();
    return new Promise((resolve) => product.once('exit', resolve));
  };
  return { baseURL: /http:\/\/\S+/.exec(line)?.[0] ?? '', stop };
}

const browser = await chromium.launch({
  executablePath: findBrowser(),
  env: environmentWithFonts('wide'),
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
});
/**
 * @param {Picture} picture
 * @param {string} baseURL
 */
async function take({ name, address, at = '10:40', font, hover, chosen: typed = [], ...options }, baseURL) {
  const page = await browser.newPage({
    baseURL,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    ...options,
  });
  await page.clock.setFixedTime(new Date(`${date}T${at}:00-04:00`));
  await page.goto(address, { waitUntil: 'networkidle' });
  if (font !== undefined) {
    await page.evaluate((family) => {
      document.documentElement.style.setProperty('--font-system', `"${family}"`);
    }, font);
  }
  if (hover !== undefined) {
    await page.getByRole('button', { name: hover }).first().hover();
    // The phone number is loaded last.
    await page.getByRole('tooltip').filter({ hasText: /\d{3}/ }).waitFor();
  }
  for (const text of typed) {
    await page.keyboard.type(text);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
  }
  if (typed.length > 0) await page.getByRole('group', { name: 'Afternoon' }).getByRole('button').first().waitFor();
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
}

try {
  for (const picture of chosen) {
    const { baseURL, stop } = await start(picture.name);
    await take(picture, baseURL).finally(stop);
  }
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}
