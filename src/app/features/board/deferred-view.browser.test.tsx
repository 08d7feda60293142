import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { board, openBoard, shownBlocks } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const heading = page.getByRole('heading', { level: 1 });
const radio = (name: string) => page.getByRole('radio', { name, exact: true });

/** The blocks that are drawn and can be clicked. */
const withinReach = () =>
  shownBlocks().filter((block) => {
    const { left, top, width, height } = block.getBoundingClientRect();
    return block.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

/** Reads a value after the board has responded to a press, but before it has drawn the new view. */
function atTheAnswer<Answer>(read: () => Answer): Promise<Answer> {
  return new Promise((resolve) => {
    const main = board.element();
    const observer = new MutationObserver(() => {
      if (main.querySelector(':scope > [aria-busy="true"]') === null) return;
      observer.disconnect();
      resolve(read());
    });
    observer.observe(main, { subtree: true, childList: true, attributes: true });
  });
}

test.each([
  ['day', page.getByRole('button', { name: 'Next day', exact: true })],
  ['view', radio('Vets')],
])(
  'a press for another %s gets a response before that is drawn, and the previous blocks cannot be opened',
  async (_, control) => {
    // Wide enough for the views side by side, and for the long form of the date.
    await resizePage(1440, 800);
    const practice = createPracticeInMemory({ appointments: 0 });
    const [first, second] = ['03', '04'].map((day) =>
      practice.add({ start: `2026-06-${day}T10:00:00-04:00`, end: `2026-06-${day}T11:00:00-04:00` }),
    );
    const drawn = () => shownBlocks().map((block) => block.dataset['appointment']);
    const noon = practice.add({ start: '2026-06-03T12:00:00-04:00', end: '2026-06-03T13:00:00-04:00' });
    const { address } = await openBoard(practice, `/?date=2026-06-03&appointment=${first?.id}`);
    await expect.element(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();
    await waitUntil(() => expect(withinReach()).toHaveLength(2));
    const before = shownBlocks();

    const answered = atTheAnswer(() => {
      // Corresponds to Enter on a focused block, or to an arrow key while details are open.
      before[0]?.click();
      before[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      return {
        says: [heading.element().textContent, radio('Vets').element().matches(':checked')],
        isKept: before.every((block) => block.isConnected),
        canBeClicked: withinReach().length,
      };
    });
    await control.click();
    const isView = await radio('Vets').element().matches(':checked');
    const shown = expect.stringMatching(isView ? /^Wednesday,? 3 June/ : /^Thursday,? 4 June/);
    expect(await answered).toEqual({ says: [shown, isView], isKept: true, canBeClicked: 0 });

    const expectedIds = isView ? [first?.id, noon.id] : [second?.id];
    await waitUntil(() => expect(withinReach()).toHaveLength(expectedIds.length));
    expect(drawn()).toEqual(expectedIds);
    // Another view keeps the details open; another day closes them.
    expect(new URLSearchParams(address().split('?')[1]).get('appointment')).toBe(isView ? first?.id : null);
    expect(before[0]?.isConnected).toBe(false);
  },
);
