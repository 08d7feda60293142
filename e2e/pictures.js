// Takes the pictures of docs/pictures: the real product on the demo practice of a fixed Tuesday, late in the morning.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.js';

const date = '2026-03-10';
const now = new Date('2026-03-10T10:40:00-04:00');
const folder = join('docs', 'pictures');
const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-pictures-'));
const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
const launch = join('src', 'cli', 'launch.js');

/** @type {{ name: string; address: string; colorScheme?: 'dark'; viewport?: { width: number; height: number }; locale?: string }[]} */
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
  { name: 'booking', address: '/?new=1' },
  { name: 'finder', address: '/appointments' },
  { name: 'setup', address: '/setup' },
];

mkdirSync(folder, { recursive: true });
spawnSync(process.execPath, [launch, 'seed', '--date', date], { env, stdio: 'inherit' });
const product = spawn(process.execPath, [launch, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
});
try {
  const line = await new Promise((resolve) =>
    createInterface({ input: product.stdout }).on('line', (text) => {
      if (text.includes('is ready at')) resolve(text);
    }),
  );
  const baseURL = /http:\/\/\S+/.exec(line)?.[0] ?? '';
  for (const { name, address, ...options } of pictures) {
    const page = await browser.newPage({
      baseURL,
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
      ...options,
    });
    await page.clock.setFixedTime(now);
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
  }
} finally {
  await browser.close();
  product.kill();
  await new Promise((resolve) => product.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}
