import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolateText } from '#app/text/isolate-text.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const main = page.getByRole('main');
const button = (name: string) => main.getByRole('button', { name, exact: true });
const text = (name: string) => main.getByRole('textbox', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const ANN = idOf(5, 1);
const BELLA = idOf(4, 1);
const changes = ['PATCH /v1/clients', 'PATCH /v1/pets', 'POST /v1/pets'];

function createPractice() {
  const practice = createPracticeInMemory({ hasExtensions: true, appointments: 0 });
  /** The bodies of all changes, without the fields that every body has. */
  const sent = () =>
    practice.requests.flatMap(({ name, body }) => {
      const { companyId: _, ...rest } = body ?? {};
      return changes.some((change) => name.startsWith(change)) ? [rest] : [];
    });
  /** A change by a colleague at another desk. */
  const colleague = (list: 'clients' | 'pets', id: string, values: object) => {
    const record = practice[list].find((one) => one.id === id);
    const updatedAt = new Date(Date.parse(record?.updatedAt ?? '') + 1).toISOString();
    if (record) Object.assign(record, values, { updatedAt });
    return updatedAt;
  };
  return { practice, sent, colleague };
}

test('a corrected phone number is saved, and the search finds a new name immediately', async () => {
  const { practice, sent } = createPractice();
  const before = practice.clients[0]?.updatedAt;
  await renderApp(practice, `/clients/${ANN}`);
  await button('Edit').click();
  await expect.element(text('First name')).toHaveFocus();
  await userEvent.fill(text('Phone'), '12');
  await userEvent.fill(text('Last name'), 'Quillon');
  await userEvent.fill(text('E-mail'), 'ann');
  await button('Save').click();
  await expect.element(text('Phone')).toHaveAccessibleDescription('Enter a phone number such as 020 7946 0123.');
  await expect.element(text('E-mail')).toHaveAccessibleDescription(/Enter an e-mail address/);
  await expect.element(text('Phone')).toHaveFocus();
  await userEvent.fill(text('Phone'), '0171 2345678');
  await userEvent.fill(text('E-mail'), 'ann@example.com');
  await userEvent.fill(text('Alert'), 'Calls only after 5');
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Ann Quillon')).toBeVisible();
  await expect.element(main.getByRole('link', { name: '0171 2345678' })).toBeVisible();
  await expect.element(main.getByRole('list', { name: 'Alerts' })).toHaveTextContent('Ann Quillon: Calls only after 5');
  await expect.element(button('Edit')).toHaveFocus();
  expect(sent()).toEqual([
    {
      ...{ expectedUpdatedAt: before, lastName: 'Quillon', phone: '0171 2345678' },
      ...{ email: 'ann@example.com', alert: 'Calls only after 5' },
    },
  ]);
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('quillon');
  await expect.element(page.getByRole('option', { name: /^Bella · Ann Quillon/ }).first()).toBeVisible();
});

test('saving says so, and Undo puts the former values back', { tags: 'smoke' }, async () => {
  const { practice, sent } = createPractice();
  const phone = practice.clients[0]?.phone;
  await renderApp(practice, `/clients/${ANN}`);
  await button('Edit').click();
  await userEvent.fill(text('Phone'), '0171 2345678');
  await userEvent.keyboard('{Enter}');
  const notice = page.getByRole('dialog', { name: 'Ann Lee' });
  await expect.element(notice).toHaveTextContent('Saved');
  const saved = practice.clients[0]?.updatedAt;
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('dialog', { name: `${isolateText('Ann Lee')}: undone` })).toBeVisible();
  await expect.element(main.getByRole('link', { name: '0171 2345678' })).not.toBeInTheDocument();
  expect(practice.clients[0]?.phone).toBe(phone);
  expect(sent().at(-1)).toEqual({ expectedUpdatedAt: saved, phone });
});

