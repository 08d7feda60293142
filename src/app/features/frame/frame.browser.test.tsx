import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createUnnamedStore } from '#contract/received.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { letManage } from '#testing/management-in-memory.ts';
import { sharedCapabilities } from '#testing/practice-extensions.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { blockOf, expectCounted, openBoard, shownBlocks } from '#testing/shown-board.ts';

const TODAY = '2037-06-03';

afterEach(() => void vi.useRealTimers());

test('the company is chosen in Settings, appears in the URL, and survives a reload', async () => {
  vi.setSystemTime(new Date(`${TODAY}T11:00:00Z`));
  const practice = createPracticeInMemory({ appointments: 1, today: TODAY });
  const [mine] = practice.appointments;
  if (!mine) throw new Error('The practice has no appointment.');
  const [companyId, storeId, roomId] = [idOf(1, 2), idOf(2, 9), idOf(3, 9)];
  const rooms = [{ id: roomId, name: 'Blue', categories: [] }];
  const stores = [{ ...createUnnamedStore(storeId), companyId, name: 'Hill', timeZone: 'Asia/Kolkata', rooms }];
  const otherCompany = {
    ...mine,
    ...{ id: idOf(8, 99), companyId, storeId, roomId },
    start: `${TODAY}T10:45:00.000Z`,
    end: `${TODAY}T11:15:00.000Z`,
  };
  const pageOf = (data: unknown[]) =>
    Response.json({ data, nextCursor: null, hasMore: false, totalCount: data.length });
  practice.others.push({ id: companyId, name: 'Other', stores });
  practice.answer('POST /v1/appointments/search', ({ body }, usual) =>
    body?.['companyId'] === companyId ? pageOf([otherCompany]) : usual(),
  );
  const first = await openBoard(practice, '/');
  await blockOf(mine.id);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Other', exact: true }).click();
  await expect.poll(first.address).toBe(`/settings?company=${companyId}`);
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await expect.poll(first.address).toBe(`/?company=${companyId}&store=${storeId}`);
  await expect
    .element(await blockOf(otherCompany.id))
    .toHaveAccessibleName(expect.stringContaining('16:15 to 16:45, Bella, Ann Lee, Consultation, Blue'));
  expect(shownBlocks()).toHaveLength(1);
  await first.leave();
  await openBoard(practice, '/');
  await blockOf(otherCompany.id);
});

test('a company without stores and appointments shows an empty day, not an error', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  practice.company.stores = [];
  await openBoard(practice, '/');
  await expect
    .element(page.getByText('Nothing booked. Click a time or press n to book.', { exact: true }))
    .toBeVisible();
  await expectCounted(0);
});

const pages = page.getByRole('navigation', { name: 'Pages', exact: true });
const link = (name: string) => pages.getByRole('link', { name, exact: true });

test('the rail links to every page the person may use, in the same company, and marks the current one', {
  tags: 'smoke',
}, async () => {
  const practice = createPracticeInMemory({ appointments: 1, today: TODAY });
  practice.session.capabilities = sharedCapabilities;
  letManage(practice);
  const { address } = await openBoard(practice, `/?view=rooms&date=${TODAY}`);
  await expect.element(link('Calendar')).toHaveAttribute('aria-current', 'page');
  for (const [name, path] of [
    ['Appointments', '/appointments'],
    ['Shifts', '/shifts'],
    ['Practice', '/practice'],
    ['Settings', '/settings'],
  ] as const) {
    await link(name).click();
    await expect.poll(address).toMatch(new RegExp(`^${path}\\?company=${practice.company.id}`));
    await expect.element(link(name)).toHaveAttribute('aria-current', 'page');
    await expect.element(link('Calendar')).not.toHaveAttribute('aria-current');
    await expect.element(page.getByRole('combobox', { name: 'Search', exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'New appointment', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: 'New appointment', exact: true })).toBeVisible();
  expect(address()).toMatch(/^\/\?.*new=1/);
});

test('pages that the person may not use are not offered', { tags: 'smoke' }, async () => {
  await openBoard(createPracticeInMemory({ appointments: 0 }), '/');
  await expect.element(link('Appointments')).toBeVisible();
  await expect.element(link('Shifts')).not.toBeInTheDocument();
  await expect.element(link('Practice')).not.toBeInTheDocument();
});

test('on the calendar, a new appointment is booked on the shown day, and input in an open form stays', async () => {
  const { address } = await openBoard(createPracticeInMemory({ appointments: 0 }), `/?view=rooms&date=${TODAY}`);
  const button = page.getByRole('button', { name: 'New appointment', exact: true });
  await button.click();
  const notes = page
    .getByRole('dialog', { name: 'New appointment', exact: true })
    .getByRole('textbox', { name: 'Notes' });
  await notes.fill('Comes late');
  await button.click();
  await expect.element(notes).toHaveValue('Comes late');
  expect(address()).toContain(`date=${TODAY}`);
});

test('a phone has the pages at the bottom, with New among them and the rest under More', {
  tags: 'smoke',
}, async () => {
  await resizePage(390, 844);
  const { address } = await openBoard(createPracticeInMemory({ appointments: 1, today: TODAY }), `/?date=${TODAY}`);
  const { bottom, height } = pages.element().getBoundingClientRect();
  expect([bottom, height]).toEqual([844, 56]);
  await pages.getByRole('button', { name: 'More', exact: true }).click();
  const more = page.getByRole('dialog', { name: 'More', exact: true });
  await expect.poll(() => more.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
  await more.getByRole('link', { name: 'Settings' }).click();
  await expect.poll(address).toMatch(/^\/settings/);
  await pages.getByRole('button', { name: 'New appointment', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: 'New appointment', exact: true })).toBeVisible();
});

test('a broken link shows “Page not found” within the frame', async () => {
  await renderApp(createPracticeInMemory({ appointments: 0 }), '/calender');
  await expect.element(page.getByRole('heading', { name: 'Page not found', exact: true })).toBeVisible();
  await expect.element(link('Calendar')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Search', exact: true })).toBeVisible();
});

test('the navigation is shown while the page loads, and while signed out', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  practice.answer('GET /desk/session', () => new Promise(() => {}));
  await renderApp(practice, '/');
  await expect.element(link('Appointments')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'New appointment' })).not.toBeInTheDocument();
});

