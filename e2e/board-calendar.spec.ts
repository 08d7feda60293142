import { fullDay, openBoard, shownIds } from './board.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './practice.ts';

// Many boards are opened in a minute on one key: what reads ahead is told to wait, which the browser logs.
test.use({ expectConsole: [/status of 429/] });

const sizes = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
];

for (const font of ['system-ui', 'monospace']) {
  test(`a whole day of 8 to 18 h is seen without scrolling, in ${font}`, async ({ page, product }) => {
    const { store } = await firstCompany(product);
    await page.addInitScript((family) => {
      addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('--font-system', family));
    }, font);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await openBoard(page, `/?store=${store.id}&date=${fullDay(store.timeZone)}`);
      const board = page.getByRole('main', { name: 'Board' });
      await expect(board.locator('[data-appointment]').first()).toBeAttached();
      for (const hour of ['08', '17']) {
        const line = board.locator(`[data-time="${hour}:00:00"]`).last();
        await expect(line).toBeInViewport({ ratio: 0.99 });
      }
      // The first name of a quarter of an hour is whole: the line is as high as its letters.
      const lines = await board
        .locator('[data-appointment] b')
        .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().height));
      expect(Math.min(...lines)).toBeGreaterThanOrEqual(11);
    }
  });
}

test('hidden visits leave a mark where they take time, and a column of nothing else folds', async ({
  page,
  product,
}) => {
  const { store } = await firstCompany(product);
  await openBoard(page, `/?store=${store.id}&date=${fullDay(store.timeZone)}`);
  const all = await shownIds(page);
  const board = page.getByRole('main', { name: 'Board' });
  const columns = await board.getByRole('columnheader').allTextContents();
  // Whoever is on the first block is the only one who is not hidden.
  const name = (await board.locator('[data-appointment] b').first().textContent()) ?? '';
  await openBoard(page, `/?store=${store.id}&date=${fullDay(store.timeZone)}&hide=1&q=${encodeURIComponent(name)}`);
  const rails = board.getByRole('button', { name: / · \d+ hidden$/ });
  await expect(rails.first()).toBeVisible();
  const shown = await shownIds(page);
  expect(shown.length).toBeLessThan(all.length);
  const headings = await board.getByRole('columnheader').allTextContents();
  expect(headings.length).toBeLessThan(columns.length);

  const rail = rails.first();
  const folded = ((await rail.textContent()) ?? '').split(' · ')[0] ?? '';
  await rail.click();
  await expect(board.getByRole('columnheader', { name: folded, exact: true })).toBeVisible();
  // Its time is marked as taken although no text says by whom.
  const marks = await board.locator('.taken-hidden').count();
  expect(marks).toBeGreaterThan(0);
  expect(await shownIds(page)).toEqual(shown);
});

test('a busy week lists what has no room of its own, and a day of it is one click away', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  const date = fullDay(store.timeZone);
  await openBoard(page, `/?store=${store.id}&view=week&date=${date}`);
  const board = page.getByRole('main', { name: 'Board' });
  const widths = await board
    .locator('[data-appointment]')
    .evaluateAll((blocks) => blocks.map((block) => block.getBoundingClientRect().width));
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(40);

  const more = board.getByRole('button', { name: /^\+\d+ more$/ }).last();
  const count = Number(/\d+/.exec((await more.textContent()) ?? '')?.[0]);
  await more.press('Enter');
  const list = page.getByRole('dialog');
  await expect(list.locator('[data-appointment]')).toHaveCount(count);
  const id = await list.locator('[data-appointment]').first().getAttribute('data-appointment');
  await list.locator('[data-appointment]').first().press('Enter');
  await expect(page).toHaveURL(new RegExp(`appointment=${id}`));
  await expect(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();

  await openBoard(page, `/?store=${store.id}&view=week&date=${date}`);
  await board.getByRole('columnheader').nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/view=rooms/);
  await expect(board.getByRole('columnheader', { name: store.rooms[0]?.name ?? '' })).toBeVisible();
});
