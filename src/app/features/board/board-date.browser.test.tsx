import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';

test('a day can be typed on the board', async () => {
  const { address } = await renderApp(createPracticeInMemory(), '/?date=2026-06-03');
  const date = page.getByLabelText('Date', { exact: true });
  await expect.element(date).toHaveValue('2026-06-03');
  await date.element().focus();
  // The same in every browser's order of day and month.
  await userEvent.keyboard('07072026');
  await vi.waitFor(() => expect(address()).toBe('/?date=2026-07-07'));
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect.element(date).toHaveValue('2026-07-08');
});
