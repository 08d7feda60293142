import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { appointmentStatuses } from '#contract/enums.ts';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createManagedPractice } from '#testing/management-in-memory.ts';
import { letSignIn } from '#testing/people-in-memory.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { expectCounted } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2026-06-03';
const STORE = idOf(2, 1);
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const TABLET = { width: 834, height: 1112 };
/** A screen of 1280 by 1024 at 400 %. */
const ZOOMED = { width: 320, height: 256 };

// The middle of the day in New York: some appointments are over, some are late, some are waiting.
beforeEach(() => void vi.setSystemTime(new Date(`${DAY}T16:00:00Z`)));
afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(DESK.width, DESK.height);
});

/**
 * A day with appointments of every status, past and upcoming, short and long ones, one across midnight, two at the same
 * time.
 */
function busyDay() {
  const practice = createPracticeInMemory({ today: DAY, hasExtensions: true });
  const at = (minutes: number) => new Date(Date.parse(`${DAY}T12:00:00Z`) + minutes * 60_000).toISOString();
  appointmentStatuses.forEach((status, index) => {
    for (const [room, from] of [
      [11, index * 30],
      [12, 300 + index * 30],
    ] as const) {
      const notes = index % 2 === 0 ? 'Bring the papers' : '';
      practice.add({ status, notes, start: at(from), end: at(from + 15 + index * 5), roomId: idOf(3, room) });
    }
  });
  practice.add({
    start: at(60),
    end: at(120),
    roomId: idOf(3, 11),
    employees: [{ id: idOf(6, 2), isMainEmployee: true }],
  });
  practice.add({ start: at(540), end: at(1500), roomId: null });
  return practice;
}

async function open(address: string, { width, height } = DESK, practice = busyDay()) {
  await page.viewport(width, height);
  const app = await renderApp(practice, address);
  await app.settled();
  return app;
}

/** The page adapts to a new width within the next frames. */
const notWiderThan = (width: number) =>
  waitUntil(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width));

test.each([
  { view: 'rooms', sizes: [DESK, PHONE] },
  { view: 'vets', sizes: [DESK] },
  { view: 'week', sizes: [DESK] },
  { view: 'list', sizes: [DESK, PHONE] },
  { view: 'flow', sizes: [DESK, PHONE] },
])('the board as $view, on wide and narrow screens', async ({ view, sizes }) => {
  const { settled } = await open(`/?store=${STORE}&date=${DAY}&view=${view}`);
  for (const size of sizes) {
    await page.viewport(size.width, size.height);
    await settled();
    await expect.element(page.getByRole('main', { name: 'Calendar' })).toHaveAttribute('aria-busy', 'false');
    // The folded parts are opened, so that they are checked, too.
    for (const fold of document.querySelectorAll<HTMLElement>(
      'main section [aria-expanded="false"]:not([aria-haspopup])',
    ))
      fold.click();
    const visits = () => document.querySelectorAll('[data-appointment]').length;
    await expect.poll(visits).toBeGreaterThanOrEqual(2 * appointmentStatuses.length);
    await expectAccessible(`${view}, ${size.width} pixels wide`);
    await notWiderThan(size.width);
  }
});

