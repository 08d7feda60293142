import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { documentOnly } from '#contract/desk.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createManagedPractice } from '#testing/management-in-memory.ts';

test('where the practice system knows whose key it is, the key alone is asked for, and the name stands on the screen', async () => {
  const practice = createManagedPractice();
  const capabilities = { ...practice.session.capabilities, practice: [] };
  const signedOut = { ...practice.session, signedIn: false, person: null, name: null, mayManage: false, capabilities };
  const end = practice.answer('GET /desk/session', () => Response.json(signedOut));
  practice.answer('POST /desk/session', () => {
    end();
    return Response.json(practice.session);
  });
  const { leave } = await renderApp(practice, '/');
  const key = page.getByLabelText('API key');
  await expect.element(key).toHaveFocus();
  expect(page.getByLabelText('Your name').query()).toBeNull();
  await expect
    .element(page.getByText('Forgotten your key? A manager can give you a new one under Practice.'))
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Source code as it runs here' }))
    .toHaveAttribute('href', '/source.tar.gz');
  // As it is read off a card.
  await key.fill('fd_a bcde\tfghi ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: /Ada Okafor.*: session/ })).toBeVisible();
  const sent = practice.asked.filter(({ name }) => name === 'POST /desk/session');
  expect(sent.map(({ body }) => body)).toEqual([{ apiKey: 'fd_abcdefghi', name: '' }]);
  await leave();

  practice.answer('GET /desk/session', () => Response.json({ ...signedOut, capabilities: documentOnly }));
  await renderApp(practice, '/');
  await expect.element(page.getByLabelText('Your name')).toBeVisible();
  expect(page.getByText('Forgotten your key?').query()).toBeNull();
});
