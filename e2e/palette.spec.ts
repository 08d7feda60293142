import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './harness.ts';

test('one field leads to a day, a vet, a pet’s appointments, and a new appointment', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByTestId('counts')).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Go to' });
  const field = palette.getByRole('combobox', { name: /Go to a day/ });

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([]);
  await page.keyboard.type('2026-12-24');
  await expect(palette.getByRole('option').first()).toContainText('24 December 2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/date=2026-12-24/);
  await expect(palette).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('fournier');
  await expect(palette.getByRole('option').first()).toContainText('Fournier');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=vets.*vet=|vet=.*view=vets/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('bella');
  const pet = palette.getByRole('option').filter({ hasText: 'Appointments of the pet' }).first();
  await expect(pet).toContainText('Bella');
  await pet.click();
  await expect(page).toHaveURL(/\/appointments\?.*pet=/);
  await expect(page.getByTestId('matches')).toHaveText(/match/);
  await expect(page.getByRole('row').nth(1)).toContainText('Bella');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('new app');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New appointment' })).toBeVisible();
});
