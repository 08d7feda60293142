import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { PracticeInMemory } from '#testing/practice-in-memory.ts';
import { findBrowser } from '../e2e/find-browser.js';
import { markdownTable, quantile } from './api/measure.ts';
import { root } from './api/processes.ts';
import { measureLoads } from './board/load.ts';
import { createBenchPractice } from './board/practice.ts';
import { startBenchServer } from './board/server.ts';

export const usage = `npm run bench -- board [options]
  --runs N           how often each step is measured (default 9)
  --appointments N   120, 300 or 1000 appointments a day (default all three)
`;
export const defaults = { runs: 9, appointments: 0 };

const THROTTLE = 4;
const IDLE_MS = 16_000;
/** In the future, so that a booking has free start times. */
const DATES = ['2031-06-11', '2031-06-12'] as const;

/** Milliseconds from a click on the named button to the frame in which `selector` appears or disappears. */
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

function firstOf(practice: PracticeInMemory, date: string) {
  const found = practice.appointments.find(({ start }) => start.startsWith(date));
  if (found === undefined) throw new Error('the day is empty');
  return found;
}

const firstBlock = (practice: PracticeInMemory, date: string) => `[data-appointment="${firstOf(practice, date).id}"]`;

/** Changes an appointment at another desk. */
function changeElsewhere(practice: PracticeInMemory): string {
  const { id, status } = firstOf(practice, DATES[0]);
  practice.change(id, { status: status === 'completed' ? 'confirmed' : 'completed' });
  return id;
}

async function open(browser: Browser, address: string, practice: PracticeInMemory) {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    timezoneId: 'UTC',
    serviceWorkers: 'block',
  });
  await page.goto(address);
  await page.waitForSelector(firstBlock(practice, DATES[0]), { state: 'attached' });
  await page.waitForFunction(() => performance.getEntriesByName('day-drawn').length > 0);
  return { page, worked: await watchThread(page) };
}

type Kind = 'cold paint' | 'cold' | 'warm paint' | 'warm' | 'day' | 'filter';

/** Milliseconds of elapsed time, and of the main thread's processor time. */
interface Figure {
  clock: number;
  cpu: number;
}
type Figures = Record<Kind, Figure>;

/** Starts measuring the processor time of the page's main thread, in milliseconds. */
async function watchThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}

type Measurements = Record<Kind, Figure[]>;

/**
 * Measures all candidates in turns, so that other load on the machine affects them equally. The addresses have the day as
 * their `date`.
 */
async function measure(
  browser: Browser,
  addresses: readonly string[],
  { practice, runs }: { practice: PracticeInMemory; runs: number },
): Promise<Figures[]> {
  const pages = addresses.map((address) => ({ addressOn: (date: string) => address.replace(DATES[0], date) }));
  const loads = await measureLoads(pages, { runs, dates: DATES, throttle: THROTTLE });
  const measurements = loads.map(
    ({ cold, warm }): Measurements => ({
      'cold paint': cold.map(({ paint }) => ({ clock: paint, cpu: Number.NaN })),
      cold: cold.map(({ drawn, cpu }) => ({ clock: drawn, cpu })),
      'warm paint': warm.map(({ paint }) => ({ clock: paint, cpu: Number.NaN })),
      warm: warm.map(({ drawn, cpu }) => ({ clock: drawn, cpu })),
      day: [],
      filter: [],
    }),
  );
  await measureSteps(browser, addresses, { practice, runs, measurements });
  return measurements.map((figures) => {
    const middle = (kind: Kind): Figure => {
      const of = (part: keyof Figure) => figures[kind].map((figure) => figure[part]);
      return { clock: quantile(of('clock'), 0.5), cpu: quantile(of('cpu'), 0.5) };
    };
    return {
      ...{ 'cold paint': middle('cold paint'), cold: middle('cold') },
      ...{ 'warm paint': middle('warm paint'), warm: middle('warm') },
      ...{ day: middle('day'), filter: middle('filter') },
    };
  });
}

async function measureSteps(
  browser: Browser,
  addresses: readonly string[],
  { practice, runs, measurements }: { practice: PracticeInMemory; runs: number; measurements: readonly Measurements[] },
): Promise<void> {
  const [first, second] = [firstBlock(practice, DATES[0]), firstBlock(practice, DATES[1])];
  const pages: { page: Page; worked: () => Promise<number> }[] = [];
  for (const address of addresses) {
    const opened = await open(browser, address, practice);
    // The neighbouring day is prefetched when the page has settled.
    await opened.page.waitForLoadState('networkidle');
    pages.push(opened);
  }
  for (let run = -2; run < runs; run += 1) {
    for (const [index, { page, worked }] of pages.entries()) {
      await page.bringToFront();
      const step = async (kind: Kind, button: string, selector: string, there: boolean) => {
        const before = await worked();
        const clock = await timeClick(page, button, selector, there);
        const cpu = (await worked()) - before;
        // The first two rounds are a warm-up.
        if (run >= 0) measurements[index]?.[kind].push({ clock, cpu });
      };
      await step('day', 'Next day', second, true);
      await step('day', 'Previous day', first, true);
      await step('filter', 'Confirmed', '[data-faded]', true);
      await step('filter', 'Confirmed', '[data-faded]', false);
    }
  }
  for (const { page } of pages) await page.context().close();
}

