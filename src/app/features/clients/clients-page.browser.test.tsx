import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { resizePage } from '#testing/resize-page.ts';
import { waitUntil } from '#testing/wait-until.ts';

const main = page.getByRole('main');
const search = main.getByRole('searchbox', { name: 'Search name, pet, phone or e-mail' });
const rows = () => [...document.querySelectorAll<HTMLElement>('tr[data-row]')];
const names = () => rows().map((row) => row.querySelector('a')?.textContent ?? '');
const ANN = idOf(5, 1);

const ours = () => createPracticeInMemory({ hasExtensions: true, appointments: 0 });

test('all clients are listed from A to Z with phone, pets and marks, and a row opens the client', {
  tags: 'smoke',
}, async () => {
  const practice = ours();
  Object.assign(practice.clients[0] ?? {}, { phone: '020 7946 0123', alert: 'Pays in advance' });
  Object.assign(practice.clients[1] ?? {}, { isActive: false });
  Object.assign(practice.pets[0] ?? {}, { deceasedOn: '2025-02-01' });
  const { address } = await renderApp(practice, '/clients');
  await waitUntil(() => expect(names()).toEqual(['Ann Lee', 'Bob Stone', 'Cleo Park', 'Dan Moss', 'Eve Hart']));
  await expect.element(main.getByText('5 clients', { exact: true })).toBeVisible();
  const [ann, bob] = rows();
  expect(ann?.textContent).toContain('Pays in advance');
  expect(ann?.querySelector('a[href^="tel:"]')?.getAttribute('href')).toBe('tel:02079460123');
  // The pet that died comes last.
  expect(ann?.querySelector('td:last-child')?.textContent).toBe('Bello · Mia · Milo · Rex · Ziggy · Bella');
  expect(bob?.textContent).toContain('inactive');
  ann?.click();
  await waitUntil(() => expect(address()).toContain(`/clients/${ANN}`));
});

test.each([
  ['bob', ['Bob Stone']],
  ['zigg', ['Ann Lee', 'Bob Stone', 'Cleo Park', 'Dan Moss', 'Eve Hart']],
  ['+44 (0)20 7946-0123', ['Ann Lee']],
  ['ANN@ex', ['Ann Lee']],
  ['nobody', []],
  ['020 794', []],
])('the search for “%s” finds %j by name, pet, phone and e-mail', async (text, found) => {
  const practice = ours();
  Object.assign(practice.clients[0] ?? {}, { phone: '020 7946 0123', email: 'ann@example.com' });
  const { address } = await renderApp(practice, '/clients');
  await waitUntil(() => expect(names()).toHaveLength(5));
  await userEvent.fill(search, text);
  await waitUntil(() => expect(new URLSearchParams(address().split('?')[1]).get('q')).toBe(text));
  if (found.length > 0) await waitUntil(() => expect(names()).toEqual(found));
  else {
    await expect.element(main.getByRole('heading', { name: 'No matching client.' })).toBeVisible();
    await expect.element(main.getByText(text === 'nobody' ? /^Try a shorter search/ : /^Keep typing/)).toBeVisible();
    await main.getByRole('button', { name: 'Show all clients' }).click();
    await waitUntil(() => expect(names()).toHaveLength(5));
  }
});

test('arrow keys move between the rows, Enter opens one, and the focus returns to it', async () => {
  const { address, router } = await renderApp(ours(), '/clients');
  await waitUntil(() => expect(names()).toHaveLength(5));
  rows()[0]?.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitUntil(() => expect(address()).toContain(`/clients/${idOf(5, 3)}`));
  router.history.back();
  await waitUntil(() => expect(document.activeElement).toBe(rows()[2]));
});

