import { createHostileUpstream } from '#testing/hostile-upstream.ts';
import { openBoard } from './board.ts';
import { bookingDialog, createdSince, fillIn, workingDay } from './booking-form.ts';
import { expect, startSeeded, test } from './harness.ts';

test.use({ expectConsole: [/Failed to load resource/] });

/** The create, as the upstream counts it. */
const CREATE = 'POST /v1/appointments';

/** Forwards a request of a gateway to the practice API at an address. */
async function forward(request: Request, url: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const body = request.method === 'GET' ? {} : { body: await request.text() };
  return fetch(`${url}/api${pathname}${search}`, {
    method: request.method,
    headers: {
      // `fetch` decodes a compressed response, but leaves the header with its encoding.
      'accept-encoding': 'identity',
      'content-type': request.headers.get('content-type') ?? 'application/json',
    },
    ...body,
  });
}

test('each booking is made once, even if its form, the practice system, a response or the page is lost', async ({
  page,
  product,
  startDesk,
}) => {
  const began = Date.now();
  const upstream = await createHostileUpstream({ service: (request) => forward(request, product.url) });
  const desk = await startDesk({ PRACTICE_API_URL: upstream.url, PRACTICE_API_KEY: 'a-key-of-this-practice' });
  const withNotes = async (notes: string) =>
    (await createdSince(product, began)).filter((appointment) => appointment.notes === notes);
  const { store, date } = await workingDay(product);
  const dialog = bookingDialog(page);
  const notes = dialog.getByRole('textbox', { name: 'Notes' });

  await test.step('a form whose code does not arrive says so in its place, and opens when the code arrives', async () => {
    let isGone = true;
    let stopLoading = () => {};
    const typed = new Promise<void>((resolve) => {
      stopLoading = resolve;
    });
    await page.route('**/assets/open-booking-*', async (route) => {
      if (!isGone) return route.continue();
      await typed;
      await route.abort();
    });
    await page.goto(`${desk.url}/?store=${store.id}&date=${date}`);
    await expect(page.getByRole('main', { name: 'Calendar' })).toHaveAttribute('aria-busy', 'false');
    await page.keyboard.press('n');
    await page.keyboard.type('t?');
    stopLoading();
    await expect(dialog.getByRole('alert')).toContainText('couldn’t be loaded');
    await expect(page.getByRole('main', { name: 'Calendar' })).toBeVisible();
    // Letters typed in the meantime do not trigger shortcuts.
    await expect(page).toHaveURL(new RegExp(`date=${date}`));
    await expect(page.getByRole('dialog')).toHaveCount(1);
    isGone = false;
    const pet = dialog.getByRole('combobox', { name: 'Pet' });
    const tryAgain = dialog.getByRole('button', { name: 'Try again' });
    // The page may load it by itself first, while it is idle.
    await expect(async () => {
      if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 500 });
      await expect(pet).toBeFocused({ timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
  });

  await test.step('a booking that was refused while the practice system was down is made once, even if its response is lost', async () => {
    await fillIn(page, { pet: 'be', type: 'vac', start: '9:05' });
    await notes.fill('first caller');
    await upstream.refuse();
    await page.keyboard.press('Control+Enter');
    await expect(dialog.getByRole('alert')).toContainText('Not booked');
    await expect(dialog.getByRole('button', { name: 'Copy error ID' })).toBeVisible();
    await upstream.accept();

    const before = upstream.carriedOut(CREATE);
    upstream.next(CREATE, 'reset-after');
    await dialog.getByRole('button', { name: 'Book appointment' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Booked: ')).toBeVisible();
    await expect(page.getByText('The response was lost, but the appointment is booked')).toBeVisible();
    expect(upstream.carriedOut(CREATE)).toBe(before + 1);
    expect(await withNotes('first caller')).toHaveLength(1);
  });

  await test.step('a page reloaded before the response finds the booking', async () => {
    const before = upstream.carriedOut(CREATE);
    await page.keyboard.press('n');
    await fillIn(page, { pet: 'mi', type: 'vac', start: '15:05' });
    await notes.fill('second caller');
    upstream.next(CREATE, 'stall-after');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => upstream.carriedOut(CREATE)).toBe(before + 1);
    await page.reload();
    await expect(page.getByText('Booked: ')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(upstream.carriedOut(CREATE)).toBe(before + 1);
    expect(await withNotes('second caller')).toHaveLength(1);
  });
  await page.close();
  await upstream.close();
});

test('a booking survives a killed product while its panel is open, and is made once after the restart', async ({
  page,
}) => {
  const { product, dispose } = await startSeeded();
  try {
    const began = Date.now();
    const { store, date } = await workingDay(product);
    const dialog = bookingDialog(page);
    await openBoard(page, `${product.url}/?store=${store.id}&date=${date}&new=1`);
    await fillIn(page, { pet: 'be', type: 'vac', start: '9:05' });
    await dialog.getByRole('textbox', { name: 'Notes' }).fill('the only caller');
    await product.stop('SIGKILL');
    await page.keyboard.press('Control+Enter');
    await expect(dialog.getByRole('alert')).toContainText('You’re offline. Not booked, nothing is lost.');
    await dialog.getByRole('button', { name: 'Book when back' }).click();
    await expect(dialog.getByText('Waiting for the connection.', { exact: false })).toBeVisible();
    await product.start();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Booked: ')).toBeVisible();
    expect((await createdSince(product, began)).map(({ notes }) => notes)).toEqual(['the only caller']);
    await page.close();
  } finally {
    await dispose();
  }
});