test('shifts with time off and its appointment, on wide and narrow screens, and a menu', async () => {
  const practice = busyDay();
  const plan = (kind: 'on_duty' | 'unavailable', number: number, from: string, to: string) =>
    practice.plan.create({
      ...{ kind, storeId: STORE, employeeId: idOf(6, number), title: kind === 'on_duty' ? null : 'Holiday' },
      ...{ start: `${DAY}T${from}:00.000Z`, end: `${DAY}T${to}:00.000Z` },
    });
  plan('on_duty', 1, '12:00', '21:00');
  plan('unavailable', 2, '12:00', '22:00');
  const { settled } = await open(`/shifts?week=${DAY}&store=${STORE}`, DESK, practice);
  for (const size of [DESK, PHONE]) {
    await page.viewport(size.width, size.height);
    await settled();
    await expect.element(page.getByRole('grid', { name: 'Shifts at North' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Holiday' })).toBeVisible();
    await expectAccessible(`shifts, ${size.width} pixels wide`);
    await notWiderThan(size.width);
  }
  await page.getByRole('button', { name: 'Holiday' }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await expectAccessible('what can be done with a bar', { part: '[role="menu"]' });
});

test('the clients and the possible duplicates among them, on wide and narrow screens', async () => {
  const practice = createPracticeInMemory({ hasExtensions: true, appointments: 4 });
  const marks = { phone: '+1 902 555 0147', email: 'ann@example.com', alert: 'Pays in advance' };
  for (const client of practice.clients.slice(0, 2)) Object.assign(client, marks);
  for (const [address, there] of [
    ['/clients', 'tr[data-row]'],
    ['/clients?view=duplicates', 'main [type="radio"]'],
    ['/clients?edit=new+client', 'main form'],
  ] as const) {
    const { settled, leave } = await open(address, DESK, practice);
    for (const size of [DESK, PHONE]) {
      await page.viewport(size.width, size.height);
      await settled();
      await expect.poll(() => document.querySelector(there)).not.toBeNull();
      await expectAccessible(`${address}, ${size.width} pixels wide`);
      await notWiderThan(size.width);
    }
    await leave();
  }
});

test('messages to clients, with a text that has a fault, on wide and narrow screens', async () => {
  const practice = createManagedPractice();
  practice.messages.settings.channels = [];
  const { settled } = await open('/practice?part=messages', DESK, practice);
  await page.getByRole('radio', { name: 'SMS' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello {cat}');
  for (const size of [DESK, PHONE]) {
    await page.viewport(size.width, size.height);
    await settled();
    await expectAccessible(`messages to clients, ${size.width} pixels wide`);
    await notWiderThan(size.width);
  }
});

test('the booking pages for the web site, with an address that has a fault, on wide and narrow screens', async () => {
  const practice = createManagedPractice();
  const { settled } = await open('/practice?part=website', DESK, practice);
  await page.getByRole('checkbox', { name: 'North' }).click();
  await page.getByRole('textbox', { name: 'Page address' }).fill('é');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText(/^Use 3 to 40/)).toBeVisible();
  for (const size of [DESK, PHONE]) {
    await page.viewport(size.width, size.height);
    await settled();
    await expectAccessible(`the booking pages, ${size.width} pixels wide`);
    await notWiderThan(size.width);
  }
});

test('an empty day and the list of its vets', async () => {
  await open(`/?store=${STORE}&date=2041-01-01`);
  await expectCounted(0);
  await page.getByRole('search', { name: 'Filters' }).getByRole('combobox', { name: 'Vet' }).click();
  await expect.element(page.getByRole('listbox', { name: 'Vet' }).getByRole('option').first()).toBeVisible();
  await expectAccessible('an empty day and its vets');
});

test('the date picker and the store menu', async () => {
  await open(`/?store=${STORE}&date=${DAY}`);
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await expect.element(page.getByRole('grid', { name: 'June 2026' })).toBeVisible();
  await expectAccessible('the calendar of dates', { part: '[role="dialog"]' });
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Store: North' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Store' })).toBeVisible();
  await expectAccessible('the list of stores', { part: '[role="dialog"]' });
});

test('the demo notice', async () => {
  const practice = busyDay();
  Object.assign(practice.session, { demo: true, setUp: 'beside_demo' });
  await open(`/?store=${STORE}&date=${DAY}`, DESK, practice);
  await expect.element(page.getByRole('link', { name: 'Set up your own practice' })).toBeVisible();
  await expectAccessible('the line about the demo');
});

test.each([DESK, PHONE, ZOOMED])('the names of a shared desk, and a PIN, at a width of $width', async (size) => {
  const practice = busyDay();
  const people = letSignIn(practice, [
    { person: 'ann', name: 'Ann Lee', pin: '284617' },
    { person: 'bob', name: 'Bob Ray', pin: '594013' },
  ]);
  const { leave } = await open('/', size, practice);
  await expect.element(page.getByRole('button', { name: 'Ann Lee' })).toHaveFocus();
  await notWiderThan(size.width);
  await expectAccessible('the names of a shared desk');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByLabelText('PIN', { exact: true })).toHaveFocus();
  pause();
  await userEvent.keyboard('1{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Wrong PIN');
  await notWiderThan(size.width);
  await expectAccessible('a wrong PIN');
  await leave();
  people.signIn('ann');
  await open('/settings', size, practice);
  await page.getByRole('button', { name: 'Save PIN' }).click();
  await expect.element(page.getByText('Use 6 to 12 digits.')).toBeVisible();
  await notWiderThan(size.width);
  await expectAccessible('the settings with a PIN');
});

test('the details of an appointment, and the search over the board', async () => {
  const practice = busyDay();
  await open(`/?store=${STORE}&date=${DAY}&appointment=${practice.appointments.at(-2)?.id}`, DESK, practice);
  await expect.element(page.getByRole('button', { name: 'Book again' })).toBeVisible();
  await expectAccessible('details');
  await userEvent.keyboard('{Escape}{Control>}k{/Control}');
  await expect.element(page.getByRole('combobox', { name: 'Search', exact: true })).toHaveFocus();
  await expectAccessible('the search', { part: 'search[aria-label="Search"]' });
});

test.each([
  { panel: 'New appointment', key: 'n', sizes: [DESK, TABLET, ZOOMED] },
  { panel: 'Walk-in', key: 'w', sizes: [DESK, PHONE] },
])('$panel with its draft, on wide and narrow screens', async ({ panel, key, sizes }) => {
  const { settled } = await open(`/?store=${STORE}&date=${DAY}`);
  await userEvent.keyboard(key);
  const form = page.getByRole('dialog', { name: panel });
  const pet = form.getByRole('combobox', { name: 'Pet' });
  await expect.element(pet).toHaveFocus();
  await pet.fill('be');
  await form.getByRole('option').first().click();
  for (const size of sizes) {
    await page.viewport(size.width, size.height);
    await settled();
    await expectAccessible(`${panel}, ${size.width} pixels wide`);
    await notWiderThan(size.width);
  }
});

const LOW = { width: 1280, height: 320 };

test('the keyboard shortcuts and the later appointments to move, on a low screen, scroll by keyboard', async () => {
  await open(`/?store=${STORE}&date=${DAY}`, LOW);
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('searchbox', { name: 'Search the help' })).toHaveFocus();
  await expectAccessible('the keyboard shortcuts', { part: '[role="dialog"]', rules: 'all but contrast' });
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(page.getByRole('tabpanel', { name: 'Shortcuts' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  const late = await waitUntil(() => {
    const block = document.querySelector<HTMLElement>('[data-mark="late"]');
    if (!block) throw new Error('No one is late.');
    return block;
  });
  late.focus();
  await userEvent.keyboard('r');
  const list = page.getByRole('region', { name: 'Appointments to move' });
  await expect.element(list.getByRole('listitem').first()).toBeInTheDocument();
  await expectAccessible('the later appointments', { part: '[role="dialog"]', rules: 'all but contrast' });
  expect(list.element().scrollHeight).toBeGreaterThan(list.element().clientHeight);
});

test('the details over the form, and the form over the details', async () => {
  const practice = busyDay();
  await open(`/?store=${STORE}&date=${DAY}&appointment=${practice.appointments.at(-2)?.id}`, DESK, practice);
  const details = page.getByRole('complementary', { name: 'Appointment' });
  await expect.element(details.getByRole('button', { name: 'Book again' })).toBeVisible();
  await userEvent.keyboard('n');
  await expect.element(page.getByRole('dialog').getByRole('combobox', { name: 'Pet' })).toHaveFocus();
  await expectAccessible('the form over the details');
  document.querySelector<HTMLElement>('[data-appointment][tabindex="0"]')?.click();
  await expect.element(details).toBeVisible();
  await expectAccessible('the details over the form');
});

test('the list of all appointments, its filters, and an empty result', async () => {
  const { router, settled } = await open(
    '/appointments?when=all',
    DESK,
    createPracticeInMemory({ appointments: 6, hasExtensions: true }),
  );
  await expect.element(page.getByRole('grid', { name: 'Appointments' }).getByRole('link').first()).toBeVisible();
  await settled();
  await expectAccessible('the list and its filters');
  await router.navigate({ to: '/appointments', search: { q: 'zzzzzz' } });
  await expect.element(page.getByText('No matching appointments')).toBeVisible();
  await expectAccessible('an empty list');
});

test('the form with its errors, warnings and lists', async () => {
  await open(`/?new=1&pet=${idOf(4, 1)}&bookType=${idOf(7, 5)}&start=2020-01-05T03:00`);
  const form = page.getByRole('dialog', { name: 'New appointment' });
  await expect.element(form.getByRole('button', { name: 'Book anyway' })).toBeVisible();
  await form.getByText('Why?').click();
  await expectAccessible('the form with reasons', { part: '[role="dialog"]' });
  await form.getByRole('textbox', { name: 'Start' }).fill('x');
  await form.getByRole('combobox', { name: 'Visit type' }).fill('');
  await form.getByRole('button', { name: /^Book/ }).click();
  await expect.element(form.getByText('Choose the visit type.')).toBeVisible();
  await expectAccessible('the form with errors and warnings', { part: '[role="dialog"]' });
  await form.getByRole('combobox', { name: 'Vet' }).click();
  await expect.element(page.getByRole('listbox', { name: 'Vet' }).getByRole('option').first()).toBeVisible();
  await expectAccessible('the list of vets', { part: '[role="listbox"]' });
});

test.each([
  ['/settings', 'Settings'],
  [`/pets/${idOf(4, 1)}`, 'Bella'],
  [`/clients/${idOf(5, 1)}`, 'Ann Lee'],
  ['/calender', 'Page not found'],
])('%s on wide and narrow screens', async (address, title) => {
  await open(address);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  for (const size of [DESK, PHONE]) {
    await page.viewport(size.width, size.height);
    await expectAccessible(`${address}, ${size.width} pixels wide`);
    await notWiderThan(size.width);
  }
});