test('a new client is registered once, and continues with their first pet', { tags: 'smoke' }, async () => {
  const practice = ours();
  const { address } = await renderApp(practice, '/clients');
  await main.getByRole('button', { name: 'New client' }).click();
  await userEvent.fill(main.getByRole('textbox', { name: 'First name' }), 'Rosa');
  await userEvent.fill(main.getByRole('textbox', { name: 'Last name' }), 'Quillon');
  await userEvent.fill(main.getByRole('textbox', { name: 'Phone' }), '0171 2345678');
  await main.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Rosa Quillon' })).toBeVisible();
  const rosa = practice.clients.find(({ lastName }) => lastName === 'Quillon');
  expect(address()).toContain(`/clients/${rosa?.id}`);
  pause();
  await userEvent.fill(main.getByRole('textbox', { name: 'Name', exact: true }), 'Nova');
  await userEvent.fill(main.getByRole('textbox', { name: 'Species' }), 'cat');
  await main.getByRole('button', { name: 'Save' }).click();
  await expect.element(main.getByRole('link', { name: 'Nova' })).toBeVisible();
  expect(practice.pets.at(-1)).toMatchObject({ clientId: rosa?.id, name: 'Nova' });
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Clients' }).click();
  await waitUntil(() => expect(names()).toContain('Rosa Quillon'));
});

test('another practice system’s clients are sorted here, and found by their pets, without a button it cannot serve', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  practice.clients.reverse();
  await renderApp(practice, '/clients');
  await waitUntil(() => expect(names()).toEqual(['Ann Lee', 'Bob Stone', 'Cleo Park', 'Dan Moss', 'Eve Hart']));
  expect(
    main
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).not.toContain('Pets');
  expect(main.getByRole('button', { name: 'New client' }).elements()).toEqual([]);
  const [first] = practice.pets;
  await userEvent.fill(search, first?.name ?? '');
  await waitUntil(() => expect(names()).toContain(first?.clientName));
  await waitUntil(() => expect(rows()[0]?.textContent).toContain(first?.name));
});

test('a long list of another practice system is loaded page by page, in its own order', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const [ann] = practice.clients;
  if (!ann) throw new Error('the practice has clients');
  for (let nth = 0; nth < 600; nth += 1)
    practice.clients.push({ ...ann, id: idOf(5, 100 + nth), firstName: 'Zoe', lastName: `Z${nth}` });
  practice.clients.reverse();
  await renderApp(practice, '/clients');
  await expect.element(main.getByText('605 clients', { exact: true })).toBeVisible();
  await expect.element(main.getByText('Sorted as in your practice system')).toBeVisible();
  rows()[0]?.focus();
  await userEvent.keyboard('{End}');
  await waitUntil(() => expect(practice.requests.filter(({ name }) => name === 'GET /v1/clients')).toHaveLength(2));
  await userEvent.keyboard('{End}');
  await waitUntil(() => expect(names().at(-1)).toBe('Ann Lee'));
});

test('on a phone a client has two lines, and nothing runs over the edge', async () => {
  const practice = ours();
  const alert = 'Calls only after five in the afternoon, never before';
  Object.assign(practice.clients[0] ?? {}, { phone: '020 7946 0123', alert });
  await renderApp(practice, '/clients');
  await resizePage(390, 844);
  await waitUntil(() => expect(rows()[0]?.getBoundingClientRect().height).toBeGreaterThan(50));
  expect(document.documentElement.scrollWidth).toBe(390);
  const name = rows()[0]?.querySelector('a');
  expect(name && name.scrollWidth <= name.clientWidth).toBe(true);
});

test('a list that cannot be loaded says why, and is loaded on request', async () => {
  const practice = ours();
  const end = practice.answer('GET /v1/clients', () => new Response('{}', { status: 500 }));
  await renderApp(practice, '/clients');
  await expect.element(main.getByRole('heading', { name: 'The clients couldn’t be loaded' })).toBeVisible();
  end();
  await main.getByRole('button', { name: 'Try again' }).click();
  await waitUntil(() => expect(names()).toHaveLength(5));
});
