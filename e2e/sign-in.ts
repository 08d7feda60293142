import { type Page, test as plain } from '@playwright/test';
import { z } from 'zod';
import { expect, type Product, startProduct } from './harness.ts';

const employeesSchema = z.array(
  z.object({ id: z.string(), permissions: z.array(z.string()), isActive: z.boolean(), role: z.string() }),
);
const keySchema = z.object({ id: z.string(), key: z.string() });

/** Signing in happens once a browser, so every test has a product where nobody has signed in yet. */
export const test = plain.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the destructured parameter.
    async ({}, use) => {
      const { product, dispose } = await startProduct({ ACCESS: 'sign_in' });
      await use(product);
      await dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
});

/** A key of the first receptionist who may book; each call issues another one. */
export async function issueKey(product: Product, ...options: string[]) {
  const employees = employeesSchema.parse(JSON.parse(await product.frontdesk('employee', 'list', '--json')));
  const receptionist = employees.find(
    ({ role, isActive, permissions }) =>
      role === 'receptionist' && isActive && permissions.includes('appointments.write'),
  );
  if (receptionist === undefined) throw new Error('the demo practice has no receptionist who may book');
  const printed = await product.frontdesk('key', 'issue', '--employee', receptionist.id, '--json', ...options);
  return keySchema.parse(JSON.parse(printed));
}

/** Signs in at the board and waits for the day. */
export async function signIn(page: Page, key: string) {
  await page.goto('/');
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByTestId('counts')).toBeVisible();
}
