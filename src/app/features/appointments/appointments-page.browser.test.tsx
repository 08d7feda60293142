import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dateIn } from '#app/scheduling/calendar-day.ts';
import { deskHeaders } from '#contract/desk.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { later, pass, stopClock } from '#testing/stopped-clock.ts';
import { waitUntil } from '#testing/wait-until.ts';

const SEARCH = 'POST /v1/appointments/search';
const ALL = '/appointments?when=all';
const ROW_HEIGHT = 36;

const matches = page.getByTestId('matches');
const table = page.getByRole('grid', { name: 'Appointments' });
const searchField = page.getByRole('searchbox', { name: 'Search pets, owners and titles' });
const rows = () => [...(table.query()?.querySelectorAll<HTMLElement>('tr[data-appointment]') ?? [])];
const idsShown = () => rows().map(({ dataset }) => dataset['appointment']);

/** Scrolls the list until the given row is rendered; the first row is 2. */
function scrollTo(row: number) {
  return waitUntil(() => {
    table.element().parentElement?.scrollTo(0, (row - 2) * ROW_HEIGHT);
    expect(table.element().querySelector(`tr[aria-rowindex="${row}"]`)).not.toBeNull();
  });
}

const scrollToEnd = () => table.element().parentElement?.scrollTo(0, table.element().scrollHeight);

/** The requests of the list, without those of the foot line and the rail. */
const listRequests = ({ requests }: PracticeInMemory) =>
  requests.filter(
    ({ name, body }) => name === SEARCH && body?.['limit'] === 500 && !/"end"|"requested"/.test(JSON.stringify(body)),
  );

/** A practice with three pages of appointments that can sort by time. */
const createLargePractice = () => createPracticeInMemory({ appointments: 1300, beyond: true });

const byStart = ({ appointments }: PracticeInMemory) =>
  [...appointments].sort((a, b) => Date.parse(a.start) - Date.parse(b.start) || (a.id < b.id ? -1 : 1));

/** A practice on a fixed today, with appointments around it: [days from today, UTC hour]. */
function aroundToday(times: readonly (readonly [days: number, hour: number])[], beyond = true) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-03T15:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const practice = createPracticeInMemory({ appointments: 0, beyond });
  const ids = times.map(([days, hour]) => {
    const start = new Date(Date.UTC(2026, 5, 3 + days, hour)).toISOString();
    const end = new Date(Date.UTC(2026, 5, 3 + days, hour, 30)).toISOString();
    return practice.add({ start, end }).id;
  });
  return { practice, ids };
}

