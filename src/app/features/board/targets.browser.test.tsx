import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '#testing/eventually.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { openBoard } from '#testing/shown-board.ts';

const DAY = '2026-06-03';
/** WCAG 2.5.8, in CSS pixels. */
const LEAST = 24;

/** What takes a click or a touch: a control, or the label around it. Blocks are where their times are. */
function targets(): Element[] {
  const controls = document.querySelectorAll('button, a[href], input, select, [role="button"]');
  return [...controls]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter((control) => !control.matches('[data-appointment], .sr-only, [popover] *'))
    .map((control) => control.closest('label') ?? control);
}

test.each(['rooms', 'vets', 'week', 'list', 'overview', 'flow'])(
  'every control in %s is large enough for a finger',
  async (view) => {
    const practice = createPracticeInMemory({ today: DAY, beyond: true });
    // More at a time than there is room for, on the hours and above them, and one at night.
    const add = (start: string, end: string) =>
      practice.add({ roomId: idOf(3, 11), employees: [{ id: idOf(6, 1), isMainEmployee: true }], start, end });
    for (let count = 0; count < 9; count += 1) {
      add(`${DAY}T14:00:00.000Z`, `${DAY}T14:15:00.000Z`);
      add(`${DAY}T02:00:00.000Z`, '2026-06-04T14:00:00.000Z');
    }
    add('2026-06-04T02:30:00.000Z', '2026-06-04T03:00:00.000Z');
    await openBoard(practice, `/?store=${idOf(2, 1)}&view=${view}&date=${DAY}`);
    if (view === 'week') await expect.element(page.getByText(/^\+\d+ more$/).first()).toBeVisible();
    await eventually(() => {
      expect(targets().length).toBeGreaterThan(15);
      const small = targets()
        .map((target) => ({ target, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width < LEAST - 0.5 || box.height < LEAST - 0.5)
        .map(({ target, box }) => `${target.outerHTML.slice(0, 160)} ${box.width}×${box.height}`);
      expect(small).toEqual([]);
    });
  },
);
