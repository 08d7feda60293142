import type { Page } from '@playwright/test';
import { bookingDialog, fillIn } from './booking-form.ts';
import { expect } from './harness.ts';
import { enterKey, test } from './sign-in.ts';

// A page that did not notice the change names the previous person, and is refused. Many pages use one key, so
// prefetching is refused for a while.
test.use({ expectConsole: [/status of (?:40[19]|429)/] });

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Signed in/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByLabel('Sign-in key')).toBeVisible();
}

/** Signs in, and opens the panel beside a day without bookings. */
async function openPanel(page: Page, key: string) {
  await page.goto('/?date=2031-08-06');
  await enterKey(page, key);
  await page.getByRole('button', { name: 'New appointment' }).click();
  return bookingDialog(page).getByRole('textbox', { name: 'Notes' });
}

test('an unfinished booking is shown only to its author, and survives sign-outs, sessions and reloads', async ({
  page,
  product,
}) => {
  const [ann, bob] = [await product.issueKey(), await product.issueKey()];
  const anns = 'Ann’s: the owner calls back';
  const notes = bookingDialog(page).getByRole('textbox', { name: 'Notes' });
  const continueButton = bookingDialog(page).getByRole('button', { name: 'Continue' });
  const unfinished = bookingDialog(page).getByText(/^Unfinished/);
  const newAppointment = page.getByRole('button', { name: 'New appointment' });
  const bookButton = bookingDialog(page).getByRole('button', { name: 'Book appointment' });
  await (await openPanel(page, ann)).fill(anns);

  await test.step('a tab that missed a change of person shows none of the previous person’s data', async () => {
    const isStored = () => localStorage.getItem('frontdesk.last-day') !== null;
    await expect.poll(() => page.evaluate(isStored)).toBe(true);
    const stored = await page.evaluate(() => ({ ...localStorage }));
    // Bob signs in, and the browser closes before any of its tabs notices: its storage is as Ann left it.
    await page.request.post('/desk/session', { data: { apiKey: bob }, headers: { origin: product.url } });
    await page.goto('/healthz');
    await page.evaluate((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, stored);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/desk\/(?:session|start)/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/?date=2031-08-06&new=1');
    await expect(bookingDialog(page)).toContainText('Loading');
    await expect(page.getByText(anns)).toBeHidden();
    release();
    await expect(bookingDialog(page)).toBeHidden();
    await page.getByRole('button', { name: 'New appointment' }).click();
    await expect(notes).toHaveValue('');
    expect(stored['frontdesk.person']).toBeDefined();
    const people = () =>
      page.evaluate(() => {
        const day = JSON.parse(localStorage.getItem('frontdesk.last-day') ?? '{}') as { person?: string };
        return [localStorage.getItem('frontdesk.person'), day.person];
      });
    await expect.poll(people).not.toContain(stored['frontdesk.person']);
    await page.unrouteAll({ behavior: 'wait' });
    await signOut(page);
    await enterKey(page, ann);
    await newAppointment.click();
    await continueButton.click();
    await expect(notes).toHaveValue(anns);
  });

  // Signing in in one tab signs in all tabs.
  const tab = await page.context().newPage();
  await tab.goto('/');
  // An import names people of the practice, so it does not outlive a sign-out.
  const importKey = 'frontdesk.drafts.import.practice';
  const importDraft = JSON.stringify([{ id: 'import', savedAt: Date.now(), value: { words: 'Anna Berg' } }]);
  await tab.evaluate(([key, draft]) => localStorage.setItem(key, draft), [importKey, importDraft] as const);
  await signOut(tab);
  await expect(page.getByLabel('Sign-in key')).toBeVisible();
  await expect.poll(() => tab.evaluate((key) => localStorage.getItem(key), importKey)).toBeNull();
  await enterKey(tab, bob);
  // Ann's panel is closed, and Bob's has none of her notes.
  await expect(bookingDialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'New appointment' }).click();
  await expect(notes).toHaveValue('');
  await expect(unfinished).toBeHidden();
  await notes.fill('Bob’s');

  await signOut(tab);
  await enterKey(tab, ann);
  await expect(bookingDialog(page)).toBeHidden();
  await newAppointment.click();
  await continueButton.click();
  await expect(notes).toHaveValue(anns);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  for (const key of [ann, bob]) expect(stored).not.toContain(key);
  await tab.close();

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New appointment' }).click();
  await expect(notes).toHaveValue('');
  await expect(unfinished).toBeVisible();
  await continueButton.click();
  await expect(notes).toHaveValue(anns);

  // A reload notices that the session has ended, and so does a booking.
  await page.context().clearCookies();
  await page.reload();
  await enterKey(page, ann);
  await newAppointment.click();
  await continueButton.click();
  await expect(notes).toHaveValue(anns);
  await fillIn(page, { pet: 'be', type: 'vac', start: '9:05' });
  await notes.focus();
  await page.context().clearCookies();
  // With the keyboard, without delay: the next poll of the calendar notices it within seconds.
  await page.keyboard.press('Control+Enter');
  await enterKey(page, ann);
  await newAppointment.click();
  await continueButton.click();
  await expect(notes).toHaveValue(anns);
  await bookButton.click();
  await expect(page.getByText('Booked: ')).toBeVisible();
});
