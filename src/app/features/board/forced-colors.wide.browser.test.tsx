import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { applyTheme } from '#app/appearance/theme.ts';
import { address, detailsAddress, openBoardOfTwo, practiceOfTwo, TODAY } from '#testing/board-of-two.ts';
import { idOf } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { waitUntil } from '#testing/wait-until.ts';

const force = (colors: 'active' | 'none', scheme: 'light' | 'dark' = 'light') =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'forced-colors', value: colors },
      { name: 'prefers-color-scheme', value: scheme },
    ],
  });

beforeEach(async () => {
  // Two hours after opening, in New York.
  vi.setSystemTime(new Date(`${TODAY}T14:00:00Z`));
  await force('active');
});
afterEach(async () => {
  vi.useRealTimers();
  applyTheme('system');
  await cdp().send('Emulation.setEmulatedMedia', { features: [] });
});

/** The text of a block with the icon of its status. */
const ICON = '[data-appointment] .status-icon';

/** The computed value of a system colour. */
function systemColor(name: string): string {
  const probe = document.createElement('p');
  probe.style.color = name;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function styleOf(selector: string, pseudo?: string): CSSStyleDeclaration {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  return getComputedStyle(element, pseudo);
}

test('in forced colours blocks have edges, a bar and their status icon', async () => {
  await openBoardOfTwo(practiceOfTwo().practice, detailsAddress);
  const [open, other] = ['Bella', 'Milo'].map((name) => styleOf(`.calendar-block[aria-label*="${name}"]`));
  expect(other?.outline).toContain('solid 1px');
  expect(open?.outlineWidth).toBe('3px');
  expect(open?.outlineColor).toBe(systemColor('Highlight'));
  expect(other?.borderInlineStartWidth).toBe('4px');
  expect(other?.borderInlineStartColor).not.toBe(other?.backgroundColor);
  expect(styleOf(ICON, '::before').maskImage).toContain('url(');
});

test('the icons follow the forced colours, not the theme', async () => {
  applyTheme('dark');
  await openBoardOfTwo(practiceOfTwo().practice);
  const icon = () => styleOf(ICON, '::before').backgroundColor;
  expect(icon()).toBe(systemColor('CanvasText'));
  const inLight = icon();
  applyTheme('light');
  await force('active', 'dark');
  await waitUntil(() => expect(icon()).not.toBe(inLight));
  expect(icon()).toBe(systemColor('CanvasText'));
});

test('the current-time line, hour lines and closed hours are drawn', async () => {
  const { practice } = practiceOfTwo();
  await openBoardOfTwo(practice, `/?date=${TODAY}&view=rooms`);
  await waitUntil(() => expect(styleOf('.calendar-now').backgroundColor).toBe(systemColor('CanvasText')));
  expect(styleOf('.calendar-lane', '::before').forcedColorAdjust).toBe('none');
  expect(styleOf('.calendar-lane', '::before').backgroundImage).toContain('gradient');
});

test('the booking, free starts and selected controls are visible in forced colours', async () => {
  // Wide enough for the views side by side.
  await resizePage(1440, 900);
  await openBoardOfTwo(practiceOfTwo().practice, `${address}&new=1&pet=${idOf(4, 1)}&bookType=${idOf(7, 5)}`);
  const form = page.getByRole('dialog', { name: 'New appointment' });
  const pet = form.getByRole('combobox', { name: 'Pet' });
  await waitUntil(() => {
    expect(styleOf('[data-event="draft"]').outlineStyle).toBe('dashed');
    expect(styleOf('.free-starts').borderInlineStartColor).toBe(systemColor('Highlight'));
    expect(styleOf('.free-starts').backgroundImage).toContain('gradient');
  });
  const pressed = form.getByRole('button', { pressed: true });
  await expect.element(pressed.first()).toBeVisible();
  expect(getComputedStyle(pressed.first().element()).backgroundColor).toBe(systemColor('Highlight'));
  expect(styleOf('label:has(> [type="radio"]:checked)').backgroundColor).toBe(systemColor('Highlight'));
  await pet.fill('be');
  await expect.element(form.getByRole('option').first()).toBeVisible();
  await waitUntil(() => expect(styleOf('[role="option"][data-highlighted]').outlineStyle).toBe('solid'));
});
