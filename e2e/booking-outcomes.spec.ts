import { bookingDialog, fillIn, workingDay } from './booking-form.ts';
import { expect } from './harness.ts';
import { CREATE, test } from './hostile-desk.ts';

test.use({ expectConsole: [/Failed to load resource/] });

test('a practice system that is gone, an answer that is lost, a reload in the middle: each is booked once', async ({
  page,
  scene,
}) => {
  const { store, date } = await workingDay(scene.practice);
  await page.goto(`${scene.desk.url}/?store=${store.id}&date=${date}&new=1`);
  const dialog = bookingDialog(page);
  const notes = dialog.getByRole('textbox', { name: 'Notes' });
  await fillIn(page, { pet: 'be', type: 'vac', start: '9:05' });
  await notes.fill('first caller');
  await scene.upstream.refuse();
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('alert')).toContainText('Not booked');
  await expect(dialog.getByRole('button', { name: 'Copy error id' })).toBeVisible();
  await scene.upstream.accept();

  const made = scene.upstream.carriedOut(CREATE);
  scene.upstream.next(CREATE, 'reset-after');
  await dialog.getByRole('button', { name: 'Book appointment' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Booked: ')).toBeVisible();
  await expect(page.getByText('The answer was lost, but it is booked')).toBeVisible();
  expect(scene.upstream.carriedOut(CREATE)).toBe(made + 1);
  expect(await scene.appointmentsOf('first caller')).toHaveLength(1);

  await page.keyboard.press('n');
  await fillIn(page, { pet: 'mi', type: 'vac', start: '15:05' });
  await notes.fill('second caller');
  scene.upstream.next(CREATE, 'stall-after');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => scene.upstream.carriedOut(CREATE)).toBe(made + 2);
  await page.reload();
  await expect(page.getByText('Booked: ')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(scene.upstream.carriedOut(CREATE)).toBe(made + 2);
  expect(await scene.appointmentsOf('second caller')).toHaveLength(1);
});
