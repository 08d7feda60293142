import type { Page, Route } from '@playwright/test';
import { z } from 'zod';
import { fullDay, openBoard, showing, shownIds } from './board.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './practice.ts';

test.use({ expectConsole: [/status of (429|503)/] });

const searchPath = '**/api/v1/appointments/search';
const bodySchema = z.looseObject({ cursor: z.string().nullish(), limit: z.number().optional() });
const answerSchema = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })), totalCount: z.number() });

/** Lets each search go on as it is, changed on its way there or back. */
async function onSearch(page: Page, change: (route: Route, body: z.infer<typeof bodySchema>) => Promise<void>) {
  await page.route(searchPath, (route) => change(route, bodySchema.parse(route.request().postDataJSON())));
}

/** The board while some of its time is unknown. */
function unknownTime(page: Page) {
  return page.getByRole('main', { name: 'Board' }).locator('[data-incomplete]');
}

// What reads ahead may still be on its way through a route when its test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('a page of the day that fails is unknown time, never free time, and is resumed', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  let failing = true;
  // Away until it is asked for again by hand: the board also recovers by itself.
  await onSearch(page, async (route, body) => {
    if (failing && body.cursor) return route.fulfill({ status: 503, body: '<h1>Away</h1>', contentType: 'text/html' });
    await route.continue({ postData: JSON.stringify({ ...body, limit: 10 }) });
  });
  await page.goto(`/?store=${store.id}&date=${fullDay(store.timeZone)}`);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Part of the day could not be loaded: don’t book from this screen.');
  await expect(unknownTime(page)).toBeVisible();
  expect(await showing(page)).toEqual({ shown: 10, all: 10 });
  await alert.getByRole('button', { name: 'Try again' }).click();
  failing = false;
  await expect(alert).toBeHidden();
  await expect(unknownTime(page)).toBeHidden();
});

test('a day that cannot be loaded at all says so, in place, and is tried again', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  let failing = true;
  await onSearch(page, (route) => (failing ? route.fulfill({ status: 503, body: '' }) : route.continue()));
  await page.goto(`/?store=${store.id}`);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('This day could not be loaded: don’t book from this screen.');
  await expect(unknownTime(page)).toBeVisible();
  await alert.getByRole('button', { name: 'Try again' }).click();
  failing = false;
  await expect(page.locator('[data-appointment]').first()).toBeAttached();
});

test('odd records are drawn or counted, never dropped, and break nothing', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  const title = `<img src=x onerror="document.title='broken'"> ${'x'.repeat(4000)} \u202Eabc שלום`;
  const odd = [
    { status: 'teleported', visitTypeCategory: 'astral', createdFrom: 'elsewhere' },
    { title, petId: null },
    { roomId: '00000000-0000-4000-8000-00000000abcd', location: 'The shed' },
    { end: '2001-01-01T00:00:00Z' },
    { end: '2027-03-01T00:00:00+05:45', extra: { anything: true } },
    { employees: 'nobody', notes: 5 },
    { start: 'soon' },
  ];
  await onSearch(page, async (route) => {
    const response = await route.fetch();
    const answer = answerSchema.parse(await response.json());
    const data = answer.data.map((record, index) => ({ ...record, ...odd[index] }));
    data.push({ id: 'a record of another age' });
    await route.fulfill({ response, json: { ...answer, data, totalCount: answer.totalCount + 1 } });
  });
  await openBoard(page, `/?store=${store.id}&date=${fullDay(store.timeZone)}`);
  const { shown } = await showing(page);
  expect(await shownIds(page)).toHaveLength(shown);
  await expect(page.getByRole('button', { name: 'Teleported, 1' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'The shed' })).toBeVisible();
  await expect(page.getByText('ends before it starts')).toHaveCount(1);
  // What a text holds is never run.
  await expect(page).toHaveTitle(/Frontdesk$/);
  await expect(page.getByText('2 records could not be read · Show')).toBeVisible();
  await page.getByRole('button', { name: '2 records could not be read' }).click();
  await expect(page.getByText(`${shown + 2} received = ${shown} shown + 0 filtered out + 2 unreadable`)).toBeVisible();
  await expect(page.getByText('a record of another age')).toBeVisible();
});
