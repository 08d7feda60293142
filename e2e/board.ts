import type { Locator, Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { expect } from './harness.ts';

/** The block of an appointment on the board. */
export function blockOf(page: Page, id: string): Locator {
  return page.locator(`[data-appointment="${id}"]`);
}

/** Waits until the day is there and its names, too. */
export async function openBoard(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('main', { name: 'Board' })).toHaveAttribute('aria-busy', 'false');
}

/** Where a block is drawn, in minutes of its column's axis of 24 hours. */
export function drawnMinutes(block: Locator): Promise<{ from: number; to: number }> {
  return block.evaluate((element) => {
    const lane = element.closest('.day-lane')?.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    if (!lane) throw new Error('the block is in no column');
    const minute = (y: number) => ((y - lane.top) / lane.height) * 1440;
    return { from: minute(box.top), to: minute(box.bottom) };
  });
}

/** An instant as the API takes it, of a wall-clock time of a zone. */
export function instantAt(zone: string, date: Temporal.PlainDate, time: string): string {
  return date.toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant().toString();
}

/** The next day on which the zone's clocks go forth or back, and the instant at which they do. */
export function nextClockChange(zone: string, direction: 'forth' | 'back') {
  let before = Temporal.Now.zonedDateTimeISO(zone);
  for (let tries = 0; tries < 8; tries += 1) {
    const change = before.getTimeZoneTransition('next');
    if (!change) break;
    const gained = change.offsetNanoseconds - change.subtract({ nanoseconds: 1 }).offsetNanoseconds;
    if (gained > 0 === (direction === 'forth')) return { date: change.toPlainDate(), instant: change.toInstant() };
    before = change;
  }
  throw new Error(`the clocks of ${zone} do not go ${direction}`);
}

/** A day of the demo practice with a full book: the last weekday before today. */
export function fullDay(zone: string): string {
  let day = Temporal.Now.plainDateISO(zone).subtract({ days: 1 });
  while (day.dayOfWeek > 5) day = day.subtract({ days: 1 });
  return day.toString();
}
