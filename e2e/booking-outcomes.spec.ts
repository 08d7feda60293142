import type { Fault } from '#testing/hostile-upstream.ts';
import { bookingDialog, fillIn, workingDay } from './booking-form.ts';
import { expect } from './harness.ts';
import { CREATE, test } from './hostile-desk.ts';

test.use({ expectConsole: [/Failed to load resource/] });

// The gateway's own tests know every way; these differ in what the browser hears.
const lost: Fault[] = ['reset-after', 'html-page'];
for (const [index, fault] of lost.entries()) {
  test(`an answer lost by ${fault}: found out to be booked, and booked once`, async ({ page, scene }) => {
    const { store, date } = await workingDay(scene.practice);
    await page.goto(`${scene.desk.url}/?store=${store.id}&date=${date}&new=1`);
    await fillIn(page, { pet: 'be', type: 'vac', start: `${9 + index}:05` });
    await bookingDialog(page).getByRole('textbox', { name: 'Notes' }).fill(`lost by ${fault}`);
    const made = scene.upstream.carriedOut(CREATE);
    scene.upstream.next(CREATE, fault);
    await page.keyboard.press('Control+Enter');
    await expect(bookingDialog(page)).toBeHidden({ timeout: 30_000 });
    await expect(page.getByText(/^Booked: /)).toBeVisible();
    await expect(page.getByText(/The answer was lost, but it is booked/)).toBeVisible();
    expect(scene.upstream.carriedOut(CREATE)).toBe(made + 1);
    expect(await scene.appointmentsOf(`lost by ${fault}`)).toHaveLength(1);
  });
}

test('a request lost on its way: looked for with patience, then not booked, then tried again once', async ({
  page,
  scene,
}) => {
  const { store, date } = await workingDay(scene.practice);
  await page.clock.install();
  await page.goto(`${scene.desk.url}/?store=${store.id}&date=${date}&new=1`);
  await fillIn(page, { pet: 'be', type: 'vac', start: '14:05' });
  const dialog = bookingDialog(page);
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('lost on its way');
  scene.upstream.next(CREATE, 'reset-before');
  const made = scene.upstream.carriedOut(CREATE);
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText('Checking whether it was booked…')).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(3000);
    await expect(dialog.getByRole('alert')).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 60_000 });
  await expect(dialog.getByRole('alert')).toContainText('Not booked');
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toHaveValue('lost on its way');
  expect(scene.upstream.carriedOut(CREATE)).toBe(made);
  expect(await scene.appointmentsOf('lost on its way')).toHaveLength(0);

  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(dialog).toBeHidden({ timeout: 200 });
  }).toPass();
  expect(await scene.appointmentsOf('lost on its way')).toHaveLength(1);
});

test('a fault that the practice system reports of itself is told at once, and what it booked all the same is found', async ({
  page,
  scene,
}) => {
  const { store, date } = await workingDay(scene.practice);
  await page.goto(`${scene.desk.url}/?store=${store.id}&date=${date}&new=1`);
  await fillIn(page, { pet: 'be', type: 'vac', start: '17:05' });
  const dialog = bookingDialog(page);
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('a fault of its own');
  const data = { httpStatus: 500, suggestion: 'Ask support.', errorInstanceId: 'fault-1' };
  await page.route('**/api/v1/appointments', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.fulfill({ status: 500, json: { type: 'SERVICE_ERROR', message: 'internal_error', data } });
  });
  let look: () => void = () => undefined;
  const looking = new Promise<void>((resolve) => (look = resolve));
  await page.route('**/api/v1/appointments/search', async (route) => {
    if (route.request().postData()?.includes('createdFrom')) await looking;
    await route.continue();
  });
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('alert')).toContainText('Ask support.');
  await expect(dialog.getByText('Checking whether it was booked…')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy error id' })).toBeVisible();
  await expect(dialog.getByRole('alert')).not.toContainText('Not booked');
  look();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/The answer was lost, but it is booked/)).toBeVisible();
  expect(await scene.appointmentsOf('a fault of its own')).toHaveLength(1);
});

test('a reload in the middle of booking: looked for, and booked once', async ({ page, scene }) => {
  const { store, date } = await workingDay(scene.practice);
  await page.goto(`${scene.desk.url}/?store=${store.id}&date=${date}&new=1`);
  await fillIn(page, { pet: 'be', type: 'vac', start: '15:05' });
  await bookingDialog(page).getByRole('textbox', { name: 'Notes' }).fill('reloaded');
  const made = scene.upstream.carriedOut(CREATE);
  scene.upstream.next(CREATE, 'stall-after');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => scene.upstream.carriedOut(CREATE)).toBe(made + 1);
  await page.reload();
  await expect(page.getByText(/^Booked: /)).toBeVisible();
  await expect(bookingDialog(page)).toBeHidden();
  expect(await scene.appointmentsOf('reloaded')).toHaveLength(1);
});

test('a practice system that is gone: not booked, said at once with an error id, and all is kept', async ({
  page,
  scene,
}) => {
  const { store, date } = await workingDay(scene.practice);
  await page.goto(`${scene.desk.url}/?store=${store.id}&date=${date}&new=1`);
  await fillIn(page, { pet: 'be', type: 'vac', start: '16:05' });
  const dialog = bookingDialog(page);
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('gone');
  await scene.upstream.refuse();
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('alert')).toContainText('Not booked');
  await expect(dialog.getByRole('button', { name: 'Copy error id' })).toBeVisible();
  await scene.upstream.accept();
  await dialog.getByRole('button', { name: 'Book appointment' }).click();
  await expect(dialog).toBeHidden();
  expect(await scene.appointmentsOf('gone')).toHaveLength(1);
});
