import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { waitUntil } from '#testing/wait-until.ts';

const field = (name: string) => page.getByRole('combobox', { name, exact: true });
const matches = page.getByTestId('matches');

/** An id that no list has. */
const UNKNOWN = '12345678-1234-4234-8234-123456789abc';

/** What was asked of the lists of names, without the company and without what the names on the lines took. */
function namesAsked({ asked }: PracticeInMemory): string[] {
  return asked
    .filter(({ name }) => name === 'GET /v1/pets' || name === 'GET /v1/clients')
    .map(({ name, query }) => {
      const others = new URLSearchParams(query);
      others.delete('companyId');
      return `${name.replace('GET /v1/', '')}?${others}`;
    })
    .filter((list) => list !== 'pets?limit=500');
}

/** A pet that is the second of its owner, so that the first of a list is somebody else. */
function somePet(practice: PracticeInMemory) {
  const pet = practice.pets[7];
  if (!pet) throw new Error('the practice has too few pets');
  return pet;
}

test('a link to a client’s appointments names the client, with one request', async () => {
  const practice = createPracticeInMemory();
  const { clientId, clientName } = somePet(practice);
  await renderApp(practice, `/appointments?client=${clientId}`);
  await expect.element(field('Client')).toHaveValue(clientName);
  expect(namesAsked(practice)).toEqual([`pets?clientId=${clientId}&limit=1`]);
});

test('a link to a pet’s appointments names the pet and its owner, with one list', async () => {
  const practice = createPracticeInMemory();
  const { id, clientId, clientName, name } = somePet(practice);
  await renderApp(practice, `/appointments?pet=${id}`);
  await expect.element(field('Pet')).toHaveValue(`${name} · ${clientName}`);
  expect(namesAsked(practice)).toEqual([`pets?clientId=${clientId}&limit=500`]);
});

test('a link names vet, type, room and store, and what no list knows by its beginning', async () => {
  const practice = createPracticeInMemory();
  const [vet] = practice.employees;
  const [type] = practice.types;
  const [store] = practice.company.stores;
  const [room] = store?.rooms ?? [];
  const { address } = await renderApp(
    practice,
    `/appointments?vet=${vet?.id},${UNKNOWN}&type=${type?.id}&room=${room?.id}&store=${store?.id}`,
  );
  await expect
    .element(field('Vet'))
    .toHaveAttribute('placeholder', `${vet?.firstName} ${vet?.lastName}, ${UNKNOWN.slice(0, 8)}`);
  await expect.element(field('Visit type')).toHaveAttribute('placeholder', type?.name);
  await expect.element(field('Room')).toHaveAttribute('placeholder', expect.stringContaining(room?.name ?? ''));
  await expect.element(field('Store')).toHaveAttribute('placeholder', store?.name);

  await field('Vet').click();
  await page.getByRole('option', { name: UNKNOWN.slice(0, 8) }).click();
  await waitUntil(() => expect(address()).toContain(`vet=${vet?.id}&`));
});

test('on a phone a link shows its appointments first, and its filters when they are asked for', async () => {
  await resizePage(390, 844);
  const practice = createPracticeInMemory();
  const { id, name } = somePet(practice);
  await renderApp(practice, `/appointments?pet=${id}`);
  const first = page.getByRole('table', { name: 'Appointments' }).getByRole('link').first();
  await expect.element(first).toHaveTextContent(name);
  await expect.element(first).toBeInViewport();
  await page.getByRole('button', { name: 'More filters · 1' }).click();
  await expect.element(field('Pet')).toBeInViewport();
  await expect.element(first).toBeInViewport();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('a link to somebody who is not there says so', async () => {
  await renderApp(createPracticeInMemory(), `/appointments?client=${UNKNOWN}`);
  await expect.element(field('Client')).toHaveValue(UNKNOWN.slice(0, 8));
  await expect.element(field('Client')).toHaveAccessibleDescription('The name could not be found.');
});

/** Answers `query` and `clientId` as if nobody had asked for them, and pets without the name of their client. */
function ignoreQuestions(practice: PracticeInMemory) {
  const all = (records: readonly object[]) =>
    Response.json({ data: records, nextCursor: null, hasMore: false, totalCount: records.length });
  practice.answer('GET /v1/clients', () => all(practice.clients));
  practice.answer('GET /v1/pets', () => all(practice.pets.map(({ clientName: _none, ...pet }) => pet)));
}

test('an implementation that filters no list of names still has its client and its pet named', async () => {
  const practice = createPracticeInMemory();
  ignoreQuestions(practice);
  const { id, clientId, clientName, name } = somePet(practice);
  await renderApp(practice, `/appointments?client=${clientId}&pet=${id}`);
  await expect.element(field('Client')).toHaveValue(clientName);
  await expect.element(field('Pet')).toHaveValue(name);
});

test('where the pets do not name their owners, the list of clients does, on the lines and for those it does not know a dash', async () => {
  const practice = createPracticeInMemory();
  ignoreQuestions(practice);
  const { clientId, clientName } = somePet(practice);
  practice.add({ clientId: UNKNOWN, petId: UNKNOWN, title: 'A stranger', createdAt: '2026-06-03T12:00:00.000Z' });
  const { address } = await renderApp(practice, '/appointments');
  const table = page.getByRole('table', { name: 'Appointments' });
  const owner = table.getByRole('link', { name: clientName, exact: true }).first();
  await expect.element(owner).toBeVisible();
  const unknown = table.getByRole('row', { name: /A stranger/ });
  await expect.element(unknown.getByRole('link', { name: 'Owner' })).toHaveTextContent(/^–$/);
  await expect.element(unknown.getByRole('link', { name: 'Pet', exact: true })).toHaveTextContent(/^–$/);
  // Each list is read once.
  expect(practice.asked.filter(({ name }) => name === 'GET /v1/clients')).toHaveLength(1);
  await owner.click();
  await waitUntil(() => expect(address()).toContain(`/clients/${clientId}`));
});

test('where the pets name their owners no client is asked for', async () => {
  const practice = createPracticeInMemory();
  await renderApp(practice, '/appointments');
  const table = page.getByRole('table', { name: 'Appointments' });
  await expect
    .element(table.getByRole('link', { name: somePet(practice).clientName, exact: true }).first())
    .toBeVisible();
  expect(practice.asked.map(({ name }) => name)).not.toContain('GET /v1/clients');
});

test('an implementation that ignores what is typed is narrowed at the desk, and read once', async () => {
  const practice = createPracticeInMemory();
  ignoreQuestions(practice);
  await renderApp(practice, '/appointments');
  await expect.element(matches).toHaveTextContent('40 matches');
  await page.getByRole('button', { name: 'More filters' }).click();
  const pet = field('Pet');
  await pet.fill('mi');
  await expect.element(page.getByRole('option', { name: /^Milo/ }).first()).toBeVisible();
  expect(page.getByRole('option', { name: /^Bella/ }).query()).toBeNull();
  await pet.fill('zzzz');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  await pet.fill('bel');
  await expect.element(page.getByRole('option', { name: /^Bella/ }).first()).toBeVisible();
  expect(namesAsked(practice).filter((list) => list.includes('query='))).toHaveLength(1);
});
