import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createManagedPractice, type ManagedPractice } from '#testing/management-in-memory.ts';
import { idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

/** The bodies of the requests. */
const sent = (practice: ManagedPractice, name: string) =>
  practice.requests.filter((request) => request.name === name).map(({ body }) => body);

async function open(practice: ManagedPractice, address: string) {
  const app = await renderApp(practice, address);
  await app.settled();
  return app;
}

test('opening hours are changed, an invalid one is reported on blur, and the board shows the new hours immediately', {
  tags: 'smoke',
}, async () => {
  const practice = createManagedPractice();
  const { router, settled } = await open(practice, '/practice?part=stores');
  await page.getByRole('button', { name: 'Edit ⁨North⁩' }).click();
  const form = page.getByRole('form', { name: 'North' });
  await expect.element(form.getByLabelText('Name')).toHaveFocus();
  const closes = form.getByLabelText('Tuesday closes');
  await closes.fill('7');
  await userEvent.tab();
  await closes.fill('06:00');
  await userEvent.tab();
  await expect.element(form.getByText('This is before the opening time.')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(form.getByLabelText('Tuesday opens')).toHaveFocus();
  expect(sent(practice, `PATCH /v1/stores/${idOf(2, 1)}`)).toEqual([]);
  await closes.fill('20:00');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('list', { name: 'Stores and hours' }).getByText(/Tue .*20:00/)).toBeVisible();
  const [change] = sent(practice, `PATCH /v1/stores/${idOf(2, 1)}`);
  expect(Object.keys(change ?? {})).toEqual(['companyId', 'openingHours']);
  await expect.element(page.getByRole('button', { name: 'Edit ⁨North⁩' })).toHaveFocus();
  const requestCount = practice.requests.length;
  await router.navigate({ to: '/' });
  await settled();
  expect(practice.requests.slice(requestCount).map(({ name }) => name)).not.toContain('GET /v1/companies');
});

test('a room is added, moved and deleted by keyboard; a room with appointments is not deleted and lists them', async () => {
  const practice = createManagedPractice({ appointments: 0 });
  practice.add({ roomId: idOf(3, 11), start: '2041-06-03T12:00:00.000Z', end: '2041-06-03T12:30:00.000Z' });
  const { address } = await open(practice, '/practice?part=rooms');
  const north = page.getByRole('list', { name: 'North' });
  const names = () =>
    north
      .getByRole('listitem')
      .elements()
      .map((row) => row.querySelector('bdi')?.textContent);
  const press = async (name: string) => {
    const button = page.getByRole('button', { name }).first();
    await expect.element(button).toBeVisible();
    (button.element() as HTMLElement).focus();
    pause();
    await userEvent.keyboard('{Enter}');
  };
  await press('New room');
  await userEvent.keyboard('room 1');
  await userEvent.tab();
  await expect.element(page.getByText('This name is taken.')).toBeVisible();
  await page.getByRole('form').getByLabelText('Name').fill(' Surgery ');
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(names()).toEqual(['Room 1', 'Room 2', 'Surgery']));
  await expect.element(page.getByRole('form')).not.toBeInTheDocument();
  await press('Move ⁨Surgery⁩ up');
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(names()).toEqual(['Surgery', 'Room 1', 'Room 2']));
  await expect.element(page.getByText('⁨Surgery⁩ is now 1 of 3')).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Move ⁨Surgery⁩ up' })).toHaveFocus();
  await waitUntil(() => expect(practice.company.stores[0]?.rooms[0]?.name).toBe('Surgery'));
  await press('Move ⁨Surgery⁩ down');
  await waitUntil(() => expect(names()).toEqual(['Room 1', 'Surgery', 'Room 2']));
  await expect.element(page.getByRole('button', { name: 'Move ⁨Surgery⁩ down' })).toHaveFocus();
  await press('Delete ⁨Surgery⁩');
  await expect.element(page.getByText(/Its appointments stay and show “Room [0-9a-f]{8}”/)).toBeVisible();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(page.getByRole('button', { name: 'Delete ⁨Surgery⁩' })).toHaveFocus();
  await press('Delete ⁨Surgery⁩');
  pause();
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(names()).toEqual(['Room 1', 'Room 2']));
  // The next row.
  await waitUntil(() => expect(document.activeElement?.closest('li')?.textContent).toContain('Room 2'));

  await press('Delete ⁨Room 1⁩');
  pause();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('⁨Room 1⁩ has upcoming appointments. Move or cancel them first.')).toBeVisible();
  await page.getByRole('link', { name: 'Show these appointments' }).click();
  await expect.element(page.getByTestId('matches')).toHaveTextContent(/^1 /);
  expect(address()).toContain(`room=${idOf(3, 11)}`);
});

