import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { letSetUp } from '#testing/setup-in-memory.ts';
import { later, stopClock } from '#testing/stopped-clock.ts';
import { waitUntil } from '#testing/wait-until.ts';

const CODE = 'ABCD-EFGH-JKMN';

beforeEach(() => page.viewport(1280, 800));
afterEach(() => page.viewport(1280, 800));

async function open({ address = '/setup', setUp = 'first' as 'first' | 'beside_demo' } = {}) {
  const practice = createPracticeInMemory({ beyond: true });
  const { sent } = letSetUp(practice, { setUp, code: CODE });
  const app = await renderApp(practice, address);
  await app.settled();
  return { practice, sent, ...app };
}

const field = (name: string, within: Locator | typeof page = page) => within.getByLabelText(name, { exact: true });
const row = (name: string) => page.getByRole('group', { name, exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
/** A button that names a row: names are isolated. */
const rowButton = (verb: string, name: string, way = '') => button(new RegExp(`^${verb} .${name}.${way}$`));
const nth = (list: string, index: number) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem').nth(index);
const done = page.getByRole('heading', { name: /is set up/ });
const press = (keys: string) => userEvent.keyboard(keys);

async function fillIn() {
  await field('Name of the practice').fill('Willow Vets');
  await field('First name', page.getByRole('region', { name: 'You', exact: true })).fill('Kim');
}

async function sendWith(code: string) {
  await field('Code of the set-up').fill(code);
  await press('{Enter}');
}

test('by keyboard, from the link of the terminal: two names are enough', async () => {
  const { address, router, sent, practice } = await open({ address: `/setup#${CODE}` });
  // Nobody who looks at the address reads the code, nor does the history have it.
  await waitUntil(() => expect(address()).toBe('/setup'));
  expect(router.history.length).toBe(1);
  await expect.element(field('Code of the set-up')).toHaveValue(CODE);
  await field('Name of the practice').element().focus();
  await press('Willow Vets{Enter}');
  await expect.element(field('First name')).toHaveFocus();
  await press('Kim{Enter}');
  await expect.element(done).toHaveFocus();
  await expect.element(page.getByText(/You are signed in as .Kim/)).toBeVisible();
  const [asked] = sent();
  expect(asked).toMatchObject({
    code: CODE,
    demo: 'remove',
    practice: {
      name: 'Willow Vets',
      store: { name: 'Willow Vets', timeZone: 'Asia/Tokyo' },
      people: [{ firstName: 'Kim', lastName: '', role: 'manager', may: 'manage' }],
    },
  });
  expect(asked?.practice.store.openingHours).toEqual(
    [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' })),
  );
  expect(asked?.practice.store.rooms.map(({ name, categories }) => [name, ...categories])).toEqual([
    ['Consult 1'],
    ['Consult 2'],
    ['Surgery', 'surgical', 'dental'],
  ]);
  expect(asked?.practice.visitTypes).toContainEqual({ name: 'Surgery', durationMinutes: 120, category: 'surgical' });

  // The key was neither printed nor copied: that is asked about, once.
  await button('Book the first appointment').click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving the keys?' });
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await expect.element(done).toBeVisible();
  // It comes when printing is cancelled, too.
  window.dispatchEvent(new Event('afterprint'));
  await expect.element(page.getByText('Has the card been printed?')).toBeVisible();
  await button('Book the first appointment').click();
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await button('Yes').click();
  await button('Book the first appointment').click();
  await expect.element(page.getByRole('dialog', { name: 'New appointment' })).toBeVisible();
  expect(practice.company.name).toBe('Willow Vets');
  expect(localStorage.getItem('frontdesk.setup')).toBeNull();
});

test('by mouse: hours, rooms, visit types and people are those that were chosen', async () => {
  const { sent } = await open({ setUp: 'beside_demo' });
  await fillIn();
  await field('Last name').fill('Meyer');
  await field('Monday opens').fill('9');
  await button('Monday: add a break').click();
  await button('Monday: copy its times').click();
  await button('To all weekdays, Monday to Friday').click();
  await page.getByRole('checkbox', { name: 'Wednesday: open' }).click();
  await page.getByRole('checkbox', { name: 'Saturday: open' }).click();
  await button('Saturday: remove this break').click();

  const time = field('Time zone');
  await time.click();
  await press('germany');
  await page.getByRole('option', { name: /Berlin/ }).click();
  await expect.element(time).toHaveValue('Berlin, Germany');

  await rowButton('Move', 'Surgery', ' up').click();
  await expect.element(rowButton('Move', 'Surgery', ' up')).toHaveFocus();
  await rowButton('Remove', 'Consult 2').click();
  await button('Add room').click();
  await press('Ward{Enter}');
  await row('Ward')
    .getByRole('button', { name: /^For all visits/ })
    .click();
  for (const category of ['Hospital', 'Overnight stay']) await page.getByRole('checkbox', { name: category }).click();
  await press('{Escape}');
  await expect.element(row('Ward').getByRole('button')).toHaveTextContent('Only for: Hospital, Overnight stay');
  for (const type of ['Follow-up', 'Annual health check', 'Dental cleaning', 'Nail trim']) {
    await rowButton('Remove', type).click();
  }
  await field('Length', row('Vaccination')).fill('1/4 h');
  await button('Add person').click();
  await press('Ada{Tab}Okafor');
  await row('Ada Okafor').getByRole('combobox', { name: 'May' }).click();
  await page.getByRole('option', { name: 'Views only' }).click();
  await page.getByRole('radio', { name: /^Keep it/ }).click();
  await field('Code of the set-up').fill(CODE.toLowerCase());
  await button('Set up practice').click();
  await expect.element(done).toBeVisible();

  const [asked] = sent();
  const day = (weekday: number, ...times: [string, string][]) =>
    times.map(([opens, closes]) => ({ weekday, opens, closes }));
  const usual = [1, 2, 4, 5].flatMap((weekday) => day(weekday, ['09:00', '12:00'], ['13:00', '18:00']));
  expect(asked?.practice.store).toEqual({
    name: 'Willow Vets',
    timeZone: 'Europe/Berlin',
    openingHours: [...usual, ...day(6, ['09:00', '18:00'])],
    rooms: [
      { name: 'Consult 1', categories: [] },
      { name: 'Surgery', categories: ['surgical', 'dental'] },
      { name: 'Ward', categories: ['hospital', 'overnight'] },
    ],
  });
  expect(asked?.practice.visitTypes.map(({ name, durationMinutes }) => [name, durationMinutes])).toEqual([
    ['Consultation', 20],
    ['Vaccination', 15],
    ['Surgery', 120],
  ]);
  expect(asked?.practice.people.slice(1)).toEqual([{ firstName: 'Ada', lastName: 'Okafor', role: 'vet', may: 'view' }]);
  expect(asked?.demo).toBe('keep');
  await expect.element(page.getByRole('listitem', { name: 'Kim Meyer' })).toBeVisible();
  await expect.element(page.getByRole('listitem', { name: 'Ada Okafor' })).toBeVisible();
});

test('what is wrong is told on leaving its field, and nothing is sent until it is right', async () => {
  const { sent } = await open();
  const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();
  const wrong = async (input: Locator, typed: string, text: string | RegExp) => {
    await input.fill(typed);
    await expect.element(page.getByText(text)).not.toBeInTheDocument();
    await press('{Tab}');
    await says(text);
    await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  };
  await wrong(field('Name of the practice'), ' ', 'Enter the name of your practice.');
  await wrong(field('Tuesday closes'), '07:00', 'Closes before it opens.');
  await wrong(field('Thursday opens'), 'early', 'Enter a time such as 9:30 or 14:00.');
  await wrong(field('Name', nth('Rooms', 1)), 'consult 1 ', 'This name is taken.');
  await wrong(field('Length', nth('Visit types', 6)), '0', 'Enter minutes from 1 to 1440, such as 20.');
  await field('First name').fill('Kim');
  await button('Add person').click();
  await press('kim{Tab}');
  await press('{Tab}');
  await says('Somebody of this name is there already.');
  const zone = field('Time zone');
  await zone.click();
  await press('Atlantis{Tab}');
  await says(/“Atlantis” is no time zone|No time zone by that name/);
  await field('Code of the set-up').click();
  await press('{Tab}');
  await says('Enter the code that the terminal shows.');
  await sendWith(CODE);
  await says('Something is not right yet: see what is marked above.');
  await expect.element(field('Name of the practice')).toHaveFocus();
  expect(sent()).toEqual([]);
});

test('what was typed is back after a reload and Back, but for the code', async () => {
  const first = await open({ address: `/setup#${CODE}` });
  await fillIn();
  await field('Monday opens').fill('half past');
  await rowButton('Remove', 'Consult 2').click();
  await field('Name', nth('Rooms', 1)).click();
  await press('{Alt>}{ArrowUp}{/Alt}');
  await expect.element(field('Name', nth('Rooms', 0))).toHaveFocus();
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(CODE);
  await first.leave();
  const app = await renderApp(first.practice, '/setup');
  await app.settled();
  await expect.element(field('Name of the practice')).toHaveValue('Willow Vets');
  await expect.element(field('First name')).toHaveValue('Kim');
  await expect.element(field('Monday opens')).toHaveValue('half past');
  await expect.element(field('Name', nth('Rooms', 0))).toHaveValue('Surgery');
  expect(row('Consult 2').query()).toBeNull();
  await expect.element(field('Code of the set-up')).toHaveValue('');
  await button('Begin anew').click();
  await expect.element(field('Name of the practice')).toHaveValue('');
  await expect.element(row('Consult 2')).toBeVisible();
});

test('an answer that was lost is asked for again, after a reload, too; the practice is set up once', async () => {
  stopClock();
  const { practice, sent, leave } = await open();
  await fillIn();
  let lost = 0;
  const end = practice.answer('POST /desk/setup', (request, usual) => {
    lost += 1;
    void usual();
    throw new TypeError(`The answer to ${request.name} was lost.`);
  });
  await sendWith(CODE);
  const told = page.getByText('The answer was lost: the practice may be set up.', { exact: false });
  await later(() => expect(told.query()).not.toBeNull());
  expect(lost).toBe(3);
  // What was sent must not change before it is known what became of it.
  await expect.element(field('Name of the practice')).toBeDisabled();
  await leave();
  end();
  const app = await renderApp(practice, '/setup');
  await app.settled(later);
  await expect.element(told).toBeVisible();
  await field('Code of the set-up').fill(CODE);
  await button('Try again').click();
  await later(() => expect(done.query()).not.toBeNull());
  const [first, ...others] = sent();
  for (const other of others) expect(other).toEqual(first);
});

test('a wrong code is told at its field, too many are waited for, and a practice that came first is told', async () => {
  stopClock();
  const { practice, sent } = await open();
  await fillIn();
  const code = field('Code of the set-up');
  for (let time = 0; time < 5; time += 1) {
    await sendWith(`WRONG${time}`);
    await later(() => expect(sent()).toHaveLength(time + 1));
    await later(() =>
      expect(page.getByText('This is not the code that is valid now.', { exact: false }).query()).not.toBeNull(),
    );
  }
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Name of the practice')).toHaveValue('Willow Vets');
  // The terminal is made to show the code that is valid now.
  expect(practice.asked.filter(({ name }) => name === 'GET /desk/setup').length).toBeGreaterThan(1);
  await sendWith(CODE);
  await later(() => expect(page.getByText(/^Too many tries\. Try again in \d+ s\.$/).query()).not.toBeNull());
  await later(() => expect(page.getByText('You can try again now.').query()).not.toBeNull());
  const refusal = {
    type: 'SERVICE_ERROR',
    message: 'set_up_already',
    data: { httpStatus: 409, suggestion: 'Sign in.', errorInstanceId: crypto.randomUUID() },
  };
  practice.answer('POST /desk/setup', () => Response.json(refusal, { status: 409 }));
  await button('Set up practice').click();
  await later(() =>
    expect(page.getByText('A practice has been set up meanwhile.', { exact: false }).query()).not.toBeNull(),
  );
  await expect.element(field('Name of the practice')).toBeEnabled();
});

test('any address leads to the set-up while there is no practice, and from the demo there is a way', async () => {
  const { address, leave } = await open({ address: '/appointments?q=be' });
  await waitUntil(() => expect(address()).toBe('/setup'));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Set up your practice' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Back to the demo' }).query()).toBeNull();
  await leave();
  const demo = await open({ address: '/', setUp: 'beside_demo' });
  await page.getByRole('link', { name: 'Begin with your own' }).click();
  await expect.element(page.getByRole('link', { name: 'Back to the demo' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the demo' }).click();
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toBeVisible();
  expect(demo.address()).toMatch(/^\/(\?|$)/);
});

test.each([
  [`/setup#${CODE}`, 'This link was for setting up a practice, and that has been done.'],
  ['/setup', 'Frontdesk is set up already.'],
])('%s says what it was where nothing can be set up', async (address, text) => {
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
  const fits = async (width: number) => {
    await page.viewport(width, 844);
    await waitUntil(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width));
    const main = document.querySelector('main');
    await waitUntil(() => expect(main?.scrollWidth).toBeLessThanOrEqual(main?.clientWidth ?? 0));
  };
  await fits(390);
  await button('Add person').click();
  await press('Ada');
  await button('Monday: add a break').click();
  await expectAccessible('the set-up, 390 pixels wide');
  await button(/^For all visits \(.*Consult 1/).click();
  await expectAccessible('the visits of a room', { part: '[role="dialog"]' });
  await press('{Escape}');
  await fits(320);
  await page.viewport(1280, 800);
  await button('Set up practice').click();
  await expectAccessible('the set-up with what is wrong');
  await fillIn();
  await button('Set up practice').click();
  await expect.element(done).toBeVisible();
  await fits(390);
  await expectAccessible('the keys, 390 pixels wide');
});
