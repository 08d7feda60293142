import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const NORTH = idOf(2, 1);
const [ADA, BRAM, DOV] = [idOf(6, 1), idOf(6, 2), idOf(6, 4)];
/** A Monday; New York is four hours behind UTC then. */
const WEEK = '2041-06-03';
const HOUR_MS = 3_600_000;
const at = (day: number, hour: number) => new Date(Date.parse(WEEK) + (day * 24 + hour + 4) * HOUR_MS).toISOString();

interface Planned {
  employeeId?: string | null;
  day: number;
  from?: number;
  to?: number;
  title?: string;
}

/** A practice with shifts at North; an entry with a title is a block. */
function practiceWith(planned: readonly Planned[]): PracticeInMemory {
  const practice = createPracticeInMemory({ appointments: 0, hasExtensions: true });
  for (const { employeeId = ADA, day, from = 8, to = 18, title } of planned)
    practice.plan.create({
      ...{ kind: title === undefined ? 'on_duty' : 'unavailable', storeId: NORTH, employeeId, title: title ?? null },
      ...{ start: at(day, from), end: at(day, to) },
    });
  return practice;
}

async function open(practice: PracticeInMemory) {
  const app = await renderApp(practice, `/shifts?week=${WEEK}&store=${NORTH}`);
  await app.settled();
  return app;
}

const cell = (name: string) =>
  page.getByRole('grid', { name: 'Shifts at North' }).getByRole('gridcell', { name }).element() as HTMLElement;
const bar = (name: string) => page.getByRole('button', { name }).first().element() as HTMLElement;
/** Entries as employee, start and end, in hours after the first midnight of the week. */
const planOf = ({ plan }: PracticeInMemory) =>
  [...plan.entries.values()]
    .map(({ employeeId, start, end }): PlannedSpan => {
      const hours = (instant: string) => (Date.parse(instant) - Date.parse(at(0, 0))) / HOUR_MS;
      return [employeeId === ADA ? 'Ada' : employeeId === BRAM ? 'Bram' : '', hours(start), hours(end)];
    })
    .sort(byHour);
type PlannedSpan = readonly [who: string, from: number, to: number];
const byHour = (one: PlannedSpan, other: PlannedSpan) => one[1] - other[1] || (one[0] < other[0] ? -1 : 1);
/** How many entries each change of the plan sent. */
const sentCounts = (practice: PracticeInMemory) =>
  practice.requests
    .filter(({ name }) => name === 'POST /v1/availability/changes')
    .map(({ body }) => (Array.isArray(body?.['put']) ? body['put'].length : 0));

test('by keyboard a week is planned from scratch for two people, copied to the next week, and undone as a whole', {
  tags: 'smoke',
}, async () => {
  const practice = practiceWith([]);
  const { address, settled } = await open(practice);
  await expect.element(page.getByText('No shifts planned.')).toBeVisible();
  const top = () => document.querySelector('.shifts-scroll')?.getBoundingClientRect().top;
  const topBefore = top();
  cell('Ada Okafor, Monday, 3 June 2041').focus();
  await userEvent.keyboard('{Enter}{Shift>}{F10}{/Shift}');
  await expect.element(page.getByRole('menuitem', { name: 'Copy to the following days' })).toBeVisible();
  await userEvent.keyboard('copy to{Enter}');
  await waitUntil(() => expect(planOf(practice)).toHaveLength(5));
  await userEvent.keyboard('{ArrowLeft}{ArrowDown}{Shift>}{F10}{/Shift}usual{Enter}');
  const week = [0, 1, 2, 3, 4].map((day) => 24 * day);
  const ofBoth = week.flatMap((day) => [
    ['Ada', day + 8, day + 18],
    ['Bram', day + 8, day + 18],
  ]);
  await waitUntil(() => expect(planOf(practice)).toEqual(ofBoth));
  await expect.element(page.getByText('No shifts planned.')).not.toBeInTheDocument();
  // The rows stay under the pointer.
  await expect.element(page.getByText('Shifts planned.', { exact: true })).toBeVisible();
  expect(top()).toBe(topBefore);
  expect(
    page
      .getByRole('rowheader')
      .elements()
      .map((head) => head.textContent),
  ).toContain('Ada Okafor50 h, Vet');

  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await waitUntil(() => expect(address()).toContain('week=2041-06-10'));
  await settled();
  const before = sentCounts(practice).length;
  await page.getByRole('button', { name: 'Copy last week' }).click();
  await waitUntil(() => expect(planOf(practice)).toHaveLength(20));
  expect(sentCounts(practice).slice(before)).toEqual([10]);
  await settled();
  await page.getByRole('button', { name: 'Copy last week' }).click();
  await expect.element(page.getByText('This week already has last week’s shifts')).toBeVisible();
  const added = page.getByRole('dialog', { name: '10 shifts added' });
  await added.getByRole('button', { name: 'Undo' }).click();
  await waitUntil(() => expect(planOf(practice)).toEqual(ofBoth));
});

