import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  address,
  block,
  drag,
  OTHER,
  openBoardOfTwo,
  openWithUnansweredCheckIn,
  practiceOfTwo,
  TODAY,
  VISIT,
} from '#testing/board-of-two.ts';
import { idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { board, lookForChanges } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

test.each(['Control', 'Meta'])(
  'the next patient is checked in with two keys, and %s Z undoes it',
  { tags: 'smoke' },
  async (command) => {
    vi.setSystemTime(new Date(`${TODAY}T12:50:00Z`));
    const { practice, visit } = practiceOfTwo();
    await openBoardOfTwo(practice);
    await userEvent.keyboard('s');
    await expect.element(block(/Bella/)).toHaveFocus();
    pause();
    await userEvent.keyboard('s');
    await expect.poll(() => visit()?.status).toBe('checked_in');
    await expect.element(block(/Bella.*Checked in/)).toHaveFocus();
    await userEvent.keyboard(`{${command}>}z{/${command}}`);
    await expect.poll(() => visit()?.status).toBe('confirmed');
    vi.useRealTimers();
  },
);

test.each(['list', 'flow'])('in the %s, one key takes the next step of the focused appointment, too', async (view) => {
  const { practice, visit } = practiceOfTwo();
  await openBoardOfTwo(practice, `${address}&view=${view}`);
  block(/Bella/).element().focus();
  await userEvent.keyboard('s');
  await expect.poll(() => visit()?.status).toBe('checked_in');
  await expect.element(page.getByText('Bella', { exact: true }).last()).toBeVisible();
  await userEvent.keyboard('{Shift>}S{/Shift}');
  await expect.element(page.getByRole('menuitemradio', { name: 'In progress' })).toHaveFocus();
});

test('other statuses are in the menu of a block, by keyboard and right click', async () => {
  const { practice, visit, other } = practiceOfTwo();
  await openBoardOfTwo(practice);
  await block(/Milo/).click({ button: 'right' });
  await page.getByRole('menuitemradio', { name: 'Cancelled' }).click();
  await expect.poll(() => other()?.status).toBe('cancelled');
  block(/Bella/).element().focus();
  await userEvent.keyboard('{Shift>}S{/Shift}');
  await expect.element(page.getByRole('menuitemradio', { name: 'Checked in' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => visit()?.status).toBe('in_progress');
});

test('moving by keyboard announces the end of a shift and a blocked room', async () => {
  const { practice, visit } = practiceOfTwo();
  const bella = visit();
  if (bella) bella.employees = [{ id: idOf(6, 1), isMainEmployee: true }];
  const store = { storeId: idOf(2, 1), start: `${TODAY}T12:00:00.000Z` };
  practice.plan.create({ kind: 'on_duty', ...store, employeeId: idOf(6, 1), end: `${TODAY}T13:45:00.000Z` });
  const cleaning = { ...store, roomId: idOf(3, 12), end: `${TODAY}T14:00:00.000Z`, title: 'cleaning' };
  practice.plan.create({ kind: 'unavailable', ...cleaning });
  await openBoardOfTwo(practice);
  // The band is next to the block, where the arrow key would otherwise lead.
  await expect.element(board.getByText('cleaning').first()).toBeVisible();
  block(/Bella/).element().focus();
  await userEvent.keyboard('m');
  await expect.element(page.getByText('Use the arrow keys to move', { exact: false })).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByText(/Room 2.* is blocked: .*cleaning/)).toBeVisible();
  expect(page.getByText(/is off/).elements()).toEqual([]);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(page.getByText(/Ada Okafor.* is off/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: /Bella/ })).toHaveTextContent(/Ada Okafor.* is off/);
});

test('arrow keys move a block in time and between rooms, and announce clashes', { tags: 'smoke' }, async () => {
  const { practice, visit } = practiceOfTwo();
  await openBoardOfTwo(practice);
  block(/Bella/).element().focus();
  await userEvent.keyboard('m');
  await expect.element(page.getByText('Use the arrow keys to move', { exact: false })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowRight}');
  await expect.element(page.getByText(/Room 2.* is taken by .*Milo/)).toBeVisible();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}{Escape}');
  expect(practice.requests.filter(({ name }) => name.startsWith('PATCH'))).toEqual([]);
  await expect.element(block(/Bella/)).toHaveFocus();
  await userEvent.keyboard('m{ArrowDown}{Shift>}{ArrowDown}{/Shift}{ArrowRight}{Enter}');
  await expect
    .poll(() => visit())
    .toMatchObject({ start: `${TODAY}T13:15:00.000Z`, end: `${TODAY}T14:00:00.000Z`, roomId: idOf(3, 12) });
  await expect.element(block(/Bella/)).toHaveFocus();
});

