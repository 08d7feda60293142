import { startMailServer } from '#testing/mail-server.ts';
import { expectDay, pressUntil } from './board.ts';
import { bookingDialog } from './booking-form.ts';
import { expect, test } from './harness.ts';
import { setUpPractice } from './own-practice.ts';

test.use({
  baseURL: 'http://127.0.0.1',
  // The browser logs that a page without a session is refused.
  expectConsole: [/status of 401/],
});

test('a practice switches messages on, and a client confirms from an e-mail', async ({ page, browser }) => {
  const mail = await startMailServer();
  const phone = await (
    await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  ).newPage();
  const { url, door, dispose } = await setUpPractice(page, {
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'Willow Vets <desk@willow.example>' },
    ...{ PUBLIC_PORT: '0', PUBLIC_URL: 'https://willow.example' },
  });
  try {
    // Switch on, under Practice.
    await page.goto(`${url}/practice?part=messages`);
    await expect(page.getByText('Messages are off')).toBeVisible();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await expect(page.getByText('Messages are on')).toBeVisible();

    // A client is on the phone.
    await page.goto(url);
    await expectDay(page);
    await page.getByRole('button', { name: 'New appointment' }).first().click();
    const form = bookingDialog(page);
    await form.getByRole('combobox', { name: 'Pet', exact: true }).fill('Rosa Kaufman');
    await page.getByRole('option', { name: 'New client and pet' }).click();
    const registration = form.getByRole('group', { name: 'New client and pet' });
    await registration.getByRole('textbox', { name: 'E-mail' }).fill('rosa@clients.example');
    await registration.getByRole('textbox', { name: 'Pet’s name' }).fill('Pixel');
    await registration.getByRole('textbox', { name: 'Species' }).fill('cat');
    await form.getByRole('combobox', { name: 'Visit type' }).fill('Vac');
    await page.getByRole('option').first().click();
    await page.keyboard.press('Control+Enter');
    const show = page.getByRole('button', { name: 'Show', exact: true });
    const block = page.locator('[data-appointment]').first();
    await expect(show.or(block).first()).toBeVisible();
    // After closing time the booking is on another day.
    if (await show.isVisible()) await show.click();
    await block.press('Enter');
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByRole('button', { name: 'Send now…' }).click();
    await expect(messages.getByText('rosa@clients.example')).toBeVisible();
    await pressUntil(
      (wait) => messages.getByRole('button', { name: 'Send reminder' }).click(wait),
      (wait) => expect(messages.getByRole('listitem')).toHaveCount(1, wait),
    );
    await expect(messages.getByText('Sent', { exact: true })).toBeVisible();

    // The client opens the link, without any session at the desk.
    expect(mail.received.map(({ to }) => to)).toEqual([['rosa@clients.example']]);
    const [, path] = /https:\/\/willow\.example(\/a\/\S+)/.exec(mail.received[0]?.mail.text ?? '') ?? [];
    await phone.goto(`${door}${path}`);
    await expect(phone.getByText('Pixel')).toBeVisible();
    await phone.getByRole('button', { name: 'Confirm' }).click();
    await expect(phone.getByText('You have confirmed this appointment.')).toBeVisible();

    // The desk sees the answer without doing anything.
    await expect(messages.getByText('Client confirmed')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-appointment]').first()).toHaveAccessibleName(/client confirmed$/);
  } finally {
    await page.close();
    await phone.context().close();
    await dispose();
    await mail.stop();
  }
});
