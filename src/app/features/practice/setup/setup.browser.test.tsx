import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { letSetUp } from '#testing/setup-in-memory.ts';
import { later, stopClock } from '#testing/stopped-clock.ts';
import { waitUntil } from '#testing/wait-until.ts';

const CODE = 'ABCD-EFGH-JKMN';

beforeEach(() => page.viewport(1280, 800));
afterEach(() => page.viewport(1280, 800));

async function open({ address = '/setup', setUp = 'first' as 'first' | 'beside_demo' } = {}) {
  const practice = createPracticeInMemory({ hasExtensions: true });
  const { sent } = letSetUp(practice, { setUp, code: CODE });
  const app = await renderApp(practice, address);
  await app.settled();
  return { practice, sent, ...app };
}

const field = (name: string, within: Locator | typeof page = page) => within.getByLabelText(name, { exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const done = page.getByRole('heading', { name: /is set up/ });
const press = (keys: string) => userEvent.keyboard(keys);

async function fillIn() {
  await field('Name of the practice').fill('Willow Vets');
  await field('Your first name').fill('Kim');
}

async function sendWith(code: string) {
  await field('Setup code').fill(code);
  await press('{Enter}');
}

test('by keyboard, from the link in the terminal: two names are enough', { tags: 'smoke' }, async () => {
  const { address, router, sent, practice } = await open({ address: `/setup#${CODE}` });
  // The code is removed from the URL and from the history.
  await waitUntil(() => expect(address()).toBe('/setup'));
  expect(router.history.length).toBe(1);
  await expect.element(field('Setup code')).toHaveValue(CODE);
  await field('Name of the practice').element().focus();
  await press('Willow Vets{Enter}');
  await expect.element(field('Your first name')).toHaveFocus();
  await press('Kim{Enter}');
  await expect.element(done).toHaveFocus();
  await expect.element(page.getByText(/You’re signed in as .Kim/)).toBeVisible();
  const [request] = sent();
  expect(request).toMatchObject({
    code: CODE,
    demo: 'remove',
    practice: {
      name: 'Willow Vets',
      store: { name: 'Willow Vets', timeZone: 'Asia/Tokyo' },
      people: [{ firstName: 'Kim', lastName: '', role: 'vet', may: 'manage' }],
    },
  });
  expect(request?.practice.store.openingHours).toEqual(
    [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' })),
  );
  expect(request?.practice.store.rooms.map(({ name, categories }) => [name, ...categories])).toEqual([
    ['Consult 1'],
    ['Consult 2'],
    ['Surgery', 'surgical', 'dental'],
  ]);
  expect(request?.practice.visitTypes).toContainEqual({ name: 'Surgery', durationMinutes: 120, category: 'surgical' });

  // Leaving without printing or copying the key asks once.
  await button('Book the first appointment').click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving the keys?' });
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await expect.element(done).toBeVisible();
  // The event also fires when printing is cancelled.
  window.dispatchEvent(new Event('afterprint'));
  await expect.element(page.getByText('Has the card been printed?')).toBeVisible();
  await button('Book the first appointment').click();
  pause();
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  pause();
  await button('Yes').click();
  pause();
  await button('Book the first appointment').click();
  await expect.element(page.getByRole('dialog', { name: 'New appointment' })).toBeVisible();
  expect(practice.company.name).toBe('Willow Vets');
  expect(localStorage.getItem('frontdesk.setup')).toBeNull();
});

test('by mouse: hours, zone, rooms and vets are saved as typed', async () => {
  const { practice, sent } = await open({ setUp: 'beside_demo' });
  practice.session.addresses = ['https://desk.example'];
  await fillIn();
  await field('Your last name').fill('Meyer');
  await page.getByRole('checkbox', { name: 'I am a vet' }).click();
  const hours = page.getByText(/^Mon – Fri 8:00 – 18:00/);
  await expect.element(hours).toBeVisible();
  await button('Change').click();
  for (const day of ['Thursday', 'Friday']) await page.getByRole('checkbox', { name: `${day}: open` }).click();
  await field('Monday opens').fill('9');
  await button('Monday: add a break').click();
  await button('Monday: copy to the following days').click();
  await page.getByRole('checkbox', { name: 'Saturday: open' }).click();
  await button('Saturday: remove this break').click();
  await field('Saturday closes').fill('1 pm');
  await button('Change').click();
  await expect.element(page.getByText('Mon – Wed 9:00 – 12:00, 13:00 – 18:00 · Sat 9:00 – 13:00')).toBeVisible();
  expect(field('Monday opens').query()).toBeNull();
  const time = field('Time zone');
  await time.click();
  await press('germany');
  await page.getByRole('option', { name: /Berlin/ }).click();
  await expect.element(time).toHaveValue('Berlin, Germany');
  await field('Number of rooms').fill('2');
  await expect.element(field('Number of rooms')).toHaveAccessibleDescription('Consult 1, Surgery');
  await field('Other vets').fill('Ada Okafor, Bo Li');
  await page.getByRole('radio', { name: /^Keep the demo practice/ }).click();
  await field('Setup code').fill(CODE.toLowerCase());
  await button('Set up practice').click();
  await expect.element(done).toBeVisible();

  const [request] = sent();
  const day = (weekday: number, ...times: [string, string][]) =>
    times.map(([opens, closes]) => ({ weekday, opens, closes }));
  const withBreak = [1, 2, 3].flatMap((weekday) => day(weekday, ['09:00', '12:00'], ['13:00', '18:00']));
  expect(request?.practice.store).toEqual({
    name: 'Willow Vets',
    timeZone: 'Europe/Berlin',
    openingHours: [...withBreak, ...day(6, ['09:00', '13:00'])],
    rooms: [
      { name: 'Consult 1', categories: [] },
      { name: 'Surgery', categories: ['surgical', 'dental'] },
    ],
  });
  expect(request?.practice.people).toEqual([
    { firstName: 'Kim', lastName: 'Meyer', role: 'manager', may: 'manage' },
    { firstName: 'Ada', lastName: 'Okafor', role: 'vet', may: 'book' },
    { firstName: 'Bo', lastName: 'Li', role: 'vet', may: 'book' },
  ]);
  expect(request?.demo).toBe('keep');
  for (const name of ['Kim Meyer', 'Ada Okafor', 'Bo Li'])
    await expect.element(page.getByRole('listitem', { name })).toHaveTextContent('https://desk.example');
});

test('a problem is shown beside its field on blur, and nothing is sent until it is corrected', async () => {
  const { sent } = await open();
  const wrong = async (input: Locator, typed: string, text: string | RegExp) => {
    await input.fill(typed);
    await expect.element(input).not.toHaveAttribute('aria-invalid', 'true');
    await press('{Tab}');
    await expect.element(input).toHaveAccessibleDescription(text);
    await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  };
  await field('Your first name').fill('Kim');
  await wrong(field('Name of the practice'), ' ', 'Enter a name.');
  await button('Change').click();
  await wrong(field('Monday closes'), '07:00', 'This is before the opening time.');
  // An error stays in sight.
  await button('Change').click();
  await expect.element(field('Monday closes')).toBeVisible();
  await wrong(field('Number of rooms'), 'two', 'Enter a number from 1 to 50.');
  await wrong(field('Other vets'), 'Ada, ada', /is listed twice\.$/);
  const zone = field('Time zone');
  await zone.click();
  await press('Atlantis{Tab}');
  await expect.element(zone).toHaveAccessibleDescription('Choose a time zone from the list.');
  await field('Setup code').click();
  await press('{Tab}');
  await expect.element(page.getByText('Enter the code shown in the terminal.')).toBeVisible();
  await sendWith(CODE);
  await expect
    .element(page.getByText('Some of this can’t be set up yet. Check the marked fields above.'))
    .toBeVisible();
  await expect.element(field('Name of the practice')).toHaveFocus();
  expect(sent()).toEqual([]);
});

test('input is restored after a reload and Back, except for the code', async () => {
  const first = await open({ address: `/setup#${CODE}` });
  await fillIn();
  await button('Change').click();
  await field('Tuesday opens').fill('half past');
  await field('Other vets').fill('Ada');
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(CODE);
  await first.leave();
  const app = await renderApp(first.practice, '/setup');
  await app.settled();
  await expect.element(field('Name of the practice')).toHaveValue('Willow Vets');
  await expect.element(field('Your first name')).toHaveValue('Kim');
  await expect.element(field('Tuesday opens')).toHaveValue('half past');
  await expect.element(field('Other vets')).toHaveValue('Ada');
  await expect.element(field('Setup code')).toHaveValue('');
  await button('Start over').click();
  await expect.element(field('Name of the practice')).toHaveValue('');
  await expect.element(page.getByText(/^Mon – Fri 8:00 – 18:00/)).toBeVisible();
});

test('a lost answer is requested again, also after a reload; the practice is set up once', async () => {
  stopClock();
  const { practice, sent, leave } = await open();
  await fillIn();
  let lostAnswers = 0;
  const end = practice.answer('POST /desk/setup', (request, usual) => {
    lostAnswers += 1;
    void usual();
    throw new TypeError(`The answer to ${request.name} was lost.`);
  });
  await sendWith(CODE);
  const outcomeText = page.getByText('We didn’t get a reply, so the practice may already be set up.', { exact: false });
  await later(() => expect(outcomeText.query()).not.toBeNull());
  expect(lostAnswers).toBe(3);
  // The sent input must not change until the outcome is known.
  await expect.element(field('Name of the practice')).toBeDisabled();
  await leave();
  end();
  const app = await renderApp(practice, '/setup');
  await app.settled(later);
  await expect.element(outcomeText).toBeVisible();
  await field('Setup code').fill(CODE);
  await button('Try again').click();
  await later(() => expect(done.query()).not.toBeNull());
  const [first, ...others] = sent();
  for (const other of others) expect(other).toEqual(first);
});

test('shows a wrong code at its field, a wait after too many attempts, and a practice that was set up first', {
  tags: 'smoke',
}, async () => {
  stopClock();
  const { practice, sent } = await open();
  await fillIn();
  const code = field('Setup code');
  for (let time = 0; time < 5; time += 1) {
    await sendWith(`WRONG${time}`);
    await later(() => expect(sent()).toHaveLength(time + 1));
    await later(() =>
      expect(page.getByText('That code is wrong or has expired.', { exact: false }).query()).not.toBeNull(),
    );
  }
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Name of the practice')).toHaveValue('Willow Vets');
  // The request makes the terminal print the valid code.
  expect(practice.requests.filter(({ name }) => name === 'GET /desk/setup').length).toBeGreaterThan(1);
  await sendWith(CODE);
  await later(() => expect(page.getByText(/^Too many attempts\. Try again in \d+ s\.$/).query()).not.toBeNull());
  await later(() => expect(page.getByText('You can try again now.').query()).not.toBeNull());
  const refusal = {
    type: 'SERVICE_ERROR',
    message: 'set_up_already',
    data: { httpStatus: 409, suggestion: 'Sign in.', errorInstanceId: crypto.randomUUID() },
  };
  practice.answer('POST /desk/setup', () => Response.json(refusal, { status: 409 }));
  await button('Set up practice').click();
  await later(() =>
    expect(page.getByText('A practice has already been set up.', { exact: false }).query()).not.toBeNull(),
  );
  await expect.element(field('Name of the practice')).toBeEnabled();
});

test('without a practice every URL leads to the set-up, and the demo links to it', async () => {
  const { address, leave } = await open({ address: '/appointments?q=be' });
  await waitUntil(() => expect(address()).toBe('/setup'));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Set up your practice' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Back to the demo' }).query()).toBeNull();
  await leave();
  const demo = await open({ address: '/', setUp: 'beside_demo' });
  await page.getByRole('link', { name: 'Set up your own practice' }).click();
  await expect.element(page.getByRole('link', { name: 'Back to the demo' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the demo' }).click();
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toBeVisible();
  expect(demo.address()).toMatch(/^\/(\?|$)/);
});

test.each([
  [`/setup#${CODE}`, 'This link is no longer valid because the practice has already been set up.'],
  ['/setup', 'Frontdesk is already set up.'],
])('if nothing can be set up, %s explains why', async (address, text) => {
  const practice = createPracticeInMemory();
  practice.answer('GET /desk/setup', () => Response.json({ setUp: null, timeZone: null }));
  const app = await renderApp(practice, address);
  await expect.element(page.getByText(text, { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the calendar' }).click();
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toBeVisible();
  await app.leave();
});

test('the form and the keys are accessible and fit narrow screens', async () => {
  await open({ address: `/setup#${CODE}`, setUp: 'beside_demo' });
  const expectFits = async (width: number) => {
    await page.viewport(width, 844);
    await waitUntil(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width));
    const main = document.querySelector('main');
    await waitUntil(() => expect(main?.scrollWidth).toBeLessThanOrEqual(main?.clientWidth ?? 0));
  };
  await expectFits(390);
  await expectAccessible('the set-up, 390 pixels wide');
  await expectFits(320);
  await page.viewport(1280, 800);
  await button('Set up practice').click();
  await expectAccessible('the set-up with what is wrong');
  await fillIn();
  await button('Set up practice').click();
  await expect.element(done).toBeVisible();
  await expectFits(390);
  await expectAccessible('the keys, 390 pixels wide');
});
