import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const field = page.getByRole('combobox', { name: 'Search', exact: true });
const list = page.getByRole('listbox', { name: 'Search', exact: true });
const options = list.getByRole('option');
const form = page.getByRole('dialog', { name: 'New appointment' });

const HOUR = 3_600_000;
const iso = (instant: number) => new Date(instant).toISOString();
const at = (hours: number) => ({ start: iso(Date.now() + hours * HOUR), end: iso(Date.now() + (hours + 0.5) * HOUR) });

async function openSearch(): Promise<void> {
  // The page handles the key once it is loaded.
  await waitUntil(() => expect(document.querySelector('main:not([aria-busy="true"])')).not.toBeNull());
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
}

const texts = () => options.elements().map((option) => option.textContent ?? '');
const highlighted = () => document.querySelector('[role="option"][aria-selected="true"]')?.textContent ?? '';
/** The requests for the appointments of pets. */
const petRequests = ({ requests }: PracticeInMemory) =>
  requests.filter(
    ({ name, body }) => name === 'POST /v1/appointments/search' && JSON.stringify(body).includes('petId'),
  );

/** The next date, from today on, of a weekday in New York; Monday is 1. */
function nextDateOf(weekday: number): string {
  for (let ahead = 1; ; ahead += 1) {
    const date = new Date(Date.now() + ahead * 24 * HOUR);
    const parts = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(date);
    if (new Date(`${parts}T12:00:00Z`).getUTCDay() === weekday % 7) return parts;
  }
}

test('five pets called Bella are distinguished by species, breed, and last and next appointment, with one request', {
  tags: 'smoke',
}, async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const bellas = practice.pets.filter(({ name }) => name === 'Bella').slice(0, 5);
  for (const [index, pet] of bellas.entries())
    pet.breed = ['Beagle', 'Poodle', 'Siamese', 'Shire', 'Corgi'][index] ?? '';
  const [, second, third, fourth, fifth] = bellas;
  practice.add({ petId: second?.id ?? '', ...at(-72), status: 'completed' });
  practice.add({ petId: third?.id ?? '', ...at(720) });
  practice.add({ petId: fourth?.id ?? '', ...at(-0.25), status: 'in_progress' });
  // Its appointment has begun, but nobody has come.
  practice.add({ petId: fifth?.id ?? '', ...at(-0.25), status: 'confirmed' });
  const { settled } = await renderApp(practice, '/appointments');
  await openSearch();
  await field.fill('bella');
  for (const [pet, expectedDetails] of [
    ['Beagle', 'No appointment found'],
    ['Poodle', 'Last here'],
    ['Siamese', 'Next '],
    ['Shire', 'Here now'],
    ['Corgi', 'Next '],
  ]) {
    await expect
      .element(list.getByRole('option', { name: new RegExp(`Bella · .*Dog, ${pet}.*${expectedDetails}`) }))
      .toBeVisible();
  }
  expect(new Set(texts()).size).toBe(texts().length);
  expect(petRequests(practice)).toHaveLength(1);
  // A longer text is answered from loaded data.
  await userEvent.keyboard('{Backspace}{Backspace}la');
  await settled();
  expect(petRequests(practice).length).toBeLessThanOrEqual(2);
});

test('exact names come before longer names, and both before pets of a client of that name', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const [first, second, third] = practice.pets;
  if (!first || !second || !third) throw new Error('The practice has no pets.');
  Object.assign(first, { name: 'Rex', clientName: 'Una Quill' });
  Object.assign(second, { name: 'Quillon', clientName: 'Ann Lee' });
  Object.assign(third, { name: 'Quill', clientName: 'Bob Stone' });
  await renderApp(practice, '/appointments');
  await openSearch();
  await field.fill('quill');
  await expect.element(options.nth(3)).toBeVisible();
  expect(texts().map((text) => text.split(' · ')[0])).toEqual(['Quill', 'Quillon', 'Rex', 'Una QuillClientRex']);
});

