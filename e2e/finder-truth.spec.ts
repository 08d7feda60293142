import type { Page, Route } from '@playwright/test';
import { z } from 'zod';
import { deskHeaders } from '#contract/desk.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './practice.ts';

const anyPage = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })), totalCount: z.number() });
const anyBody = z.looseObject({ cursor: z.string().nullish() });

const table = (page: Page) => page.getByRole('table', { name: 'Appointments' });
const toTheEnd = (page: Page) =>
  table(page).evaluate((element) => element.parentElement?.scrollTo(0, element.scrollHeight));
const offset = (page: Page) => table(page).evaluate((element) => element.parentElement?.scrollTop ?? 0);
const cursorOf = (route: Route) => anyBody.parse(route.request().postDataJSON()).cursor ?? null;
const SEARCH = '**/v1/appointments/search';

/** Scrolls on until that line is there. */
async function scrollTo(page: Page, line: number) {
  await expect(async () => {
    await table(page).evaluate((element, top) => element.parentElement?.scrollTo(0, top), (line - 2) * 44);
    await expect(table(page).locator(`tr[aria-rowindex="${line}"]`)).toBeAttached({ timeout: 300 });
  }).toPass({ intervals: [100] });
}

// What is read ahead may still be on its way through a route when its test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('the way back from an appointment leads to its line', async ({ page }) => {
  await page.goto('/appointments');
  await scrollTo(page, 1200);
  await table(page).evaluate((element) => element.parentElement?.scrollTo(0, 1100 * 44));
  const link = table(page).locator('tr[aria-rowindex="1106"]').getByRole('link');
  const title = await link.textContent();
  await link.focus();
  const before = await offset(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/appointment=/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(table(page)).toBeVisible();
  await expect(link).toBeFocused();
  await expect(link).toHaveText(title ?? '');
  expect(await offset(page)).toBe(before);
});

