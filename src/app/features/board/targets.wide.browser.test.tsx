import { expect, test } from 'vitest';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
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
  const practice = createPracticeInMemory({ today: DAY, hasExtensions: true });
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
