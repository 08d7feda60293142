import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { findBrowser } from '../e2e/find-browser.js';
import { markdownTable } from './api/measure.ts';
import { type BenchPractice, createBenchPractice } from './board/practice.ts';
import { type BenchServer, startBenchServer } from './board/server.ts';

const RUNS = 5;
const THROTTLE = 4;
const IDLE_MS = 16_000;
const DATES = ['2026-06-10', '2026-06-11'] as const;

const root = fileURLToPath(new URL('..', import.meta.url));

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Milliseconds from a click on the named button to the frame in which `selector` is there, or is no longer there. */
function timeClick(page: Page, button: string, selector: string, there: boolean): Promise<number> {
  return page.evaluate(
    async ({ button, selector, there }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const found = [...document.querySelectorAll('button')].find(
        (element) => (element.getAttribute('aria-label') ?? element.textContent)?.startsWith(button) === true,
      );
      if (!found) throw new Error(`there is no button ${button}`);
      await frame();
      const began = performance.now();
      found.click();
      while ((document.querySelector(selector) !== null) !== there) await frame();
      await frame();
      return performance.now() - began;
    },
    { button, selector, there },
  );
}

function firstBlock(practice: BenchPractice, date: string): string {
  return `[data-appointment="${practice.day(date)[0]?.id}"]`;
}

async function open(browser: Browser, address: string, practice: BenchPractice, throttle = 1) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  if (throttle > 1) {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  }
  await page.goto(address);
  await page.waitForSelector(firstBlock(practice, DATES[0]), { state: 'attached' });
  const drawn = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return performance.now();
  });
  return { page, drawn };
}

interface Figures {
  load: number;
  nextDay: number;
  filter: number;
}

/** Measures both in turns, so that what else the machine does meets them alike. */
async function measure(browser: Browser, addresses: readonly string[], practice: BenchPractice): Promise<Figures[]> {
  const taken = addresses.map(() => ({ load: [] as number[], nextDay: [] as number[], filter: [] as number[] }));
  for (let run = 0; run < RUNS; run += 1) {
    for (const [index, address] of addresses.entries()) {
      const { page, drawn } = await open(browser, address, practice, THROTTLE);
      taken[index]?.load.push(drawn);
      await page.context().close();
    }
  }
  const [first, second] = [firstBlock(practice, DATES[0]), firstBlock(practice, DATES[1])];
  const pages: Page[] = [];
  for (const address of addresses) {
    const { page } = await open(browser, address, practice);
    // The neighbouring day is read ahead when the page has come to rest.
    await page.waitForLoadState('networkidle');
    pages.push(page);
  }
  for (let run = -2; run < RUNS; run += 1) {
    for (const [index, page] of pages.entries()) {
      await page.bringToFront();
      const forth = await timeClick(page, 'Next day', second, true);
      const back = await timeClick(page, 'Previous day', first, true);
      const on = await timeClick(page, 'confirmed', '[data-faded]', true);
      const off = await timeClick(page, 'confirmed', '[data-faded]', false);
      // The first two turns warm up.
      if (run < 0) continue;
      taken[index]?.nextDay.push(forth, back);
      taken[index]?.filter.push(on, off);
    }
  }
  for (const page of pages) await page.context().close();
  return taken.map(({ load, nextDay, filter }) => ({
    load: median(load),
    nextDay: median(nextDay),
    filter: median(filter),
  }));
}

/** How many blocks are touched when another desk changes one appointment. */
async function redrawn(browser: Browser, server: BenchServer, practice: BenchPractice): Promise<number> {
  const { page } = await open(browser, `${server.url}/?date=${DATES[0]}`, practice);
  const [record] = practice.day(DATES[0]);
  if (!record) throw new Error('the day is empty');
  await page.evaluate(() => {
    const touched = new Set<string>();
    new MutationObserver((mutations) => {
      for (const { target } of mutations) {
        const element = target instanceof Element ? target : target.parentElement;
        const key = element?.closest('[data-appointment]')?.getAttribute('data-appointment');
        if (key) touched.add(key);
      }
      document.body.dataset['touched'] = String(touched.size);
    }).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['aria-label', 'style', 'title'],
    });
  });
  server.change([{ ...record, status: 'completed', updatedAt: new Date().toISOString() }]);
  await page.waitForSelector(`[data-appointment="${record.id}"][data-fresh]`, { state: 'attached' });
  const count = await page.evaluate(() => Number(document.body.dataset['touched']));
  server.change([]);
  await page.context().close();
  return count;
}

/** The longest task while nobody does anything, live polling included, in milliseconds; 0 where none is over 50. */
async function longestIdleTask(browser: Browser, server: BenchServer, practice: BenchPractice): Promise<number> {
  const { page } = await open(browser, `${server.url}/?date=${DATES[0]}`, practice);
  await page.waitForLoadState('networkidle');
  const [record] = practice.day(DATES[0]);
  if (record) server.change([{ ...record, status: 'completed', updatedAt: new Date().toISOString() }]);
  const longest = await page.evaluate(async (length) => {
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    });
    observer.observe({ type: 'longtask' });
    await new Promise((resolve) => setTimeout(resolve, length));
    observer.disconnect();
    return longest;
  }, IDLE_MS);
  server.change([]);
  await page.context().close();
  return longest;
}

/** `npm run bench -- board`: the board beside a grid positioned by hand, in real Chromium; medians in milliseconds. */
export async function run(): Promise<void> {
  const floor = mkdtempSync(join(tmpdir(), 'frontdesk-floor-'));
  // The browser needs both cores; the command pins its own process to one.
  if (cpus().length > 1) spawnSync('taskset', ['-pac', `0-${cpus().length - 1}`, String(process.pid)]);
  // What runs this file says "development", and both builds would believe it.
  process.env['NODE_ENV'] = 'production';
  // Any use of the command builds the app first where it must.
  spawnSync(process.execPath, [join('src', 'cli', 'launch.js'), '--help'], { cwd: root, stdio: 'ignore' });
  await build({
    configFile: false,
    root: join(root, 'bench', 'board', 'floor'),
    base: '/floor/',
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: floor, emptyOutDir: true },
  });
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
  });
  try {
    for (const [rooms, appointments] of [
      [12, 300],
      [20, 1000],
    ] as const) {
      const practice = createBenchPractice(rooms, appointments, DATES);
      const server = await startBenchServer(practice, join(root, 'dist', 'client'), floor);
      const addresses = [`${server.url}/floor/`, `${server.url}/?date=${DATES[0]}`];
      const [hand, board] = await measure(browser, addresses, practice);
      if (!hand || !board) throw new Error('nothing was measured');
      const row = (name: string, one: number, other: number) => [
        name,
        one.toFixed(0),
        other.toFixed(0),
        (other / one).toFixed(2),
      ];
      console.log(`\n${rooms} rooms, ${appointments} appointments a day, medians of ${RUNS} or more in milliseconds\n`);
      console.log(
        markdownTable([
          ['', 'by hand', 'board', 'ratio'],
          row(`cold load to drawn day, CPU ${THROTTLE}× slower`, hand.load, board.load),
          row('another day, read ahead', hand.nextDay, board.nextDay),
          row('a filter on or off', hand.filter, board.filter),
        ]),
      );
      console.log(`\nblocks redrawn for one changed appointment: ${await redrawn(browser, server, practice)}`);
      console.log(
        `longest task while idle and live: ${(await longestIdleTask(browser, server, practice)).toFixed(0)} ms`,
      );
      await server.close();
    }
  } finally {
    await browser.close();
    rmSync(floor, { recursive: true, force: true });
  }
}