test('a block can be dragged to another time and room', { tags: 'smoke' }, async () => {
  const { practice, visit } = practiceOfTwo();
  await openBoardOfTwo(practice);
  const bella = block(/Bella/).element();
  const milo = block(/Milo/).element().getBoundingClientRect();
  const before = bella.getBoundingClientRect();
  const { move, drop } = await drag(bella, { x: milo.left - before.left, y: milo.top - before.top });
  // The handler is loaded with the first touch of a block.
  await expect
    .poll(() => {
      move(0.5);
      move(1);
      return board.getByText(/Room 2.* is taken by .*Milo/).elements().length;
    })
    .toBeGreaterThan(0);
  drop();
  await expect.poll(() => visit()).toMatchObject({ start: `${TODAY}T14:30:00.000Z`, roomId: idOf(3, 12) });
  expect(visit()?.end).toBe(`${TODAY}T15:00:00.000Z`);
});

/** The distance between columns of the calendar. */
const columnWidth = () => block(/Bella/).element().closest('.calendar-lane')?.getBoundingClientRect().width ?? 0;

test('a block can be moved to another vet by dragging and by keyboard', async () => {
  const { practice, visit } = practiceOfTwo();
  practice.change(VISIT, { employeeId: idOf(6, 1) });
  await openBoardOfTwo(practice, `${address}&view=vets`);
  const { drop } = await drag(block(/Bella/).element(), { x: columnWidth(), y: 0 });
  drop();
  await expect.poll(() => visit()?.employees).toEqual([{ id: idOf(6, 2), isMainEmployee: true }]);
  block(/Bella/).element().focus();
  await userEvent.keyboard('m{ArrowLeft}{Enter}');
  await expect.poll(() => visit()?.employees).toEqual([{ id: idOf(6, 1), isMainEmployee: true }]);
  expect(visit()).toMatchObject({ start: `${TODAY}T13:00:00.000Z`, roomId: idOf(3, 11) });
});

test('in the week an appointment can be moved to another day by keyboard', async () => {
  const { practice, visit } = practiceOfTwo();
  await openBoardOfTwo(practice, `${address}&view=week`);
  block(/Bella/).element().focus();
  await userEvent.keyboard('m{ArrowLeft}{Enter}');
  await expect.poll(() => visit()?.start).toBe('2026-06-02T13:00:00.000Z');
  expect(visit()).toMatchObject({ end: '2026-06-02T13:30:00.000Z', roomId: idOf(3, 11) });
});

test('a block stays in its room if the practice system cannot change rooms', async () => {
  const { practice, visit } = practiceOfTwo();
  practice.session.capabilities.changeAppointment = { fields: ['start', 'end'], idempotent: false };
  await openBoardOfTwo(practice);
  const bella = block(/Bella/).element();
  bella.focus();
  await userEvent.keyboard('s{Shift>}S{/Shift}');
  await userEvent.keyboard('m{ArrowDown}{ArrowRight}{Enter}');
  await expect.poll(() => visit()?.start).toBe(`${TODAY}T13:15:00.000Z`);
  // The response has arrived, so the block is not drawn again.
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  const { height } = block(/Bella/).element().getBoundingClientRect();
  const { drop } = await drag(block(/Bella/).element(), { x: 0, y: (height + 1) * 1.5 }, 0.25);
  drop();
  await expect.poll(() => visit()?.start).toBe(`${TODAY}T14:00:00.000Z`);
  const patches = practice.requests.filter(({ name }) => name.startsWith('PATCH'));
  expect(patches.map(({ body }) => Object.keys(body ?? {}).sort())).toEqual(
    patches.map(() => ['companyId', 'end', 'expectedUpdatedAt', 'start']),
  );
  expect(visit()?.status).toBe('confirmed');
});

test('moving by keyboard captures its own keys, but leaves others such as F5 to the browser', async () => {
  const { practice } = practiceOfTwo();
  await openBoardOfTwo(practice);
  block(/Bella/).element().focus();
  await userEvent.keyboard('m');
  await expect.element(page.getByText(/Enter saves, Escape cancels/)).toBeVisible();
  const isTaken = (key: string) =>
    !document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const others = ['F5', 'F12', 'PageDown', 'n'];
  expect(others.filter(isTaken)).toEqual([]);
  // Until the move has ended, no key is a shortcut of the page.
  await expect.element(page.getByRole('dialog', { name: 'New appointment' })).not.toBeInTheDocument();
  const own = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Escape'];
  expect(own.filter(isTaken)).toEqual(own);
});

