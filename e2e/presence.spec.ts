import type { Page } from '@playwright/test';
import { appointmentPageSchema } from '#contract/appointment.ts';
import { companyPageSchema, employeePageSchema } from '#contract/clients-pets-staff.ts';
import { blockOf, openBoard } from './board.ts';
import { bookingDialog } from './booking-form.ts';
import { expect } from './harness.ts';
import { enterKey, signIn, test } from './sign-in.ts';

/** What a colleague sees within a second of what was done. */
const AT_ONCE = { timeout: 1_000 };

/** Waits until the gateway knows what a page does now. */
const said = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/desk/presence'));

test('a desk sees who is booking that very time and changing that visit, while they do', async ({
  page,
  product,
  browser,
}) => {
  await signIn(page, (await product.issueKey()).key);
  const companies = companyPageSchema.parse(await (await page.request.get('/api/v1/companies')).json());
  const [company] = companies.data;
  const store = company?.stores[0];
  if (!company || !store) throw new Error('the practice has no store');
  const staff = await page.request.get(`/api/v1/employees?companyId=${company.id}&limit=500`);
  const manager = employeePageSchema
    .parse(await staff.json())
    .data.find((one) => 'role' in one && one.role === 'manager');
  if (!manager || !('role' in manager)) throw new Error('the practice has no manager');
  const name = `${manager.firstName} ${manager.lastName}`;
  // A colleague in a browser of their own.
  const context = await browser.newContext({ baseURL: product.url });
  const other = await context.newPage();
  const date = '2031-06-04';
  const day = `/?store=${store.id}&date=${date}`;
  const form = `${day}&new=1&bookStore=${store.id}&start=${date}T10:00&end=${date}T10:30`;

  await openBoard(page, form);
  const panel = bookingDialog(page);
  await expect(panel).toBeVisible();
  await other.goto(form);
  await enterKey(other, (await product.issueKey({ employeeId: manager.id })).key);
  const here = panel.getByText(/is booking here/);
  await expect(here).toBeVisible();
  expect((await here.textContent())?.replaceAll(/[\u2066-\u2069]/g, '')).toBe(`${name} is booking here`);
  await expect(page.locator('[data-draft]')).toHaveAttribute('aria-label', /is booking here/);
  const over = said(other);
  await bookingDialog(other).getByRole('button', { name: 'Close' }).last().click();
  await over;
  await expect(here).toHaveCount(0, AT_ONCE);

  const listed = await page.request.get(`/api/v1/appointments?companyId=${company.id}&storeIds=${store.id}&limit=1`);
  const [visit] = appointmentPageSchema.parse(await listed.json()).data;
  if (!visit || !('start' in visit)) throw new Error('the practice has no visit');
  const shown = `/?store=${store.id}&date=${visit.start.slice(0, 10)}&appointment=${visit.id}`;
  await Promise.all([openBoard(page, shown), openBoard(other, shown)]);
  const block = blockOf(page, visit.id);
  await expect(block).toBeVisible();
  const begun = said(other);
  await other.getByRole('button', { name: /^(Add|Edit) notes$/ }).click();
  await begun;
  await expect(block).toHaveAttribute('aria-label', /is changing this visit/);
  await expect(
    page.getByRole('complementary', { name: 'Appointment' }).getByText(/is changing this visit/),
  ).toBeVisible();
  await context.close();
});
