import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OnlineRequest } from '#contract/online-booking.ts';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { stubEvents } from '#testing/event-source.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2041-06-05';
const list = page.getByRole('main');
const rail = page.getByRole('navigation', { name: 'Pages' });
const rowOf = (text: string) => list.getByRole('listitem').filter({ hasText: text });
const button = (row: ReturnType<typeof rowOf>, name: RegExp) => row.getByRole('button', { name });

/** A time of the day in New York, four hours behind UTC then. */
const at = (time: string) => new Date(`${DAY}T${time}:00.000-04:00`).toISOString();

/** A practice with these requests from the web site, half an hour each. */
function practiceWith(...requests: readonly (Partial<OnlineRequest> & { from: string })[]) {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY, hasExtensions: true });
  for (const { from, ...request } of requests) practice.onlineRequests.add({ start: at(from), ...request });
  return practice;
}

/** Gives the first client the e-mail address that the requests have, and the name. */
function putOnFile(practice: PracticeInMemory, changes: Partial<PracticeInMemory['clients'][number]> = {}) {
  const [client] = practice.clients;
  if (!client) throw new Error('The practice has no clients.');
  Object.assign(client, { firstName: 'Anna', lastName: 'Berg', email: 'Anna.Berg@example.com', ...changes });
  const own = practice.pets.filter(({ clientId }) => clientId === client.id);
  for (const [index, pet] of own.entries())
    Object.assign(pet, { name: ['Luna', 'Milo'][index] ?? 'Rex', isActive: index < 2 });
  return { client, luna: own[0]?.id, milo: own[1]?.id };
}

const answersOf = ({ onlineRequests }: PracticeInMemory) => onlineRequests.requests.map(({ status }) => status);

test('a request by someone who is not on file is booked in one press, which registers them', {
  tags: 'smoke',
}, async () => {
  const practice = practiceWith({ from: '10:00', note: 'Limps since Sunday' });
  await renderApp(practice, '/requests');
  const row = rowOf('Luna');
  await expect.element(row).toHaveTextContent(/Web site.*Luna.*Anna Berg.*Consultation.*Limps since Sunday/);
  await expect.element(row).toHaveTextContent('are new and will be registered when you book');
  await expect.element(row).toHaveTextContent('This time is free.');
  await expect.element(rail.getByRole('link', { name: 'Requests 1 waiting', exact: true })).toBeVisible();
  await expectAccessible('requests from the web site');
  await button(row, /^Book/).click();
  await waitUntil(() => expect(answersOf(practice)).toEqual(['booked']));
  const client = practice.clients.find(({ email }) => email === 'anna.berg@example.com');
  const pet = practice.pets.find(({ clientId }) => clientId === client?.id);
  expect({ client, pet }).toMatchObject({ client: { firstName: 'Anna', language: 'en' }, pet: { name: 'Luna' } });
  expect(practice.appointments).toMatchObject([
    { petId: pet?.id, start: at('10:00'), status: 'confirmed', clientNotes: 'Limps since Sunday' },
  ]);
  await expect.element(row).toHaveTextContent('Booked');
  await expect.element(page.getByText(/^Booked: .*Luna/)).toBeVisible();
  // The time is taken by what was booked.
  await expect.element(row).not.toHaveTextContent('This time is free.');
  await expect.element(row).not.toHaveTextContent('No vet free');
  // Nor does the row ask who it was, now that the client is on file.
  await expect.element(row).toHaveTextContent('are new and will be registered when you book');
});

