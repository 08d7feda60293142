import type { Page } from '@playwright/test';
import { fullDay, openBoard } from './board.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './practice.ts';

const LATE_MS = 700;

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

for (const { width, height, ...expected } of sizes) {
  for (const [font, late] of [
    ['monospace', true],
    ['serif', false],
  ] as const) {
    test(`both rows stand from the first paint and never move, ${width} pixels wide in ${font}`, async ({
      page,
      product,
    }) => {
      const { store } = await firstCompany(product);
      await page.setViewportSize({ width, height });
      await watch(page, font);
      if (late)
        await page.route('**/api/**', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, LATE_MS));
          await route.continue();
        });
      await page.goto(`/?store=${store.id}&view=rooms&date=2026-05-01`);
      await expect(page.getByText('Showing 0 of 0')).toBeAttached();
      await expect(filters(page).getByRole('group', { name: 'Status' }).getByRole('button')).not.toHaveCount(0);
      await expect(page.getByRole('main', { name: 'Board' })).toHaveAttribute('aria-busy', 'false');
      expect(await movesOf(page)).toEqual([]);

      const [top, below] = [await header(page).boundingBox(), await filters(page).boundingBox()];
      if (!top || !below) throw new Error('a row is missing');
      expect(top.height).toBeGreaterThanOrEqual(expected.header[0]);
      expect(top.height).toBeLessThanOrEqual(expected.header[1]);
      expect(below.height).toBeLessThanOrEqual(40);
      expect(top.height + below.height).toBeLessThanOrEqual(expected.rows[1]);
      for (const row of [header(page), filters(page)]) {
        // Nothing stands out of a row, and no text of it takes a second line.
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

      const before = await places(page);
      expect(Object.keys(before).length).toBeGreaterThan(8);
      await goTo(page, '2026-09-30');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('30 Sep');
      expect(await places(page)).toEqual(before);
    });
  }
}

test('a date is chosen by typing it, by keys and by pointing', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  await openBoard(page, `/?store=${store.id}&view=rooms&date=2026-11-16`);
  const heading = page.getByRole('heading', { level: 1 });
  const button = heading.getByRole('button');
  const picker = page.getByRole('dialog', { name: 'Choose a date' });
  const field = picker.getByRole('textbox', { name: 'Date' });
  await button.click();
  await expect(field).toBeFocused();
  await page.keyboard.type('31.2.');
  await page.keyboard.press('Enter');
  await expect(picker.getByText('This is not a date.')).toBeVisible();
  await field.fill('24.12.2031');
  await expect(picker.getByText(/Enter goes to .*24 December 2031/)).toBeVisible();
  await expect(picker.getByRole('grid', { name: 'December 2031' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(heading).toContainText('24 December 2031');
  await expect(page).toHaveTitle(/24 Dec 2031 · .+ · Frontdesk$/);
  await expect(picker).toBeHidden();

  await button.click();
  await expect(picker.getByRole('grid')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(heading).toContainText('25 December 2031');

  await button.click();
  await picker.getByRole('button', { name: 'Previous month' }).click();
  await picker
    .getByRole('button', { name: /3 November 2031/ })
    .first()
    .click();
  await expect(heading).toContainText('3 November 2031');
  await page.getByRole('radio', { name: 'Week' }).check();
  await expect(heading).toHaveText('3 – 9 November 2031');
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(heading).toHaveText('10 – 16 November 2031');
  await button.click();
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await expect(button).toBeFocused();
});

test('a name goes to that store, boxes to several; keys go to views and to the board', {
  tag: '@every-browser',
}, async ({ page, product }) => {
  const { company } = await firstCompany(product);
  const [first, second] = company.stores;
  if (!first || !second) throw new Error('the practice has a single store');
  await openBoard(page, `/?store=${first.id}&view=rooms`);
  const button = page.getByRole('button', { name: /^Store: / });
  const menu = page.getByRole('dialog', { name: 'Store' });
  await button.click();
  await menu.getByRole('checkbox', { name: second.name }).check();
  await expect(button).toContainText('+1');
  await menu.getByRole('button', { name: second.name, exact: true }).click();
  await expect(menu).toBeHidden();
  await expect(button).toHaveAccessibleName(`Store: ${second.name}`);
  await button.click();
  await menu.getByRole('button', { name: 'All stores' }).click();
  await expect(button).toHaveAccessibleName('Store: All stores');

  await page.keyboard.press('3');
  await expect(page).toHaveURL(/view=week/);
  await page.keyboard.press('2');
  await expect(page.getByRole('radio', { name: 'Vets' })).toBeChecked();
  await openBoard(page, page.url());
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to board' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('main', { name: 'Board' }).locator(':focus').or(page.locator('main:focus')),
  ).toBeVisible();
});

test('a search that other filters cut short says how many it leaves out, also where filters are in a menu', async ({
  page,
  product,
}) => {
  const { store } = await firstCompany(product);
  await page.setViewportSize({ width: 800, height: 700 });
  await openBoard(page, `/?store=${store.id}&view=rooms&date=${fullDay(store.timeZone)}`);
  const bar = filters(page);
  const none = bar.getByRole('group', { name: 'Status' }).getByRole('button', { name: /, 0$/ }).first();
  await none.click();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search this day' })).toBeFocused();
  await page.keyboard.type('a');
  await expect(bar.getByRole('status')).toHaveText(/^\d+ more in other statuses · Show$/);
  await bar.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(none).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText('Showing 0 of')).toHaveCount(0);
  await expect(page).toHaveURL(/q=a/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/q=/);
});
