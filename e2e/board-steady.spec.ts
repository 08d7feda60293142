import type { Page } from '@playwright/test';
import { fullDay } from './board.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

const LATE_MS = 700;
/** What may move by itself while a page loads, as browsers count it. */
const ALLOWED = 0.005;

/** Screens, each with lists that come later than all else, by their paths. */
const screens = [
  { width: 1280, height: 800, later: {} },
  { width: 390, height: 844, later: { '/v1/pets': 2200, '/v1/employees': 2000, '/v1/availability': 1900 } },
] as const satisfies { width: number; height: number; later: Record<string, number> }[];

/** Notes what moves in the pages to come. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moves: { value: number; what: string[] }[] = [];
    Object.assign(window, { moves });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry && 'sources' in entry && 'hadRecentInput' in entry) || entry.hadRecentInput) continue;
        const sources: { node: Node | null }[] = Array.isArray(entry.sources) ? entry.sources : [];
        const what = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : String(node)));
        moves.push({ value: Number(entry.value), what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const [desk, phone] = screens;
type Screen = (typeof screens)[number];

/** As it is built and served; that all boards stand still on all screens is told by board-steady.browser.test.tsx. */
const boards: { view: string; on: Screen }[] = [
  { view: 'rooms', on: desk },
  { view: 'list', on: phone },
];

for (const { view, on } of boards) {
  test(`while ${view} of a store load nothing on the screen moves, however late the answers are`, async ({
    page,
    product,
  }) => {
    const { store } = await firstCompany(product);
    const asked = `store=${store.id}&view=${view}&date=${fullDay(store.timeZone)}`;
    await watch(page);
    const { width, height, later } = on;
    await page.setViewportSize({ width, height });
    let under = 0;
    await page.route('**/api/**', async (route) => {
      under += 1;
      const path = new URL(route.request().url()).pathname.replace('/api', '');
      const lateMs = Object.entries(later).find(([name]) => name === path)?.[1] ?? LATE_MS;
      await new Promise((resolve) => setTimeout(resolve, lateMs));
      await route.continue();
      under -= 1;
    });
    await page.goto(`/?${asked}`);
    await expect(page.getByRole('main', { name: 'Board' })).toHaveAttribute('aria-busy', 'false');
    await expect(page.locator('[data-appointment]').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => under).toBe(0);
    const moves = await page.evaluate(() =>
      'moves' in window ? (window.moves as { value: number; what: string[] }[]) : null,
    );
    if (moves === null) throw new Error('Nobody has watched.');
    const sum = moves.reduce((total, { value }) => total + value, 0);
    expect(sum, `${width} pixels wide: ${JSON.stringify(moves)}`).toBeLessThan(ALLOWED);
  });
}
