import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { lazy } from './lazy.tsx';

const Fallback = ({ children }: { children: React.ReactNode }) => <section aria-label="Part">{children}</section>;
const part = page.getByRole('region', { name: 'Part' });
const tryAgain = part.getByRole('button', { name: 'Try again' });

let isBroken = false;
function Broken() {
  if (isBroken) throw new Error('deliberately broken');
  return <p>Loaded</p>;
}

test('a part that cannot be loaded shows an error in its place, and appears once it can be loaded', async () => {
  let isUnavailable = true;
  const load = async () => {
    if (isUnavailable) throw new TypeError('Failed to fetch');
    return () => <p>Loaded</p>;
  };
  const Part = lazy({ load, Fallback });
  await render(<Part />);
  await expect.element(part.getByRole('alert')).toHaveTextContent('This part of Frontdesk couldn’t be loaded.');
  expect(part.getByRole('button', { name: 'Reload Frontdesk' }).elements()).toEqual([]);
  await tryAgain.click();
  await expect.element(part.getByRole('button', { name: 'Reload Frontdesk' })).toBeVisible();
  isUnavailable = false;
  await tryAgain.click();
  await expect.element(page.getByText('Loaded')).toBeVisible();
});

test('a part that crashes shows an error in its place, and everything around it stays', { tags: 'smoke' }, async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  isBroken = true;
  const Part = lazy({ load: async () => Broken, Fallback });
  await render(
    <>
      <p>Everything else</p>
      <Part />
    </>,
  );
  await expect.element(part.getByRole('alert')).toHaveTextContent('Something went wrong. Your bookings are safe.');
  await expect.element(page.getByText('Everything else')).toBeVisible();
  isBroken = false;
  await tryAgain.click();
  await expect.element(page.getByText('Loaded')).toBeVisible();
});
