import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ServiceError } from '#contract/error.ts';
import { permissionSets } from '#contract/permissions.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createManagedPractice, type ManagedPractice, MY_KEY } from '#testing/management-in-memory.ts';
import { errorResponse, sharedCapabilities } from '#testing/practice-extensions.ts';
import { idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { later, pass, stopClock } from '#testing/stopped-clock.ts';
import { waitUntil } from '#testing/wait-until.ts';

const ADA = idOf(6, 1);
const BRAM = idOf(6, 2);
const KEYS = `GET /v1/employees/${BRAM}/keys`;

async function open(practice: ManagedPractice, edit?: string) {
  const app = await renderApp(practice, `/practice?part=people${edit === undefined ? '' : `&edit=${edit}`}`);
  await app.settled();
  return app;
}

async function choose(field: string, option: string) {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

const save = () => page.getByRole('button', { name: 'Save' }).click();
const count = ({ requests }: ManagedPractice, name: string) => requests.filter((one) => one.name === name).length;

test('a person is added after the manager confirmed with their key, and the card is printed', {
  tags: 'smoke',
}, async () => {
  const practice = createManagedPractice({ appointments: 0 });
  practice.session.addresses = ['https://desk.example'];
  practice.letTimePass();
  const { router, address } = await open(practice);
  await page.getByRole('button', { name: 'New person' }).click();
  await userEvent.keyboard('Kim{Tab}Lund');
  await choose('Role', 'Nurse');
  await choose('Access', 'View only');
  await save();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const field = dialog.getByLabelText('Your key');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('type', 'password');
  await userEvent.keyboard('fd_other{Enter}');
  await expect.element(dialog.getByText('That isn’t your key, or it has been revoked.')).toBeVisible();
  await userEvent.keyboard(`${MY_KEY}{Enter}`);

  const card = page.getByRole('listitem', { name: 'Kim Lund' });
  await expect.element(card).toHaveTextContent('Test practice');
  await expect.element(card).toHaveTextContent('https://desk.example');
  expect(practice.employees.at(-1)).toMatchObject({ firstName: 'Kim', lastName: 'Lund', role: 'nurse' });
  expect(practice.may(practice.employees.at(-1)?.id ?? '')).toEqual(permissionSets.view);
  expect(practice.keys).toMatchObject([{ access: 'read_only', revokedAt: null }]);
  const printed = vi.spyOn(window, 'print').mockReturnValue();
  await page.getByRole('button', { name: 'Print card' }).click();
  expect(printed).toHaveBeenCalledOnce();
  // Printing may have been cancelled.
  window.dispatchEvent(new Event('afterprint'));
  const question = page.getByRole('dialog', { name: 'Leave without saving the key?' });
  for (const close of [
    async () => void router.navigate({ to: '/' }),
    () => userEvent.keyboard('{Escape}'),
    () => page.getByRole('button', { name: 'Done' }).click(),
  ]) {
    await close();
    await expect.element(question).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(card).toBeVisible();
    expect(address()).toContain('/practice');
  }
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByRole('list', { name: 'People' }).getByText('Kim Lund')).toBeVisible();
});

test('a person whose key could not be issued is added, and their form is open to try again', async () => {
  const practice = createManagedPractice({ appointments: 0 });
  const { router, address } = await open(practice);
  await page.getByRole('button', { name: 'New person' }).click();
  await userEvent.keyboard('Kim{Tab}Lund');
  practice.answer('POST /v1/employees', (_, usual) => {
    const answered = usual();
    const { id = '' } = practice.employees.at(-1) ?? {};
    practice.answer(`POST /v1/employees/${id}/keys`, () =>
      errorResponse(new ServiceError('storage_full', 'Make room.')),
    );
    return answered;
  });
  await save();
  await expect.element(page.getByText('⁨Kim Lund⁩ was added, but no key was created')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'New key' })).toBeVisible();
  expect(address()).toContain(`edit=${practice.employees.at(-1)?.id}`);
  router.history.back();
  await expect.element(page.getByRole('list', { name: 'People' }).getByText('Kim Lund')).toBeVisible();
  expect(page.getByRole('form').query()).toBeNull();
});

test('a cancelled confirmation changes nothing, and the form keeps its values', async () => {
  const practice = createManagedPractice({ appointments: 0 });
  practice.letTimePass();
  await open(practice, BRAM);
  await choose('Access', 'Manage the practice');
  await save();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('Not saved. What you typed is still here.')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Access' })).toHaveTextContent('Manage the practice');
  expect(practice.may(BRAM)).toEqual(permissionSets.book);
});

