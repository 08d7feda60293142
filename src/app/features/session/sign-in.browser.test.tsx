import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ServiceError } from '#contract/error.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createManagedPractice } from '#testing/management-in-memory.ts';
import { errorResponse, pageOf, sharedCapabilities } from '#testing/practice-extensions.ts';
import { waitUntil } from '#testing/wait-until.ts';

const nobody = { signedIn: false, person: null, name: null };

test('if the practice system knows the owner of a key, only the key is requested, and the name is shown', {
  tags: 'smoke',
}, async () => {
  const practice = createManagedPractice();
  const capabilities = sharedCapabilities;
  const signedOut = { ...practice.session, signedIn: false, person: null, name: null, capabilities };
  const end = practice.answer('GET /desk/session', () => Response.json(signedOut));
  practice.answer('POST /desk/session', () => {
    end();
    return Response.json(practice.session);
  });
  const { leave } = await renderApp(practice, '/');
  const key = page.getByLabelText('Sign-in key');
  await expect.element(key).toHaveFocus();
  expect(page.getByLabelText('Your name').query()).toBeNull();
  await expect
    .element(page.getByText('Forgotten your key? A manager can give you a new one under Practice.'))
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Source code of this version' }))
    .toHaveAttribute('href', '/source.tar.gz');
  // As copied from a card.
  await key.fill('fd_a bcde\tfghi ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: /Signed in as .*Ada Okafor/ })).toBeVisible();
  const sent = practice.requests.filter(({ name }) => name === 'POST /desk/session');
  expect(sent.map(({ body }) => body)).toEqual([{ apiKey: 'fd_abcdefghi', name: '' }]);
  await leave();

  practice.answer('GET /desk/session', () => Response.json({ ...signedOut, capabilities: {} }));
  await renderApp(practice, '/');
  await expect.element(page.getByLabelText('Your name')).toBeVisible();
  expect(page.getByText('Forgotten your key?').query()).toBeNull();
});

test('an unknown key is refused with an explanation, and the focus stays on the button', {
  tags: 'smoke',
}, async () => {
  const practice = createManagedPractice();
  practice.answer('GET /desk/session', () => Response.json({ ...practice.session, ...nobody }));
  practice.answer('POST /desk/session', () => errorResponse(new ServiceError('authorization_required', '')));
  await renderApp(practice, '/');
  await page.getByLabelText('Sign-in key').fill('fd_wrong');
  await userEvent.keyboard('{Tab}');
  const button = page.getByRole('button', { name: 'Sign in' });
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('This key isn’t valid, or it has been revoked.');
  await expect.element(button).toHaveFocus();
});

test('“Sign out everywhere” ends all sessions of the person, and shows the sign-in', async () => {
  const practice = createManagedPractice();
  await renderApp(practice, '/');
  practice.answer('DELETE /desk/sessions', () => Response.json(Object.assign(practice.session, nobody)));
  await page.getByRole('button', { name: /^Signed in/ }).click();
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await expect.element(page.getByLabelText('Sign-in key')).toBeVisible();
  expect(practice.requests.map(({ name }) => name)).toContain('DELETE /desk/sessions');
});

test('signing out without a network clears the screen, says so, and ends the session once the network is back', async () => {
  const practice = createManagedPractice();
  const { address } = await renderApp(practice, '/?q=Quillon');
  const menu = page.getByRole('button', { name: /^Signed in/ });
  await menu.click();
  window.dispatchEvent(new Event('offline'));
  const cut = () => Promise.reject(new TypeError('Failed to fetch'));
  const ends = ['DELETE /desk/session', 'GET /desk/session'].map((name) => practice.answer(name, cut));
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect.element(page.getByLabelText('Sign-in key')).toBeVisible();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.poll(address).not.toContain('Quillon');
  await expect.element(page.getByText(/^You are signed out here, but Frontdesk can’t be reached/)).toBeVisible();
  for (const end of ends) end();
  const before = practice.requests.length;
  practice.answer('DELETE /desk/session', () => {
    return Response.json(Object.assign(practice.session, nobody));
  });
  window.dispatchEvent(new Event('online'));
  await waitUntil(() => expect(practice.requests.slice(before).map(({ name }) => name)).toContain('GET /desk/session'));
  expect(practice.requests.slice(before).map(({ name }) => name)).toEqual([
    'DELETE /desk/session',
    'GET /desk/session',
  ]);
  await expect.element(page.getByText(/^You are signed out here/)).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Sign-in key')).toBeVisible();
});

test.each([
  [
    'whose key gives access to no company',
    () => Response.json(pageOf([], new URLSearchParams())),
    'No company to show',
  ],
  [
    'whose companies could not be loaded',
    () => errorResponse(new ServiceError('internal_error', '')),
    'couldn’t be loaded',
  ],
  ['whose companies are loading', () => new Promise<Response>(() => undefined), 'Waiting for the practice system'],
])('a person %s can switch and sign out', async (_, answer, text) => {
  const practice = createManagedPractice();
  practice.answer('GET /v1/companies', answer);
  practice.answer('DELETE /desk/session', () => Response.json(Object.assign(practice.session, nobody)));
  for (const name of ['Switch person', 'Sign out']) {
    Object.assign(practice.session, { signedIn: true, person: 'ada', name: 'Ada Okafor' });
    const { leave } = await renderApp(practice, '/');
    await expect.element(page.getByText(text).first()).toBeInTheDocument();
    await page.getByRole('button', { name: /Signed in as .*Ada Okafor/ }).click();
    await page.getByRole('button', { name, exact: true }).click();
    await expect.element(page.getByLabelText('Sign-in key')).toBeVisible();
    await leave();
  }
});
