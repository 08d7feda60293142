import type { Page } from '@playwright/test';
import { expect, test } from './harness.ts';

/** Longer than any pause after which a field sends what is typed. */
const PAUSE_MS = 900;

/** The same in every browser's order of day and month: Chromium's own is not the page's. */
const TYPED = { day: '06062026', later: '07072026' };

const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search titles' });

/** What the page searches for, as the bodies of its requests. */
function searchesBy(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/appointments/search')) asked.push(request.postData() ?? '');
  });
  return asked;
}

test('a search goes on after a pause', async ({ page }) => {
  await page.goto('/appointments');
  await expect(page.getByTestId('matches')).toHaveText(/match/);
  await searchField(page).click();
  await page.keyboard.type('be', { delay: 60 });
  // The pause after which it is sent.
  await expect(page).toHaveURL(/q=be$/);
  await page.keyboard.type('lla ', { delay: 60 });
  await expect(page).toHaveURL(/q=bella/);
  await expect(searchField(page)).toBeFocused();
  await expect(searchField(page)).toHaveValue('bella ');
  await expect(page).toHaveURL(/q=bella$/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(page).not.toHaveURL(/q=/);
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type('rex');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(searchField(page)).toHaveValue('');
});

test('a day can be typed, fast and slowly', async ({ page }) => {
  for (const delay of [0, 120]) {
    await page.goto('/appointments');
    await expect(page.getByTestId('matches')).toHaveText(/match/);
    const asked = searchesBy(page);
    await page.getByLabel('Date from').focus();
    await page.keyboard.type(TYPED.day, { delay });
    await expect(page).toHaveURL(/from=2026-06-06$/);
    await expect(page.getByLabel('Date from')).toHaveValue('2026-06-06');
    // On to the next day, and sent with Enter.
    await page.getByLabel('Date to').focus();
    await page.keyboard.type(TYPED.later, { delay });
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/to=2026-07-07$/);
    await expect(page.getByTestId('matches')).toHaveText(/match/);
    expect(asked.filter((body) => body.includes('filter')).every((body) => body.includes('"2026-0'))).toBe(true);
    expect(asked.length).toBeLessThanOrEqual(2);
  }
});

test('each range of days can be typed, and what is no day yet is not asked for', async ({ page }) => {
  await page.clock.install();
  await page.goto('/appointments');
  await page.getByRole('button', { name: 'More filters' }).click();
  for (const label of ['End', 'Created', 'Updated', 'Checked in']) {
    await page.getByLabel(`${label} from`).focus();
    await page.keyboard.type(TYPED.day, { delay: 60 });
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(`${label} from`)).toHaveValue('2026-06-06');
  }
  await expect(page).toHaveURL(/endFrom=2026-06-06&createdFrom=2026-06-06&updatedFrom=2026-06-06&inFrom=2026-06-06/);
  await page.goto('/appointments?from=2026-06-15');
  await page.getByLabel('Date from').focus();
  await page.keyboard.type('010');
  await page.clock.runFor(PAUSE_MS);
  await page.getByLabel('Date to').click();
  await expect(page.getByLabel('Date from')).toHaveValue(/2026-\d\d-\d\d/);
});

test('Enter asks for an exact title and for an id', async ({ page }) => {
  await page.goto('/appointments');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Exact title').focus();
  await page.keyboard.type('Bella');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/title=Bella/);
  await expect(page.getByLabel('Exact title')).toBeFocused();
  await page.getByLabel(/Invoice id/).focus();
  await page.keyboard.type('none');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/invoice=none/);
});

test('arrows keep the option they reach in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto('/appointments');
  await expect(page.getByTestId('matches')).toHaveText(/match/);
  const category = page.getByRole('combobox', { name: 'Visit category' });
  await category.focus();
  await page.keyboard.press('ArrowDown');
  const options = page.getByRole('option');
  const count = await options.count();
  expect(count).toBeGreaterThan(15);
  for (let press = 1; press < count; press += 1) await page.keyboard.press('ArrowDown');
  const active = page.locator(`[id="${await category.getAttribute('aria-activedescendant')}"]`);
  const [option, list] = [
    await active.boundingBox(),
    await page.getByRole('listbox', { name: 'Visit category' }).boundingBox(),
  ];
  expect((option?.y ?? 0) + (option?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0) + 1);
});