test('no letter changes the plan or the week', async () => {
  const practice = practiceWith([{ day: 0 }]);
  const { address } = await open(practice);
  const first = address();
  const press = async () => {
    cell('Ada Okafor, Tuesday').focus();
    await userEvent.keyboard('sa');
    cell('Ada Okafor, Tuesday').focus();
    // To the name, which stands for the whole week.
    await userEvent.keyboard('{Home}sa');
    bar('On duty, 8:00 – 18:00').focus();
    await userEvent.keyboard('sa');
    expect(page.getByRole('dialog').elements()).toEqual([]);
  };
  await press();
  await userEvent.keyboard('tm{ArrowRight}{Enter}{Escape}');
  await userEvent.keyboard('{Control>}cv{/Control}');
  expect([address(), sentCounts(practice)]).toEqual([first, []]);
});

test('the menu of a shift at another store changes or removes it, or shows that store; without access its card says so', async () => {
  const practice = practiceWith([{ day: 0 }]);
  const plan = (day: number, storeId: string) =>
    practice.plan.create({
      ...{ kind: 'on_duty', storeId, employeeId: ADA, title: null, start: at(day, 8), end: at(day, 18) },
    });
  plan(1, idOf(2, 2));
  plan(2, idOf(2, 9));
  const { address, leave } = await open(practice);
  const elsewhere = (day: string) => cell(`Ada Okafor, ${day}`).querySelector<HTMLElement>('[data-kind="elsewhere"]');
  expect(elsewhere('Tuesday')?.ariaHasPopup).toBe('menu');
  elsewhere('Tuesday')?.click();
  const menu = page.getByRole('menu', { name: 'Ada Okafor' });
  await menu.getByRole('menuitem', { name: 'Change…' }).click();
  const form = page.getByRole('dialog', { name: /Ada Okafor.*: on duty/ });
  await expect.element(form).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(cell('Ada Okafor, Tuesday')).toHaveFocus();
  elsewhere('Tuesday')?.click();
  await menu.getByRole('menuitem', { name: /Show shifts at .*South/ }).click();
  await waitUntil(() => expect(address()).toContain(idOf(2, 2)));
  await expect.element(page.getByRole('grid', { name: 'Shifts at South' })).toBeVisible();

  await leave();
  await open(practice);
  expect(elsewhere('Wednesday')?.ariaHasPopup).toBeNull();
  elsewhere('Wednesday')?.click();
  expect(menu.query()).toBeNull();
  await userEvent.hover(elsewhere('Wednesday') ?? document.body);
  await expect.element(page.getByText('You don’t have access to this store.')).toBeVisible();
});

test('Delete removes the focused shift, and nothing on a day or a name', async () => {
  const practice = practiceWith([{ day: 0 }, { day: 1 }]);
  await open(practice);
  cell('Ada Okafor, Monday').focus();
  await userEvent.keyboard('{Delete}{Backspace}{Home}{Delete}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Ada Okafor: more');
  bar('On duty, 8:00 – 18:00').focus();
  pause();
  await userEvent.keyboard('{Delete}');
  await waitUntil(() => expect(planOf(practice)).toEqual([['Ada', 32, 42]]));
  expect(sentCounts(practice)).toHaveLength(1);
});

