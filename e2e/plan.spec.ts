import type { Page } from '@playwright/test';
import { openBoard } from './board.ts';
import { bookingDialog } from './booking-form.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

test.use({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });

/** Adds entries of the plan. */
const plan = (page: Page, entries: Record<string, unknown>[]) =>
  page.evaluate(async (all) => {
    for (const entry of all) {
      const answer = await fetch('/api/v1/availability', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify(entry),
      });
      if (!answer.ok) throw new Error(await answer.text());
    }
  }, entries);

test('a visit is booked around a holiday', async ({ page, product }) => {
  const { company, store } = await firstCompany(product);
  await page.goto(`${product.url}/licence.txt`);
  const vets = await page.evaluate(
    async (id) => (await (await fetch(`/api/v1/employees?companyId=${id}&limit=500`)).json()).data,
    company.id,
  );
  const vet = vets.find(
    (one: { role: string; isActive: boolean; storeIds: string[] }) =>
      one.role === 'vet' && one.isActive && one.storeIds.includes(store.id),
  );
  const here = { companyId: company.id, employeeId: vet.id };
  await plan(page, [
    { ...here, storeId: store.id, kind: 'on_duty', start: '2032-05-05T13:00:00Z', end: '2032-05-05T21:00:00Z' },
    { ...here, storeId: store.id, kind: 'on_duty', start: '2032-05-06T15:00:00Z', end: '2032-05-06T21:00:00Z' },
    { ...here, kind: 'unavailable', title: 'Holiday', start: '2032-05-05T04:00:00Z', end: '2032-05-06T04:00:00Z' },
  ]);
  const at = 'start=2032-05-05T10:00&end=2032-05-05T10:30';
  await openBoard(page, `${product.url}/?store=${store.id}&date=2032-05-05&new=1&bookVet=${vet.id}&${at}`);
  const form = bookingDialog(page);
  await expect(form.getByRole('region', { name: 'Before you book' })).toContainText(/is away: .?Holiday/);
  const free = form.getByRole('group', { name: 'Free times' }).getByRole('button', { name: /\d:\d\d/ });
  await expect(free.first()).toHaveText(/6 May.*11:00/);
  await free.first().click();
  await expect(form.getByRole('textbox', { name: 'Start' })).toHaveValue('11:00');
  await expect(form.getByText('This time is free.')).toBeVisible();
});

test.describe('of two desks', () => {
  test.use({ expectConsole: [/status of 409/] });

  test('the one that is later sees what the other did to a band, and decides', async ({ page, context, product }) => {
    const { company, store } = await firstCompany(product);
    const room = store.rooms[0];
    await page.goto(`${product.url}/licence.txt`);
    await plan(page, [
      {
        ...{ companyId: company.id, storeId: store.id, roomId: room?.id, kind: 'unavailable', title: 'Painter' },
        ...{ start: '2032-06-09T14:00:00Z', end: '2032-06-09T15:00:00Z' },
      },
    ]);
    const address = `${product.url}/?store=${store.id}&date=2032-06-09&view=rooms`;
    const other = await context.newPage();
    const band = (desk: Page) => desk.getByRole('button', { name: /^Painter/ });
    for (const desk of [page, other]) await openBoard(desk, address);
    await expect(band(page)).toBeVisible();
    await page.route('**/api/v1/availability?*', (route) => new Promise(() => route));
    await band(other).click();
    await other.keyboard.press('ArrowDown');
    await other.keyboard.press('Enter');
    await expect(other.getByRole('button', { name: 'Undo' })).toBeVisible();

    await band(page).click();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' });
    await expect(dialog).toContainText('10:15');
    await dialog.getByRole('button', { name: 'Apply mine' }).click();
    await expect(dialog).toBeHidden();
    await page.unroute('**/api/v1/availability?*');
    await expect(band(page)).toHaveAccessibleName(/9:45 – 10:45/);
    await other.reload();
    await expect(band(other)).toHaveAccessibleName(/9:45 – 10:45/);
  });
});
