import type { Page } from '@playwright/test';
import { bookingDialog, fillIn, holdCreates, workingDay } from './booking-form.ts';
import { expect } from './harness.ts';
import { CREATE, type Scene, test } from './hostile-desk.ts';

/** Fills in a form whose notes tell its appointment from all others. */
async function fillInForm(page: Page, scene: Scene, notes: string) {
  const { store, date } = await workingDay(scene.practice);
  await page.goto(`${scene.desk.url}/?store=${store.id}&date=${date}`);
  await page.getByRole('button', { name: 'New appointment' }).click();
  await fillIn(page, { pet: 'be', type: 'vac', start: '9:05' });
  await bookingDialog(page).getByRole('textbox', { name: 'Notes' }).fill(notes);
}

/** One create reached the practice system, and one appointment came of it. */
async function expectOne(scene: Scene, notes: string) {
  const creates = scene.upstream.seen.filter(
    ({ method, path, body }) => `${method} ${path}` === CREATE && body !== '{}',
  );
  expect(creates).toHaveLength(1);
  expect(await scene.appointmentsOf(notes)).toHaveLength(1);
}

test('every way of pressing too often is one appointment', async ({ page, scene }) => {
  await fillInForm(page, scene, 'pressed too often');
  const { waiting, letGo } = await holdCreates(page);
  const dialog = bookingDialog(page);
  const button = dialog.getByRole('button', { name: 'Book appointment' });
  await button.dblclick();
  await waiting;
  // It says that it is disabled; a person presses all the same.
  await button.click({ force: true });
  await dialog.getByRole('textbox', { name: 'Start' }).focus();
  // A key that is held down repeats.
  for (const key of ['Enter', 'Control+Enter']) {
    const [last = '', modifier] = key.split('+').reverse();
    if (modifier) await page.keyboard.down(modifier);
    for (let repeat = 0; repeat < 20; repeat += 1) await page.keyboard.down(last);
    await page.keyboard.up(last);
    if (modifier) await page.keyboard.up(modifier);
  }
  letGo();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Booked: /)).toHaveCount(1);
  await expectOne(scene, 'pressed too often');
});

test('Enter held down from the beginning is one appointment', async ({ page, scene }) => {
  await fillInForm(page, scene, 'held down');
  await bookingDialog(page).getByRole('textbox', { name: 'Start' }).focus();
  for (let repeat = 0; repeat < 30; repeat += 1) await page.keyboard.down('Enter');
  await expect(bookingDialog(page)).toBeHidden();
  for (let repeat = 0; repeat < 10; repeat += 1) await page.keyboard.down('Enter');
  // Neither does the form open again, nor the appointment that then has the focus.
  await expect(page.getByText(/^Booked: /)).toBeVisible();
  await expect(bookingDialog(page)).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'Appointment' })).toBeHidden();
  await page.keyboard.up('Enter');
  await expectOne(scene, 'held down');
});

test('the way back in the middle: the booking goes on, and is told', async ({ page, scene }) => {
  await fillInForm(page, scene, 'went back');
  const { waiting, letGo } = await holdCreates(page);
  await page.keyboard.press('Control+Enter');
  await waiting;
  await page.goBack();
  await expect(bookingDialog(page)).toBeHidden();
  letGo();
  await expect(page.getByText(/^Booked: /)).toBeVisible();
  await page.getByRole('button', { name: 'New appointment' }).click();
  await expect(bookingDialog(page).getByRole('textbox', { name: 'Notes' })).toHaveValue('');
  await expectOne(scene, 'went back');
});

test.describe('a laptop that slept', () => {
  test.use({ expectConsole: [/Failed to load resource/] });

  test('while the answer was on its way finds the appointment when it wakes', async ({ page, scene }) => {
    await page.clock.install();
    await fillInForm(page, scene, 'slept');
    let asleep = false;
    await page.route('**/api/v1/appointments', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      asleep = true;
      await page.clock.fastForward('02:00:00');
      await route.abort('internetdisconnected');
    });
    // The network comes back later than the screen.
    let refusals = 0;
    await page.route('**/api/v1/appointments/search', (route) => {
      if (!asleep || refusals === 2) return route.continue();
      refusals += 1;
      return route.abort('internetdisconnected');
    });
    await page.keyboard.press('Control+Enter');
    await expect(async () => {
      await page.clock.runFor(1000);
      // The notice leaves by the same clock.
      await expect(page.getByText(/The answer was lost, but it is booked/)).toBeVisible({ timeout: 200 });
    }).toPass();
    await expect(bookingDialog(page)).toBeHidden();
    expect(refusals).toBe(2);
    await expectOne(scene, 'slept');
  });
});

test('somebody who books the same pet in the same moment is told of', async ({ page, scene }) => {
  await fillInForm(page, scene, 'same moment');
  await page.route('**/api/v1/appointments', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const answer = await route.fetch();
    // What another desk sends meanwhile, at the same vet’s and pet’s time.
    await route.fetch();
    await route.fulfill({ response: answer });
  });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/is booked, and somebody else booked this time too/)).toBeVisible();
});
