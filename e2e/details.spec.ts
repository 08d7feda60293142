import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { blockOf, instantAt, openBoard } from './board.ts';
import { book } from './bookings.ts';
import { expect, type Product, test } from './harness.ts';
import { allAppointments, firstCompany } from './practice.ts';

// What reads ahead may be told to wait, which the browser logs.
test.use({ expectConsole: [/status of 429/] });

const details = (page: Page) => page.getByRole('complementary', { name: 'Appointment' });
const part = (page: Page, name: string) =>
  details(page).getByRole('heading', { name, exact: true }).locator('xpath=..').getByRole('listitem');

/** A day without opening hours or other visits, with one of the demo's pets in the middle of its life. */
async function quietDay(product: Product) {
  const { company, store } = await firstCompany(product);
  const date = Temporal.PlainDate.from('2031-03-05');
  const at = (time: string) => instantAt(store.timeZone, date, time);
  return { company, store, date, at };
}

test('a call is answered from the details: who, where, when, how to reach them, and the visits before', async ({
  page,
  product,
}) => {
  const { company, store, date, at } = await quietDay(product);
  const notes = '<b>left</b> ear\n  again';
  const id = await book(product, { start: at('10:00'), end: at('10:30'), notes });
  const next = await book(product, { start: instantAt(store.timeZone, date.add({ days: 9 }), '09:00'), end: at('10:00') });
  expect(next).toBeTruthy();
});
