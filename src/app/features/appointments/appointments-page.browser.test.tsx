import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import {
  ALL,
  byStart,
  createLargePractice,
  idsShown,
  listRequests,
  matches,
  rows,
  SEARCH,
  table,
} from '#testing/appointment-list.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

const searchField = page.getByRole('searchbox', { name: 'Search appointments' });

/** A practice on a fixed today, with appointments around it: [days from today, UTC hour]. */
function aroundToday(times: readonly (readonly [days: number, hour: number])[], hasExtensions = true) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-03T15:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const practice = createPracticeInMemory({ appointments: 0, hasExtensions });
  const ids = times.map(([days, hour]) => {
    const start = new Date(Date.UTC(2026, 5, 3 + days, hour)).toISOString();
    const end = new Date(Date.UTC(2026, 5, 3 + days, hour, 30)).toISOString();
    return practice.add({ start, end }).id;
  });
  return { practice, ids };
}

test('the list starts with today’s appointments by time; presets and dates are in the address', {
  tags: 'smoke',
}, async () => {
  // Today is a Wednesday. The store is in New York, where 03:00 UTC still belongs to the day before.
  const { practice, ids } = aroundToday([
    [0, 20],
    [0, 14],
    [0, 3],
    [2, 14],
    [6, 14],
    [-40, 14],
    [-5, 14],
  ]);
  const [late, early, before, friday, tuesday, past, lastFriday] = ids;
  const { address, router } = await renderApp(practice, '/appointments');
  await waitUntil(() => expect(idsShown()).toEqual([early, late]));
  await expect.element(matches).toHaveTextContent('2 appointments');
  const preset = (name: string) => page.getByRole('radio', { name, exact: true });
  await expect.element(preset('Today')).toBeChecked();
  await preset('This week').click();
  // Weeks begin on Monday by default.
  await waitUntil(() => expect(idsShown()).toEqual([before, early, late, friday]));
  expect(address()).toContain('when=week');
  await preset('Next 7 days').click();
  await waitUntil(() => expect(idsShown()).toEqual([early, late, friday, tuesday]));
  await preset('Last week').click();
  await waitUntil(() => expect(idsShown()).toEqual([lastFriday]));
  await preset('All').click();
  await waitUntil(() => expect(idsShown()).toEqual([tuesday, friday, late, early, before, lastFriday, past]));

  await router.navigate({ to: '/appointments', search: { from: '2026-06-02', to: '2026-06-02' } });
  await waitUntil(() => expect(idsShown()).toEqual([before]));
  for (const name of ['Today', 'All']) await expect.element(preset(name)).not.toBeChecked();
});

test('the service sorts lists of any size, and the heading reverses the order', async () => {
  const practice = createLargePractice();
  const { address } = await renderApp(practice, ALL);
  const sorted = byStart(practice).map(({ id }) => id);
  await waitUntil(() => expect(idsShown()[0]).toBe(sorted.at(-1)));
  const head = table.getByRole('columnheader', { name: 'When' });
  await expect.element(head).toHaveAttribute('aria-sort', 'descending');
  await head.getByRole('button').click();
  await waitUntil(() => expect(idsShown()[0]).toBe(sorted[0]));
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending');
  expect(address()).toContain('sort=start');
  // One page for each order.
  expect(listRequests(practice)).toHaveLength(2);
  await page.getByRole('button', { name: 'Earliest first' }).click();
  await page.getByRole('menuitemradio', { name: 'Newest bookings first' }).click();
  await waitUntil(() => expect(idsShown()[0]).toBe(practice.appointments[0]?.id));
});

test('if the practice system cannot sort by time, no order is requested, and the list says so', async () => {
  const practice = createPracticeInMemory();
  await renderApp(practice, ALL);
  await expect.element(page.getByText('Newest bookings first: this practice system can’t sort by time.')).toBeVisible();
  await waitUntil(() => expect(idsShown()[0]).toBe(practice.appointments[0]?.id));
  expect(listRequests(practice).every(({ body }) => !('order' in (body ?? {})))).toBe(true);
  expect(table.getByRole('columnheader', { name: 'When' }).getByRole('button').query()).toBeNull();
  expect(page.getByRole('button', { name: 'Latest first' }).query()).toBeNull();
});

test('a search covers titles, pets, clients and phone numbers, and says so', { tags: 'smoke' }, async () => {
  const practice = createPracticeInMemory({ appointments: 40, hasExtensions: true });
  const [pet] = practice.pets;
  const { title } = practice.add({ title: `Meeting about ${pet?.name}`, petId: null, clientId: null } as never);
  await renderApp(practice, ALL);
  const namesakes = practice.pets.filter(({ name }) => name === pet?.name).map(({ id }) => id);
  const named = practice.appointments.filter(
    (appointment) => namesakes.includes(appointment.petId ?? '') || appointment.title === title,
  );
  await searchField.fill(pet?.name ?? '');
  await expect.element(matches).toHaveTextContent(`${named.length} appointments`);
  await waitUntil(() => expect(new Set(idsShown())).toEqual(new Set(named.map(({ id }) => id))));
  await expect
    .element(page.getByText(/^Searched titles, names, phone numbers and e-mail addresses: \d pets? found/))
    .toBeVisible();

  const owner = practice.clients.find(({ id }) => id === practice.appointments[5]?.clientId);
  Object.assign(owner ?? {}, { lastName: 'Quillon', phone: '+1 555 010 7788' });
  for (const one of practice.pets) if (one.clientId === owner?.id) one.clientName = `${owner.firstName} Quillon`;
  const ownersAppointments = practice.appointments.filter(({ clientId }) => clientId === owner?.id);
  for (const text of ['quillon', '(555) 010-7788']) {
    await searchField.fill(text);
    await waitUntil(() => expect(new Set(idsShown())).toEqual(new Set(ownersAppointments.map(({ id }) => id))));
  }
});

