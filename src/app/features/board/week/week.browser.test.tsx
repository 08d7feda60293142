import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { resizePage } from '#testing/resize-page.ts';
import { blockOf, openBoard, shownBlocks } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

/** A Wednesday; the store is four hours behind UTC. */
const DAY = '2031-03-05';
const ROOM = idOf(3, 11);

const week = page.getByRole('region', { name: 'Week', exact: true });
const choice = page.getByRole('button', { name: /^Show week for: / });

/** A practice with two appointments on a Wednesday and one on the following Thursday. */
async function openWeek(more = '') {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  const add = (date: string, hour: number, fields: object = {}) =>
    practice.add({
      ...{ start: `${date}T${hour}:00:00.000Z`, end: `${date}T${hour}:30:00.000Z`, roomId: ROOM },
      ...fields,
    }).id;
  const ids = {
    later: add(DAY, 18, { roomId: idOf(3, 12), status: 'completed' }),
    first: add(DAY, 14),
    thursday: add('2031-03-06', 15),
  };
  const app = await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}&view=week${more}`);
  await waitUntil(() => expect(shownBlocks().length).toBeGreaterThan(0));
  return { ...app, ...ids };
}

const shownIds = () => shownBlocks().map(({ dataset }) => dataset['appointment']);

test('a day lists its rows by time below a heading with a count, which links to the day', {
  tags: 'smoke',
}, async () => {
  const { first, later, thursday, address } = await openWeek();
  expect(shownIds()).toEqual([first, later, thursday]);
  await expect.element(week.getByText('Nothing is booked.').first()).toBeVisible();
  const heading = week.getByRole('button', { name: 'Wed 5 Mar, 2 appointments, 5% full' });
  await heading.click();
  expect(address()).toContain('view=rooms');
  expect(address()).toContain(`date=${DAY}`);
});

test('Back leads from the week of a vet to the view of vets', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY, hasExtensions: true });
  const { address, router } = await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}&view=vets`);
  const more = page.getByRole('button', { name: /Ada Okafor.*: more/ });
  await more.click();
  await page.getByRole('menuitem', { name: /Ada Okafor.*’s week/ }).click();
  await expect.element(week).toBeVisible();
  expect(address()).toContain(`vet=${idOf(6, 1)}`);
  router.history.back();
  await expect.element(more).toBeVisible();
  expect(address()).toContain('view=vets');
  expect(address()).not.toContain('vet=');
});

test('arrow keys move between rows and days, and Enter opens the appointment', async () => {
  const { first, later, thursday, address } = await openWeek();
  (await blockOf(first)).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(await blockOf(later)).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  const row = await blockOf(thursday);
  await expect.element(row).toHaveFocus();
  expect(document.querySelectorAll('[data-appointment][tabindex="0"]')).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('complementary', { name: 'Appointment', exact: true })).toBeVisible();
  expect(address()).toContain(`appointment=${thursday}`);
  await expect.element(row).toHaveAttribute('aria-current', 'true');
});

test('the week of a room has only its rows, according to the address', async () => {
  const { first, thursday, address } = await openWeek();
  await choice.click();
  await page.getByRole('menuitemradio', { name: 'Room 1', exact: true }).click();
  await waitUntil(() => expect(shownIds()).toEqual([first, thursday]));
  expect(address()).toContain(`room=${ROOM}`);
  await expect.element(choice).toHaveAccessibleName('Show week for: Room 1');
  pause();
  await choice.click();
  await page.getByRole('menuitemradio', { name: 'All rooms and vets' }).click();
  await waitUntil(() => expect(shownIds()).toHaveLength(3));
});

test('the week of a vet shows their time off', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY, hasExtensions: true });
  practice.plan.create({
    ...{ kind: 'unavailable', storeId: null, employeeId: idOf(6, 1), title: 'Holiday' },
    ...{ start: `${DAY}T05:00:00.000Z`, end: '2031-03-07T05:00:00.000Z' },
  });
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}&view=week&vet=${idOf(6, 1)}`);
  const day = (name: string) => week.getByRole('region', { name });
  await expect.element(day('Wed 5 Mar')).toHaveTextContent('Holiday');
  await expect.element(day('Thu 6 Mar')).toHaveTextContent('Holiday');
  await expect.element(day('Wed 5 Mar')).not.toHaveTextContent('Nothing is booked.');
  await expect.element(day('Fri 7 Mar')).toHaveTextContent('Nothing is booked.');
});

test('on a phone the days stand below each other, each as wide as the screen', async () => {
  await resizePage(390, 844);
  onTestFinished(() => resizePage(1280, 800));
  const { first, later, thursday } = await openWeek();
  const boxOf = async (id: string) => (await blockOf(id)).getBoundingClientRect();
  const [top, below, nextDay] = [await boxOf(first), await boxOf(later), await boxOf(thursday)];
  expect(top.bottom).toBeLessThanOrEqual(below.top);
  expect(below.bottom).toBeLessThanOrEqual(nextDay.top);
  expect(top.width).toBeGreaterThan(360);
  const scroller = (await blockOf(first)).closest<HTMLElement>('.overflow-auto');
  expect(scroller?.scrollWidth).toBeLessThanOrEqual(scroller?.clientWidth ?? 0);
});
