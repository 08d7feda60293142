import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deskHeaders } from '#contract/desk.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import {
  ALL,
  byStart,
  createLargePractice,
  idsShown,
  listRequests,
  rows,
  SEARCH,
  table,
} from '#testing/appointment-list.ts';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { later, pass, stopClock } from '#testing/stopped-clock.ts';
import { waitUntil } from '#testing/wait-until.ts';

const ROW_HEIGHT = 36;

/** Scrolls the list until the given row is rendered; the first row is 2. */
function scrollTo(row: number) {
  return waitUntil(() => {
    table.element().parentElement?.scrollTo(0, (row - 2) * ROW_HEIGHT);
    expect(table.element().querySelector(`tr[aria-rowindex="${row}"]`)).not.toBeNull();
  });
}

const scrollToEnd = () => table.element().parentElement?.scrollTo(0, table.element().scrollHeight);

test('a row has pet, client, phone, type, vet, room, store and status', { tags: 'smoke' }, async () => {
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
  const practice = createPracticeInMemory({ hasExtensions: true });
  Object.assign(practice.pets[0] ?? {}, { alert: 'Bites' });
  Object.assign(practice.pets[1] ?? {}, {
    name: 'Bella',
    alert: 'Bites',
    deceasedOn: `${dateIn('UTC', Date.now()).slice(0, 4)}-01-03`,
    isActive: false,
  });
  await renderApp(practice, ALL);
  await expect.element(table.getByRole('img', { name: 'Bites' }).first()).toBeVisible();
  const died = table.getByText('died 3 Jan').first();
  await expect.element(died).toBeVisible();
  // The mark, not the name, is truncated if there is no room for both.
  const name = died.element().closest('td')?.querySelector('a');
  expect(name?.textContent).toBe('Bella');
  expect(name?.scrollWidth).toBeLessThanOrEqual(name?.clientWidth ?? 0);
});

test('a colleague’s change appears in the row, and one’s own appears immediately', async () => {
  const practice = createPracticeInMemory({ hasExtensions: true });
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
  const practice = createPracticeInMemory({ hasExtensions: true });
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

test('the heading of the times, pressed twice, reverses the order twice', async () => {
  const practice = createLargePractice();
  const { address } = await renderApp(practice, ALL);
  const sorted = byStart(practice);
  await waitUntil(() => expect(idsShown()[0]).toBe(sorted.at(-1)?.id));
  const heading = table.getByRole('button', { name: 'When' });
  await heading.click();
  await heading.click();
  await waitUntil(() => expect(address()).toMatch(/sort=-start/));
  await heading.click();
  await waitUntil(() => expect(idsShown()[0]).toBe(sorted[0]?.id));
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
  const waiting = page.getByText(/Waiting for the practice system: trying again/);
  await later(() => {
    // The list may still become longer.
    scrollToEnd();
    expect(waiting.elements()).toHaveLength(1);
  });
  used = false;
  await pass(1);
  await scrollTo(600);
  const purposes = listRequests(practice).map(({ body, headers }) =>
    [body?.['cursor'] ? 'further' : 'first', headers.get(deskHeaders.purpose)].join(' '),
  );
  expect(new Set(purposes)).toEqual(new Set(['first ', 'further poll']));
});

test('a failed page can be retried in its place, and no row is left out', { tags: 'smoke' }, async () => {
  const practice = createLargePractice();
  const restore = practice.answer(SEARCH, ({ body }, respond) =>
    body?.['cursor'] ? new Response('', { status: 400 }) : respond(),
  );
  await renderApp(practice, ALL);
  await waitUntil(() => expect(rows().length).toBeGreaterThan(10));
  scrollToEnd();
  const failed = page.getByText('The next appointments couldn’t be loaded.');
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
    expect(page.getByRole('alert').query()?.textContent).toContain(
      'The practice system sent the same part of the list twice',
    );
  });
  expect(listRequests(practice)).toHaveLength(3);
});

test('on a phone a row has two readable lines, and the filters are behind a button', async () => {
  await resizePage(390, 844);
  const practice = createPracticeInMemory({ hasExtensions: true });
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

test('dates with year and zone are whole, and so is the name beside them', async () => {
  onTestFinished(() => page.viewport(1280, 800));
  const practice = createPracticeInMemory({ appointments: 0 });
  // The longest text for a time with its zone.
  Object.assign(practice.company.stores[0] ?? {}, { timeZone: 'Asia/Kathmandu' });
  practice.add({ start: '2035-12-26T06:45:00.000Z', end: '2035-12-26T07:15:00.000Z' });
  Object.assign(practice.pets[0] ?? {}, { name: 'Bartholomew' });
  await renderApp(practice, ALL);
  for (const width of [390, 820, 1024, 1280]) {
    await page.viewport(width, 800);
    await waitUntil(() => expect(rows()[0]?.textContent).toMatch(/26 Dec 2035.*12:30 GMT\+5:45/));
    await waitUntil(() => {
      const list = table.element().parentElement;
      expect((list?.scrollWidth ?? 0) - (list?.clientWidth ?? 0)).toBe(0);
      for (const text of [/26 Dec 2035$/, '12:30 GMT+5:45', 'Bartholomew']) {
        const element = table.getByText(text, { exact: true }).element();
        const box = element.getBoundingClientRect();
        for (let outer = element.parentElement; outer && outer !== list; outer = outer.parentElement) {
          const { left, right, top, bottom } = outer.getBoundingClientRect();
          expect(box.left).toBeGreaterThanOrEqual(left - 0.5);
          expect(box.right).toBeLessThanOrEqual(right + 0.5);
          expect(box.top).toBeGreaterThanOrEqual(top - 0.5);
          expect(box.bottom).toBeLessThanOrEqual(bottom + 0.5);
        }
      }
      expect(rows()[0]?.getBoundingClientRect().height).toBe(width < 768 ? 64 : 36);
    });
  }
});
