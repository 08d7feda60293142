import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { resizePage } from '#testing/resize-page.ts';
import { waitUntil } from '#testing/wait-until.ts';

const main = page.getByRole('main');
const pairs = main.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Merge', exact: true }) });
const button = (name: string) => main.getByRole('button', { name, exact: true });
const notice = (name: RegExp) => page.getByRole('dialog', { name });
const [ANN, BOB] = [idOf(5, 1), idOf(5, 2)];
const MERGES = 'POST /v1/client-transfers';

/** Ann and Bob have the same phone number; Bob has more appointments, Ann an alert and an e-mail address. */
function createPractice() {
  const practice = createPracticeInMemory({ hasExtensions: true, appointments: 0 });
  const [ann, bob] = practice.clients;
  if (!ann || !bob) throw new Error('the practice has clients');
  Object.assign(ann, { phone: '+44 (0)20 7946 0123', email: 'ann@example.com', alert: 'Pays in advance' });
  Object.assign(ann, { contactBy: 'none', language: 'de' });
  Object.assign(bob, { phone: '020 7946 0123' });
  const petOf = (clientId: string) => practice.pets.find((pet) => pet.clientId === clientId)?.id ?? '';
  const book = (clientId: string) => practice.add({ clientId, petId: petOf(clientId) }).id;
  const booked = { ann: [book(ANN), book(ANN)], bob: [book(BOB), book(BOB), book(BOB)] };
  const client = (id: string) => practice.clients.find((one) => one.id === id);
  const petsOf = (id: string) => practice.pets.filter(({ clientId }) => clientId === id).length;
  const bookedFor = (id: string) => practice.appointments.filter(({ clientId }) => clientId === id).length;
  /** How many pets and appointments Ann and Bob have, and whether they are active. */
  const state = () => [ANN, BOB].map((id) => [petsOf(id), bookedFor(id), client(id)?.isActive]);
  return { practice, booked, client, state };
}

async function open(practice: ReturnType<typeof createPractice>['practice']) {
  const app = await renderApp(practice, '/clients');
  await button('Possible duplicates').click();
  await waitUntil(() => expect(pairs.elements()).toHaveLength(1));
  pause();
  return app;
}

test('a pair is shown side by side and says what merging does; one Undo takes all of it back', {
  tags: 'smoke',
}, async () => {
  const { practice, state, client } = createPractice();
  const before = state();
  await open(practice);
  const pair = pairs.first();
  await expect.element(pair).toHaveTextContent(/Same phone number/);
  await expect.element(pair.getByRole('link', { name: 'ann@example.com' })).toBeVisible();
  await expect.element(pair.getByRole('radio', { name: /Bob Stone/ })).toBeChecked();
  await expect
    .element(pair)
    .toHaveTextContent(
      /6 pets and 2 appointments.* will move to .*Bob Stone.*; the other client will become inactive\./,
    );
  await expect.element(pair.getByRole('checkbox', { name: /Copy the alert/ })).toBeChecked();
  // Both have a number, so Bob keeps his own unless the other one is chosen.
  await expect.element(pair.getByRole('checkbox', { name: /Copy the phone number/ })).not.toBeChecked();
  await expect.element(pair).toHaveTextContent(/The other client opted out of messages. This will be kept./);
  await expect.element(pair.getByRole('checkbox', { name: /Copy the language.*German/ })).toBeChecked();
  await button('Merge').click();
  await expect.element(notice(/Bob Stone.*: merged/)).toHaveTextContent('6 pets and 2 appointments');
  expect(state()).toEqual([
    [0, 0, false],
    [12, 5, true],
  ]);
  expect(client(BOB)).toMatchObject({ phone: '020 7946 0123', email: 'ann@example.com', alert: 'Pays in advance' });
  expect(client(BOB)).toMatchObject({ contactBy: 'none', language: 'de' });
  await expect.element(main.getByRole('heading', { name: 'No possible duplicates' })).toBeVisible();
  expect(practice.requests.filter(({ name }) => name === MERGES)).toHaveLength(1);

  await notice(/Bob Stone.*: merged/)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.element(notice(/Bob Stone.*: merge undone/)).toBeVisible();
  expect(state()).toEqual(before);
  expect(client(BOB)).toMatchObject({ email: null, alert: null, contactBy: null, language: null });
  await waitUntil(() => expect(pairs.elements()).toHaveLength(1));
});

