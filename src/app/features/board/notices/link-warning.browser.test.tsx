import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { isolated } from '#app/text/isolated.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

test('a link to an unknown store says what is shown instead, until it is dismissed', async () => {
  const unknownId = '01234567-89ab-4def-8123-456789abcdef';
  const { address } = await renderApp(createPracticeInMemory(), `/?store=${unknownId}`);
  const warning = page.getByRole('dialog', {
    name: `This link’s store doesn’t exist. Showing ${isolated('North')} instead.`,
  });
  await expect.element(warning).toBeVisible();
  await warning.getByRole('button', { name: 'Close notice', includeHidden: true }).click();
  await expect.element(warning).not.toBeInTheDocument();
  await waitUntil(() => expect(address()).not.toContain(unknownId));
});
