import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { board, chooseInViewMenu, openBoard, viewMenu } from '#testing/shown-board.ts';

const STORE = idOf(2, 1);
const heading = page.getByRole('heading', { level: 1 });

test('a date can be typed, selected by keyboard, and picked with the pointer', async () => {
  await openBoard(createPracticeInMemory({ appointments: 0 }), `/?store=${STORE}&view=rooms&date=2026-11-16`);
  const button = heading.getByRole('button');
  const picker = page.getByRole('dialog', { name: 'Choose a date', exact: true });
  const field = picker.getByRole('textbox', { name: 'Date', exact: true });
  await button.click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('31.2.{Enter}');
  await expect
    .element(picker.getByRole('status').first())
    .toHaveTextContent('That’s not a date. Try 24/12, fri, +3 or next week');
  await field.fill('24.12.2031');
  await expect
    .element(picker.getByRole('status').first())
    .toHaveTextContent('Press Enter to go to Wednesday, 24 December 2031');
  await expect.element(picker.getByRole('grid', { name: 'December 2031', exact: true })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading).toHaveTextContent('Wed, 24 Dec 2031');
  expect(document.title).toBe('Wed, 24 Dec 2031 · North · Frontdesk');
  await expect.element(picker).not.toBeInTheDocument();

  await button.click();
  await expect.element(picker.getByRole('grid')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}');
  await expect.element(heading).toHaveTextContent('Thu, 25 Dec 2031');

  await button.click();
  await picker.getByRole('button', { name: 'Previous month', exact: true }).click();
  await picker.getByRole('button', { name: 'Monday, 3 November 2031', exact: true }).click();
  await expect.element(heading).toHaveTextContent('Mon, 3 Nov 2031');
  await chooseInViewMenu('Week');
  await expect.element(heading).toHaveTextContent('3 – 9 Nov 2031');
  await page.getByRole('button', { name: 'Next week', exact: true }).click();
  await expect.element(heading).toHaveTextContent('10 – 16 Nov 2031');
  await button.click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(picker).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('an ambiguous date offers both meanings', async () => {
  // Wide enough for the long form of the date.
  await resizePage(1440, 800);
  await openBoard(createPracticeInMemory({ appointments: 0 }), `/?store=${STORE}&view=rooms&date=2026-11-16`);
  await heading.getByRole('button').click();
  const picker = page.getByRole('dialog', { name: 'Choose a date', exact: true });
  const field = picker.getByRole('textbox', { name: 'Date', exact: true });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('monday in 2 weeks');
  const choices = picker.getByRole('group', { name: 'Which day do you mean?', exact: true }).getByRole('button');
  await expect.element(choices.nth(1)).toBeVisible();
  const [first, second] = choices.elements().map((button) => button.textContent);
  expect(first).not.toBe(second);
  await userEvent.keyboard('{Enter}');
  await expect.element(choices.nth(0)).toHaveFocus();
  await expect.element(heading).toHaveTextContent(/^Monday,? 16 November/);
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(heading).toHaveTextContent(/\d+ \w+/.exec(second ?? '')?.[0] ?? 'no second day');
});

test.each([
  ['the first block', 1, () => document.querySelector('[data-appointment]')],
  ['the board, where it is empty,', 0, () => board.element()],
])('the first tab stop of the page is %s', async (_, appointments, target) => {
  const practice = createPracticeInMemory({ appointments, today: '2026-06-03' });
  await openBoard(practice, `/?store=${STORE}&date=2026-06-03`);
  if (appointments > 0) await expect.poll(target).not.toBeNull();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('link', { name: 'Skip to calendar', exact: true })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement).toBe(target());
});

test('the name of a store is not truncated if there is room for it', async () => {
  await resizePage(1920, 1080);
  const practice = createPracticeInMemory({ appointments: 0 });
  const [store] = practice.company.stores;
  if (!store) throw new Error('The practice has no store.');
  store.name = 'Alder Creek Veterinary Group – Harbor Point and Lakeside';
  await openBoard(practice, `/?store=${store.id}`);
  const name = page
    .getByRole('button', { name: `Store: ${store.name}` })
    .element()
    .querySelector('bdi');
  expect(name?.textContent).toBe(store.name);
  expect(name?.scrollWidth).toBeLessThanOrEqual(name?.clientWidth ?? 0);
});

test('on a phone date and view are not truncated, and the view is beside the filters', async () => {
  await resizePage(390, 844);
  await openBoard(createPracticeInMemory({ appointments: 0 }), `/?store=${STORE}&view=flow&date=2031-09-24`);
  await expect.element(heading).toHaveTextContent('Wed, 24 Sept 2031');
  const date = heading.element().querySelector('.truncate');
  expect(date?.scrollWidth).toBeLessThanOrEqual(date?.clientWidth ?? 0);
  expect(viewMenu.element().closest('search')).not.toBeNull();
  await chooseInViewMenu('List');
  await expect.element(page.getByRole('region', { name: 'List' })).toBeVisible();
});