test('loaded results are shown immediately, and late ones do not move the result about to be chosen', async () => {
  const practice = createPracticeInMemory();
  const [loadedPet, latePet] = practice.pets;
  if (!loadedPet || !latePet) throw new Error('The practice has no pets.');
  loadedPet.name = 'Zorro';
  const { settled, address } = await renderApp(practice, '/?date=2031-12-23');
  practice.add({ petId: loadedPet.id, start: '2031-12-23T15:00:00Z', end: '2031-12-23T15:30:00Z' });
  await settled();
  latePet.name = 'Zorr';
  const heldRequests = practice.hold('GET /v1/pets', ({ query }) => query.get('query') !== null);
  await openSearch();
  await field.fill('zorr');
  heldRequests.end();
  await expect.element(list.getByRole('option', { name: /^Zorro ·/ })).toBeVisible();
  await waitUntil(() => expect(highlighted()).toMatch(/^10:00 · Zorro · Ann Lee/));
  heldRequests.letGo();
  await expect.element(list.getByRole('option', { name: /^Zorr ·/ })).toBeVisible();
  expect(texts().map((text) => text.slice(0, 5))).toEqual(['10:00', 'Show ', 'Zorro', 'Zorr ']);
  expect(highlighted()).toMatch(/^10:00/);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitUntil(() => expect(address()).toContain(`/pets/${loadedPet.id}`));
});

test('words for a day, a vet and a length offer free times; choosing one fills in the form', {
  tags: 'smoke',
}, async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const [ada] = practice.employees;
  const tuesday = nextDateOf(2);
  // The morning at a store in New York, in any season.
  practice.add({
    start: `${tuesday}T11:00:00Z`,
    end: `${tuesday}T15:00:00Z`,
    employees: [{ id: ada?.id ?? '', isMainEmployee: true }],
  });
  const { address, settled } = await renderApp(practice, '/');
  await settled();
  await openSearch();
  await field.fill(`okafor 45 min ${tuesday} 8:00 consultation`);
  await expect.element(options.nth(4)).toBeVisible();
  const first = options.first();
  await expect.element(first).toHaveTextContent(/Tue.*Ada Okafor, Consultation, North, 45 min/);
  await waitUntil(() => expect(highlighted()).toBe(texts()[0]));
  await userEvent.keyboard('{Enter}');
  await expect.element(form).toBeVisible();
  const params = new URLSearchParams(address().slice(address().indexOf('?')));
  expect(params.get('start')).toMatch(new RegExp(`^${tuesday}T1[01]:00$`));
  expect(params.get('date')).toBe(tuesday);
  expect(params.get('bookVet')).toBe(ada?.id);
  await expect.element(form.getByLabelText('Length')).toHaveValue('45 min');
  await expect.element(form.getByRole('combobox', { name: 'Vet' })).toHaveValue('Ada Okafor');
  await expect.element(form.getByRole('combobox', { name: 'Visit type' })).toHaveValue('Consultation');
});

test('if nothing is free on the day, the next free times are offered, with a note', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const [ada] = practice.employees;
  const tuesday = nextDateOf(2);
  const employees = [{ id: ada?.id ?? '', isMainEmployee: true }];
  practice.add({ start: `${tuesday}T12:00:00Z`, end: `${tuesday}T23:59:00Z`, employees });
  const { settled } = await renderApp(practice, '/');
  await settled();
  await openSearch();
  await field.fill('tue afternoon okafor 30 min');
  await expect.element(page.getByText('Nothing is free at that time. These are the next free times.')).toBeVisible();
  await expect.element(options.first()).toHaveTextContent(/Wed.* 12:00.*Ada Okafor/);
  await field.fill('tue okafor');
  await expect.element(options.first()).toHaveTextContent(/Wed.* 8:00.*Ada Okafor/);
});