test('a block cannot be moved if the practice system only changes the status', { tags: 'smoke' }, async () => {
  const { practice, visit } = practiceOfTwo();
  practice.session.capabilities.changeAppointment = { fields: ['status'], idempotent: false };
  await openBoardOfTwo(practice);
  const bella = block(/Bella/).element();
  const { drop } = await drag(bella, { x: 0, y: 120 });
  drop();
  bella.focus();
  await userEvent.keyboard('m{ArrowDown}{Enter}{Escape}');
  bella.focus();
  await userEvent.keyboard('s');
  await expect.poll(() => visit()?.status).toBe('checked_in');
  expect(practice.requests.filter(({ name }) => name.startsWith('PATCH'))).toHaveLength(1);
});

test('the notice of a change offers Undo for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  const { practice, visit } = practiceOfTwo();
  await openBoardOfTwo(practice);
  block(/Bella/).element().focus();
  await userEvent.keyboard('s');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  await vi.advanceTimersByTimeAsync(8500);
  await expect.element(undo).toBeVisible();
  await vi.advanceTimersByTimeAsync(2000);
  await expect.element(undo).not.toBeInTheDocument();
  expect(visit()?.status).toBe('checked_in');
  vi.useRealTimers();
});

test('a block can be resized at its end', async () => {
  const { practice, visit } = practiceOfTwo();
  await openBoardOfTwo(practice);
  const { left, bottom, width, height } = block(/Bella/).element().getBoundingClientRect();
  const end = document.elementFromPoint(left + width / 2, bottom - 2);
  const { drop } = await drag(end ?? document.body, { x: 0, y: height / 2 + 2 });
  drop();
  await expect.poll(() => visit()?.end).toBe(`${TODAY}T13:45:00.000Z`);
  expect(visit()?.start).toBe(`${TODAY}T13:00:00.000Z`);
});

