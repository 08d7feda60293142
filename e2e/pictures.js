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
import { environmentWithAllFonts } from './fonts.js';

// Requests from the web site expire a week after this day on the server's clock, so it is one to come.
const date = '2027-03-09';
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
 * @property {'dark'} [colorScheme]
 * @property {{ width: number; height: number }} [viewport]
 * @property {string} [locale]
 * @property {string[]} [chosen] what is typed into the lists of the panel, one after the other
 * @property {'Repeat'} [press] the button of the panel that is pressed last
 */

/** @type {Picture[]} */
const pictures = [
  { name: 'board', address: '/' },
  { name: 'board-dark', address: '/', colorScheme: 'dark' },
  { name: 'board-phone', address: '/', viewport: { width: 390, height: 844 } },
  { name: 'board-arabic', address: '/', locale: 'ar' },
  { name: 'week', address: '/?view=week' },
  { name: 'flow', address: '/?view=flow' },
  { name: 'booking', address: '/?new=1', chosen: ['bella', 'consultation'] },
  { name: 'repeat', address: '/?new=1', chosen: ['bella', 'consultation'], press: 'Repeat' },
  { name: 'requests', address: '/requests' },
  { name: 'messages', address: '/practice?part=messages' },
  { name: 'clients', address: '/clients' },
  { name: 'waiting', address: '/waiting' },
  { name: 'due', address: '/waiting?tab=due' },
  { name: 'shifts', address: '/shifts' },
  { name: 'reports', address: '/reports' },
  { name: 'setup', address: '/setup' },
];
const chosen = pictures.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

mkdirSync(folder, { recursive: true });
spawnSync(process.execPath, [launch, 'seed', '--date', date], { env: envOf(seeded), stdio: 'inherit' });

/**
 * Starts the product on a copy of the practice, because so many fresh browsers would exhaust the request budget of a
 * single key. Returns its address and a function that stops it.
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
  env: environmentWithAllFonts(),
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
});
/**
 * @param {Picture} picture
 * @param {string} baseURL
 */
async function take({ name, address, chosen: typed = [], press, ...options }, baseURL) {
  const page = await browser.newPage({
    baseURL,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    ...options,
  });
  await page.clock.install({ time: new Date(`${date}T10:40:00-04:00`) });
  await page.goto(address, { waitUntil: 'networkidle' });
  const loading = page.locator('[aria-busy="true"]');
  // Twice, since the page may be replaced by parts that load again.
  for (const _ of [1, 2]) {
    await page.locator('main:visible').first().waitFor();
    await loading.first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
  }
  for (const text of typed) {
    await page.keyboard.type(text);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
  }
  if (typed.length > 0) await page.getByRole('group', { name: 'Afternoon' }).getByRole('button').first().waitFor();
  if (press !== undefined) {
    await page.getByRole('button', { name: press, exact: true }).click();
    // The number of free dates is displayed once all have been checked.
    await page.getByText(/^\d+ free/).waitFor();
    await page.waitForLoadState('networkidle');
  }
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