test('without the extensions a search takes one pet lookup and two searches, and says what it covered', {
  tags: 'smoke',
}, async () => {
  const practice = createPracticeInMemory();
  await renderApp(practice, `${ALL}&q=bella`);
  await expect.element(page.getByText(/^Searched titles and the names of pets and clients: /)).toBeVisible();
  expect(listRequests(practice)).toHaveLength(2);
  expect(practice.requests.filter(({ query }) => query.get('query') === 'bella')).toHaveLength(1);
});

test('a search that matches too many pets says that the list is incomplete', async () => {
  const practice = createPracticeInMemory();
  const pets = Array.from({ length: 1001 }, (_, index) => ({ ...practice.pets[0], id: idOf(4, 5000 + index) }));
  practice.answer('GET /v1/pets', ({ query }, respond) =>
    query.get('query') ? Response.json({ data: pets, nextCursor: null, hasMore: false, totalCount: 1001 }) : respond(),
  );
  await renderApp(practice, `${ALL}&q=${practice.pets[0]?.name}`);
  await expect
    .element(page.getByText(/^Too many matches\. .* 1,000 pets and .* Keep typing to narrow the list\.$/))
    .toBeVisible();
});

test('the count of a previous search is never shown', async () => {
  const practice = createPracticeInMemory();
  await renderApp(practice, ALL);
  await expect.element(matches).toHaveTextContent('40 appointments');
  const { letGo } = practice.hold(SEARCH);
  await searchField.fill('zzzz');
  await expect.element(matches).toHaveTextContent('Counting…');
  letGo();
  await expect.element(matches).toHaveTextContent('0 appointments');
  await expect.element(page.getByText('No matching appointments')).toBeVisible();
});

test('an empty day says so and links to all days', async () => {
  const practice = createPracticeInMemory();
  const { address } = await renderApp(practice, '/appointments');
  await expect.element(page.getByText('Nothing is booked for today')).toBeVisible();
  await page.getByRole('button', { name: 'Search all days' }).click();
  await expect.element(matches).toHaveTextContent('40 appointments');
  expect(address()).toContain('when=all');
});

test('unreadable records are counted above the list', { tags: 'smoke' }, async () => {
  const practice = createPracticeInMemory();
  practice.answer(SEARCH, async (_request, respond) => {
    const answer = await respond().json();
    return Response.json({ ...answer, data: [...answer.data, { id: 'x' }, { id: 'y' }], totalCount: 42 });
  });
  await renderApp(practice, ALL);
  await expect.element(page.getByText('2 records couldn’t be read')).toBeVisible();
  await expect.element(matches).toHaveTextContent('42 appointments');
  await expect.element(table).toHaveAttribute('aria-rowcount', '41');
});

test('the error id of a failed list can be quoted, and rejected filters can be cleared', async () => {
  const practice = createPracticeInMemory();
  const data = { httpStatus: 400, suggestion: 'filter.employeeId.eq: must be a UUID', errorInstanceId: 'e-1234' };
  practice.answer(SEARCH, ({ body }, respond) =>
    JSON.stringify(body).includes('nonsense')
      ? Response.json({ type: 'SERVICE_ERROR', message: 'invalid_input', data }, { status: 400 })
      : respond(),
  );
  await renderApp(practice, `${ALL}&vet=nonsense`);
  await expect.element(page.getByText('The appointments couldn’t be loaded')).toBeVisible();
  await expect.element(page.getByRole('alert')).toHaveTextContent('must be a UUID');
  await expect.element(page.getByText('e-1234')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect.element(matches).toHaveTextContent('40 appointments');
});

test('names that could not be loaded are reported and retried', async () => {
  const practice = createPracticeInMemory();
  const restoreAll = ['GET /v1/enums', 'GET /v1/employees', 'GET /v1/appointment-types'].map((name) =>
    practice.answer(name, () => new Response('', { status: 403 })),
  );
  await renderApp(practice, ALL);
  const line = page.getByRole('status').filter({ hasText: 'couldn’t be loaded' });
  await expect.element(line).toBeVisible();
  await page.getByRole('combobox', { name: 'Visit type' }).click();
  await userEvent.keyboard('dental');
  await expect.element(page.getByText('Couldn’t be loaded.', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  for (const restore of restoreAll) restore();
  await line.getByRole('button', { name: 'Try again' }).click();
  await expect.element(line).not.toBeInTheDocument();
});

test('Skip to list skips the filters, and the tab has a title', async () => {
  await renderApp(createPracticeInMemory(), ALL);
  await waitUntil(() => expect(rows().length).toBeGreaterThan(10));
  await waitUntil(() => expect(document.title).toBe('Appointments · Frontdesk'));
  const skip = page.getByRole('link', { name: 'Skip to list' });
  // Tab first passes through elements of the test page that precede the app.
  await waitUntil(async () => {
    await userEvent.tab();
    expect(document.activeElement).toBe(skip.element());
  });
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(rows()[0]);
});
