import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deskHeaders } from '#contract/desk.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { later, pass, stopClock } from '#testing/stopped-clock.ts';
import { waitUntil } from '#testing/wait-until.ts';

const SEARCH = 'POST /v1/appointments/search';
/** The height of a line, by which one can be scrolled to. */
const LINE = 44;

const matches = page.getByTestId('matches');
const table = page.getByRole('table', { name: 'Appointments' });
/** The appointments in the list, without the ways from each to its pet and its owner. */
const links = table.getByRole('link', { name: / – / });

/** Scrolls the list until that line of it is drawn. */
function scrollTo(line: number) {
  return waitUntil(() => {
    table.element().parentElement?.scrollTo(0, (line - 2) * LINE);
    expect(table.element().querySelector(`tr[aria-rowindex="${line}"]`)).not.toBeNull();
  });
}

/** The requests for the list, without that of today's appointments for the foot line. */
const listRequests = ({ asked }: PracticeInMemory) =>
  asked.filter(({ name, body }) => name === SEARCH && body?.['filter'] === undefined);

const toTheEnd = () => table.element().parentElement?.scrollTo(0, table.element().scrollHeight);

/** A practice of three pages. */
const large = () => createPracticeInMemory({ appointments: 1300 });

test('the count of another question is never shown', async () => {
  const practice = createPracticeInMemory();
  await renderApp(practice, '/appointments');
  await expect.element(matches).toHaveTextContent('40 matches');
  const { letGo } = practice.hold(SEARCH);
  const search = page.getByRole('searchbox', { name: 'Search titles' });
  await search.fill('zzzz');
  await expect.element(matches).toHaveTextContent('Counting…');
  await expect.element(table).toHaveAttribute('aria-rowcount', '-1');
  letGo();
  await expect.element(matches).toHaveTextContent('0 matches');
});

test('a question that the API cannot answer has no count', async () => {
  await renderApp(createPracticeInMemory(), '/appointments?sort=oldest');
  await expect.element(matches).toHaveTextContent('40 matches');
  await page.getByRole('searchbox', { name: 'Search titles' }).fill('be');
  await expect.element(page.getByText('These filters don’t go together')).toBeVisible();
  await expect
    .element(page.getByText('The practice system sorts the oldest first only without these filters: text.'))
    .toBeVisible();
  await expect.element(matches).toHaveTextContent('Not counted');
  await page.getByRole('button', { name: 'Show the newest first' }).click();
  await expect.element(matches).toHaveTextContent(/^\d+ matches$/);
});

test.each([
  ['vet=nonsense', 'filter.employeeId.eq: must be a UUID', 'vet'],
  ['store=abc', 'storeIds[0]: must be a UUID', 'store'],
])('an address with a filter that is refused says which: %s', async (search, suggestion, filter) => {
  const practice = createPracticeInMemory();
  const data = { httpStatus: 400, suggestion, errorInstanceId: 'e-1' };
  practice.answer(SEARCH, ({ body }, usual) =>
    JSON.stringify(body).match(/nonsense|abc/)
      ? Response.json({ type: 'SERVICE_ERROR', message: 'invalid_input', data }, { status: 400 })
      : usual(),
  );
  const { address } = await renderApp(practice, `/appointments?${search}`);
  await expect.element(page.getByText(`The practice system refuses the filter by ${filter}.`)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect.element(matches).toHaveTextContent('40 matches');
  expect(address()).toBe(`/appointments?company=${practice.company.id}`);
});

test('the way back from an appointment leads to its line', async () => {
  const practice = large();
  const { router } = await renderApp(practice, '/appointments');
  await expect.element(matches).toHaveTextContent('1,300 matches');
  await scrollTo(702);
  const scrolled = () => table.element().parentElement?.scrollTop;
  const link = () => table.element().querySelector<HTMLElement>('tr[aria-rowindex="702"] a');
  link()?.focus();
  const [href, before] = [link()?.getAttribute('href'), scrolled()];
  expect(href).toContain(practice.appointments[700]?.id);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toBeVisible();
  router.history.back();
  await waitUntil(() => expect(document.activeElement?.getAttribute('href')).toBe(href));
  expect(scrolled()).toBe(before);
});

test('a line says whose time it is, on a screen of any width', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  // As long a text as a time and its zone have.
  Object.assign(practice.company.stores[0] ?? {}, { timeZone: 'Asia/Kathmandu' });
  practice.add({ start: '2026-12-30T06:45:00.000Z', end: '2026-12-30T07:15:00.000Z' });
  await renderApp(practice, '/appointments');
  onTestFinished(() => page.viewport(1280, 800));
  for (const width of [390, 820, 1024, 1280]) {
    await page.viewport(width, 800);
    // The title is what a look-up is for: it keeps its place, and nothing is pushed out of sight.
    await expect.element(table.getByRole('cell').first()).toHaveTextContent(/12:30 GMT\+5:45$/);
    expect(links.element().getBoundingClientRect().width).toBeGreaterThan(190);
    const scroller = table.element().parentElement;
    expect((scroller?.scrollWidth ?? 0) - (scroller?.clientWidth ?? 0)).toBe(0);
    await expect.element(page.getByRole('button', { name: 'Created' })).toBeVisible();
  }
});

