import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from './accessible.ts';

const Page = ({ colour, under }: { colour: string; under: string }) => (
  <main style={{ position: 'relative' }}>
    <div style={{ position: 'absolute', inset: 0, background: under }} />
    <h1 style={{ position: 'relative', color: colour }}>{`${colour} on ${under}`}</h1>
  </main>
);

test('unreadable text is always found, whatever was checked before', async () => {
  const { rerender } = await render(null);
  const look = async (colour: string, under: string) => {
    await rerender(<Page colour={colour} under={under} />);
    await expect.element(page.getByRole('heading', { name: `${colour} on ${under}` })).toBeVisible();
    await expectAccessible('the page');
  };
  await look('black', 'white');
  await expect(look('black', 'maroon')).rejects.toThrow('the page, dark');
  await expect(look('black', 'maroon')).rejects.toThrow('the page, dark');
  await look('white', 'maroon');
  await expect(look('maroon', 'black')).rejects.toThrow('the page, dark');
});