test('a client’s page says how they are written to, and the form changes it', async () => {
  const { practice, sent } = createPractice();
  Object.assign(practice.clients[0] ?? {}, { phone: '0171 2345678' });
  await renderApp(practice, `/clients/${ANN}`);
  const contact = main.getByRole('region', { name: 'Phone and e-mail' });
  await expect.element(contact).toHaveTextContent(/Messages by SMS$/);
  const choose = async (name: string, option: string) => {
    pause();
    await main.getByRole('combobox', { name, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await button('Edit').click();
  await choose('Messages', 'By e-mail');
  await choose('When a pet is due again', 'No reminders (opted out)');
  await choose('Language of messages', 'German');
  await button('Save').click();
  await expect
    .element(contact)
    .toHaveTextContent(
      /Messages by e-mail, but no e-mail address on file, GermanNot reminded when a pet is due again$/,
    );
  await pause();
  await button('Edit').click();
  await choose('Messages', 'No messages (opted out)');
  await choose('When a pet is due again', 'By SMS');
  await choose('Language of messages', 'Same as the practice’s messages');
  await button('Save').click();
  await expect.element(contact).toHaveTextContent(/Opted out of messagesReminded by SMS when a pet is due again$/);
  expect(sent()).toMatchObject([
    { contactBy: 'email', recallsBy: 'none', language: 'de' },
    { contactBy: 'none', recallsBy: 'sms', language: null },
  ]);
});

test('how a client is written to is not shown if the practice system does not take it', async () => {
  const { practice } = createPractice();
  Object.assign(practice.clients[0] ?? {}, { phone: '0171 2345678' });
  practice.session.capabilities['changeClient'] = { fields: ['firstName', 'phone'], idempotent: false };
  await renderApp(practice, `/clients/${ANN}`);
  await expect.element(main.getByRole('link', { name: '0171 2345678' })).toBeVisible();
  expect(main.getByText(/Messages/).elements()).toEqual([]);
  await button('Edit').click();
  await expect.element(text('First name')).toHaveFocus();
  expect(main.getByRole('combobox', { name: 'Messages' }).elements()).toEqual([]);
  expect(main.getByRole('combobox', { name: 'When a pet is due again' }).elements()).toEqual([]);
});

test('a date of death that the practice system takes for the future is refused beside its field', async () => {
  const { practice } = createPractice();
  await renderApp(practice, `/pets/${BELLA}`);
  const data = { httpStatus: 400, suggestion: 'deceasedOn: must not be in the future' };
  practice.answer(`PATCH /v1/pets/${BELLA}`, () =>
    Response.json({ type: 'BAD_REQUEST', message: 'invalid_input', data }, { status: 400 }),
  );
  await button('Edit').click();
  await userEvent.fill(text('Died'), '2026-01-02');
  await button('Save').click();
  await expect.element(text('Died')).toHaveAccessibleDescription('This date is in the future.');
  await expect.element(text('Died')).toHaveFocus();
  expect(main.getByText(/deceasedOn/).elements()).toEqual([]);
});

test('Undo of an edit changes nothing after a colleague’s change, and says so', async () => {
  const { practice, colleague } = createPractice();
  await renderApp(practice, `/pets/${BELLA}`);
  await button('Edit').click();
  await userEvent.fill(text('Breed'), 'Beagle');
  await button('Save').click();
  const saved = page.getByRole('dialog', { name: isolateText('Bella'), exact: true });
  await expect.element(saved).toHaveTextContent('Saved');
  colleague('pets', BELLA, { breed: 'Basset' });
  await saved.getByRole('button', { name: 'Undo' }).click();
  const notice = page.getByRole('dialog', { name: `${isolateText('Bella')}: not undone` });
  await expect.element(notice).toHaveTextContent('A colleague has made changes since then, so nothing was undone.');
  expect(practice.pets.find(({ id }) => id === BELLA)?.breed).toBe('Basset');
  await expect.element(main.getByText(/Basset/)).toBeVisible();
});

test('birth and death of a pet cannot be in the future or in the wrong order, and its death is shown everywhere', async () => {
  const { practice, sent } = createPractice();
  await renderApp(practice, `/pets/${BELLA}`);
  await button('Edit').click();
  await userEvent.fill(text('Born'), '3 May 2999');
  await userEvent.fill(text('Died'), '1 Feb 2020');
  await button('Save').click();
  await expect.element(text('Born')).toHaveAccessibleDescription('This date is in the future.');
  await userEvent.fill(text('Born'), '3 May 2021');
  await button('Save').click();
  await expect.element(text('Died')).toHaveAccessibleDescription('This is before the date of birth.');
  await userEvent.fill(text('Died'), '1 Feb 2022');
  await button('Save').click();
  await expect.element(main.getByRole('list', { name: 'Alerts' })).toHaveTextContent('Bella: died 1 Feb 2022');
  await expect.element(main.getByText('No new appointment is suggested.')).toBeVisible();
  expect(sent()).toMatchObject([{ dateOfBirth: '2021-05-03', deceasedOn: '2022-02-01' }]);
});

test('a date of birth shows its year, this year’s, too', async () => {
  const { practice } = createPractice();
  const year = new Date().getFullYear();
  await renderApp(practice, `/pets/${BELLA}`);
  await button('Edit').click();
  await userEvent.fill(text('Born'), `1 Jan ${year}`);
  await userEvent.tab();
  await expect.element(text('Born')).toHaveValue(expect.stringContaining(String(year)));
});

test('a birth can be typed as a month, a year or an age, and examples are of the past', async () => {
  const { practice, sent } = createPractice();
  await renderApp(practice, `/pets/${BELLA}`);
  await button('Edit').click();
  await userEvent.fill(text('Born'), 'soon');
  await userEvent.tab();
  await expect.element(text('Born')).toHaveAccessibleDescription(/Try 25\/03\/2024, March 2024, 2024 or 3 months$/);
  await userEvent.fill(text('Born'), '2020');
  await userEvent.tab();
  await expect.element(text('Born')).toHaveValue(expect.stringContaining('1 Jan 2020'));
  await userEvent.fill(text('Born'), 'October 2021');
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(sent()).toMatchObject([{ dateOfBirth: '2021-10-01' }]));
});

test('a pet is added to its client once, even if the response is lost', async () => {
  const { practice, sent } = createPractice();
  let isLost = true;
  practice.answer('POST /v1/pets', (_, respond) => {
    const answer = respond();
    if (!isLost) return answer;
    isLost = false;
    return new Response('', { status: 504 });
  });
  await renderApp(practice, `/clients/${ANN}`);
  const count = practice.pets.length;
  await button('Add pet').click();
  await userEvent.fill(text('Name'), 'Nova');
  await userEvent.fill(text('Species'), 'cat');
  await button('Save').click();
  await expect.element(main.getByRole('link', { name: 'Nova' })).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: isolateText('Nova') })).toHaveTextContent('Saved');
  expect(practice.pets).toHaveLength(count + 1);
  expect(practice.pets.at(-1)).toMatchObject({ name: 'Nova', clientId: ANN, species: 'cat' });
  expect(sent()).toHaveLength(2);
});