test('a day has its year where that is not the present one', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const year = new Date().getFullYear();
  for (const one of [year, year + 1])
    practice.add({ start: `${one}-07-05T16:00:00.000Z`, end: `${one}-07-05T16:30:00.000Z` });
  await renderApp(practice, '/appointments');
  const when = (row: number) => table.getByRole('row').nth(row).getByRole('cell').first();
  await expect.element(table.getByRole('cell', { name: /5 Jul \d{4}/ }).first()).toBeVisible();
  const texts = [1, 2].map((row) => when(row).element().textContent);
  expect(texts.filter((text) => text?.includes(String(year + 1)))).toHaveLength(1);
  expect(texts.filter((text) => text?.includes(String(year)))).toEqual([]);
});

test('the filter of days says which days they are', async () => {
  await renderApp(createPracticeInMemory(), '/appointments');
  await expect.element(page.getByRole('group', { name: 'Appointment date' }).getByLabelText('Date from')).toBeVisible();
});

test('pages after the first wait behind the other desks, and say so', async () => {
  const practice = large();
  let used = true;
  practice.answer(SEARCH, ({ body }, usual) =>
    body?.['cursor'] && used ? new Response('', { status: 429, headers: { 'retry-after': '1' } }) : usual(),
  );
  stopClock();
  await renderApp(practice, '/appointments');
  await expect.element(links.first()).toBeVisible();
  toTheEnd();
  await expect.element(page.getByText(/Waiting for the practice system: trying again/)).toBeVisible();
  used = false;
  await pass(1);
  await scrollTo(600);
  const purposes = practice.asked
    .filter(({ name }) => name === SEARCH)
    .map(({ body, headers }) => [body?.['cursor'] ? 'further' : 'first', headers.get(deskHeaders.purpose)].join(' '));
  expect(new Set(purposes)).toEqual(new Set(['first ', 'further poll']));
});

test('a page that failed is asked for again where it is missing, says so, and leaves nothing out', async () => {
  const practice = large();
  const mend = practice.answer(SEARCH, ({ body }, usual) =>
    body?.['cursor'] ? new Response('', { status: 400 }) : usual(),
  );
  await renderApp(practice, '/appointments');
  await expect.element(links.first()).toBeVisible();
  toTheEnd();
  const failed = page.getByText('The next appointments could not be loaded.');
  await expect.element(failed).toBeVisible();
  mend();
  const { letGo } = practice.hold(SEARCH);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Loading more…')).toBeVisible();
  await expect.element(failed).not.toBeInTheDocument();
  letGo();
  await scrollTo(504);
  // The heads are line 1, and the list goes from the newest to the oldest.
  const sought = practice.appointments[502];
  expect(table.element().querySelector('tr[aria-rowindex="504"]')?.textContent).toContain(sought?.title);
});

