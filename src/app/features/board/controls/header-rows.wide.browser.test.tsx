import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { openBoard } from '#testing/shown-board.ts';

const root = document.documentElement;

afterEach(async () => {
  root.style.removeProperty('--font-ui');
  await page.viewport(1280, 800);
});

const heading = page.getByRole('heading', { level: 1 });

/** The position of each control in both rows, by name. The date control has none. */
function places(): Record<string, string> {
  const found: Record<string, string> = {};
  const controls = 'header :is(button, input, select), search :is(button, input, select)';
  for (const control of document.querySelectorAll<HTMLElement>(controls)) {
    if (!control.checkVisibility() || control.closest('fieldset[aria-busy], [popover]') !== null) continue;
    const { x, y, width, height } = control.getBoundingClientRect();
    const name = control.closest('h1')
      ? 'date'
      : (control.ariaLabel ?? control.closest('label, button')?.textContent ?? '');
    found[name] = `${x} ${y} ${width} ${height}`;
  }
  return found;
}

/** The labels in a row that wrap to a second line. */
const brokenLabels = (row: Element) =>
  [...row.querySelectorAll('button, label')]
    .filter((control) => !control.closest('[popover]') && control.clientHeight > 36)
    .map((control) => control.textContent);

const sizes = [
  { width: 1280, height: 800, top: [48, 48], both: 88 },
  { width: 1440, height: 900, top: [40, 56], both: 96 },
  { width: 390, height: 844, top: [40, 211], both: 211 },
] as const;

/** A font with wide letters, and one with narrow letters. */
const fonts = ['monospace', 'serif'] as const;

test.each(sizes.flatMap((size) => fonts.map((font) => ({ ...size, font }))))(
  'header and filters keep their height and positions for any date, at $width pixels in $font',
  async ({ width, height, top, both, font }) => {
    await page.viewport(width, height);
    root.style.setProperty('--font-ui', font);
    const practice = createPracticeInMemory({ appointments: 0 });
    const { settled } = await openBoard(practice, `/?store=${idOf(2, 1)}&view=rooms&date=2026-05-01`);
    await settled();
    const rows = [...document.querySelectorAll('header, search[aria-label="Filters"]')];
    expect(rows).toHaveLength(2);
    const [ofTop = 0, ofFilters = 0] = rows.map((row) => row.getBoundingClientRect().height);
    expect(ofTop).toBeGreaterThanOrEqual(top[0]);
    expect(ofTop).toBeLessThanOrEqual(top[1]);
    expect(ofFilters).toBeLessThanOrEqual(40);
    expect(ofTop + ofFilters).toBeLessThanOrEqual(both);
    for (const row of rows) {
      expect([row.scrollWidth - row.clientWidth, row.scrollHeight - row.clientHeight]).toEqual([0, 0]);
      expect(brokenLabels(row)).toEqual([]);
    }
    const before = places();
    expect(Object.keys(before).length).toBeGreaterThan(8);
    await heading.getByRole('button').click();
    await page.getByRole('textbox', { name: 'Date' }).fill('2026-09-30');
    await userEvent.keyboard('{Enter}');
    await expect.element(heading).toHaveTextContent('30 Sep');
    await settled();
    expect(places()).toEqual(before);
  },
);