/** The number of blocks that are rendered again when another desk changes one appointment. */
async function redrawn(browser: Browser, address: string, practice: PracticeInMemory): Promise<number> {
  const { page } = await open(browser, address, practice);
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
  const id = changeElsewhere(practice);
  await page.waitForSelector(`[data-appointment="${id}"][data-fresh]`, { state: 'attached' });
  const count = await page.evaluate(() => Number(document.body.dataset['touched']));
  await page.context().close();
  return count;
}

/** The longest task on an idle page, including live polls, in milliseconds; 0 if none takes more than 50. */
async function longestIdleTask(browser: Browser, address: string, practice: PracticeInMemory): Promise<number> {
  const { page } = await open(browser, address, practice);
  await page.waitForLoadState('networkidle');
  changeElsewhere(practice);
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
  await page.context().close();
  return longest;
}

/**
 * The time from a key or a click to the next frame, measured with the browser's Event Timing, in milliseconds: the
 * median of each kind, the 75th percentile and the maximum.
 */
async function timeInteractions(
  browser: Browser,
  address: string,
  { practice, runs }: { practice: PracticeInMemory; runs: number },
): Promise<string[][]> {
  const { page } = await open(browser, address, practice);
  // By now the lazy parts are loaded and the neighbouring day is prefetched.
  await page.waitForLoadState('networkidle');
  const durations = await page.evaluateHandle(() => {
    const list: number[] = [];
    // The shortest duration that a browser reports; TypeScript does not know the option.
    const options = { type: 'event', durationThreshold: 16 };
    new PerformanceObserver((observed) => {
      for (const entry of observed.getEntries())
        if ('interactionId' in entry && Number(entry.interactionId) > 0) list.push(entry.duration);
    }).observe(options);
    return list;
  });
  const longestByName = new Map<string, number[]>();
  /** The events reported since the last call, including those of the last frames. */
  const reportedEvents = () =>
    durations.evaluate(async (list) => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => setTimeout(resolve, 100));
      return list.splice(0);
    });
  /** Records the longest event during `act`. */
  async function time(name: string, run: number, act: () => Promise<void>): Promise<void> {
    // The steps back to the starting point are drawn and reported first; otherwise they would count towards the next
    // measurement.
    await reportedEvents();
    await act();
    const longest = Math.max(0, ...(await reportedEvents()));
    // The first two rounds are a warm-up.
    if (run >= 0) longestByName.set(name, [...(longestByName.get(name) ?? []), longest]);
  }
  const dialog = page.getByRole('dialog');
  const details = page.getByRole('complementary', { name: 'Appointment' });
  const block = (date: string) => page.locator(firstBlock(practice, date));
  for (let run = -2; run < runs; run += 1) {
    await time('`n`: the booking form', run, async () => {
      await page.keyboard.press('n');
      await dialog.waitFor();
    });
    await dialog.getByRole('combobox', { name: 'Pet' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('pet');
    await dialog.getByRole('option', { name: /^Pet/ }).first().waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'Visit type' }).fill('visit');
    await dialog.getByRole('option').first().waitFor();
    const draft = page.locator('[data-event="draft"]');
    await time('a visit type: the free times', run, async () => {
      await page.keyboard.press('Enter');
      await page.locator('.free-starts').first().waitFor({ state: 'attached' });
      await draft.waitFor();
    });
    const before = await draft.textContent();
    await dialog.getByRole('textbox', { name: 'Start' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await time('a typed start moves the booking', run, async () => {
      await page.keyboard.type('14');
      await page.locator('[data-event="draft"]', { hasNotText: before ?? '' }).waitFor();
    });
    const typed = await draft.textContent();
    const box = await draft.boundingBox();
    await time('the booking is dragged', run, async () => {
      if (!box) return;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + box.height, { steps: 4 });
      await page.mouse.move(x, y + 2 * box.height, { steps: 4 });
      await page.mouse.up();
      await page.locator('[data-event="draft"]', { hasNotText: typed ?? '' }).waitFor();
    });
    await time('the next day of the panel', run, async () => {
      await dialog.getByRole('button', { name: 'Day after' }).click();
      await block(DATES[1]).waitFor({ state: 'attached' });
    });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await block(DATES[0]).waitFor({ state: 'attached' });
    await page.evaluate(() => sessionStorage.clear());
    const search = page.getByRole('combobox', { name: 'Search' });
    await page.keyboard.press('ControlOrMeta+k');
    await search.and(page.locator(':focus')).waitFor();
    await time('a letter in the search', run, async () => {
      await page.keyboard.press('p');
      await page.getByRole('option', { name: /^P/ }).first().waitFor();
    });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await time('the details of an appointment', run, async () => {
      await block(DATES[0]).click();
      await details.waitFor();
    });
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'hidden' });
    await time('another day', run, async () => {
      await page.getByRole('button', { name: 'Next day' }).click();
      await block(DATES[1]).waitFor({ state: 'attached' });
    });
    await page.getByRole('button', { name: 'Previous day' }).click();
    await block(DATES[0]).waitFor({ state: 'attached' });
    await time('another view', run, async () => {
      await page.keyboard.press('2');
      await page.getByText('Vet 0').first().waitFor({ state: 'attached' });
    });
    await page.keyboard.press('1');
    await page.getByText('Room 1', { exact: true }).first().waitFor({ state: 'attached' });
  }
  await page.context().close();
  return [...longestByName].map(([name, list]) =>
    [name, quantile(list, 0.5), quantile(list, 0.75), Math.max(...list)].map(String),
  );
}

