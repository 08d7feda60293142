import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadFirstMessages, loadOtherMessages } from '#app/language/load-messages.ts';
import { shownLanguage } from '#app/language/shown-language.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { showPage } from '#testing/hide-page.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { waitUntil } from '#testing/wait-until.ts';

// These tests run in English, in German and from right to left in Arabic.

const [NORTH, SOUTH, ADA, BRAM] = [idOf(2, 1), idOf(2, 2), idOf(6, 1), idOf(6, 2)];
/** A Monday; New York is four hours behind UTC until the Sunday, on which its clocks go back. */
const WEEK = '2041-10-28';
const at = (day: number, hour: number) => new Date(Date.parse(WEEK) + (day * 24 + hour + 4) * 3_600_000).toISOString();

/** Shifts of all lengths, overlapping, across midnight, with breaks, under time off, and with long titles. */
function fullWeek() {
  const practice = createPracticeInMemory({ appointments: 0, hasExtensions: true });
  const plan = (employeeId: string, day: number, from: number, to: number, more: object = {}) =>
    practice.plan.create({
      ...{ kind: 'on_duty', storeId: NORTH, employeeId, start: at(day, from), end: at(day, to) },
      ...more,
    });
  const away = (title: string) => ({ kind: 'unavailable', title });
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze Fortbildung';
  for (const [day, hours] of [0.25, 0.5, 1, 2, 3, 4, 5].entries()) {
    plan(ADA, day, 8, 8 + hours);
    plan(ADA, day, 18 - hours, 18, { title: long });
    plan(BRAM, day, 7.25, 18.75);
    plan(BRAM, day, 12, 12.75, away('Lunch'));
  }
  plan(ADA, 0, 20, 24.5);
  plan(ADA, 1, 20, 31);
  plan(ADA, 3, 10, 15, { storeId: SOUTH });
  plan(BRAM, 4, 0, 72, away(long));
  plan(BRAM, 2, 16, 24, away(long));
  return practice;
}

const bars = () => [...document.querySelectorAll<HTMLElement>('.shift-bar')];
const name = (bar: HTMLElement) => bar.getAttribute('aria-label') ?? '';

function isWithin(inner: DOMRect, outer: DOMRect): boolean {
  return inner.left >= outer.left - 0.6 && inner.right <= outer.right + 0.6;
}

/** The visible texts of a bar. */
function shownTexts(bar: HTMLElement): DOMRect[] {
  const { bottom } = bar.getBoundingClientRect();
  return [...bar.querySelectorAll('.shift-fit > *')].flatMap((text) => {
    const letters = document.createRange();
    letters.selectNodeContents(text);
    const box = text.matches('bdi') ? text.getBoundingClientRect() : letters.getBoundingClientRect();
    return box.top < bottom - 1 ? [box] : [];
  });
}

beforeAll(async () => {
  await loadFirstMessages();
  await loadOtherMessages();
});
afterEach(async () => {
  document.documentElement.dir = 'ltr';
  await resizePage(1280, 800);
});

test.each([1280, 834, 390])(
  'every bar stays within its day and every text within its bar at %i pixels',
  async (width) => {
    document.documentElement.dir = shownLanguage.direction;
    await resizePage(width, 800);
    const { settled } = await renderApp(fullWeek(), `/shifts?week=${WEEK}&store=${NORTH}`);
    await settled();
    showPage();
    await waitUntil(() => expect(bars().length).toBeGreaterThan(3));
    const days = width < 640 ? [...document.querySelectorAll<HTMLElement>('main fieldset [aria-pressed]')] : [null];
    let withText = 0;
    for (const day of days) {
      day?.click();
      if (day) await waitUntil(() => expect(day.getAttribute('aria-pressed')).toBe('true'));
      for (const bar of bars()) {
        if (bar.dataset['kind'] !== 'break') expect(bar.offsetWidth, name(bar)).toBeGreaterThanOrEqual(44);
        const [box, cell] = [bar, bar.closest('td') ?? bar].map((element) => element.getBoundingClientRect());
        if (!box || !cell) throw new Error('a bar has no box');
        expect(isWithin(box, cell) && box.top >= cell.top && box.bottom <= cell.bottom, name(bar)).toBe(true);
        const texts = shownTexts(bar);
        for (const text of texts) expect(isWithin(text, box), `the text of ${name(bar)}`).toBe(true);
        if (texts.length > 0) withText += 1;
      }
      for (const head of document.querySelectorAll('.shifts-table th'))
        expect(head.scrollWidth, head.textContent).toBeLessThanOrEqual(head.clientWidth);
    }
    // All-day bars show their times, and time off its name.
    expect(withText).toBeGreaterThan(7);
  },
);

test('time off lies above the shifts it overlaps, and leaves them visible', async () => {
  document.documentElement.dir = shownLanguage.direction;
  const { settled } = await renderApp(fullWeek(), `/shifts?week=${WEEK}&store=${NORTH}`);
  await settled();
  showPage();
  // In Arabic a week begins on another day.
  const days = [...document.querySelectorAll(`td[data-row*="${BRAM} "]:has([data-kind="away"])`)];
  expect(days.length).toBeGreaterThan(1);
  for (const day of days) {
    const [shift, timeOff] = ['shift', 'away'].map((kind) => day.querySelector(`[data-kind="${kind}"]`));
    if (!shift || !timeOff) throw new Error('a bar is missing');
    const [shiftBox, timeOffBox] = [shift.getBoundingClientRect(), timeOff.getBoundingClientRect()];
    const veil = getComputedStyle(timeOff, '::before');
    expect(timeOffBox.top).toBeGreaterThanOrEqual(shiftBox.bottom);
    expect(timeOffBox.top - Number.parseFloat(veil.height)).toBeLessThanOrEqual(shiftBox.top);
    // Clicks pass through the overlay to the shift.
    const seen = document.elementFromPoint((shiftBox.left + shiftBox.right) / 2, shiftBox.top + 6);
    expect(seen?.closest('[data-bar]')).toBe(shift);
  }
});