test('a pet is found next to words for a time, and a word that is no one’s name is not understood', async () => {
  const { settled } = await renderApp(createPracticeInMemory({ appointments: 0 }), '/appointments');
  await openSearch();
  await field.fill('milo tomorrow');
  await expect.element(options.first()).toHaveTextContent(/^Milo · /);
  await field.fill('milo monday 14:00');
  await expect.element(options.first()).toHaveTextContent(/Mon.* 14:00.*Free/);
  await expect.element(list.getByRole('option', { name: /^Milo · / }).first()).toBeVisible();
  await field.fill('okafor zork');
  await expect.element(page.getByText('Not understood: zork')).toBeVisible();
  await expect.element(options.first()).toHaveTextContent('Ada Okafor');
  await field.fill('how do I print tomorrow');
  await expect.element(options.filter({ hasText: 'Help' }).first()).toBeVisible();
  await settled();
  await expect.element(page.getByText(/^Not understood/)).not.toBeInTheDocument();
  await field.fill('okafor');
  await settled();
  await expect.element(page.getByText(/^Not understood/)).not.toBeInTheDocument();
});

test('a pet with an appointment today comes first, a former patient last and marked', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const bellas = practice.pets.filter(({ name }) => name === 'Bella');
  const [first, second] = bellas;
  if (!first || !second) throw new Error('The practice has no pets of that name.');
  Object.assign(first, { clientName: 'Una Quill', deceasedOn: '2025-11-01' });
  Object.assign(second, { clientName: 'Bob Stone', alert: 'Bites' });
  practice.add({ petId: second.id, ...at(0) });
  const { settled } = await renderApp(practice, '/');
  await settled();
  await openSearch();
  await field.fill('bella');
  const found = list.getByRole('option', { name: /^Bella · / });
  await expect.element(found.nth(bellas.length - 1)).toHaveTextContent(/Una Quill.*died/);
  await expect.element(found.first()).toHaveTextContent(/Bob Stone.*Bites/);
});

test('data that could not be loaded is never offered as free', { tags: 'smoke' }, async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const { settled } = await renderApp(practice, '/appointments');
  await settled();
  practice.answer('POST /v1/appointments/search', () => new Response('', { status: 502 }));
  await openSearch();
  await field.fill('tomorrow okafor 30 min');
  await expect.element(page.getByText('The free times couldn’t be loaded.')).toBeVisible();
  expect(texts().filter((text) => text.includes('Free'))).toEqual([]);
});

test('free times respect shifts, and none are offered until the plan is loaded', async () => {
  const practice = createPracticeInMemory({ appointments: 0, hasExtensions: true });
  const tuesday = nextDateOf(2);
  // From 15:00 or 16:00 in New York.
  const shift = { start: `${tuesday}T20:00:00.000Z`, end: `${tuesday}T21:00:00.000Z` };
  practice.plan.create({ kind: 'on_duty', storeId: idOf(2, 1), employeeId: idOf(6, 1), ...shift });
  const { settled } = await renderApp(practice, '/appointments');
  await settled();
  const end = practice.answer('GET /v1/availability', () => Response.json({ message: 'down' }, { status: 400 }));
  await openSearch();
  await field.fill(`${tuesday} okafor north 30 min`);
  await expect.element(page.getByText(/^The shifts couldn’t be loaded/)).toBeVisible();
  expect(texts().filter((text) => text.includes('Free'))).toEqual([]);
  end();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(options.first()).toHaveTextContent(/1[56]:00/);
});

test('choosing a free time while the form is open keeps its input', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const { settled } = await renderApp(practice, '/?new=1');
  await settled();
  await expect.element(form.getByRole('combobox', { name: 'Pet' })).toHaveFocus();
  await form.getByLabelText('Notes').fill('limps');
  await openSearch();
  const tuesday = nextDateOf(2);
  await field.fill(`${tuesday} 10:00 30 min`);
  await expect.element(options.first()).toHaveTextContent(/10:00/);
  await userEvent.keyboard('{Enter}');
  await expect.element(form.getByLabelText('Start')).toHaveValue('10:00');
  await expect.element(form.getByLabelText('Notes')).toHaveValue('limps');
});

const caller = (practice: PracticeInMemory) => {
  const [ann] = practice.clients;
  if (!ann) throw new Error('The practice has no clients.');
  ann.phone = '+49 171 2345678';
  return ann;
};

