import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { openBoard } from '#testing/shown-board.ts';

const TODAY = '2037-06-03';

test('day, view and stores are in the address: back, reload and a link give the same screen', async () => {
  vi.setSystemTime(new Date(`${TODAY}T15:00:00Z`));
  onTestFinished(() => void vi.useRealTimers());
  const practice = createPracticeInMemory({ today: TODAY });
  const heading = page.getByRole('heading', { level: 1 });
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  const first = await openBoard(practice, '/');
  await expect.element(heading).toHaveTextContent('Wednesday, 3 June 2037');
  await page.getByRole('button', { name: 'Previous day', exact: true }).click();
  await expect.poll(first.address).toBe('/?date=2037-06-02');
  await radio('Vets').click();
  await expect.poll(first.address).toBe('/?date=2037-06-02&view=vets');
  await page.getByRole('button', { name: 'Store: North', exact: true }).click();
  await page.getByRole('checkbox', { name: 'South', exact: true }).click();
  await userEvent.keyboard('{Escape}');
  const stores = practice.company.stores.map(({ id }) => id).join();
  await expect.poll(() => decodeURIComponent(first.address())).toBe(`/?date=2037-06-02&view=vets&store=${stores}`);
  const link = first.address();

  first.router.history.back();
  first.router.history.back();
  await expect.element(radio('Rooms')).toBeChecked();
  await expect.element(page.getByRole('button', { name: 'Store: North', exact: true })).toBeVisible();
  await expect.element(heading).toHaveTextContent('Tuesday, 2 June 2037');
  const today = page.getByRole('button', { name: 'Today', exact: true });
  await expect.element(today).not.toHaveAttribute('aria-current');
  await today.click();
  await expect.element(today).toHaveAttribute('aria-current', 'date');
  await expect.element(heading).toHaveTextContent('Wednesday, 3 June 2037');
  await first.leave();

  await openBoard(practice, link);
  await expect.element(heading).toHaveTextContent('Tuesday, 2 June 2037');
  await expect.element(radio('Vets')).toBeChecked();
  await expect.element(page.getByText('Showing 20 of 20', { exact: true })).toBeVisible();
});