const pagesFolder = join(root, 'bench', 'board', 'pages');

/** Builds the page of the plain calendar into a separate folder. */
async function buildPages(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: pagesFolder,
    base: '/pages/',
    logLevel: 'error',
    plugins: [react()],
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'esnext',
      rollupOptions: { input: join(pagesFolder, 'plain-fullcalendar.html') },
    },
  });
}

/**
 * `npm run bench -- board`: compares the calendar with a plain FullCalendar in real Chromium; medians in milliseconds.
 */
export async function run({ runs, appointments }: typeof defaults): Promise<void> {
  const pages = mkdtempSync(join(tmpdir(), 'frontdesk-pages-'));
  // The browser needs both cores; the command pins its own process to one.
  if (cpus().length > 1) spawnSync('taskset', ['-pac', `0-${cpus().length - 1}`, String(process.pid)]);
  // The Vite runner of this file sets "development", which both builds would use.
  process.env['NODE_ENV'] = 'production';
  // Any use of the command builds the app first if necessary.
  spawnSync(process.execPath, [join('src', 'cli', 'launch.js'), '--help'], { cwd: root, stdio: 'ignore' });
  await buildPages(pages);
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const sizes = [
      { rooms: 8, appointments: 120 },
      { rooms: 12, appointments: 300 },
      { rooms: 20, appointments: 1000 },
    ];
    for (const size of sizes.filter((one) => appointments === 0 || one.appointments === appointments)) {
      const practice = createBenchPractice(DATES, { ...size, withPlan: false });
      const served = { app: join(root, 'dist', 'client'), pages };
      const server = await startBenchServer(practice, served);
      const planned = await startBenchServer(createBenchPractice(DATES, { ...size, withPlan: true }), served);
      const address = `${server.url}/?date=${DATES[0]}`;
      const addresses = [
        `${server.url}/pages/plain-fullcalendar.html?date=${DATES[0]}`,
        address,
        `${planned.url}/?date=${DATES[0]}`,
      ];
      const [plain, ...boards] = await measure(browser, addresses, { practice, runs });
      if (!plain) throw new Error('nothing was measured');
      const row = (name: string, kind: Kind, part: keyof Figure) => [
        name,
        plain[kind][part].toFixed(0),
        ...boards.map((figures) => {
          const ratio = (figures[kind][part] / plain[kind][part]).toFixed(2);
          return `${figures[kind][part].toFixed(0)} (${ratio}×)`;
        }),
      ];
      console.log(`\n${size.rooms} rooms, ${size.appointments} appointments a day, medians in milliseconds\n`);
      console.log(
        markdownTable([
          ['', 'plain FullCalendar', 'board', 'board with a plan'],
          row(`cold, CPU ${THROTTLE}× slower: first contentful paint`, 'cold paint', 'clock'),
          row('… drawn day', 'cold', 'clock'),
          row('… processor time', 'cold', 'cpu'),
          row(`warm, CPU ${THROTTLE}× slower: first contentful paint`, 'warm paint', 'clock'),
          row('… drawn day', 'warm', 'clock'),
          row('… processor time', 'warm', 'cpu'),
          row('another day, read ahead', 'day', 'clock'),
          row('… processor time', 'day', 'cpu'),
          row('a filter on or off', 'filter', 'clock'),
          row('… processor time', 'filter', 'cpu'),
        ]),
      );
      console.log(`\nblocks touched by one changed appointment: ${await redrawn(browser, address, practice)}`);
      const longest = await longestIdleTask(browser, address, practice);
      console.log(`longest task while idle and live: ${longest.toFixed(0)} ms`);
      const interactions = await timeInteractions(browser, address, { practice, runs });
      console.log(
        `\n${markdownTable([['from input to the next paint', 'median', '75th percentile', 'slowest'], ...interactions])}`,
      );
      await server.close();
      await planned.close();
    }
  } finally {
    await browser.close();
    rmSync(pages, { recursive: true, force: true });
  }
}
