import { createMemoryHistory } from '@tanstack/react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createApiClient } from '#app/api/api-client.ts';
import { createQueryClient } from '#app/query-client.ts';
import { createAppRouter } from '#app/router.tsx';
import { savePreferences } from '#app/session/preferences.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { chooseInViewMenu, expectCounted, openBoard, viewMenu } from '#testing/shown-board.ts';

const TODAY = '2037-06-03';
const paramsOf = (address: string) => Object.fromEntries(new URLSearchParams(address.split('?')[1]));
const storeButton = (name: string) => page.getByRole('button', { name: `Store: ${name}`, exact: true });

test('day, view and stores are in the URL: back, reload and a link give the same screen', {
  tags: 'smoke',
}, async () => {
  vi.setSystemTime(new Date(`${TODAY}T15:00:00Z`));
  onTestFinished(() => void vi.useRealTimers());
  const practice = createPracticeInMemory({ today: TODAY });
  const heading = page.getByRole('heading', { level: 1 });
  const first = await openBoard(practice, '/');
  const company = practice.company.id;
  const store = practice.company.stores[0]?.id;
  const addressed = (shown: Record<string, string | undefined>) =>
    expect.poll(() => paramsOf(first.address())).toEqual({ company, store, ...shown });
  await addressed({});
  expect(first.router.history.length).toBe(1);
  await expect.element(heading).toHaveTextContent(/3 Jun/);
  await page.getByRole('button', { name: 'Previous day', exact: true }).click();
  await addressed({ date: '2037-06-02' });
  await chooseInViewMenu('Vets');
  await addressed({ date: '2037-06-02', view: 'vets' });
  await page.getByRole('button', { name: 'Store: North', exact: true }).click();
  await page.getByRole('checkbox', { name: 'South', exact: true }).click();
  await userEvent.keyboard('{Escape}');
  await addressed({ date: '2037-06-02', view: 'vets', store: 'all' });
  const link = first.address();

  first.router.history.back();
  first.router.history.back();
  await expect.element(viewMenu).toHaveAccessibleName('View: Rooms');
  await expect.element(page.getByRole('button', { name: 'Store: North', exact: true })).toBeVisible();
  await expect.element(heading).toHaveTextContent(/2 Jun/);
  const today = page.getByRole('button', { name: 'Today', exact: true });
  await expect.element(today).not.toHaveAttribute('aria-current');
  await today.click();
  await expect.element(today).toHaveAttribute('aria-current', 'date');
  await expect.element(heading).toHaveTextContent(/3 Jun/);
  await first.leave();

  await openBoard(practice, link);
  await expect.element(heading).toHaveTextContent(/2 Jun/);
  await expect.element(viewMenu).toHaveAccessibleName('View: Vets');
  await expectCounted(20);
});

/** A practice of two companies; the second has the stores Hill and Dale. */
function ofTwoCompanies() {
  const practice = createPracticeInMemory();
  const [first] = practice.company.stores;
  if (!first) throw new Error('The practice has no store.');
  const other = { ...practice.company, id: idOf(1, 2), name: 'Other practice' };
  other.stores = ['Hill', 'Dale'].map((name, number) => ({ ...first, id: idOf(2, 8 + number), name }));
  practice.others.push(other);
  return { practice, other };
}

test('a URL is completed before its screen renders, as one history entry', async () => {
  const practice = createPracticeInMemory();
  const [store] = practice.company.stores;
  async function openedAt(address: string) {
    const queryClient = createQueryClient();
    onTestFinished(() => queryClient.clear());
    const api = createApiClient({ fetch: practice.fetch, baseUrl: '' });
    const router = createAppRouter({ api, queryClient }, createMemoryHistory({ initialEntries: [address] }));
    await router.load();
    expect(router.history.length).toBe(1);
    return router.state.location;
  }
  const company = practice.company.id;
  expect(paramsOf((await openedAt('/?q=bella')).href)).toEqual({ company, store: store?.id, q: 'bella' });
  expect((await openedAt('/settings')).href).toBe(`/settings?company=${company}`);
  const shifts = await openedAt(`/shifts?company=${idOf(1, 99)}&store=${idOf(2, 99)}&week=2026-06-03`);
  expect(shifts.pathname).toBe('/shifts');
  expect(paramsOf(shifts.href)).toEqual({ company, week: '2026-06-03' });
  // People may have these URLs of earlier versions in their bookmarks.
  expect((await openedAt('/duty?week=2026-06-03')).href).toBe(`/shifts?week=2026-06-03&company=${company}`);
  expect((await openedAt('/figures')).pathname).toBe('/reports');
});