test('a pet can be moved to another client, found by name', async () => {
  const { practice, sent } = createPractice();
  await renderApp(practice, `/pets/${BELLA}`);
  await button('Move to another client').click();
  const client = main.getByRole('combobox', { name: 'Client' });
  await expect.element(client).toHaveValue('Ann Lee');
  await expect.element(main.getByText(/Appointments that are already booked stay/)).toBeVisible();
  await userEvent.fill(client, 'bob');
  await page.getByRole('option', { name: /Bob Stone/ }).click();
  await button('Save').click();
  const region = main.getByRole('region', { name: 'Client' });
  await expect.element(region.getByRole('link', { name: 'Bob Stone' })).toBeVisible();
  expect(sent()).toMatchObject([{ clientId: practice.clients.find(({ lastName }) => lastName === 'Stone')?.id }]);
});

test.each([
  ['the practice system cannot change them', false],
  ['the person may change them', true],
])('if %s, there is a button: %s', async (_, isThere) => {
  const { practice } = createPractice();
  const { changeClient: _c, changePet: _p, createPet: _a, ...readable } = practice.session.capabilities;
  if (!isThere) practice.session.capabilities = readable;
  const { router } = await renderApp(practice, `/clients/${ANN}`);
  await expect.element(heading('Ann Lee')).toBeVisible();
  await expect.element(main.getByText('No phone or e-mail on file')).toBeVisible();
  expect(main.getByRole('button', { name: /^(Edit|Add pet)$/ }).elements()).toHaveLength(isThere ? 2 : 0);
  await router.navigate({ to: '/pets/$petId', params: { petId: BELLA } });
  await expect.element(heading('Bella')).toBeVisible();
  await waitUntil(() =>
    expect(main.getByRole('button', { name: /^(Edit|Move to another client)$/ }).elements()).toHaveLength(
      isThere ? 2 : 0,
    ),
  );
});

test('after a death, the upcoming appointments are cancelled together and come back with one Undo, or are kept', {
  tags: 'smoke',
}, async () => {
  const { practice } = createPractice();
  const inDays = (days: number, more: object = {}) => {
    const start = Date.now() + days * 86_400_000;
    const times = { start: new Date(start).toISOString(), end: new Date(start + 1_800_000).toISOString() };
    return practice.add({ petId: BELLA, status: 'confirmed', ...times, ...more });
  };
  const toCome = [inDays(1), inDays(8, { status: 'requested' })];
  const others = [
    inDays(-3, { status: 'completed' }),
    inDays(9, { status: 'cancelled' }),
    inDays(2, { petId: idOf(4, 2) }),
  ];
  const statuses = (of: typeof toCome) =>
    of.map(({ id }) => practice.appointments.find((one) => one.id === id)?.status);
  const died = async () => {
    await renderApp(practice, `/pets/${BELLA}`);
    await expect.element(main.getByRole('heading', { name: 'Next appointments' })).toBeVisible();
  };
  await died();
  expect(main.getByText('2 upcoming appointments').elements()).toEqual([]);
  await button('Edit').click();
  await userEvent.fill(text('Died'), '1 Feb 2025');
  // One press reads the date and saves it: nothing moves the button while it is pressed.
  await button('Save').click();
  await expect.element(main.getByText('2 upcoming appointments')).toBeVisible();
  expect(statuses(toCome)).toEqual(['confirmed', 'requested']);
  await button('Cancel all').click();
  await waitUntil(() => expect(statuses(toCome)).toEqual(['cancelled', 'cancelled']));
  expect(statuses(others)).toEqual(['completed', 'cancelled', 'confirmed']);
  await expect.element(button('Cancel all')).not.toBeInTheDocument();
  const cancelled = page.getByRole('dialog', { name: /2 appointments cancelled/ });
  await cancelled.getByRole('button', { name: 'Undo' }).click();
  await waitUntil(() => expect(statuses(toCome)).toEqual(['confirmed', 'requested']));
  await button('Keep').click();
  await expect.element(button('Cancel all')).not.toBeInTheDocument();
  expect(statuses(toCome)).toEqual(['confirmed', 'requested']);
});