test('every page says how up to date it is, and nothing else', async () => {
  vi.setSystemTime(new Date(`${TODAY}T14:20:00Z`));
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY });
  practice.add({ status: 'confirmed', start: `${TODAY}T14:00:00.000Z`, end: `${TODAY}T14:30:00.000Z` });
  const { settled } = await renderApp(practice, '/settings');
  await expect.element(page.getByRole('contentinfo')).toHaveTextContent(/^Live$/);
  await settled();
  // The appointments of today are not loaded for it.
  expect(practice.requests.filter(({ body }) => JSON.stringify(body ?? {}).includes('"storeIds"'))).toEqual([]);
});

const beside = page.getByRole('button', { name: 'Block time or time off', exact: true });

test('beside New appointment a menu opens the forms of Block time and Time off', { tags: 'smoke' }, async () => {
  vi.setSystemTime(new Date(`${TODAY}T14:20:00Z`));
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions: true });
  await openBoard(practice, `/?view=rooms&date=${TODAY}`);
  await beside.click();
  await page.getByRole('menuitem', { name: 'Block time', exact: true }).click();
  const block = page.getByRole('dialog', { name: 'Block time', exact: true });
  await expect.element(block.getByRole('radio', { name: 'Room or store' })).toBeChecked();
  const from = block.getByRole('textbox', { name: 'From' });
  await expect.element(from).toHaveValue('10:30');
  await userEvent.fill(from, '1:15');
  await expect.element(block.getByRole('textbox', { name: 'To', exact: true })).toHaveValue('14:15');
  // The room has to be chosen.
  await block.getByRole('button', { name: 'Block time', exact: true }).click();
  await expect.element(block.getByRole('combobox', { name: 'Room' })).toHaveAccessibleDescription(/Choose a room/);
  const changes = () => practice.requests.filter(({ name }) => name === 'POST /v1/availability/changes');
  expect(changes()).toEqual([]);
  // Or a person: a meeting.
  await block.getByRole('combobox', { name: 'Who' }).click();
  await userEvent.keyboard('ada{Enter}');
  await expect.element(block.getByText('Without a room, only this person is blocked.')).toBeVisible();
  await expect.element(block.getByRole('combobox', { name: 'Room' })).toHaveTextContent('No room');
  await block.getByRole('button', { name: 'Meeting' }).click();
  await block.getByRole('button', { name: 'Block time', exact: true }).click();
  await expect
    .poll(() => changes()[0]?.body)
    .toMatchObject({
      put: [{ kind: 'unavailable', employeeId: idOf(6, 1), roomId: null, title: 'Meeting' }],
    });
  await beside.click();
  await page.getByRole('menuitem', { name: 'Time off', exact: true }).click();
  const timeOff = page.getByRole('dialog', { name: 'Time off', exact: true });
  await expect.element(timeOff.getByRole('radio', { name: 'Away' })).toBeChecked();
  await expect.element(timeOff.getByRole('checkbox', { name: 'All day' })).toBeChecked();
  await expect.element(timeOff.getByRole('combobox', { name: 'Who' })).toHaveFocus();
});

test('the menu of a room’s column opens Block time for that room', async () => {
  vi.setSystemTime(new Date(`${TODAY}T14:20:00Z`));
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions: true });
  await openBoard(practice, `/?view=rooms&date=${TODAY}`);
  await page
    .getByRole('button', { name: /Room 1.*: more/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Block time…' }).click();
  const block = page.getByRole('dialog', { name: 'Block time', exact: true });
  await expect.element(block.getByRole('combobox', { name: 'Room' })).toHaveTextContent('Room 1');
  await expect.element(block.getByRole('textbox', { name: 'From' })).toHaveValue('10:30');
});

test('who may not change the plan has no such menu', async () => {
  await openBoard(createPracticeInMemory({ appointments: 0 }), '/');
  await expect.element(page.getByRole('button', { name: 'New appointment', exact: true })).toBeVisible();
  expect(beside.elements()).toEqual([]);
});
