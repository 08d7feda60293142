import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { blockOf, board, drawnMinutes, lookForChanges, openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

/** A Wednesday in New York, which is four hours behind UTC. */
const DAY = '2026-06-03';
const STORE = idOf(2, 1);
const [ada, bram] = [idOf(6, 1), idOf(6, 2)];
const room = (number: number) => idOf(3, 10 + number);
const at = (hour: number) => new Date(Date.parse(`${DAY}T04:00:00Z`) + hour * 3_600_000).toISOString();

/** One of the store's two vets works from 9:00 to 13:00 with a break. Its first room is cleaned from 10:00 to 11:00. */
function planned() {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY, hasExtensions: true });
  const { plan } = practice;
  const ofStore = { storeId: STORE };
  plan.create({ ...ofStore, kind: 'on_duty', employeeId: ada, start: at(9), end: at(13) });
  plan.create({ kind: 'unavailable', employeeId: ada, start: at(11), end: at(11.5), title: 'Lunch' });
  const blocked = { kind: 'unavailable', roomId: room(1), title: 'Cleaning', start: at(10), end: at(11) } as const;
  const cleaning = plan.create({ ...ofStore, ...blocked });
  const hoursOf = (id: string) => {
    const entry = plan.entries.get(id);
    return entry && [entry.start, entry.end];
  };
  return { practice, plan, cleaning, hoursOf };
}

const address = (view: string) => `/?store=${STORE}&view=${view}&date=${DAY}`;
const band = (name: RegExp) => board.getByRole('button', { name });
const rail = (name: string) => board.getByRole('button', { name });
const shading = () => [...document.querySelectorAll('.calendar-closed')].map(drawnMinutes);