test('pages that lead back to earlier ones are told of, and end', async () => {
  const practice = large();
  const data = practice.appointments.slice(0, 100);
  practice.answer(SEARCH, ({ body }) =>
    Response.json({ data, nextCursor: body?.['cursor'] === 'a' ? 'b' : 'a', hasMore: true, totalCount: 1300 }),
  );
  await renderApp(practice, '/appointments');
  await scrollTo(302);
  await expect.element(page.getByRole('alert')).toHaveTextContent('The practice system repeats its list');
  expect(listRequests(practice)).toHaveLength(3);
});

test('an empty cursor is the end', async () => {
  const practice = createPracticeInMemory({ appointments: 200 });
  practice.answer(SEARCH, () =>
    Response.json({ data: practice.appointments.slice(0, 100), nextCursor: '', totalCount: 200 }),
  );
  await renderApp(practice, '/appointments');
  await scrollTo(101);
  await expect.element(page.getByText('Loading more…')).not.toBeInTheDocument();
  expect(listRequests(practice)).toHaveLength(1);
});

test('an implementation that looks neither at titles nor at stores is narrowed here, and it is said', async () => {
  const ignoring = (practice: PracticeInMemory) =>
    practice.answer(SEARCH, () =>
      Response.json({ data: practice.appointments, nextCursor: null, hasMore: false, totalCount: 40 }),
    );
  const practice = createPracticeInMemory();
  ignoring(practice);
  const { router } = await renderApp(practice, '/appointments?q=zzzz');
  await expect.element(page.getByText('This practice system can’t search titles')).toBeVisible();
  await expect.element(matches).toHaveTextContent('0 matches');
  await expect.element(page.getByText('No appointment matches')).toBeVisible();

  const store = practice.company.stores[0]?.id ?? '';
  await router.navigate({ to: '/appointments', search: { q: 'be', store: [store] } });
  await expect.element(page.getByText('This practice system can’t search titles or narrow by store')).toBeVisible();
  const meant = practice.appointments.filter(({ title, storeId }) => storeId === store && /^be/i.test(title));
  expect(meant.length).toBeGreaterThan(1);
  await waitUntil(() => expect(links.elements()).toHaveLength(meant.length));
  for (const link of links.elements()) expect(link.textContent).toMatch(/^Be/);
});

