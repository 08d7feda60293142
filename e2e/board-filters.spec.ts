import { openBoard, showing, shownIds } from './board.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './practice.ts';

// Many boards are opened in a minute on one key: what reads ahead is told to wait, which the browser logs.
test.use({ expectConsole: [/status of 429/] });

test('filters act at once, add up, and are in the address', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  await openBoard(page, `/?store=${store.id}&view=week`);
  const { all, shown } = await showing(page);
  expect(shown).toBe(all);

  const status = page.getByRole('group', { name: 'Status' });
  const chips = await status.getByRole('button').all();
  const numbers = await Promise.all(
    chips.map(async (chip) => Number(/(\d+)$/.exec((await chip.getAttribute('aria-label')) ?? '')?.[1])),
  );
  expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(all);
  const [busiest] = [...numbers.entries()].sort((one, other) => other[1] - one[1])[0] ?? [0];
  const chip = chips[busiest];
  if (!chip) throw new Error('no status is offered');
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(`Showing ${numbers[busiest]} of ${all}`)).toBeVisible();
  const narrowed = await showing(page);
  expect(narrowed).toEqual({ shown: numbers[busiest], all });
  expect(narrowed.shown).toBeLessThan(all);
  await expect(page.locator('[data-appointment][data-faded]').first()).toBeAttached();

  await page.getByRole('checkbox', { name: 'Hide others' }).check();
  await expect(page.locator('[data-appointment][data-faded]')).toHaveCount(0);
  expect(await shownIds(page)).toHaveLength(narrowed.shown);

  await page.reload();
  await expect(page.getByText(`Showing ${numbers[busiest]} of ${all}`)).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText(`Showing ${all} of ${all}`)).toBeVisible();
});

test('the vet filter is searched by typing and driven by keys', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  await openBoard(page, `/?store=${store.id}&view=week`);
  const { all } = await showing(page);
  const vet = page.getByRole('combobox', { name: 'Vet' });
  await vet.click();
  const first = page.getByRole('option').first();
  const name = ((await first.locator('span').first().textContent()) ?? '').trim();
  const count = Number((await first.locator('span').last().textContent()) ?? '');
  await vet.fill(name.slice(0, 3));
  await vet.press('Enter');
  await expect(page.getByText(`Showing ${count} of ${all}`)).toBeVisible();
  await expect(page).toHaveURL(/vet=/);
  await vet.press('Escape');
  await page.getByRole('button', { name: 'Clear Vet' }).click();
  await expect(page.getByText(`Showing ${all} of ${all}`)).toBeVisible();
});

test('day, view and stores are in the address: back, reload and a link give the same screen', async ({
  page,
  product,
  context,
}) => {
  const { company } = await firstCompany(product);
  await openBoard(page, '/');
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page).toHaveURL(/date=\d{4}-\d{2}-\d{2}/);
  const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.getByRole('radio', { name: 'Vets' }).check();
  await expect(page).toHaveURL(/view=vets/);
  await page.getByRole('button', { name: /^Store:/ }).click();
  const second = company.stores[1]?.name ?? '';
  await page.getByRole('checkbox', { name: second }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/store=[^&]+,/);

  const link = await context.newPage();
  await openBoard(link, page.url());
  await expect(link.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(link.getByRole('radio', { name: 'Vets' })).toBeChecked();
  expect(await showing(link)).toEqual(await showing(page));

  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Rooms' })).toBeChecked();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await page.getByRole('button', { name: 'Previous day' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(heading);
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-current', 'date');
});
