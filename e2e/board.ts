import type { Locator, Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { expect } from './harness.ts';

/** The block of an appointment on the calendar. */
export function blockOf(page: Page, id: string): Locator {
  return page.locator(`[data-appointment="${id}"]`);
}

/** Opens the calendar and waits for its day. */
export async function openBoard(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectDay(page);
}

/** Waits until the day with all its names is shown. */
export async function expectDay(page: Page): Promise<void> {
  await expect(page.getByRole('main', { name: 'Calendar' })).toHaveAttribute('aria-busy', 'false');
}

/** The number of appointments in the chips of the filter row. */
export async function counted(page: Page): Promise<number> {
  const chips = page.getByRole('group', { name: 'Status' }).getByRole('button', { name: / \d+$/ });
  await expect(chips.first()).toBeAttached();
  const names = await chips.evaluateAll((elements) => elements.map((element) => element.ariaLabel ?? ''));
  return names.reduce((sum, name) => sum + Number(/\d+$/.exec(name)), 0);
}

/**
 * The ids of all appointments on the calendar after its folded hours are opened, including those listed behind "+2
 * more".
 */
export async function shownIds(page: Page): Promise<string[]> {
  const board = page.getByRole('main', { name: 'Calendar' });
  const idsOf = (blocks: Locator) =>
    blocks.evaluateAll((elements) => elements.map((element) => element.getAttribute('data-appointment') ?? ''));
  await expect(board.locator('[data-appointment]').first()).toBeAttached();
  const folded = board.getByRole('button', { name: /^(Before|After) .* Show$/ });
  for (let remaining = await folded.count(); remaining > 0; remaining = await folded.count()) {
    await folded.first().click();
    await expect.poll(() => folded.count()).toBeLessThan(remaining);
  }
  const ids = await idsOf(board.locator('[data-appointment]'));
  for (const more of await board.getByRole('button', { name: /^\+\d+ more$/ }).all()) {
    await more.press('Enter');
    const list = page.getByRole('dialog');
    ids.push(...(await idsOf(list.locator('[data-appointment]'))));
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
  }
  return [...new Set(ids)].sort();
}

interface Wait {
  timeout: number;
}

/**
 * Presses until the press has an effect: a button that replaces the pressed one, or gets the focus, ignores presses for
 * 600 ms.
 */
export async function pressUntil(press: (wait: Wait) => Promise<void>, hasWorked: (wait: Wait) => Promise<void>) {
  const wait = { timeout: 500 };
  await expect(async () => {
    // A press that worked late has removed its button by now.
    await press(wait).catch(() => undefined);
    await hasWorked(wait);
  }).toPass();
}

/** A wall-clock time in a time zone as an instant for the API. */
export function instantAt(zone: string, date: Temporal.PlainDate, time: string): string {
  return date.toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant().toString();
}

/** A fully booked day of the demo practice: the last weekday before today. */
export function fullDay(zone: string): string {
  let day = Temporal.Now.plainDateISO(zone).subtract({ days: 1 });
  while (day.dayOfWeek > 5) day = day.subtract({ days: 1 });
  return day.toString();
}