test('a link with the number of a client shows them with their pets, and Enter opens them', {
  tags: 'smoke',
}, async () => {
  const practice = createPracticeInMemory({ hasExtensions: true });
  const ann = caller(practice);
  const { address, settled } = await renderApp(practice, '/?phone=0171 / 234-5678');
  await expect.element(field).toHaveValue('0171 / 234-5678');
  await expect.element(options.nth(1)).toBeVisible();
  await settled();
  expect(address()).not.toMatch(/phone|0171/);
  expect(texts()[0]).toMatch(/^Ann LeeClient\u2068\+49 171 2345678/);
  expect(
    texts()
      .slice(1)
      .every((text) => text.includes('· Ann Lee')),
  ).toBe(true);
  expect(texts().length).toBeGreaterThan(2);
  await waitUntil(() => expect(highlighted()).toBe(texts()[0]));
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(address()).toContain(`/clients/${ann.id}`));
  await expect.element(list).not.toBeInTheDocument();
});

test.each(['?', '#'])(
  'a search opened by a link with %sphone= can be closed for good, and opened again by the next call',
  async (sign) => {
    const practice = createPracticeInMemory({ hasExtensions: true });
    caller(practice);
    const called = `/${sign}phone=%2B491712345678`;
    const { address, router } = await renderApp(practice, called);
    for (let calls = 0; calls < 2; calls += 1) {
      await expect.element(options.first()).toHaveTextContent('Ann Lee');
      await userEvent.keyboard('{Escape}{Escape}');
      await expect.element(list).not.toBeInTheDocument();
      expect(address()).not.toContain('phone');
      expect(router.history.location.href).not.toMatch(/phone|4917/);
      if (calls === 0) router.history.push(called);
    }
  },
);

test('an unknown caller is registered with their number', async () => {
  const practice = createPracticeInMemory({ hasExtensions: true });
  caller(practice);
  const { address } = await renderApp(practice, '/?phone=tel:+44 (0)20.7946.0958');
  const fresh = list.getByRole('option', { name: /^New client/ });
  await expect.element(fresh).toHaveTextContent('+44 20.7946.0958');
  await waitUntil(() => expect(highlighted()).toMatch(/^New client/));
  await userEvent.keyboard('{Enter}');
  await expect.element(form.getByLabelText('Phone')).toHaveValue('+44 20.7946.0958');
  await expect.element(form.getByLabelText('Client’s name')).toBeVisible();
  await waitUntil(() => expect(address()).not.toMatch(/phone|7946/i));
  await expect.element(form.getByLabelText('Phone')).toHaveValue('+44 20.7946.0958');
});

