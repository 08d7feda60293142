import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../e2e/find-browser.js';
import { markdownTable } from './api/measure.ts';
import { createBenchPractice } from './board/practice.ts';
import { startBenchServer } from './board/server.ts';

const DATE = '2026-06-10';
const ROOMS = 12;
/** One page, the measure for what comes with tens of thousands of rows. */
const FEW = 500;
const MANY = 50_000;
const FRAMES = 400;
/** How far a hard flick of the wheel goes within a frame. */
const PIXELS_A_FRAME = 1500;

const root = fileURLToPath(new URL('..', import.meta.url));

interface Figures {
  loadMs: number;
  heapBytes: number;
  /** Milliseconds between frames while scrolling, in order of length. */
  frames: number[];
  /** The longest task of the page's thread, in milliseconds, while pages come in and while scrolling; 0 below 50. */
  longestTaskMs: number;
  /** Rows in the document at the end. */
  drawn: number;
}

/** Scrolls to the end again and again until every page is there. */
async function loadAll(page: Page, rows: number): Promise<number> {
  return page.evaluate(async (last) => {
    const began = performance.now();
    const scroller = document.querySelector('table')?.parentElement;
    if (!scroller) throw new Error('there is no list');
    while (!document.querySelector(`tr[aria-rowindex="${last}"] a`)) {
      scroller.scrollTop = scroller.scrollHeight;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return performance.now() - began;
  }, rows + 1);
}

function scroll(page: Page): Promise<number[]> {
  return page.evaluate(
    async ({ count, step }) => {
      const scroller = document.querySelector('table')?.parentElement;
      if (!scroller) throw new Error('there is no list');
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      scroller.scrollTop = 0;
      const gaps: number[] = [];
      let direction = 1;
      let before = await frame();
      for (let index = 0; index < count; index += 1) {
        if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1) direction = -1;
        if (scroller.scrollTop <= 0) direction = 1;
        scroller.scrollTop += step * direction;
        const now = await frame();
        gaps.push(now - before);
        before = now;
      }
      return gaps.sort((one, other) => one - other);
    },
    { count: FRAMES, step: PIXELS_A_FRAME },
  );
}

/** Notes how long the longest task is from now on. */
function watchTasks(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.dataset['longestTask'] = '0';
    new PerformanceObserver((list) => {
      const longest = Math.max(...list.getEntries().map(({ duration }) => duration));
      const { dataset } = document.documentElement;
      dataset['longestTask'] = String(Math.max(longest, Number(dataset['longestTask'])));
    }).observe({ type: 'longtask' });
  });
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}

async function measure(browser: Browser, rows: number): Promise<Figures> {
  const server = await startBenchServer(createBenchPractice(ROOMS, rows, [DATE]), join(root, 'dist', 'client'), root);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await page.goto(`${server.url}/appointments?from=${DATE}&to=${DATE}`);
    await page.waitForSelector('tr[aria-rowindex="2"] a');
    await watchTasks(page);
    const loadMs = await loadAll(page, rows);
    const frames = await scroll(page);
    const heapBytes = await heapOf(session);
    const longestTaskMs = Number(await page.locator('html').getAttribute('data-longest-task'));
    return { loadMs, heapBytes, frames, longestTaskMs, drawn: await page.locator('tbody tr').count() };
  } finally {
    await page.context().close();
    await server.close();
  }
}

/** `npm run bench -- finder`: the endless list at 50,000 rows against the same list at one page, in one run. */
export async function run(): Promise<void> {
  // The browser needs both cores; the command pins its own process to one.
  if (cpus().length > 1) spawnSync('taskset', ['-pac', `0-${cpus().length - 1}`, String(process.pid)]);
  // Any use of the command builds the app first where it must.
  spawnSync(process.execPath, [join('src', 'cli', 'launch.js'), '--help'], { cwd: root, stdio: 'ignore' });
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const few = await measure(browser, FEW);
    const many = await measure(browser, MANY);
    const share = (figures: Figures, part: number) =>
      figures.frames[Math.min(figures.frames.length - 1, Math.floor(figures.frames.length * part))] ?? Number.NaN;
    const row = (name: string, of: (figures: Figures) => number, digits = 0) => [
      name,
      of(few).toFixed(digits),
      of(many).toFixed(digits),
      of(few) === 0 ? '' : (of(many) / of(few)).toFixed(2),
    ];
    console.log(
      markdownTable([
        ['', `${FEW} rows`, `${MANY} rows`, 'ratio'],
        row('all pages read, scrolling down, ms', ({ loadMs }) => loadMs),
        row('JavaScript heap, MB', ({ heapBytes }) => heapBytes / 2 ** 20, 1),
        row('frame while scrolling, median, ms', (figures) => share(figures, 0.5), 1),
        row('frame while scrolling, 95 of 100, ms', (figures) => share(figures, 0.95), 1),
        row('longest frame, ms', (figures) => share(figures, 1), 1),
        row('longest task, ms', ({ longestTaskMs }) => longestTaskMs),
        row('rows in the document', ({ drawn }) => drawn),
      ]),
    );
    console.log(`\nheap for one row more: ${((many.heapBytes - few.heapBytes) / (MANY - FEW) / 1024).toFixed(2)} kB`);
  } finally {
    await browser.close();
  }
}
