import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { createBenchPractice } from './board/practice.ts';
import { startBenchServer } from './board/server.ts';
const DATES = ['2026-06-10', '2026-06-11'] as const;
const [rooms, n] = (process.argv[2] ?? '12,300').split(',').map(Number);
const practice = createBenchPractice(rooms!, n!, DATES);
const server = await startBenchServer(practice, '/work/wt/board/dist/client', process.env['FLOOR'] ?? '/tmp/bd/floor');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-background-networking'] });
const addrs = process.argv[3] === 'floor' ? ['/floor/', `/?date=${DATES[0]}`] : [`/?date=${DATES[0]}`];
const pages = [];
for (const addr of addrs) {
  const ctx = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  const page = await ctx.newPage();
  page.on('pageerror', (e) => console.log(e));
  await page.goto(server.url + addr);
  await page.waitForSelector(`[data-appointment="${practice.day(DATES[0])[0]!.id}"]`, { state: 'attached' });
  await page.waitForLoadState('networkidle');
  const cdp = await ctx.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  pages.push({ page, cdp, cpu: {} as Record<string, number[]> });
}
const metrics = async (cdp: any) => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m: any) => [m.name, m.value]));
async function click(p: any, name: string, selector: string, there: boolean, label: string) {
  await p.page.bringToFront();
  const before = await metrics(p.cdp);
  await p.page.evaluate(async ({ button, selector, there }: any) => {
    const frame = () => new Promise((r) => requestAnimationFrame(r));
    const found = [...document.querySelectorAll('button')].find((e) => (e.getAttribute('aria-label') ?? e.textContent)?.startsWith(button));
    found!.click();
    while ((document.querySelector(selector) !== null) !== there) await frame();
    await frame();
  }, { button: name, selector, there });
  const after = await metrics(p.cdp);
  for (const k of ['TaskDuration','ScriptDuration','LayoutDuration','RecalcStyleDuration']) (p.cpu[`${label} ${k}`] ??= []).push((after[k]! - before[k]!) * 1000);
}
const first = `[data-appointment="${practice.day(DATES[0])[0]!.id}"]`, second = `[data-appointment="${practice.day(DATES[1])[0]!.id}"]`;
for (let run = 0; run < 9; run++) for (const p of pages) {
  if (run === 2) p.cpu = {};
  if (run === 4 && p === pages.at(-1) && process.argv[4]) { await p.cdp.send('Profiler.enable'); await p.cdp.send('Profiler.start'); }
  await click(p, 'Next day', second, true, 'day');
  await click(p, 'Previous day', first, true, 'day');
  if (run === 4 && p === pages.at(-1) && process.argv[4]) { const { profile } = await p.cdp.send('Profiler.stop'); writeFileSync(process.argv[4], JSON.stringify(profile)); }
  await click(p, 'confirmed', '[data-faded]', true, 'filter');
  await click(p, 'confirmed', '[data-faded]', false, 'filter');
}
const median = (v: number[]) => [...v].sort((a, b) => a - b)[Math.floor(v.length / 2)]!;
for (const p of pages) console.log(p.page.url(), Object.fromEntries(Object.entries(p.cpu).map(([k, v]) => [k, +median(v).toFixed(1)])));
await browser.close(); await server.close();