test('the beginning of a number is to be typed on, and opens no booking; the last digits and the whole number find', async () => {
  const practice = createPracticeInMemory({ hasExtensions: true });
  caller(practice);
  await openBoard(practice, '/?date=2026-06-03');
  await openSearch();
  for (const typed of ['0171', '0171 234']) {
    await field.fill(typed);
    await expect.element(page.getByText(/^Keep typing: a phone number is found/)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(options.elements()).toEqual([]);
  }
  for (const typed of ['5678', '0171 2345678']) {
    await field.fill(typed);
    await expect.element(options.first()).toHaveTextContent(/^Ann Lee/);
    await expect.element(page.getByText(/^Keep typing/)).not.toBeInTheDocument();
  }
});

test('a pet is found by its name and its species or breed, also one that is not loaded yet', async () => {
  const practice = createPracticeInMemory();
  for (const pet of practice.pets) Object.assign(pet, { species: 'dog', breed: 'Beagle' });
  const [bella] = practice.pets;
  if (!bella) throw new Error('The practice has no pets.');
  const coon = { ...bella, id: idOf(4, 98), species: 'cat', breed: 'Maine Coon' };
  practice.pets.push(coon);
  await openBoard(practice, '/?date=2026-06-03');
  practice.pets.push({ ...coon, id: idOf(4, 99), breed: 'Siamese' });
  await openSearch();
  const found = (breed: string) => list.getByRole('option', { name: new RegExp(`^Bella .*Cat, ${breed}`) });
  for (const typed of ['Bella cat', `cat ${bella.clientName}`, 'Maine Bella']) {
    await field.fill(typed);
    await expect.element(found('Maine Coon')).toBeVisible();
    if (typed !== 'Maine Bella') await expect.element(found('Siamese')).toBeVisible();
    expect(texts().filter((text) => text.includes('Beagle'))).toEqual([]);
  }
  await field.fill('cat zork');
  await expect.element(page.getByText('No matches.')).toBeVisible();
});

test('if the practice system cannot search by phone, the search says so and does not ask it', async () => {
  const practice = createPracticeInMemory();
  caller(practice);
  const { settled } = await renderApp(practice, '/?phone=0171 2345678');
  await expect.element(page.getByText(/can’t be searched by phone number/)).toBeVisible();
  await expect.element(list.getByRole('option', { name: /^New client/ })).toBeVisible();
  await settled();
  expect(practice.requests.filter(({ query }) => query.get('query') !== null)).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(form.getByRole('combobox', { name: 'Pet' })).toHaveValue('0171 2345678');
});

test('an e-mail address finds its client and their pets', async () => {
  const practice = createPracticeInMemory({ hasExtensions: true });
  const [, bob] = practice.clients;
  if (!bob) throw new Error('The practice has no clients.');
  bob.email = 'Bob.Stone@example.com';
  await renderApp(practice, '/?find=1');
  await expect.element(field).toHaveFocus();
  await field.fill('bob.stone@');
  await expect.element(options.first()).toHaveTextContent(/^Bob Stone.*Bob.Stone@example.com/);
  await expect.element(options.nth(1)).toHaveTextContent('· Bob Stone');
});

const DAY = '2031-12-23';

/** A day with two appointments of pets called Bella, both with one vet, and one of another pet. */
function dayOfBellas() {
  const practice = createPracticeInMemory({ appointments: 0 });
  const [bella, , milo] = practice.pets;
  const [ada] = practice.employees;
  const add = (hour: number, petId = '') =>
    practice.add({
      petId,
      title: '',
      start: `${DAY}T${hour + 5}:00:00Z`,
      end: `${DAY}T${hour + 5}:30:00Z`,
      employees: [{ id: ada?.id ?? '', isMainEmployee: true }],
    });
  return { practice, visits: [add(9, bella?.id), add(11, bella?.id), add(10, milo?.id)] };
}

test('the appointments of the shown day come first, and “Show only these” filters by them', async () => {
  const { practice, visits } = dayOfBellas();
  const { address, settled } = await renderApp(practice, `/?date=${DAY}`);
  await settled();
  await userEvent.keyboard('/');
  await expect.element(field).toHaveFocus();
  await field.fill('bella');
  const group = list.getByRole('group', { name: 'On this day' });
  await expect.element(options.first()).toHaveTextContent(/^0?9:00 · Bella · Ann Lee/);
  expect(
    texts()
      .slice(0, 3)
      .map((text) => text.split(' · ')[0]),
  ).toEqual(['9:00', '11:00', 'Show only these 2Filter']);
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(address()).toContain(`appointment=${visits[0]?.id}`));

  await field.fill('bella');
  await group.getByRole('option', { name: 'Show only these 2' }).click();
  await waitUntil(() => expect(address()).toContain('q=bella'));
  await expect.element(field).toHaveValue('');
  await expect.element(list).not.toBeInTheDocument();
});

test('the name of a vet leads to the vet, above their appointments of the day', async () => {
  const { practice } = dayOfBellas();
  const { settled } = await renderApp(practice, `/?date=${DAY}`);
  await settled();
  await openSearch();
  await field.fill('okafor');
  await expect.element(options.first()).toHaveTextContent('Ada Okafor');
  await expect.element(list.getByRole('option', { name: 'Show only these 3' })).toBeVisible();
});

test('Escape clears the text, then closes the search and restores the focus', async () => {
  const { settled } = await renderApp(createPracticeInMemory({ appointments: 0 }), '/appointments');
  await settled();
  const from = page.getByRole('searchbox').first();
  await from.click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('bel');
  await expect.element(list).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(from).toHaveFocus();
});
