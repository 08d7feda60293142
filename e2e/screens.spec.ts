import { expectAccessible } from './axe.ts';
import { expectDay } from './board.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './practice.ts';

test('axe finds nothing on the pages beside the board, however wide they are', async ({ page, product }) => {
  const { company } = await firstCompany(product);
  await page.goto('/');
  await expectDay(page);
  await page.getByRole('button', { name: 'Begin with your own' }).click();
  await expectAccessible(page, 'the word about the demo');
  const pets: { data: { id: string; clientId: string }[] } = await page.evaluate(
    async (id) => (await fetch(`/api/v1/pets?limit=1&companyId=${id}`)).json(),
    company.id,
  );
  const [pet] = pets.data;
  for (const address of ['/settings', `/pets/${pet?.id}`, `/clients/${pet?.clientId}`, '/calender']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Loading/);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page, `${address}, ${width} pixels wide`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
});

test('a theme that was chosen stays, whatever the computer is set to', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.goto('/');
  await expectDay(page);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await ground()).toBe('rgb(20, 24, 27)');
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await ground()).toBe('rgb(20, 24, 27)');
});