test('a client with the same name and e-mail address is chosen, with the pet of that name', async () => {
  const practice = practiceWith({ from: '10:00' });
  const { client, luna } = putOnFile(practice);
  await renderApp(practice, '/requests');
  const row = rowOf('Luna');
  await expect.element(row.getByRole('radiogroup', { name: /^Is this .*Anna Berg/ })).toBeVisible();
  await expect.element(row.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await expect.element(row.getByRole('radio', { name: 'Luna', exact: true })).toBeChecked();
  await expect.element(row).toHaveTextContent('same e-mail address, same name');
  await button(row, /^Book/).click();
  await waitUntil(() => expect(practice.appointments).toMatchObject([{ clientId: client.id, petId: luna }]));
  expect(practice.clients).toHaveLength(5);
});

test('a client with only the same name is asked about before anything is booked', async () => {
  const practice = practiceWith({ from: '10:00' });
  const { client, milo } = putOnFile(practice, { email: 'other@example.com' });
  await renderApp(practice, '/requests');
  const row = rowOf('Web site');
  await expect.element(row.getByRole('radio', { name: 'Yes' })).not.toBeChecked();
  await button(row, /^Book/).click();
  await expect.element(row).toHaveTextContent('First choose who this is.');
  expect(document.activeElement).toBe(row.getByRole('radio', { name: 'Yes' }).element());
  expect(answersOf(practice)).toEqual(['open']);
  await row.getByRole('radio', { name: 'Yes' }).click();
  await row.getByRole('radio', { name: 'Milo' }).click();
  await button(row, /^Book/).click();
  await waitUntil(() => expect(practice.appointments).toMatchObject([{ clientId: client.id, petId: milo }]));
});

test('someone who shares a phone number can be a new client', async () => {
  const practice = practiceWith({ from: '10:00' });
  putOnFile(practice, { firstName: 'Jon', email: null, phone: '(212) 555-0123' });
  await renderApp(practice, '/requests');
  const row = rowOf('Web site');
  await expect.element(row.getByRole('radiogroup', { name: /^Is this .*Jon Berg/ })).toBeVisible();
  await row.getByRole('radio', { name: 'New client' }).click();
  await button(row, /^Book/).click();
  await waitUntil(() => expect(practice.clients).toHaveLength(6));
});

test('a request is declined by key, with a reason that is asked in its place', { tags: 'smoke' }, async () => {
  const practice = practiceWith({ from: '10:00' }, { from: '11:00', petName: 'Pip' });
  await renderApp(practice, '/requests');
  await waitUntil(() => expect(rowOf('Luna').element().contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('d');
  const reason = list.getByRole('textbox', { name: 'Reason' });
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(reason).not.toBeInTheDocument();
  await userEvent.keyboard('d');
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard('We are full that day.{Enter}');
  await waitUntil(() => expect(answersOf(practice)).toEqual(['declined', 'open']));
  const sent = practice.requests.find(({ name }) => name.endsWith('/decline'));
  expect(sent?.body).toMatchObject({ reason: 'We are full that day.' });
  await expect.element(rowOf('Luna')).toHaveTextContent('Declined');
  // The next one has the focus.
  await waitUntil(() => expect(rowOf('Pip').element().contains(document.activeElement)).toBe(true));
});

test('a response that is lost books nothing twice', { tags: 'smoke' }, async () => {
  const practice = practiceWith({ from: '10:00' });
  const book = `POST /v1/online-requests/${practice.onlineRequests.requests[0]?.id}/book`;
  const found = practice.answer(book, (_, usual) => {
    usual();
    found();
    throw new TypeError('The connection broke.');
  });
  await renderApp(practice, '/requests');
  await expect.element(rowOf('Luna')).toHaveTextContent('are new');
  await button(rowOf('Luna'), /^Book/).click();
  await expect.element(page.getByText(/^Booked: .*Luna/)).toBeVisible();
  expect(practice.requests.filter(({ name }) => name === book).length).toBeGreaterThan(1);
  expect([practice.appointments.length, practice.clients.length, practice.pets.length]).toEqual([1, 6, 31]);
});

test('the answer of a colleague is shown in the row, and their booking is reported to who answers too late', async () => {
  const practice = practiceWith({ from: '10:00' }, { from: '11:00', petName: 'Pip' });
  const [luna, pip] = practice.onlineRequests.requests;
  await renderApp(practice, '/requests');
  await expect.element(rowOf('Pip')).toHaveTextContent('are new');
  practice.onlineRequests.change(pip?.id ?? '', { status: 'booked', appointmentId: idOf(8, 1) });
  await button(rowOf('Pip'), /^Book/).click();
  await expect.element(page.getByText(/Pip.*: not booked/)).toBeVisible();
  await expect.element(page.getByText('The request has already been booked.')).toBeVisible();
  await expect.element(rowOf('Pip')).toHaveTextContent('Answered by a colleague');
  expect(practice.clients).toHaveLength(5);
  expect(luna?.status).toBe('open');
});

test('a client with two requests is registered once', async () => {
  const practice = practiceWith({ from: '10:00' }, { from: '11:00', petName: 'Pip' });
  const { letGo } = practice.hold(`POST /v1/online-requests/${practice.onlineRequests.requests[0]?.id}/book`);
  await renderApp(practice, '/requests');
  const pip = rowOf('Pip');
  await expect.element(pip).toHaveTextContent('are new');
  await button(rowOf('Luna'), /^Book/).click();
  // Whether Anna Berg is on file is open until the first booking is certain.
  await expect.element(pip).toHaveTextContent(/Checking whether/);
  await button(pip, /^Book/).click();
  letGo();
  await expect.element(pip.getByRole('radio', { name: 'Yes' })).toBeChecked();
  expect(answersOf(practice)).toEqual(['booked', 'open']);
  await button(pip, /^Book/).click();
  await waitUntil(() => expect(answersOf(practice)).toEqual(['booked', 'booked']));
  expect([practice.clients.length, practice.pets.length]).toEqual([6, 32]);
});

test('a colleague’s answer is shown at once, and what was meant for the request answers no other', async () => {
  const practice = practiceWith({ from: '10:00' }, { from: '11:00', petName: 'Pip' });
  const [luna] = practice.onlineRequests.requests;
  const sendEvent = stubEvents();
  Object.assign(practice.session.capabilities, { listEvents: { fields: [], idempotent: false } });
  await renderApp(practice, '/requests');
  await waitUntil(() => expect(rowOf('Luna').element().contains(document.activeElement)).toBe(true));
  await expect.element(rowOf('Pip')).toHaveTextContent('are new');
  practice.onlineRequests.change(luna?.id ?? '', { status: 'declined' });
  await waitUntil(() => {
    sendEvent('state', { live: true });
    sendEvent('changed', { onlineRequests: true });
    expect(rowOf('Luna').element().textContent).toContain('Answered by a colleague');
  });
  await userEvent.keyboard('c');
  await expect.element(list.getByText('1 request', { exact: true })).toBeVisible();
  expect(answersOf(practice)).toEqual(['declined', 'open']);
});

test('without a connection the booking is sent once it is back', async () => {
  const practice = practiceWith({ from: '10:00' });
  await renderApp(practice, '/requests');
  await expect.element(rowOf('Luna')).toHaveTextContent('are new');
  const back = practice.answer(`POST /v1/online-requests/${practice.onlineRequests.requests[0]?.id}/book`, () => {
    throw new TypeError('There is no connection.');
  });
  await button(rowOf('Luna'), /^Book/).click();
  await expect.element(page.getByText(/Luna.*: not saved yet/)).toBeVisible();
  expect(practice.appointments).toHaveLength(0);
  back();
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText(/^Booked: .*Luna/)).toBeVisible();
  expect(practice.appointments).toHaveLength(1);
});

test('clients who cannot be looked up are asked about, and a new client can be chosen', async () => {
  const practice = practiceWith({ from: '10:00' });
  practice.answer('GET /v1/clients', () => Response.json({ message: 'no', data: {} }, { status: 400 }));
  await renderApp(practice, '/requests');
  await expect.element(rowOf('Luna')).toHaveTextContent(/Couldn’t check whether/);
  await button(rowOf('Luna'), /^Book/).click();
  expect(answersOf(practice)).toEqual(['open']);
  await rowOf('Luna').getByRole('radio', { name: 'New client' }).click();
  await button(rowOf('Luna'), /^Book/).click();
  await waitUntil(() => expect(answersOf(practice)).toEqual(['booked']));
});

test('another time and vet are chosen beside the calendar, from where the page comes back', {
  tags: 'smoke',
}, async () => {
  const practice = practiceWith({ from: '10:00' });
  const app = await renderApp(practice, '/requests');
  await waitUntil(() => expect(rowOf('Luna').element().contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('m');
  const panel = page.getByRole('dialog', { name: 'Book request' });
  await expect.element(panel).toHaveTextContent(/Luna.*requested for .*10:00/);
  // Its own time is not taken by itself.
  await expect.element(panel).toHaveTextContent(/Free with .*Ada Okafor/);
  await expectAccessible('panel of a request');
  await panel.getByRole('combobox', { name: 'Vet' }).fill('Bram');
  await userEvent.keyboard('{Enter}');
  await panel.getByRole('textbox', { name: 'Start' }).fill('13:00');
  await userEvent.keyboard('{Tab}');
  await expect.element(panel).toHaveTextContent(/Free.*Bram/);
  await panel.getByRole('button', { name: 'Book appointment' }).click();
  await waitUntil(() =>
    expect(practice.appointments).toMatchObject([
      { start: at('13:00'), end: at('13:30'), employees: [{ id: idOf(6, 2) }] },
    ]),
  );
  await waitUntil(() => expect(app.address()).toMatch(/^\/requests/));
  await expect.element(page.getByText(/^Booked: .*Luna/)).toBeVisible();
});

test('without the permission to register, a new client is left to colleagues, and one on file is booked', async () => {
  const practice = practiceWith({ from: '10:00' });
  for (const operation of ['createClient', 'createPet'] as const) delete practice.session.capabilities[operation];
  await renderApp(practice, '/requests');
  const row = rowOf('Luna');
  await expect.element(row).toHaveTextContent('You can’t register new clients and pets.');
  await button(row, /^Book/).click();
  await expect.element(row).toHaveTextContent('You can’t register new clients and pets.');
  expect(practice.requests.some(({ name }) => name.endsWith('/book'))).toBe(false);
});

test('without the capability nothing is requested', async () => {
  const practice = practiceWith({ from: '10:00' });
  delete practice.session.capabilities['listOnlineRequests'];
  await renderApp(practice, '/requests');
  await expect.element(list.getByRole('heading', { name: 'All requests answered' })).toBeVisible();
  expect(practice.requests.some(({ name }) => name.includes('online-requests'))).toBe(false);
});
