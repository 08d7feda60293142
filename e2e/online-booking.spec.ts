import type { Page } from '@playwright/test';
import { startMailServer } from '#testing/mail-server.ts';
import { pressUntil } from './board.ts';
import { expect, test } from './harness.ts';
import { setUpPractice } from './own-practice.ts';
import { enterKey } from './sign-in.ts';

test.use({
  baseURL: 'http://127.0.0.1',
  // The browser logs that a page without a session is refused.
  expectConsole: [/status of 401/],
});

/** Fills in the third step for a pet, and sends it. */
async function fillIn(visitor: Page, { pet, name, phone, email }: Record<'pet' | 'name' | 'phone' | 'email', string>) {
  await visitor.getByLabel('Name', { exact: true }).fill(pet);
  await visitor.getByLabel('Kind of animal').fill('Cat');
  await visitor.getByLabel('First name').fill(name);
  await visitor.getByLabel('Last name').fill('Kaufman');
  await visitor.getByLabel('E-mail').fill(email);
  await visitor.getByLabel('Phone').fill(phone);
  await visitor.getByRole('button', { name: 'Continue' }).click();
}

test('two clients request one time from their phones; a desk books the one, and the other gets another time', async ({
  page,
  browser,
}) => {
  const mail = await startMailServer();
  const { url, key, door, dispose } = await setUpPractice(page, {
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'Willow Vets <desk@willow.example>' },
    ...{ PUBLIC_PORT: '0', PUBLIC_URL: 'https://willow.example' },
  });
  const onPhone = { viewport: { width: 390, height: 844 } };
  const rosa = await (await browser.newContext({ ...onPhone, javaScriptEnabled: false })).newPage();
  const ida = await (await browser.newContext(onPhone)).newPage();
  const colleague = await (await browser.newContext()).newPage();
  const mailTo = (email: string) =>
    mail.received.filter(({ to }) => to.includes(email)).map(({ mail: { text } }) => text ?? '');
  async function typeCode(visitor: Page, email: string) {
    await expect(visitor.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    const [, code = ''] = /^\s*(\d{6})\s*$/m.exec(mailTo(email)[0] ?? '') ?? [];
    await visitor.getByLabel('Six-digit code').fill(code);
    await visitor.getByRole('button', { name: 'Send request' }).click();
  }
  try {
    // The practice puts its page on, under Practice.
    await page.goto(`${url}/practice?part=website`);
    await page.getByRole('checkbox', { name: 'Willow Vets' }).check();
    await page.getByRole('checkbox', { name: /^Vaccination/ }).check();
    await pressUntil(
      (wait) => page.getByRole('button', { name: 'Save' }).click(wait),
      (wait) => expect(page.getByText('Online booking is on')).toBeVisible(wait),
    );
    const address = (await page.getByRole('link', { name: /^Open the page/ }).getAttribute('href')) ?? '';
    expect(address).toBe('https://willow.example/book/willow-vets');
    await page.goto(`${url}/requests`);
    await colleague.goto(`${url}/requests`);
    await enterKey(colleague, key);

    // Two clients choose the same time.
    for (const visitor of [rosa, ida]) {
      await visitor.goto(`${door}/book/willow-vets`);
      await visitor.getByRole('button', { name: 'Vaccination' }).click();
      await visitor.getByRole('region').last().getByRole('button').first().click();
    }
    await fillIn(rosa, { pet: 'Pixel', name: 'Rosa', phone: '+44 20 7946 0123', email: 'rosa@clients.example' });
    await fillIn(ida, { pet: 'Olive', name: 'Ida', phone: '+44 20 7946 0456', email: 'ida@clients.example' });
    await typeCode(rosa, 'rosa@clients.example');
    await expect(rosa.getByRole('heading', { name: 'Your request is with us' })).toBeVisible();
    await typeCode(ida, 'ida@clients.example');
    await expect(ida.getByText('That time has just been taken.')).toBeVisible();
    await ida.getByRole('main').getByRole('button', { name: /:/ }).first().click();
    await expect(ida.getByRole('heading', { name: 'Your request is with us' })).toBeVisible();

    // Both desks see both, the one books the first, and the other one sees that at once.
    for (const desk of [page, colleague]) await expect(desk.locator('[data-row]')).toHaveCount(2);
    const row = (desk: Page, pet: string) => desk.locator('[data-row]').filter({ hasText: pet });
    const book = (desk: Page, pet: string) => row(desk, pet).getByRole('button', { name: 'Book', exact: true });
    await pressUntil(
      (wait) => book(page, 'Pixel').click(wait),
      (wait) => expect(book(page, 'Pixel')).toBeHidden(wait),
    );
    await expect(row(page, 'Pixel').getByText('Booked')).toBeVisible();
    await expect(book(colleague, 'Pixel')).toBeHidden();
    await expect(book(colleague, 'Olive')).toBeVisible();

    // The client is registered with the pet, and the appointment is in the calendar.
    await page.goto(`${url}/clients?q=Rosa`);
    await expect(page.getByText('Rosa Kaufman').first()).toBeVisible();
  } finally {
    await page.close();
    for (const other of [rosa, ida, colleague]) await other.context().close();
    await dispose();
    await mail.stop();
  }
});
