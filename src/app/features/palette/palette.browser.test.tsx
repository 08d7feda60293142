import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';

const field = () => page.getByRole('combobox', { name: /Go to a day/ });
const palette = () => page.getByRole('dialog', { name: 'Go to' });

async function openPalette() {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field()).toHaveFocus();
}

test('what is typed leads to a day, to a pet’s appointments and to the form', async () => {
  const practice = createPracticeInMemory();
  const [pet] = practice.pets;
  const { address } = await renderApp(practice, '/appointments');
  await expect.element(page.getByTestId('matches')).toHaveTextContent('40 matches');

  await openPalette();
  await userEvent.keyboard(pet?.clientName ?? '');
  await palette()
    .getByRole('option', { name: `${pet?.name} · ${pet?.clientName}` })
    .first()
    .click();
  expect(address()).toBe(`/appointments?company=${practice.company.id}&pet=${pet?.id}`);
  await expect.element(palette()).not.toBeInTheDocument();
});

test('pets that could not be looked up are not said to be none', async () => {
  const practice = createPracticeInMemory();
  practice.answer('GET /v1/pets', () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await renderApp(practice, '/appointments');
  await page.getByRole('button', { name: 'Search or go to' }).click();
  await field().fill('bella');
  await expect.element(palette().getByText('The pets could not be looked up.')).toBeVisible();
  await expect.element(palette().getByText('Nothing by that name.')).not.toBeInTheDocument();
});
