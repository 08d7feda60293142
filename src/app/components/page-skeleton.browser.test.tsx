import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

test.each(['/appointments', '/pets/', '/clients/', '/settings'])(
  'until the session is loaded, %s shows its outline and a status message',
  async (address) => {
    const practice = createPracticeInMemory();
    const id = address === '/pets/' ? practice.pets[0]?.id : address === '/clients/' ? practice.clients[0]?.id : '';
    let open = () => {};
    const delayed = new Promise<void>((resolve) => {
      open = resolve;
    });
    practice.answer('GET /desk/session', async (_request, usual) => {
      await delayed;
      return usual();
    });
    await renderApp(practice, `${address}${id}`);
    const screen = page.getByRole('main');
    await expect.element(screen).toHaveAttribute('aria-busy', 'true');
    await expect.element(screen.getByRole('status')).toBeInTheDocument();
    const outlines = [...screen.element().querySelectorAll('[aria-hidden="true"] div')].filter(
      (element) => element.getBoundingClientRect().height > 10,
    );
    expect(outlines.length).toBeGreaterThan(5);
    open();
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await waitUntil(() => expect(document.querySelector('main[aria-busy="true"]')).toBeNull());
  },
);