test('a dragged block warns about closed hours, the past and days that are not loaded', async () => {
  vi.setSystemTime(new Date(`${TODAY}T12:50:00Z`));
  const { practice, visit } = practiceOfTwo();
  // Hours after closing are drawn, too.
  practice.add({ start: `${TODAY}T23:00:00.000Z`, end: `${TODAY}T23:30:00.000Z`, petId: idOf(4, 4) });
  // The second page never arrives.
  practice.answer('POST /v1/appointments/search', async ({ body }, respond) => {
    if (body?.['cursor']) return new Promise<Response>(() => undefined);
    const whole = await respond().json();
    return Response.json({ ...whole, nextCursor: 'more', hasMore: true });
  });
  await openBoardOfTwo(practice);
  const bella = block(/Bella/).element();
  // There is a gap of one pixel between blocks.
  const { height } = bella.getBoundingClientRect();
  const warning = (text: RegExp) => board.getByText(text).elements().length;
  const { move, drop } = await drag(bella, { x: 0, y: (height + 1) * 17.5 });
  await expect
    .poll(() => {
      move(0.5);
      move(1);
      return (
        warning(/is closed at that time \(open .*8:00 – .*18:00\)/) &&
        warning(/Not everything booked or planned at that time is loaded/)
      );
    })
    .toBeGreaterThan(0);
  drop();
  await expect.poll(() => visit()?.end ?? '').toMatch(/T22:\d\d:00/);
  const notice = page.getByRole('dialog').filter({ hasText: 'Undo' });
  await expect
    .element(notice)
    .toHaveTextContent(/Bella.*is closed at that time.*Not everything booked or planned at that time is loaded/);
  block(/Bella/).element().focus();
  await userEvent.keyboard(`m${'{ArrowUp}'.repeat(40)}`);
  await expect.element(page.getByText(/ has passed$/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  vi.useRealTimers();
});

test.each([
  ['is named after the change', true],
  ['is called unknown if it could not be loaded', false],
])('an appointment of the vet in a store that is not shown %s', async (_, answers) => {
  const { practice, visit } = practiceOfTwo();
  const employees = [{ id: idOf(6, 1), isMainEmployee: true }];
  practice.change(VISIT, { employeeId: idOf(6, 1) });
  practice.add({
    petId: idOf(4, 3),
    title: 'Milo – Surgery',
    start: `${TODAY}T13:15:00.000Z`,
    end: `${TODAY}T14:30:00.000Z`,
    status: 'confirmed',
    storeId: idOf(2, 2),
    roomId: null,
    employees,
  });
  await openBoardOfTwo(practice);
  const daySearches = () =>
    practice.requests.filter(
      ({ name, body }) => name === 'POST /v1/appointments/search' && `${body?.['storeIds']}` === idOf(2, 2),
    );
  if (!answers)
    practice.answer('POST /v1/appointments/search', ({ body }, respond) =>
      `${body?.['storeIds']}` === idOf(2, 2) ? new Response(null, { status: 500 }) : respond(),
    );
  block(/Bella/).element().focus();
  await userEvent.keyboard('s');
  await expect.poll(() => visit()?.status).toBe('checked_in');
  expect(daySearches()).toEqual([]);
  await userEvent.keyboard('m{ArrowDown}{Enter}');
  const notice = page.getByRole('dialog').filter({ hasText: 'Undo' });
  await expect
    .element(notice)
    .toHaveTextContent(answers ? /Ada Okafor.* has .*Milo.* \(.*South.*\)/ : /Couldn’t check for clashes/);
  expect(daySearches()).toHaveLength(1);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => visit()?.start).toBe(`${TODAY}T13:00:00.000Z`);
  expect(daySearches()).toHaveLength(1);
});

test('a change of this desk that arrives with colleagues’ changes before its own response is not attributed to them', async () => {
  const { practice } = practiceOfTwo();
  const answer = await openWithUnansweredCheckIn(practice);
  practice.change(OTHER, { notes: 'Bites' });
  await lookForChanges(practice);
  await expect.element(block(/Milo/)).toHaveAttribute('data-fresh');
  await expect.element(block(/Bella/)).not.toHaveAttribute('data-fresh');
  answer();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect.element(block(/Bella/)).not.toHaveAttribute('data-fresh');
});

test('each change by a colleague marks the block, even while it is still marked', async () => {
  const { practice } = practiceOfTwo();
  const { settled } = await openBoardOfTwo(practice);
  let started = 0;
  const onStart = ({ animationName }: AnimationEvent) => {
    if (animationName === 'appointment-fresh') started += 1;
  };
  document.addEventListener('animationstart', onStart);
  onTestFinished(() => document.removeEventListener('animationstart', onStart));
  for (const [index, notes] of ['Bites', 'Bites and scratches'].entries()) {
    // While the day is being loaded, it is not checked again.
    await settled();
    practice.change(OTHER, { notes });
    await lookForChanges(practice);
    await expect.element(block(/Milo/)).toHaveAttribute('data-fresh');
    await waitUntil(() => expect(started).toBe(index + 1));
  }
});

test('in the flow a card can be dragged to another status', { tags: 'smoke' }, async () => {
  const { practice, visit } = practiceOfTwo();
  await openBoardOfTwo(practice, `${address}&view=flow`);
  const lane = page.getByRole('region', { name: 'Checked in' });
  await expect.element(lane).toBeVisible();
  const data = new DataTransfer();
  block(/Bella/)
    .element()
    .dispatchEvent(new DragEvent('dragstart', { dataTransfer: data, bubbles: true }));
  lane.element().dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  await expect.poll(() => visit()?.status).toBe('checked_in');
});

test.each(
  ['rooms', 'list', 'flow'].flatMap((view) => [
    { view, what: 'a practice system without extensions', canWrite: true },
    { view, what: 'a key that may not write', canWrite: false },
  ]),
)('with $what, $view has no controls for changes', async ({ view, canWrite }) => {
  const { practice } = practiceOfTwo(!canWrite);
  practice.session.canWrite = canWrite;
  await openBoardOfTwo(practice, `${address}&view=${view}`);
  const bella = block(/Bella/).element();
  bella.focus();
  await userEvent.keyboard('sm{Shift>}S{/Shift}{Control>}z{/Control}');
  const { drop } = await drag(bella, { x: 0, y: 120 });
  drop();
  expect(bella).toHaveProperty('draggable', false);
  await block(/Milo/).click({ button: 'right' });
  expect(page.getByRole('menuitemradio').elements()).toEqual([]);
  // If the practice software has series, the card loads that of its appointment.
  const isOfCard = (name: string) => !canWrite && /^GET .*\/series$/.test(name);
  const names = practice.requests.map(({ name }) => name).filter((name) => !isOfCard(name));
  expect(names.filter((name) => /^PATCH|history|\/v1\/appointments\/[^s]/.test(name))).toEqual([]);
});
