import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { address, block, detailsAddress, openBoardOfTwo, practiceOfTwo, TODAY } from '#testing/board-of-two.ts';
import { idOf } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

const form = page.getByRole('dialog', { name: 'New appointment' });
const details = page.getByRole('complementary', { name: 'Appointment' });

afterEach(() => page.viewport(1280, 800));

/** Checks that the middle and the edges of the focused element are not covered. */
const expectInSight = (description: string, { edges = true } = {}) => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) throw new Error(`Nothing has the focus ${description}.`);
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  for (const [atX, atY] of edges
    ? ([
        [x, y],
        [x, top + 2],
        [x, bottom - 2],
      ] as const)
    : ([[x, top + 2]] as const)) {
    const topElement = document.elementFromPoint(atX, atY);
    expect(
      topElement && (focused.contains(topElement) || topElement.contains(focused)),
      `${focused.textContent} ${description}`,
    ).toBe(true);
  }
};

test('F6 focuses a block that is completely visible beside the panel', async () => {
  // The block is in the last of many columns, so that the board scrolls beside the panel.
  await page.viewport(1024, 800);
  const { practice, other } = practiceOfTwo();
  Object.assign(other() ?? {}, { storeId: idOf(2, 2), roomId: idOf(3, 22) });
  await openBoardOfTwo(practice, `/?date=${TODAY}&store=all&new=1&start=${TODAY}T09:00`);
  await expect.element(form.getByRole('combobox', { name: 'Pet' })).toHaveFocus();
  const milo = block(/Milo/).element();
  if (!(milo instanceof HTMLElement)) throw new Error('A block takes the focus.');
  milo.focus();
  await userEvent.keyboard('{F6}');
  await expect.element(form.getByRole('combobox', { name: 'Pet' })).toHaveFocus();
  const scroller = document.querySelector('.calendar-scroller');
  const edge = () => form.element().getBoundingClientRect().left;
  // The board is scrolled so far that only a part of the block is visible.
  scroller?.scrollTo({ left: milo.getBoundingClientRect().left + scroller.scrollLeft - edge() + 40 });
  expect(milo.getBoundingClientRect().right).toBeGreaterThan(edge());
  await userEvent.keyboard('{F6}');
  expect(document.activeElement).toBe(milo);
  await waitUntil(() => expect(milo.getBoundingClientRect().right).toBeLessThanOrEqual(edge()));
});

test('no focused link of the details is hidden under the buttons at their foot', async () => {
  await page.viewport(1024, 500);
  await openBoardOfTwo(practiceOfTwo().practice, detailsAddress);
  await expect.element(details.getByRole('button', { name: 'Book again' })).toBeVisible();
  const close = details.getByRole('button', { name: 'Close details' }).element();
  if (close instanceof HTMLElement) close.focus();
  // The first Tab reaches the scrolling part, which is a tab stop itself.
  await userEvent.keyboard('{Tab}{Tab}');
  for (let stops = 0; stops < 40 && details.element().contains(document.activeElement); stops += 1) {
    expectInSight('in the details');
    await userEvent.keyboard('{Tab}');
  }
});

test('on a phone nothing below the details gets the focus, and it returns to the appointment', async () => {
  await page.viewport(390, 844);
  await openBoardOfTwo(practiceOfTwo().practice, `${address}&view=list`);
  const row = block(/Milo/);
  await row.click();
  await expect.element(details).toHaveFocus();
  const covered = [...document.querySelectorAll('a, button, input, select, [tabindex]')].filter(
    (control) => control.closest('.board-screen') && !details.element().contains(control) && control.tagName !== 'MAIN',
  );
  expect(covered.length).toBeGreaterThan(10);
  expect(covered.filter((control) => control.checkVisibility({ visibilityProperty: true }))).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(details).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
});

test.each([
  { zoom: '400 %', width: 320, height: 256 },
  { zoom: '200 %', width: 640, height: 400 },
])('at $zoom each field of the form is visible with its name', async ({ width, height }) => {
  await page.viewport(width, height);
  await openBoardOfTwo(practiceOfTwo().practice, `${address}&view=list`);
  await userEvent.keyboard('n');
  await expect.element(form.getByRole('combobox', { name: 'Pet' })).toHaveFocus();
  const popup = form.element();
  // The form scrolls as a whole: between a fixed heading and fixed buttons, the fields would have no room.
  expect(popup.scrollHeight).toBeGreaterThan(popup.clientHeight);
  for (const name of ['Start', 'Length', 'Notes']) {
    const field = form.getByRole('textbox', { name }).element();
    // Content that loads above the field still moves it until then.
    await waitUntil(() => {
      if (!(field instanceof HTMLElement)) throw new Error('A field takes the focus.');
      field.blur();
      field.focus();
      // A browser scrolls to the caret of a text area, so its end may be out of view.
      expectInSight(`${name} in the form`, { edges: name !== 'Notes' });
    });
    const label = form.getByText(name, { exact: true }).element().getBoundingClientRect();
    expect(label.top, name).toBeGreaterThanOrEqual(0);
  }
  expect(popup.scrollWidth).toBe(width);
});
