import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2026-06-03';
/** WCAG 2.5.8, in CSS pixels. */
const LEAST = 24;

/**
 * All elements that take a click or a touch: controls, or the labels around them. The size of blocks follows from their
 * times, so they are excluded.
 */
function targets(): Element[] {
  const controls = document.querySelectorAll('button, a[href], input, select, [role="button"]');
  return [...controls]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter((control) => !control.matches('[data-appointment], .sr-only, [popover] *, [aria-hidden="true"]'))
    .map((control) => control.closest('label') ?? control);
}

test.each(['rooms', 'vets', 'week', 'list', 'flow'])('every control in %s is large enough for touch', async (view) => {
  const practice = createPracticeInMemory({ today: DAY, beyond: true });
  // More at a time than fit side by side, on the hours and above them, and one at night.
  const add = (start: string, end: string) =>
    practice.add({ roomId: idOf(3, 11), employees: [{ id: idOf(6, 1), isMainEmployee: true }], start, end });
  for (let count = 0; count < 9; count += 1) {
    add(`${DAY}T14:00:00.000Z`, `${DAY}T14:15:00.000Z`);
    add(`${DAY}T02:00:00.000Z`, '2026-06-04T14:00:00.000Z');
  }
  add('2026-06-04T02:30:00.000Z', '2026-06-04T03:00:00.000Z');
  await openBoard(practice, `/?store=${idOf(2, 1)}&view=${view}&date=${DAY}`);
  await waitUntil(() => {
    expect(targets().length).toBeGreaterThan(15);
    const small = targets()
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width < LEAST - 0.5 || box.height < LEAST - 0.5)
      .map(({ target, box }) => `${target.outerHTML.slice(0, 160)} ${box.width}×${box.height}`);
    expect(small).toEqual([]);
  });
});

/**
 * Whether a circle of the minimum size around the centre of a small target intersects another target, which WCAG 2.5.8
 * does not allow.
 */
function isCrowded(target: Element, others: readonly Element[]): boolean {
  const middle = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const { x, y } = middle(target.getBoundingClientRect());
  return others.some((other) => {
    if (other === target) return false;
    const box = other.getBoundingClientRect();
    const away = { x: Math.max(box.left - x, 0, x - box.right), y: Math.max(box.top - y, 0, y - box.bottom) };
    if (Math.hypot(away.x, away.y) < LEAST / 2) return true;
    const next = middle(box);
    return (box.width < LEAST || box.height < LEAST) && Math.hypot(next.x - x, next.y - y) < LEAST;
  });
}

test.each([1280, 390])('controls in the panels are large enough or spaced apart, %i pixels wide', async (width) => {
  await resizePage(width, 1600);
  const practice = createPracticeInMemory({ today: DAY, beyond: true });
  const { id } = practice.add({ start: `${DAY}T14:00:00.000Z`, end: `${DAY}T14:30:00.000Z`, roomId: idOf(3, 11) });
  const { router, settled } = await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}&appointment=${id}`);
  const expectRoomy = () => {
    const inPanel = targets().filter(
      (target) => target.closest('[role="dialog"], aside') && !target.matches('[aria-hidden]'),
    );
    expect(inPanel.length).toBeGreaterThan(8);
    const small = inPanel.filter((target) => {
      const { width: across, height: down } = target.getBoundingClientRect();
      return across > 1 && (across < LEAST || down < LEAST) && isCrowded(target, inPanel);
    });
    expect(small.map(({ outerHTML }) => outerHTML.slice(0, 160))).toEqual([]);
  };
  await expect.element(page.getByRole('button', { name: 'Book again' })).toBeVisible();
  await settled();
  await waitUntil(expectRoomy);
  await router.navigate({ to: '/', search: (before) => ({ ...before, appointment: undefined, new: true }) });
  const pet = page.getByRole('dialog').getByRole('combobox', { name: 'Pet' });
  await expect.element(pet).toHaveFocus();
  await pet.fill('be');
  await page.getByRole('option').first().click();
  await settled();
  await waitUntil(expectRoomy);
});
