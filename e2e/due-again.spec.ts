import { expectDay, pressUntil } from './board.ts';
import { bookingDialog } from './booking-form.ts';
import { expect, test } from './harness.ts';
import { setUpPractice } from './own-practice.ts';
import { enterKey } from './sign-in.ts';

test.use({
  baseURL: 'http://127.0.0.1',
  // The browser logs that a page without a session is refused.
  expectConsole: [/status of 401/],
});

test('a pet that is checked out is due again, is booked from the list, and both desks see it', async ({
  page,
  browser,
}) => {
  const { url, key, dispose } = await setUpPractice(page);
  const colleague = await (await browser.newContext()).newPage();
  try {
    // Vaccinations come again after a month.
    await page.goto(`${url}/practice?part=types`);
    await page
      .getByRole('button', { name: /Vaccination/ })
      .first()
      .click();
    await page.getByLabel('Due again after (months)').fill('1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Due again after 1 month').first()).toBeVisible();

    // A cat comes without an appointment, is vaccinated, and checked out.
    await page.goto(url);
    await expectDay(page);
    await page.getByRole('button', { name: 'Walk-in' }).click();
    const form = page.getByRole('dialog', { name: 'Walk-in' });
    await form.getByRole('combobox', { name: 'Pet', exact: true }).fill('Rosa Kaufman');
    await page.getByRole('option', { name: 'New client and pet' }).click();
    const registration = form.getByRole('group', { name: 'New client and pet' });
    await registration.getByRole('textbox', { name: 'Phone' }).fill('(212) 555-0123');
    await registration.getByRole('textbox', { name: 'Pet’s name' }).fill('Pixel');
    await registration.getByRole('textbox', { name: 'Species' }).fill('cat');
    await form.getByRole('combobox', { name: 'Visit type' }).fill('Vac');
    await page.getByRole('option').first().click();
    const block = page.locator('[data-appointment]').first();
    await pressUntil(
      (wait) => form.getByRole('button', { name: /^Check in/ }).click(wait),
      (wait) => expect(form).toBeHidden(wait),
    );
    await block.press('Enter');
    for (const step of ['Start', 'Ready', 'Check out']) {
      const button = page.getByRole('button', { name: step, exact: true });
      await pressUntil(
        (wait) => button.click(wait),
        (wait) => expect(button).toBeHidden(wait),
      );
    }
    await expect(page.getByText(/Due again in 1 month/)).toBeVisible();

    // The list has it on both desks, and is left by booking.
    await colleague.goto(`${url}/waiting?tab=due`);
    await enterKey(colleague, key);
    await page.goto(`${url}/waiting?tab=due`);
    const row = (desk: typeof page) => desk.getByRole('listitem').filter({ hasText: 'Pixel' });
    await expect(row(colleague).getByRole('link', { name: '(212) 555-0123' })).toBeVisible();
    await pressUntil(
      (wait) => row(page).getByRole('button', { name: /^Book/ }).click(wait),
      (wait) => expect(bookingDialog(page)).toBeVisible(wait),
    );
    await expect(bookingDialog(page).getByRole('combobox', { name: 'Pet', exact: true })).toHaveValue(/Pixel/);
    await pressUntil(
      (wait) => bookingDialog(page).getByRole('button', { name: /^Book/ }).last().click(wait),
      (wait) => expect(bookingDialog(page)).toBeHidden(wait),
    );
    await expect(row(page).getByText(/booked/i)).toBeVisible();
    await expect(row(colleague).getByRole('button', { name: /^Book/ })).toBeHidden();
  } finally {
    await page.close();
    await colleague.context().close();
    await dispose();
  }
});
