import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, board, openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2026-06-03';
const STORE = idOf(2, 1);
const search = page.getByRole('combobox', { name: 'Search', exact: true });

/** Presses a key on a keyboard with a different layout from that of this browser. */
function press(key: string, code: string, modifiers: Pick<KeyboardEventInit, 'ctrlKey' | 'shiftKey'> = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, code, ...modifiers, bubbles: true, cancelable: true });
  return (document.activeElement ?? document.body).dispatchEvent(event);
}

test('clicking a block moves keyboard focus to the board', async () => {
  const practice = createPracticeInMemory({ today: DAY, hasExtensions: true });
  const { address } = await openBoard(practice, `/?store=${STORE}&date=${DAY}`);
  const block = await blockOf(practice.appointments[0]?.id ?? '');
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await page.elementLocator(block).click();
  await expect.element(page.getByRole('complementary', { name: 'Appointment', exact: true })).toBeVisible();
  expect(document.activeElement).toBe(block);
  await userEvent.keyboard('2');
  await expect.poll(address).toContain('view=vets');
  await expect.element(search).toHaveValue('');
});

test('pressing on empty time takes the focus from a field', async () => {
  await openBoard(createPracticeInMemory({ today: DAY, appointments: 0 }), `/?store=${STORE}&date=${DAY}`);
  await expect.element(board.getByRole('grid')).toBeVisible();
  await search.click();
  await expect.element(search).toHaveFocus();
  const lane = document.querySelector('.calendar-lane');
  if (!lane) throw new Error('The board has no columns.');
  await page.elementLocator(lane).click({ position: { x: 20, y: 100 } });
  await expect.element(page.getByRole('dialog', { name: 'New appointment' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'New appointment' })).not.toBeInTheDocument();
  expect(document.activeElement).not.toBe(search.element());
});

test('clicking empty time opens the form at that time, and dragging sets its length', { tags: 'smoke' }, async () => {
  const practice = createPracticeInMemory({ today: DAY, appointments: 0 });
  const { address } = await openBoard(practice, `/?store=${STORE}&date=${DAY}`);
  const lineOf = (time: string) =>
    waitUntil(() => {
      const line = board.element().querySelectorAll<HTMLElement>(`[data-time="${time}:00"]`)[1];
      if (!line) throw new Error(`The board shows no ${time}.`);
      return line;
    });
  const column = board.getByRole('columnheader', { name: 'Room 1' }).element().getBoundingClientRect();
  const yOf = async (time: string) => (await lineOf(time)).getBoundingClientRect().top + 3;
  const point = (y: number) => ({ clientX: column.left + column.width / 2, clientY: y, bubbles: true, button: 0 });
  const send = (types: string[], y: number) => {
    const { clientX, clientY } = point(y);
    const target = document.elementFromPoint(clientX, clientY) ?? document.body;
    for (const type of types) target.dispatchEvent(new MouseEvent(type, point(y)));
  };
  const [from, to] = [await yOf('11:00'), await yOf('12:00')];
  send(['mousedown', 'mouseup', 'click'], from);
  const form = page.getByRole('dialog', { name: 'New appointment' });
  await expect.element(form.getByRole('combobox', { name: 'Pet' })).toHaveFocus();
  expect(address()).toContain(`start=${DAY}T11:00`);
  await userEvent.keyboard('{Escape}');
  await expect.element(form).not.toBeInTheDocument();

  send(['mousedown'], from);
  for (const y of [from + 10, to]) send(['mousemove'], y);
  await expect.element(board.getByText('11:00 – 12:15')).toBeVisible();
  send(['mouseup'], to);
  await expect.element(form).toBeVisible();
  expect(address()).toMatch(new RegExp(`start=${DAY}T11:00.*end=${DAY}T12:15`));
});

test('on a keyboard with Cyrillic letters, shortcuts work by key position', async () => {
  const practice = createPracticeInMemory({ today: DAY, hasExtensions: true });
  const { address } = await openBoard(practice, `/?store=${STORE}&date=${DAY}`);
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  press('з', 'KeyP', { ctrlKey: true });
  await expect.poll(() => print.mock.calls.length).toBe(1);

  press('ы', 'KeyS');
  await expect.poll(() => document.activeElement?.hasAttribute('data-appointment')).toBe(true);

  press('л', 'KeyK', { ctrlKey: true });
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(search).not.toHaveFocus();

  press('т', 'KeyN');
  await expect.poll(address).toContain('new=1');
});
