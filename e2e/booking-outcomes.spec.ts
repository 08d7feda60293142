import { z } from 'zod';
import { createHostileUpstream, type Fault, type HostileUpstream } from '#testing/hostile-upstream.ts';
import { bookingDialog, fillIn, madeSince, workingDay } from './booking-form.ts';
import { expect, type Product, startProduct, test } from './harness.ts';

const CREATE = 'POST /v1/appointments';

/** A practice with its API, something hostile before it, and a gateway that knows only the hostile one. */
interface Scene {
  practice: Product;
  upstream: HostileUpstream;
  desk: Product;
}

const began = Date.now();
let scene: Scene;
const disposals: (() => Promise<void>)[] = [];

test.use({ expectConsole: [/Failed to load resource/] });
test.describe.configure({ timeout: 120_000 });

// Each journey has a practice and a desk of its own: their requests share no minute's budget.
test.beforeEach(async () => {
  const practice = await startProduct();
  const employees = z
    .array(
      z.object({ id: z.string(), role: z.string(), permissions: z.array(z.string()), storeIds: z.array(z.string()) }),
    )
    .parse(JSON.parse(await practice.product.frontdesk('employee', 'list', '--json')));
  const manager = employees.find(({ role, storeIds }) => role === 'manager' && storeIds.length > 1) ?? employees[0];
  const { key } = z
    .object({ key: z.string() })
    .parse(JSON.parse(await practice.product.frontdesk('key', 'issue', '--employee', manager?.id ?? '', '--json')));
  const upstream = await createHostileUpstream({
    service: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = request.method === 'GET' ? {} : { body: await request.text() };
      return fetch(`${practice.product.url}/api${pathname}${search}`, {
        method: request.method,
        headers: { 'content-type': request.headers.get('content-type') ?? 'application/json' },
        ...body,
      });
    },
  });
  const desk = await startProduct({ PRACTICE_API_URL: upstream.url, PRACTICE_API_KEY: key }, 'gateway');
  disposals.push(desk.dispose, upstream.close, practice.dispose);
  scene = { practice: practice.product, upstream, desk: desk.product };
});

test.afterEach(async () => {
  for (const dispose of disposals.splice(0)) await dispose();
});

async function appointmentsOf(notes: string) {
  return (await madeSince(scene.practice, began)).filter((appointment) => appointment.notes === notes);
}

const lost: Fault[] = ['reset-after', 'truncated', 'html-error', 'html-page', 'empty'];
for (const [index, fault] of lost.entries()) {
  test(`an answer lost by ${fault}: found out to be booked, and booked once`, async ({ page }) => {
    const { store, date } = await workingDay(scene.practice);
    await page.goto(`${scene.desk.url}/?store=${store.id}&date=${date}&new=1`);
    await fillIn(page, { pet: 'be', type: 'vac', start: `${9 + index}:05` });
    await bookingDialog(page).getByRole('textbox', { name: 'Notes' }).fill(`lost by ${fault}`);
    const made = scene.upstream.carriedOut(CREATE);
    scene.upstream.next(CREATE, fault);
    await page.keyboard.press('Control+Enter');
    await expect(bookingDialog(page)).toBeHidden({ timeout: 30_000 });
    await expect(page.getByText(/^Booked: /)).toBeVisible();
    await expect(page.getByText(/The answer was lost, but it is booked/)).toBeVisible();
    expect(scene.upstream.carriedOut(CREATE)).toBe(made + 1);
    expect(await appointmentsOf(`lost by ${fault}`)).toHaveLength(1);
  });
}

test('a request lost on its way: looked for with patience, then not booked, then tried again once', async ({
  page,
}) => {
  const { store, date } = await workingDay(scene.practice);
  await page.clock.install();
  await page.goto(`${scene.desk.url}/?store=${store.id}&date=${date}&new=1`);
  await fillIn(page, { pet: 'be', type: 'vac', start: '14:05' });
  const dialog = bookingDialog(page);
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('lost on its way');
  scene.upstream.next(CREATE, 'reset-before');
  const made = scene.upstream.carriedOut(CREATE);
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText('Checking whether it was booked…')).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(3000);
    await expect(dialog.getByRole('alert')).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 60_000 });
  await expect(dialog.getByRole('alert')).toContainText('Not booked');
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toHaveValue('lost on its way');
  expect(scene.upstream.carriedOut(CREATE)).toBe(made);
  expect(await appointmentsOf('lost on its way')).toHaveLength(0);

  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(dialog).toBeHidden({ timeout: 200 });
  }).toPass();
  expect(await appointmentsOf('lost on its way')).toHaveLength(1);
});

test('a reload in the middle of booking: looked for, and booked once', async ({ page }) => {
  const { store, date } = await workingDay(scene.practice);
  await page.goto(`${scene.desk.url}/?store=${store.id}&date=${date}&new=1`);
  await fillIn(page, { pet: 'be', type: 'vac', start: '15:05' });
  await bookingDialog(page).getByRole('textbox', { name: 'Notes' }).fill('reloaded');
  const made = scene.upstream.carriedOut(CREATE);
  scene.upstream.next(CREATE, 'stall-after');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => scene.upstream.carriedOut(CREATE)).toBe(made + 1);
  await page.reload();
  await expect(page.getByText(/^Booked: /)).toBeVisible();
  await expect(bookingDialog(page)).toBeHidden();
  expect(await appointmentsOf('reloaded')).toHaveLength(1);
});

test('a practice system that is gone: not booked, said at once with an error id, and all is kept', async ({ page }) => {
  const { store, date } = await workingDay(scene.practice);
  await page.goto(`${scene.desk.url}/?store=${store.id}&date=${date}&new=1`);
  await fillIn(page, { pet: 'be', type: 'vac', start: '16:05' });
  const dialog = bookingDialog(page);
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('gone');
  await scene.upstream.refuse();
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('alert')).toContainText('Not booked');
  await expect(dialog.getByRole('button', { name: 'Copy error id' })).toBeVisible();
  await scene.upstream.accept();
  await dialog.getByRole('button', { name: 'Book appointment' }).click();
  await expect(dialog).toBeHidden();
  expect(await appointmentsOf('gone')).toHaveLength(1);
});
