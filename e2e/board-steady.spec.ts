import type { Page } from '@playwright/test';
import { fullDay } from './board.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

const LATE_MS = 700;
/** What may move by itself while a page loads, as browsers count it. */
const ALLOWED = 0.005;

/** Screens, each with lists of names that come later than all else, by their paths. */
const screens = [
  { width: 1280, height: 800, later: {} },
  { width: 1920, height: 1080, later: { '/v1/pets': 2000 } },
  { width: 390, height: 844, later: { '/v1/pets': 4500, '/v1/employees': 2400 } },
  { width: 834, height: 1112, later: { '/v1/pets': 1200, '/v1/employees': 2000 } },
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

const [desk, wide, phone, tablet] = screens;
type Screen = (typeof screens)[number];

/** A board of each kind, and each screen once: that all of them stand still on all of these is told by board-steady.browser.test.tsx. */
const boards: { view: string; of: 'a store' | 'all stores'; on: Screen }[] = [
  { view: 'rooms', of: 'a store', on: desk },
  { view: 'vets', of: 'all stores', on: wide },
  { view: 'list', of: 'a store', on: phone },
  { view: 'week', of: 'a store', on: tablet },
];

for (const { view, of, on } of boards) {
  test(`while ${view} of ${of} load nothing on the screen moves, however late the answers are`, async ({
    page,
    product,
  }) => {
    const { store } = await firstCompany(product);
    const asked = `store=${of === 'a store' ? store.id : 'all'}&view=${view}&date=${fullDay(store.timeZone)}`;
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