test('reading the session during a confirmation does not sign anybody out', async () => {
  stopClock();
  const practice = createManagedPractice({ appointments: 0 });
  practice.letTimePass();
  const { settled } = await renderApp(practice, `/practice?part=people&edit=${BRAM}`);
  await settled(later);
  await choose('Access', 'Manage the practice');
  await save();
  const confirming = practice.hold('POST /desk/session/confirm');
  const field = page.getByRole('dialog', { name: 'Confirm it’s you' }).getByLabelText('Your key');
  await field.fill(MY_KEY);
  // After a minute the session is read again when the user returns to the page.
  await pass(61);
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(count(practice, 'POST /desk/session/confirm')).toBe(1));
  const ends = [
    practice.answer(KEYS, () => errorResponse(new ServiceError('authorization_required', 'Sign in.'))),
    practice.answer('GET /desk/session', () => Response.json({ ...practice.session, signedIn: false, person: null })),
  ];
  const before = count(practice, KEYS);
  window.dispatchEvent(new Event('visibilitychange'));
  await later(() => expect(count(practice, KEYS)).toBeGreaterThan(before));
  await pass(2);
  await expect.element(field).toBeVisible();
  for (const end of ends) end();
  confirming.letGo();
  await later(() => expect(practice.may(BRAM)).toEqual(permissionSets.manage));
  await expect.element(page.getByRole('heading', { name: 'People' })).toBeVisible();
});

test('permissions are granted and removed, but the last manager keeps theirs', { tags: 'smoke' }, async () => {
  const practice = createManagedPractice({ appointments: 0 });
  await open(practice, ADA);
  await choose('Access', 'Book appointments');
  await save();
  await expect.element(page.getByText('This is the last person who can manage the practice')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: /Edit .*Bram/ }).click();
  await choose('Access', 'Manage the practice');
  await page.getByRole('checkbox', { name: 'South' }).click();
  await save();
  await expect.element(page.getByRole('button', { name: /Edit .*Bram/ })).toHaveFocus();
  await expect.element(page.getByText('Manage the practice').nth(1)).toBeVisible();
  const changes = practice.requests.filter(({ name }) => name === `PATCH /v1/employees/${BRAM}`);
  expect(changes.map(({ body }) => body)).toEqual([
    {
      companyId: practice.company.id,
      permissions: [...permissionSets.manage],
      storeIds: [idOf(2, 1), idOf(2, 2)],
    },
  ]);
});

test('a manager who removes their own permission to manage sees this before and after', async () => {
  const practice = createManagedPractice({ appointments: 0 });
  practice.answer(`PATCH /v1/employees/${ADA}`, () => {
    practice.session.capabilities = sharedCapabilities;
    practice.answer(`GET /v1/employees/${ADA}/keys`, () =>
      errorResponse(new ServiceError('insufficient_access', 'Ask.')),
    );
    return Response.json(true);
  });
  await open(practice, ADA);
  const warning = page.getByText(/Ada Okafor.* will no longer manage the practice/);
  expect(warning.query()).toBeNull();
  await choose('Access', 'Book appointments');
  await expect.element(warning).toBeVisible();
  await save();
  await expect.element(page.getByRole('heading', { name: 'You no longer manage this practice' })).toBeVisible();
});

test('an unusual combination of permissions is listed, and stays when the name changes', async () => {
  const practice = createManagedPractice({ appointments: 0 });
  practice.further.permissionsOf = () => ['pets.read', 'appointments.read'];
  await open(practice, BRAM);
  await expect
    .element(page.getByRole('combobox', { name: 'Access' }))
    .toHaveTextContent('Custom: view pets, view appointments');
  await page.getByLabelText('First name').fill('Abraham');
  await save();
  await waitUntil(() => expect(practice.employees[1]?.firstName).toBe('Abraham'));
  expect(practice.requests.find(({ name }) => name === `PATCH /v1/employees/${BRAM}`)?.body).toEqual({
    companyId: practice.company.id,
    firstName: 'Abraham',
  });
});

