import type { Page } from '@playwright/test';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

const LATE_MS = 700;

/** Wide letters, and narrow ones. */
const FONTS = ['monospace', 'serif'] as const;

const sizes = [
  { width: 1280, height: 800, header: [48, 48], rows: [88, 88] },
  { width: 1440, height: 900, header: [40, 56], rows: [80, 96] },
  { width: 390, height: 844, header: [40, 211], rows: [80, 211] },
] as const;

/** Draws the pages to come in a font of the system, and notes what moves by itself in their rows. */
async function watch(page: Page, font: string): Promise<void> {
  await page.addInitScript((family) => {
    document.addEventListener('readystatechange', () =>
      document.documentElement.style.setProperty('--font-system', family),
    );
    const moves: { value: number; what: string[] }[] = [];
    Object.assign(window, { moves });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry && 'sources' in entry && 'hadRecentInput' in entry) || entry.hadRecentInput) continue;
        const sources: { node: Node | null }[] = Array.isArray(entry.sources) ? entry.sources : [];
        const what = sources.flatMap(({ node }) =>
          node instanceof Element && node.closest('header, search') ? [node.outerHTML.slice(0, 120)] : [],
        );
        if (what.length > 0) moves.push({ value: Number(entry.value), what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, font);
}

/** What has moved in the rows since the page was opened, as browsers report layout shifts. */
async function movesOf(page: Page): Promise<{ value: number; what: string[] }[]> {
  return page.evaluate(() => ('moves' in window ? (window.moves as { value: number; what: string[] }[]) : []));
}

const header = (page: Page) => page.getByRole('banner');
const filters = (page: Page) => page.getByRole('search', { name: 'Filters' });

/** Where each control of both rows is, by its name; the dates in the names left out. */
function places(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const found: Record<string, string> = {};
    for (const control of document.querySelectorAll(
      'header :is(button, input, select), search :is(button, input, select)',
    )) {
      if (!control.checkVisibility() || control.closest('fieldset[aria-busy], [popover]') !== null) continue;
      const { x, y, width, height } = control.getBoundingClientRect();
      const name = control.closest('h1')
        ? 'date'
        : (control.ariaLabel ?? control.closest('label, button')?.textContent ?? '');
      found[name] = `${x} ${y} ${width} ${height}`;
    }
    return found;
  });
}

async function goTo(page: Page, typed: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await page.getByRole('textbox', { name: 'Date' }).fill(typed);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Choose a date' })).toBeHidden();
}

/** Expects both rows to be as high as they may be, with nothing that stands out of them or takes a second line. */
async function expectRows(
  page: Page,
  expected: { header: readonly [number, number]; rows: readonly [number, number] },
) {
  const [top, below] = [await header(page).boundingBox(), await filters(page).boundingBox()];
  if (!top || !below) throw new Error('a row is missing');
  expect(top.height).toBeGreaterThanOrEqual(expected.header[0]);
  expect(top.height).toBeLessThanOrEqual(expected.header[1]);
  expect(below.height).toBeLessThanOrEqual(40);
  expect(top.height + below.height).toBeLessThanOrEqual(expected.rows[1]);
  for (const row of [header(page), filters(page)]) {
    expect(
      await row.evaluate((element) => [
        element.scrollWidth - element.clientWidth,
        element.scrollHeight - element.clientHeight,
      ]),
    ).toEqual([0, 0]);
    const lines = await row.evaluate((element) =>
      [...element.querySelectorAll('button, label')]
        .filter((control) => !control.closest('[popover]') && control.clientHeight > 36)
        .map((control) => control.textContent),
    );
    expect(lines).toEqual([]);
  }
}

test('both rows stand from the first paint and never move, however wide the screen and its letters are', async ({
  page,
  product,
}) => {
  const { store } = await firstCompany(product);
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.continue();
  });
  await watch(page, FONTS[0]);
  for (const { width, height, ...expected } of sizes) {
    await page.setViewportSize({ width, height });
    await page.goto(`/?store=${store.id}&view=rooms&date=2026-05-01`);
    await expect(page.getByText('Showing 0 of 0')).toBeAttached();
    await expect(filters(page).getByRole('group', { name: 'Status' }).getByRole('button')).not.toHaveCount(0);
    await expect(page.getByRole('main', { name: 'Board' })).toHaveAttribute('aria-busy', 'false');
    expect(await movesOf(page), `${width} pixels wide`).toEqual([]);
    for (const [font, typed, shown] of [
      [FONTS[0], '2026-09-30', '30 Sep'],
      [FONTS[1], '2026-05-01', '1 May'],
    ] as const) {
      await page.evaluate((family) => document.documentElement.style.setProperty('--font-system', family), font);
      await expectRows(page, expected);
      const before = await places(page);
      expect(Object.keys(before).length).toBeGreaterThan(8);
      await goTo(page, typed);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(shown);
      expect(await places(page), `${width} pixels wide, in ${font}`).toEqual(before);
    }
  }
});
