import { expectAccessible } from './axe.ts';
import { fullDay, openBoard } from './board.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './practice.ts';

// Many boards are opened in a minute on one key: what reads ahead is told to wait, which the browser logs.
test.use({ expectConsole: [/status of 429/] });

test('views are accessible, the day on a phone, too, and none is wider than the screen', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  const [desk, phone] = [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ];
  const full = `rooms&date=${fullDay(store.timeZone)}`;
  for (const [view, size] of [
    [full, desk],
    ['week', desk],
    ['overview', desk],
    ['flow', desk],
    [full, phone],
  ] as const) {
    await page.setViewportSize(size);
    await openBoard(page, `/?store=${store.id}&view=${view}`);
    await expectAccessible(page, `${view}, ${size.width} pixels wide`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
});

test('an empty day and the list of its vets are accessible', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  await openBoard(page, `/?store=${store.id}&date=2041-01-01`);
  await expect(page.getByText('Showing 0 of 0')).toBeVisible();
  await page.getByRole('search', { name: 'Filters' }).getByRole('combobox', { name: 'Vet' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page, 'an empty day and its vets');
});