test('the list starts with today’s appointments by time; presets and dates are in the address', async () => {
  // Today is a Wednesday. The store is in New York, where 03:00 UTC still belongs to the day before.
  const { practice, ids } = aroundToday([
    [0, 20],
    [0, 14],
    [0, 3],
    [2, 14],
    [6, 14],
    [-40, 14],
  ]);
  const [late, early, before, friday, tuesday, past] = ids;
  const { address, router } = await renderApp(practice, '/appointments');
  await waitUntil(() => expect(idsShown()).toEqual([early, late]));
  await expect.element(matches).toHaveTextContent('2 appointments');
  const preset = (name: string) => page.getByRole('button', { name, exact: true });
  await expect.element(preset('Today')).toHaveAttribute('aria-pressed', 'true');
  await preset('This week').click();
  // Weeks begin on Monday by default.
  await waitUntil(() => expect(idsShown()).toEqual([before, early, late, friday]));
  expect(address()).toContain('when=week');
  await preset('Next 7 days').click();
  await waitUntil(() => expect(idsShown()).toEqual([early, late, friday, tuesday]));
  await preset('All').click();
  await waitUntil(() => expect(idsShown()).toEqual([tuesday, friday, late, early, before, past]));

  await router.navigate({ to: '/appointments', search: { from: '2026-06-02', to: '2026-06-02' } });
  await waitUntil(() => expect(idsShown()).toEqual([before]));
  for (const name of ['Today', 'All']) await expect.element(preset(name)).toHaveAttribute('aria-pressed', 'false');
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

test('a search covers titles, pets, owners and phone numbers, and says so', async () => {
  const practice = createPracticeInMemory({ appointments: 40, beyond: true });
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

test('without the extensions a search takes one pet lookup and two searches, and says what it covered', async () => {
  const practice = createPracticeInMemory();
  await renderApp(practice, `${ALL}&q=bella`);
  await expect.element(page.getByText(/^Searched titles and the names of pets and owners: /)).toBeVisible();
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
  await expect.element(page.getByText(/^Too many pets match\. .* 1,000 pets, .* Type more letters\.$/)).toBeVisible();
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

test('a row has pet, client, phone, type, vet, room, store and status', async () => {
  const practice = createPracticeInMemory();
  const [first] = practice.appointments;
  const client = practice.clients.find(({ id }) => id === first?.clientId);
  Object.assign(client ?? {}, { phone: '+1 555 010 7788' });
  const pet = practice.pets.find(({ id }) => id === first?.petId);
  await renderApp(practice, ALL);
  const row = () => rows()[0]?.textContent ?? '';
  await waitUntil(() => expect(row()).toContain(client?.phone));
  for (const text of [pet?.name, pet?.clientName, first?.visitTypeName, 'Ada Okafor', 'Room 1', 'North', 'Requested'])
    expect(row()).toContain(text);
  // The list of clients was loaded once for all rows.
  expect(practice.requests.filter(({ name }) => name === 'GET /v1/clients')).toHaveLength(1);
  await expect.element(table.getByRole('columnheader', { name: 'Store' })).toBeVisible();
});

test('stores are not mentioned in a practice with only one', async () => {
  const practice = createPracticeInMemory();
  practice.company.stores.splice(1);
  await renderApp(practice, ALL);
  await expect.element(table.getByRole('columnheader', { name: 'Room' })).toBeVisible();
  expect(table.getByRole('columnheader', { name: 'Store' }).query()).toBeNull();
  expect(page.getByRole('combobox', { name: 'Store' }).query()).toBeNull();
});

test('the alert of a pet is shown in its rows', async () => {
  const practice = createPracticeInMemory({ beyond: true });
  Object.assign(practice.pets[0] ?? {}, { alert: 'Bites' });
  Object.assign(practice.pets[1] ?? {}, {
    deceasedOn: `${dateIn('UTC', Date.now()).slice(0, 4)}-01-03`,
    isActive: false,
  });
  await renderApp(practice, ALL);
  await expect.element(table.getByRole('img', { name: 'Bites' }).first()).toBeVisible();
  await expect.element(table.getByText('died 3 Jan').first()).toBeVisible();
});

test('a colleague’s change appears in the row, and one’s own appears immediately', async () => {
  const practice = createPracticeInMemory({ beyond: true });
  const [first, second] = practice.appointments;
  await renderApp(practice, `${ALL}&sort=created`);
  await waitUntil(() => expect(idsShown()[0]).toBe(first?.id));
  const statusOf = (row: number) => rows()[row]?.querySelector('[class*="rounded-full"]')?.textContent;
  practice.change(second?.id ?? '', { status: 'no_show' });
  stopClock();
  await later(() => expect(statusOf(1)).toBe('No-show'));
  vi.useRealTimers();

  const { letGo } = practice.hold(`PATCH /v1/appointments/${first?.id}`);
  rows()[0]?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  await page.getByRole('menuitemradio', { name: 'Completed' }).click();
  await waitUntil(() => expect(statusOf(0)).toBe('Completed'));
  await expect.element(table.getByText('not saved yet')).toBeInTheDocument();
  letGo();
  await expect.element(table.getByText('not saved yet')).not.toBeInTheDocument();
  expect(practice.appointments[0]?.status).toBe('completed');
});

test('a row has the same menu as a block, also on its button', async () => {
  const practice = createPracticeInMemory({ beyond: true });
  const [first] = practice.appointments;
  const { address } = await renderApp(practice, `${ALL}&sort=created`);
  await waitUntil(() => expect(idsShown()[0]).toBe(first?.id));
  await table
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await expect.element(page.getByRole('menuitemradio', { name: 'Completed' })).toBeVisible();
  for (const name of ['Reschedule', 'Notes', 'Pet', 'Client'])
    await expect.element(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Reschedule' }).click();
  await waitUntil(() => expect(address()).toContain(`move=${first?.id}`));
});

test('arrow keys move between rows, Enter opens one, and closing returns the focus to it', async () => {
  const practice = createLargePractice();
  const { router } = await renderApp(practice, ALL);
  await waitUntil(() => expect(rows().length).toBeGreaterThan(10));
  const sorted = byStart(practice).reverse();
  const focused = () => document.activeElement?.getAttribute('data-appointment');
  // Exactly one row is in the tab order.
  expect(rows().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  rows()[0]?.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(focused()).toBe(sorted[1]?.id);
  await userEvent.keyboard('{PageDown}');
  await waitUntil(() => expect(focused()).toBe(sorted[16]?.id));
  await userEvent.keyboard('{End}');
  await waitUntil(() => expect(focused()).toBe(sorted[499]?.id));
  const scrolled = () => table.element().parentElement?.scrollTop ?? 0;
  const before = scrolled();
  expect(before).toBeGreaterThan(400 * ROW_HEIGHT);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toBeVisible();
  expect(router.latestLocation.search).toMatchObject({ appointment: sorted[499]?.id });
  router.history.back();
  await waitUntil(() => expect(focused()).toBe(sorted[499]?.id));
  expect(scrolled()).toBe(before);
  // A new result starts at the top.
  await page.getByRole('button', { name: 'Latest first' }).click();
  await page.getByRole('menuitemradio', { name: 'Earliest first' }).click();
  await waitUntil(() => expect(idsShown()[0]).toBe(sorted.at(-1)?.id));
  expect(scrolled()).toBe(0);
});

test('a focused row is not hidden behind the headings', async () => {
  await resizePage(1280, 500);
  await renderApp(createLargePractice(), ALL);
  await waitUntil(() => expect(rows().length).toBeGreaterThan(10));
  rows()[0]?.focus();
  await userEvent.keyboard('{PageDown}{PageDown}');
  for (let step = 0; step < 25; step += 1) {
    await userEvent.keyboard('{ArrowUp}');
    const head = table.element().querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
    expect(document.activeElement?.getBoundingClientRect().top).toBeGreaterThanOrEqual(head - 1);
  }
});

test('a row links to the pages of its pet and its client', async () => {
  const practice = createPracticeInMemory();
  const [first] = practice.appointments;
  const pet = practice.pets.find(({ id }) => id === first?.petId);
  const { address } = await renderApp(practice, ALL);
  await waitUntil(() => expect(rows()[0]?.textContent).toContain(pet?.clientName));
  await table
    .getByRole('link', { name: pet?.name ?? '', exact: true })
    .first()
    .click();
  await waitUntil(() => expect(address()).toContain(`/pets/${pet?.id}`));
});

test('pages after the first yield to requests of other desks, and say that they are loading', async () => {
  const practice = createLargePractice();
  let used = true;
  practice.answer(SEARCH, ({ body }, respond) =>
    body?.['cursor'] && used ? new Response('', { status: 429, headers: { 'retry-after': '1' } }) : respond(),
  );
  stopClock();
  await renderApp(practice, ALL);
  await later(() => expect(rows().length).toBeGreaterThan(10));
  scrollToEnd();
  await expect.element(page.getByText(/Waiting for the practice system: trying again/)).toBeVisible();
  used = false;
  await pass(1);
  await scrollTo(600);
  const purposes = listRequests(practice).map(({ body, headers }) =>
    [body?.['cursor'] ? 'further' : 'first', headers.get(deskHeaders.purpose)].join(' '),
  );
  expect(new Set(purposes)).toEqual(new Set(['first ', 'further poll']));
});

test('a failed page can be retried in its place, and no row is left out', async () => {
  const practice = createLargePractice();
  const restore = practice.answer(SEARCH, ({ body }, respond) =>
    body?.['cursor'] ? new Response('', { status: 400 }) : respond(),
  );
  await renderApp(practice, ALL);
  await waitUntil(() => expect(rows().length).toBeGreaterThan(10));
  scrollToEnd();
  const failed = page.getByText('The next appointments could not be loaded.');
  await expect.element(failed).toBeVisible();
  restore();
  const { letGo } = practice.hold(SEARCH);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Loading more…')).toBeVisible();
  await expect.element(failed).not.toBeInTheDocument();
  letGo();
  await scrollTo(504);
  const row = table.element().querySelector<HTMLElement>('tr[aria-rowindex="504"]');
  expect(row?.dataset['appointment']).toBe(byStart(practice).reverse()[502]?.id);
});

test('repeated pages stop the list, which says so', async () => {
  const practice = createLargePractice();
  const data = practice.appointments.slice(0, 100);
  practice.answer(SEARCH, ({ body }) =>
    Response.json({ data, nextCursor: body?.['cursor'] === 'a' ? 'b' : 'a', hasMore: true, totalCount: 1300 }),
  );
  await renderApp(practice, ALL);
  await waitUntil(() => {
    scrollToEnd();
    expect(page.getByRole('alert').query()?.textContent).toContain('The practice system sent the same page again');
  });
  expect(listRequests(practice)).toHaveLength(3);
});

test('unreadable records are counted above the list', async () => {
  const practice = createPracticeInMemory();
  practice.answer(SEARCH, async (_request, respond) => {
    const answer = await respond().json();
    return Response.json({ ...answer, data: [...answer.data, { id: 'x' }, { id: 'y' }], totalCount: 42 });
  });
  await renderApp(practice, ALL);
  await expect.element(page.getByText('2 records could not be read')).toBeVisible();
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
  await expect.element(page.getByText('The practice system rejected these filters')).toBeVisible();
  await expect.element(page.getByRole('alert')).toHaveTextContent('must be a UUID');
  await expect.element(page.getByText('e-1234')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect.element(matches).toHaveTextContent('40 appointments');
});

test('on a phone a row has two readable lines, and the filters are behind a button', async () => {
  await resizePage(390, 844);
  const practice = createPracticeInMemory({ beyond: true });
  const [first] = practice.appointments;
  const client = practice.clients.find(({ id }) => id === first?.clientId);
  Object.assign(client ?? {}, { phone: '+1 555 010 7788' });
  await renderApp(practice, `${ALL}&sort=created`);
  await waitUntil(() => expect(rows()[0]?.textContent).toContain(client?.phone));
  const [row] = rows();
  expect(row?.getBoundingClientRect().height).toBeLessThanOrEqual(64);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(page.getByRole('combobox', { name: 'Status' }).query()).toBeNull();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect.element(page.getByRole('combobox', { name: 'Status' })).toBeVisible();
  const list = table.element().parentElement;
  expect(list?.scrollWidth).toBe(list?.clientWidth);
});

test('every column fits on screen, and times name their zone', async () => {
  onTestFinished(() => page.viewport(1280, 800));
  const practice = createPracticeInMemory({ appointments: 0 });
  // The longest text for a time with its zone.
  Object.assign(practice.company.stores[0] ?? {}, { timeZone: 'Asia/Kathmandu' });
  practice.add({ start: '2026-12-30T06:45:00.000Z', end: '2026-12-30T07:15:00.000Z' });
  await renderApp(practice, ALL);
  for (const width of [390, 820, 1024, 1280]) {
    await page.viewport(width, 800);
    await waitUntil(() => expect(rows()[0]?.textContent).toMatch(/12:30 GMT\+5:45/));
    const list = table.element().parentElement;
    expect((list?.scrollWidth ?? 0) - (list?.clientWidth ?? 0)).toBe(0);
  }
});

test('a day outside the current year shows its year', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const year = Number(dateIn('UTC', Date.now()).slice(0, 4));
  for (const one of [year, year + 1])
    practice.add({ start: `${one}-07-05T16:00:00.000Z`, end: `${one}-07-05T16:30:00.000Z` });
  await renderApp(practice, ALL);
  await waitUntil(() => expect(rows()).toHaveLength(2));
  expect(rows().flatMap((row) => [year, year + 1].filter((one) => row.textContent?.includes(String(one))))).toEqual([
    year + 1,
  ]);
});

test('names that could not be loaded are reported and retried', async () => {
  const practice = createPracticeInMemory();
  const restoreAll = ['GET /v1/enums', 'GET /v1/employees', 'GET /v1/appointment-types'].map((name) =>
    practice.answer(name, () => new Response('', { status: 403 })),
  );
  await renderApp(practice, ALL);
  const line = page.getByRole('status').filter({ hasText: 'could not be loaded' });
  await expect.element(line).toBeVisible();
  await page.getByRole('combobox', { name: 'Visit type' }).click();
  await userEvent.keyboard('dental');
  await expect.element(page.getByText('Could not be loaded.', { exact: true })).toBeVisible();
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