test('copying last week into a planned week asks whether to add or replace, and one Undo reverts it', async () => {
  const practice = practiceWith([
    { day: -7 },
    { day: -6 },
    { day: 0, from: 8, to: 18 },
    { day: 1, from: 12, to: 20 },
    { day: 2, from: 0, to: 24, title: 'Holiday' },
  ]);
  const { settled } = await open(practice);
  const before = planOf(practice);
  const copied: PlannedSpan = ['Ada', 32, 42];
  const press = async (name: string) => {
    pause();
    await page.getByRole('button', { name: 'Copy last week' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy last week' });
    await dialog.getByText(name, { exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  };
  await press('Close');
  expect(planOf(practice)).toEqual(before);
  await press('Add the missing shifts');
  await waitUntil(() => expect(planOf(practice)).toEqual([...before, copied].sort(byHour)));
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitUntil(() => expect(planOf(practice)).toEqual(before));
  await settled();

  await press('Replace this week');
  const isUnchanged = ([, from]: PlannedSpan) => from !== 36;
  await waitUntil(() => expect(planOf(practice)).toEqual([...before.filter(isUnchanged), copied].sort(byHour)));
  const notice = page.getByRole('dialog', { name: '1 shift added, 1 shift deleted' });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await waitUntil(() => expect(planOf(practice)).toEqual(before));
});

/**
 * Presses a mouse button or a finger, moves it by fractions of an element's width, and releases it over another
 * element.
 */
async function drag(from: HTMLElement, share: number, to: HTMLElement, toShare: number, more: PointerEventInit = {}) {
  const point = (element: HTMLElement, x: number) => {
    const { left, top, width } = element.getBoundingClientRect();
    return { clientX: left + width * x, clientY: top + 10 };
  };
  const shared = { bubbles: true, isPrimary: true, button: 0, pointerId: 1, pointerType: 'mouse', ...more };
  const [start, end] = [point(from, share), point(to, toShare)];
  const pressed = document.elementFromPoint(start.clientX, start.clientY) ?? from;
  pressed.dispatchEvent(new PointerEvent('pointerdown', { ...shared, ...start }));
  if (more.pointerType === 'touch') {
    await expect.poll(() => document.querySelector('.shift-preview')).not.toBeNull();
  }
  pressed.dispatchEvent(new PointerEvent('pointermove', { ...shared, ...end }));
  await expect.poll(() => document.querySelector('.shift-preview')).not.toBeNull();
  pressed.dispatchEvent(new PointerEvent('pointerup', { ...shared, ...end }));
}

test('a drag that Escape cancels presses nothing when it is released', async () => {
  const practice = practiceWith([{ day: 0, from: 8, to: 13 }]);
  await open(practice);
  const shift = bar('On duty, 8:00 – 13:00');
  const { left, top } = shift.getBoundingClientRect();
  const pointer = {
    bubbles: true,
    isPrimary: true,
    pointerId: 1,
    pointerType: 'mouse',
    clientX: left + 20,
    clientY: top + 5,
  };
  shift.dispatchEvent(new PointerEvent('pointerdown', pointer));
  shift.dispatchEvent(new PointerEvent('pointermove', { ...pointer, clientX: left + 26 }));
  await expect.poll(() => document.querySelector('.shift-preview')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('.shift-preview')).toBeNull();
  shift.dispatchEvent(new PointerEvent('pointerup', { ...pointer, clientX: left + 26 }));
  shift.click();
  const menu = page.getByRole('menu', { name: 'Ada Okafor' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(menu.query()).toBeNull();
  expect(planOf(practice)).toEqual([['Ada', 8, 13]]);
  bar('On duty, 8:00 – 13:00').click();
  await expect.element(menu).toBeVisible();
});

test('bars are drawn, moved, stretched and copied by mouse and touch, and a click opens the menu', {
  tags: 'smoke',
}, async () => {
  const practice = practiceWith([{ day: 0, from: 8, to: 13 }]);
  await open(practice);
  const monday = cell('Ada Okafor, Monday');
  const tuesday = cell('Ada Okafor, Tuesday');
  // The day shows the ten hours from 8 on.
  await drag(monday, 0.1, tuesday, 0.3);
  await waitUntil(() => expect(planOf(practice)).toEqual([['Ada', 34, 39]]));
  await drag(tuesday, 0.3, cell('Bram de Wit, Tuesday'), 0.3, { ctrlKey: true });
  await waitUntil(() =>
    expect(planOf(practice)).toEqual([
      ['Ada', 34, 39],
      ['Bram', 34, 39],
    ]),
  );
  await drag(cell('Bram de Wit, Wednesday'), 0, cell('Bram de Wit, Wednesday'), 0.5, { pointerType: 'touch' });
  await waitUntil(() => expect(planOf(practice).at(-1)).toEqual(['Bram', 56, 61]));
  const edge = cell('Bram de Wit, Wednesday').querySelector<HTMLElement>('[data-edge="end"]');
  await drag(edge ?? monday, 0.5, cell('Bram de Wit, Wednesday'), 0.8);
  await waitUntil(() => expect(planOf(practice).at(-1)).toEqual(['Bram', 56, 64]));

  bar('On duty, 8:00 – 16:00').click();
  const menu = page.getByRole('menu', { name: 'Bram de Wit' });
  await menu.getByRole('menuitem', { name: 'Copy to the following days' }).click();
  await waitUntil(() =>
    expect(planOf(practice).slice(-2)).toEqual([
      ['Bram', 80, 88],
      ['Bram', 104, 112],
    ]),
  );
  bar('On duty, 8:00 – 16:00').focus();
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(document.activeElement?.closest('[role="menu"]')).toBeTruthy());
  await userEvent.keyboard('move{Enter}');
  await expect.element(menu).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}{PageUp}{Enter}');
  await waitUntil(() => expect(planOf(practice)).toContainEqual(['Bram', 32.25, 40.5]));
  bar('On duty, 10:00 – 15:00').focus();
  pause();
  await userEvent.keyboard('{Enter}');
  pause();
  await page.getByRole('menuitem', { name: 'Copy with the arrow keys' }).click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  const f5 = new KeyboardEvent('keydown', { key: 'F5', bubbles: true, cancelable: true });
  expect(document.activeElement?.dispatchEvent(f5)).toBe(true);
  await userEvent.keyboard('{Escape}');
  bar('On duty, 10:00 – 15:00').focus();
  await userEvent.keyboard('{Delete}');
  await waitUntil(() => expect(planOf(practice)).not.toContainEqual(['Ada', 34, 39]));

  // The focus returns, whether or not the bar is still there; only the last success notice stays.
  const thursday = cell('Bram de Wit, Thursday');
  const inThursday = () => thursday.querySelector<HTMLElement>('[data-bar]')?.click();
  inThursday();
  await menu.getByRole('menuitem', { name: 'Change…' }).click();
  await expect.element(page.getByRole('dialog', { name: /Bram.*: on duty/ }).getByLabelText('Title')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(thursday).toHaveFocus();
  inThursday();
  await menu.getByRole('menuitem', { name: 'Remove' }).click();
  await waitUntil(() => expect(planOf(practice)).not.toContainEqual(['Bram', 80, 88]));
  await expect.element(thursday).toHaveFocus();
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).elements()).toHaveLength(1);
});

test('a click on an empty day previews the usual hours, a second one or Enter adds them, and Escape hides them', async () => {
  const practice = practiceWith([{ day: 0, from: 9, to: 17 }]);
  await open(practice);
  const ghost = () => document.querySelector('.shift-ghost')?.closest('td')?.getAttribute('aria-label');
  const tuesday = page.getByRole('gridcell', { name: 'Ada Okafor, Tuesday' });
  await tuesday.click();
  expect(ghost()).toContain('Ada Okafor, Tuesday');
  await expect.element(tuesday).toHaveTextContent('Press again to add');
  await userEvent.keyboard('{Escape}');
  expect(ghost()).toBeUndefined();
  await tuesday.click();
  await page.getByRole('gridcell', { name: 'Bram de Wit, Friday' }).click();
  expect(ghost()).toContain('Bram de Wit, Friday');
  cell('Bram de Wit, Friday').blur();
  await expect.poll(ghost).toBeUndefined();
  expect(sentCounts(practice)).toEqual([]);

  await tuesday.dblClick();
  expect(ghost()).toContain('Ada Okafor, Tuesday');
  expect(sentCounts(practice)).toEqual([]);
  await tuesday.click();
  await waitUntil(() => expect(planOf(practice).at(-1)).toEqual(['Ada', 33, 41]));
  await page.getByRole('gridcell', { name: 'Ada Okafor, Wednesday' }).click();
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(planOf(practice).at(-1)).toEqual(['Ada', 57, 65]));
});

test('a bar’s card and menu have all details, and a vet’s day leads to what follows when they are away', async () => {
  const practice = practiceWith([{ day: 0 }, { day: 0, from: 12, to: 13, title: 'Lunch' }]);
  practice.add({ start: at(0, 9), end: at(0, 10), employees: [{ id: ADA, isMainEmployee: true }] });
  const { address } = await open(practice);
  await userEvent.hover(bar('On duty, 8:00 – 18:00'));
  const card = page.getByText('Lunch, 12:00 – 13:00');
  await expect.element(card).toBeVisible();
  await userEvent.unhover(bar('On duty, 8:00 – 18:00'));
  await expect.element(card).not.toBeInTheDocument();

  bar('On duty, 8:00 – 18:00').click();
  const menu = page.getByRole('menu', { name: 'Ada Okafor' });
  await expect.element(menu.getByText('On duty, 8:00 – 18:00')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).toBe(bar('On duty, 8:00 – 18:00'));
  cell('Ada Okafor, Monday').focus();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await menu.getByRole('menuitem', { name: 'Away…' }).click();
  await expect.element(page.getByRole('dialog', { name: /Ada Okafor.* is away/ })).toBeVisible();
  expect(address()).toContain('date=2041-06-03');
});

test('appointments of an absent vet are marked and lead to their list, and shifts of a former employee can be removed', async () => {
  const practice = practiceWith([
    { day: 0 },
    { day: 1 },
    { day: 1, from: 8, to: 18, title: 'Holiday' },
    { employeeId: DOV, day: 2 },
    { employeeId: DOV, day: 3 },
  ]);
  practice.add({ start: at(1, 9), end: at(1, 10), employees: [{ id: ADA, isMainEmployee: true }] });
  practice.add({ start: at(0, 9), end: at(0, 10), employees: [{ id: ADA, isMainEmployee: true }] });
  const { letGo } = practice.hold('POST /v1/appointments/search');
  const { address, settled } = await renderApp(practice, `/shifts?week=${WEEK}&store=${NORTH}`);
  // Rows appear once they have their final height.
  await waitUntil(() =>
    expect(practice.requests.filter(({ name }) => name === 'GET /v1/availability').length).toBeGreaterThan(1),
  );
  expect(page.getByRole('grid').elements()).toHaveLength(0);
  letGo();
  await settled();
  const mark = page.getByRole('link', { name: '1 appointment' });
  await expect.element(mark).toBeVisible();
  const tuesday = page.getByRole('columnheader', { name: 'Tue 4 Jun' });
  await expect.element(tuesday).toHaveTextContent('0 vets, 1 away');
  await expect.element(tuesday).toHaveAttribute('title', 'Away: Ada Okafor');

  // Nothing can be planned for a former employee.
  await expect.element(page.getByRole('rowheader', { name: /^Dov Left/ })).toHaveTextContent('doesn’t work here');
  await page.getByRole('gridcell', { name: 'Dov Left, Monday' }).click();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Dov Left: more' }).click();
  const menu = page.getByRole('menu', { name: 'Dov Left' });
  expect(menu.getByRole('menuitem').elements()).toHaveLength(1);
  await menu.getByRole('menuitem', { name: 'Remove these shifts' }).click();
  await waitUntil(() => expect(planOf(practice)).toHaveLength(3));
  await expect.element(page.getByText('2 shifts deleted')).toBeVisible();
  // It could not be planned again.
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
  await expect.element(page.getByText('Dov Left')).not.toBeInTheDocument();
  // No requests are sent for each former employee.
  expect(practice.requests.filter(({ query }) => query.has('employeeId'))).toEqual([]);
  await mark.click();
  await expect.element(page.getByRole('dialog', { name: /Ada Okafor.* is away/ })).toBeVisible();
  expect(address()).toContain('date=2041-06-04');
});

test('a plan that cannot be loaded shows an error and is retried; a reader cannot change it, and a vendor without a plan has no page', {
  tags: 'smoke',
}, async () => {
  const practice = practiceWith([{ day: 0 }]);
  practice.session.capabilities = { listAvailability: { fields: [], idempotent: false } };
  const end = practice.answer('GET /v1/availability', () => Response.json({}, { status: 403 }));
  const { settled, leave } = await renderApp(practice, `/shifts?week=${WEEK}&store=${NORTH}`);
  await expect.element(page.getByText('The shifts couldn’t be loaded')).toBeVisible();
  end();
  await page.getByRole('button', { name: 'Try again' }).click();
  await settled();
  cell('Ada Okafor, Tuesday').focus();
  await userEvent.keyboard('{Enter}s{Delete}');
  expect(sentCounts(practice)).toEqual([]);
  expect(page.getByRole('button', { name: 'Copy last week' }).elements()).toEqual([]);
  // What is planned can be read, also by touch.
  await page.getByRole('button', { name: 'On duty, 8:00 – 18:00' }).first().click();
  await page.getByRole('menuitem', { name: 'Details…' }).click();
  await expect
    .element(page.getByRole('dialog', { name: /Ada Okafor.*: on duty/ }).getByLabelText('From'))
    .toBeDisabled();
  await leave();

  practice.session.capabilities = {};
  const requestCount = practice.requests.length;
  const app = await renderApp(practice, '/shifts');
  await expect.element(page.getByText('Page not found')).toBeVisible();
  await app.router.navigate({ to: '/settings' });
  await expect.element(page.getByRole('link', { name: 'Calendar' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Shifts' }).elements()).toEqual([]);
  expect(practice.requests.slice(requestCount).map(({ name }) => name)).not.toContain('GET /v1/availability');
});