test('a key whose response was lost is replaced by another, and a key is revoked', async () => {
  const practice = createManagedPractice({ appointments: 0 });
  await open(practice, BRAM);
  const issue = `POST /v1/employees/${BRAM}/keys`;
  const end = practice.answer(issue, (_, usual) => {
    usual();
    throw new TypeError('The connection was lost.');
  });
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect.element(page.getByText('The key couldn’t be created.')).toBeVisible();
  end();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('The key was created, but it never reached this page')).toBeVisible();
  pause();
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect.element(page.getByRole('dialog', { name: /Key of/ })).toBeVisible();
  expect(practice.keys).toMatchObject([{ revokedAt: null }, { revokedAt: null }]);
  expect(count(practice, issue)).toBe(3);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Leave without it' }).click();

  for (const left of [1, 0]) {
    pause();
    await page
      .getByRole('button', { name: /Revoke the key/ })
      .last()
      .click();
    await expect.element(page.getByText('Anyone using this key is signed out immediately.')).toBeVisible();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await waitUntil(() => expect(practice.keys.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(left));
  }
  await expect.element(page.getByText(/· revoked /).nth(1)).toBeVisible();
});

test('a key is revoked after the manager confirmed with their own', { tags: 'smoke' }, async () => {
  const practice = createManagedPractice({ appointments: 0 });
  await open(practice, BRAM);
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Leave without it' }).click();
  practice.letTimePass();
  await page.getByRole('button', { name: /Revoke the key/ }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect.element(page.getByLabelText('Your key')).toHaveFocus();
  expect(practice.keys).toMatchObject([{ revokedAt: null }]);
  await userEvent.keyboard(`${MY_KEY}{Enter}`);
  await expect.element(page.getByText(/· revoked /)).toBeVisible();
  expect(practice.keys).toMatchObject([{ revokedAt: expect.any(String) }]);
});

describe('the browsers with a PIN of a person', () => {
  const NOON = '2026-06-01T16:00:00.000Z';
  const device = (id: string, browser: string | null) => ({
    ...{ id, browser, employeeId: BRAM },
    ...{ createdAt: '2026-05-20T16:00:00.000Z', usedAt: NOON },
  });
  const list = page.getByRole('region', { name: 'Browsers with a PIN' });

  test('are listed, and one is ended after the manager confirmed with their key', { tags: 'smoke' }, async () => {
    const practice = createManagedPractice({ appointments: 0 });
    practice.devices.push(device('desk', 'Chrome on Windows'), device('phone', 'Safari on iPhone'));
    await open(practice, BRAM);
    const items = list.getByRole('listitem');
    await expect.element(items.first()).toHaveTextContent(/Chrome on Windows · PIN set .*20 May.* · last used .*1 Jun/);
    await expect.element(items.nth(1)).toHaveTextContent(/Safari on iPhone/);
    practice.letTimePass();
    await list.getByRole('button', { name: /Remove the PIN in Chrome on Windows/ }).click();
    await expect.element(list.getByText('This person is signed out of that browser immediately')).toBeVisible();
    await list.getByRole('button', { name: 'Remove PIN' }).click();
    await expect.element(page.getByLabelText('Your key')).toHaveFocus();
    expect(practice.devices).toHaveLength(2);
    await userEvent.keyboard(`${MY_KEY}{Enter}`);
    await expect.element(list.getByText('Chrome on Windows')).not.toBeInTheDocument();
    await expect.element(items).toHaveTextContent(/Safari on iPhone/);
    expect(practice.devices.map(({ id }) => id)).toEqual(['phone']);
  });

  test('are none at first, and the empty list explains how to set a PIN if that is possible', async () => {
    const practice = createManagedPractice({ appointments: 0 });
    practice.session.pins = [];
    const { leave } = await open(practice, BRAM);
    await expect.element(list).toHaveTextContent('No PIN yet. After signing in with a key');
    await leave();
    // None can be set over an unencrypted connection.
    practice.session.pins = null;
    await open(practice, BRAM);
    await expect.element(list).toHaveTextContent('This person has no PIN in any browser.');
  });

  test('are loaded again after an error, and may be unknown ones', async () => {
    const practice = createManagedPractice({ appointments: 0 });
    practice.devices.push(device('desk', null));
    const end = practice.answer('GET /desk/devices', () => errorResponse(new ServiceError('invalid_input', 'No.')));
    await open(practice, BRAM);
    await expect.element(list.getByText('The list of browsers couldn’t be loaded.')).toBeVisible();
    end();
    await list.getByRole('button', { name: 'Try again' }).click();
    await expect.element(list.getByText('Unknown browser')).toBeVisible();
  });

  test('are not loaded if people do not sign in', async () => {
    const practice = createManagedPractice({ appointments: 0 });
    practice.session.access = 'shared';
    await open(practice, BRAM);
    await expect.element(page.getByRole('region', { name: 'Sign-in keys' })).toBeVisible();
    expect(list.query()).toBeNull();
    expect(count(practice, 'GET /desk/devices')).toBe(0);
  });
});