test('the count of another question is never shown', async ({ page }) => {
  await page.goto('/appointments');
  await expect(page.getByTestId('matches')).toHaveText(/\d match/);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(SEARCH, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('searchbox', { name: 'Search titles' }).fill('zzzz');
  await expect(page.getByTestId('matches')).toHaveText('Counting…');
  await expect(table(page)).toHaveAttribute('aria-rowcount', '-1');
  answer();
  await expect(page.getByTestId('matches')).toHaveText('0 matches');
  await page.goto('/appointments');
  await expect(page.getByTestId('matches')).toHaveText(/\d match/);
  await page.getByRole('button', { name: 'Created' }).click();
  await expect(page.getByTestId('matches')).toHaveText(/\d match/);
  await page.getByRole('searchbox', { name: 'Search titles' }).fill('be');
  await expect(page.getByText('This cannot be asked')).toBeVisible();
  await expect(page.getByTestId('matches')).toHaveText('Not counted');
});

test('the filter of days says which days they are', async ({ page }) => {
  await page.goto('/appointments');
  await expect(page.getByText('Appointment date').last()).toBeVisible();
  await expect(page.getByRole('group', { name: 'Appointment date' }).getByLabel('Date from')).toBeVisible();
});

test.describe('pages after the first', () => {
  test.use({ expectConsole: [/Failed to load resource/] });

  test('wait behind the other desks, and say so', async ({ page }) => {
    let used = true;
    const purposes: (string | undefined)[] = [];
    await page.route(SEARCH, (route) => {
      const purpose = route.request().headers()[deskHeaders.purpose];
      purposes.push(`${cursorOf(route) === null ? 'first' : 'further'} ${purpose ?? 'look-up'}`);
      if (cursorOf(route) === null || !used) return route.continue();
      return route.fulfill({ status: 429, headers: { 'retry-after': '2' }, body: '' });
    });
    await page.goto('/appointments');
    await expect(table(page).getByRole('link').first()).toBeVisible();
    await toTheEnd(page);
    await expect(page.getByText('Waiting for the request budget')).toBeVisible();
    used = false;
    await scrollTo(page, 600);
    expect(new Set(purposes)).toEqual(new Set(['first look-up', 'further poll']));
  });

  test('show that they are asked for again', async ({ page }) => {
    let broken = true;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(SEARCH, async (route) => {
      if (cursorOf(route) === null) return route.continue();
      if (broken) return route.fulfill({ status: 400, body: '' });
      await held;
      return route.continue();
    });
    await page.goto('/appointments');
    await expect(table(page).getByRole('link').first()).toBeVisible();
    await toTheEnd(page);
    await expect(page.getByText('The next appointments could not be loaded.')).toBeVisible();
    broken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Loading more…')).toBeVisible();
    await expect(page.getByText('The next appointments could not be loaded.')).toBeHidden();
    answer();
    await scrollTo(page, 600);
  });

  test('that lead back to earlier ones are told of, and end', async ({ page }) => {
    let asked = 0;
    await page.route(SEARCH, async (route) => {
      asked += 1;
      const cursor = cursorOf(route);
      const answer = await route.fetch({ postData: { ...route.request().postDataJSON(), cursor: null, limit: 100 } });
      const next = cursor === 'a' ? 'b' : 'a';
      await route.fulfill({ json: { ...anyPage.parse(await answer.json()), nextCursor: next, hasMore: true } });
    });
    await page.goto('/appointments');
    await scrollTo(page, 302);
    await expect(page.getByRole('alert')).toContainText('The list leads in a circle');
    expect(asked).toBe(3);
  });
});

test('an empty cursor is the end', async ({ page }) => {
  let asked = 0;
  await page.route(SEARCH, async (route) => {
    asked += 1;
    const answer = await route.fetch({ postData: { ...route.request().postDataJSON(), limit: 100 } });
    const { hasMore: _none, ...body } = anyPage.parse(await answer.json());
    await route.fulfill({ json: { ...body, nextCursor: '' } });
  });
  await page.goto('/appointments');
  await scrollTo(page, 101);
  await expect(page.getByText('Loading more…')).toBeHidden();
  expect(asked).toBe(1);
});

test.describe('another implementation', () => {
  test('that looks neither at titles nor at stores is narrowed here, and it is said', async ({ page, product }) => {
    const { store } = await firstCompany(product);
    await page.route(SEARCH, (route) => {
      const { query: _query, storeIds: _stores, ...body } = anyBody.parse(route.request().postDataJSON());
      return route.continue({ postData: body });
    });
    await page.goto('/appointments?q=zzzz&status=cancelled');
    await expect(page.getByText('This practice system cannot search titles')).toBeVisible();
    await expect(page.getByTestId('matches')).toHaveText('0 matches');
    await expect(page.getByText('No appointment matches')).toBeVisible();
    await page.goto(`/appointments?q=be&store=${store.id}`);
    await expect(page.getByText('This practice system cannot search titles or narrow by store')).toBeVisible();
    await expect(page.getByTestId('matches')).toHaveText(/^\d+ of [\d,]+ read so far match$/);
    for (const title of await table(page).getByRole('link').allTextContents()) {
      expect(title.normalize('NFD').replace(/\p{M}/gu, '')).toMatch(/(^|\s)be/i);
    }
  });

  test('that lists statuses alone, some with a comma, offers what the document fixes and what it shows', async ({
    page,
  }) => {
    await page.route('**/api/v1/enums?**', (route) =>
      route.fulfill({ json: { APPOINTMENT_STATUS: ['requested', 'On the way, late'] } }),
    );
    const asked: string[] = [];
    await page.route(SEARCH, async (route) => {
      asked.push(route.request().postData() ?? '');
      const answer = await route.fetch({
        postData: { companyId: anyBody.parse(route.request().postDataJSON())['companyId'] },
      });
      const body = anyPage.parse(await answer.json());
      const data = body.data.map((record) => ({ ...record, createdFrom: 'fax' }));
      await route.fulfill({ json: { ...body, data } });
    });
    await page.goto('/appointments');
    await page.getByRole('combobox', { name: 'Visit category' }).click();
    await expect(page.getByRole('option', { name: 'Dental' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Origin' }).click();
    await expect(page.getByRole('option', { name: 'Fax' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Status' }).fill('late');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/status=/);
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveAttribute('placeholder', 'On the way, late');
    await expect.poll(() => asked.at(-1)).toContain('{"status":{"eq":"On the way, late"}}');
  });
});

test.describe('what fails or is refused', () => {
  test.use({ expectConsole: [/Failed to load resource/] });

  test('names that could not be loaded are said to be so, and loaded again', async ({ page }) => {
    let broken = true;
    await page.route(/\/api\/v1\/(enums|employees|appointment-types)\?/, (route) =>
      broken ? route.fulfill({ status: 403, body: '' }) : route.continue(),
    );
    await page.goto('/appointments');
    const line = page.getByRole('status').filter({ hasText: 'could not be loaded' });
    await expect(line).toContainText(
      'The vets, visit types, statuses, visit categories and origins could not be loaded.',
    );
    await page.getByRole('combobox', { name: 'Status' }).click();
    await expect(page.getByRole('option', { name: 'Checked in' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Visit type' }).fill('dental');
    await expect(page.getByRole('listbox', { name: 'Visit type' })).toHaveText('Could not be loaded.');
    await page.keyboard.press('Escape');
    broken = false;
    await line.getByRole('button', { name: 'Try again' }).click();
    await expect(line).toBeHidden();
    await page.getByRole('combobox', { name: 'Vet', exact: true }).click();
    await expect(page.getByRole('option').nth(4)).toBeVisible();
  });

  test('an address with a filter that is refused says which', async ({ page }) => {
    for (const [address, words] of [
      ['vet=nonsense', 'The practice system refuses the filter by vet.'],
      ['store=abc', 'The practice system refuses the filter by store.'],
      ['invoice=INV-1001&status=confirmed', 'The practice system refuses the filter by invoice id.'],
    ] as const) {
      await page.goto(`/appointments?${address}`);
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
      await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
      await expect(page.getByTestId('matches')).toHaveText(/\d match/);
      await expect(page).toHaveURL(/\/appointments$/);
    }
  });

  test('an address of days and characters that cannot be is all appointments', async ({ page }) => {
    await page.goto('/appointments?from=0000-01-01&to=9999-12-31&q=%00');
    await expect(page.getByTestId('matches')).toHaveText(/[\d,]{5} matches/);
  });
});