test('that one asked not to be reminded of what is due is taken over', async () => {
  const { practice, client } = createPractice();
  Object.assign(practice.clients[0] ?? {}, { contactBy: null, recallsBy: 'none' });
  await open(practice);
  await expect.element(pairs.first()).toHaveTextContent(/Not reminded when a pet is due again/);
  await expect
    .element(pairs.first())
    .toHaveTextContent(/opted out of reminders that a pet is due again. This will be kept./);
  expect(
    pairs
      .first()
      .getByRole('checkbox', { name: /due again/ })
      .elements(),
  ).toEqual([]);
  await button('Merge').click();
  await expect.element(notice(/Bob Stone.*: merged/)).toBeVisible();
  expect(client(BOB)).toMatchObject({ contactBy: null, recallsBy: 'none' });
});

test('the other client can be kept', async () => {
  const { practice, state } = createPractice();
  await open(practice);
  await pairs
    .first()
    .getByRole('radio', { name: /Ann Lee/ })
    .click();
  await expect.element(pairs.first()).toHaveTextContent(/6 pets and 3 appointments.* will move to .*Ann Lee/);
  await button('Merge').click();
  await expect.element(notice(/Ann Lee.*: merged/)).toBeVisible();
  expect(state()).toEqual([
    [12, 5, true],
    [0, 0, false],
  ]);
});

test('if a colleague has merged a pair meanwhile, the page says so, and nothing more is changed', async () => {
  const { practice, state } = createPractice();
  await open(practice);
  const [ann] = practice.clients;
  // The colleague merged them in the opposite direction.
  for (const pet of practice.pets) if (pet.clientId === BOB) pet.clientId = ANN;
  const appointments = practice.appointments.map((one) => (one.clientId === BOB ? { ...one, clientId: ANN } : one));
  practice.appointments.splice(0, practice.appointments.length, ...appointments);
  Object.assign(practice.clients[1] ?? {}, { isActive: false, updatedAt: new Date().toISOString() });
  expect(ann?.isActive).toBe(true);
  await button('Merge').click();
  await expect
    .element(notice(/Bob Stone.*: not merged/))
    .toHaveTextContent(
      /These two have already been merged, or .*Bob Stone.* was made inactive\. Nothing else was changed\./,
    );
  expect(state()).toEqual([
    [12, 5, true],
    [0, 0, false],
  ]);
  await expect.element(main.getByRole('heading', { name: 'No possible duplicates' })).toBeVisible();
});

test('an appointment that was booked after the pair was read is merged as well', async () => {
  const { practice, state } = createPractice();
  await open(practice);
  practice.add({ clientId: ANN, petId: practice.pets.find(({ clientId }) => clientId === ANN)?.id ?? '' });
  await button('Merge').click();
  await expect.element(notice(/Bob Stone.*: merged/)).toHaveTextContent('6 pets and 3 appointments');
  expect(state()[0]).toEqual([0, 0, false]);
});

test('while the answer is lost it says so, and the merge happens once', async () => {
  const { practice, state } = createPractice();
  let isLost = true;
  practice.answer(MERGES, (_, usual) => {
    const answer = usual();
    if (!isLost) return answer;
    isLost = false;
    return new Response('', { status: 504 });
  });
  await open(practice);
  await button('Merge').click();
  await expect.element(notice(/Bob Stone.*: merged/)).toBeVisible();
  expect(practice.requests.filter(({ name }) => name === MERGES)).toHaveLength(2);
  expect(state()[1]).toEqual([12, 5, true]);
});

test('without a line nothing is half done: it waits, and can be given up', async () => {
  const { practice, state } = createPractice();
  const before = state();
  practice.answer(MERGES, () => {
    throw new TypeError('Failed to fetch');
  });
  await open(practice);
  await button('Merge').click();
  const waiting = notice(/Bob Stone.*: not merged yet/);
  await expect.element(waiting).toHaveTextContent('Keep this page open');
  await waiting.getByRole('button', { name: 'Don’t save' }).click();
  await expect.element(notice(/Bob Stone/)).toHaveTextContent('Nothing was changed');
  expect(state()).toEqual(before);
  await expect.element(button('Merge')).toBeVisible();
});

test('a practice system without transfers has no button', { tags: 'smoke' }, async () => {
  const { practice } = createPractice();
  const { transferClient: _, ...others } = practice.session.capabilities;
  practice.session.capabilities = others;
  await renderApp(practice, '/clients?view=duplicates');
  await expect.element(main.getByText('5 clients', { exact: true })).toBeVisible();
  expect(button('Possible duplicates').elements()).toEqual([]);
});

test('on a phone the two stand one above the other, within the page', async () => {
  const { practice } = createPractice();
  await open(practice);
  await resizePage(390, 844);
  await expect.element(button('Merge')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
});