test('an implementation that lists statuses alone, some with a comma, offers what the document fixes and what it shows', async () => {
  const practice = createPracticeInMemory();
  practice.answer('GET /v1/enums', () => Response.json({ APPOINTMENT_STATUS: ['requested', 'On the way, late'] }));
  practice.answer(SEARCH, () =>
    Response.json({
      data: practice.appointments.map((record) => ({ ...record, createdFrom: 'fax' })),
      nextCursor: null,
      hasMore: false,
      totalCount: 40,
    }),
  );
  const { address } = await renderApp(practice, '/appointments');
  await page.getByRole('combobox', { name: 'Category' }).click();
  await expect.element(page.getByRole('option', { name: 'Dental' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Origin' }).click();
  await expect.element(page.getByRole('option', { name: 'Fax' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('combobox', { name: 'Status' }).fill('late');
  await expect.element(page.getByRole('option', { name: 'On the way, late' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(address()).toContain('status='));
  await waitUntil(() =>
    expect(practice.asked.findLast(({ name }) => name === SEARCH)?.body).toMatchObject({
      filter: { status: { eq: 'On the way, late' } },
    }),
  );

  await renderApp(practice, address());
  await expect
    .element(page.getByRole('combobox', { name: 'Status' }).last())
    .toHaveAttribute('placeholder', 'On the way, late');
});

test('names that could not be loaded are said to be so, and loaded again', async () => {
  const practice = createPracticeInMemory();
  const mended = ['GET /v1/enums', 'GET /v1/employees', 'GET /v1/appointment-types'].map((name) =>
    practice.answer(name, () => new Response('', { status: 403 })),
  );
  await renderApp(practice, '/appointments');
  const line = page.getByRole('status').filter({ hasText: 'could not be loaded' });
  await expect
    .element(line)
    .toHaveTextContent('The vets, visit types, statuses, categories and origins could not be loaded.');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await expect.element(page.getByRole('option', { name: 'Checked in' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Visit type' }).fill('dental');
  await expect.element(page.getByRole('listbox', { name: 'Visit type' })).toHaveTextContent('Could not be loaded.');
  await userEvent.keyboard('{Escape}');
  for (const mend of mended) mend();
  await line.getByRole('button', { name: 'Try again' }).click();
  await expect.element(line).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: 'Vet', exact: true }).click();
  const [vet] = practice.employees;
  await expect.element(page.getByRole('option', { name: `${vet?.firstName} ${vet?.lastName}` })).toBeVisible();
});

test('an address of days and characters that cannot be is all appointments', async () => {
  await renderApp(createPracticeInMemory(), '/appointments?from=0000-01-01&to=9999-12-31&q=%00');
  await expect.element(matches).toHaveTextContent('40 matches');
});

test('pet and owner stand on every line and lead to their pages', async () => {
  const practice = createPracticeInMemory();
  const { address } = await renderApp(practice, '/appointments');
  const [pet] = practice.pets;
  const { name = '', clientName = '' } = pet ?? {};
  const line = table.getByRole('row', { name: new RegExp(`${name} – `) }).first();
  await expect.element(line.getByRole('cell', { name: clientName })).toBeVisible();
  await line.getByRole('link', { name, exact: true }).click();
  await waitUntil(() => expect(address()).toContain(`/pets/${pet?.id}`));
});

/** The starts of the appointments of the practice in their own order. */
const startsOf = ({ appointments }: PracticeInMemory) => appointments.map(({ start }) => start).sort();
const firstLink = () => links.first().element().getAttribute('href') ?? '';

test('a result that is held whole is put in the order of its dates, and back in that of the bookings', async () => {
  const practice = large();
  const [first] = startsOf(practice);
  const earliest = practice.appointments.filter(({ start }) => start === first).map(({ id }) => id);
  const { address } = await renderApp(practice, '/appointments');
  await expect.element(matches).toHaveTextContent('1,300 matches');
  await table.getByRole('button', { name: 'When' }).click();
  await waitUntil(() => expect(address()).toContain('sort=earliest'));
  await waitUntil(() => expect(earliest.some((id) => firstLink().includes(id))).toBe(true));
  await expect.element(table.getByRole('columnheader', { name: 'When' })).toHaveAttribute('aria-sort', 'ascending');
  // Each page was read once, for the list and for its order.
  expect(listRequests(practice)).toHaveLength(3);
  await table.getByRole('button', { name: 'Created' }).click();
  await waitUntil(() => expect(address()).not.toContain('sort='));
  await waitUntil(() => expect(firstLink()).toContain(practice.appointments[0]?.id));
});

test('a result that is too long for the order of its dates says so and keeps its own', async () => {
  const practice = createPracticeInMemory({ appointments: 2100 });
  await renderApp(practice, '/appointments?sort=earliest');
  await expect.element(page.getByText(/Only a list of up to 2,000 appointments can be sorted by date/)).toBeVisible();
  expect(firstLink()).toContain(practice.appointments[0]?.id);
  await expect.element(table.getByRole('button', { name: 'When' })).toHaveAttribute('aria-disabled', 'true');
});

test('a search that is in no title offers the pets and clients of that name', async () => {
  const practice = createPracticeInMemory();
  const { address } = await renderApp(practice, '/appointments?q=Cleo');
  const named = page.getByRole('region', { name: 'Pets and clients of that name' });
  const owner = practice.clients.find(({ firstName }) => firstName === 'Cleo');
  await expect.element(named.getByRole('link').first()).toHaveTextContent('Cleo Park');
  await named.getByRole('link', { name: 'Cleo Park Client' }).click();
  await waitUntil(() => expect(address()).toContain(`/clients/${owner?.id}`));
});

test('filters take one row until more are asked for', async () => {
  await renderApp(createPracticeInMemory(), '/appointments');
  const search = page.getByRole('searchbox', { name: 'Search titles' });
  await expect.element(page.getByTestId('matches')).toHaveTextContent('40 matches');
  const top = () => search.element().getBoundingClientRect().top;
  for (const name of ['Status', 'Vet', 'Category', 'Store'])
    expect(page.getByRole('combobox', { name, exact: true }).element().getBoundingClientRect().top).toBe(top());
  const more = page.getByRole('button', { name: 'More filters' }).element().getBoundingClientRect();
  expect(more.top).toBe(top());
  expect(more.right).toBeLessThan(1280);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1280);
});

test('a row of an id alone is no choice of a filter, and its company neither opens nor stands in the list', async () => {
  const practice = createPracticeInMemory();
  const [bare, page1] = [{ id: 'bare' }, { nextCursor: null, hasMore: false, totalCount: 2 }];
  const [store] = practice.company.stores;
  practice.answer('GET /v1/companies', () =>
    Response.json({
      ...page1,
      data: [bare, { ...practice.company, stores: [bare, { ...store, rooms: [bare, ...(store?.rooms ?? [])] }] }],
    }),
  );
  practice.answer('GET /v1/employees', () => Response.json({ ...page1, data: [bare, ...practice.employees] }));
  practice.answer('GET /v1/appointment-types', () => Response.json({ ...page1, data: [bare, ...practice.types] }));
  const { address } = await renderApp(practice, '/');
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toHaveAttribute('aria-busy', 'false');
  expect(page.getByRole('combobox', { name: 'Company' }).query()).toBeNull();
  await page.getByRole('link', { name: 'Appointments', exact: true }).click();
  await waitUntil(() => expect(address()).toContain('/appointments'));
  await page.getByRole('button', { name: 'More filters' }).click();
  for (const [name, count] of [
    ['Vet', 1 + practice.employees.length],
    ['Visit type', 1 + practice.types.length],
    ['Store', 1],
    ['Room', 1 + (store?.rooms.length ?? 0)],
  ] as const) {
    await page.getByRole('combobox', { name, exact: true }).click();
    const options = page.getByRole('listbox', { name, exact: true }).getByRole('option');
    await waitUntil(() => expect(options.elements()).toHaveLength(count));
    for (const option of options.elements()) expect(option.textContent).toMatch(/^[A-Z]/);
    await userEvent.keyboard('{Escape}');
  }
});

/** Answers the list with an error as long as it is not mended. */
function refuse(practice: PracticeInMemory, status: number, headers: Record<string, string> = {}) {
  const data = { httpStatus: status, suggestion: 'Quote the error id.', errorInstanceId: 'e-1234' };
  return practice.answer(SEARCH, () =>
    Response.json({ type: 'SERVICE_ERROR', message: 'x', data }, { status, headers }),
  );
}

test('an error of the first load of the list can be quoted', async () => {
  const practice = createPracticeInMemory();
  const mend = refuse(practice, 403);
  await renderApp(practice, '/appointments');
  await expect.element(page.getByRole('alert')).toHaveTextContent(/Ask whoever looks after Frontdesk/);
  await expect.element(page.getByText('e-1234')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy error id' })).toBeVisible();
  mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(matches).toHaveTextContent('40 matches');
});

test('a list that waits for the practice system says so and goes on by itself', async () => {
  const practice = createPracticeInMemory();
  const mend = refuse(practice, 429, { 'retry-after': '1' });
  stopClock();
  await renderApp(practice, '/appointments');
  await expect.element(page.getByText(/Waiting for the practice system: /)).toBeVisible();
  await later(() => expect(practice.asked.filter(({ name }) => name === SEARCH).length).toBeGreaterThan(1));
  mend();
  await pass(1);
  await expect.element(matches).toHaveTextContent('40 matches');
});

test('one key leads past the filters to the list, and the tab is named', async () => {
  await renderApp(createPracticeInMemory(), '/appointments');
  await expect.element(links.first()).toBeVisible();
  await waitUntil(() => expect(document.title).toBe('Appointments · Frontdesk'));
  const skip = page.getByRole('link', { name: 'Skip to list' });
  // The app follows whatever of the test's own page comes before it.
  await waitUntil(async () => {
    await userEvent.tab();
    expect(document.activeElement).toBe(skip.element());
  });
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(document.activeElement?.contains(table.element())).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
});