test('the band of a blocked room can be reached with arrow keys, moved, undone and deleted by keyboard', {
  tags: 'smoke',
}, async () => {
  const { practice, plan, cleaning, hoursOf } = planned();
  const { id } = practice.add({ storeId: STORE, roomId: room(1), start: at(9), end: at(9.5) });
  await openBoard(practice, address('rooms'));
  await expect.element(band(/^Cleaning, blocked, 10:00 – 11:00, Room 1$/)).toBeVisible();
  expect(drawnMinutes(band(/^Cleaning/).element())).toMatchObject({ from: expect.closeTo(600, 0) });
  await expect.element(board.getByRole('columnheader', { name: /^Room 1 Cleaning 10:00 – 11:00/ })).toBeVisible();
  (await blockOf(id)).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(band(/^Cleaning/)).toHaveFocus();

  await userEvent.keyboard('m{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  await expect.element(page.getByRole('status').filter({ hasText: 'Cleaning' })).toHaveTextContent('10:30 – 11:45');
  await expect.element(band(/^Cleaning, blocked, 10:30 – 11:45, Room 1, not saved yet$/)).toBeVisible();
  expect(hoursOf(cleaning.id)).toEqual([at(10), at(11)]);
  await expectAccessible('a band that is being moved', { part: 'main' });
  await userEvent.keyboard('{Escape}');
  await expect.element(band(/^Cleaning, blocked, 10:00 – 11:00, Room 1$/)).toHaveFocus();

  await userEvent.keyboard('m{ArrowDown}{ArrowDown}{ArrowRight}{Enter}');
  await waitUntil(() => expect(hoursOf(cleaning.id)).toEqual([at(10.5), at(11.5)]));
  expect(plan.entries.get(cleaning.id)?.roomId).toBe(room(2));
  await expect.element(band(/^Cleaning, blocked, 10:30 – 11:30, Room 2$/)).toHaveFocus();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await waitUntil(() => expect(hoursOf(cleaning.id)).toEqual([at(10), at(11)]));

  const element = await waitUntil(() => {
    const found = band(/^Cleaning/).element();
    return found instanceof HTMLElement ? found : Promise.reject(new Error('There is no band.'));
  });
  element.focus();
  await userEvent.keyboard('{Delete}');
  await waitUntil(() => expect(plan.entries.has(cleaning.id)).toBe(false));
  expect(band(/^Cleaning/).elements()).toEqual([]);
});

test('Ctrl+Z undoes the last change, of the plan or of an appointment', async () => {
  const { practice, plan, cleaning } = planned();
  const { id } = practice.add({ storeId: STORE, roomId: room(1), start: at(12), end: at(12.5), status: 'confirmed' });
  await openBoard(practice, address('rooms'));
  const isConfirmed = () => practice.appointments.find((appointment) => appointment.id === id)?.status === 'confirmed';
  const isCleaned = () => [...plan.entries.values()].some(({ title }) => title === 'Cleaning');
  const removeBand = async () => {
    await expect.element(band(/^Cleaning/)).toBeVisible();
    (band(/^Cleaning/).element() as HTMLElement).focus();
    await userEvent.keyboard('{Delete}');
    await waitUntil(() => expect(isCleaned()).toBe(false));
  };
  const checkIn = async () => {
    (await blockOf(id)).focus();
    await userEvent.keyboard('s');
    await waitUntil(() => expect(isConfirmed()).toBe(false));
  };
  const undo = () => userEvent.keyboard('{Control>}z{/Control}');
  expect(plan.entries.has(cleaning.id)).toBe(true);
  await removeBand();
  await checkIn();
  await undo();
  await waitUntil(() => expect(isConfirmed()).toBe(true));
  expect(isCleaned()).toBe(false);
  await undo();
  await waitUntil(() => expect(isCleaned()).toBe(true));

  await checkIn();
  await removeBand();
  await undo();
  await waitUntil(() => expect(isCleaned()).toBe(true));
  expect(isConfirmed()).toBe(false);
});

test('a restored band keeps the focus when it is saved', async () => {
  const { practice, plan } = planned();
  await openBoard(practice, address('rooms'));
  (band(/^Cleaning/).element() as HTMLElement).focus();
  await userEvent.keyboard('{Delete}');
  await expect.element(band(/^Cleaning/)).not.toBeInTheDocument();
  const saving = practice.hold('POST /v1/availability/changes');
  await userEvent.keyboard('{Control>}z{/Control}');
  const unsaved = band(/^Cleaning.*not saved yet$/);
  await expect.element(unsaved).toHaveAttribute('data-unsaved', 'true');
  const before = unsaved.element() as HTMLElement;
  before.focus();
  saving.letGo();
  await expect.element(unsaved).not.toBeInTheDocument();
  await expect.element(band(/^Cleaning/)).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await waitUntil(() => expect([...plan.entries.values()].some(({ title }) => title === 'Cleaning')).toBe(false));
});

test('a band can be dragged to another time', async () => {
  const { practice, cleaning, hoursOf } = planned();
  await openBoard(practice, address('rooms'));
  const cleaned = band(/^Cleaning/);
  await expect.element(cleaned).toBeVisible();
  const hour = cleaned.element().getBoundingClientRect().height + 1;
  await userEvent.dragAndDrop(cleaned, board, {
    sourcePosition: { x: 20, y: 10 },
    targetPosition: (() => {
      const [from, to] = [cleaned.element().getBoundingClientRect(), board.element().getBoundingClientRect()];
      return { x: from.x - to.x + 20, y: from.y - to.y + 10 + hour };
    })(),
  });
  await waitUntil(() => expect(hoursOf(cleaning.id)).toEqual([at(11), at(12)]));
});

test('a band that a colleague changes is marked', async () => {
  const { practice, plan, cleaning } = planned();
  await openBoard(practice, address('rooms'));
  await expect.element(band(/^Cleaning/)).toBeVisible();
  plan.change(cleaning.id, { title: 'Cleaning and repair' });
  await lookForChanges(practice);
  await expect.element(band(/^Cleaning and repair/)).toHaveAttribute('data-fresh');
});

test('a vet’s column is shaded outside their shift and folds without one', { tags: 'smoke' }, async () => {
  const { practice } = planned();
  await openBoard(practice, address('vets'));
  await expect.element(rail('Bram de Wit · off')).toBeVisible();
  await waitUntil(() =>
    expect(shading()).toMatchObject([
      { from: expect.closeTo(480, 0), to: expect.closeTo(540, 0) },
      // Their break is shaded below its band.
      { from: expect.closeTo(660, 0), to: expect.closeTo(690, 0) },
      { from: expect.closeTo(780, 0), to: expect.closeTo(1080, 0) },
    ]),
  );
  await expect.element(board.getByRole('columnheader', { name: /^Ada Okafor off 8:00 – 9:00, / })).toBeVisible();

  const { id } = practice.add({
    ...{ storeId: STORE, start: at(15), end: at(16), updatedAt: new Date().toISOString() },
    employees: [{ id: bram, isMainEmployee: true }],
  });
  await lookForChanges(practice);
  await blockOf(id);
  expect(rail('Bram de Wit · off').elements()).toEqual([]);
});

test('a plan that could not be loaded is reported with Try again', async () => {
  const { practice } = planned();
  const restore = practice.answer('GET /v1/availability', () => new Response('{}', { status: 500 }));
  await openBoard(practice, address('rooms'));
  const alert = page.getByRole('alert').filter({ hasText: 'The shifts couldn’t be loaded' });
  await expect.element(alert).toBeVisible();
  expect(document.querySelector('.board-calendar')?.hasAttribute('data-incomplete')).toBe(true);
  // Nothing is said about missing names, since the status bar says what is missing.
  await expect.element(page.getByText('Day partly loaded')).toBeVisible();
  restore();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(band(/^Cleaning/)).toBeVisible();
  expect(alert.elements()).toEqual([]);
});

test('blocked time behind an appointment leaves it the whole width, and opens by click and by key', async () => {
  const { practice } = planned();
  const add = (number: number) =>
    practice.add({ storeId: STORE, roomId: room(number), start: at(10.25), end: at(10.75), status: 'confirmed' }).id;
  const [behind, free] = [add(1), add(2)];
  await openBoard(practice, address('rooms'));
  await expect.element(band(/^Cleaning/)).toBeVisible();
  const widthOf = async (id: string) => (await blockOf(id)).getBoundingClientRect().width;
  expect(await widthOf(behind)).toBeCloseTo(await widthOf(free), 0);
  await expectAccessible('blocked time behind an appointment', { part: 'main' });
  (await blockOf(behind)).focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(band(/^Cleaning/)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: /Cleaning|blocked/i });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  pause();
  await band(/^Cleaning/).click({ position: { x: 40, y: 5 } });
  await expect.element(dialog).toBeVisible();
  expect(page.getByRole('dialog', { name: 'New appointment' }).elements()).toEqual([]);
});