test('a visit type is hidden from bookings, and another is added', async () => {
  const practice = createManagedPractice({ appointments: 0 });
  await open(practice, '/practice?part=types');
  await page.getByRole('button', { name: /Edit .*Nail trim/ }).click();
  await page.getByRole('checkbox', { name: 'Offered in bookings' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('button', { name: /Edit .*Nail trim/ })).toHaveFocus();
  await expect.element(page.getByText('Hidden').nth(1)).toBeVisible();
  expect(sent(practice, `PATCH /v1/appointment-types/${idOf(7, 4)}`)).toEqual([
    { companyId: practice.company.id, isActive: false },
  ]);
  await page.getByRole('button', { name: 'New visit type' }).click();
  const form = page.getByRole('form', { name: 'New visit type' });
  await form.getByLabelText('Name').fill('Microchip');
  await form.getByLabelText('Length').fill('never');
  await userEvent.tab();
  await expect.element(form.getByText('Enter a number of minutes from 1 to 1440, such as 20.')).toBeVisible();
  await form.getByLabelText('Length').fill('10');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Microchip')).toBeVisible();
  expect(practice.types.at(-1)).toMatchObject({ name: 'Microchip', durationMinutes: 10, category: 'consult' });
});

test('a store has phone, e-mail, address and web site, with each problem in words', async () => {
  const practice = createManagedPractice({ appointments: 0 });
  await open(practice, '/practice?part=stores');
  await page.getByRole('button', { name: 'Edit ⁨North⁩' }).click();
  const form = page.getByRole('form', { name: 'North' });
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });
  await field('Phone').fill('12');
  await field('E-mail').fill('desk');
  await field('Address').fill('1\n2\n3\n4\n5');
  await field('Web site').fill('no site');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(field('Phone')).toHaveAccessibleDescription(/^Enter a phone number such as/);
  await expect.element(field('E-mail')).toHaveAccessibleDescription(/^Enter an e-mail address/);
  await expect.element(field('Address')).toHaveAccessibleDescription('Use at most four lines.');
  await expect.element(field('Web site')).toHaveAccessibleDescription(/^Enter an address such as https:/);
  await field('Phone').fill('(555) 010-1234');
  await field('E-mail').fill('desk@elm.example');
  await field('Address').fill('12 Elm Street\nNew York ');
  await field('Web site').fill('www.elm.example');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(page.getByRole('list', { name: 'Stores and hours' }))
    .toHaveTextContent(/\(555\) 010-1234.*12 Elm Street, New York/);
  expect(sent(practice, `PATCH /v1/stores/${idOf(2, 1)}`)).toEqual([
    {
      ...{ companyId: practice.company.id, phone: '(555) 010-1234', email: 'desk@elm.example' },
      ...{ address: '12 Elm Street\nNew York', website: 'https://www.elm.example' },
    },
  ]);
});

test('a visit type says what to do before, and one that becomes euthanasia is not messaged unless someone says so', async () => {
  const practice = createManagedPractice({ appointments: 0 });
  await open(practice, '/practice?part=types');
  await page.getByRole('button', { name: 'New visit type' }).click();
  const form = page.getByRole('form', { name: 'New visit type' });
  const messages = form.getByRole('checkbox', { name: 'Clients get messages' });
  const category = async (name: string) => {
    await form.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await form.getByLabelText('Name').fill('Farewell');
  await form.getByLabelText('Length').fill('45');
  await expect.element(messages).toBeChecked();
  await category('Euthanasia');
  await expect.element(messages).not.toBeChecked();
  await category('Surgery');
  await expect.element(messages).toBeChecked();
  await category('Euthanasia');
  await form.getByLabelText('What to do before the visit').fill('Bring a blanket');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Farewell' }))
    .toHaveTextContent(/No messages.*Bring/);
  expect(practice.types.at(-1)).toMatchObject({ isMessaged: false, preparation: 'Bring a blanket' });
});

test('a visit type says after how many months the pet is due again; only 1 to 60 can be saved, and empty is never', async () => {
  const practice = createManagedPractice({ appointments: 0 });
  await open(practice, '/practice?part=types');
  const [type] = practice.types;
  const row = page.getByRole('listitem').filter({ hasText: type?.name ?? '' });
  const months = page.getByRole('textbox', { name: 'Due again after (months)' });
  const edit = () => page.getByRole('button', { name: `Edit ⁨${type?.name}⁩` }).click();
  await edit();
  for (const wrong of ['0', '61', '1.5', 'a year']) {
    await months.fill(wrong);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(months).toHaveAccessibleDescription('Enter a number of months from 1 to 60, such as 12.');
  }
  await months.fill('١٢');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(row).toHaveTextContent(/Due again after 12 months/);
  expect(type?.recallMonths).toBe(12);
  pause();
  await edit();
  await months.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(row).not.toHaveTextContent(/Due again/);
  expect(type?.recallMonths).toBeNull();
});

test('neither is offered if the practice system does not take it', async () => {
  const practice = createManagedPractice({ appointments: 0 });
  practice.session.capabilities['changeStore'] = { fields: ['name', 'openingHours'], idempotent: false };
  practice.session.capabilities['changeAppointmentType'] = { fields: ['name', 'category'], idempotent: false };
  const { router } = await open(practice, '/practice?part=stores');
  await page.getByRole('button', { name: 'Edit ⁨North⁩' }).click();
  await expect.element(page.getByLabelText('Name')).toBeVisible();
  for (const name of ['Phone', 'E-mail', 'Address', 'Web site'])
    expect(page.getByRole('textbox', { name, exact: true }).elements()).toEqual([]);
  await router.navigate({ to: '/practice', search: { part: 'types' } });
  await page.getByRole('button', { name: /Edit .*Nail trim/ }).click();
  await expect.element(page.getByLabelText('Name')).toBeVisible();
  expect(page.getByRole('checkbox', { name: 'Clients get messages' }).elements()).toEqual([]);
  expect(page.getByLabelText('What to do before the visit').elements()).toEqual([]);
});