test('a tab keeps its company and stores, whatever another tab chooses', async () => {
  const { practice, other } = ofTwoCompanies();
  const tab = await openBoard(practice, '/?date=2026-06-03');
  await storeButton('North').click();
  await page.getByRole('button', { name: 'South', exact: true }).click();
  const company = practice.company.id;
  const store = practice.company.stores[1]?.id;
  await expect.poll(() => paramsOf(tab.address())).toEqual({ company, store, date: '2026-06-03' });
  // Another tab chooses a different company, store and view.
  savePreferences(localStorage, { companyId: other.id, storeIds: [other.stores[1]?.id ?? ''], view: 'vets' });
  await page.getByRole('button', { name: 'Next day', exact: true }).click();
  await expect.poll(() => paramsOf(tab.address())).toEqual({ company, store, date: '2026-06-04' });
  for (const to of ['/appointments', '/settings', `/pets/${idOf(4, 1)}`, `/clients/${idOf(5, 1)}`]) {
    await tab.router.navigate({ to });
    await expect.poll(tab.address).toMatch(new RegExp(`^${to}\\?company=${company}$`));
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await expect.element(storeButton('South')).toBeVisible();
    await expect.poll(() => paramsOf(tab.address())).toEqual({ company, store, view: 'vets' });
    tab.router.history.back();
    await expect.poll(tab.address).toContain(to);
    tab.router.history.back();
    await expect.poll(() => paramsOf(tab.address())).toMatchObject({ company, store });
  }
  await tab.settled();
  expect(practice.requests.filter(({ query }) => query.get('companyId') === other.id)).toEqual([]);
  await tab.leave();

  // The board is opened again in the same tab, and then in a new one.
  const reopened = await openBoard(practice, '/');
  await expect.element(storeButton('South')).toBeVisible();
  await reopened.leave();
  sessionStorage.clear();
  const fresh = await openBoard(practice, '/');
  await expect.element(storeButton('Dale')).toBeVisible();
  await expect
    .poll(() => paramsOf(fresh.address()))
    .toEqual({
      ...{ company: other.id, store: other.stores[1]?.id, view: 'vets' },
    });
});

test('a link shows its stores, and a tab that starts with one keeps them', async () => {
  const { practice, other } = ofTwoCompanies();
  const link = `/?company=${other.id}&store=${other.stores[1]?.id}`;
  const tab = await openBoard(practice, link);
  await expect.element(storeButton('Dale')).toBeVisible();
  await page.getByRole('link', { name: 'Appointments', exact: true }).click();
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await expect.element(storeButton('Dale')).toBeVisible();
  await expect.poll(tab.address).toBe(link);
  await tab.leave();
  sessionStorage.clear();
  await openBoard(practice, '/');
  await expect.element(storeButton('North')).toBeVisible();
});

test('“all stores” stays in the URL, so that a link includes stores that open later', async () => {
  const practice = createPracticeInMemory();
  const tab = await openBoard(practice, '/');
  await storeButton('North').click();
  await page.getByRole('button', { name: 'All stores', exact: true }).click();
  await expect.poll(tab.address).toBe(`/?company=${practice.company.id}&store=all`);
  const link = tab.address();
  await tab.leave();
  localStorage.clear();
  sessionStorage.clear();
  const [north] = practice.company.stores;
  if (north) practice.company.stores.push({ ...north, id: idOf(2, 3), name: 'West' });
  await openBoard(practice, link);
  await expect.element(storeButton('All stores')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /^West/ })).toBeVisible();
});

test.each([
  [`store=${idOf(2, 99)}`, `The store in this link doesn’t exist. Showing ${isolateText('North')} instead.`],
  ['date=2026-02-30', 'The date in this link doesn’t exist. Showing today instead.'],
  ['view=month', 'The view in this link doesn’t exist. Showing Rooms instead.'],
])('a notice names what a link refers to but does not exist: %s', async (params, text) => {
  const { address } = await openBoard(createPracticeInMemory(), `/?${params}`);
  const notice = page.getByRole('dialog').filter({ hasText: text });
  await expect.element(notice).toBeVisible();
  expect(Object.keys(paramsOf(address())).sort()).toEqual(['company', 'store']);
  await notice.getByRole('button', { name: 'Close notice', includeHidden: true }).click();
  await expect.element(notice).not.toBeInTheDocument();
});
