import { afterEach, expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { board, viewMenu } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const rail = page.getByRole('navigation', { name: 'Pages' });
const ready = () => expect.element(board).toHaveAttribute('aria-busy', 'false');

/** Answers the session request with changes. */
function sessionIs(practice: PracticeInMemory, changes: Partial<PracticeInMemory['session']>) {
  practice.answer('GET /desk/session', () => Response.json({ ...practice.session, ...changes }));
}

afterEach(() => {
  delete document.documentElement.dataset['theme'];
});

const groundOf = () => getComputedStyle(document.body).backgroundColor;

test('theme, density, first day and company apply at once, and again at the next visit', {
  tags: 'smoke',
}, async () => {
  const practice = createPracticeInMemory();
  const other = { ...practice.company, id: '00000001-0000-4000-8000-000000000009', name: 'Second practice' };
  practice.others.push(other);
  const { address, leave } = await renderApp(practice, '/?date=2026-06-03&view=week');
  await ready();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await waitUntil(() => expect(document.title).toBe('Settings · Frontdesk'));
  const light = groundOf();
  await page.getByRole('radio', { name: 'Dark' }).click();
  await waitUntil(() => expect(groundOf()).not.toBe(light));
  await page.getByRole('radio', { name: 'Comfortable' }).click();
  await page.getByRole('radio', { name: 'Sunday', exact: true }).click();
  await page.getByRole('radio', { name: 'Confirmed' }).click();
  await page.getByRole('radio', { name: 'Second practice' }).click();
  await waitUntil(() => expect(address()).toContain(other.id));
  await leave();

  const next = await renderApp(practice, '/?date=2026-06-03&view=week');
  await ready();
  // The week of Wednesday 3 June 2026, beginning on Sunday.
  await expect.element(page.getByRole('button', { name: /31 May – 6 Jun/ })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  for (const name of ['Dark', 'Comfortable', 'Sunday', 'Confirmed', 'Second practice'])
    await expect.element(page.getByRole('radio', { name, exact: true })).toBeChecked();
  await next.leave();
});

test('a chosen theme overrides the setting of the computer', async () => {
  const prefers = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
  onTestFinished(() => void prefers('light'));
  await renderApp(createPracticeInMemory({ appointments: 0 }), '/settings');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await prefers('dark');
  const dark = groundOf();
  await page.getByRole('radio', { name: 'Light' }).click();
  await waitUntil(() => expect(groundOf()).not.toBe(dark));
  await page.getByRole('radio', { name: 'Dark' }).click();
  await prefers('light');
  await waitUntil(() => expect(groundOf()).toBe(dark));
});

test('single-key shortcuts can be turned off; those with Ctrl or Alt continue to work', async () => {
  localStorage.setItem('frontdesk.board', JSON.stringify({ letterKeys: false }));
  await renderApp(createPracticeInMemory(), '/?date=2026-06-03');
  await ready();
  await userEvent.keyboard('n3?');
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('4 Jun');
  expect(page.getByRole('dialog').elements()).toEqual([]);
  await expect.element(viewMenu).toHaveAccessibleName('View: Rooms');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect.element(page.getByRole('radio', { name: 'Off' })).toBeChecked();
});

test('every setting can be reached and changed by keyboard, also on a phone', async () => {
  await resizePage(390, 844);
  await renderApp(createPracticeInMemory(), '/settings');
  const first = page.getByRole('radio', { name: 'Same as this computer' });
  await expect.element(first).toBeVisible();
  await waitUntil(async () => {
    await userEvent.tab();
    expect(document.activeElement).toBe(first.element());
  });
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('every screen shows the signed-in person by the name they entered', async () => {
  const practice = createPracticeInMemory();
  sessionIs(practice, { access: 'sign_in', person: 'p', name: 'Ada Okafor' });
  const { router } = await renderApp(practice, '/');
  await ready();
  for (const to of ['/', '/appointments', '/settings'] as const) {
    await router.navigate({ to });
    await expect.element(page.getByRole('button', { name: /Signed in as .*Ada Okafor/ })).toBeVisible();
  }
});

test('a name and a key are sent once, in fields that password managers recognise', async () => {
  const practice = createPracticeInMemory();
  sessionIs(practice, { access: 'sign_in', signedIn: false });
  practice.answer('POST /desk/session', () =>
    Response.json({ ...practice.session, access: 'sign_in', person: 'p', name: 'Ada' }),
  );
  await renderApp(practice, '/');
  const key = page.getByLabelText('Sign-in key');
  await expect.element(key).toHaveFocus();
  await expect.element(key).toHaveAttribute('autocomplete', 'current-password');
  const name = page.getByLabelText('Your name');
  await expect.element(name).toHaveAttribute('autocomplete', 'username');
  await userEvent.keyboard('{Enter}');
  await name.fill(' Ada ');
  await key.fill(' fd_key ');
  await userEvent.keyboard('{Enter}');
  await ready();
  const sent = practice.requests.filter(({ name }) => name === 'POST /desk/session');
  expect(sent.map(({ body }) => body)).toEqual([{ apiKey: 'fd_key', name: 'Ada' }]);
});

test('a demo practice is labelled until that is dismissed, and links to the set-up of a real one', async () => {
  const practice = createPracticeInMemory();
  sessionIs(practice, { demo: true, setUp: 'beside_demo' });
  const { leave } = await renderApp(practice, '/');
  await ready();
  const line = rail.getByText('Demo practice');
  await expect.element(line).toBeVisible();
  const begin = page.getByRole('link', { name: 'Set up your own practice' });
  await expect.element(begin).toHaveAttribute('href', '/setup');
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect.element(line).not.toBeInTheDocument();
  await leave();

  await renderApp(practice, '/settings');
  await expect.element(page.getByRole('region', { name: 'Demo practice' }).getByRole('link')).toBeVisible();
  await page.getByRole('link', { name: 'Calendar' }).click();
  await ready();
  expect(line.query()).toBeNull();
});

test('the settings link to the licence, the running source, and the licences of its packages', async () => {
  await renderApp(createPracticeInMemory(), '/settings');
  const part = page.getByRole('region', { name: 'Source and licence' });
  await expect.element(part).toHaveTextContent(/Frontdesk \d+\.\d+\.\d+\S*, .* GNU Affero General Public License/);
  const addresses = part
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'));
  // src/release/bundle.system.test.ts finds them in the build.
  expect(addresses).toEqual(['/licence.txt', '/source.tar.gz', '/third-party-licences.txt']);
});

test('a demo without set-up has no link to it', async () => {
  const practice = createPracticeInMemory();
  sessionIs(practice, { demo: true });
  await renderApp(practice, '/');
  await expect.element(rail.getByText('Demo practice')).toBeVisible();
  expect(page.getByRole('link', { name: 'Set up your own practice' }).query()).toBeNull();
});

test('a real practice does not mention the demo', async () => {
  await renderApp(createPracticeInMemory(), '/');
  await ready();
  expect(rail.getByText('Demo practice').query()).toBeNull();
});

test('an invalid URL shows its path and a link back', async () => {
  const { address } = await renderApp(createPracticeInMemory(), '/calender');
  await expect.element(page.getByRole('main')).toHaveTextContent('Frontdesk has no page /calender.');
  await page.getByRole('link', { name: 'Go to the calendar' }).click();
  await ready();
  expect(address()).toMatch(/^\/($|\?)/);
});
