import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createManagedPractice, type ManagedPractice } from '#testing/management-in-memory.ts';
import { sharedCapabilities } from '#testing/practice-extensions.ts';
import { idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const ROOM = idOf(3, 11);

afterEach(async () => {
  document.documentElement.dir = 'ltr';
  await page.viewport(1280, 800);
});

async function open(practice: PracticeInMemory, address: string) {
  const app = await renderApp(practice, address);
  await app.settled();
  return app;
}

const roomName = () => page.getByRole('form').getByLabelText('Name');
const patches = ({ requests }: ManagedPractice) => requests.filter(({ name }) => name === `PATCH /v1/rooms/${ROOM}`);

test('a person without permission to manage does not see the screen or any link to it', { tags: 'smoke' }, async () => {
  const practice = createManagedPractice({ appointments: 0 });
  practice.session.capabilities = sharedCapabilities;
  const { router } = await open(practice, '/settings');
  expect(page.getByRole('link', { name: 'Practice' }).query()).toBeNull();
  await router.navigate({ to: '/practice' });
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect.element(page.getByRole('main')).toHaveTextContent('Frontdesk has no page /practice.');
});

test('each part is shown only if the practice system supports it', { tags: 'smoke' }, async () => {
  const practice = createManagedPractice({ appointments: 0 });
  practice.session.capabilities = {
    ...sharedCapabilities,
    changeRoom: { fields: ['name', 'categories', 'position'], idempotent: false },
    listPracticeHistory: { fields: [], idempotent: false },
  };
  await open(practice, '/');
  await page.getByRole('link', { name: 'Practice' }).click();
  const parts = page.getByRole('navigation', { name: 'Parts of the practice' }).getByRole('link');
  await expect.element(parts.first()).toHaveTextContent('Rooms');
  expect(parts.elements().map((link) => link.textContent)).toEqual(['Rooms', 'History']);
  await expect.element(page.getByRole('button', { name: 'Edit ⁨Room 1⁩' }).first()).toBeVisible();
  expect(page.getByRole('button', { name: /New room|Delete/ }).elements()).toEqual([]);
});

test.each<[left: string, leave: () => Promise<unknown>, path: string, open: string | null]>([
  ['for the board', () => page.getByRole('link', { name: 'Calendar' }).click(), '/', null],
  ['by Escape', () => userEvent.keyboard('{Escape}'), '/practice', null],
  ['for another form', () => page.getByRole('button', { name: 'Edit ⁨Room 2⁩' }).first().click(), '/practice', 'Room 2'],
])('the response to a save does not move a person who has left the form %s', async (_, leave, path, opened) => {
  const practice = createManagedPractice({ appointments: 0 });
  const { router, settled } = await open(practice, '/settings');
  await page.getByRole('link', { name: 'Practice' }).click();
  await page.getByRole('link', { name: 'Rooms', exact: true }).click();
  await page.getByRole('button', { name: 'Edit ⁨Room 1⁩' }).first().click();
  await roomName().fill('Surgery');
  const { letGo } = practice.hold(`PATCH /v1/rooms/${ROOM}`);
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(patches(practice)).toHaveLength(1));
  await leave();
  const formName = () => page.getByRole('form').getByLabelText('Name').query();
  const value = (input: Element | null) => (input instanceof HTMLInputElement ? input.value : null);
  await waitUntil(() => expect([router.state.location.pathname, value(formName())]).toEqual([path, opened]));
  const { href } = router.state.location;
  letGo();
  await waitUntil(() => expect(practice.company.stores[0]?.rooms[0]?.name).toBe('Surgery'));
  await settled();
  expect([router.state.location.href, value(formName())]).toEqual([href, opened]);
});

test('a draft in one part survives a visit to another', async () => {
  const practice = createManagedPractice({ appointments: 0 });
  await open(practice, '/practice?part=types');
  const openPart = (part: string) => page.getByRole('link', { name: part, exact: true }).click();
  await page.getByRole('button', { name: 'New visit type' }).click();
  await page.getByRole('form').getByLabelText('Name').fill('Microchip');
  await openPart('People');
  await expect.element(page.getByRole('button', { name: 'New person' })).toBeVisible();
  expect(page.getByText('Unsaved draft').query()).toBeNull();
  pause();
  await page.getByRole('button', { name: 'New person' }).click();
  await page.getByLabelText('First name').fill('Kim');
  await openPart('Visit types');
  await expect.element(page.getByText('Unsaved draft')).toBeVisible();
  pause();
  await page.getByRole('button', { name: 'New visit type' }).click();
  await expect.element(page.getByRole('form').getByLabelText('Name')).toHaveValue('Microchip');
});

test('the history says in words who changed what, and loads earlier changes', { tags: 'smoke' }, async () => {
  const practice = createManagedPractice({ appointments: 0 });
  const entry = (number: number, given: object) => ({
    id: idOf(9, number),
    at: '2026-06-03T12:00:00.000Z',
    employeeId: idOf(6, 1),
    recordId: ROOM,
    name: 'Room 1',
    kind: 'room' as const,
    action: 'changed' as const,
    changes: [],
    ...given,
  });
  practice.history.push(
    entry(1, {
      changes: [
        { field: 'name', from: 'Room 1', to: 'Surgery' },
        { field: 'categories', from: [], to: ['surgical'] },
      ],
    }),
    entry(2, {
      kind: 'employee',
      action: 'created',
      name: 'Kim Lund',
      employeeId: null,
      changes: [{ field: 'permissions', from: null, to: ['pets.read'] }],
    }),
    ...Array.from({ length: 60 }, (_, number) =>
      entry(10 + number, { kind: 'key', action: 'removed', name: 'Kim Lund' }),
    ),
  );
  await open(practice, '/practice?part=history');
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect
    .element(entries.first())
    .toHaveTextContent(/2026.*8:00 · Ada OkaforRoom changed: .Room 1.Name: .Room 1. → .Surgery/);
  await expect.element(entries.first()).toHaveTextContent('For all appointments → Only for: Surgery');
  await expect
    .element(entries.nth(1))
    .toHaveTextContent(/On the serverPerson added: .Kim Lund.Access: Custom: view pets/);
  expect(entries.elements()).toHaveLength(50);
  await page.getByRole('button', { name: 'Earlier changes' }).click();
  await waitUntil(() => expect(entries.elements()).toHaveLength(62));
});

test('the screen is accessible, on a phone and right to left, too', async () => {
  const practice = createManagedPractice({ appointments: 0 });
  practice.keys.push({
    id: idOf(9, 1),
    employeeId: idOf(6, 2),
    access: 'read_write',
    createdAt: '2026-06-03T12:00:00.000Z',
    expiresAt: null,
    revokedAt: null,
  });
  const { router, settled } = await open(practice, '/practice?part=rooms');
  await page
    .getByRole('button', { name: /Delete/ })
    .first()
    .click();
  await expectAccessible('rooms');
  await page.viewport(390, 844);
  for (const [part, edit] of [
    ['stores', idOf(2, 1)],
    ['people', idOf(6, 2)],
  ] as const) {
    await router.navigate({ to: '/practice', search: { part, edit } });
    await expect.element(page.getByRole('form')).toBeVisible();
    await settled();
    await expectAccessible(part);
    for (const dir of ['rtl', 'ltr']) {
      document.documentElement.dir = dir;
      await waitUntil(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390));
    }
  }
});
