import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { type DevTools, deleteProfile, startBrowser } from './devtools.ts';

/** How a page loaded, in milliseconds from the beginning of the navigation. */
export interface Load {
  /** First contentful paint. */
  paint: number;
  /** When the day was painted, as the page records it (`day-drawn`). */
  drawn: number;
  /** Processor time of the page's main thread until then. */
  cpu: number;
}

const CATEGORIES = ['blink.user_timing', 'loading', 'disabled-by-default-devtools.timeline', 'devtools.timeline'];

const traceEventSchema = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Microseconds. */
  ts: z.number(),
  dur: z.optional(z.number()),
  tdur: z.optional(z.number()),
  args: z.optional(z.looseObject({ data: z.optional(z.looseObject({ documentLoaderURL: z.optional(z.string()) })) })),
});
type TraceEvent = z.infer<typeof traceEventSchema>;

interface LoadOptions {
  /** How many times slower the page's processor is. */
  throttle: number;
}

/** Opens a new page at an address, traces it until the day is drawn, and returns how it loaded. */
async function loadPage(browser: DevTools, address: string, { throttle }: LoadOptions): Promise<Load> {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', newWindow: true });
  const attached = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const session = z.string().parse(attached['sessionId']);
  const page = (method: string, params = {}) => browser.send(method, params, session);
  await page('Emulation.setDeviceMetricsOverride', { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false });
  await page('Emulation.setTimezoneOverride', { timezoneId: 'UTC' });
  await page('Emulation.setCPUThrottlingRate', { rate: throttle });
  const events: TraceEvent[] = [];
  const stop = browser.on('Tracing.dataCollected', ({ value }) => {
    for (const event of z.array(z.unknown()).parse(value)) {
      const read = traceEventSchema.safeParse(event);
      if (read.success) events.push(read.data);
    }
  });
  await browser.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  });
  await page('Page.navigate', { url: address });
  await untilDrawn(page);
  const complete = new Promise<void>((resolve) => {
    const unsubscribe = browser.on('Tracing.tracingComplete', () => {
      unsubscribe();
      resolve();
    });
  });
  await browser.send('Tracing.end');
  await complete;
  stop();
  return readLoad(events);
}

const POLL_MS = 300;
const LONGEST_MS = 60_000;

/** Waits for the page's mark. Each look costs the page less than a millisecond. */
async function untilDrawn(page: (method: string, params?: object) => Promise<Record<string, unknown>>): Promise<void> {
  const expression = `performance.getEntriesByName('day-drawn').length`;
  for (let waited = 0; waited < LONGEST_MS; waited += POLL_MS) {
    await sleep(POLL_MS);
    const { result } = await page('Runtime.evaluate', { expression });
    if (z.object({ value: z.number() }).parse(result).value > 0) return;
  }
  throw new Error('the day was not drawn within a minute');
}

/** How often a page is loaded until the browser has stored its compiled code, and how long it stays open each time. */
const WARM_UPS = 3;
const OPEN_MS = 6_000;

/** Loads a page several times into a profile, until the browser has cached its files and their compiled code. */
async function warmUp(profile: string, address: string): Promise<void> {
  for (let visit = 0; visit < WARM_UPS; visit += 1) {
    const browser = await startBrowser(profile);
    await browser.send('Target.createTarget', { url: address });
    await sleep(OPEN_MS);
    await browser.close();
  }
}

/** Reads from a trace how the page with the mark loaded. */
function readLoad(events: readonly TraceEvent[]): Load {
  const mark = events.find(({ name }) => name === 'day-drawn');
  if (mark === undefined) throw new Error('the trace has no mark of the drawn day');
  const ofThread = events.filter(({ pid, tid }) => pid === mark.pid && tid === mark.tid);
  // Before it is the blank page's; after it may be changes of the address.
  const isStart = ({ name, args }: TraceEvent) =>
    name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith('http') === true;
  const start = Math.min(...ofThread.filter(isStart).map(({ ts }) => ts));
  const painted = ofThread.find(({ name, ts }) => name === 'firstContentfulPaint' && ts >= start);
  const tasks = ofThread.filter(
    ({ name, ph, ts, dur = 0 }) => name === 'RunTask' && ph === 'X' && ts + dur > start && ts < mark.ts,
  );
  // The task that sets the mark counts up to it.
  const share = ({ ts, dur = 0 }: TraceEvent) => Math.min(1, (mark.ts - ts) / Math.max(1, dur));
  const cpu = tasks.reduce((sum, task) => sum + (task.tdur ?? task.dur ?? 0) * share(task), 0);
  const since = (ts: number) => (ts - start) / 1000;
  return { paint: since(painted?.ts ?? Number.NaN), drawn: since(mark.ts), cpu: cpu / 1000 };
}

interface LoadsOptions extends LoadOptions {
  runs: number;
  /** The days that are shown in turn. */
  dates: readonly string[];
}

/**
 * Loads the pages in turns, so that other load on the machine affects them equally: each in a new browser with an empty
 * profile (cold), and in one whose profile has loaded it before (warm), with the service worker and all caches, as every
 * morning at a desk. A warm page shows another day than the last one. `addressOn` gives the address of a page on a date.
 */
export async function measureLoads(
  pages: readonly { addressOn: (date: string) => string }[],
  { runs, dates, throttle }: LoadsOptions,
): Promise<{ cold: Load[]; warm: Load[] }[]> {
  const newProfile = () => mkdtempSync(join(tmpdir(), 'frontdesk-profile-'));
  const measured = pages.map((page) => ({
    ...page,
    profile: newProfile(),
    cold: [] as Load[],
    warm: [] as Load[],
  }));
  const [firstDate = '', ...otherDates] = dates;
  try {
    for (const { addressOn, profile } of measured) await warmUp(profile, addressOn(firstDate));
    for (let run = 0; run < runs; run += 1) {
      const date = [...otherDates, firstDate][run % dates.length] ?? firstDate;
      for (const { addressOn, profile, cold, warm } of measured) {
        const empty = newProfile();
        cold.push(await loadOnce(empty, addressOn(date), { throttle }));
        await deleteProfile(empty);
        warm.push(await loadOnce(profile, addressOn(date), { throttle }));
      }
    }
  } finally {
    for (const { profile } of measured) await deleteProfile(profile);
  }
  return measured;
}

async function loadOnce(profile: string, address: string, options: LoadOptions): Promise<Load> {
  const browser = await startBrowser(profile);
  try {
    return await loadPage(browser, address, options);
  } finally {
    await browser.close();
  }
}
